// SPDX-License-Identifier: Apache-2.0
// gf2m_ultra_program: the operations of Q = k P on gf2m_ultra_path, one a cycle.
// A bit of k takes two, on a doubled point d = k_i and a sum s = 1 - d:
//   T = Xs Zd, Xs = Xd Zs, Zs = (Xs Zd + Xd Zs)^2, V = (Xd Zd)^2;   Xs = T Xs + x Zs, Xd = (Xd + c Zd)^4, Zd = V
// Then recovery with w = 1/(x^2 Z0 Z1): exponent E = (M-1)/2 by Itoh-Tsujii in x^4 and x^16.
// A result may be used by the next operation. Latency: M and E alone decide, see gf2m_ultra_core.
// Constant time: the key bits go into row numbers only; every branch is on public counters.
`default_nettype none

module gf2m_ultra_program #(
    parameter integer M = 233           // field
) (
    input  wire        clk,
    input  wire        rst,             // synchronous, active high
    input  wire        start,           // begin at this edge
    input  wire        key_bit,         // of the bit to come
    output wire        key_next,        // it is used
    output wire [1:0]  a1,              // left factors: 0 X0, 1 X1, 2 x, 3 nothing
    output wire [1:0]  b1,              // right factors: 0 Z0, 1 Z1, 2 T, 3 y (product 1 only)
    output wire [1:0]  a2,
    output wire [1:0]  b2,
    output wire [1:0]  a3,              // 0 X0, 1 X1, 2 c, 3 nothing
    output wire [1:0]  b3,
    output wire [1:0]  add,             // addend of the sum: 0 nothing, 1 X0, 2 X1
    output wire [1:0]  add3,            // addend of product 3, the same
    output wire [2:0]  write_x0,        // 2 write; 1:0 0 product 2, 1 sum, 2 fourth, 3 sixteenth power
    output wire [2:0]  write_x1,
    output wire [1:0]  write_z,         // 0 Z0, 1 Z1
    output wire [1:0]  from_z,          // 0 sum, 1 square of the sum, 2 V
    output wire        write_t,         // T = product 1
    output wire        write_v,         // V = square of product 3
    output wire        set_x0,          // X0 = 1, comes before write_x0
    output wire        set_z1,          // Z1 = (Z1 was 0)
    output wire        test_z0,         // note if right factor 1 is 0: it is Z0
    output wire        test_z1,
    output reg         done             // level, until the next start
);

  // ---- Operations. Fields: left and right of products 1, 2, 3 | addend X, for product 3 | source of X,
  // write X, its row | source of Z, write Z, its row | T, V, X0 = 1
  localparam [1:0] X0 = 0, X1 = 1, XP = 2, C = 2, NO = 3;
  localparam [1:0] Z0 = 0, Z1 = 1, T = 2, Y = 3;
  localparam [1:0] OTHER = 0, SUM = 1, P4 = 2, PLAIN = 0, SQR = 1, V = 2;
  localparam [4:0] BIT_A = 1, BIT_B = 2, ZERO_1 = 3, ZERO_0 = 5, POWER = 14, DOUBLE = 15, APPEND = 16,
                   CHAIN_END = 17, ONE = 20, LAST = 24, POWER_6 = 25;

  function [24:0] operation(input [4:0] pc);
    case (pc)
      //                     a1  b1  a2  b2  a3  b3  +x +3   X                Z               T V 1
      5'd0:  operation = {XP, Z1, NO, Z0, NO, Z0, 2'b10, SUM,   2'b11, PLAIN, 2'b00, 3'b000};  // X1 = x
      5'd1:  operation = {X1, Z0, X0, Z1, X0, Z0, 2'b00, OTHER, 2'b11, SQR,  2'b11, 3'b110};  // a bit
      5'd2:  operation = {X1, T,  XP, Z1, C,  Z0, 2'b01, SUM,   2'b11, V,    2'b10, 3'b000};
      5'd3:  operation = {XP, Z1, NO, Z0, NO, Z0, 2'b10, SUM,   2'b01, PLAIN, 2'b11, 3'b100};  // T = x Z1, Z1 = R = X1 + x Z1
      5'd4:  operation = {X0, T,  NO, Z0, NO, Z0, 2'b00, SUM,   2'b11, PLAIN, 2'b00, 3'b000};  // X1 = N = X0 x Z1
      5'd5:  operation = {XP, Z0, NO, Z0, NO, Z0, 2'b10, SUM,   2'b10, PLAIN, 2'b00, 3'b000};  // X0 = L = X0 + x Z0
      5'd6:  operation = {X0, Z1, NO, Z0, NO, Z0, 2'b00, SUM,   2'b00, PLAIN, 2'b11, 3'b001};  // Z1 = L R, X0 = 1
      5'd7:  operation = {X0, T,  NO, Z0, NO, Z0, 2'b00, SUM,   2'b10, PLAIN, 2'b00, 3'b000};  // X0 = x Z1
      5'd8:  operation = {X0, Z0, NO, Z0, NO, Z0, 2'b00, SUM,   2'b10, PLAIN, 2'b10, 3'b000};  // X0 = Z0 = W = x Z0 Z1
      5'd9:  operation = {X0, Y,  XP, Z1, NO, Z0, 2'b00, SUM,   2'b10, PLAIN, 2'b00, 3'b000};  // X0 = x L R + y W
      5'd10: operation = {XP, Z0, NO, Z0, NO, Z0, 2'b00, SUM,   2'b00, PLAIN, 2'b10, 3'b100};  // T = Z0 = x W
      5'd11: operation = {XP, T,  NO, Z0, NO, Z0, 2'b10, SUM,   2'b00, PLAIN, 2'b11, 3'b001};  // Z1 = G, X0 = 1
      5'd12: operation = {X0, T,  NO, Z0, NO, Z0, 2'b00, SUM,   2'b10, SQR,  2'b10, 3'b000};  // X0 = x W, Z0 = (x W)^2
      5'd13: operation = {X0, Z0, NO, Z0, NO, Z0, 2'b00, SUM,   2'b10, PLAIN, 2'b00, 3'b100};  // T = X0 = (x W)^3
      5'd14: operation = {NO, Z0, NO, Z0, NO, Z0, 2'b01, P4,    2'b10, PLAIN, 2'b00, 3'b000};  // X0 = X0^4 or X0^16
      5'd15: operation = {X0, T,  NO, Z0, X0, T,  2'b00, P4,    2'b10, PLAIN, 2'b00, 3'b100};  // twice the exponent
      5'd16: operation = {X0, Z0, NO, Z0, X0, Z0, 2'b00, P4,    2'b10, PLAIN, 2'b00, 3'b100};  // one more
      5'd17: operation = {XP, T,  NO, Z0, NO, Z0, 2'b00, SUM,   2'b00, PLAIN, 2'b10, 3'b001};  // Z0 = x w, X0 = 1
      5'd18: operation = {X0, T,  NO, Z0, NO, Z0, 2'b00, SUM,   2'b10, PLAIN, 2'b00, 3'b000};  // X0 = w
      5'd19: operation = {X1, Z0, NO, Z0, NO, Z0, 2'b00, SUM,   2'b11, PLAIN, 2'b00, 3'b000};  // X1 = x_Q = N x w
      5'd20: operation = {X0, Z1, NO, Z0, NO, Z0, 2'b00, SUM,   2'b00, PLAIN, 2'b00, 3'b101};  // T = K = G w, X0 = 1
      5'd21: operation = {X0, Y,  XP, T,  NO, Z0, 2'b00, SUM,   2'b10, PLAIN, 2'b00, 3'b000};  // X0 = y + x K
      5'd22: operation = {X1, T,  NO, Z0, NO, Z0, 2'b10, SUM,   2'b10, PLAIN, 2'b00, 3'b000};  // X0 = y_Q = y + (x + x_Q) K
      5'd23: operation = {XP, Z1, NO, Z0, NO, Z0, 2'b10, SUM,   2'b10, PLAIN, 2'b00, 3'b000};  // if Z1 was 0, Q = -P = (x, x + y)
      5'd24: operation = {XP, Z1, NO, Z0, NO, Z0, 2'b10, SUM,   2'b11, PLAIN, 2'b00, 3'b000};
      5'd25: operation = {X0, T,  NO, Z0, X0, T,  2'b00, P4,    2'b10, PLAIN, 2'b10, 3'b100};  // T = Z0 = (x W)^6, X0 = T^4
      default: operation = {NO, Z0, NO, Z0, NO, Z0, 2'b00, SUM, 2'b00, PLAIN, 2'b00, 3'b000};
    endcase
  endfunction

  // ---- Inversion: T = (x W)^(2 (4^e - 1)), e the leading bits of E = (M-1)/2 down to bit r
  localparam integer IW = $clog2(M);
  localparam integer E = (M - 1) / 2;
  localparam integer ROUNDS = $clog2(E + 1) - 1;
  localparam integer RW = $clog2(ROUNDS + 1);
  localparam [RW-1:0] FIRST_ROUND = ROUNDS[RW-1:0];
  localparam [(1<<RW)-1:0] E_BITS = E[(1<<RW)-1:0];
  localparam integer MINUS_2 = M - 2;
  localparam [IW:0] BITS_MINUS_2 = MINUS_2[IW:0];

  wire [((IW+1)<<RW)-1:0] powers;  // by r: fourth powers to come, less three (a product does one)
  genvar g;
  generate
    for (g = 0; g < (1 << RW); g = g + 1) begin : g_powers
      localparam integer MINUS_4 = (E >> g) - 4;
      assign powers[(IW+1)*g+:IW+1] = MINUS_4[IW:0];
    end
  endgenerate

  // ---- Registers
  reg        active_q;
  reg [4:0]  pc_q;
  reg [24:0] op_q;         // operation(pc_q), nothing when no run is going on
  reg [IW:0] count_q;      // key bits to come less two, or fourth powers to come less three
  reg [RW-1:0] round_q;    // r
  reg        d_q;          // key bit of this iteration

  // ---- Next operation
  wire none_left = count_q[IW];
  wire [RW-1:0] round_next = round_q - 1'b1;
  wire odd = E_BITS[round_next];
  reg [4:0] pc_next;

  always @* begin : next_place
    pc_next = pc_q + 5'd1;
    case (pc_q)
      BIT_B: if (~none_left) pc_next = BIT_A;
      5'd13: pc_next = POWER_6;
      POWER: if (~none_left) pc_next = POWER;
      DOUBLE: pc_next = odd ? APPEND : (round_next == {RW{1'b0}}) ? CHAIN_END : POWER;
      APPEND: pc_next = (round_q == {RW{1'b0}}) ? CHAIN_END : POWER;
      LAST: pc_next = 5'd31;
      POWER_6: pc_next = DOUBLE;
      default: ;
    endcase
    if (start) pc_next = 5'd0;
  end

  // One fourth power is left at count -2, two or more else
  wire sixteenth = (pc_q == POWER) & (~none_left | count_q[0]);

  assign key_next = active_q & ((pc_q == 5'd0) | ((pc_q == BIT_B) & ~none_left));

  always @(posedge clk) begin
    if (start | active_q) begin
      pc_q <= pc_next;
      op_q <= operation(pc_next);
    end
    if (active_q) begin
      if (pc_q == DOUBLE) begin
        count_q <= powers[(IW+1)*round_next+:IW+1];
        round_q <= round_next;
      end else if (pc_q == BIT_B) begin
        count_q <= count_q - 1'b1;
      end else if (pc_q == POWER) begin
        count_q <= count_q - {{(IW - 1) {1'b0}}, 2'd2};
      end
      if (key_next) d_q <= key_bit;
      else if (pc_q == BIT_B) d_q <= 1'b0;
      if (pc_q == LAST) begin
        active_q <= 1'b0;
        done <= 1'b1;
      end
    end
    if (start) begin
      active_q <= 1'b1;
      done <= 1'b0;
      count_q <= BITS_MINUS_2;
      round_q <= FIRST_ROUND;
    end
    if (rst) begin
      active_q <= 1'b0;
      done <= 1'b0;
      d_q <= 1'b0;
    end
  end

  // ---- Fields; the key bit exchanges the two points, and is 0 outside the ladder
  function [1:0] exchange(input [1:0] row, input by);
    exchange = {row[1], row[0] ^ (by & ~row[1])};
  endfunction

  wire both = pc_q == BIT_B;            // the doubled point's X is written too
  wire row_x = op_q[7] ^ d_q;
  wire row_z = op_q[3] ^ d_q;
  wire [2:0] main_x = {1'b1, op_q[10:9] | {1'b0, sixteenth}};
  wire [2:0] double_x = {both, P4};

  assign a1 = exchange(op_q[24:23], d_q);
  assign b1 = exchange(op_q[22:21], d_q);
  assign a2 = exchange(op_q[20:19], d_q);
  assign b2 = exchange(op_q[18:17], d_q);
  assign a3 = exchange(op_q[16:15], d_q);
  assign b3 = exchange(op_q[14:13], d_q);
  assign add = {2{op_q[12]}} & {row_x, ~row_x};
  assign add3 = {2{op_q[11]}} & {d_q, ~d_q};
  assign write_x0 = {3{active_q}} & ((op_q[8] & ~row_x) ? main_x : double_x);
  assign write_x1 = {3{active_q}} & ((op_q[8] & row_x) ? main_x : double_x);
  assign from_z = op_q[6:5];
  assign write_z = {2{active_q & op_q[4]}} & {row_z, ~row_z};
  assign write_t = active_q & op_q[2];
  assign write_v = active_q & op_q[1];
  assign set_x0 = active_q & op_q[0];
  assign set_z1 = active_q & (pc_q == ONE);
  assign test_z1 = active_q & (pc_q == ZERO_1);
  assign test_z0 = active_q & (pc_q == ZERO_0);

endmodule

`default_nettype wire
