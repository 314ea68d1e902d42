// SPDX-License-Identifier: Apache-2.0
// check_mult: a multiplier that takes one operand in digits, against shifts and adds, for all
// operands, product after product without a gap, in any number of cycles.
// DIGITS = 1: gf2m_digit_mult with digit D; 0: gf2m_serial_mult.
`default_nettype none

module check_mult #(
    parameter integer M = 5,
    parameter integer D = 2,
    parameter integer DIGITS = 1,
    parameter [M:0] F = 6'b100101    // field polynomial
) (
    input  wire         clk,
    input  wire         go,          // a cycle with en
    input  wire [M-1:0] next_a,      // operands of the next product
    input  wire [M-1:0] next_b,
    output wire         wrong
);

  reg first = 1'b1;
  always @(posedge clk) first <= 1'b0;

  reg [M-1:0] a;
  reg [M-1:0] b;
  wire [M-1:0] product;
  wire last;
  wire en = go & ~first;

  // Operands hold still during a product.
  always @(posedge clk)
    if (first | (en & last)) begin
      a <= next_a;
      b <= next_b;
    end

  generate
    if (DIGITS != 0) begin : g_digits
      gf2m_digit_mult #(.M(M), .D(D)) dut (
          .clk(clk), .rst(first), .en(en), .a(a), .b(b), .last(last), .product(product));
    end else begin : g_bits
      gf2m_serial_mult #(.M(M)) dut (
          .clk(clk), .rst(first), .en(en), .a(a), .b(b), .last(last), .product(product));
    end
  endgenerate

  reg [M:0] sum;
  integer i;
  always @* begin : horner
    sum = {(M + 1) {1'b0}};
    for (i = M - 1; i >= 0; i = i - 1) begin
      sum = sum << 1;
      if (sum[M]) sum = sum ^ F;
      if (a[i]) sum = sum ^ {1'b0, b};
    end
  end

  assign wrong = en & last & (product != sum[M-1:0]);

endmodule

`default_nettype wire
