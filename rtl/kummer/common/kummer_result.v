// SPDX-License-Identifier: Apache-2.0
// kummer_result: output buffer of a unit. Elements come as four words of 34 bits and leave in 136/W
// beats of W bits, lowest first, from each of four places.
// Latency: a word can be read in the cycle after its write. Constant time.
// A memory: reset does not clear it.
`default_nettype none

module kummer_result #(
    parameter integer W = 34     // 34, 68 or 136
) (
    input  wire         clk,     // rising edge
    input  wire         we,      // take a word
    input  wire [1:0]   place,   // of the element that comes
    input  wire [1:0]   word,    // 0 = lowest
    input  wire [33:0]  in,      // the word
    input  wire [1:0]   from,    // place that is read
    input  wire [1:0]   beat,    // 0..136/W-1
    output wire [W-1:0] out      // in the same cycle
);

  localparam integer LANES = W / 34;

  genvar g;
  generate
    for (g = 0; g < LANES; g = g + 1) begin : g_lane
      localparam integer THIS = g;
      reg [33:0] ram [0:15/LANES];
      if (LANES == 1) begin : g_1
        always @(posedge clk) if (we) ram[{place, word}] <= in;
        assign out = ram[{from, beat}];
      end else if (LANES == 2) begin : g_2
        wire unused = &{1'b0, beat[1]};
        always @(posedge clk) if (we & (word[0] == THIS[0])) ram[{place, word[1]}] <= in;
        assign out[34*g+:34] = ram[{from, beat[0]}];
      end else begin : g_4
        wire unused = &{1'b0, beat};
        always @(posedge clk) if (we & (word == THIS[1:0])) ram[place] <= in;
        assign out[34*g+:34] = ram[from];
      end
    end
  endgenerate

endmodule

`default_nettype wire
