// SPDX-License-Identifier: Apache-2.0
// digitmm_reduce_core: residue of a long number, digit by digit (MR with the digits put in by the shift).
//   result = 2^zeros * (A mod M), m = M * 2^zeros normalised, A = head and K digits, K = 0 or more
// Z = head at go
// DIGITS  K cycles   W = (Z << D) + digit;   Z = C[W >> N] + W mod 2^N, N+1 bits
// REDUCE  2 cycles   minus m where Z is not below it      DOUBLE zeros cycles   2 Z mod m
// where C[e] = e 2^N mod m, e = 0..2^(D+1)-1. W is wiring: one carry chain, a table read from registers.
// Latency: K + 2 + zeros. Set-up: 2^(D+2) - 1 busy cycles. Constant time for a fixed modulus and K.
// Reset clears every register; the table holds nothing but multiples of a public number.
`default_nettype none

module digitmm_reduce_core #(
    parameter integer N = 512,         // bits, 1 or more
    parameter integer D = 2,           // bits of a digit, 1..10
    parameter integer ZW = 12          // width of zeros
) (
    input  wire          clk,
    input  wire          rst,          // synchronous, active high
    input  wire [N-1:0]  m,            // modulus, normalised when set_up or go is high
    input  wire [ZW-1:0] zeros,        // doublings at the end
    input  wire          renew,        // m changes: the table is void
    input  wire          set_up,       // make the table
    output wire          set_up_last,  // last cycle of that
    input  wire          go,           // begin at this edge
    input  wire [N-1:0]  head,         // first bits of A, at go
    input  wire          none,         // no digits follow it, at go
    input  wire [D-1:0]  digit,        // of the rest of A, most significant first
    input  wire          digit_last,   // this one is the last
    output wire          digit_step,   // the next one
    output reg           done,         // level, until the next go
    output wire [N-1:0]  result        // held while done
);

  localparam integer ENTRIES = 2 << D;
  localparam integer EW = D + 1;
  localparam [2:0] IDLE = 3'd0, DIGITS = 3'd1, REDUCE = 3'd2, AGAIN = 3'd3, DOUBLE = 3'd4;
  localparam integer LAST_MADE = ENTRIES - 1;

  generate
    if (N < 1 || D < 1 || D > 10) digitmm_reduce_needs_D_from_1_to_10 bad_digit ();
    if (ZW < $clog2(N + 1)) digitmm_reduce_needs_a_wider_zeros bad_zeros ();
  endgenerate

  // ---- Registers
  reg [2:0]    state_q;
  reg [ZW-1:0] count_q;      // doublings left
  reg [N:0]    z_q;
  reg [EW-1:0] entry_q;      // table entry in the making
  reg          half_q;       // 1: its sum stands in Z
  reg [N-1:0]  table_q [0:ENTRIES-1];

  wire adding = state_q == DIGITS;
  wire last = count_q == {{(ZW - 1) {1'b0}}, 1'b1};
  assign digit_step = adding;
  assign result = z_q[N-1:0];
  assign set_up_last = half_q & (entry_q == LAST_MADE[EW-1:0]);

  // ---- The only chain: the digits above bit N come back as their residue
  wire [N+D:0] w = {z_q, digit};
  wire [N-1:0] residue = table_q[w[N+D:N]];
  wire [N:0] sum = {1'b0, residue} + {1'b0, w[N-1:0]};

  // ---- One subtraction of m where the number is not below it. With bit N set to 1 it gives
  // Z + 2^N - m: the table's next sum, whose reduction follows.
  wire [N:0] a = (state_q == DOUBLE) ? {z_q[N-1:0], 1'b0} : {z_q[N] | (set_up & ~half_q), z_q[N-1:0]};
  wire [N+1:0] less = {1'b0, a} - {2'b00, m};
  wire [N:0] r = less[N+1] ? a : less[N:0];

  always @(posedge clk) begin
    // Control
    if (go) begin
      state_q <= none ? REDUCE : DIGITS;
      count_q <= zeros;
      done <= 1'b0;
    end else begin
      case (state_q)
        DIGITS: if (digit_last) state_q <= REDUCE;
        REDUCE: state_q <= AGAIN;
        AGAIN: begin
          state_q <= (zeros == {ZW{1'b0}}) ? IDLE : DOUBLE;
          done <= zeros == {ZW{1'b0}};
        end
        DOUBLE: begin
          count_q <= count_q - 1'b1;
          if (last) begin
            state_q <= IDLE;
            done <= 1'b1;
          end
        end
        default: ;
      endcase
    end

    // Data. Bytes of M keep Z at 0 for entry 0, which has no sum.
    if (renew) z_q <= {(N + 1) {1'b0}};
    else if (go) z_q <= {1'b0, head};
    else if (adding) z_q <= sum;
    else if (set_up | (state_q == REDUCE) | (state_q == AGAIN) | (state_q == DOUBLE)) z_q <= r;

    // Table
    if (renew | set_up) half_q <= renew | ~half_q;
    entry_q <= renew ? {EW{1'b0}} : (set_up & half_q) ? entry_q + 1'b1 : entry_q;
    if (set_up & half_q & ~rst) table_q[entry_q] <= r[N-1:0];

    if (rst) begin
      state_q <= IDLE;
      count_q <= {ZW{1'b0}};
      done <= 1'b0;
      z_q <= {(N + 1) {1'b0}};
      entry_q <= {EW{1'b0}};
      half_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
