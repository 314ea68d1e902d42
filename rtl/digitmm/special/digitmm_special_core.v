// SPDX-License-Identifier: Apache-2.0
// digitmm_special_core: digit-serial product modulo a NIST prime, with no table and no set-up.
//   result = x * y mod p, p the prime of N bits (192, 224, 256, 384, 521), x and y any n-bit numbers
// DIGITS  K = ceil(N/D) cycles   W = ((Z + ov G) << D) + digit * x;  {ov,Z} = (W >> N) G + W mod 2^N
// FOLD    1 cycle    Z + ov G        REDUCE 1 cycle    Z mod p
// G = 2^N - p has so few bits that (W >> N) G, W >> N up to 2^(D+1)-2, is a number or two placed at
// their positions, and below p: what MM-New looks up in a table, with the same bounds.
// Latency: K + 2. Constant time. Reset clears every register.
`default_nettype none

module digitmm_special_core #(
    parameter integer N = 256,         // bits: 192, 224, 256, 384 or 521
    parameter integer D = 2,           // bits of a digit, 1..16
    parameter integer K = (N + D - 1) / D  // derived: digits
) (
    input  wire         clk,
    input  wire         rst,           // synchronous, active high
    input  wire         go,            // begin at this edge
    input  wire [N-1:0] x,             // held during the run
    input  wire [D-1:0] digit,         // of y, most significant first
    output wire         y_step,        // the next one
    output reg          done,          // level, until the next go
    output wire [N-1:0] result         // held while done
);

  localparam integer CW = $clog2(K + 1);
  localparam integer DIGITS_1 = K - 1;
  localparam [1:0] IDLE = 2'd0, DIGITS = 2'd1, FOLD = 2'd2, REDUCE = 2'd3;
  localparam [N-1:0] ONE = 1;
  // 2^N mod p: powers of two with their signs (Table 4's primes)
  localparam [N-1:0] G = (N == 192) ? (ONE << (64 % N)) + ONE
                       : (N == 224) ? (ONE << (96 % N)) - ONE
                       : (N == 256) ? (ONE << (224 % N)) - (ONE << (192 % N)) - (ONE << (96 % N)) + ONE
                       : (N == 384) ? (ONE << (128 % N)) + (ONE << (96 % N)) - (ONE << (32 % N)) + ONE
                       : ONE;

  generate
    if (N != 192 && N != 224 && N != 256 && N != 384 && N != 521)
      digitmm_special_needs_N_of_a_NIST_prime bad_size ();
    if (D < 1 || D > 16) digitmm_special_needs_D_from_1_to_16 bad_digit ();
  endgenerate

  // ---- Registers
  reg [1:0]    state_q;
  reg [CW-1:0] count_q;
  reg [N-1:0]  z_q;
  reg          ov_q;      // carry of the last digit: G is still to be added

  wire adding = state_q == DIGITS;
  assign y_step = adding;
  assign result = z_q;

  // ---- First chain: all operands of a digit. With the digit off, W >> D is Z + G or Z.
  wire [N+D:0] g_row = {1'b0, {N{ov_q}} & G, {D{1'b0}}};
  wire [N+D:0] x_wide = {{(D + 1) {1'b0}}, x};
  reg [N+D:0] w;
  integer j;
  always @* begin : operands
    w = {1'b0, z_q, {D{1'b0}}} + g_row;
    for (j = 0; j < D; j = j + 1)
      w = w + ({(N + D + 1) {digit[j] & adding}} & (x_wide << j));
  end
  wire [N:0] folded = w[N+D:D];

  // ---- Second chain: e G, by placing e at G's powers of two
  wire [N:0] e = {{(N - D) {1'b0}}, w[N+D:N]};
  wire [N:0] places;
  generate
    if (N == 192) assign places = (e << (64 % N)) + e;
    else if (N == 224) assign places = (e << (96 % N)) - e;
    else if (N == 256) assign places = (e << (224 % N)) - (e << (192 % N)) - (e << (96 % N)) + e;
    else if (N == 384) assign places = (e << (128 % N)) + (e << (96 % N)) - (e << (32 % N)) + e;
    else assign places = e;
  endgenerate
  wire [N:0] sum = places + {1'b0, w[N-1:0]};

  // ---- One subtraction: Z - p = Z + G - 2^N
  wire [N:0] less = {1'b0, folded[N-1:0]} + {1'b0, G};
  wire unused = &{1'b0, folded[N]};  // Z + ov G never carries

  always @(posedge clk) begin
    // Control
    count_q <= count_q - 1'b1;
    if (go) begin
      state_q <= DIGITS;
      count_q <= DIGITS_1[CW-1:0];
      done <= 1'b0;
    end else begin
      case (state_q)
        DIGITS: if (count_q == {CW{1'b0}}) state_q <= FOLD;
        FOLD: state_q <= REDUCE;
        REDUCE: begin
          state_q <= IDLE;
          done <= 1'b1;
        end
        default: ;
      endcase
    end

    // Data
    if (go) z_q <= {N{1'b0}};
    else if (adding) z_q <= sum[N-1:0];
    else if (state_q == FOLD) z_q <= folded[N-1:0];
    else if ((state_q == REDUCE) & less[N]) z_q <= less[N-1:0];
    ov_q <= adding & sum[N];

    if (rst) begin
      state_q <= IDLE;
      count_q <= {CW{1'b0}};
      done <= 1'b0;
      z_q <= {N{1'b0}};
      ov_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
