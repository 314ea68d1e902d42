// SPDX-License-Identifier: Apache-2.0
// gf2m_plus: adds one of three values, or nothing, to a sum; one look-up table per bit.
//   y = a + { 0, d1, d2, d3 for sel = 0, 1, 2, 3 }
// Combinational.
`default_nettype none

(* keep_hierarchy *)  // else its inputs are drawn into wider functions
module gf2m_plus #(
    parameter integer W = 233        // bits
) (
    input  wire [1:0]   sel,
    input  wire [W-1:0] a,
    input  wire [W-1:0] d1,
    input  wire [W-1:0] d2,
    input  wire [W-1:0] d3,
    output wire [W-1:0] y
);

  assign y = a ^ (sel[1] ? (sel[0] ? d3 : d2) : (d1 & {W{sel[0]}}));

endmodule

`default_nettype wire
