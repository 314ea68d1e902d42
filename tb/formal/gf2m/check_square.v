// SPDX-License-Identifier: Apache-2.0
// check_square: gf2m_square against the product of the operand with itself, by shifts and adds.
`default_nettype none

module check_square #(
    parameter integer M = 5,
    parameter [M:0] F = 6'b100101    // field polynomial
) (
    input  wire [M-1:0] in,
    output wire         wrong
);

  wire [M-1:0] out;
  gf2m_square #(.M(M)) dut (.in(in), .out(out));

  // Horner's rule: sum <- sum x + in_i in, reduced at once
  reg [M:0] sum;
  integer i;
  always @* begin : horner
    sum = {(M + 1) {1'b0}};
    for (i = M - 1; i >= 0; i = i - 1) begin
      sum = sum << 1;
      if (sum[M]) sum = sum ^ F;
      if (in[i]) sum = sum ^ {1'b0, in};
    end
  end

  assign wrong = out != sum[M-1:0];

endmodule

`default_nettype wire
