// SPDX-License-Identifier: Apache-2.0
// check_reduce: gf2m_reduce against division by f, bit by bit from the top.
//   wrong = 1 for an input whose remainder by F differs
`default_nettype none

module check_reduce #(
    parameter integer M = 5,
    parameter integer H = 4,
    parameter [M:0] F = 6'b100101    // field polynomial, bit i = coefficient of x^i
) (
    input  wire [M+H-1:0] in,
    output wire           wrong
);

  wire [M-1:0] out;
  gf2m_reduce #(.M(M), .H(H)) dut (.in(in), .out(out));

  reg [M+H-1:0] rest;
  integer i;
  always @* begin : division
    rest = in;
    for (i = M + H - 1; i >= M; i = i - 1) if (rest[i]) rest = rest ^ ({{(H - 1) {1'b0}}, F} << (i - M));
  end

  assign wrong = (out != rest[M-1:0]) | (|rest[M+H-1:M]);

endmodule

`default_nettype wire
