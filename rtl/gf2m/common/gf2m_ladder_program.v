// SPDX-License-Identifier: Apache-2.0
// gf2m_ladder_program: the operations of Q = k P on gf2m_ladder_path, one product each or none.
// A bit of k takes six, on a doubled point d = k_i and a sum s = 1 - d, q = the last bit's d:
//   Xs = Xq Z(1-q); T = X(1-q) Zq, Zs = (Xs + T)^2; Zd = (Xd Zd)^2; Xd = (Xd + c Zd)^4; T = Xs T; Xs = T + x Zs
// A result may be used by the next operation but one. `hold` in an operation lets the pipeline run
// dry before the next one. Then: recovery with w = 1/(x^2 Z0 Z1), E = (M-1)/2 by Itoh-Tsujii in x^4.
// Constant time: the key bits go into row numbers only; every branch is on public counters.
`default_nettype none

module gf2m_ladder_program #(
    parameter integer M = 233           // field
) (
    input  wire        clk,
    input  wire        rst,             // synchronous, active high
    input  wire        start,           // begin at this edge
    input  wire        ready,           // the path can take an operation
    input  wire        drained,         // an operation with hold is being written
    input  wire        key_bit,         // of the bit to come
    output wire        key_next,        // it is used
    output wire        accept,          // an operation begins
    output wire        product,         // it is a product (else: nothing is added to the addend)
    output wire [1:0]  sel_a,           // left factor: X0, X1, x, c
    output wire [1:0]  sel_b,           // right factor: Z0, Z1, T, y
    output wire [9:0]  write,           // see gf2m_ladder_path
    output wire        set_one,         // X0 = 1, Z1 = (Z1 was 0)
    output wire        test_z0,         // the right factor is Z0: note if it is 0
    output wire        test_z1,
    output reg         done             // level, until the next start
);

  // ---- Operations. Fields: left, right, hold | addend, X, row of addend and X, Z, its row, T, power
  // of X, square of Z.
  localparam [1:0] X0 = 0, X1 = 1, XP = 2, C = 3, Z0 = 0, Z1 = 1, T = 2, Y = 3;
  localparam [1:0] NONE = 0, ADD_X = 1, ADD_T = 2;
  localparam [4:0] BIT = 1, BIT_2 = 2, BIT_END = 6, MOVE_1 = 11, MOVE_2 = 17, POWER = 20, DOUBLE = 21, APPEND = 22,
                   CHAIN_END = 23, MOVE_3 = 24, ONE = 26;
  localparam [4:0] ZERO_1 = 7, ZERO_0 = 9;

  function [13:0] operation(input [4:0] pc);
    case (pc)
      //                     a   b   hold  add    X   row Z  row T  ^4 ^2
      5'd0:  operation = {XP, Z1, 1'b1, ADD_X, 7'b11_00_000};  // X1 = x
      5'd1:  operation = {X0, Z1, 1'b0, NONE,  7'b11_00_000};  // the six of a bit
      5'd2:  operation = {X1, Z0, 1'b0, ADD_X, 7'b01_11_101};
      5'd3:  operation = {X0, Z0, 1'b0, NONE,  7'b00_10_001};
      5'd4:  operation = {C,  Z0, 1'b0, ADD_X, 7'b10_00_010};
      5'd5:  operation = {X1, T,  1'b0, NONE,  7'b00_00_100};
      5'd6:  operation = {XP, Z1, 1'b0, ADD_T, 7'b11_00_000};
      5'd7:  operation = {XP, Z1, 1'b1, ADD_X, 7'b01_11_100};  // T = x Z1, Z1 = R = X1 + x Z1
      5'd8:  operation = {X0, T,  1'b0, NONE,  7'b11_00_000};  // X1 = N = X0 x Z1
      5'd9:  operation = {XP, Z0, 1'b1, ADD_X, 7'b10_00_000};  // X0 = L = X0 + x Z0
      5'd10: operation = {X0, Z1, 1'b0, NONE,  7'b00_11_000};  // Z1 = L R
      5'd11: operation = {X0, Z0, 1'b1, ADD_T, 7'b10_00_000};  // X0 = x Z1
      5'd12: operation = {X0, Z0, 1'b0, NONE,  7'b10_10_000};  // X0 = Z0 = V = x Z0 Z1
      5'd13: operation = {XP, Z1, 1'b0, NONE,  7'b00_00_100};  // T = x L R
      5'd14: operation = {X0, Y,  1'b0, ADD_T, 7'b10_00_000};  // X0 = x L R + y V
      5'd15: operation = {XP, Z0, 1'b1, NONE,  7'b00_10_100};  // T = Z0 = x V
      5'd16: operation = {XP, T,  1'b0, ADD_X, 7'b00_11_000};  // Z1 = G = x L R + (x^2 + y) V
      5'd17: operation = {X0, Z0, 1'b1, ADD_T, 7'b10_10_001};  // X0 = x V, Z0 = (x V)^2
      5'd18: operation = {X0, Z0, 1'b1, NONE,  7'b10_00_100};  // T = X0 = (x V)^3
      5'd19: operation = {X0, T,  1'b1, NONE,  7'b10_10_110};  // T = Z0 = (x V)^6, X0 = T^4
      5'd20: operation = {X0, Z0, 1'b1, ADD_X, 7'b10_00_010};  // X0 = X0^4
      5'd21: operation = {X0, T,  1'b1, NONE,  7'b10_00_110};  // twice the exponent
      5'd22: operation = {X0, Z0, 1'b1, NONE,  7'b10_00_110};  // one more
      5'd23: operation = {XP, T,  1'b0, NONE,  7'b00_10_000};  // T = w; Z0 = x w
      5'd24: operation = {X0, Z0, 1'b1, ADD_T, 7'b10_00_000};  // X0 = w
      5'd25: operation = {X1, Z0, 1'b0, NONE,  7'b11_00_000};  // X1 = x_Q = N x w
      5'd26: operation = {X0, Z1, 1'b0, NONE,  7'b00_00_100};  // T = K = G w; set_one
      5'd27: operation = {X0, Y,  1'b0, NONE,  7'b10_00_000};  // X0 = y
      5'd28: operation = {XP, T,  1'b0, ADD_X, 7'b10_00_000};  // X0 = y + x K
      5'd29: operation = {X1, T,  1'b0, ADD_X, 7'b10_00_000};  // X0 = y_Q = y + (x + x_Q) K
      5'd30: operation = {XP, Z1, 1'b0, ADD_X, 7'b10_00_000};  // if Z1 was 0, Q = -P = (x, x + y)
      default: operation = {XP, Z1, 1'b1, ADD_X, 7'b11_00_000};
    endcase
  endfunction

  // ---- Inversion: T = (x V)^(2 (4^e - 1)), e the leading bits of E = (M-1)/2 down to bit r
  localparam integer IW = $clog2(M);
  localparam integer E = (M - 1) / 2;
  localparam integer ROUNDS = $clog2(E + 1) - 1;
  localparam integer RW = $clog2(ROUNDS + 1);
  localparam [RW-1:0] FIRST_ROUND = ROUNDS[RW-1:0];
  localparam [(1<<RW)-1:0] E_BITS = E[(1<<RW)-1:0];
  localparam integer MINUS_2 = M - 2;
  localparam [IW:0] BITS_MINUS_2 = MINUS_2[IW:0];

  wire [((IW+1)<<RW)-1:0] powers;  // e - 3 by r: a product does the first power, -1 is the last
  genvar g;
  generate
    for (g = 0; g < (1 << RW); g = g + 1) begin : g_powers
      localparam integer MINUS_3 = (E >> g) - 3;
      assign powers[(IW+1)*g+:IW+1] = MINUS_3[IW:0];
    end
  endgenerate

  // ---- Registers
  reg        active_q;
  reg        hold_q;       // wait until the pipeline is dry
  reg        last_q;       // the last operation is under way
  reg [4:0]  pc_q;
  reg [13:0] op_q;         // operation(pc_q)
  reg [IW:0] count_q;      // key bits or powers to come, less two; top bit: this is the last
  reg [RW-1:0] round_q;    // r
  reg        d_q;          // key bit of this iteration
  reg        before_q;     // and of the one before

  // ---- Next operation
  wire none_left = count_q[IW];
  wire [RW-1:0] round_next = round_q - 1'b1;
  wire odd = E_BITS[round_next];
  reg [4:0] pc_next;

  always @* begin : next_place
    pc_next = pc_q + 5'd1;
    case (pc_q)
      BIT_END: if (~none_left) pc_next = BIT;
      POWER: pc_next = none_left ? DOUBLE : POWER;
      5'd19: pc_next = DOUBLE;
      DOUBLE: pc_next = odd ? APPEND : (round_next == {RW{1'b0}}) ? CHAIN_END : POWER;
      APPEND: pc_next = (round_q == {RW{1'b0}}) ? CHAIN_END : POWER;
      default: ;
    endcase
    if (~active_q) pc_next = 5'd0;
  end

  // Powers follow one another, and a product whose power they continue, without a gap.
  wire hold = op_q[9] & (pc_next != POWER);
  wire bit_begins = (pc_q == 5'd0) | (pc_q == BIT_END);

  assign accept = active_q & ~hold_q & ready;
  assign key_next = accept & bit_begins & ~((pc_q == BIT_END) & none_left);

  always @(posedge clk) begin
    if (start | accept) begin
      pc_q <= pc_next;
      op_q <= operation(pc_next);
    end
    if (accept) begin
      hold_q <= hold;
      last_q <= &pc_q;
      if (pc_q == DOUBLE) begin
        count_q <= powers[(IW+1)*round_next+:IW+1];
        round_q <= round_next;
      end else if (pc_q == BIT_END || pc_q == POWER) begin
        count_q <= count_q - 1'b1;
      end
      if (bit_begins) begin
        d_q <= key_bit & key_next;
        before_q <= d_q & key_next;
      end
    end else if (drained) begin
      hold_q <= 1'b0;
      if (last_q) begin
        active_q <= 1'b0;
        done <= 1'b1;
      end
    end
    if (start) begin
      active_q <= 1'b1;
      done <= 1'b0;
      hold_q <= 1'b0;
      last_q <= 1'b0;
      count_q <= BITS_MINUS_2;
      round_q <= FIRST_ROUND;
    end
    if (rst) begin
      active_q <= 1'b0;
      done <= 1'b0;
      d_q <= 1'b0;
      before_q <= 1'b0;
    end
  end

  // ---- Fields; the key bit exchanges the two points. An active run has the key bit of the last
  // iteration cleared before it leaves the ladder.
  wire by_before = (pc_q == BIT) | (pc_q == BIT_2);
  wire flip = by_before ? before_q : d_q;
  wire row_x = op_q[5] ^ d_q;
  wire row_z = op_q[3] ^ d_q;

  assign product = (pc_q != MOVE_1) & (pc_q != MOVE_2) & (pc_q != MOVE_3) & (pc_q != POWER);
  assign sel_a = {op_q[13], op_q[12] ^ (flip & ~op_q[13])};
  assign sel_b = {op_q[11], op_q[10] ^ (flip & ~op_q[11])};
  assign write = {hold, op_q[8] | (op_q[7] & row_x), op_q[8] | (op_q[7] & ~row_x), op_q[2],
                  op_q[4] & row_z, op_q[4] & ~row_z, op_q[6] & row_x, op_q[6] & ~row_x, op_q[1], op_q[0]};
  assign set_one = accept & (pc_q == ONE);
  assign test_z1 = accept & (pc_q == ZERO_1);
  assign test_z0 = accept & (pc_q == ZERO_0);

endmodule

`default_nettype wire
