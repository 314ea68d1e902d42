// SPDX-License-Identifier: Apache-2.0
// uart_tx: sender of 8N1 bytes, least significant bit first.
// A bit is DIVIDER clock cycles. send is taken while ready; a byte takes 10 * DIVIDER cycles.
`default_nettype none

module uart_tx #(
    parameter integer DIVIDER = 208   // clock cycles a bit, 8..1048575
) (
    input  wire       clk,            // rising edge
    input  wire       rst,            // synchronous, active high
    input  wire       send,           // send value, taken while ready
    input  wire [7:0] value,          // the byte
    output wire       ready,          // the line is free
    output reg        tx              // the line, idle high
);

  generate
    if (DIVIDER < 8 || DIVIDER > 1048575) uart_tx_needs_DIVIDER_from_8_to_1048575 bad_divider ();
  endgenerate

  localparam integer CW = $clog2(DIVIDER);
  localparam integer LAST = DIVIDER - 1;

  reg [CW-1:0] count_q;  // cycles left of the bit on the line
  reg [8:0]    shift_q;  // bits to come: value and stop bit, the next one lowest
  reg [3:0]    bit_q;    // bits left, the one on the line included; 0 = idle

  assign ready = bit_q == 4'd0;

  always @(posedge clk) begin
    if (ready) begin
      count_q <= LAST[CW-1:0];
      shift_q <= {1'b1, value};
      tx <= ~send;
      if (send) bit_q <= 4'd10;
    end else if (count_q == {CW{1'b0}}) begin
      count_q <= LAST[CW-1:0];
      shift_q <= {1'b1, shift_q[8:1]};
      tx <= shift_q[0];
      bit_q <= bit_q - 1'b1;
    end else begin
      count_q <= count_q - 1'b1;
    end
    if (rst) begin
      count_q <= {CW{1'b0}};
      shift_q <= 9'h1ff;
      bit_q <= 4'd0;
      tx <= 1'b1;
    end
  end

endmodule

`default_nettype wire
