// SPDX-License-Identifier: Apache-2.0
// byte_select: byte number `index` of a wide value, number 0 the most significant one.
//   out = (value >> 8*(BYTES-1-index)) mod 256 for index < BYTES; beyond it the value is not defined
// Combinational. The value is moved to the top of a power-of-two number of bytes, so that the
// index alone, inverted, selects: a plain multiplexer tree with no subtraction.
`default_nettype none

(* keep_hierarchy *)  // mapped by itself: mixed with its surroundings it grows
module byte_select #(
    parameter integer BITS = 233,                // width of value, 1..8*BYTES
    parameter integer BYTES = 32,                // bytes it is read as, 1..1024
    parameter integer IW = $clog2(BYTES + 1)     // derived: width of index
) (
    input  wire [BITS-1:0] value,
    input  wire [IW-1:0]   index,                // 0..BYTES-1
    output wire [7:0]      out
);

  generate
    if (BITS < 1 || BITS > 8 * BYTES) byte_select_needs_BITS_from_1_to_8_times_BYTES bad_bits ();
  endgenerate

  localparam integer LOG = (BYTES == 1) ? 1 : $clog2(BYTES);
  localparam integer TOTAL = 8 << LOG;

  localparam integer BELOW = TOTAL - 8 * BYTES;

  wire [TOTAL-1:0] aligned;
  generate
    if (BELOW == 0 && BITS == TOTAL) assign aligned = value;
    else if (BELOW == 0) assign aligned = {{(TOTAL - BITS) {1'b0}}, value};
    else if (BITS == 8 * BYTES) assign aligned = {value, {BELOW{1'b0}}};
    else assign aligned = {{(8 * BYTES - BITS) {1'b0}}, value, {BELOW{1'b0}}};
  endgenerate

  wire [LOG-1:0] place = ~index[LOG-1:0];

  assign out = aligned[{place, 3'b000}+:8];

  // The bit that only tells "past the end" is judged by byte_port.
  generate
    if (IW > LOG) begin : g_spare
      wire unused = &{1'b0, index[IW-1:LOG]};
    end
  endgenerate

endmodule

`default_nettype wire
