// SPDX-License-Identifier: Apache-2.0
// gf2m_square: square in GF(2^M), combinational.
//   out = in^2 mod f, in and out in [0, 2^M - 1]
// Squaring a polynomial over GF(2) moves bit i to bit 2i. That is done by whole-vector steps that
// move ever smaller groups apart; they cost nothing in hardware and simulate fast.
`default_nettype none

module gf2m_square #(
    parameter integer M = 233        // field, see gf2m_reduce
) (
    input  wire [M-1:0] in,
    output wire [M-1:0] out
);

  localparam integer S = 2 * M - 1;             // bits of the square
  localparam integer STEPS = $clog2(M);

  // Ones in every other group of 2^n bits
  function [S-1:0] every_other(input integer n);
    integer i;
    for (i = 0; i < S; i = i + 1) every_other[i] = ((i >> n) & 1) == 0;
  endfunction

  // Groups of 2^(n+1) bits hold data in their lower half only; before step n the spacing is 2^n.
  genvar g;
  generate
    for (g = STEPS; g >= 0; g = g - 1) begin : g_step
      wire [S-1:0] spread;
      if (g == STEPS) assign spread = {{(M - 1) {1'b0}}, in};
      else begin : g_move
        localparam [S-1:0] MASK = every_other(g);
        assign spread = (g_step[g+1].spread | {g_step[g+1].spread[S-1-(1<<g):0], {(1 << g) {1'b0}}}) & MASK;
      end
    end
  endgenerate

  gf2m_reduce #(.M(M), .H(M - 1)) reduce (.in(g_step[0].spread), .out(out));

endmodule

`default_nettype wire
