// SPDX-License-Identifier: Apache-2.0
// gf2m_ultra_sum: two values and one of two others or nothing, added; one look-up table per bit.
//   y = a + b + { 0, d1, d2 for sel = 0, 1, 2 }
// Combinational.
`default_nettype none

(* keep_hierarchy *)  // else its inputs are drawn into wider functions
module gf2m_ultra_sum #(
    parameter integer W = 233        // bits
) (
    input  wire [1:0]   sel,         // one hot or 0
    input  wire [W-1:0] a,
    input  wire [W-1:0] b,
    input  wire [W-1:0] d1,
    input  wire [W-1:0] d2,
    output wire [W-1:0] y
);

  assign y = a ^ b ^ (d1 & {W{sel[0]}}) ^ (d2 & {W{sel[1]}});

endmodule

`default_nettype wire
