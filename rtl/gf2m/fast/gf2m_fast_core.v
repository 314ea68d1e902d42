// SPDX-License-Identifier: Apache-2.0
// gf2m_fast_core: Q = k P on y^2 + xy = x^3 + a x^2 + b over GF(2^M), for k, x, y, b in [0, 2^M - 1].
// A whole Karatsuba product begins in every cycle; registers inside the multiplier make two
// stages, and the ladder is ordered so that it never waits for them: six cycles a bit.
// Latency in cycles: 6 M + 33 + chain, the chain of the inversion as docs/gf2m.md has it.
// Constant time: the key bits choose between the two points' registers, as data and addresses only.
`default_nettype none

module gf2m_fast_core #(
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

  // Registers two levels down, where a product of 233 bits is cut about in half
  localparam integer CUT = (M <= 2 * LEAF) ? 0 : 2;

  reg [9:0] write_q;      // of the operation in the second stage

  wire           key_bit;
  wire           key_next;
  wire           accept;
  wire           multiply;
  wire [1:0]     sel_a;
  wire [1:0]     sel_b;
  wire [9:0]     write;
  wire           set_one;
  wire           test_z0;
  wire           test_z1;
  wire [M-1:0]   a;
  wire [M-1:0]   b;
  wire [2*M-2:0] product;

  gf2m_key_bytes #(.M(M)) key (
      .clk(clk), .rst(rst), .load(load_key), .in(load_byte), .begin_at_top(start), .next(key_next),
      .key_bit(key_bit)
  );

  gf2m_ladder_program #(.M(M)) control (
      .clk(clk), .rst(rst), .start(start), .ready(1'b1), .drained(write_q[9]), .key_bit(key_bit),
      .key_next(key_next), .accept(accept), .product(multiply), .sel_a(sel_a), .sel_b(sel_b),
      .write(write), .set_one(set_one), .test_z0(test_z0), .test_z1(test_z1), .done(done)
  );

  // When a run is over, the left factor shows a result: x_Q is in X1, y_Q in X0.
  gf2m_ladder_path #(.M(M)) path (
      .clk(clk), .rst(rst), .load(load), .load_first(load_first), .load_byte(load_byte),
      .start(start), .set_one(set_one), .test_z0(test_z0), .test_z1(test_z1),
      .sel_a(done ? {1'b0, ~view_y} : sel_a), .sel_b(sel_b), .a(a), .b(b),
      .write(write_q[8:0]), .product(product), .z0_zero(identity)
  );

  assign view = a;

  // An operation without product leaves 0 in the registers.
  gf2m_kara #(.W(M), .CUT(CUT), .LEAF(LEAF)) mul (
      .clk(clk), .clear(rst | ~(accept & multiply)), .a(a), .b(b), .p(product)
  );

  always @(posedge clk) begin
    write_q <= (accept & ~rst) ? write : 10'd0;
  end

endmodule

`default_nettype wire
