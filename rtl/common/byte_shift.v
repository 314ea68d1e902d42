// SPDX-License-Identifier: Apache-2.0
// byte_shift: register filled byte by byte, most significant byte first.
//   value <- (value * 256 + in) mod 2^BITS at an edge with en; after the last byte of a number
//   below 2^BITS it holds that number, whatever it held before.
// Reset clears it.
`default_nettype none

module byte_shift #(
    parameter integer BITS = 233      // 1 or more
) (
    input  wire            clk,
    input  wire            rst,       // synchronous, active high
    input  wire            en,        // take a byte
    input  wire [7:0]      in,        // the byte
    output reg  [BITS-1:0] value      // the register
);

  wire [BITS+7:0] longer = {value, in};
  wire unused = &{1'b0, longer[BITS+7:BITS]};  // shifted out: 0 in every value that is accepted

  always @(posedge clk) begin
    if (rst) value <= {BITS{1'b0}};
    else if (en) value <= longer[BITS-1:0];
  end

endmodule

`default_nettype wire
