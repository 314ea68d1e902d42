// SPDX-License-Identifier: Apache-2.0
// byte_port: protocol engine of the byte-port contract, version 1, for every family.
// It counts bytes, keeps valid marks and status, refuses what the contract refuses, and steers
// storage that the core owns: a byte-write strobe for loads, a (slot, byte) request for reads.
// Targets are numbered 0..SLOTS-1 for operand slots; number SLOTS is the key.
// Latency: acceptance of start is combinational (core_start), completion too (done follows
// core_done), so that a run costs the core's cycles and no more, 1 at least.
// core_done may be a pulse or a level; it counts only after it was low once since the start.
// Constant time: control depends on public strobes, and on a key only through its validity.
`default_nettype none

module byte_port #(
    parameter integer A = 4,              // address width, 2..8; address all ones = status
    parameter integer SLOTS = 3,          // operand slots, addresses 0..SLOTS-1, may be 0
    parameter integer KEY = 1,            // 1: there is a key (lk), 0: lk is refused
    parameter [16*(SLOTS+1)-1:0] WIDTHS = {(SLOTS + 1) {16'd233}},  // bits per target, 1..8000
    parameter integer ALIGN = 4,          // bytes per target: multiple of ALIGN, at least ceil(bits/8)
    parameter [SLOTS:0] OPTIONAL = 0,     // bit t = 1: start does not need target t
    parameter integer RESULT_BASE = 8,    // address of the first result slot, at least SLOTS
    parameter integer RESULTS = 2,        // result slots, 0..2^A - 1 - RESULT_BASE
    parameter integer RESULT_BYTES = 32,  // bytes per result, 1..1000
    parameter integer TW = (SLOTS == 0) ? 1 : $clog2(SLOTS + 1),  // derived: width of a target number
    parameter integer NW = $clog2(RESULT_BYTES + 1)               // derived: width of a byte index
) (
    input  wire           clk,            // rising edge
    input  wire           rst,            // synchronous, active high, one cycle is enough
    input  wire           ld,             // take din into operand slot addr
    input  wire           lk,             // take din into the key
    input  wire [7:0]     din,            // most significant byte first
    input  wire           start,          // begin a run, taken when idle
    input  wire [A-1:0]   addr,           // slot of ld and data
    input  wire           data,           // read strobe, one more byte per cycle
    output reg  [7:0]     dout,           // result or status byte, two edges after its request
    output wire           done,           // high from completion to the next start, load or reset
    output wire           wr_en,          // storage takes wr_byte at this edge (0 during reset)
    output wire [TW-1:0]  wr_target,      // 0..SLOTS-1 operand, SLOTS key
    output wire           wr_first,       // first byte of the target (most significant)
    output wire           wr_last,        // last byte of the target
    output wire [7:0]     wr_byte,        // the byte
    input  wire           wr_forbid,      // looked at with wr_last: the core rejects this value
    output reg  [SLOTS:0] loaded,         // valid marks, one per target
    output reg  [A-1:0]   rd_addr,        // slot of the byte wanted from the core
    output reg  [NW-1:0]  rd_index,       // its number, 0 = most significant, RESULT_BYTES = past the end
    input  wire [7:0]     rd_byte,        // that byte, in the same cycle
    output wire           core_start,     // one cycle: the run begins at this edge
    input  wire           core_busy,      // set-up after a load: nothing is taken meanwhile
    input  wire           core_done,      // pulse or level
    input  wire           core_identity,  // sampled when done rises: result is the point at infinity
    input  wire           core_error,     // sampled when done rises: no result
    input  wire           core_fault      // status bit 5, for cores that detect faults
);

  // A faulty parameter makes the elaboration stop at a module that does not exist.
  generate
    if (A < 2 || A > 8 || SLOTS < 0 || SLOTS > RESULT_BASE || SLOTS + KEY < 1)
      byte_port_needs_A_2_to_8_and_SLOTS_up_to_RESULT_BASE_or_a_KEY bad_slots ();
    if (RESULTS < 0 || RESULT_BASE + RESULTS > (1 << A) - 1 || RESULT_BYTES < 1)
      byte_port_needs_result_slots_below_the_status_address bad_results ();
  endgenerate

  // ---- Tables by target (constants): index of the last byte, and which bits must be zero in the
  // leading bytes. Padding is less than ALIGN bytes, so only 2^DEPTH bytes are ever looked at.
  function integer byte_count(input integer bits);
    byte_count = ALIGN * ((bits + 8 * ALIGN - 1) / (8 * ALIGN));
  endfunction

  function integer longest(input integer dummy);
    integer t;
    begin
      longest = dummy;
      for (t = 0; t < SLOTS + KEY; t = t + 1)
        if (byte_count({16'd0, WIDTHS[16*t+:16]}) > longest) longest = byte_count({16'd0, WIDTHS[16*t+:16]});
    end
  endfunction

  localparam integer CW = $clog2(longest(2));
  localparam integer ENTRIES = 1 << TW;
  localparam integer DEPTH = (ALIGN == 1) ? 1 : $clog2(ALIGN);

  wire [ENTRIES*CW-1:0] last_table;
  wire [(ENTRIES*8<<DEPTH)-1:0] mask_table;

  genvar g, h;
  generate
    for (g = 0; g < ENTRIES; g = g + 1) begin : g_table
      if (g < SLOTS + KEY) begin : g_used
        localparam integer BITS = {16'd0, WIDTHS[16*g+:16]};
        localparam integer LAST = byte_count(BITS) - 1;
        localparam integer PAD = 8 * LAST + 8 - BITS;
        assign last_table[CW*g+:CW] = LAST[CW-1:0];
        for (h = 0; h < (1 << DEPTH); h = h + 1) begin : g_mask
          localparam integer ZERO = (PAD >= 8 * h + 8) ? 8 : (PAD > 8 * h) ? PAD - 8 * h : 0;
          assign mask_table[8*((g<<DEPTH)+h)+:8] = ~(8'hff >> ZERO);
        end
      end else begin : g_unused
        assign last_table[CW*g+:CW] = {CW{1'b0}};
        assign mask_table[((8*g)<<DEPTH)+:(8<<DEPTH)] = {(8 << DEPTH) {1'b0}};
      end
    end
  endgenerate

  // ---- Registers
  reg [TW-1:0] target_q;   // target of the load in progress
  reg [CW-1:0] count_q;    // bytes it has, 0 = none in progress
  reg          bad_q;      // one of them was forbidden
  reg [SLOTS:0] error_q;   // bit 3 by target
  reg          late_q;     // bit 3 found after start
  reg          proto_q;    // bit 4
  reg          running_q;  // from the accepted start through the first cycle of done
  reg          armed_q;    // core_done was low since then, so a high one is new
  reg          done_q;     // done, from its second cycle on
  reg          identity_q; // bit 2

  // ---- Run
  // Not during reset: a core with asynchronous reset may go ready before the edge.
  wire finish = running_q & armed_q & core_done & ~rst;
  wire busy = (running_q & ~finish) | core_busy;
  assign done = done_q | finish;

  // ---- What is accepted
  // Which addresses are slots: tables again, since a table is a LUT or two where a comparator is more.
  localparam [(1<<A)-1:0] ONE = 1;
  localparam [(1<<A)-1:0] OPERAND_MAP = (ONE << SLOTS) - ONE;
  localparam [(1<<A)-1:0] RESULT_MAP = ((ONE << RESULTS) - ONE) << RESULT_BASE;
  localparam [TW-1:0] KEY_TARGET = SLOTS[TW-1:0];
  localparam [SLOTS:0] EXISTS = (KEY != 0) ? {(SLOTS + 1) {1'b1}} : ~({{SLOTS{1'b0}}, 1'b1} << SLOTS);
  localparam [SLOTS:0] NEEDED = EXISTS & ~OPTIONAL;

  wire assigned = lk ? (KEY != 0) : OPERAND_MAP[addr];
  wire load = (ld ^ lk) & ~start & ~busy & assigned;
  wire request = start & ~ld & ~lk & ~busy;
  wire [SLOTS:0] missing = NEEDED & ~loaded;
  wire run = request & ~|missing;

  // ---- Load
  wire [TW-1:0] target = lk ? KEY_TARGET : addr[TW-1:0];
  wire first = (count_q == {CW{1'b0}}) | (target != target_q);
  wire [CW-1:0] index = first ? {CW{1'b0}} : count_q;
  wire last = index == last_table[CW*target+:CW];
  wire leading = (index >> DEPTH) == {CW{1'b0}};
  wire [7:0] mask = mask_table[{target, index[DEPTH-1:0], 3'b000}+:8] & {8{leading}};
  wire bad = (~first & bad_q) | (|(din & mask));
  wire good = last & ~bad & ~wr_forbid;
  wire [SLOTS:0] hit = {{SLOTS{1'b0}}, load} << target;

  assign wr_en = load & ~rst;
  assign wr_target = target;
  assign wr_first = first;
  assign wr_last = last;
  assign wr_byte = din;
  assign core_start = run & ~rst;

  // ---- Read: first stage rd_addr and rd_index, second stage dout
  localparam [NW-1:0] PAST = RESULT_BYTES[NW-1:0];

  // All bits of the status belong to the cycle between request and answer, the first one of done
  // included: there the core's word counts, before it is in the registers.
  wire identity = finish ? core_identity : done_q & identity_q;
  wire late = late_q | (finish & core_error);
  wire [7:0] status = {2'b00, core_fault, proto_q, late | (|error_q), identity, busy, done};
  wire past = rd_index == PAST;
  wire is_result = RESULT_MAP[rd_addr];
  wire readable = is_result & ~past & done_q & ~identity_q & ~late_q;

  always @(posedge clk) begin
    // Read pipeline. A request before done_q is answered with 0 even if done rises meanwhile:
    // a core may fill its result registers in the very cycle in which done is first seen.
    rd_addr <= addr;
    rd_index <= ~data ? {NW{1'b0}} : past ? PAST : rd_index + 1'b1;
    dout <= (&rd_addr) ? status : readable ? rd_byte : 8'd0;

    // Loads
    if (load) begin
      target_q <= target;
      count_q <= last ? {CW{1'b0}} : index + 1'b1;
      bad_q <= bad;
    end
    loaded <= (loaded & ~hit) | (hit & {(SLOTS + 1) {good}});

    // Run
    running_q <= run | (running_q & ~finish);
    armed_q <= ~run & running_q & (armed_q | ~core_done);
    done_q <= done & ~run & ~load;
    if (finish) identity_q <= core_identity;

    // Errors: the forbidden value and the refused start by target, the late one for itself
    if (run) error_q <= {(SLOTS + 1) {1'b0}};
    else if (request) error_q <= error_q | missing;
    else if (last) error_q <= (error_q & ~hit) | (hit & {(SLOTS + 1) {~good}});
    if (run | (load & good)) late_q <= 1'b0;
    else if (finish) late_q <= core_error;
    if (run) proto_q <= 1'b0;
    else if ((start | ld | lk) & ~load & ~request) proto_q <= 1'b1;

    if (rst) begin
      rd_addr <= {A{1'b0}};
      rd_index <= {NW{1'b0}};
      dout <= 8'd0;
      target_q <= {TW{1'b0}};
      count_q <= {CW{1'b0}};
      bad_q <= 1'b0;
      loaded <= {(SLOTS + 1) {1'b0}};
      running_q <= 1'b0;
      armed_q <= 1'b0;
      done_q <= 1'b0;
      identity_q <= 1'b0;
      error_q <= {(SLOTS + 1) {1'b0}};
      late_q <= 1'b0;
      proto_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
