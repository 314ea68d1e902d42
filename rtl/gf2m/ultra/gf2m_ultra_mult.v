// SPDX-License-Identifier: Apache-2.0
// gf2m_ultra_mult: product in GF(2^M) within a cycle.
//   out = a b mod f,  a, b and out in [0, 2^M - 1]
// Combinational.
`default_nettype none

module gf2m_ultra_mult #(
    parameter integer M = 233,           // field, see gf2m_reduce
    parameter integer LEAF = 32          // see gf2m_kara
) (
    input  wire         clk,             // of the registers that gf2m_kara could have; none here
    input  wire [M-1:0] a,
    input  wire [M-1:0] b,
    output wire [M-1:0] out
);

  wire [2*M-2:0] product;

  gf2m_kara #(.W(M), .CUT(-1), .LEAF(LEAF)) mul (.clk(clk), .clear(1'b0), .a(a), .b(b), .p(product));
  gf2m_fold #(.M(M)) fold (.in(product), .out(out));

endmodule

`default_nettype wire
