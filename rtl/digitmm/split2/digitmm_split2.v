// SPDX-License-Identifier: Apache-2.0
// digitmm_split2: X * Y mod M with each digit looked up in two halves, behind the byte port.
//   result = X * Y mod M, any n-bit X and Y, any M from 1 to 2^n - 1; M = 0 is refused
// Slots: ld 0 X, 1 Y; lk M; result 8, 4*ceil(N/32) bytes each.
// Latency: ceil(N/D) + D + 3 cycles and one for each leading zero of M; after M it is busy for
// 2 + 2 (max(2^H, D+3) + 2^(D-H) + D + 3) cycles, H = D/2, and one for each leading zero.
// Constant time for a fixed M, which is public.
`default_nettype none

module digitmm_split2 #(
    parameter integer N = 512,   // bits of the modulus, D..8000
    parameter integer D = 2      // bits of a digit, 2..10
) (
    input  wire       clk,       // rising edge
    input  wire       rst,       // synchronous, active high, one cycle is enough
    input  wire       ld,        // take din into operand slot addr
    input  wire       lk,        // take din into the modulus
    input  wire [7:0] din,       // most significant byte first
    input  wire       start,     // begin, taken when idle
    input  wire [3:0] addr,      // slot; 15 = status
    input  wire       data,      // read strobe
    output wire [7:0] dout,      // result or status byte
    output wire       done       // high from completion to the next start, load or reset
);

  localparam integer ZW = 3 + $clog2(4 * ((N + 31) / 32) + 1);

  wire [N-1:0]  x;
  wire [N-1:0]  m;
  wire [N-1:0]  result;
  wire [D-1:0]  digit;
  wire [ZW-1:0] zeros;
  wire          y_step;
  wire          renew;
  wire          set_up;
  wire          set_up_last;
  wire          go;
  wire          core_done;

  digitmm_port #(.N(N), .D(D)) port (
      .clk(clk), .rst(rst), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr), .data(data),
      .dout(dout), .done(done), .x(x), .digit(digit), .y_step(y_step), .m(m), .zeros(zeros),
      .renew(renew), .set_up(set_up), .set_up_last(set_up_last), .go(go), .core_done(core_done),
      .result(result)
  );

  digitmm_split2_core #(.N(N), .D(D), .ZW(ZW)) core (
      .clk(clk), .rst(rst), .m(m), .zeros(zeros), .renew(renew), .set_up(set_up),
      .set_up_last(set_up_last), .go(go), .x(x), .digit(digit), .y_step(y_step), .done(core_done),
      .result(result)
  );

endmodule

`default_nettype wire
