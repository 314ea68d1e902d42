// SPDX-License-Identifier: Apache-2.0
// gf2m_digit_mult: digit-serial multiplier with interleaved reduction, most significant digit first.
//   product = a * b mod f, all in [0, 2^M - 1]
//   each cycle: acc <- acc x^D + (next D bits of a) b mod f
// Latency: ceil(M/D) cycles with en; the product is on `product` in the last of them (last = 1),
// one edge before a register would hold it, so that products follow each other without a gap.
// a and b hold still while en = 1. Constant time.
`default_nettype none

(* keep_hierarchy *)  // mapped by itself: mixed with its surroundings it grows
module gf2m_digit_mult #(
    parameter integer M = 233,       // field, see gf2m_reduce
    parameter integer D = 8          // bits of a per cycle, 1..64
) (
    input  wire         clk,
    input  wire         rst,         // synchronous, active high; clears the accumulator
    input  wire         en,          // a product is in progress
    input  wire [M-1:0] a,           // operand taken in digits
    input  wire [M-1:0] b,           // operand taken whole
    output wire         last,        // this is the last cycle of a product
    output wire [M-1:0] product      // a * b mod f when last
);

  generate
    if (D < 1 || D > 64) gf2m_digit_mult_needs_D_from_1_to_64 bad_digit ();
  endgenerate

  localparam integer DIGITS = (M + D - 1) / D;
  localparam integer NW = (DIGITS == 1) ? 1 : $clog2(DIGITS);
  localparam integer TOP = DIGITS - 1;

  reg [M-1:0]  acc_q;    // product of the digits so far, 0 between products
  reg [NW-1:0] digit_q;  // number of the digit to take, TOP downto 0

  // The digit: a is padded to whole digits, and to a power of two of them, at the top
  wire [(D<<NW)-1:0] padded = {{((D << NW) - M) {1'b0}}, a};
  wire [D-1:0] digit = padded[D*digit_q+:D];

  // acc x^D + digit * b, by Horner's rule: one shift and one masked copy of b for each bit
  genvar g;
  generate
    for (g = 0; g < D; g = g + 1) begin : g_bit
      wire [M-1:0] multiple = b & {M{digit[D-1-g]}};
      wire [M+g:0] sum;
      if (g == 0) assign sum = {acc_q, 1'b0} ^ {1'b0, multiple};
      else assign sum = {g_bit[g-1].sum, 1'b0} ^ {{(g + 1) {1'b0}}, multiple};
    end
  endgenerate

  gf2m_reduce #(.M(M), .H(D)) reduce (.in(g_bit[D-1].sum), .out(product));

  assign last = digit_q == {NW{1'b0}};

  always @(posedge clk) begin
    if (en) acc_q <= product;
    if (rst | (en & last)) acc_q <= {M{1'b0}};
    if (rst | (en & last)) digit_q <= TOP[NW-1:0];
    else if (en) digit_q <= digit_q - 1'b1;
  end

endmodule

`default_nettype wire
