// SPDX-License-Identifier: Apache-2.0
// digitmm_cs_core: digit-serial modular product with a redundant accumulator: no carry chain in the loop.
//   result = 2^zeros * (x * y mod M), m = M * 2^zeros normalised, x and y any n-bit numbers
// ARRAY   D cycles   S_0 = x mod m, S_(j+1) = 2 S_j mod m
// DIGITS  K = ceil(N/D) cycles   3:2 rows on N bits over (ZS << D), (ZC << D), RESIDUE[e], EJECTED[c]
//   and y_j S_j, e = sum of the top D bits of ZS and ZC; carries that leave the top are counted in c
// CARRY ZS + ZC   FOLD + RESIDUE[c], below 3 m   REDUCE 2 cycles, minus m each   DOUBLE zeros cycles
// RESIDUE[i] = i 2^N mod m, i = 0..2^(D+1)-2; EJECTED[i] = i 2^(N+D) mod m, i = 0..D+2.
// Latency: D + K + 4 + zeros. Set-up: two cycles for each table entry. Constant time.
`default_nettype none

module digitmm_cs_core #(
    parameter integer N = 512,         // bits, at least D
    parameter integer D = 2,           // bits of a digit, 1..10
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

  localparam integer RESIDUES = ((2 << D) - 1 > D + 4) ? (2 << D) - 1 : D + 4;
  localparam integer EJECTED = D + 3;
  localparam integer RW = $clog2(RESIDUES);
  localparam integer QW = $clog2(D + 4);
  localparam integer EW = $clog2(EJECTED);
  localparam integer CW = $clog2(N + D + 1);
  localparam integer DIGITS_1 = K - 1;
  localparam integer ARRAY_1 = D - 1;
  localparam [2:0] IDLE = 3'd0, ARRAY = 3'd1, DIGITS = 3'd2, CARRY = 3'd3, FOLD = 3'd4,
                   REDUCE = 3'd5, AGAIN = 3'd6, DOUBLE = 3'd7;
  // Set-up: G to S; D doublings of it; table EJECTED; G again; table RESIDUE
  localparam [2:0] START = 3'd0, STEPS = 3'd1, MAKE_E = 3'd2, RESTART = 3'd3, MAKE_R = 3'd4;
  localparam integer LAST_E = EJECTED - 1;
  localparam integer LAST_R = RESIDUES - 1;

  generate
    if (D < 1 || D > 10 || N < D) digitmm_cs_needs_D_from_1_to_10_and_N_at_least_D bad_digit ();
    if (ZW < $clog2(N + 1)) digitmm_cs_needs_a_wider_zeros bad_zeros ();
  endgenerate

  // ---- Registers
  reg [2:0]     state_q;
  reg [CW-1:0]  count_q;    // cycles left in a state
  reg           first_q;    // first cycle of ARRAY
  reg [D*N-1:0] s_q;        // S_0 lowest
  reg [N-1:0]   zs_q;       // sum word, the result at the end
  reg [N-1:0]   zc_q;       // carry word; the step of a table during set-up
  reg           ov_q;       // bit N of the sum word, from CARRY on
  reg [QW-1:0]  c_q;        // carries ejected, 0..D+3
  reg [2:0]     phase_q;    // of set-up
  reg [RW-1:0]  index_q;    // entry in the making
  reg           half_q;     // 1: its sum stands in ov, ZS
  reg [N-1:0]   residue_q [0:RESIDUES-1];
  reg [N-1:0]   ejected_q [0:EJECTED-1];

  wire adding = state_q == DIGITS;
  wire last = count_q == {CW{1'b0}};
  assign y_step = adding;
  assign result = zs_q;

  // ---- Set-up control
  wire making = set_up & ((phase_q == MAKE_E) | (phase_q == MAKE_R));
  wire made = making & half_q;
  wire full = index_q == ((phase_q == MAKE_E) ? LAST_E[RW-1:0] : LAST_R[RW-1:0]);
  wire stepping = set_up & (phase_q == STEPS);
  wire stepped = index_q == ARRAY_1[RW-1:0];
  assign set_up_last = made & (phase_q == MAKE_R) & full;

  // ---- Tables, read from registers through at most D bits of addition
  wire [D:0] top = {1'b0, zs_q[N-1:N-D]} + {1'b0, zc_q[N-1:N-D]};
  wire [RW+D:0] top_wide = {{RW{1'b0}}, top};
  wire [RW+QW-1:0] c_wide = {{RW{1'b0}}, c_q};
  wire unused_at = &{1'b0, top_wide[RW+D:RW], c_wide[RW+QW-1:RW]};
  wire [N-1:0] residue = residue_q[(state_q == FOLD) ? c_wide[RW-1:0] : top_wide[RW-1:0]];
  wire [N-1:0] ejected = ejected_q[c_q[EW-1:0]];

  // ---- Rows of the carry-save adder
  wire [N+D-1:0] zs_shifted = {zs_q, {D{1'b0}}};
  wire [N+D-1:0] zc_shifted = {zc_q, {D{1'b0}}};
  wire unused_top = &{1'b0, zs_shifted[N+D-1:N], zc_shifted[N+D-1:N]};
  reg [N-1:0] sum;
  reg [N-1:0] carry;
  reg [QW-1:0] out;
  integer j;
  always @* begin : rows
    reg [N-1:0] row;
    reg [N:0] majority;
    sum = zs_shifted[N-1:0];
    carry = zc_shifted[N-1:0];
    out = {QW{1'b0}};
    for (j = 0; j < D + 2; j = j + 1) begin
      if (j == 0) row = residue;
      else if (j == 1) row = ejected;
      else row = s_q[((j+D-2)%D)*N+:N] & {N{digit[(j+D-2)%D]}};
      majority = {(sum & carry) | (sum & row) | (carry & row), 1'b0};
      sum = sum ^ carry ^ row;
      carry = majority[N-1:0];
      out = out + {{(QW - 1) {1'b0}}, majority[N]};
    end
  end

  // ---- After the loop one carry chain, and one subtraction where the number is not below m
  wire [N:0] total = {1'b0, zs_q} + {1'b0, (state_q == FOLD) ? residue : zc_q};
  reg [N:0] a;
  always @* begin : to_reduce
    a = {ov_q, zs_q};
    if ((state_q == ARRAY) | stepping) a = {s_q[(D-1)*N+:N], 1'b0};
    if (first_q) a = {1'b0, x};
    if (state_q == DOUBLE) a = {zs_q, 1'b0};
    if (set_up & ((phase_q == START) | (phase_q == RESTART))) a = {1'b1, {N{1'b0}}};
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
        DIGITS: if (last) state_q <= CARRY;
        CARRY: state_q <= FOLD;
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

    // Data
    if ((state_q == ARRAY) | (set_up & ((phase_q == START) | stepping))) s_q <= pushed[(D+1)*N-1:N];
    if (renew | (state_q == ARRAY) | (set_up & (phase_q == RESTART))) begin
      zs_q <= {N{1'b0}};
      ov_q <= 1'b0;
    end else if (adding) begin
      zs_q <= sum;
    end else if ((state_q == CARRY) | (state_q == FOLD) | (making & ~half_q)) begin
      zs_q <= total[N-1:0];
      ov_q <= total[N];
    end else if ((state_q == REDUCE) | (state_q == AGAIN) | (state_q == DOUBLE) | made) begin
      zs_q <= r[N-1:0];
      ov_q <= r[N];
    end
    if (state_q == ARRAY) zc_q <= {N{1'b0}};
    else if (adding) zc_q <= carry;
    else if (stepping | (set_up & (phase_q == RESTART))) zc_q <= r[N-1:0];
    if (state_q == ARRAY) c_q <= {QW{1'b0}};
    else if (adding) c_q <= out;
    else if (state_q == CARRY) c_q <= c_q + {{(QW - 1) {1'b0}}, total[N]};

    // Set-up. Entry 0 has no sum: ZS is 0 there, from a byte of M or from RESTART.
    if (renew) begin
      phase_q <= START;
      index_q <= {RW{1'b0}};
      half_q <= 1'b0;
    end else if (set_up) begin
      index_q <= (stepping ? ~stepped : made & ~full) ? index_q + 1'b1
               : (making & ~half_q) ? index_q : {RW{1'b0}};
      half_q <= making ? ~half_q | full : (phase_q == RESTART) | stepped;
      if (making ? made & full : stepping ? stepped : 1'b1) phase_q <= phase_q + 1'b1;
    end
    if (made & (phase_q == MAKE_E) & ~rst) ejected_q[index_q[EW-1:0]] <= r[N-1:0];
    if (made & (phase_q == MAKE_R) & ~rst) residue_q[index_q] <= r[N-1:0];

    if (rst) begin
      state_q <= IDLE;
      count_q <= {CW{1'b0}};
      first_q <= 1'b0;
      done <= 1'b0;
      s_q <= 0;
      zs_q <= {N{1'b0}};
      zc_q <= {N{1'b0}};
      ov_q <= 1'b0;
      c_q <= {QW{1'b0}};
      phase_q <= START;
      index_q <= {RW{1'b0}};
      half_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
