// SPDX-License-Identifier: Apache-2.0
// gf2m_digit_core: Q = k P on y^2 + xy = x^3 + a x^2 + b over GF(2^M), for k, x, y, b in [0, 2^M - 1].
// One digit-serial multiplier, one adder, 11 rows; operand and key registers fill by bytes.
// Latency in cycles, with P = ceil(M/D) per product, S per square (P, or 1 with SQUARER = 1) and
// chain = floor(log2(M-1)) + weight(M-1) - 1 products in the inversion:
//   M*(6 P + 5 S + 3) + (10 + chain)*P + M*S + 15
// Constant time: the key chooses rows only, through gf2m_program's swap.
`default_nettype none

module gf2m_digit_core #(
    parameter integer M = 233,               // field, see gf2m_reduce
    parameter integer D = 8,                 // digit, 1..64
    parameter integer SQUARER = 0            // 1: squares take one cycle
) (
    input  wire         clk,                 // rising edge
    input  wire         rst,                 // synchronous, active high, clears all secrets
    input  wire [2:0]   load,                // one hot: x, y, b take load_byte at this edge
    input  wire         load_key,            // the key does
    input  wire [7:0]   load_byte,           // most significant byte first
    input  wire         start,               // begin at this edge, only while no run is going on
    output wire         done,                // level, until the next start
    output wire         identity,            // with done: Q = O
    input  wire         view_y,              // result shown: 0 x_Q, 1 y_Q
    output wire [M-1:0] view                 // it, valid with done unless identity
);

  localparam integer IW = $clog2(M);
  localparam [1:0] ADD1 = 1, SQR = 3;

  wire          key_bit;
  wire [IW-1:0] key_index;
  wire          active;
  wire [1:0]    op;
  wire [3:0]    src_a;
  wire [3:0]    src_b;
  wire [3:0]    dst;
  wire          swap;
  wire          last;
  wire          mult_last;
  wire [M-1:0]  a;
  wire [M-1:0]  b;
  wire [M-1:0]  product;
  wire [M-1:0]  wdata;

  gf2m_program #(.M(M)) control (
      .clk(clk), .rst(rst), .start(start), .last(last), .key_bit(key_bit), .b_zero(~|b),
      .key_index(key_index), .active(active), .op(op), .src_a(src_a), .src_b(src_b), .dst(dst),
      .done(done), .identity(identity), .swap(swap)
  );

  // When no run is going on, port a shows a result: row X1, X2, Z1 or Z2.
  gf2m_rows #(.M(M), .B_ROWS(8)) rows (
      .clk(clk), .rst(rst), .we(active & last), .dst(dst), .wdata(wdata),
      .load(load), .load_byte(load_byte),
      .sel_a(active ? src_a : {2'b00, view_y, swap}), .sel_b(src_b), .a(a), .b(b)
  );

  assign view = a;

  // Key register; one bit of it is looked at per iteration
  wire [M-1:0] key;
  wire [(1<<IW)-1:0] key_padded = {{((1 << IW) - M) {1'b0}}, key};
  byte_shift #(.BITS(M)) key_reg (.clk(clk), .rst(rst), .en(load_key), .in(load_byte), .value(key));
  assign key_bit = key_padded[key_index];

  // Arithmetic
  wire short_square = (SQUARER != 0) & (op == SQR);
  wire multiply = op[1] & ~short_square;
  wire [M-1:0] square;

  gf2m_digit_mult #(.M(M), .D(D)) mult (
      .clk(clk), .rst(rst), .en(active & multiply), .a(a), .b(b), .last(mult_last),
      .product(product)
  );

  generate
    if (SQUARER != 0) begin : g_squarer
      gf2m_square #(.M(M)) squarer (.in(b), .out(square));
    end else begin : g_no_squarer
      assign square = {M{1'b0}};
    end
  endgenerate

  // The constant 1 is 0 + 1, with 0 made by adding a row to itself.
  wire [M-1:0] sum = a ^ b ^ {{(M - 1) {1'b0}}, op == ADD1};

  assign last = ~multiply | mult_last;
  assign wdata = multiply ? product : short_square ? square : sum;

endmodule

`default_nettype wire
