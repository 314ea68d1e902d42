// SPDX-License-Identifier: Apache-2.0
// kummer_htmm: three interleaved Montgomery products in one pipeline of 11 multipliers of 17 bits.
//   out = a * b / 2^136 mod P up to one P: a, b < 2P give out < 2P, for odd P < 2^134
// Word by word (CIOS, four words of 34 bits): round i takes u = t + a*b_i, q = u_0*P' mod 2^34,
// t = (u + q*P) / 2^34. A round uses the array for four cycles, and begins 12 cycles after the one
// before: three products side by side use it in every cycle.
// Latency: in_we of beat 0 to the last word readable: 51 cycles. A logical multiplier takes the next
// product 40 cycles after the last. Constant time. Reset clears all registers, not the buffers.
`default_nettype none

module kummer_htmm #(
    parameter integer W = 34          // 34, 68 or 136
) (
    input  wire         clk,          // rising edge
    input  wire         rst,          // synchronous, active high
    input  wire         in_we,        // a beat of both operands; beat 0 starts the product
    input  wire [1:0]   in_thread,    // logical multiplier, 0..2
    input  wire [1:0]   in_beat,      // 0..136/W-1
    input  wire [W-1:0] in_a,         // operands, below 2P
    input  wire [W-1:0] in_b,
    input  wire [135:0] p,            // P
    input  wire [33:0]  p_inv,        // P' = -1/P mod 2^34
    input  wire [1:0]   out_thread,   // result that is read
    input  wire [1:0]   out_beat,     // 0..136/W-1
    output wire [W-1:0] out           // in the same cycle
);

  localparam integer STAGES = 10;

  // ---- Logical multipliers: a round and a cycle of its 12 for each
  reg [2:0]  run_q;
  reg [11:0] phase_q;   // four bits each, 0..11
  reg [5:0]  round_q;   // two bits each

  wire begin_now = in_we & (in_beat == 2'd0);
  wire [2:0] active;

  genvar g;
  generate
    for (g = 0; g < 3; g = g + 1) begin : g_thread
      localparam integer THIS = g;
      wire [3:0] phase = phase_q[4*g+:4];
      wire [1:0] round = round_q[2*g+:2];
      wire turn = phase == 4'd11;
      assign active[g] = run_q[g] & (phase[3:2] == 2'd0);
      always @(posedge clk) begin
        if (begin_now & (in_thread == THIS[1:0])) begin
          run_q[g] <= 1'b1;
          phase_q[4*g+:4] <= 4'd0;
          round_q[2*g+:2] <= 2'd0;
        end else begin
          if ((round == 2'd3) & (phase == 4'd3)) run_q[g] <= 1'b0;
          phase_q[4*g+:4] <= turn ? 4'd0 : phase + 4'd1;
          round_q[2*g+:2] <= round + {1'b0, turn};
        end
        if (rst) begin
          run_q[g] <= 1'b0;
          phase_q[4*g+:4] <= 4'd0;
          round_q[2*g+:2] <= 2'd0;
        end
      end
    end
  endgenerate

  // ---- The one whose turn it is. The program sees to it that there is one at most.
  wire [1:0] thread = {active[2], active[1]};
  wire [1:0] word = (phase_q[1:0] & {2{active[0]}}) | (phase_q[5:4] & {2{active[1]}})
                  | (phase_q[9:8] & {2{active[2]}});
  wire [1:0] round = (round_q[1:0] & {2{active[0]}}) | (round_q[3:2] & {2{active[1]}})
                   | (round_q[5:4] & {2{active[2]}});

  // ---- Control that goes along: valid, word, first round, last round, thread
  reg [STAGES-1:0]   valid_q;
  reg [STAGES-1:0]   first_q;
  reg [STAGES-1:0]   last_q;
  reg [2*STAGES-1:0] word_q;
  reg [2*STAGES-1:0] thread_q;

  wire [1:0] word3 = word_q[4+:2];
  wire [1:0] word4 = word_q[6+:2];
  wire [1:0] word5 = word_q[8+:2];
  wire [1:0] word8 = word_q[14+:2];
  wire [1:0] word9 = word_q[16+:2];
  wire [1:0] word10 = word_q[18+:2];
  wire unused = &{1'b0, first_q[STAGES-1:3]};

  // ---- Operands (stage 1) and a*b_i (stage 3)
  wire [33:0] a_word;
  wire [33:0] b_word;
  reg [33:0]  a_q;
  reg [33:0]  b_q;
  wire [67:0] ab;

  kummer_operand #(.W(W), .PW(2)) buffer_a (
      .clk(clk), .we(in_we), .place(in_thread), .beat(in_beat), .in(in_a),
      .from(thread), .word(word), .out(a_word)
  );
  kummer_operand #(.W(W), .PW(2)) buffer_b (
      .clk(clk), .we(in_we), .place(in_thread), .beat(in_beat), .in(in_b),
      .from(thread), .word(round), .out(b_word)
  );
  kummer_mul34 multiply_ab (.clk(clk), .rst(rst), .a(a_q), .b(b_q), .out(ab));

  // ---- u = t + a*b_i (stage 4): low word and carry; the last carry is u's fifth word
  reg [33:0]  u_q;
  reg [33:0]  u_carry_q;
  reg [33:0]  u4_q;      // fifth word, kept for v
  reg [33:0]  u4_late_q;
  wire [33:0] t_back;    // t of the round before
  wire [33:0] t_in = t_back & {34{~first_q[2]}};
  wire [33:0] u_carry_in = u_carry_q & {34{|word3}};
  wire [67:0] u = ab + {34'd0, t_in} + {34'd0, u_carry_in};

  // ---- q = u_0 * P' (stage 6), held for four cycles, and q*P (stage 8)
  wire [33:0] q;
  reg [33:0]  p_word_q;
  wire [67:0] qp;
  wire [67:0] p_pair = word5[1] ? p[135:68] : p[67:0];

  kummer_mullow34 multiply_q (
      .clk(clk), .rst(rst), .en(valid_q[4] & (word5 == 2'd0)), .a(u_q), .b(p_inv), .out(q)
  );
  kummer_mul34 multiply_qp (.clk(clk), .rst(rst), .a(q), .b(p_word_q), .out(qp));

  // ---- v = u + q*P (stage 9): its lowest word is 0 and goes, so that v_(j+1) is t_j
  reg [33:0]  v_q;
  reg [33:0]  v_carry_q;
  reg [33:0]  t3_q;
  wire [33:0] u_late;    // u of four cycles ago
  wire [33:0] v_carry_in = v_carry_q & {34{|word8}};
  wire [67:0] v = qp + {34'd0, u_late} + {34'd0, v_carry_in};

  // ---- t (stage 10): into the result buffer after the last round, else round again
  wire [33:0] t = (word10 == 2'd3) ? t3_q : v_q;
  reg [33:0]  t_q;

  kummer_delay4 delay_u (.clk(clk), .rst(rst), .in(u_q), .out(u_late));
  kummer_delay4 delay_t (.clk(clk), .rst(rst), .in(t_q), .out(t_back));
  kummer_result #(.W(W)) result (
      .clk(clk), .we(valid_q[9] & last_q[9]), .place(thread_q[18+:2]), .word(word10), .in(t),
      .from(out_thread), .beat(out_beat), .out(out)
  );

  always @(posedge clk) begin
    valid_q <= {valid_q[STAGES-2:0], |active};
    first_q <= {first_q[STAGES-2:0], round == 2'd0};
    last_q <= {last_q[STAGES-2:0], round == 2'd3};
    word_q <= {word_q[2*STAGES-3:0], word};
    thread_q <= {thread_q[2*STAGES-3:0], thread};

    // Between products the buffers, which outlive a reset, stay out of the pipeline.
    a_q <= a_word & {34{|active}};
    b_q <= b_word & {34{|active}};
    u_q <= u[33:0];
    u_carry_q <= u[67:34];
    if (word4 == 2'd3) u4_q <= u_carry_q;
    p_word_q <= word5[0] ? p_pair[67:34] : p_pair[33:0];
    v_q <= v[33:0];
    v_carry_q <= v[67:34];
    if (word8 == 2'd3) u4_late_q <= u4_q;
    if (word9 == 2'd3) t3_q <= u4_late_q + v_carry_q;
    t_q <= t;

    if (rst) begin
      valid_q <= {STAGES{1'b0}};
      first_q <= {STAGES{1'b0}};
      last_q <= {STAGES{1'b0}};
      word_q <= {2 * STAGES{1'b0}};
      thread_q <= {2 * STAGES{1'b0}};
      a_q <= 34'd0;
      b_q <= 34'd0;
      u_q <= 34'd0;
      u_carry_q <= 34'd0;
      u4_q <= 34'd0;
      u4_late_q <= 34'd0;
      p_word_q <= 34'd0;
      v_q <= 34'd0;
      v_carry_q <= 34'd0;
      t3_q <= 34'd0;
      t_q <= 34'd0;
    end
  end

endmodule

`default_nettype wire
