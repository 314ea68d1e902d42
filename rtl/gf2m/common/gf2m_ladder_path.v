// SPDX-License-Identifier: Apache-2.0
// gf2m_ladder_path: registers around a multiplier; what an operation reads and writes.
//   s = product mod f + {0, X0, X1, T};  T = product mod f,  X0 X1 = s or s^4,  Z0 Z1 = s or s^2
// Factors come from X0, X1, x, c and Z0, Z1, T, y; c = b^(1/4). Every value is in [0, 2^M - 1].
// write: 9 hold, 8:7 addend (0 none, 1 X0, 2 X1, 3 T), 6 T, 5 Z1, 4 Z0, 3 X1, 2 X0, 1 power, 0 square.
// Constant time: nothing but data depends on data.
`default_nettype none

module gf2m_ladder_path #(
    parameter integer M = 233                // field, see gf2m_reduce
) (
    input  wire           clk,
    input  wire           rst,               // synchronous, active high, clears everything
    input  wire [2:0]     load,              // one hot: x, y, b take load_byte at this edge
    input  wire           load_first,        // it is the slot's first byte
    input  wire [7:0]     load_byte,         // most significant byte first
    input  wire           start,             // (X0, Z0) = (1, 0), (X1, Z1) = (0, 1)
    input  wire           set_one,           // X0 = 1, Z1 = (Z1 was 0 when tested)
    input  wire           test_z0,           // note if the right factor is 0
    input  wire           test_z1,
    input  wire [1:0]     sel_a,             // left factor
    input  wire [1:0]     sel_b,             // right factor
    output wire [M-1:0]   a,                 // it
    output wire [M-1:0]   b,
    input  wire [8:0]     write,             // what to do with the product, 0 = nothing
    input  wire [2*M-2:0] product,           // not reduced
    output wire           z0_zero            // Q = O
);

  reg [M-1:0] x0_q;
  reg [M-1:0] x1_q;
  reg [M-1:0] z0_q;
  reg [M-1:0] z1_q;
  reg [M-1:0] t_q;
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

  // ---- Factors
  gf2m_pick4 #(.W(M)) pick_a (.sel(sel_a), .d0(x0_q), .d1(x1_q), .d2(x_p), .d3(c), .y(a));
  gf2m_pick4 #(.W(M)) pick_b (.sel(sel_b), .d0(z0_q), .d1(z1_q), .d2(t_q), .d3(y_p), .y(b));

  wire b_zero;
  gf2m_is_zero #(.W(M)) detect (.in(b), .zero(b_zero));

  // ---- Results
  wire [M-1:0] remainder;
  wire [M-1:0] sum;
  wire [M-1:0] new_x;
  wire [M-1:0] new_z;

  gf2m_fold #(.M(M)) fold (.in(product), .out(remainder));
  gf2m_plus #(.W(M)) plus (.sel(write[8:7]), .a(remainder), .d1(x0_q), .d2(x1_q), .d3(t_q), .y(sum));
  gf2m_power_or #(.M(M), .N(2)) power_x (.power(write[1]), .a(sum), .y(new_x));
  gf2m_power_or #(.M(M), .N(1)) power_z (.power(write[0]), .a(sum), .y(new_z));

  // Constants 0 and 1 come by the flip-flops' reset; only bit 0 needs logic for them.
  wire one_x0 = (start | set_one) & ~rst;
  wire one_z1 = (start | (set_one & z1_zero_q)) & ~rst;

  always @(posedge clk) begin
    if (write[2]) x0_q <= new_x;
    if (write[3]) x1_q <= new_x;
    if (write[4]) z0_q <= new_z;
    if (write[5]) z1_q <= new_z;
    if (write[6]) t_q <= remainder;
    if (test_z0) z0_zero_q <= b_zero;
    if (test_z1) z1_zero_q <= b_zero;

    if (rst | start | set_one) begin
      x0_q <= {{(M - 1) {1'b0}}, one_x0};
      z1_q <= {{(M - 1) {1'b0}}, one_z1};
    end
    if (rst | start) begin
      x1_q <= {M{1'b0}};
      z0_q <= {M{1'b0}};
    end
    if (rst) begin
      t_q <= {M{1'b0}};
      z0_zero_q <= 1'b0;
      z1_zero_q <= 1'b0;
    end
  end

  assign z0_zero = z0_zero_q;

endmodule

`default_nettype wire
