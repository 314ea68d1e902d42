// SPDX-License-Identifier: Apache-2.0
// kummer_top: ladder on a Kummer surface over GF(P) behind the byte port.
//   V1 = [k]B, V2 = [k+1]B for any k of M bits and any odd P, 3 <= P < 2^134
// Slots of 17 bytes: ld 0 P, 1-4 mu, 5-8 e, 9-12 e-hat, 13-15 wrapped B; any 136-bit value stands for
// its residue. lk k, ceil(M/8) bytes. Results 16-19 V1, 20-23 V2, below P. P even or 1 is refused at
// load; a wrapped coordinate that is 0 modulo P ends a run with status bit 3.
// Latency: M*T + F with T and F of the program (docs/kummer.md), set-up after P. Constant time.
`default_nettype none

module kummer_top #(
    parameter integer M = 256,        // bits of the scalar, 2..8000
    parameter integer W = 34,         // width of memory and interconnect: 34, 68 or 136
    parameter integer CLUSTERS = 1,   // 1 or 2
    parameter integer ADDERS = 1,      // per cluster: 1 or 2
    parameter integer MULTS = 1,       // per cluster: 1 or 2
    parameter integer MERGED = 0      // 1: swap on the change of the scalar's bit
) (
    input  wire       clk,            // rising edge
    input  wire       rst,            // synchronous, active high, one cycle is enough
    input  wire       ld,             // take din into operand slot addr
    input  wire       lk,             // take din into the scalar
    input  wire [7:0] din,            // most significant byte first
    input  wire       start,          // begin, taken when idle
    input  wire [4:0] addr,           // slot; 31 = status
    input  wire       data,           // read strobe
    output wire [7:0] dout,           // result or status byte
    output wire       done            // high from completion to the next start, load or reset
);

  localparam [15:0] M16 = M[15:0];

  reg any_q;    // a byte of P before its last one is not 0

  wire        wr_en;
  wire [4:0]  wr_target;
  wire        wr_first;
  wire        wr_last;
  wire [7:0]  wr_byte;
  wire [16:0] loaded;
  wire [4:0]  rd_addr;
  wire [4:0]  rd_index;
  wire [7:0]  rd_byte;
  wire        go;
  wire        busy;
  wire        core_done;
  wire        core_error;

  wire to_p = wr_target == 5'd0;
  wire any = any_q & ~wr_first;
  wire forbid = to_p & (~wr_byte[0] | (~any & (wr_byte == 8'd1)));
  wire set_up = wr_en & wr_last & to_p & ~forbid;
  wire unused = &{1'b0, loaded[16:1], rd_addr};

  byte_port #(
      .A(5), .SLOTS(16), .KEY(1), .WIDTHS({M16, {15{16'd136}}, 16'd134}), .ALIGN(1), .OPTIONAL(0),
      .RESULT_BASE(16), .RESULTS(8), .RESULT_BYTES(17)
  ) port (
      .clk(clk), .rst(rst), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr), .data(data),
      .dout(dout), .done(done),
      .wr_en(wr_en), .wr_target(wr_target), .wr_first(wr_first), .wr_last(wr_last),
      .wr_byte(wr_byte), .wr_forbid(forbid), .loaded(loaded),
      .rd_addr(rd_addr), .rd_index(rd_index), .rd_byte(rd_byte),
      .core_start(go), .core_busy(busy), .core_done(core_done), .core_identity(1'b0),
      .core_error(core_error), .core_fault(1'b0)
  );

  kummer_core #(.M(M), .W(W), .CLUSTERS(CLUSTERS), .ADDERS(ADDERS), .MULTS(MULTS), .MERGED(MERGED)) core (
      .clk(clk), .rst(rst), .in_we(wr_en), .in_key(wr_target[4]), .in_slot(wr_target[3:0]),
      .in_first(wr_first), .in_last(wr_last), .in(wr_byte), .set_up(set_up), .p_valid(loaded[0]),
      .busy(busy), .go(go), .done(core_done), .error(core_error), .next_addr(addr), .next(data),
      .index(rd_index), .rd_byte(rd_byte)
  );

  always @(posedge clk) begin
    if (wr_en & to_p) any_q <= any | (|wr_byte);
    if (rst) any_q <= 1'b0;
  end

endmodule

`default_nettype wire
