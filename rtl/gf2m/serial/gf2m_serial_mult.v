// SPDX-License-Identifier: Apache-2.0
// gf2m_serial_mult: bit-serial multiplier, double-width accumulator, reduction at the end.
//   product = a * b mod f, all in [0, 2^M - 1]
//   each cycle: acc <- acc * x + a_i b, i = M-1 downto 0; deg acc <= 2M - 2
// Latency: M cycles with en; the product is on `product` in the last of them (last = 1), reduced
// from the value that the accumulator takes at that edge, so that products follow each other
// without a gap. a and b hold still while en = 1. Constant time.
`default_nettype none

(* keep_hierarchy *)  // mapped by itself: mixed with its surroundings it grows
module gf2m_serial_mult #(
    parameter integer M = 233        // field, see gf2m_reduce
) (
    input  wire         clk,
    input  wire         rst,         // synchronous, active high; clears the accumulator
    input  wire         en,          // a product is in progress
    input  wire [M-1:0] a,           // operand taken bit by bit
    input  wire [M-1:0] b,           // operand taken whole
    output wire         last,        // this is the last cycle of a product
    output wire [M-1:0] product      // a * b mod f when last
);

  localparam integer NW = $clog2(M);
  localparam integer TOP = M - 1;

  reg [2*M-2:0] acc_q;   // sum of the partial products so far, 0 between products
  reg [NW-1:0]  bit_q;   // number of the bit of a to take, TOP downto 0

  // Partial product
  wire [(1<<NW)-1:0] padded = {{((1 << NW) - M) {1'b0}}, a};
  wire [M-1:0] partial = padded[bit_q] ? b : {M{1'b0}};
  wire [2*M-2:0] sum = {acc_q[2*M-3:0], 1'b0} ^ {{(M - 1) {1'b0}}, partial};
  wire unused = acc_q[2*M-2];  // holds the top bit of a whole product only

  assign last = bit_q == {NW{1'b0}};

  // Reduction: the paper prints Algorithm 2 for x^233 + x^74 + 1; other fields fold twice.
  generate
    if (M == 233) begin : g_words
      gf2m_reduce_233 reduce (.in(sum), .out(product));
    end else begin : g_folds
      gf2m_reduce #(.M(M), .H(M - 1)) reduce (.in(sum), .out(product));
    end
  endgenerate

  always @(posedge clk) begin
    if (en) begin
      acc_q <= last ? {(2 * M - 1) {1'b0}} : sum;
      bit_q <= last ? TOP[NW-1:0] : bit_q - 1'b1;
    end
    if (rst) begin
      acc_q <= {(2 * M - 1) {1'b0}};
      bit_q <= TOP[NW-1:0];
    end
  end

endmodule

`default_nettype wire
