// SPDX-License-Identifier: Apache-2.0
// kummer_mul34: product of two words of 34 bits from four products of 17 bits (four DSP blocks).
//   out = a * b, unsigned, 68 bits
// Latency: 2 cycles, one product each cycle. Constant time. Reset clears the pipeline.
`default_nettype none

module kummer_mul34 (
    input  wire        clk,  // rising edge
    input  wire        rst,  // synchronous, active high
    input  wire [33:0] a,    // any
    input  wire [33:0] b,    // any
    output wire [67:0] out   // a * b, two edges later
);

  reg [33:0] ll_q;
  reg [33:0] lh_q;
  reg [33:0] hl_q;
  reg [33:0] hh_q;
  reg [67:0] sum_q;

  assign out = sum_q;
  wire [34:0] middle = {1'b0, lh_q} + {1'b0, hl_q};

  always @(posedge clk) begin
    ll_q <= a[16:0] * b[16:0];
    lh_q <= a[16:0] * b[33:17];
    hl_q <= a[33:17] * b[16:0];
    hh_q <= a[33:17] * b[33:17];
    sum_q <= {hh_q, ll_q} + {16'd0, middle, 17'd0};
    if (rst) begin
      ll_q <= 34'd0;
      lh_q <= 34'd0;
      hl_q <= 34'd0;
      hh_q <= 34'd0;
      sum_q <= 68'd0;
    end
  end

endmodule

`default_nettype wire
