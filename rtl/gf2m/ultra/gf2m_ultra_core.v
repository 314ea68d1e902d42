// SPDX-License-Identifier: Apache-2.0
// gf2m_ultra_core: Q = k P on y^2 + xy = x^3 + a x^2 + b over GF(2^M), for k, x, y, b in [0, 2^M - 1].
// Three Karatsuba products in every cycle, two cycles a bit: the least that two dependent levels
// of products allow without overlapping bits.
// Latency in cycles: 2 M + 21 + chain, the chain of the inversion as docs/gf2m.md has it.
// Constant time: the key bits choose between the two points' registers, as data and addresses only.
`default_nettype none

module gf2m_ultra_core #(
    parameter integer M = 233,               // field, see gf2m_reduce
    parameter integer LEAF = 32              // see gf2m_kara
) (
    input  wire         clk,                 // rising edge
    input  wire         rst,                 // synchronous, active high, clears all secrets
    input  wire [2:0]   load,                // one hot: x, y, b take load_byte at this edge
    input  wire         load_key,            // the key does
    input  wire         load_first,          // it is the first byte of its slot
    input  wire [7:0]   load_byte,           // most significant byte first
    input  wire         start,               // begin at this edge, only while no run is going on
    output wire         done,                // level, until the next start
    output wire         identity,            // with done: Q = O
    input  wire         view_y,              // result shown: 0 x_Q, 1 y_Q
    output wire [M-1:0] view                 // it, valid with done unless identity
);

  wire       key_bit;
  wire       key_next;
  wire [1:0] a1;
  wire [1:0] b1;
  wire [1:0] a2;
  wire [1:0] b2;
  wire [1:0] a3;
  wire [1:0] b3;
  wire [1:0] add;
  wire [1:0] add3;
  wire [2:0] write_x0;
  wire [2:0] write_x1;
  wire [1:0] write_z;
  wire [1:0] from_z;
  wire       write_t;
  wire       write_v;
  wire       set_x0;
  wire       set_z1;
  wire       test_z0;
  wire       test_z1;

  gf2m_key_bytes #(.M(M)) key (
      .clk(clk), .rst(rst), .load(load_key), .in(load_byte), .begin_at_top(start), .next(key_next),
      .key_bit(key_bit)
  );

  gf2m_ultra_program #(.M(M)) control (
      .clk(clk), .rst(rst), .start(start), .key_bit(key_bit), .key_next(key_next),
      .a1(a1), .b1(b1), .a2(a2), .b2(b2), .a3(a3), .b3(b3), .add(add), .add3(add3),
      .write_x0(write_x0), .write_x1(write_x1), .write_z(write_z), .from_z(from_z),
      .write_t(write_t), .write_v(write_v), .set_x0(set_x0), .set_z1(set_z1),
      .test_z0(test_z0), .test_z1(test_z1), .done(done)
  );

  // When a run is over, left factor 1 shows a result: x_Q is in X1, y_Q in X0.
  gf2m_ultra_path #(.M(M), .LEAF(LEAF)) path (
      .clk(clk), .rst(rst), .load(load), .load_first(load_first), .load_byte(load_byte),
      .start(start), .a1(done ? {1'b0, ~view_y} : a1), .b1(b1), .a2(a2), .b2(b2), .a3(a3), .b3(b3),
      .add(add), .add3(add3), .write_x0(write_x0), .write_x1(write_x1), .write_z(write_z),
      .from_z(from_z), .write_t(write_t), .write_v(write_v), .set_x0(set_x0), .set_z1(set_z1),
      .test_z0(test_z0), .test_z1(test_z1), .view(view), .z0_zero(identity)
  );

endmodule

`default_nettype wire
