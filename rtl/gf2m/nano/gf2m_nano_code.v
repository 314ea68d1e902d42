// SPDX-License-Identifier: Apache-2.0
// gf2m_nano_code: the program of gf2m_nano_core, a read-only memory of 256 x 36 (one RAMB18).
//   ir <- program[at] at an edge with fetch; reset gives the all-zero word, which halts.
// Each word names its successor, so that there is no program counter; a loop's two exits are
// neighbours that differ in bit 0 of the address. The program is computed from M at elaboration.
// Public contents. Latency: one edge.
`default_nettype none

module gf2m_nano_code #(
    parameter integer M = 233,         // field
    parameter integer NW = 8           // bits of the loop counter
) (
    input  wire        clk,
    input  wire        rst,            // synchronous, active high
    input  wire        fetch,          // take the word
    input  wire [7:0]  at,             // its address
    output reg  [35:0] ir              // the word
);

  // {0, go, loop, setn, cap_z, cap_k, zero_b, mask, line, sq, prod, sw_dst, sw_b, sw_a, dst, b, a, next}
  //   prod  dst <- a b x^(-8W);   the sum stays in the delay line for a `line` that follows
  //   sq    a^2 x^(-8W) into the delay line, a = b
  //   line  dst <- a_0 b + line (a_0: lowest byte of row a; mask: without the line; zero_b: without b);
  //         the line takes the sum
  //   sw_*: the row is exchanged with its neighbour if the swap flag is 1
  localparam [3:0] X1 = 0, X2 = 1, Z1 = 2, Z2 = 3, X = 4, Y = 5, B = 6, KEY = 7, XQ = 8,
                   YQ = 9, T = 10, U = 11, W = 12, TWO = 13, ONE = 14, R2 = 15;
  localparam [3:0] K = XQ, V = YQ;  // their second use: the key while it is shifted; b~, then x Z1 Z2
  localparam [35:0] GO = 36'h100000000, LOOP = 36'h80000000, CAP_Z = 36'h20000000, CAP_K = 36'h10000000,
                    SW_A = 36'h100000, SW_B = 36'h200000, SW_D = 36'h400000, MASK = 36'h4000000;

  function [35:0] prod(input [3:0] a, input [3:0] b, input [3:0] dst);
    prod = GO | {12'd0, 1'b1, 3'd0, dst, b, a, 8'd0};
  endfunction
  function [35:0] sq(input [3:0] a);
    sq = GO | {11'd0, 1'b1, 4'd0, 4'd0, a, a, 8'd0};
  endfunction
  function [35:0] sum(input [3:0] b, input [3:0] dst);  // dst <- line + b
    sum = GO | {10'd0, 1'b1, 5'd0, dst, b, ONE, 8'd0};
  endfunction
  function [35:0] put(input [3:0] dst);  // dst <- line
    put = GO | {8'd0, 1'b1, 1'b0, 1'b1, 5'd0, dst, 4'd0, 4'd0, 8'd0};
  endfunction
  function [35:0] copy(input [3:0] a, input [3:0] b, input [3:0] dst);  // dst <- a_0 b, a integer multiple
    copy = GO | {9'd0, 1'b1, 1'b1, 5'd0, dst, b, a, 8'd0};
  endfunction
  // verilator lint_off UNUSEDSIGNAL
  // Reason: an integer is wider than its field, and what is lost is 0.
  function [35:0] setn(input integer n);
    setn = GO | {5'd0, 1'b1, 12'd0, n[9:0], 8'd0};
  endfunction
  function [7:0] low(input integer n);
    low = n[7:0];
  endfunction
  // verilator lint_on UNUSEDSIGNAL

  // With q = x^(-8W), prod gives a b q, and v~ = v / q. The ladder is homogeneous except for x~ and b~.
  function [9215:0] assemble(input integer unused);
    integer p;      // address of the word to come, which its predecessor already names
    integer free;   // first address not given yet
    integer hole;   // where the first loop will be left to
    integer hole2;
    integer i;
    integer e;
    integer top;
    begin
      assemble = 9216'd0;
      p = 1;
      free = 2;
      `define GF2M_EMIT(word) begin assemble[36*p+:36] = (word) | {28'd0, low(free)}; p = free; free = free + 1; end
      // Last word of a loop from `start`; the program goes on in the hole
      `define GF2M_BACK(word, start, to) begin assemble[36*p+:36] = (word) | LOOP | {28'd0, low(start)}; p = to; end
      // W = x~, V = b~; (O, P) = (1 : 0), (x : 1)
      `GF2M_EMIT(setn((1 << NW) - M))
      `GF2M_EMIT(prod(R2, X, W))
      `GF2M_EMIT(prod(R2, B, V))
      `GF2M_EMIT(copy(ONE, X, X2))
      `GF2M_EMIT(copy(ONE, ONE, X1))
      `GF2M_EMIT(copy(ONE, ONE, Z2))
      `GF2M_EMIT(copy(ONE, KEY, K))
      while ((p & 1) != 1) `GF2M_EMIT(setn((1 << NW) - M))
      // Z1 = 0, by an operand that is not added to a line that is not looked at
      `GF2M_EMIT(put(Z1) | MASK)
      top = p;
      hole = free;
      free = free + 1;
      // Ladder: next bit of the key; then (X1,Z1) is the point to double, (X2,Z2) the one to add to
      `GF2M_EMIT(copy(TWO, K, K) | CAP_K)
      `GF2M_EMIT(prod(X1, Z2, T) | SW_A | SW_B)
      `GF2M_EMIT(prod(X2, Z1, U) | SW_A | SW_B)
      `GF2M_EMIT(sum(T, Z2) | SW_D)
      `GF2M_EMIT(prod(T, U, T))
      `GF2M_EMIT(sq(Z2) | SW_A | SW_B)
      `GF2M_EMIT(put(Z2) | SW_D)
      `GF2M_EMIT(prod(W, Z2, X2) | SW_B | SW_D)
      `GF2M_EMIT(sum(T, X2) | SW_D)
      `GF2M_EMIT(sq(X1) | SW_A | SW_B)
      `GF2M_EMIT(put(T))
      `GF2M_EMIT(sq(Z1) | SW_A | SW_B)
      `GF2M_EMIT(put(U))
      `GF2M_EMIT(prod(T, U, Z1) | SW_D)
      `GF2M_EMIT(sq(T))
      `GF2M_EMIT(put(T))
      `GF2M_EMIT(sq(U))
      `GF2M_EMIT(put(U))
      `GF2M_EMIT(prod(V, U, U))
      `GF2M_BACK(sum(T, X1) | SW_D, top, hole)
      // Z1 = 0? Z2 = 0? (the flags stay: nothing below looks at a swap before the last two words)
      `GF2M_EMIT(copy(ONE, Z1, U) | CAP_Z)
      `GF2M_EMIT(copy(ONE, Z2, U) | CAP_Z)
      // V = x Z1 Z2 q, X1 = X1 x Z2 q, T = ((X1 + x Z1)(X2 + x Z2) + (x^2 + y) Z1 Z2) q
      `GF2M_EMIT(prod(W, Z1, U))
      `GF2M_EMIT(sum(X1, T))
      `GF2M_EMIT(prod(W, Z2, U))
      `GF2M_EMIT(sum(X2, X2))
      `GF2M_EMIT(prod(U, Z1, V))
      `GF2M_EMIT(prod(U, X1, X1))
      `GF2M_EMIT(prod(T, X2, T))
      `GF2M_EMIT(prod(Z1, Z2, Z1))
      `GF2M_EMIT(prod(R2, Y, U))
      `GF2M_EMIT(sq(W))
      `GF2M_EMIT(sum(U, U))
      `GF2M_EMIT(prod(U, Z1, U))
      `GF2M_EMIT(sum(T, T))
      // Itoh-Tsujii: W = V^(2^e - 1) (in the sense of prod), e the leading bits of M-1; at last W = W^2
      `GF2M_EMIT(copy(ONE, V, W))
      top = 1;
      while (((M - 1) >> top) != 1) top = top + 1;
      for (i = top - 1; i >= 0; i = i - 1) begin
        e = (M - 1) >> (i + 1);
        `GF2M_EMIT(sq(W))
        `GF2M_EMIT(put(U))
        if (e > 1) begin
          `GF2M_EMIT(setn((1 << NW) - e + 1))
          if ((p & 1) != 0) `GF2M_EMIT(setn((1 << NW) - e + 1))
          top = p;
          hole2 = free;
          free = free + 1;
          `GF2M_EMIT(sq(U))
          `GF2M_BACK(put(U), top, hole2)
        end
        `GF2M_EMIT(prod(U, W, W))
        if ((((M - 1) >> i) & 1) != 0) begin
          `GF2M_EMIT(sq(W))
          `GF2M_EMIT(put(U))
          `GF2M_EMIT(prod(V, U, W))
        end
      end
      `GF2M_EMIT(sq(W))
      `GF2M_EMIT(put(W))
      // X1 = x_Q, Z1 = y_Q; and -P = (x, x + y) in X2, Z2; then the choice
      `GF2M_EMIT(prod(R2, X, Z1))
      `GF2M_EMIT(prod(W, X1, X1))
      `GF2M_EMIT(sum(Z1, U))
      `GF2M_EMIT(prod(U, T, U))
      `GF2M_EMIT(prod(W, U, U))
      `GF2M_EMIT(prod(ONE, U, U))
      `GF2M_EMIT(sum(Y, Z1))
      `GF2M_EMIT(prod(ONE, X1, X1))
      `GF2M_EMIT(copy(ONE, X, X2))
      `GF2M_EMIT(sum(Y, Z2))
      `GF2M_EMIT(copy(ONE, X1, XQ) | SW_B)
      assemble[36*p+:36] = copy(ONE, Z1, YQ) | SW_B;  // next: 0, halt
      `undef GF2M_EMIT
      `undef GF2M_BACK
    end
  endfunction

  localparam [9215:0] PROGRAM = assemble(0);

  (* rom_style = "block" *)
  reg [35:0] rom[0:255];
  integer i;
  initial for (i = 0; i < 256; i = i + 1) rom[i] = PROGRAM[36*i+:36];

  always @(posedge clk) begin
    if (rst) ir <= 36'd0;
    else if (fetch) ir <= rom[at];
  end

endmodule

`default_nettype wire
