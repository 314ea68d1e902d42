// SPDX-License-Identifier: Apache-2.0
// digitmm_window: bytes of value / 2^zeros, most significant first, at no cost in time.
// Bytes are asked for in order, so the bits that a shift by zeros moves in from above are those of
// the byte before. Whole bytes of the shift are an offset of the index.
`default_nettype none

module digitmm_window #(
    parameter integer BITS = 512,                        // of the value
    parameter integer ZW = 12,                           // width of zeros, 4 or more
    parameter integer BYTES = 4 * ((BITS + 31) / 32)     // derived: of a read
) (
    input  wire            clk,
    input  wire            rst,    // synchronous, active high
    input  wire [BITS-1:0] value,  // its low zeros bits are 0
    input  wire [ZW-1:0]   zeros,
    input  wire [ZW-4:0]   index,  // of the byte wanted, 0 = most significant
    output wire [7:0]      out     // in the same cycle
);

  reg [7:0] above_q;  // byte that stands above the one wanted

  wire [ZW-4:0] place = index - zeros[ZW-1:3];
  wire [7:0] selected;
  byte_select #(.BITS(BITS), .BYTES(BYTES)) select (.value(value), .index(place), .out(selected));
  wire [7:0] here = selected & {8{index >= zeros[ZW-1:3]}};
  wire [7:0] above = above_q & {8{|index}};
  wire [15:0] both = {above, here} >> zeros[2:0];
  wire unused = &{1'b0, both[15:8]};
  assign out = both[7:0];

  always @(posedge clk) begin
    if (rst) above_q <= 8'd0;
    else above_q <= here;
  end

endmodule

`default_nettype wire
