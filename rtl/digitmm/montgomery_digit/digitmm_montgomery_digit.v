// SPDX-License-Identifier: Apache-2.0
// digitmm_montgomery_digit: digit-serial Montgomery product behind the byte port, the baseline [23].
//   result = X Y / 2^(D ceil(N/D)) mod M, M odd (an even one is refused), X below M, any n-bit Y
// Slots: ld 0 X, 1 Y; lk M; result 8, 4*ceil(N/32) bytes each. X at or above M is not refused, and
// its result may be one that is not reduced.
// Latency: ceil(N/D) + P + 2 cycles, no set-up. Constant time.
`default_nettype none

module digitmm_montgomery_digit #(
    parameter integer N = 512,   // bits of the modulus, 1..8000
    parameter integer D = 2,     // bits of a digit, 1..10
    parameter integer P = 8      // stages of the last addition, 1..N+1
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
  wire          go;
  wire          core_done;

  // The modulus is taken as it is, and there is nothing to make from it.
  wire unused = &{1'b0, zeros, renew, set_up};

  digitmm_port #(
      .N(N), .D(D), .ODD(1), .NORMALISE(0), .LSD_FIRST(1)
  ) port (
      .clk(clk), .rst(rst), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr), .data(data),
      .dout(dout), .done(done), .x(x), .digit(digit), .y_step(y_step), .m(m), .zeros(zeros),
      .renew(renew), .set_up(set_up), .set_up_last(1'b1), .go(go), .core_done(core_done),
      .result(result)
  );

  digitmm_montgomery_digit_core #(.N(N), .D(D), .P(P)) core (
      .clk(clk), .rst(rst), .m(m), .go(go), .x(x), .digit(digit), .y_step(y_step),
      .done(core_done), .result(result)
  );

endmodule

`default_nettype wire
