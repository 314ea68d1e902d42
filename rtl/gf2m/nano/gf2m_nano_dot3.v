// SPDX-License-Identifier: Apache-2.0
// gf2m_nano_dot3: sum = a_0 b_0 + a_1 b_1 + a_2 b_2 over GF(2), one six-input LUT. Combinational.
`default_nettype none

(* keep_hierarchy *)  // so that it is this LUT and no other
module gf2m_nano_dot3 (
    input  wire [2:0] a,
    input  wire [2:0] b,
    output wire       sum
);

  assign sum = ^(a & b);

endmodule

`default_nettype wire
