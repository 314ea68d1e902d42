// SPDX-License-Identifier: Apache-2.0
// kummer_delay4: a word of 34 bits, four cycles later. A ring of four words in a memory, which is a
// quarter of the registers of a chain; after a reset it shows 0 until the ring is
// filled anew, so that nothing old comes out.
// Latency: 4 cycles. Constant time.
`default_nettype none

module kummer_delay4 (
    input  wire        clk,  // rising edge
    input  wire        rst,  // synchronous, active high
    input  wire [33:0] in,
    output wire [33:0] out   // in, four edges later
);

  reg [33:0] ram [0:3];
  reg [1:0]  place_q;
  reg [1:0]  ahead_q;   // place_q + 1: written three edges ago
  reg [2:0]  filled_q;  // that many words since the reset
  reg [33:0] late_q;

  assign out = late_q;

  always @(posedge clk) begin
    ram[place_q] <= in;
    place_q <= place_q + 2'd1;
    ahead_q <= place_q + 2'd2;
    filled_q <= {filled_q[1:0], 1'b1};
    late_q <= ram[ahead_q] & {34{filled_q[2]}};
    if (rst) begin
      place_q <= 2'd0;
      ahead_q <= 2'd1;
      filled_q <= 3'd0;
      late_q <= 34'd0;
    end
  end

endmodule

`default_nettype wire
