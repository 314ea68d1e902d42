// SPDX-License-Identifier: Apache-2.0
// gf2m_key_bytes: key register that gives its bits one by one, most significant first.
// It fills by bytes. During a run it turns by a byte when eight bits are used, through the
// same path as a load, so that only eight bits need a multiplexer; after all M bits it has turned
// round once and holds the key as before. `next` steps to the next bit, `begin_at_top` to bit M-1.
// Constant time: the key moves as data, its bits decide nothing here.
`default_nettype none

module gf2m_key_bytes #(
    parameter integer M = 233             // bits of the key
) (
    input  wire       clk,
    input  wire       rst,                // synchronous, active high; clears the key
    input  wire       load,               // take `in`, not during a run
    input  wire [7:0] in,                 // most significant byte first
    input  wire       begin_at_top,       // the next bit is M-1
    input  wire       next,               // a bit is used
    output wire       key_bit             // the bit to use
);

  localparam integer BYTES = (M + 7) / 8;
  localparam integer BITS = 8 * BYTES;
  localparam integer LAST = M - 1;
  localparam [2:0] TOP = LAST[2:0];

  reg [BITS-1:0] key_q;
  reg [2:0] place_q;       // of the bit in the top byte

  wire [7:0] top = key_q[BITS-1-:8];
  wire turn = next & (place_q == 3'd0);
  wire [BITS+7:0] longer = {key_q, load ? in : top};
  wire unused = &{1'b0, longer[BITS+7:BITS]};  // a load pushes out padding, a turn what it puts in

  assign key_bit = top[place_q];

  always @(posedge clk) begin
    if (load | turn) key_q <= longer[BITS-1:0];
    if (begin_at_top) place_q <= TOP;
    else if (next) place_q <= place_q - 3'd1;
    if (rst) begin
      key_q <= {BITS{1'b0}};
      place_q <= 3'd0;
    end
  end

endmodule

`default_nettype wire
