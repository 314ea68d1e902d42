// SPDX-License-Identifier: Apache-2.0
// gf2m_three_products: sum of three bitwise products, one six-input look-up table a bit.
//   y = (u0 & v0) + (u1 & v1) + (u2 & v2)
// Kept by itself: free mapping of a wide sum of products takes half as many tables again.
// Combinational.
`default_nettype none

(* keep_hierarchy *)
module gf2m_three_products #(
    parameter integer W = 15         // bits of each vector, at least 1
) (
    input  wire [W-1:0] u0,          // left factors
    input  wire [W-1:0] u1,
    input  wire [W-1:0] u2,
    input  wire [W-1:0] v0,          // right factors
    input  wire [W-1:0] v1,
    input  wire [W-1:0] v2,
    output wire [W-1:0] y
);

  assign y = (u0 & v0) ^ (u1 & v1) ^ (u2 & v2);

endmodule

`default_nettype wire
