// SPDX-License-Identifier: Apache-2.0
// gf2m_mid_half: what a Karatsuba pass takes of a factor, one look-up table per bit.
//   out = upper ? in1 : sum ? in0 + in1 : in0,   in = in0 + in1 x^H, H = ceil(M/2), M odd
// Combinational.
`default_nettype none

(* keep_hierarchy *)  // else it is drawn into the multiplier
module gf2m_mid_half #(
    parameter integer M = 233,             // bits of the factor, odd
    parameter integer H = (M + 1) / 2      // derived
) (
    input  wire         sum,               // both halves, added
    input  wire         upper,             // the upper half
    input  wire [M-1:0] in,
    output wire [H-1:0] out
);

  wire [H-1:0] low = in[H-1:0];
  wire [H-1:0] high = {1'b0, in[M-1:H]};

  assign out = (low & {H{~upper}}) ^ (high & {H{upper | sum}});

endmodule

`default_nettype wire
