// SPDX-License-Identifier: Apache-2.0
// gf2m_compact_store: the program of gf2m_compact_core beside the bytes of the port, in one memory of
// 1024 x 16 (BLOCK = 1, one RAMB18), or in logic and LUT RAM (BLOCK = 0).
//   fetch port: ir <- program[at];   byte port: operands in lane 0 (x, y, b, k, blind) end with their
//   page, results in lane 1 (x_Q, y_Q) begin with it, pages 2..6; pages 0 and 1 are the program. A write leaves rdata as it is.
// Each port takes one edge. Reset clears ir (which then reads "halt") and rdata, not the memory.
// The program is computed from M and BLIND at elaboration. Constant time.
`default_nettype none

module gf2m_compact_store #(
    parameter integer M = 233,                  // field
    parameter integer BLIND = 0,                // 1: start from coordinates scaled by the operand "blind"
    parameter integer BLOCK = 1,                // 1: block RAM, 0: logic and LUT RAM
    parameter integer LW = 8                    // log2 of the bits of a page, 5..10
) (
    input  wire          clk,
    input  wire          rst,                   // synchronous, active high
    input  wire          fetch,                 // take the instruction
    input  wire [7:0]    at,                    // its address
    output reg  [15:0]   ir,                    // the instruction, see below
    input  wire          en,                    // byte port is used at this edge
    input  wire [1:0]    we,                    // by lane: write (not during reset)
    input  wire [2:0]    page,                  // 2 x, x_Q; 3 y, y_Q; 4 b; 5 k; 6 blind
    input  wire [LW-4:0] index,                 // byte in the page, the last one = least significant
    input  wire [15:0]   wdata,                 // {lane 1, lane 0}
    output reg  [15:0]   rdata                  // {lane 1, lane 0}
);

  // ---- Instructions, 16 bits, all zero = halt. {type, ...}:
  //   step {0, 0, dst, go=1, one, c, clr, row}: acc <- acc x^2 + c row [+ x^-4], dst <- it, then acc <- 0 if clr
  //   pass {0, 1, mode, dst, a, row}: acc <- acc x^(2 DIGITS) + a * row, dst <- it
  //   setn {1, 0, sw, page, n}: loop counter, page of the byte port, whether rows are exchanged
  //   loop {1, 1, 00, target - 1, row}: unless n is at its end, n <- n + 1 and jump
  // All but pass also put the top third of `row` in the digit register, for the pass that follows.
  localparam [3:0] X1 = 0, X2 = 1, Z1 = 2, Z2 = 3, T = 4, U = 5, W = 6, V = 7, X = 8, Y = 9, B = 10,
                   ONE = 11, K = 12, S = 13, NONE = 15;
  localparam [1:0] MUL = 0, FEED = 1, OUT = 2, TEST = 3;
  localparam [2:0] PAGE_X = 2, PAGE_Y = 3, PAGE_K = 5, PAGE_BLIND = 6;
  localparam integer DIGITS3 = 3 * ((M + 5) / 6);     // digits of a pass
  localparam integer FEED_N = (1 << LW) - 2 * ((M + 1) / 2);
  localparam integer OUT_N = (1 << LW) + 32 * ((M + 31) / 32) - 2 * DIGITS3 - 2;

  function [15:0] pass(input [1:0] mode, input [3:0] a, input [3:0] row, input [3:0] dst);
    pass = {2'd1, mode, dst, a, row};
  endfunction
  // Last step of a product, c = 0: shift only, and fetch the digits of `next`
  function [15:0] shift(input [3:0] next, input [3:0] dst);
    shift = {2'd0, 2'd0, dst, 4'b1001, next};
  endfunction
  // Last step of a product with an addition
  function [15:0] add(input [3:0] row, input [3:0] dst);
    add = {2'd0, 2'd0, dst, 4'b1011, row};
  endfunction
  // Like those two, without clearing the accumulator
  function [15:0] more(input c, input [3:0] row, input [3:0] dst);
    more = {2'd0, 2'd0, dst, 2'b10, c, 1'b0, row};
  endfunction
  // verilator lint_off UNUSEDSIGNAL
  // Reason: an integer is wider than its field, and what is lost is 0.
  function [15:0] setn(input sw, input [2:0] to, input integer n);
    setn = {2'd2, sw, to, n[9:0]};
  endfunction
  function [15:0] loop(input integer target, input [3:0] row);
    loop = {2'd3, 2'd0, target[7:0] - 8'd1, row};
  endfunction
  // verilator lint_on UNUSEDSIGNAL

  // The values of a computation are v~ = v x^-2: a pass and a step give (a b)~ = a~ b~ x^2, and the step can add.
  // A value written by the pass itself lacks that x^2 and makes up for it in its next use (two steps).
  function [4095:0] assemble(input integer unused);
    integer at_i;
    integer i;
    integer e;
    integer top;
    begin
      assemble = 4096'd0;
      at_i = 1;  // word 0 stays halt
      `define GF2M_EMIT(word) begin assemble[16*at_i+:16] = word; at_i = at_i + 1; end
      // Constants, operands (before the first setn, rows X1..Z2 may be exchanged), and (O, P) = (1 : 0), (x : 1)
      `GF2M_EMIT({2'd0, 2'd0, K, 4'b1100, K})
      `GF2M_EMIT(shift(NONE, ONE))
      for (i = 0; i < 3 + BLIND; i = i + 1) begin
        `GF2M_EMIT(setn(1'b0, (i == 3) ? PAGE_BLIND : PAGE_X + i[2:0], FEED_N))
        `GF2M_EMIT(shift(NONE, NONE))
        `GF2M_EMIT(pass(FEED, NONE, K, NONE))
        `GF2M_EMIT(shift(X, (i == 3) ? Z2 : X + i[3:0]))
      end
      if (BLIND != 0) begin
        `GF2M_EMIT(shift(X, NONE))
        `GF2M_EMIT(pass(MUL, X, Z2, NONE))
        `GF2M_EMIT(shift(X, X2))
        `GF2M_EMIT(add(Z2, X1))
      end else begin
        `GF2M_EMIT(add(X, X2))
        `GF2M_EMIT(add(ONE, X1))
        `GF2M_EMIT(add(ONE, Z2))
      end
      `GF2M_EMIT(shift(NONE, Z1))
      // Ladder. On entry (X1,Z1) is the point to double, (X2,Z2) the one to add to.
      `GF2M_EMIT(setn(1'b1, PAGE_K, (1 << LW) - M))
      `GF2M_EMIT(shift(NONE, NONE))
      top = at_i;
      `GF2M_EMIT(shift(X1, NONE))
      `GF2M_EMIT(pass(MUL, X1, Z2, NONE))
      `GF2M_EMIT(shift(X2, T))                // T = X1 Z2
      `GF2M_EMIT(pass(MUL, X2, Z1, U))        // U = X2 Z1 x^-2
      `GF2M_EMIT(add(T, S))                   // S = X1 Z2 + X2 Z1; T fetched
      `GF2M_EMIT(pass(MUL, T, U, NONE))
      `GF2M_EMIT(more(1'b0, NONE, NONE))
      `GF2M_EMIT(shift(S, T))                 // T = X1 Z2 X2 Z1
      `GF2M_EMIT(pass(MUL, S, S, NONE))
      `GF2M_EMIT(shift(X1, Z2))               // Z2 = (X1 Z2 + X2 Z1)^2
      `GF2M_EMIT(pass(MUL, X1, X1, NONE))
      `GF2M_EMIT(shift(Z2, S))                // S = X1^2
      `GF2M_EMIT(pass(MUL, Z2, X, NONE))
      `GF2M_EMIT(add(T, X2))                  // X2 = x Z2 + X1 Z2 X2 Z1
      `GF2M_EMIT(shift(Z1, NONE))
      `GF2M_EMIT(pass(MUL, Z1, Z1, NONE))
      `GF2M_EMIT(shift(S, U))                 // U = Z1^2
      `GF2M_EMIT(pass(MUL, S, S, NONE))
      `GF2M_EMIT(shift(U, T))                 // T = X1^4
      `GF2M_EMIT(pass(MUL, U, S, NONE))
      `GF2M_EMIT(shift(U, Z1))                // Z1 = X1^2 Z1^2
      `GF2M_EMIT(pass(MUL, U, U, NONE))
      `GF2M_EMIT(shift(B, U))                 // U = Z1^4
      `GF2M_EMIT(pass(MUL, B, U, NONE))
      `GF2M_EMIT(add(T, X1))                  // X1 = b Z1^4 + X1^4
      `GF2M_EMIT(loop(top, NONE))
      // U = x Z2 x^-2, V = x Z1 Z2, X1 = X1 x Z2, T = (X1 + x Z1)(X2 + x Z2) + (x^2 + y) Z1 Z2
      `GF2M_EMIT(setn(1'b0, PAGE_X, 0))
      `GF2M_EMIT(shift(Z2, NONE))
      `GF2M_EMIT(pass(TEST, Z2, X, U))
      `GF2M_EMIT(add(X2, S))
      `GF2M_EMIT(shift(Z1, NONE))
      `GF2M_EMIT(pass(TEST, Z1, X, NONE))
      `GF2M_EMIT(add(X1, T))
      `GF2M_EMIT(shift(U, NONE))
      `GF2M_EMIT(pass(MUL, U, Z1, NONE))
      `GF2M_EMIT(more(1'b0, NONE, NONE))
      `GF2M_EMIT(shift(U, V))
      `GF2M_EMIT(pass(MUL, U, X1, NONE))
      `GF2M_EMIT(more(1'b0, NONE, NONE))
      `GF2M_EMIT(shift(T, X1))
      `GF2M_EMIT(pass(MUL, T, S, NONE))
      `GF2M_EMIT(shift(Z1, T))
      `GF2M_EMIT(pass(MUL, Z1, Z2, NONE))
      `GF2M_EMIT(shift(X, Z1))
      `GF2M_EMIT(pass(MUL, X, X, NONE))
      `GF2M_EMIT(add(Y, S))
      `GF2M_EMIT(shift(S, NONE))
      `GF2M_EMIT(pass(MUL, S, Z1, NONE))
      `GF2M_EMIT(add(T, T))
      // Itoh-Tsujii: W = V^(2^e - 1), e the leading bits of M-1; at last W = W^2 = 1/V, 0 for 0
      `GF2M_EMIT(add(V, W))
      top = 0;
      for (i = 1; i < M - 1; i = 2 * i) top = top + 1;
      while (((M - 1) >> top) != 1) top = top - 1;
      for (i = top - 1; i >= 0; i = i - 1) begin
        e = (M - 1) >> (i + 1);
        `GF2M_EMIT(shift(W, NONE))
        `GF2M_EMIT(pass(MUL, W, W, NONE))
        `GF2M_EMIT(shift(NONE, U))
        if (e > 1) `GF2M_EMIT(setn(1'b0, PAGE_X, (1 << LW) - e + 1))
        `GF2M_EMIT(shift(U, NONE))
        if (e > 1) begin
          `GF2M_EMIT(pass(MUL, U, U, NONE))
          `GF2M_EMIT(shift(NONE, U))
          `GF2M_EMIT(loop(at_i - 2, U))
        end
        `GF2M_EMIT(pass(MUL, U, W, NONE))
        `GF2M_EMIT(shift(NONE, W))
        if ((((M - 1) >> i) & 1) != 0) begin
          `GF2M_EMIT(shift(W, NONE))
          `GF2M_EMIT(pass(MUL, W, W, NONE))
          `GF2M_EMIT(shift(V, U))
          `GF2M_EMIT(pass(MUL, V, U, NONE))
          `GF2M_EMIT(shift(NONE, W))
        end
      end
      `GF2M_EMIT(shift(W, NONE))
      `GF2M_EMIT(pass(MUL, W, W, NONE))
      `GF2M_EMIT(shift(NONE, W))
      // X1 = x_Q x^-2, Z1 = y_Q; and -P = (x, x + y) in X2, Z2
      `GF2M_EMIT(shift(W, NONE))
      `GF2M_EMIT(pass(MUL, W, X1, X1))
      `GF2M_EMIT(add(X, U))
      `GF2M_EMIT(shift(U, NONE))
      `GF2M_EMIT(pass(MUL, U, T, NONE))
      `GF2M_EMIT(shift(W, T))
      `GF2M_EMIT(pass(MUL, W, T, NONE))
      `GF2M_EMIT(add(Y, Z1))
      `GF2M_EMIT(shift(ONE, NONE))
      `GF2M_EMIT(pass(MUL, ONE, X, X2))
      `GF2M_EMIT(add(Y, Z2))
      // Out, without the factors x^-2; here rows are exchanged if Z2 was 0
      `GF2M_EMIT(setn(1'b1, PAGE_X, OUT_N))
      `GF2M_EMIT(more(1'b1, X1, NONE))
      `GF2M_EMIT(more(1'b0, NONE, NONE))
      `GF2M_EMIT(shift(NONE, T))
      `GF2M_EMIT(shift(T, NONE))
      `GF2M_EMIT(pass(OUT, T, NONE, NONE))
      `GF2M_EMIT(shift(NONE, NONE))
      `GF2M_EMIT(setn(1'b1, PAGE_Y, OUT_N))
      `GF2M_EMIT(more(1'b1, Z1, NONE))
      `GF2M_EMIT(shift(NONE, T))
      `GF2M_EMIT(shift(T, NONE))
      `GF2M_EMIT(pass(OUT, T, NONE, NONE))
      `GF2M_EMIT(shift(NONE, NONE))
      `undef GF2M_EMIT
    end
  endfunction

  localparam [4095:0] PROGRAM = assemble(0);

  integer i;
  generate
    if (BLOCK != 0) begin : g_block
      // The two ports never meet at an address: the program is read-only.
      (* ram_style = "block", no_rw_check *)
      reg [15:0] mem[0:1023];
      wire [9:0] byte_at = {page, {(10 - LW) {1'b0}}, index};
      initial begin
        for (i = 0; i < 256; i = i + 1) mem[i] = PROGRAM[16*i+:16];
        for (i = 256; i < 1024; i = i + 1) mem[i] = 16'd0;
      end
      always @(posedge clk) begin
        if (rst) ir <= 16'd0;
        else if (fetch) ir <= mem[{2'b00, at}];
      end
      always @(posedge clk) begin
        if (en & we[0]) mem[byte_at][7:0] <= wdata[7:0];
        if (en & we[1]) mem[byte_at][15:8] <= wdata[15:8];
        if (rst) rdata <= 16'd0;
        else if (en & ~|we) rdata <= mem[byte_at];
      end
    end else begin : g_logic
      localparam integer OPERANDS = (BLIND != 0) ? 8 : 4;  // pages of lane 0, numbered from page 2 on
      localparam integer PW = (BLIND != 0) ? 3 : 2;
      reg [15:0] rom[0:255];
      (* ram_style = "distributed" *)
      reg [7:0] operands[0:OPERANDS*(1<<(LW-3))-1];
      (* ram_style = "distributed" *)
      reg [7:0] results[0:2*(1<<(LW-3))-1];
      wire [2:0] number = page ^ 3'd2;  // x 0, y 1, b 6, k 7, blind 4: different in their low bits
      wire unused = &{1'b0, number};
      initial begin
        for (i = 0; i < 256; i = i + 1) rom[i] = PROGRAM[16*i+:16];
        for (i = 0; i < OPERANDS * (1 << (LW - 3)); i = i + 1) operands[i] = 8'd0;
        for (i = 0; i < 2 * (1 << (LW - 3)); i = i + 1) results[i] = 8'd0;
      end
      always @(posedge clk) begin
        if (rst) ir <= 16'd0;
        else if (fetch) ir <= rom[at];
      end
      always @(posedge clk) begin
        if (en & we[0]) operands[{number[PW-1:0], index}] <= wdata[7:0];
        if (en & we[1]) results[{number[0], index}] <= wdata[15:8];
        if (rst) rdata <= 16'd0;
        else if (en & ~|we)
          rdata <= {results[{number[0], index}], operands[{number[PW-1:0], index}]};
      end
    end
  endgenerate

endmodule

`default_nettype wire
