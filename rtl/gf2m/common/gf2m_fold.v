// SPDX-License-Identifier: Apache-2.0
// gf2m_fold: remainder of a whole product, mapped by itself.
//   out = in mod f,  deg in <= 2 M - 2,  canonical result
// Combinational.
`default_nettype none

(* keep_hierarchy *)
module gf2m_fold #(
    parameter integer M = 233          // field, see gf2m_reduce
) (
    input  wire [2*M-2:0] in,
    output wire [M-1:0]   out
);

  gf2m_reduce #(.M(M), .H(M - 1)) reduce (.in(in), .out(out));

endmodule

`default_nettype wire
