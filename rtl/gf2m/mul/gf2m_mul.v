// SPDX-License-Identifier: Apache-2.0
// gf2m_mul: product in GF(2^M) behind the byte port, an operation-level variant.
//   r = a * b mod f, all in [0, 2^M - 1]
// Slots: ld 0 a, 1 b; result 8 r; no key. Latency: ceil(M/D) cycles. Constant time.
`default_nettype none

module gf2m_mul #(
    parameter integer M = 233,     // field: 5, 7, 163, 233, 283, 409 or 571
    parameter integer D = 8        // digit, 1..64
) (
    input  wire       clk,         // rising edge
    input  wire       rst,         // synchronous, active high, one cycle is enough
    input  wire       ld,          // take din into operand slot addr
    input  wire       lk,          // refused, there is no key
    input  wire [7:0] din,         // most significant byte first
    input  wire       start,       // begin, taken when idle
    input  wire [3:0] addr,        // slot; 15 = status
    input  wire       data,        // read strobe
    output wire [7:0] dout,        // result or status byte
    output wire       done         // high from completion to the next start, load or reset
);

  wire [2*M-1:0] operands;
  wire [M-1:0]   result;
  wire           core_start;
  wire           core_done;
  wire           key;
  wire [2:0]     loaded;
  wire [1:0]     load_target;
  wire           load_last;
  wire [7:0]     load_byte;

  // There is no key, and no value that fits the width is forbidden.
  wire unused = &{1'b0, key, loaded, load_target, load_last, load_byte};

  byte_shell #(
      .A(4), .SLOTS(2), .OPERAND_BITS(M), .KEY_BITS(0), .RESULTS(1), .RESULT_BITS(M)
  ) shell (
      .clk(clk), .rst(rst), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr), .data(data),
      .dout(dout), .done(done),
      .operands(operands), .key(key), .loaded(loaded), .load_target(load_target),
      .load_last(load_last), .load_byte(load_byte), .load_forbid(1'b0), .core_start(core_start), .core_busy(1'b0), .core_done(core_done),
      .core_identity(1'b0), .core_error(1'b0), .core_fault(1'b0), .results(result)
  );

  gf2m_mul_core #(.M(M), .D(D)) core (
      .clk(clk), .rst(rst), .start(core_start), .a(operands[0+:M]), .b(operands[M+:M]),
      .done(core_done), .result(result)
  );

endmodule

`default_nettype wire
