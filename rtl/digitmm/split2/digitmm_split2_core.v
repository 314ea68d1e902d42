// SPDX-License-Identifier: Apache-2.0
// digitmm_split2_core: digit-serial modular product with small tables and one carry chain a cycle.
//   result = 2^zeros * (x * y mod M), m = M * 2^zeros normalised, x and y any n-bit numbers
// ARRAY   D cycles   S_0 = x mod m, S_(j+1) = 2 S_j mod m
// DIGITS  K = ceil(N/D) cycles   t = LOW[e mod 2^H] + HIGH[e >> H] + COUNT[c] + (Z << D) mod 2^N
//   + sum y_j S_j with e = top D bits of Z, H = D/2; then Z = t mod 2^N and c = t >> N, 0..D+3
// FOLD    Z + LOW[c] < 3 m      REDUCE 2 cycles   minus m where it is not below      DOUBLE zeros cycles
// LOW[i] = i 2^N, HIGH[i] = i 2^(N+H), COUNT[i] = i 2^(N+D) mod m. Tables are read from registers.
// Latency: D + K + 3 + zeros. Set-up: two cycles for each table entry made. Constant time.
`default_nettype none

module digitmm_split2_core #(
    parameter integer N = 512,         // bits, at least D
    parameter integer D = 8,           // bits of a digit, 2..10
    parameter integer ZW = 12,         // width of zeros
    parameter integer K = (N + D - 1) / D  // derived: digits
) (
    input  wire          clk,
    input  wire          rst,          // synchronous, active high
    input  wire [N-1:0]  m,            // modulus, normalised when set_up or go is high
    input  wire [ZW-1:0] zeros,        // doublings at the end
    input  wire          renew,        // m changes: the tables are void
    input  wire          set_up,       // make the tables
    output wire          set_up_last,  // last cycle of that
    input  wire          go,           // begin at this edge
    input  wire [N-1:0]  x,            // held during the run
    input  wire [D-1:0]  digit,        // of y, most significant first
    output wire          y_step,       // the next one
    output reg           done,         // level, until the next go
    output wire [N-1:0]  result        // held while done
);

  localparam integer H = D / 2;
  localparam integer LOWS = ((1 << H) > D + 4) ? (1 << H) : D + 4;
  localparam integer HIGHS = 1 << (D - H);
  localparam integer COUNTS = D + 4;
  // One index for all tables; the last one made of LOW and HIGH is the step of the next table.
  localparam integer LOW_LAST = ((1 << H) > D + 3) ? (1 << H) : D + 3;
  localparam integer MOST = (LOW_LAST > HIGHS) ? LOW_LAST : HIGHS;
  localparam integer IW = $clog2(MOST + 1);
  localparam integer LW = $clog2(LOWS);
  localparam integer HW = D - H;
  localparam integer QW = $clog2(COUNTS);
  localparam integer CW = $clog2(N + D + 1);
  localparam integer DIGITS_1 = K - 1;
  localparam integer ARRAY_1 = D - 1;
  localparam integer HALF = 1 << H;
  localparam [2:0] IDLE = 3'd0, ARRAY = 3'd1, DIGITS = 3'd2, FOLD = 3'd3, REDUCE = 3'd4,
                   AGAIN = 3'd5, DOUBLE = 3'd6;
  localparam [1:0] FIRST = 2'd0, LOW = 2'd1, HIGH = 2'd2, COUNT = 2'd3;

  generate
    if (D < 2 || D > 10 || N < D) digitmm_split2_needs_D_from_2_to_10_and_N_at_least_D bad_digit ();
    if (ZW < $clog2(N + 1)) digitmm_split2_needs_a_wider_zeros bad_zeros ();
  endgenerate

  // ---- Registers
  reg [2:0]     state_q;
  reg [CW-1:0]  count_q;    // cycles left in a state
  reg           first_q;    // first cycle of ARRAY
  reg [D*N-1:0] s_q;        // S_0 lowest; the steps of the tables during set-up
  reg [N-1:0]   z_q;
  reg [QW-1:0]  c_q;        // what stands above Z, 0..D+3
  reg [1:0]     table_q;    // table in the making
  reg [IW-1:0]  index_q;    // its last entry that is made
  reg           half_q;     // second cycle of an entry
  reg           stepped_q;  // LOW goes on after the step of HIGH was pushed onto S
  reg [N-1:0]   low_q   [0:LOWS-1];
  reg [N-1:0]   high_q  [0:HIGHS-1];
  reg [N-1:0]   count_table_q [0:COUNTS-1];

  wire adding = state_q == DIGITS;
  wire folding = state_q == FOLD;
  wire last = count_q == {CW{1'b0}};
  assign y_step = adding;
  assign result = z_q;

  // ---- Set-up: an entry is the one before and the step; first the sum, then its reduction
  wire [IW-1:0] next = index_q + 1'b1;
  wire [IW-1:0] end_of = (table_q == LOW) ? LOW_LAST[IW-1:0]
                       : (table_q == HIGH) ? HIGHS[IW-1:0] : COUNTS[IW-1:0] - 1'b1;
  wire made = set_up & half_q;
  wire full = next == end_of;
  wire step_low = (table_q == LOW) & (next == HALF[IW-1:0]);
  wire push = made & ((table_q == FIRST) | step_low | ((table_q == HIGH) & full));
  wire zero = set_up & (table_q == FIRST) & ~half_q;
  wire [IW-1:0] write_at = zero ? {IW{1'b0}} : next;
  wire unused_at = &{1'b0, write_at};  // its top bit counts for the step alone
  wire write_low = zero | (made & (table_q == LOW) & (~full | (LOW_LAST < LOWS)));
  wire write_high = zero | (made & (table_q == HIGH) & ~full);
  wire write_count = zero | (made & (table_q == COUNT));
  assign set_up_last = made & (table_q == COUNT) & full;

  // ---- Table addresses: digits of Z, or the index of set-up; an unused table gives its entry 0
  wire [D-1:0] top = z_q[N-1:N-D];
  wire [LW-1:0] low_at = adding ? {{(LW - H) {1'b0}}, top[H-1:0]}
                       : folding ? {{(LW - QW) {1'b0}}, c_q}
                       : (table_q == LOW) ? index_q[LW-1:0] : {LW{1'b0}};
  wire [HW-1:0] high_at = adding ? top[D-1:H]
                        : ((table_q == HIGH) & ~folding) ? index_q[HW-1:0] : {HW{1'b0}};
  wire [QW-1:0] count_at = adding ? c_q
                         : ((table_q == COUNT) & ~folding) ? index_q[QW-1:0] : {QW{1'b0}};

  // ---- The one sum of a cycle
  wire [D-1:0] step_bit = stepped_q ? ({{(D - 1) {1'b0}}, 1'b1} << (D - 2))
                                    : ({{(D - 1) {1'b0}}, 1'b1} << (D - 1));
  wire [D-1:0] pick = adding ? digit : set_up ? step_bit : {D{1'b0}};
  wire [N+D-1:0] z_shifted = {z_q, {D{1'b0}}};
  wire unused_top = &{1'b0, z_shifted[N+D-1:N]};
  wire [N-1:0] z_row = adding ? z_shifted[N-1:0] : folding ? z_q : {N{1'b0}};
  wire [N-1:0] low_word = low_q[low_at];
  wire [N-1:0] high_word = high_q[high_at];
  wire [N-1:0] count_word = count_table_q[count_at];
  wire [D*(N+QW)-1:0] picked;
  genvar g;
  generate
    for (g = 0; g < D; g = g + 1) begin : g_pick
      assign picked[g*(N+QW)+:N+QW] = {{QW{1'b0}}, {N{pick[g]}} & s_q[g*N+:N]};
    end
  endgenerate
  wire [N+QW-1:0] t;
  digitmm_sum #(.W(N + QW), .ROWS(D + 4)) total (
      .rows({{QW{1'b0}}, z_row, {QW{1'b0}}, low_word, {QW{1'b0}}, high_word, {QW{1'b0}}, count_word,
             picked}),
      .sum(t)
  );

  // ---- One subtraction of m where the number, below 3 m, is not below m. It serves S, the last
  // reductions, the doublings and the tables. 2^N - m is the step of LOW: m = 2^(N-1) gives m, which
  // is as good as 0, since each sum with it is reduced.
  reg [N:0] a;
  always @* begin : to_reduce
    a = {c_q[0], z_q};
    if (state_q == ARRAY) a = first_q ? {1'b0, x} : {s_q[(D-1)*N+:N], 1'b0};
    if (state_q == DOUBLE) a = {z_q, 1'b0};
    if (set_up & (table_q == FIRST) & half_q) a = {1'b1, {N{1'b0}}};
  end
  wire [N+1:0] less = {1'b0, a} - {2'b00, m};
  wire [N:0] r = less[N+1] ? a : less[N:0];

  wire [(D+1)*N-1:0] pushed = {r[N-1:0], s_q};
  wire unused_s = &{1'b0, pushed[N-1:0]};

  always @(posedge clk) begin
    // Control
    first_q <= go;
    if (go) begin
      state_q <= ARRAY;
      count_q <= ARRAY_1[CW-1:0];
      done <= 1'b0;
    end else begin
      count_q <= count_q - 1'b1;
      case (state_q)
        ARRAY:
        if (last) begin
          state_q <= DIGITS;
          count_q <= DIGITS_1[CW-1:0];
        end
        DIGITS: if (last) state_q <= FOLD;
        FOLD: state_q <= REDUCE;
        REDUCE: state_q <= AGAIN;
        AGAIN: begin
          state_q <= (zeros == {ZW{1'b0}}) ? IDLE : DOUBLE;
          done <= zeros == {ZW{1'b0}};
          count_q <= zeros[CW-1:0] - 1'b1;
        end
        DOUBLE:
        if (last) begin
          state_q <= IDLE;
          done <= 1'b1;
        end
        default: ;
      endcase
    end

    // Data. A push keeps the step before below the new one: LOW needs it to its end.
    if ((state_q == ARRAY) | push) s_q <= pushed[(D+1)*N-1:N];
    if (renew | (state_q == ARRAY)) begin
      z_q <= {N{1'b0}};
      c_q <= {QW{1'b0}};
    end else if (adding | folding | (set_up & ~half_q & (table_q != FIRST))) begin
      z_q <= t[N-1:0];
      c_q <= t[N+QW-1:N];
    end else if ((state_q == REDUCE) | (state_q == AGAIN) | (state_q == DOUBLE)) begin
      z_q <= r[N-1:0];
      c_q <= {{(QW - 1) {1'b0}}, r[N]};
    end

    // Tables. Bytes of M clear Z, so that the first cycle finds r = 0 for every entry 0.
    if (renew) begin
      table_q <= FIRST;
      half_q <= 1'b0;
      stepped_q <= 1'b0;
      index_q <= {IW{1'b0}};
    end else if (set_up) begin
      half_q <= ~half_q;
      if (half_q) begin
        stepped_q <= (step_low | stepped_q) & (table_q == LOW) & ~full;
        index_q <= ((table_q == FIRST) | full) ? {IW{1'b0}} : next;
        if ((table_q == FIRST) | full) table_q <= table_q + 1'b1;
      end
    end
    if (write_low & ~rst) low_q[write_at[LW-1:0]] <= r[N-1:0];
    if (write_high & ~rst) high_q[write_at[HW-1:0]] <= r[N-1:0];
    if (write_count & ~rst) count_table_q[write_at[QW-1:0]] <= r[N-1:0];

    if (rst) begin
      state_q <= IDLE;
      count_q <= {CW{1'b0}};
      first_q <= 1'b0;
      done <= 1'b0;
      s_q <= 0;
      z_q <= {N{1'b0}};
      c_q <= {QW{1'b0}};
      table_q <= FIRST;
      index_q <= {IW{1'b0}};
      half_q <= 1'b0;
      stepped_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
