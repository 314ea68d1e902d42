// SPDX-License-Identifier: Apache-2.0
// gf2m_nano_delay: a byte DEPTH enabled edges ago, DEPTH from 1 to 60 (longer ones in a chain).
// No reset, so that it becomes shift memory (one LUT a bit up to 32): like any memory it may keep
// contents through a reset, and its user never lets an older word than its own through.
// Constant time.
`default_nettype none

module gf2m_nano_delay #(
    parameter integer DEPTH = 29       // words
) (
    input  wire       clk,
    input  wire       en,              // take a word
    input  wire [7:0] in,              // it
    output wire [7:0] out              // the word DEPTH edges ago
);

  generate
    if (DEPTH < 1 || DEPTH > 60) gf2m_nano_delay_needs_DEPTH_1_to_60 bad_depth ();
  endgenerate

  (* mem2reg *)
  reg [7:0] past[0:DEPTH-1];
  integer i;

  always @(posedge clk) begin
    if (en) begin
      past[0] <= in;
      for (i = 1; i < DEPTH; i = i + 1) past[i] <= past[i-1];
    end
  end

  assign out = past[DEPTH-1];

endmodule

`default_nettype wire
