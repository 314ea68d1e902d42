// SPDX-License-Identifier: Apache-2.0
// digitmm_montgomery_digit_core: digit-serial Montgomery product (the paper's reference [23]).
//   result = x y / 2^(D K) mod m, K = ceil(N/D), m odd, x below m, y any n-bit number; result < m
// LOAD    1 cycle    Z = 0, m' = -1/m mod 2^D
// DIGITS  K cycles   t = Z + y_i x;  q = (t mod 2^D) m' mod 2^D;  Z = (t + q m) / 2^D < x + m
// ADD     P cycles   Z and Z - m, block by block from the bottom;   SELECT 1 cycle  the smaller one
// Z stays a sum and a carry word and one bit that the dropped D bits carried.
// Latency: K + P + 2. Constant time. No set-up. Reset clears every register.
`default_nettype none

module digitmm_montgomery_digit_core #(
    parameter integer N = 512,      // bits of the modulus, 1 or more
    parameter integer D = 2,        // bits of a digit, 1..10
    parameter integer P = 8,        // stages of the last addition, 1..N+1
    parameter integer K = (N + D - 1) / D  // derived: digits
) (
    input  wire         clk,
    input  wire         rst,        // synchronous, active high
    input  wire [N-1:0] m,          // modulus, odd, held
    input  wire         go,         // begin at this edge
    input  wire [N-1:0] x,          // held during the run
    input  wire [D-1:0] digit,      // of y, least significant first
    output wire         y_step,     // the next one
    output reg          done,       // level, until the next go
    output wire [N-1:0] result      // held while done
);

  localparam integer W = N + D + 1;         // t + q m < 2^D (x + m)
  localparam integer B = (N + P) / P;       // bits of a block, ceil((N+1)/P)
  localparam integer L = B * P;             // bits of the words, N+1 or a little more
  localparam integer CW = $clog2(K + P + 1);
  localparam integer DIGITS_1 = K - 1;
  localparam integer BLOCKS_1 = P - 1;
  localparam [2:0] IDLE = 3'd0, LOAD = 3'd1, DIGITS = 3'd2, ADD = 3'd3, SELECT = 3'd4;

  generate
    if (N < 1 || D < 1 || D > 10 || P < 1 || P > N + 1)
      digitmm_montgomery_digit_needs_D_from_1_to_10_and_P_up_to_N_plus_1 bad_parameters ();
  endgenerate

  // ---- Registers
  reg [2:0]    state_q;
  reg [CW-1:0] count_q;
  reg [D-1:0]  inverse_q;  // m'
  reg [L-1:0]  s_q;        // sum word; in ADD the blocks of Z come in at the top
  reg [L-1:0]  c_q;        // carry word; in ADD the blocks of Z - m
  reg [L-1:0]  m_q;        // m, a block of it at the bottom
  reg          carry_q;    // into bit 0 of Z
  reg          borrow_q;   // of the blocks of Z - m so far

  wire last = count_q == {CW{1'b0}};
  assign y_step = state_q == DIGITS;
  assign result = s_q[N-1:0];

  // ---- m' bit by bit: m times what is found so far must end in ones
  reg [D-1:0] inverse;
  integer i;
  always @* begin : hensel
    reg [D-1:0] product;
    reg [D-1:0] m_low;
    m_low = {D{1'b0}};
    for (i = 0; i < D && i < N; i = i + 1) m_low[i] = m[i];
    inverse = {D{1'b0}};
    product = {D{1'b0}};
    for (i = 0; i < D; i = i + 1) begin
      inverse[i] = ~product[i];
      if (~product[i]) product = product + (m_low << i);
    end
  end

  // ---- q from the D lowest bits of t alone
  reg [D-1:0] t_low;
  reg [D-1:0] q;
  always @* begin : quotient
    reg [D-1:0] x_low;
    reg [D-1:0] s_low;
    reg [D-1:0] c_low;
    x_low = {D{1'b0}};
    s_low = {D{1'b0}};
    c_low = {D{1'b0}};
    for (i = 0; i < D && i < N; i = i + 1) x_low[i] = x[i];
    for (i = 0; i < D && i < L; i = i + 1) begin
      s_low[i] = s_q[i];
      c_low[i] = c_q[i];
    end
    t_low = s_low + c_low + {{(D - 1) {1'b0}}, carry_q};
    for (i = 0; i < D; i = i + 1) if (digit[i]) t_low = t_low + (x_low << i);
    q = {D{1'b0}};
    for (i = 0; i < D; i = i + 1) if (t_low[i]) q = q + (inverse_q << i);
  end

  // ---- Rows of the carry-save adder: y_i x and q m, one bit of the digits each
  wire [W-1:0] x_wide = {{(D + 1) {1'b0}}, x};
  wire [W-1:0] m_wide = {{(D + 1) {1'b0}}, m};
  wire [W+L-1:0] s_wide = {{W{1'b0}}, s_q};
  wire [W+L-1:0] c_wide = {{W{1'b0}}, c_q};
  wire unused_top = &{1'b0, s_wide[W+L-1:W], c_wide[W+L-1:W]};  // Z < 2^(N+1)
  reg [W-1:0] sum;
  reg [W-1:0] carry;
  integer j;
  always @* begin : rows
    reg [W-1:0] row;
    reg [W-1:0] majority;
    sum = s_wide[W-1:0];
    carry = c_wide[W-1:0];
    for (j = 0; j < 2 * D; j = j + 1) begin
      if (j < D) row = (x_wide << j) & {W{digit[j%D]}};
      else row = (m_wide << (j - D)) & {W{q[j%D]}};
      majority = ((sum & carry) | (sum & row) | (carry & row)) << 1;
      sum = sum ^ carry ^ row;
      // A row's carries leave bit 0 free: the bit from below goes there, once.
      carry = majority | {{(W - 1) {1'b0}}, (j == 0) & carry_q};
    end
  end
  wire [W+L-1:0] sum_wide = {{L{1'b0}}, sum};
  wire [W+L-1:0] carry_wide = {{L{1'b0}}, carry};
  wire unused_low = &{1'b0, sum_wide[W+L-1:L+D], sum_wide[D-1:0], carry_wide[W+L-1:L+D], carry_wide[D-1:0]};

  // ---- One block of Z = S + C and of Z - m
  wire [B:0] block = {1'b0, s_q[B-1:0]} + {1'b0, c_q[B-1:0]} + {{B{1'b0}}, carry_q};
  wire [B:0] less = {1'b0, block[B-1:0]} - {1'b0, m_q[B-1:0]} - {{B{1'b0}}, borrow_q};
  wire [L+B-1:0] s_pushed = {block[B-1:0], s_q};
  wire [L+B-1:0] c_pushed = {less[B-1:0], c_q};
  wire [L+B-1:0] m_pushed = {m_q[B-1:0], m_q};
  wire unused_out = &{1'b0, s_pushed[B-1:0], c_pushed[B-1:0], m_pushed[B-1:0]};

  always @(posedge clk) begin
    // Control
    count_q <= count_q - 1'b1;
    if (go) begin
      state_q <= LOAD;
      done <= 1'b0;
    end else begin
      case (state_q)
        LOAD: begin
          state_q <= DIGITS;
          count_q <= DIGITS_1[CW-1:0];
        end
        DIGITS:
        if (last) begin
          state_q <= ADD;
          count_q <= BLOCKS_1[CW-1:0];
        end
        ADD: if (last) state_q <= SELECT;
        SELECT: begin
          state_q <= IDLE;
          done <= 1'b1;
        end
        default: ;
      endcase
    end

    // Data
    case (state_q)
      LOAD: begin
        inverse_q <= inverse;
        s_q <= {L{1'b0}};
        c_q <= {L{1'b0}};
        m_q <= {{(L - N) {1'b0}}, m};
        carry_q <= 1'b0;
        borrow_q <= 1'b0;
      end
      DIGITS: begin
        // The D bits that are dropped sum up to 0 or to 2^D.
        s_q <= sum_wide[L+D-1:D];
        c_q <= carry_wide[L+D-1:D];
        carry_q <= |sum[D-1:0];
      end
      ADD: begin
        s_q <= s_pushed[L+B-1:B];
        c_q <= c_pushed[L+B-1:B];
        m_q <= m_pushed[L+B-1:B];
        carry_q <= block[B];
        borrow_q <= less[B];
      end
      SELECT: if (~borrow_q) s_q <= c_q;
      default: ;
    endcase

    if (rst) begin
      state_q <= IDLE;
      count_q <= {CW{1'b0}};
      done <= 1'b0;
      inverse_q <= {D{1'b0}};
      s_q <= {L{1'b0}};
      c_q <= {L{1'b0}};
      m_q <= {L{1'b0}};
      carry_q <= 1'b0;
      borrow_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
