// SPDX-License-Identifier: Apache-2.0
// kummer_addsub: sums and differences modulo 2P in words of 34 bits, both results side by side.
//   mode 0: a + b, less 2P if not below it   mode 1: a - b, plus 2P if negative   (a, b < 2P)
//   mode 2: a, less P if not below it, for a < 2P   mode 3: as 2, and bad tells whether it is 0, or
//   with in_negate whether it is not
// Latency: in_we of beat 0 to the last word readable: 7 cycles; one operation each 4 cycles. Four
// results are kept. Constant time. Reset clears all registers, not the buffers.
`default_nettype none

module kummer_addsub #(
    parameter integer W = 34         // 34, 68 or 136
) (
    input  wire         clk,         // rising edge
    input  wire         rst,         // synchronous, active high
    input  wire         in_we,       // a beat of both operands; beat 0 starts the operation
    input  wire [1:0]   in_mode,     // see above
    input  wire         in_negate,   // mode 3: the operand has to be 0
    input  wire [1:0]   in_place,    // where the result goes
    input  wire [1:0]   in_beat,     // 0..136/W-1
    input  wire [W-1:0] in_a,        // operands, below 2P
    input  wire [W-1:0] in_b,
    input  wire [135:0] p,           // P
    output reg          bad,         // one cycle: a mode-3 operand was 0 modulo P, or was not
    input  wire [1:0]   out_place,   // result that is read
    input  wire [1:0]   out_beat,    // 0..136/W-1
    output wire [W-1:0] out          // in the same cycle
);

  // ---- Control: stage 1 adds, stage 2 corrects, stage 3 stores
  reg        run_q;
  reg [1:0]  word_q;
  reg [1:0]  mode_q;
  reg        negate_q;
  reg [1:0]  place_q;
  reg        run2_q;
  reg [1:0]  word2_q;
  reg [1:0]  mode2_q;
  reg        negate2_q;
  reg [1:0]  place2_q;
  reg        run3_q;
  reg [1:0]  word3_q;
  reg [1:0]  place3_q;

  // ---- Data
  reg [33:0] s_q;        // a +- b, stage 2
  reg        s_carry_q;
  reg [33:0] s3_q;       // the same, stage 3
  reg [33:0] d_q;        // corrected, stage 3
  reg        d_carry_q;
  reg        s_any_q;    // a word of s, of d has not been 0 so far
  reg        d_any_q;
  reg [3:0]  pick_q;     // by place: the corrected one is the result

  wire [33:0] a;
  wire [33:0] b;

  kummer_operand #(.W(W), .PW(1)) buffer_a (
      .clk(clk), .we(in_we), .place(1'b0), .beat(in_beat), .in(in_a),
      .from(1'b0), .word(word_q), .out(a)
  );
  kummer_operand #(.W(W), .PW(1)) buffer_b (
      .clk(clk), .we(in_we), .place(1'b0), .beat(in_beat), .in(in_b),
      .from(1'b0), .word(word_q), .out(b)
  );

  // ---- Stage 1. Without b the correction takes P, with it 2P.
  wire subtract = mode_q == 2'd1;
  wire carry_in = (word_q == 2'd0) ? subtract : s_carry_q;
  wire [33:0] b_in = (b & {34{~mode_q[1]}}) ^ {34{subtract}};
  wire [34:0] s = {1'b0, a} + {1'b0, b_in} + {34'd0, carry_in};

  // ---- Stage 2
  wire single = mode2_q[1];
  wire subtract2 = mode2_q == 2'd1;
  wire [135:0] multiple = single ? p : {p[134:0], 1'b0};
  wire unused = p[135];
  wire [67:0] pair = word2_q[1] ? multiple[135:68] : multiple[67:0];
  wire [33:0] p_in = (word2_q[0] ? pair[67:34] : pair[33:0]) ^ {34{~subtract2}};
  wire d_carry_in = (word2_q == 2'd0) ? ~subtract2 : d_carry_q;
  wire [34:0] d = {1'b0, s_q} + {1'b0, p_in} + {34'd0, d_carry_in};
  // a - b was negative, or s - 2P was not
  wire pick = subtract2 ? ~s_carry_q : d[34];
  wire end2 = run2_q & (word2_q == 2'd3);
  wire s_any = (|s_q) | (s_any_q & (word2_q != 2'd0));
  wire d_any = (|d[33:0]) | (d_any_q & (word2_q != 2'd0));

  wire [W-1:0] out_s;
  wire [W-1:0] out_d;
  kummer_result #(.W(W)) result_s (
      .clk(clk), .we(run3_q), .place(place3_q), .word(word3_q), .in(s3_q),
      .from(out_place), .beat(out_beat), .out(out_s)
  );
  kummer_result #(.W(W)) result_d (
      .clk(clk), .we(run3_q), .place(place3_q), .word(word3_q), .in(d_q),
      .from(out_place), .beat(out_beat), .out(out_d)
  );
  assign out = pick_q[out_place] ? out_d : out_s;

  always @(posedge clk) begin
    if (in_we & (in_beat == 2'd0)) begin
      run_q <= 1'b1;
      word_q <= 2'd0;
      mode_q <= in_mode;
      negate_q <= in_negate;
      place_q <= in_place;
    end else begin
      if (word_q == 2'd3) run_q <= 1'b0;
      word_q <= word_q + {1'b0, run_q};
    end
    run2_q <= run_q;
    word2_q <= word_q;
    mode2_q <= mode_q;
    negate2_q <= negate_q;
    place2_q <= place_q;
    run3_q <= run2_q;
    word3_q <= word2_q;
    place3_q <= place2_q;

    // Between operations the buffers, which outlive a reset, stay out of the pipeline.
    s_q <= s[33:0] & {34{run_q}};
    s_carry_q <= s[34] & run_q;
    s3_q <= s_q;
    d_q <= d[33:0];
    d_carry_q <= d[34];
    s_any_q <= s_any;
    d_any_q <= d_any;
    if (end2) pick_q[place2_q] <= pick;
    bad <= end2 & (mode2_q == 2'd3) & ((s_any & d_any) == negate2_q);

    if (rst) begin
      run_q <= 1'b0;
      word_q <= 2'd0;
      mode_q <= 2'd0;
      negate_q <= 1'b0;
      place_q <= 2'd0;
      run2_q <= 1'b0;
      word2_q <= 2'd0;
      mode2_q <= 2'd0;
      negate2_q <= 1'b0;
      place2_q <= 2'd0;
      run3_q <= 1'b0;
      word3_q <= 2'd0;
      place3_q <= 2'd0;
      s_q <= 34'd0;
      s_carry_q <= 1'b0;
      s3_q <= 34'd0;
      d_q <= 34'd0;
      d_carry_q <= 1'b0;
      s_any_q <= 1'b0;
      d_any_q <= 1'b0;
      pick_q <= 4'd0;
      bad <= 1'b0;
    end
  end

endmodule

`default_nettype wire
