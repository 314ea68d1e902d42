// SPDX-License-Identifier: Apache-2.0
// kummer_mullow34: low half of a product of 34-bit words from three products of 17 bits (three DSP
// blocks; the product of the upper halves has no part in it).
//   out = a * b mod 2^34
// Latency: 1 cycle to the partial products, 1 more with en to out. Constant time. Reset clears it.
`default_nettype none

module kummer_mullow34 (
    input  wire        clk,  // rising edge
    input  wire        rst,  // synchronous, active high
    input  wire        en,   // take the sum of the partial products into out
    input  wire [33:0] a,    // any
    input  wire [33:0] b,    // any
    output wire [33:0] out   // held without en
);

  reg [33:0] ll_q;
  reg [16:0] lh_q;
  reg [16:0] hl_q;
  reg [33:0] sum_q;

  assign out = sum_q;
  wire [16:0] upper = ll_q[33:17] + lh_q + hl_q;

  always @(posedge clk) begin
    ll_q <= a[16:0] * b[16:0];
    lh_q <= a[16:0] * b[33:17];
    hl_q <= a[33:17] * b[16:0];
    if (en) sum_q <= {upper, ll_q[16:0]};
    if (rst) begin
      ll_q <= 34'd0;
      lh_q <= 17'd0;
      hl_q <= 17'd0;
      sum_q <= 34'd0;
    end
  end

endmodule

`default_nettype wire
