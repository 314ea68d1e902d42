// SPDX-License-Identifier: Apache-2.0
// kummer_sequencer: runs a program of 36-bit words: opcode 4, unit 3, mode 2, addresses 9 and 9,
// immediate 9. Opcodes: 0 nop, 1 read, 2 write, 3 wait, 4 jump, 5 end.
//   read, write: 136/W cycles   wait: imm cycles, 1 or more   jump: 2 cycles   nop, end: 1
// jump goes back to word imm until a hidden counter has run out; the counter is loaded at the start
// of a program, with SETUP_LOOPS or M. Word 0 begins the set-up, word 64 the ladder.
// Latency: the first word is executed in the second cycle after go. Control depends on nothing but the
// program. Reset stops it.
`default_nettype none

module kummer_sequencer #(
    parameter integer W = 34,              // 34, 68 or 136
    parameter integer M = 256,             // bits of the scalar, 2..8000
    parameter integer SETUP_LOOPS = 153,   // doublings of the set-up
    parameter integer AW = 7 + ((W == 34) ? 2 : (W == 68) ? 1 : 0)  // derived: memory address width
) (
    input  wire          clk,              // rising edge
    input  wire          rst,              // synchronous, active high
    input  wire          go_setup,         // begin the set-up at this edge
    input  wire          go_run,           // begin the ladder at this edge
    input  wire          stop,             // give up
    output reg           running,          // a program runs
    output wire          ending,           // its last cycle
    output reg           read,             // a beat of a read: memory gets its addresses
    output reg           write,            // a beat of a write: memory takes it
    output reg           last,             // the last beat of it
    output reg  [2:0]    unit,             // of read or write
    output reg  [1:0]    mode,
    output reg  [1:0]    place,            // imm[1:0]
    output reg  [1:0]    exclude,          // imm[3:2]: clusters that do not take part
    output reg           negate,           // imm[4]: a checked element has to be 0
    output reg  [1:0]    beat,             // 0..136/W-1
    output reg  [AW-1:0] addr_a,           // {element, beat}
    output reg  [AW-1:0] addr_b
);

  localparam [3:0] READ = 4'd1, WRITE = 4'd2, WAIT = 4'd3, JUMP = 4'd4, END = 4'd5;
  localparam integer BEATS = 136 / W;
  localparam integer LAST_BEAT = BEATS - 1;
  localparam integer MOST = (M > SETUP_LOOPS) ? M : SETUP_LOOPS;
  localparam integer LW = $clog2(MOST);
  localparam integer SETUP_1 = SETUP_LOOPS - 1;
  localparam integer RUN_1 = M - 1;

  generate
    if (M < 2 || M > 8000) kummer_needs_M_from_2_to_8000 bad_scalar ();
  endgenerate

  reg          valid_q;   // the word is there
  reg [8:0]    pc_q;      // the next word
  reg [8:0]    count_q;   // cycles that this word has had
  reg [LW-1:0] loop_q;    // jumps left
  wire [35:0]  word;

  wire [3:0] opcode = word[35:32];
  wire [8:0] imm = word[8:0];
  wire transfer = (opcode == READ) | (opcode == WRITE);
  wire execute = running & valid_q;
  wire [8:0] next_count = count_q + 9'd1;
  wire over = transfer ? (count_q[1:0] == LAST_BEAT[1:0]) : (opcode == WAIT) ? (next_count == imm) : 1'b1;
  wire jump = execute & (opcode == JUMP);
  wire again = loop_q != {LW{1'b0}};
  wire fetch = running & (~valid_q | (over & ~jump));
  assign ending = execute & (opcode == END);

  kummer_program #(.W(W)) program_memory (.clk(clk), .en(fetch), .addr(pc_q), .out(word));

  wire [AW-1:0] element_a;
  wire [AW-1:0] element_b;
  generate
    if (BEATS == 1) begin : g_element
      assign element_a = word[24:18];
      assign element_b = word[15:9];
    end else begin : g_word
      assign element_a = {word[24:18], count_q[AW-8:0]};
      assign element_b = {word[15:9], count_q[AW-8:0]};
    end
  endgenerate
  wire unused = &{1'b0, word[26:25], word[17:16]};

  always @(posedge clk) begin
    if (go_setup | go_run) begin
      running <= 1'b1;
      valid_q <= 1'b0;
      pc_q <= go_run ? 9'd64 : 9'd0;
      loop_q <= go_run ? RUN_1[LW-1:0] : SETUP_1[LW-1:0];
      count_q <= 9'd0;
    end else begin
      if (ending | stop) running <= 1'b0;
      valid_q <= fetch | (execute & ~over);
      if (jump) begin
        if (again) pc_q <= imm;
        if (again) loop_q <= loop_q - 1'b1;
      end else if (fetch) pc_q <= pc_q + 9'd1;
      count_q <= (execute & ~over) ? next_count : 9'd0;
    end

    read <= execute & (opcode == READ);
    write <= execute & (opcode == WRITE);
    last <= over;
    unit <= word[31:29];
    mode <= word[28:27];
    place <= imm[1:0];
    exclude <= imm[3:2];
    negate <= imm[4];
    beat <= count_q[1:0];
    addr_a <= element_a;
    addr_b <= element_b;

    if (rst) begin
      running <= 1'b0;
      valid_q <= 1'b0;
      pc_q <= 9'd0;
      count_q <= 9'd0;
      loop_q <= {LW{1'b0}};
      read <= 1'b0;
      write <= 1'b0;
      last <= 1'b0;
      unit <= 3'd0;
      mode <= 2'd0;
      place <= 2'd0;
      exclude <= 2'd0;
      negate <= 1'b0;
      beat <= 2'd0;
      addr_a <= {AW{1'b0}};
      addr_b <= {AW{1'b0}};
    end
  end

endmodule

`default_nettype wire
