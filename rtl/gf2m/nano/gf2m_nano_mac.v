// SPDX-License-Identifier: Apache-2.0
// gf2m_nano_mac: 8 x 8 bit multiplier with Montgomery reduction by bytes, over a stream of words.
//   s = lo(a b) + hi(a b of the word before) + line + t f / x^8 (its word here)
// The line is the stream W words ago. In a row of W + 1 words that is one word further, so that the
// shift by x^8 is free, and t, the multiple of f that clears a lowest word, passes it WM = floor(M/8)
// and Q words after its own time, just when f wants it. t = s f^-1 mod x^8; it is in the line for s.
// Latency: s is combinational. Constant time. Reset clears the registers, not the line (LUT memory).
`default_nettype none

(* keep_hierarchy *)  // mapped by itself: mixed with its surroundings it grows
module gf2m_nano_mac #(
    parameter integer M = 233          // field, as in gf2m_reduce
) (
    input  wire       clk,
    input  wire       rst,             // synchronous, active high
    input  wire       en,              // this word counts
    input  wire [7:0] a,
    input  wire [7:0] b,
    input  wire       mask,            // the next word takes 0 for the line
    input  wire       low,             // this word is cleared: the line gets t
    input  wire [3:0] gate,            // add t x^M words 1, 0, t x^K words 1, 0 (K: the other inner terms)
    output wire [7:0] s
);

  localparam integer K = (M == 5) ? 2 : (M == 7) ? 1 : (M == 163) ? 7 : (M == 233) ? 74
                       : (M == 283) ? 12 : (M == 409) ? 87 : (M == 571) ? 10 : 0;
  localparam integer K1 = (M == 163) ? 6 : (M == 283) ? 7 : (M == 571) ? 5 : 0;
  localparam integer K2 = (M == 163) ? 3 : (M == 283) ? 5 : (M == 571) ? 2 : 0;
  localparam integer WM = M / 8;
  localparam integer Q = (K < 8) ? 1 : K / 8;

  // ---- Product, and its upper part for the next word
  reg [7:0] hi_q;
  wire [44:0] parts;
  gf2m_nano_mult mult (.a(a), .b(b), .parts(parts));
  wire [14:0] p = parts[14:0] ^ parts[29:15] ^ parts[44:30];

  // ---- Low word of f^-1: 1 for inner exponents from 8 on
  function [7:0] inverse(input [7:0] f);
    integer n;
    reg [7:0] rest;
    begin
      inverse = 8'd1;
      rest = f;
      for (n = 1; n < 8; n = n + 1)
        if (rest[n]) begin
          inverse[n] = 1'b1;
          rest = rest ^ (f << n);
        end
    end
  endfunction

  function [7:0] bit_of(input integer e);  // x^e, if it is in the low word
    bit_of = (e > 0 && e < 8) ? (8'd1 << e) : 8'd0;
  endfunction

  localparam [7:0] F_LOW = 8'd1 | bit_of(M) | bit_of(K) | bit_of(K1) | bit_of(K2);
  localparam [7:0] F_INV = inverse(F_LOW);

  // Low terms reach into the next word only; of the others K alone has a word of its own.
  function [7:0] spill(input [7:0] t, input integer e);
    spill = (e > 0 && e < 8) ? t >> (8 - e) : 8'd0;
  endfunction

  wire [7:0] in;
  generate
    if (F_INV == 8'd1) begin : g_one
      assign in = s;
      wire unused = low;
    end else begin : g_inverse
      wire [7:0] t = (s & {8{F_INV[0]}}) ^ ({s[6:0], 1'd0} & {8{F_INV[1]}})
                   ^ ({s[5:0], 2'd0} & {8{F_INV[2]}}) ^ ({s[4:0], 3'd0} & {8{F_INV[3]}})
                   ^ ({s[3:0], 4'd0} & {8{F_INV[4]}}) ^ ({s[2:0], 5'd0} & {8{F_INV[5]}})
                   ^ ({s[1:0], 6'd0} & {8{F_INV[6]}}) ^ ({s[0], 7'd0} & {8{F_INV[7]}});
      assign in = low ? t : s;
    end
  endgenerate

  // ---- The line: WM words in LUT memory and one in a register that can be masked
  reg [7:0] line_q;
  wire [7:0] far;
  wire [7:0] far_0;
  wire [7:0] far_1;
  generate
    if (WM == 0) begin : g_short
      assign far = in;
      assign far_0 = 8'd0;
      assign far_1 = 8'd0;
      wire unused = &{1'b0, gate[3:2]};
    end else begin : g_long
      wire [7:0] half;
      reg [(M%8)-1:0] top_q;  // the upper bits of t, one word later
      if (WM <= 32) begin : g_one_part
        assign half = in;
        gf2m_nano_delay #(.DEPTH(WM)) delay (.clk(clk), .en(en), .in(half), .out(far));
      end else begin : g_two_parts
        gf2m_nano_delay #(.DEPTH(WM - 32)) first (.clk(clk), .en(en), .in(in), .out(half));
        gf2m_nano_delay #(.DEPTH(32)) second (.clk(clk), .en(en), .in(half), .out(far));
      end
      always @(posedge clk)
        if (rst) top_q <= {(M % 8) {1'b0}};
        else if (en) top_q <= far[7-:(M%8)];
      assign far_0 = {far[7-(M%8):0], {(M % 8) {1'b0}}} & {8{gate[2]}};
      assign far_1 = {{(8 - M % 8) {1'b0}}, top_q} & {8{gate[3]}};
    end
  endgenerate

  wire [7:0] near;
  wire [7:0] near_0;
  wire [7:0] near_1;
  generate
    if (Q == 1) begin : g_next
      reg [7:0] next_q;
      always @(posedge clk)
        if (rst) next_q <= 8'd0;
        else if (en) next_q <= in;
      assign near = next_q;
    end else begin : g_near
      gf2m_nano_delay #(.DEPTH(Q)) delay (.clk(clk), .en(en), .in(in), .out(near));
    end
    if (K < 8) begin : g_low
      assign near_0 = spill(near, K) ^ spill(near, K1) ^ spill(near, K2) ^ spill(near, M);
      assign near_1 = 8'd0;
      wire unused = gate[1];
    end else begin : g_high
      reg [(K%8)-1:0] second_q;
      always @(posedge clk)
        if (rst) second_q <= {(K % 8) {1'b0}};
        else if (en) second_q <= near[7-:(K%8)];
      assign near_0 = {near[7-(K%8):0], {(K % 8) {1'b0}}} ^ spill(near, K1) ^ spill(near, K2);
      assign near_1 = {{(8 - K % 8) {1'b0}}, second_q};
    end
  endgenerate

  assign s = p[7:0] ^ hi_q ^ line_q ^ far_0 ^ far_1 ^ (near_0 & {8{gate[0]}}) ^ (near_1 & {8{gate[1]}});

  always @(posedge clk) begin
    if (rst | ~en) hi_q <= 8'd0;
    else hi_q <= {1'b0, p[14:8]};
    if (rst | mask) line_q <= 8'd0;
    else if (en) line_q <= far;
  end

endmodule

`default_nettype wire
