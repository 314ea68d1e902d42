// SPDX-License-Identifier: Apache-2.0
// byte_shell: a core with wide ports behind the byte-port contract, version 1.
// Operand slot s is operands[s*OPERAND_BITS +: OPERAND_BITS], result slot r (address RESULT_BASE+r)
// is results[r*RESULT_BITS +: RESULT_BITS]. Operands and key hold still while a run is going on.
// core_start is high for one cycle; core_done is a pulse or a level, as byte_port describes.
// Results are read from the core while done is high; CAPTURE = 1 keeps a copy for a core that
// does not hold them. Reset clears every register here.
// Latency: adds no cycle to the core's.
`default_nettype none

module byte_shell #(
    parameter integer A = 4,               // address width, 2..8
    parameter integer SLOTS = 3,           // operand slots, may be 0
    parameter integer OPERAND_BITS = 233,  // bits of each operand, 1..8000
    parameter integer KEY_BITS = 233,      // bits of the key, 0 = no key
    parameter integer ALIGN = 4,           // bytes per slot: multiple of this
    parameter [SLOTS:0] OPTIONAL = 0,      // bit t = 1: start does not need slot t (SLOTS = the key)
    parameter integer RESULT_BASE = 8,     // address of the first result
    parameter integer RESULTS = 2,         // result slots, at least 1
    parameter integer RESULT_BITS = 233,   // bits of each result
    parameter integer CAPTURE = 0,         // 1: copy the results when done rises
    parameter integer TW = (SLOTS == 0) ? 1 : $clog2(SLOTS + 1),     // derived
    parameter integer OW = (SLOTS == 0) ? 1 : SLOTS * OPERAND_BITS,  // derived: all operands
    parameter integer KW = (KEY_BITS == 0) ? 1 : KEY_BITS            // derived: key
) (
    input  wire                           clk,            // rising edge
    input  wire                           rst,            // synchronous, active high
    input  wire                           ld,             // byte port, see byte_port
    input  wire                           lk,
    input  wire [7:0]                     din,
    input  wire                           start,
    input  wire [A-1:0]                   addr,
    input  wire                           data,
    output wire [7:0]                     dout,
    output wire                           done,
    output wire [OW-1:0]                  operands,       // operand slots, slot 0 lowest
    output wire [KW-1:0]                  key,            // key register
    output wire [SLOTS:0]                 loaded,         // valid marks, bit SLOTS = key
    output wire [TW-1:0]                  load_target,    // with load_last: slot that gets load_byte
    output wire                           load_last,      // a load's last byte is being taken
    output wire [7:0]                     load_byte,      // that byte
    input  wire                           load_forbid,    // the core rejects the value then
    output wire                           core_start,     // begin at this edge
    input  wire                           core_busy,      // set-up in progress
    input  wire                           core_done,      // pulse or level
    input  wire                           core_identity,  // with done: point at infinity
    input  wire                           core_error,     // with done: no result
    input  wire                           core_fault,     // status bit 5
    input  wire [RESULTS*RESULT_BITS-1:0] results         // valid with done (and held if CAPTURE = 0)
);

  generate
    if (RESULTS < 1) byte_shell_needs_RESULTS_at_least_1 bad_results ();
  endgenerate

  localparam integer RESULT_BYTES = ALIGN * ((RESULT_BITS + 8 * ALIGN - 1) / (8 * ALIGN));
  localparam integer NW = $clog2(RESULT_BYTES + 1);
  localparam [15:0] OPERAND_WIDTH = OPERAND_BITS[15:0];
  localparam [15:0] KEY_WIDTH = (KEY_BITS == 0) ? 16'd1 : KEY_BITS[15:0];
  localparam [16*(SLOTS+1)-1:0] WIDTHS =
      ({(SLOTS + 1) {OPERAND_WIDTH}} & ~({(SLOTS + 1) {16'hffff}} << (16 * SLOTS)))
      | ({{SLOTS{16'd0}}, KEY_WIDTH} << (16 * SLOTS));

  wire          wr_en;
  wire          wr_first;
  wire          wr_last;
  wire [A-1:0]  rd_addr;
  wire [NW-1:0] rd_index;
  wire [7:0]    rd_byte;

  byte_port #(
      .A(A), .SLOTS(SLOTS), .KEY(KEY_BITS != 0 ? 1 : 0), .WIDTHS(WIDTHS), .ALIGN(ALIGN),
      .OPTIONAL(OPTIONAL), .RESULT_BASE(RESULT_BASE), .RESULTS(RESULTS), .RESULT_BYTES(RESULT_BYTES)
  ) engine (
      .clk(clk), .rst(rst), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr), .data(data),
      .dout(dout), .done(done),
      .wr_en(wr_en), .wr_target(load_target), .wr_first(wr_first), .wr_last(wr_last),
      .wr_byte(load_byte), .wr_forbid(load_forbid), .loaded(loaded),
      .rd_addr(rd_addr), .rd_index(rd_index), .rd_byte(rd_byte),
      .core_start(core_start), .core_busy(core_busy), .core_done(core_done),
      .core_identity(core_identity), .core_error(core_error), .core_fault(core_fault)
  );

  assign load_last = wr_en & wr_last;
  wire unused = &{1'b0, wr_first, rd_addr};  // shift registers need no start of value

  // Operand and key registers: bytes come in at the bottom. What falls out at the top are bits
  // at or above the width; had one of them been 1, byte_port would not mark the value valid.
  genvar g;
  generate
    if (SLOTS == 0) begin : g_no_operands
      assign operands = 1'b0;
    end
    for (g = 0; g < SLOTS; g = g + 1) begin : g_operand
      localparam integer THIS = g;
      byte_shift #(.BITS(OPERAND_BITS)) register (
          .clk(clk), .rst(rst), .en(wr_en & (load_target == THIS[TW-1:0])), .in(load_byte),
          .value(operands[g*OPERAND_BITS+:OPERAND_BITS])
      );
    end
    if (KEY_BITS == 0) begin : g_no_key
      assign key = 1'b0;
    end else begin : g_key
      byte_shift #(.BITS(KEY_BITS)) register (
          .clk(clk), .rst(rst), .en(wr_en & (load_target == SLOTS[TW-1:0])), .in(load_byte),
          .value(key)
      );
    end
  endgenerate

  // Results, from the core or from the copy
  wire [RESULTS*RESULT_BITS-1:0] held;
  generate
    if (CAPTURE != 0) begin : g_capture
      reg [RESULTS*RESULT_BITS-1:0] copy_q;
      reg done_q;  // done was high before: only its first cycle carries new results
      always @(posedge clk) begin
        if (rst) copy_q <= {RESULTS * RESULT_BITS{1'b0}};
        else if (done & ~done_q) copy_q <= results;
        done_q <= done & ~core_start & ~rst;
      end
      assign held = copy_q;
    end else begin : g_direct
      assign held = results;
    end
  endgenerate

  // One byte of each result, then that of the wanted one
  localparam integer RW = (RESULTS == 1) ? 1 : $clog2(RESULTS);
  localparam [RW-1:0] BASE = RESULT_BASE[RW-1:0];
  wire [(8<<RW)-1:0] bytes;
  wire [RW-1:0] which = rd_addr[RW-1:0] - BASE;

  generate
    for (g = 0; g < (1 << RW); g = g + 1) begin : g_result
      if (g < RESULTS) begin : g_used
        byte_select #(.BITS(RESULT_BITS), .BYTES(RESULT_BYTES)) select (
            .value(held[g*RESULT_BITS+:RESULT_BITS]), .index(rd_index), .out(bytes[8*g+:8])
        );
      end else begin : g_unused
        assign bytes[8*g+:8] = 8'd0;
      end
    end
  endgenerate

  assign rd_byte = bytes[8*which+:8];

endmodule

`default_nettype wire
