// SPDX-License-Identifier: Apache-2.0
// kummer_swapped: buffer of the swap unit: elements of 136 bits in beats of W bits, for four places.
// Latency: a beat can be read in the cycle after its write. Constant time.
// A memory: reset does not clear it.
`default_nettype none

module kummer_swapped #(
    parameter integer W = 34        // 34, 68 or 136
) (
    input  wire         clk,        // rising edge
    input  wire         we,         // take a beat
    input  wire [1:0]   place,      // of the element that comes
    input  wire [1:0]   beat,       // 0..136/W-1
    input  wire [W-1:0] in,         // the beat
    input  wire [1:0]   from,       // place that is read
    input  wire [1:0]   out_beat,   // 0..136/W-1
    output wire [W-1:0] out         // in the same cycle
);

  localparam integer BW = (W == 34) ? 2 : 1;  // a bit that is always 0 for W = 136
  reg [W-1:0] ram [0:(4<<BW)-1];

  generate
    if (BW == 1) begin : g_spare
      wire unused = &{1'b0, beat[1], out_beat[1]};
    end
  endgenerate

  always @(posedge clk) if (we) ram[{place, beat[BW-1:0]}] <= in;
  assign out = ram[{from, out_beat[BW-1:0]}];

endmodule

`default_nettype wire
