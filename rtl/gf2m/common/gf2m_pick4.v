// SPDX-License-Identifier: Apache-2.0
// gf2m_pick4: four-way multiplexer, one look-up table per bit.
//   y = d0, d1, d2, d3 for sel = 0, 1, 2, 3
// Combinational.
`default_nettype none

(* keep_hierarchy *)  // else its inputs are drawn into wider functions
module gf2m_pick4 #(
    parameter integer W = 233        // bits
) (
    input  wire [1:0]   sel,
    input  wire [W-1:0] d0,
    input  wire [W-1:0] d1,
    input  wire [W-1:0] d2,
    input  wire [W-1:0] d3,
    output wire [W-1:0] y
);

  assign y = sel[1] ? (sel[0] ? d3 : d2) : (sel[0] ? d1 : d0);

endmodule

`default_nettype wire
