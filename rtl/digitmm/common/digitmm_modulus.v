// SPDX-License-Identifier: Apache-2.0
// digitmm_modulus: the modulus of the family, from bytes to what a core wants.
// M = 0 is refused, and an even M if ODD = 1. NORMALISE = 1 shifts M up to m = M*2^zeros with its
// top bit set, one bit a cycle, and then lets the core's own set-up run.
// Latency: zeros cycles of set-up. Constant time for a fixed M (public). Reset clears every register.
`default_nettype none

module digitmm_modulus #(
    parameter integer N = 512,        // bits, 1..8000
    parameter integer ODD = 0,        // 1: an even modulus is refused
    parameter integer NORMALISE = 1,  // 1: shift M to the top, then the core's set-up; 0: neither
    parameter integer ZW = 12         // width of zeros
) (
    input  wire          clk,
    input  wire          rst,          // synchronous, active high
    input  wire          wr_en,        // a byte of M, see byte_port
    input  wire          wr_first,
    input  wire          wr_last,
    input  wire [7:0]    wr_byte,
    output wire          refuse,       // with wr_last: this M is not taken
    output wire          over,         // with wr_last: a bit at or above N was 1
    input  wire          loaded,       // valid mark of M
    output reg  [N-1:0]  m,            // modulus, top bit set if NORMALISE = 1
    output reg  [ZW-1:0] zeros,        // leading zeros of M, 0..N-1
    output wire          busy,         // set-up, the core's included
    output wire          set_up,       // the core's set-up may run: m and zeros are right
    input  wire          set_up_last   // its last busy cycle
);

  reg any_q;     // a bit of M has been 1 so far
  reg over_q;    // one of them at or above N
  reg set_up_q;  // set-up in progress (or M refused: then for one cycle)

  wire [N+7:0] longer = {m & {N{~wr_first}}, wr_byte};
  wire [N:0] double = {m, 1'b0};
  wire unused_top = &{1'b0, double[N]};
  wire any = (~wr_first & any_q) | (|wr_byte);
  assign over = (~wr_first & over_q) | (|longer[N+7:N]);
  assign refuse = ~any | ((ODD != 0) & ~wr_byte[0]);

  wire ready = m[N-1];
  assign busy = set_up_q & loaded & (NORMALISE != 0);
  assign set_up = busy & ready;

  always @(posedge clk) begin
    if (wr_en) begin
      m <= longer[N-1:0];
      any_q <= any;
      over_q <= over;
      zeros <= {ZW{1'b0}};
    end else if (busy & ~ready) begin
      m <= double[N-1:0];
      zeros <= zeros + 1'b1;
    end
    set_up_q <= wr_en ? wr_last : busy & ~(ready & set_up_last);

    if (rst) begin
      m <= {N{1'b0}};
      any_q <= 1'b0;
      over_q <= 1'b0;
      zeros <= {ZW{1'b0}};
      set_up_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
