// SPDX-License-Identifier: Apache-2.0
// digitmm_special: X * Y mod p for a NIST prime p behind the byte port, with no table.
//   result = X * Y mod p, any n-bit X and Y; the modulus is built in, lk is refused
// Slots: ld 0 X, 1 Y; result 8, 4*ceil(N/32) bytes each.
// Latency: ceil(N/D) + 2 cycles, no set-up. Constant time.
`default_nettype none

module digitmm_special #(
    parameter integer N = 256,   // bits of the prime: 192, 224, 256, 384 or 521
    parameter integer D = 2      // bits of a digit, 1..16
) (
    input  wire       clk,       // rising edge
    input  wire       rst,       // synchronous, active high, one cycle is enough
    input  wire       ld,        // take din into operand slot addr
    input  wire       lk,        // refused, the modulus is built in
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
  wire          go;
  wire          core_done;

  // No modulus is ever loaded.
  wire unused = &{1'b0, m, zeros, renew, set_up};

  digitmm_port #(.N(N), .D(D), .KEY(0), .NORMALISE(0)) port (
      .clk(clk), .rst(rst), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr), .data(data),
      .dout(dout), .done(done), .x(x), .digit(digit), .y_step(y_step), .m(m), .zeros(zeros),
      .renew(renew), .set_up(set_up), .set_up_last(1'b1), .go(go), .core_done(core_done),
      .result(result)
  );

  digitmm_special_core #(.N(N), .D(D)) core (
      .clk(clk), .rst(rst), .go(go), .x(x), .digit(digit), .y_step(y_step), .done(core_done),
      .result(result)
  );

endmodule

`default_nettype wire
