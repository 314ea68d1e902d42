// SPDX-License-Identifier: Apache-2.0
// kummer_operand: input buffer of a unit. Elements of 136 bits come in 136/W beats of W bits, lowest
// first, and leave as four words of 34 bits, for each of several places.
// Latency: a beat can be read in the cycle after its write. Constant time.
// A memory: reset does not clear it.
`default_nettype none

module kummer_operand #(
    parameter integer W = 34,    // 34, 68 or 136
    parameter integer PW = 2     // width of a place number
) (
    input  wire          clk,    // rising edge
    input  wire          we,     // take a beat
    input  wire [PW-1:0] place,  // of the element that comes
    input  wire [1:0]    beat,   // 0..136/W-1
    input  wire [W-1:0]  in,     // the beat
    input  wire [PW-1:0] from,   // place that is read
    input  wire [1:0]    word,   // 0 = lowest
    output wire [33:0]   out     // in the same cycle
);

  generate
    if (W == 34) begin : g_34
      reg [33:0] ram [0:(4<<PW)-1];
      always @(posedge clk) if (we) ram[{place, beat}] <= in;
      assign out = ram[{from, word}];
    end else if (W == 68) begin : g_68
      reg [67:0] ram [0:(2<<PW)-1];
      wire [67:0] both = ram[{from, word[1]}];
      wire unused = &{1'b0, beat[1]};
      always @(posedge clk) if (we) ram[{place, beat[0]}] <= in;
      assign out = word[0] ? both[67:34] : both[33:0];
    end else if (W == 136) begin : g_136
      reg [135:0] ram [0:(1<<PW)-1];
      wire [135:0] all = ram[from];
      wire [67:0] both = word[1] ? all[135:68] : all[67:0];
      wire unused = &{1'b0, beat};
      always @(posedge clk) if (we) ram[place] <= in;
      assign out = word[0] ? both[67:34] : both[33:0];
    end else begin : g_bad
      kummer_needs_W_of_34_68_or_136 bad_width ();
    end
  endgenerate

endmodule

`default_nettype wire
