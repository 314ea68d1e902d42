// SPDX-License-Identifier: Apache-2.0
// gf2m_is_zero: 1 if a word is 0. Combinational.
`default_nettype none

(* keep_hierarchy *)  // mapped by itself, as a tree of six-input functions
module gf2m_is_zero #(
    parameter integer W = 233        // bits
) (
    input  wire [W-1:0] in,
    output wire         zero
);

  assign zero = ~|in;

endmodule

`default_nettype wire
