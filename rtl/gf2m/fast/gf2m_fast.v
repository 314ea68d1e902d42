// SPDX-License-Identifier: Apache-2.0
// gf2m_fast: point multiplication Q = k P over GF(2^M), one product a cycle, byte port.
// Slots: ld 0 x, 1 y, 2 b; lk k; results 8 x_Q, 9 y_Q. All values in [0, 2^M - 1]; the curve's a is
// not needed. Any point, any k; Q = O is a status bit.
// Latency: see gf2m_fast_core; the byte port adds nothing. Constant time.
`default_nettype none

module gf2m_fast #(
    parameter integer M = 233,     // field: 5, 7, 163, 233, 283, 409 or 571
    parameter integer LEAF = 32    // Karatsuba down to this many bits, see gf2m_kara
) (
    input  wire       clk,         // rising edge
    input  wire       rst,         // synchronous, active high, one cycle is enough
    input  wire       ld,          // take din into operand slot addr
    input  wire       lk,          // take din into the key
    input  wire [7:0] din,         // most significant byte first
    input  wire       start,       // begin, taken when idle
    input  wire [3:0] addr,        // slot; 15 = status
    input  wire       data,        // read strobe
    output wire [7:0] dout,        // result or status byte
    output wire       done         // high from completion to the next start, load or reset
);

  wire [2:0]   load;
  wire         load_key;
  wire         load_first;
  wire [7:0]   load_byte;
  wire         core_start;
  wire         core_done;
  wire         core_identity;
  wire         view_y;
  wire [M-1:0] view;

  gf2m_ladder_port #(.M(M)) port (
      .clk(clk), .rst(rst), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr), .data(data),
      .dout(dout), .done(done),
      .load(load), .load_key(load_key), .load_first(load_first), .load_byte(load_byte),
      .core_start(core_start), .core_done(core_done), .core_identity(core_identity),
      .view_y(view_y), .view(view)
  );

  gf2m_fast_core #(.M(M), .LEAF(LEAF)) core (
      .clk(clk), .rst(rst), .load(load), .load_key(load_key), .load_first(load_first),
      .load_byte(load_byte), .start(core_start), .done(core_done), .identity(core_identity),
      .view_y(view_y), .view(view)
  );

endmodule

`default_nettype wire
