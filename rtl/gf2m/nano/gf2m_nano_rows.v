// SPDX-License-Identifier: Apache-2.0
// gf2m_nano_rows: 16 rows of 2^PW bytes in block RAM with two ports, word j = coefficients 8j..8j+7.
// Rows 13, 14, 15 start as the constants 2, 1 and x^(16W) mod f, W = ceil(M/8), and are never written.
// A port that writes keeps what it read last. The two ports never meet at an address in a cycle in
// which one of them writes. Latency: one edge. Reset clears both read registers, not the memory.
`default_nettype none

module gf2m_nano_rows #(
    parameter integer M = 233,           // field
    parameter integer PW = 5             // log2 of the bytes of a row
) (
    input  wire          clk,
    input  wire          rst,            // synchronous, active high
    input  wire          a_write,        // port a, operand a and results: write, not during reset
    input  wire          a_read,         // or read
    input  wire [PW+3:0] a_at,           // {row, word}
    input  wire [7:0]    a_in,
    output reg  [7:0]    a_out,
    input  wire          b_write,        // port b, operand b and the byte port: write, not during reset
    input  wire          b_clear,        // or read 0
    input  wire [PW+3:0] b_at,           // {row, word}
    input  wire [7:0]    b_in,
    output reg  [7:0]    b_out
);

  // Inner exponents of f, as in gf2m_reduce
  localparam integer K = (M == 5) ? 2 : (M == 7) ? 1 : (M == 163) ? 7 : (M == 233) ? 74
                       : (M == 283) ? 12 : (M == 409) ? 87 : (M == 571) ? 10 : 0;
  localparam integer K1 = (M == 163) ? 6 : (M == 283) ? 7 : (M == 571) ? 5 : 0;
  localparam integer K2 = (M == 163) ? 3 : (M == 283) ? 5 : (M == 571) ? 2 : 0;
  localparam integer W = (M + 7) / 8;

  function [8*W-1:0] power(input integer exponent);  // x^exponent mod f
    integer n;
    begin
      power = 1;
      for (n = 0; n < exponent; n = n + 1) begin
        if (power[M-1]) begin
          power = power << 1;
          power[M%(8*W)] = 1'b0;  // x^M; with M = 8 W it is gone already, and no field has that
          power[0] = ~power[0];
          power[K] = ~power[K];
          if (K1 != 0) begin
            power[K1] = ~power[K1];
            power[K2] = ~power[K2];
          end
        end else power = power << 1;
      end
    end
  endfunction

  localparam [8*W-1:0] R2 = power(16 * W);

  (* ram_style = "block", no_rw_check *)
  reg [7:0] mem[0:(16<<PW)-1];
  integer i;
  initial begin
    for (i = 0; i < (16 << PW); i = i + 1) mem[i] = 8'd0;
    mem[13<<PW] = 8'd2;
    mem[14<<PW] = 8'd1;
    for (i = 0; i < W; i = i + 1) mem[(15<<PW)+i] = R2[8*i+:8];
  end

  always @(posedge clk) begin
    if (a_write) mem[a_at] <= a_in;
    if (rst) a_out <= 8'd0;
    else if (a_read) a_out <= mem[a_at];
  end

  always @(posedge clk) begin
    if (b_write) mem[b_at] <= b_in;  // verilator lint_off MULTIDRIVEN
    if (rst | b_clear) b_out <= 8'd0;
    else if (~b_write) b_out <= mem[b_at];
  end

endmodule

`default_nettype wire
