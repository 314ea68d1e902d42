// SPDX-License-Identifier: Apache-2.0
// gf2m_compact_alu: accumulator of a multiplier with two bits a cycle and interleaved reduction.
//   next = acc x^2 + d row mod f (+ x^-4 mod f if one);  acc <- 0 if clear, else next if en
// Row and acc in [0, 2^M - 1], so is next. One LUT a bit: the sum of a product and an addend is one
// more step, with d = 1, and a result leaves from `next`, so that the register has no load path.
// Latency: one edge. Constant time. Reset clears acc.
`default_nettype none

(* keep_hierarchy *)  // mapped by itself: mixed with its surroundings it grows
module gf2m_compact_alu #(
    parameter integer M = 233        // field, see gf2m_reduce
) (
    input  wire         clk,
    input  wire         rst,         // synchronous, active high
    input  wire         en,          // take next
    input  wire         clear,       // take 0, even without en
    input  wire [1:0]   d,           // digit
    input  wire         one,         // add x^-4
    input  wire [M-1:0] row,         // multiplicand
    output wire [M-1:0] next         // what acc would take
);

  reg [M-1:0] acc_q;

  // x^-4: the low terms of f come from the one place that knows them; v / x = (v + v_0 f) / x.
  wire [M-1:0] taps;
  gf2m_reduce #(.M(M), .H(1)) low_terms (.in({1'b1, {M{1'b0}}}), .out(taps));

  wire unused = taps[0];
  wire [M-1:0] x_0 = {{(M - 1) {1'b0}}, 1'b1};
  wire [M-1:0] x_1;
  wire [M-1:0] x_2;
  wire [M-1:0] x_3;
  wire [M-1:0] x_4;
  assign x_1 = {x_0[0], x_0[M-1:1] ^ (taps[M-1:1] & {(M - 1) {x_0[0]}})};
  assign x_2 = {x_1[0], x_1[M-1:1] ^ (taps[M-1:1] & {(M - 1) {x_1[0]}})};
  assign x_3 = {x_2[0], x_2[M-1:1] ^ (taps[M-1:1] & {(M - 1) {x_2[0]}})};
  assign x_4 = {x_3[0], x_3[M-1:1] ^ (taps[M-1:1] & {(M - 1) {x_3[0]}})};

  wire [M+1:0] sum = {acc_q, 2'b00} ^ {1'b0, row & {M{d[1]}}, 1'b0} ^ {2'b00, row & {M{d[0]}}}
                   ^ {2'b00, x_4 & {M{one}}};

  gf2m_reduce #(.M(M), .H(2)) reduce (.in(sum), .out(next));

  always @(posedge clk) begin
    if (rst | clear) acc_q <= {M{1'b0}};
    else if (en) acc_q <= next;
  end

endmodule

`default_nettype wire
