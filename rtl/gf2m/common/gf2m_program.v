// SPDX-License-Identifier: Apache-2.0
// gf2m_program: control of a point multiplication Q = k P on y^2 + xy = x^3 + a x^2 + b.
// Emits one register-transfer operation after another, each dst <- src_a (op) src_b, and waits for
// `last`, the last cycle of each. Lopez-Dahab ladder from (O, P), always M iterations of 11 products
// or squares and 3 additions; recovery of both coordinates with one Itoh-Tsujii inversion.
// Operations: M*11 + 11 + (M-1) + chain products or squares, 3*M + 15 additions, where chain =
// floor(log2(M-1)) + weight(M-1) - 1. Latency: the sum of their cycles, nothing between them.
// Constant time: the key and the two zero flags only exchange row addresses (`swap`).
`default_nettype none

(* keep_hierarchy *)  // mapped by itself: mixed with its surroundings it grows
module gf2m_program #(
    parameter integer M = 233,             // field size, 5 or more
    parameter integer IW = $clog2(M)       // derived: width of a bit number
) (
    input  wire          clk,
    input  wire          rst,              // synchronous, active high
    input  wire          start,            // begin, only while not active
    input  wire          last,             // the operation shown ends at this edge
    input  wire          key_bit,          // bit key_index of k
    input  wire          b_zero,           // the operand on port b is 0
    output wire [IW-1:0] key_index,        // bit of k for the next iteration, M-1 downto 0
    output reg           active,           // an operation is shown
    output wire [1:0]    op,               // 0 a+b, 1 a+b+1, 2 a*b, 3 a*a (then src_a = src_b)
    output wire [3:0]    src_a,            // row of operand a (the one taken in digits)
    output wire [3:0]    src_b,            // row of operand b, always one of rows 0..7
    output wire [3:0]    dst,              // row of the result
    output reg           done,             // high from the end until the next start
    output wire          identity,         // with done: Q = O
    output wire          swap              // with done: Q is in rows X2, Z2 instead of X1, Z1
);

  // ---- Rows. X1/X2 and Z1/Z2 differ in bit 0, which `swap` inverts.
  localparam [3:0] X1 = 0, X2 = 1, Z1 = 2, Z2 = 3, T = 4, U = 5, W = 6, X = 7, V = 8, Y = 9, B = 10;
  localparam [1:0] ADD = 0, ADD1 = 1, MUL = 2, SQR = 3;

  // ---- Places in the program at which something happens beside the operation
  localparam [5:0] SETUP_END = 3, LADDER = 4, LADDER_END = 17, TEST_Z1 = 18, TEST_Z2 = 19,
                   CHAIN_BEGIN = 31, SQUARE = 32, REPEAT = 33, TIMES = 34, ODD_END = 36,
                   CHAIN_END = 37, FINISH = 45;

  // {op, dst, a, b}. On entry (X1,Z1) is the point to double, (X2,Z2) the one to add to.
  function [13:0] instruction(input [5:0] at);
    case (at)
      // (O, P) = (1 : 0), (x : 1); a row added to itself gives 0
      6'd0:  instruction = {ADD1, X1, T, T};
      6'd1:  instruction = {ADD, Z1, T, T};
      6'd2:  instruction = {ADD, X2, X, Z1};
      6'd3:  instruction = {ADD1, Z2, T, T};
      // sum: Z2 = (X1 Z2 + X2 Z1)^2, X2 = X1 Z2 X2 Z1 + x Z2
      6'd4:  instruction = {MUL, T, X1, Z2};
      6'd5:  instruction = {MUL, U, X2, Z1};
      6'd6:  instruction = {ADD, Z2, T, U};
      6'd7:  instruction = {SQR, Z2, Z2, Z2};
      6'd8:  instruction = {MUL, T, T, U};
      6'd9:  instruction = {MUL, X2, X, Z2};
      6'd10: instruction = {ADD, X2, X2, T};
      // double: Z1 = X1^2 Z1^2, X1 = X1^4 + b Z1^4
      6'd11: instruction = {SQR, T, X1, X1};
      6'd12: instruction = {SQR, U, Z1, Z1};
      6'd13: instruction = {MUL, Z1, T, U};
      6'd14: instruction = {SQR, T, T, T};
      6'd15: instruction = {SQR, U, U, U};
      6'd16: instruction = {MUL, U, B, U};
      6'd17: instruction = {ADD, X1, T, U};
      // V = x Z1 Z2, Z1 = Z1 Z2, X1 = X1 x Z2, T = (X1 + x Z1)(X2 + x Z2) + (x^2 + y) Z1 Z2
      6'd18: instruction = {MUL, T, X, Z1};
      6'd19: instruction = {MUL, U, X, Z2};
      6'd20: instruction = {MUL, V, T, Z2};
      6'd21: instruction = {MUL, Z1, Z1, Z2};
      6'd22: instruction = {ADD, T, X1, T};
      6'd23: instruction = {MUL, X1, X1, U};
      6'd24: instruction = {ADD, U, X2, U};
      6'd25: instruction = {MUL, T, T, U};
      6'd26: instruction = {SQR, U, X, X};
      6'd27: instruction = {ADD, U, Y, U};
      6'd28: instruction = {MUL, U, U, Z1};
      6'd29: instruction = {ADD, T, T, U};
      // W = V^(2^(M-1) - 1) by an addition chain on the exponent M-1, then W = W^2 = 1/V, 0 for 0
      6'd30: instruction = {ADD, U, U, U};
      6'd31: instruction = {ADD, W, V, U};
      6'd32: instruction = {SQR, U, W, W};
      6'd33: instruction = {SQR, U, U, U};
      6'd34: instruction = {MUL, W, U, W};
      6'd35: instruction = {SQR, U, W, W};
      6'd36: instruction = {MUL, W, V, U};
      6'd37: instruction = {SQR, W, W, W};
      // X1 = x_Q, Z1 = y_Q; and -P = (x, x + y) in X2, Z2
      6'd38: instruction = {MUL, X1, X1, W};
      6'd39: instruction = {ADD, U, X, X1};
      6'd40: instruction = {MUL, U, U, T};
      6'd41: instruction = {MUL, U, U, W};
      6'd42: instruction = {ADD, Z1, Y, U};
      6'd43: instruction = {ADD, Z2, Y, X};
      6'd44: instruction = {ADD, T, T, T};
      6'd45: instruction = {ADD, X2, X, T};
      default: instruction = 14'd0;
    endcase
  endfunction

  // ---- Itoh-Tsujii: W = V^(2^e - 1), e the leading bits of M-1 down to bit r. A round squares e
  // times, which doubles e, and appends bit r-1 of M-1. Rounds r = ROUNDS downto 1.
  localparam integer ROUNDS = IW - 1;
  localparam integer RW = $clog2(ROUNDS + 2);
  localparam [RW-1:0] BEFORE_FIRST = ROUNDS[RW-1:0] + 1'b1;
  localparam [31:0] EXPONENT = M - 1;
  localparam [IW:0] TOP_BIT = EXPONENT[IW:0];

  wire [((IW+1)<<RW)-1:0] repeats;  // e - 2 by r: the counter passes 0 before it ends
  genvar g;
  generate
    for (g = 0; g < (1 << RW); g = g + 1) begin : g_repeats
      localparam integer MINUS_2 = ((M - 1) >> g) - 2;
      assign repeats[(IW+1)*g+:IW+1] = MINUS_2[IW:0];
    end
  endgenerate

  // ---- Registers. The instruction is fetched one operation ahead, so that its bits come out of
  // flip-flops and no cycle passes between operations.
  reg [5:0]    pc_q;     // the operation shown
  reg [13:0]   ir_q;     // its instruction
  reg [IW:0]   count_q;  // next key bit, or squares to come less one; top bit: none left
  reg [RW-1:0] round_q;  // r
  reg          swap_q;
  reg          z1_zero_q;
  reg          z2_zero_q;

  // ---- Next operation: all conditions are public
  wire [RW-1:0] round_next = round_q - 1'b1;
  wire none_left = count_q[IW];
  wire chain_end = round_q == {{(RW - 1) {1'b0}}, 1'b1};
  wire odd = EXPONENT[{{(5 - RW) {1'b0}}, round_next}];
  wire round_end = (pc_q == ODD_END) | ((pc_q == TIMES) & ~odd);
  reg [5:0] pc_next;

  // Loops: the ladder; the squares of a round, where SQUARE always runs and REPEAT e-1 times; the
  // rounds of the inversion, whose second half runs for a 1 in M-1.
  always @* begin : next_place
    pc_next = pc_q + 6'd1;
    case (pc_q)
      LADDER_END: if (~none_left) pc_next = LADDER;
      SQUARE: if (none_left) pc_next = TIMES;
      REPEAT: if (~none_left) pc_next = REPEAT;
      TIMES: if (~odd) pc_next = chain_end ? CHAIN_END : SQUARE;
      ODD_END: pc_next = SQUARE;  // M is odd, so the last round ends in TIMES
      default: ;
    endcase
    if (~active) pc_next = 6'd0;
  end

  // A key bit is read while the last operation before its iteration ends.
  wire next_key_bit = (pc_q == SETUP_END) | ((pc_q == LADDER_END) & ~none_left);
  wire step = active & last;

  always @(posedge clk) begin
    if (start | step) begin
      pc_q <= pc_next;
      ir_q <= instruction(pc_next);
    end

    if (start) begin
      active <= 1'b1;
      done <= 1'b0;
      count_q <= TOP_BIT;
      round_q <= BEFORE_FIRST;
      swap_q <= 1'b0;
    end else if (step) begin
      if (pc_q == FINISH) begin
        active <= 1'b0;
        done <= 1'b1;
      end
      if (pc_q == CHAIN_BEGIN || round_end) begin
        count_q <= repeats[(IW+1)*round_next+:IW+1];
        round_q <= round_next;
      end else if (next_key_bit || pc_q == SQUARE || pc_q == REPEAT) begin
        count_q <= count_q - 1'b1;
      end
      if (next_key_bit) swap_q <= key_bit;
      else if (pc_q == LADDER_END) swap_q <= 1'b0;
      else if (pc_q == FINISH) swap_q <= z2_zero_q;
      if (pc_q == TEST_Z1) z1_zero_q <= b_zero;
      if (pc_q == TEST_Z2) z2_zero_q <= b_zero;
    end

    if (rst) begin
      active <= 1'b0;
      done <= 1'b0;
      swap_q <= 1'b0;
      z1_zero_q <= 1'b0;
      z2_zero_q <= 1'b0;
    end
  end

  // ---- Exchange of addresses, for rows X1, X2, Z1, Z2 (numbers below 4) only
  function [3:0] exchange(input [3:0] row, input by);
    exchange = {row[3:1], row[0] ^ (by & ~row[3] & ~row[2])};
  endfunction

  assign op = ir_q[13:12];
  assign dst = exchange(ir_q[11:8], swap_q);
  assign src_a = exchange(ir_q[7:4], swap_q);
  assign src_b = exchange(ir_q[3:0], swap_q);
  assign key_index = count_q[IW-1:0];
  assign identity = z1_zero_q;
  assign swap = swap_q;

endmodule

`default_nettype wire
