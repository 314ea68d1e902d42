// SPDX-License-Identifier: Apache-2.0
// gf2m_pick3: three-way multiplexer that can give 0, one look-up table per bit.
//   y = d0, d1, d2, 0 for sel = 0, 1, 2, 3
// Combinational.
`default_nettype none

(* keep_hierarchy *)  // else its inputs are drawn into wider functions
module gf2m_pick3 #(
    parameter integer W = 233        // bits
) (
    input  wire [1:0]   sel,
    input  wire [W-1:0] d0,
    input  wire [W-1:0] d1,
    input  wire [W-1:0] d2,
    output wire [W-1:0] y
);

  assign y = sel[1] ? (d2 & {W{~sel[0]}}) : (sel[0] ? d1 : d0);

endmodule

`default_nettype wire
