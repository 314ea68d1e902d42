// SPDX-License-Identifier: Apache-2.0
// gf2m_mul_core: one product in GF(2^M), digit-serial, with parallel ports.
//   result = a * b mod f, all in [0, 2^M - 1]
// Latency: ceil(M/D) edges after the one that takes start, up to and including the one that raises
// done. done is a level, until the next start; a and b hold still meanwhile. start is given only
// while no product is in progress. Constant time. Reset clears the result.
`default_nettype none

module gf2m_mul_core #(
    parameter integer M = 233,       // field, see gf2m_reduce
    parameter integer D = 8          // bits of a per cycle, 1..64
) (
    input  wire         clk,
    input  wire         rst,         // synchronous, active high
    input  wire         start,       // begin at this edge
    input  wire [M-1:0] a,           // operands
    input  wire [M-1:0] b,
    output reg          done,        // result is valid
    output reg  [M-1:0] result       // a * b mod f
);

  reg active_q;

  wire last;
  wire [M-1:0] product;

  gf2m_digit_mult #(.M(M), .D(D)) mult (
      .clk(clk), .rst(rst), .en(active_q), .a(a), .b(b), .last(last), .product(product)
  );

  always @(posedge clk) begin
    if (start) begin
      active_q <= 1'b1;
      done <= 1'b0;
    end else if (active_q & last) begin
      active_q <= 1'b0;
      done <= 1'b1;
      result <= product;  // the multiplier's own accumulator is 0 from here on
    end
    if (rst) begin
      active_q <= 1'b0;
      done <= 1'b0;
      result <= {M{1'b0}};
    end
  end

endmodule

`default_nettype wire
