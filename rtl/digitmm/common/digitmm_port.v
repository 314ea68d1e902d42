// SPDX-License-Identifier: Apache-2.0
// digitmm_port: the byte port of the family with its operand registers.
//   slots: ld 0 X, 1 Y of OB bits; lk modulus M of N bits, not 0, odd if ODD = 1 (KEY = 0: none);
//   result 8
// X stands still. Y leaves as ceil(OB/D) digits, one for each cycle with y_step, and is whole again
// after the last. NORMALISE = 1: the core has m = M*2^zeros (see digitmm_modulus) before its own
// set-up, and the reader result / 2^zeros.
// Latency: none of its own in a run; zeros cycles of set-up. Constant time for a fixed M (public).
// Reset clears every register here.
`default_nettype none

module digitmm_port #(
    parameter integer N = 512,         // bits of the modulus, 1..8000
    parameter integer D = 2,           // bits of a digit of Y, 1 or more
    parameter integer OB = N,          // bits of X and Y
    parameter integer RB = N,          // bits of the result
    parameter integer ODD = 0,         // 1: an even modulus is forbidden
    parameter integer KEY = 1,         // 0: the modulus is built into the core, lk is refused
    parameter integer NORMALISE = 1,   // 1: shift M to the top, then the core's set-up; 0: neither
    parameter integer LSD_FIRST = 0,   // 1: digits of Y leave from the bottom
    parameter integer K = (OB + D - 1) / D,                // derived: digits of Y
    parameter integer ZW = 3 + $clog2(4 * ((RB + 31) / 32) + 1)  // derived: width of zeros
) (
    input  wire          clk,          // rising edge
    input  wire          rst,          // synchronous, active high, one cycle is enough
    input  wire          ld,           // byte port, see byte_port
    input  wire          lk,
    input  wire [7:0]    din,
    input  wire          start,
    input  wire [3:0]    addr,
    input  wire          data,
    output wire [7:0]    dout,
    output wire          done,
    output reg  [OB-1:0] x,            // operand X
    output wire [D-1:0]  digit,        // digit of Y in turn
    input  wire          y_step,       // the next one
    output wire [N-1:0]  m,            // modulus, top bit set if NORMALISE = 1
    output wire [ZW-1:0] zeros,        // leading zeros of M, 0..N-1
    output wire          renew,        // a byte of M arrives: what was made from M is void
    output wire          set_up,       // the core's set-up may run: m and zeros are right
    input  wire          set_up_last,  // its last busy cycle
    output wire          go,           // one cycle: the run begins at this edge
    input  wire          core_done,    // level, see byte_port
    input  wire [RB-1:0] result        // result * 2^zeros if NORMALISE = 1
);

  localparam integer L = K * D;
  localparam [1:0] TO_X = 2'd0, TO_Y = 2'd1, TO_M = 2'd2;
  localparam integer RESULT_BYTES = 4 * ((RB + 31) / 32);
  localparam integer NW = ZW - 3;
  localparam [15:0] OB16 = OB[15:0];
  localparam [15:0] N16 = N[15:0];

  generate
    if (N < 1 || D < 1) digitmm_port_needs_N_and_D_at_least_1 bad_size ();
  endgenerate

  // ---- Registers
  reg [L-1:0] y_q;        // Y, zero-padded at the top, in some rotation

  wire        wr_en;
  wire [1:0]  wr_target;
  wire        wr_first;
  wire        wr_last;
  wire [7:0]  wr_byte;
  wire [2:0]  loaded;
  wire [3:0]  rd_addr;
  wire [NW-1:0] rd_index;
  wire [7:0]  rd_byte;

  wire refuse;
  wire busy;
  wire unused_over;
  wire unused = &{1'b0, rd_addr, loaded[1:0]};
  wire to_m = wr_en & (wr_target == TO_M);
  assign renew = to_m;

  byte_port #(
      .A(4), .SLOTS(2), .KEY(KEY), .WIDTHS({N16, OB16, OB16}), .ALIGN(4), .OPTIONAL(0),
      .RESULT_BASE(8), .RESULTS(1), .RESULT_BYTES(RESULT_BYTES)
  ) engine (
      .clk(clk), .rst(rst), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr), .data(data),
      .dout(dout), .done(done),
      .wr_en(wr_en), .wr_target(wr_target), .wr_first(wr_first), .wr_last(wr_last),
      .wr_byte(wr_byte), .wr_forbid((wr_target == TO_M) & refuse), .loaded(loaded),
      .rd_addr(rd_addr), .rd_index(rd_index), .rd_byte(rd_byte),
      .core_start(go), .core_busy(busy), .core_done(core_done),
      .core_identity(1'b0), .core_error(1'b0), .core_fault(1'b0)
  );

  digitmm_modulus #(.N(N), .ODD(ODD), .NORMALISE(NORMALISE), .ZW(ZW)) modulus (
      .clk(clk), .rst(rst), .wr_en(to_m), .wr_first(wr_first), .wr_last(wr_last), .wr_byte(wr_byte),
      .refuse(refuse), .over(unused_over), .loaded(loaded[2]), .m(m), .zeros(zeros), .busy(busy),
      .set_up(set_up), .set_up_last(set_up_last)
  );

  digitmm_window #(.BITS(RB), .ZW(ZW)) window (
      .clk(clk), .rst(rst), .value(result), .zeros(zeros), .index(rd_index), .out(rd_byte)
  );

  // ---- Y turns by one digit; K turns are a whole one. The first byte of a load clears the rest,
  // since the register may be longer than the bytes that come.
  wire [L-1:0] y_turned;
  generate
    if (K == 1) assign y_turned = y_q;
    else if (LSD_FIRST != 0) assign y_turned = {y_q[D-1:0], y_q[L-1:D]};
    else assign y_turned = {y_q[L-D-1:0], y_q[L-1:L-D]};
  endgenerate
  assign digit = (LSD_FIRST != 0) ? y_q[D-1:0] : y_q[L-1:L-D];

  wire [L+7:0]  y_longer = {y_q & {L{~wr_first}}, wr_byte};
  wire [OB+7:0] x_longer = {x, wr_byte};
  // What falls out at the top is 0 in every value that is accepted.
  wire unused_top = &{1'b0, y_longer[L+7:L], x_longer[OB+7:OB]};

  always @(posedge clk) begin
    if (wr_en & (wr_target == TO_X)) x <= x_longer[OB-1:0];
    if (wr_en & (wr_target == TO_Y)) y_q <= y_longer[L-1:0];
    else if (y_step) y_q <= y_turned;

    if (rst) begin
      x <= {OB{1'b0}};
      y_q <= {L{1'b0}};
    end
  end

endmodule

`default_nettype wire
