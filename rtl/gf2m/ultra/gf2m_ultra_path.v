// SPDX-License-Identifier: Apache-2.0
// gf2m_ultra_path: registers around three multipliers; what an operation reads and writes.
//   f1, f2, f3 the products mod f;  sum = f1 + f2 + {0, X0, X1},  e = f3 + {0, X0, X1}
//   X0, X1 = f2, sum, e^4 or e^16;  Z0, Z1 = sum, sum^2 or V;  T = f1;  V = f3^2
// c = b^(1/4). Every value is in [0, 2^M - 1]. Selections as in gf2m_ultra_program.
// Everything in one cycle. Constant time: nothing but data depends on data.
`default_nettype none

module gf2m_ultra_path #(
    parameter integer M = 233,           // field, see gf2m_reduce
    parameter integer LEAF = 32          // see gf2m_kara
) (
    input  wire         clk,
    input  wire         rst,             // synchronous, active high, clears everything
    input  wire [2:0]   load,            // one hot: x, y, b take load_byte at this edge
    input  wire         load_first,      // it is the slot's first byte
    input  wire [7:0]   load_byte,       // most significant byte first
    input  wire         start,           // (X0, Z0) = (1, 0), (X1, Z1) = (0, 1)
    input  wire [1:0]   a1,              // factors
    input  wire [1:0]   b1,
    input  wire [1:0]   a2,
    input  wire [1:0]   b2,
    input  wire [1:0]   a3,
    input  wire [1:0]   b3,
    input  wire [1:0]   add,             // addends
    input  wire [1:0]   add3,
    input  wire [2:0]   write_x0,        // results
    input  wire [2:0]   write_x1,
    input  wire [1:0]   write_z,
    input  wire [1:0]   from_z,
    input  wire         write_t,
    input  wire         write_v,
    input  wire         set_x0,          // constants
    input  wire         set_z1,
    input  wire         test_z0,
    input  wire         test_z1,
    output wire [M-1:0] view,            // left factor of product 1: shows a result
    output wire         z0_zero          // Q = O
);

  reg [M-1:0] x0_q;
  reg [M-1:0] x1_q;
  reg [M-1:0] z0_q;
  reg [M-1:0] z1_q;
  reg [M-1:0] t_q;
  reg [M-1:0] v_q;
  reg         z0_zero_q;
  reg         z1_zero_q;

  wire [M-1:0] x_p;
  wire [M-1:0] y_p;
  wire [M-1:0] c;

  byte_shift #(.BITS(M)) row_x (.clk(clk), .rst(rst), .en(load[0]), .in(load_byte), .value(x_p));
  byte_shift #(.BITS(M)) row_y (.clk(clk), .rst(rst), .en(load[1]), .in(load_byte), .value(y_p));
  gf2m_quarter #(.M(M)) row_c (
      .clk(clk), .rst(rst), .en(load[2]), .first(load_first), .in(load_byte), .c(c)
  );

  // ---- Products. A multiplexer that offers 0 switches a product off.
  localparam [M-1:0] ZERO = {M{1'b0}};
  wire [M-1:0] left_1;
  wire [M-1:0] left_2;
  wire [M-1:0] left_3;
  wire [M-1:0] right_1;
  wire [M-1:0] right_2;
  wire [M-1:0] right_3;
  wire [M-1:0] f1;
  wire [M-1:0] f2;
  wire [M-1:0] f3;

  gf2m_pick3 #(.W(M)) pick_a1 (.sel(a1), .d0(x0_q), .d1(x1_q), .d2(x_p), .y(left_1));
  gf2m_pick3 #(.W(M)) pick_a2 (.sel(a2), .d0(x0_q), .d1(x1_q), .d2(x_p), .y(left_2));
  gf2m_pick3 #(.W(M)) pick_a3 (.sel(a3), .d0(x0_q), .d1(x1_q), .d2(c), .y(left_3));
  gf2m_pick4 #(.W(M)) pick_b1 (.sel(b1), .d0(z0_q), .d1(z1_q), .d2(t_q), .d3(y_p), .y(right_1));
  gf2m_pick3 #(.W(M)) pick_b2 (.sel(b2), .d0(z0_q), .d1(z1_q), .d2(t_q), .y(right_2));
  gf2m_pick3 #(.W(M)) pick_b3 (.sel(b3), .d0(z0_q), .d1(z1_q), .d2(t_q), .y(right_3));

  gf2m_ultra_mult #(.M(M), .LEAF(LEAF)) mult_1 (.clk(clk), .a(left_1), .b(right_1), .out(f1));
  gf2m_ultra_mult #(.M(M), .LEAF(LEAF)) mult_2 (.clk(clk), .a(left_2), .b(right_2), .out(f2));
  gf2m_ultra_mult #(.M(M), .LEAF(LEAF)) mult_3 (.clk(clk), .a(left_3), .b(right_3), .out(f3));

  wire b1_zero;
  gf2m_is_zero #(.W(M)) detect (.in(right_1), .zero(b1_zero));

  // ---- Sums, powers
  wire [M-1:0] sum;
  wire [M-1:0] e;
  wire [M-1:0] e4;
  wire [M-1:0] e16;
  wire [M-1:0] v;
  wire [M-1:0] sum_or_square;

  gf2m_ultra_sum #(.W(M)) plus (.sel(add), .a(f1), .b(f2), .d1(x0_q), .d2(x1_q), .y(sum));
  gf2m_ultra_sum #(.W(M)) plus_3 (.sel(add3), .a(f3), .b(ZERO), .d1(x0_q), .d2(x1_q), .y(e));
  gf2m_power_or #(.M(M), .N(2)) power_4 (.power(1'b1), .a(e), .y(e4));
  gf2m_power_or #(.M(M), .N(2)) power_16 (.power(1'b1), .a(e4), .y(e16));
  gf2m_power_or #(.M(M), .N(1)) power_v (.power(1'b1), .a(f3), .y(v));
  gf2m_power_or #(.M(M), .N(1)) power_z (.power(from_z[0]), .a(sum), .y(sum_or_square));

  wire [M-1:0] new_z = from_z[1] ? v_q : sum_or_square;
  wire [M-1:0] new_x0;
  wire [M-1:0] new_x1;
  gf2m_pick4 #(.W(M)) pick_x0 (.sel(write_x0[1:0]), .d0(f2), .d1(sum), .d2(e4), .d3(e16), .y(new_x0));
  gf2m_pick4 #(.W(M)) pick_x1 (.sel(write_x1[1:0]), .d0(f2), .d1(sum), .d2(e4), .d3(e16), .y(new_x1));

  // Constants 0 and 1 come by the flip-flops' reset; only bit 0 needs logic for them.
  wire one_x0 = (start | set_x0) & ~rst;
  wire one_z1 = (start | (set_z1 & z1_zero_q)) & ~rst;

  always @(posedge clk) begin
    if (write_x0[2]) x0_q <= new_x0;
    if (write_x1[2]) x1_q <= new_x1;
    if (write_z[0]) z0_q <= new_z;
    if (write_z[1]) z1_q <= new_z;
    if (write_t) t_q <= f1;
    if (write_v) v_q <= v;
    if (test_z0) z0_zero_q <= b1_zero;
    if (test_z1) z1_zero_q <= b1_zero;

    if (rst | start | set_x0) x0_q <= {{(M - 1) {1'b0}}, one_x0};
    if (rst | start | set_z1) z1_q <= {{(M - 1) {1'b0}}, one_z1};
    if (rst | start) begin
      x1_q <= {M{1'b0}};
      z0_q <= {M{1'b0}};
    end
    if (rst) begin
      t_q <= {M{1'b0}};
      v_q <= {M{1'b0}};
      z0_zero_q <= 1'b0;
      z1_zero_q <= 1'b0;
    end
  end

  assign view = left_1;
  assign z0_zero = z0_zero_q;

endmodule

`default_nettype wire
