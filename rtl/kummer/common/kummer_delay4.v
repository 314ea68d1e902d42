// SPDX-License-Identifier: Apache-2.0
// kummer_delay4: a word of 34 bits, four cycles later. A ring of four words in a memory, which is a
// quarter of the registers of a chain; reset clears what it shows next, not the memory.
// Latency: 4 cycles. Constant time.
`default_nettype none

module kummer_delay4 (
    input  wire        clk,  // rising edge
    input  wire        rst,  // synchronous, active high
    input  wire [33:0] in,
    output reg  [33:0] out   // in, four edges later
);

  reg [33:0] ram [0:3];
  reg [1:0]  place_q;
  reg [1:0]  ahead_q;        // place_q + 1: written three edges ago

  always @(posedge clk) begin
    ram[place_q] <= in;
    place_q <= place_q + 2'd1;
    ahead_q <= place_q + 2'd2;
    out <= ram[ahead_q];
    if (rst) begin
      place_q <= 2'd0;
      ahead_q <= 2'd1;
      out <= 34'd0;
    end
  end

endmodule

`default_nettype wire
