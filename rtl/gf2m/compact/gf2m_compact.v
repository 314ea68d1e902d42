// SPDX-License-Identifier: Apache-2.0
// gf2m_compact: point multiplication Q = k P over GF(2^M), two bits a cycle, operands in LUT RAM,
// program in block RAM, byte port.
// Slots: ld 0 x, 1 y, 2 b, with BLIND 3 blind (not 0); lk k; results 8 x_Q, 9 y_Q. All values in
// [0, 2^M - 1]; the curve's a is not needed. Any point, any k; Q = O is a status bit.
// Latency: see gf2m_compact_core; the byte port adds nothing. Constant time.
`default_nettype none

module gf2m_compact #(
    parameter integer M = 233,     // field: 5, 7, 163, 233, 283, 409 or 571
    parameter integer BLIND = 0,   // 1: projective coordinates scaled by the operand "blind"
    parameter integer BLOCK = 1    // 1: program and operand bytes in a block RAM; 0: logic and LUT RAM
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

  localparam integer BYTES = 4 * ((M + 31) / 32);
  localparam integer NW = $clog2(BYTES + 1);
  localparam integer XW = $clog2((M + 31) / 32) + 2;
  localparam integer SLOTS = 3 + BLIND;
  localparam integer TW = $clog2(SLOTS + 1);
  localparam [15:0] WIDTH = M[15:0];

  wire          wr_en;
  wire [TW-1:0] wr_target;
  wire          wr_first;
  wire          wr_last;
  wire [7:0]    wr_byte;
  wire          wr_forbid;
  wire [SLOTS:0] loaded;
  wire [3:0]    rd_addr;
  wire [NW-1:0] rd_index;
  wire [7:0]    rd_byte;
  wire          core_start;
  wire          core_done;
  wire          core_identity;

  byte_port #(
      .A(4), .SLOTS(SLOTS), .KEY(1), .WIDTHS({(SLOTS + 1) {WIDTH}}), .RESULTS(2), .RESULT_BYTES(BYTES)
  ) engine (
      .clk(clk), .rst(rst), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr), .data(data),
      .dout(dout), .done(done),
      .wr_en(wr_en), .wr_target(wr_target), .wr_first(wr_first), .wr_last(wr_last),
      .wr_byte(wr_byte), .wr_forbid(wr_forbid), .loaded(loaded),
      .rd_addr(rd_addr), .rd_index(rd_index), .rd_byte(rd_byte),
      .core_start(core_start), .core_busy(1'b0), .core_done(core_done),
      .core_identity(core_identity), .core_error(1'b0), .core_fault(1'b0)
  );

  // The core reads ahead: it gets the request itself instead of the registered one.
  gf2m_compact_core #(.M(M), .BLIND(BLIND), .BLOCK(BLOCK)) core (
      .clk(clk), .rst(rst), .load(wr_en), .target(wr_target), .load_first(wr_first),
      .load_byte(wr_byte), .start(core_start), .done(core_done), .identity(core_identity),
      .view(done), .view_y(addr[0]),
      .view_more(data), .view_index(rd_index[XW-1:0]), .view_byte(rd_byte)
  );

  // A factor 0 would turn every point into (0 : 0).
  generate
    if (BLIND != 0) begin : g_blind
      reg some_q;  // a byte of "blind" so far was not 0
      wire some = (some_q & ~wr_first) | (|wr_byte);
      always @(posedge clk) begin
        if (rst) some_q <= 1'b0;
        else if (wr_en & (wr_target == 3'd3)) some_q <= some;
      end
      assign wr_forbid = (wr_target == 3'd3) & ~some;
      wire unused = &{1'b0, wr_last, loaded, rd_addr, rd_index};
    end else begin : g_no_blind
      assign wr_forbid = 1'b0;
      wire unused = &{1'b0, wr_last, loaded, rd_addr, rd_index};
    end
  endgenerate

endmodule

`default_nettype wire
