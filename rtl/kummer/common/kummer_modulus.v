// SPDX-License-Identifier: Apache-2.0
// kummer_modulus: holds P and makes P' = -1/P mod 2^34 bit by bit.
// Bit i of P' is 1 where bit i of P*P' so far is 0, and P*2^i is added then: P*P' becomes all ones,
// which is -1. r holds P*P' without the i bits that are done.
// Latency: 34 cycles from set_up. Constant time (P is public). Reset clears all.
`default_nettype none

module kummer_modulus (
    input  wire         clk,      // rising edge
    input  wire         rst,      // synchronous, active high
    input  wire         we,       // take a byte of P, most significant first
    input  wire [7:0]   in,       // the byte
    input  wire         set_up,   // P is whole from the next cycle on
    output reg  [135:0] p,        // P, below 2^134
    output reg  [33:0]  p_inv     // P', 34 cycles after set_up
);

  reg [33:0] r_q;      // see above
  reg [5:0]  left_q;   // steps left

  wire [143:0] longer = {p, in};
  wire unused = &{1'b0, longer[143:136]};
  wire bit_set = ~r_q[0];
  wire [33:0] sum = r_q + (p[33:0] & {34{bit_set}});

  always @(posedge clk) begin
    if (we) p <= longer[135:0];
    if (set_up) begin
      left_q <= 6'd34;
      r_q <= 34'd0;
    end else if (left_q != 6'd0) begin
      left_q <= left_q - 6'd1;
      r_q <= {1'b0, sum[33:1]};
      p_inv <= {bit_set, p_inv[33:1]};
    end
    if (rst) begin
      p <= 136'd0;
      p_inv <= 34'd0;
      r_q <= 34'd0;
      left_q <= 6'd0;
    end
  end

  wire unused_sum = sum[0];

endmodule

`default_nettype wire
