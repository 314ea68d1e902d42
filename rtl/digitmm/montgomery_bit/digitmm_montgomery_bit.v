// SPDX-License-Identifier: Apache-2.0
// digitmm_montgomery_bit: bit-serial Montgomery product behind the byte port, the baseline [15].
//   result = (X Y + q M) / 2^(N+2), congruent to X Y / 2^(N+2) mod M and below 2^N + M
//   M odd (an even one is refused), X and Y below 2^(N+1)
// Slots: ld 0 X, 1 Y (4*ceil((N+1)/32) bytes); lk M (4*ceil(N/32)); result 8 (as X).
// Latency: N + 4 cycles, no set-up. Constant time.
`default_nettype none

module digitmm_montgomery_bit #(
    parameter integer N = 512    // bits of the modulus, 1..7999
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

  localparam integer ZW = 3 + $clog2(4 * ((N + 32) / 32) + 1);

  wire [N:0]    x;
  wire [N-1:0]  m;
  wire [N:0]    result;
  wire          y_bit;
  wire [ZW-1:0] zeros;
  wire          y_step;
  wire          renew;
  wire          set_up;
  wire          go;
  wire          core_done;

  // The modulus is taken as it is, and there is nothing to make from it.
  wire unused = &{1'b0, zeros, renew, set_up};

  digitmm_port #(
      .N(N), .D(1), .OB(N + 1), .RB(N + 1), .ODD(1), .NORMALISE(0), .LSD_FIRST(1)
  ) port (
      .clk(clk), .rst(rst), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr), .data(data),
      .dout(dout), .done(done), .x(x), .digit(y_bit), .y_step(y_step), .m(m), .zeros(zeros),
      .renew(renew), .set_up(set_up), .set_up_last(1'b1), .go(go), .core_done(core_done),
      .result(result)
  );

  digitmm_montgomery_bit_core #(.N(N)) core (
      .clk(clk), .rst(rst), .m(m), .go(go), .x(x), .y_bit(y_bit), .y_step(y_step),
      .done(core_done), .result(result)
  );

endmodule

`default_nettype wire
