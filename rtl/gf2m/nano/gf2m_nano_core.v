// SPDX-License-Identifier: Apache-2.0
// gf2m_nano_core: Q = k P on y^2 + xy = x^3 + a x^2 + b over GF(2^M), for k, x, y, b in [0, 2^M - 1].
// Words and digits of 8 bits, W = ceil(M/8) words: rows in one block RAM, program in another.
// Latency in cycles, P = W (W+1) + 1 a product, S = 3 W + 2 a square, L = W + 1 a sum or copy, chain as
// in docs/gf2m.md: (6 M + 16 + chain) P + 6 M S + (4 M + 17) L + sets of the loop counter.
// Constant time: the key's top bit exchanges row addresses (X1 and X2, Z1 and Z2), at the end Z2 = 0
// does so once more, and that is all; the addresses of the row memory therefore depend on the key.
`default_nettype none

module gf2m_nano_core #(
    parameter integer M = 233,               // field: 5, 7, 163, 233, 283, 409 or 571
    parameter integer XW = $clog2((M + 31) / 32) + 2 // derived: width of a byte number
) (
    input  wire          clk,                // rising edge
    input  wire          rst,                // synchronous, active high, clears all registers with secrets
    input  wire          load,               // a byte for operand `target`, not during reset
    input  wire [1:0]    target,             // 0 x, 1 y, 2 b, 3 the key
    input  wire          load_first,         // it is the most significant one
    input  wire [7:0]    load_byte,          // the byte
    input  wire          start,              // begin at this edge, only while no run is going on
    output wire          done,               // level, until the next start; also high before the first run
    output wire          identity,           // with done: Q = O
    input  wire          view,               // results may be read
    input  wire          view_y,             // the result wanted at this edge: 0 x_Q, 1 y_Q
    input  wire          view_more,          // its byte view_index + 1, 0: its first
    input  wire [XW-1:0] view_index,         // see there, 0 = most significant
    output wire [7:0]    view_byte           // one edge later
);

  localparam integer BYTES = 4 * ((M + 31) / 32);
  localparam integer PW = $clog2(BYTES);
  localparam integer OFFSET = (1 << PW) - BYTES;
  localparam integer W = (M + 7) / 8;
  localparam integer WM = M / 8;
  localparam integer K = (M == 5) ? 2 : (M == 7) ? 1 : (M == 163) ? 7 : (M == 233) ? 74
                       : (M == 283) ? 12 : (M == 409) ? 87 : (M == 571) ? 10 : 0;
  localparam integer Q = (K < 8) ? 1 : K / 8;
  localparam integer NW = $clog2(M + 1);

  // ---- Registers
  reg [PW:0]   c_q;        // {word, half}: place in a row before this one; a square uses the halves
  reg [PW-1:0] i_q;        // word of row a, or of the result
  reg [NW-1:0] n_q;        // loop counter, counts up, to all ones
  reg          v2_q;       // second stage: the multiplier works
  reg          end_q;      // second stage of an operation's last word
  reg          first_q;    // first row of a product
  reg          write_q;    // the result appears
  reg          write2_q;
  reg          near_q;     // second stage: terms of t f to be added
  reg          near2_q;
  reg          far_q;
  reg          far2_q;
  reg          low_q;      // second stage: a word that the reduction clears
  reg          some_q;     // a word of the result was not 0
  reg          swap_q;     // key bit, later Z1 = 0, then Z2 = 0
  reg          identity_q; // Z1 = 0

  wire [35:0] ir;
  wire prod = ir[23];
  wire sq = ir[24];
  wire line = ir[25];
  wire halt = ~ir[32];
  wire v1 = (prod | sq | line) & ~end_q;
  wire last = end_q | (~(prod | sq | line) & (~halt | start));

  // ---- Loops and the next instruction
  wire n_end;
  wire [NW-1:0] n_next;
  assign {n_end, n_next} = {1'b0, n_q} + {{NW{1'b0}}, ir[31]};

  gf2m_nano_code #(.M(M), .NW(NW)) code (
      .clk(clk), .rst(rst), .fetch(last), .at({ir[7:1], ir[0] | halt | n_end}), .ir(ir)
  );

  // ---- Place in the row, counted up. When idle, the port's byte, most significant first: down.
  // (The direction is the first summand, since a carry chain takes its generate input from there.)
  wire [PW-1:0] viewed;
  wire [PW-1:0] base = (halt & ~load & view_more) ? viewed
                     : (halt & (~load | load_first)) ? BYTES[PW-1:0] : c_q[PW:1];
  generate
    if (OFFSET == 0) assign viewed = ~view_index[PW-1:0];
    else assign viewed = ~(view_index[PW-1:0] + OFFSET[PW-1:0]);
  endgenerate
  wire [PW:0] c;
  wire carry = ~halt & (~sq | c_q[0]);
  wire [PW:0] total = {{PW{halt}}, carry} + {base, carry};
  wire unused = &{1'b0, ir[35:33], total[0]};
  assign c = {total[PW:1], sq & ~c_q[0]};

  localparam integer PROD_END = 2 * W, SQ_END = 2 * W - 1, LINE_END = 2 * W - 2;
  wire c_end = c == (prod ? PROD_END[PW:0] : sq ? SQ_END[PW:0] : LINE_END[PW:0]);
  wire c_begin = (c[PW:1] == {PW{1'b0}}) & ~c[0];
  localparam integer TOP = W - 1;
  wire i_end = i_q == TOP[PW-1:0];

  // t of a product's row is in word 0 of the row, those of a square in the words below W.
  localparam integer NEAR = Q, NEAR_END = Q + W, FAR = WM, FAR_END = WM + W;
  wire near = v1 & ((prod & (c == {NEAR[PW-1:0], 1'b0})) | (sq & (c >= NEAR[PW:0]) & (c < NEAR_END[PW:0])));
  wire far;
  generate
    if (WM == 0) assign far = 1'b0;
    else assign far = v1 & ((prod & (c == {FAR[PW-1:0], 1'b0}))
                            | (sq & (c >= FAR[PW:0]) & (c < FAR_END[PW:0])));
  endgenerate
  wire low = (prod & c_begin) | (sq & (c < W[PW:0]));

  // ---- Rows
  wire [7:0] a;
  wire [7:0] b;
  wire [7:0] s;
  wire we = write_q & (line | write2_q);
  wire swap_a = swap_q & (write_q ? ir[22] : ir[20]);
  wire [3:0] row_a = (write_q ? ir[19:16] : ir[11:8]) ^ {3'd0, swap_a};
  wire [3:0] row_b = ~halt ? ir[15:12] ^ {3'd0, swap_q & ir[21]} : load ? {2'b01, target} : {3'b100, view_y};

  gf2m_nano_rows #(.M(M), .PW(PW)) rows (
      .clk(clk), .rst(rst),
      .a_write(we & ~rst), .a_read(v1 & ~c[0] & (sq | c_begin)), .a_at({row_a, i_q}), .a_in(s), .a_out(a),
      .b_write(load), .b_clear(halt ? ~view & ~load : ~v1 | c[0] | ir[27]),
      .b_at({row_b, c[PW:1]}), .b_in(load_byte), .b_out(b)
  );

  gf2m_nano_mac #(.M(M)) mac (
      .clk(clk), .rst(rst), .en(v2_q), .a(a), .b(b),
      .mask(v1 & (sq | (prod & (first_q | c_end)) | (line & ir[26]))), .low(low_q),
      .gate({far2_q, far_q, near2_q, near_q}), .s(s)
  );

  assign view_byte = b;
  assign done = halt;
  assign identity = identity_q;

  wire some = some_q | (|s);
  wire next_row = prod & c_end & ~write_q;

  always @(posedge clk) begin
    if (~halt & (~v1 | c_end)) c_q <= {(PW + 1) {1'b1}};
    else if (~halt | load) c_q <= c;

    if (~v1 | (prod & c_begin & i_end)) i_q <= {PW{1'b0}};
    else if (next_row | we | (sq & c[0])) i_q <= i_q + 1'b1;

    if (ir[30]) n_q <= ir[8+:NW];
    else if (last) n_q <= n_next;

    v2_q <= v1;
    end_q <= v1 & c_end & ~next_row;
    first_q <= ~v1 | (first_q & ~c_end);
    write_q <= v1 & (write_q | (c_begin & (line | (prod & i_end))));
    write2_q <= write_q;
    near_q <= near;
    near2_q <= near_q;
    far_q <= far;
    far2_q <= far_q;
    low_q <= low;
    some_q <= v2_q & some;

    if (end_q & (ir[28] | ir[29])) swap_q <= ir[28] ? s[M%8] : ~some;
    if (end_q & ir[29]) identity_q <= swap_q;

    if (rst) begin
      v2_q <= 1'b0;
      end_q <= 1'b0;
      some_q <= 1'b0;
      swap_q <= 1'b0;
      identity_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
