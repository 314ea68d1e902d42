// SPDX-License-Identifier: Apache-2.0
// digitmm_digits: an operand of 1 to BYTES bytes, taken byte by byte, given as a head and digits.
//   head    the first HEAD bytes, or all there are, without the low bits that the digits need
//   digits  those bits and the rest, a whole number of digits, most significant first
// The rest is a memory: a register of that length would be the largest part of the design.
// Latency: none, the first digit stands there when no run is on. Time depends on the length alone.
// Reset clears every register; the memory keeps its contents, which nothing reads any more.
`default_nettype none

module digitmm_digits #(
    parameter integer BYTES = 128,  // most bytes, above HEAD
    parameter integer HEAD = 64,    // bytes of the head, 0 or more
    parameter integer D = 2,        // bits of a digit, 1..8
    parameter integer HW = (HEAD == 0) ? 1 : 8 * HEAD  // derived: bits of head
) (
    input  wire          clk,
    input  wire          rst,       // synchronous, active high
    input  wire          wr_en,     // take a byte; not during a run
    input  wire          wr_first,  // it begins the operand anew
    input  wire [7:0]    wr_byte,
    output wire          full,      // one more would be too long
    output wire [HW-1:0] head,      // 0 if HEAD = 0
    output wire          none,      // the head is all there is
    output wire [D-1:0]  digit,
    input  wire          step,      // the next one
    input  wire          rewind,    // before a run: back to the first
    output wire          last       // this digit is the last one
);

  localparam integer REST = BYTES - HEAD;
  localparam integer RW = $clog2(REST + 2);
  localparam integer AW = (REST == 1) ? 1 : $clog2(REST);
  localparam integer TURN = 8 % D;
  localparam [RW-1:0] ALL = REST[RW-1:0];
  localparam [3:0] D4 = D[3:0];
  localparam [4:0] D5 = D[4:0];
  localparam [4:0] TURN5 = TURN[4:0];

  generate
    if (D < 1 || D > 8) digitmm_digits_needs_D_from_1_to_8 bad_digit ();
    if (HEAD < 0 || BYTES <= HEAD) digitmm_digits_needs_BYTES_above_HEAD bad_length ();
  endgenerate

  // ---- Registers
  reg [7:0]    rest_q [0:REST-1];
  reg [RW-1:0] length_q;  // bytes in it
  reg [3:0]    pad_q;     // bits that it lacks to be whole digits, below D
  reg [RW-1:0] taken_q;   // bytes of it that went into digits
  reg [7:0]    byte_q;    // the next one
  reg [6:0]    left_q;    // bits of a byte that no digit has taken, in its low bits
  reg [3:0]    have_q;    // how many

  // ---- Load
  wire to_rest;
  wire [6:0] first_left;  // bits before the rest
  generate
    if (HEAD == 0) begin : g_no_head
      assign to_rest = 1'b1;
      assign head = 1'b0;
      assign first_left = 7'd0;
    end else begin : g_head
      localparam integer CW = $clog2(HEAD + 2);
      localparam [CW-1:0] WHOLE = HEAD[CW-1:0];
      reg [HW-1:0] head_q;
      reg [CW-1:0] count_q;
      wire [HW+7:0] longer = {head_q & {HW{~wr_first}}, wr_byte};
      wire unused_top = &{1'b0, longer[HW+7:HW]};
      assign to_rest = ~wr_first & (count_q == WHOLE);
      assign head = (TURN == 0) ? head_q : head_q >> pad_q;
      assign first_left = head_q[6:0];
      always @(posedge clk) begin
        if (wr_en & ~to_rest) begin
          head_q <= longer[HW-1:0];
          count_q <= wr_first ? {{(CW - 1) {1'b0}}, 1'b1} : count_q + 1'b1;
        end
        if (rst) begin
          head_q <= {HW{1'b0}};
          count_q <= {CW{1'b0}};
        end
      end
    end
  endgenerate

  wire [RW-1:0] length = wr_first ? {RW{1'b0}} : length_q;
  wire [3:0] pad = wr_first ? 4'd0 : pad_q;
  assign full = length == ALL;
  assign none = length_q == {RW{1'b0}};
  wire put = wr_en & to_rest & ~full;
  wire [4:0] more = {1'b0, pad} + D5 - TURN5;
  wire [4:0] less = more - D5;
  wire unused_more = &{1'b0, more[4], less[4]};

  // ---- Digits. A byte is needed whenever fewer bits than a digit are left.
  wire fetch = have_q < D4;
  wire [3:0] have = (have_q | {fetch, 3'b000}) - D4;
  wire [14:0] bits = fetch ? {left_q, byte_q} : {8'd0, left_q};
  wire [14:0] from = bits >> have;
  wire unused_from = &{1'b0, from[14:D]};
  assign digit = from[D-1:0];
  wire [RW-1:0] taken = taken_q + {{(RW - 1) {1'b0}}, fetch};
  assign last = (taken == length_q) & (have == 4'd0);
  wire [RW-1:0] next = rewind ? {RW{1'b0}} : step ? taken : taken_q;

  always @(posedge clk) begin
    if (put) rest_q[length[AW-1:0]] <= wr_byte;
    // Without a length nothing of an old operand comes out.
    byte_q <= rest_q[next[AW-1:0]] & {8{~none}};

    if (wr_en) begin
      length_q <= put ? length + 1'b1 : length;
      pad_q <= ~put ? pad : (more < D5) ? more[3:0] : less[3:0];
    end
    taken_q <= next;
    if (rewind) begin
      left_q <= first_left;
      have_q <= pad_q;
    end else if (step) begin
      left_q <= bits[6:0];
      have_q <= have;
    end

    if (rst) begin
      length_q <= {RW{1'b0}};
      pad_q <= 4'd0;
      taken_q <= {RW{1'b0}};
      byte_q <= 8'd0;
      left_q <= 7'd0;
      have_q <= 4'd0;
    end
  end

endmodule

`default_nettype wire
