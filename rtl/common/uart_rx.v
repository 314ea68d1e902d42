// SPDX-License-Identifier: Apache-2.0
// uart_rx: receiver of 8N1 bytes, least significant bit first.
// A bit is DIVIDER clock cycles; each is sampled in its middle, counted from the falling edge of
// the start bit, so that a sender may be off by about 5 % less 1/DIVIDER (start to stop bit: 9.5 bits).
// valid is high for one cycle with a byte; error is, instead, if the stop bit was low. After an
// error the line must go high before the next start bit is looked for: a break is one error.
// A start bit shorter than half a bit is ignored.
`default_nettype none

module uart_rx #(
    parameter integer DIVIDER = 208   // clock cycles a bit, 8..1048575
) (
    input  wire       clk,            // rising edge
    input  wire       rst,            // synchronous, active high
    input  wire       rx,             // the line, asynchronous, idle high
    output wire       line,           // the line in step with the clock
    output reg  [7:0] value,          // the byte, with valid
    output reg        valid,          // pulse: a byte has come
    output reg        error           // pulse: a byte without a stop bit
);

  generate
    if (DIVIDER < 8 || DIVIDER > 1048575) uart_rx_needs_DIVIDER_from_8_to_1048575 bad_divider ();
  endgenerate

  localparam integer CW = $clog2(DIVIDER);
  localparam integer LAST = DIVIDER - 1;
  localparam integer MIDDLE = DIVIDER / 2 - 1;

  reg [1:0]    sync_q;   // against metastability
  reg [CW-1:0] count_q;  // cycles to the next sample
  reg [3:0]    bit_q;    // bits to come, the running one included; 0 = idle
  reg          stuck_q;  // the line was low for a stop bit and still is

  assign line = sync_q[1];

  wire idle = bit_q == 4'd0;
  wire sample = ~idle & (count_q == {CW{1'b0}});
  wire is_start = bit_q == 4'd10;
  wire is_stop = bit_q == 4'd1;

  always @(posedge clk) begin
    sync_q <= {sync_q[0], rx};
    valid <= sample & is_stop & line;
    error <= sample & is_stop & ~line;
    stuck_q <= ~line & (stuck_q | (sample & is_stop));
    count_q <= sample ? LAST[CW-1:0] : count_q - 1'b1;
    if (idle) begin
      count_q <= MIDDLE[CW-1:0];
      if (~line & ~stuck_q) bit_q <= 4'd10;
    end else if (sample) begin
      // The start bit must still be there in its middle.
      bit_q <= (is_start & line) ? 4'd0 : bit_q - 1'b1;
      if (~is_start & ~is_stop) value <= {line, value[7:1]};
    end
    if (rst) begin
      sync_q <= 2'b11;
      count_q <= {CW{1'b0}};
      bit_q <= 4'd0;
      stuck_q <= 1'b0;
      value <= 8'd0;
      valid <= 1'b0;
      error <= 1'b0;
    end
  end

endmodule

`default_nettype wire
