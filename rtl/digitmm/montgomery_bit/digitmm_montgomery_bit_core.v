// SPDX-License-Identifier: Apache-2.0
// digitmm_montgomery_bit_core: bit-serial Montgomery product, carry-save (the paper's reference [15]).
//   result = (x y + q m) / 2^(N+2) with q = -x y / m mod 2^(N+2): congruent to x y / 2^(N+2) mod m
//   m odd, x and y below 2^(N+1); result < 2^N + m, and < 2 m where x and y are: no last subtraction
// Each step adds y_i x, then m if the sum is odd, and halves. The sum stays in two words (S, C).
// Latency: N + 4 = 1 to clear, N + 2 steps, 1 to add S and C. Constant time. No set-up.
// Reset clears every register.
`default_nettype none

module digitmm_montgomery_bit_core #(
    parameter integer N = 512       // bits of the modulus, 1 or more
) (
    input  wire         clk,
    input  wire         rst,        // synchronous, active high
    input  wire [N-1:0] m,          // modulus, odd, held
    input  wire         go,         // begin at this edge
    input  wire [N:0]   x,          // held during the run
    input  wire         y_bit,      // bit of y, least significant first
    output wire         y_step,     // the next one
    output reg          done,       // level, until the next go
    output wire [N:0]   result      // held while done
);

  // The sum before halving is below 2 (x + m) < 2^(N+3), and so is each word.
  localparam integer W = N + 3;
  localparam integer CW = $clog2(N + 3);
  localparam integer STEPS_1 = N + 1;
  localparam [1:0] IDLE = 2'd0, CLEAR = 2'd1, STEP = 2'd2, ADD = 2'd3;

  generate
    if (N < 1) digitmm_montgomery_bit_needs_N_at_least_1 bad_size ();
  endgenerate

  // ---- Registers
  reg [1:0]    state_q;
  reg [CW-1:0] count_q;  // steps left
  reg [W-1:0]  s_q;      // sum word, the result at the end
  reg [W-1:0]  c_q;      // carry word

  wire last = count_q == {CW{1'b0}};
  // y has N+1 bits: the last step adds none, and leaves the stream where it began.
  assign y_step = (state_q == STEP) & ~last;
  assign result = s_q[N:0];

  // ---- Two 3:2 rows: y_i x first, then m by the parity of that
  wire [W-1:0] x_row = {2'b00, x} & {W{y_step & y_bit}};
  wire [W-1:0] sum_1 = s_q ^ c_q ^ x_row;
  wire [W-1:0] carry_1 = ((s_q & c_q) | (s_q & x_row) | (c_q & x_row)) << 1;
  wire [W-1:0] m_row = {3'b000, m} & {W{sum_1[0]}};
  wire [W-1:0] sum_2 = sum_1 ^ carry_1 ^ m_row;
  wire [W-1:0] carry_2 = (sum_1 & carry_1) | (sum_1 & m_row) | (carry_1 & m_row);

  always @(posedge clk) begin
    // Control
    if (go) begin
      state_q <= CLEAR;
      done <= 1'b0;
    end else begin
      case (state_q)
        CLEAR: state_q <= STEP;
        STEP: if (last) state_q <= ADD;
        ADD: begin
          state_q <= IDLE;
          done <= 1'b1;
        end
        default: ;
      endcase
    end
    count_q <= (state_q == CLEAR) ? STEPS_1[CW-1:0] : count_q - 1'b1;

    // Data: halving drops bit 0 of the sum, which is 0, and the carry word's weight of two
    case (state_q)
      CLEAR: begin
        s_q <= {W{1'b0}};
        c_q <= {W{1'b0}};
      end
      STEP: begin
        s_q <= sum_2 >> 1;
        c_q <= carry_2;
      end
      ADD: s_q <= s_q + c_q;
      default: ;
    endcase

    if (rst) begin
      state_q <= IDLE;
      count_q <= {CW{1'b0}};
      done <= 1'b0;
      s_q <= {W{1'b0}};
      c_q <= {W{1'b0}};
    end
  end

endmodule

`default_nettype wire
