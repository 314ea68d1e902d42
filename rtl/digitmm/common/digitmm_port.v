// SPDX-License-Identifier: Apache-2.0
// digitmm_port: the byte port of the family with its operand registers.
//   slots: ld 0 X, 1 Y of OB bits (X_SLOT = 0: ld 0 Y alone); lk modulus M of N bits, not 0, odd if
//   ODD = 1 (KEY = 0: none); result 8
// X stands still. The bits of Y below its top HEAD ones leave as ceil((OB-HEAD)/D) digits, one for
// each cycle with y_step, and are whole again after the last. NORMALISE = 1 shifts M up to
// m = M*2^zeros with its top bit set, one bit a cycle, before the core's own set-up, and shows
// result / 2^zeros to the reader at no cost in time.
// Latency: none of its own in a run; zeros cycles of set-up. Constant time for a fixed M (public).
// Reset clears every register here.
`default_nettype none

module digitmm_port #(
    parameter integer N = 512,         // bits of the modulus, 1..8000
    parameter integer D = 2,           // bits of a digit of Y, 1 or more
    parameter integer OB = N,          // bits of X and Y
    parameter integer RB = N,          // bits of the result
    parameter integer X_SLOT = 1,      // 0: Y is the only operand
    parameter integer HEAD = 0,        // top bits of Y that stand still, below OB
    parameter integer ODD = 0,         // 1: an even modulus is forbidden
    parameter integer KEY = 1,         // 0: the modulus is built into the core, lk is refused
    parameter integer NORMALISE = 1,   // 1: shift M to the top, then the core's set-up; 0: neither
    parameter integer LSD_FIRST = 0,   // 1: digits of Y leave from the bottom
    parameter integer K = (OB - HEAD + D - 1) / D,         // derived: digits of Y
    parameter integer HW = (HEAD == 0) ? 1 : HEAD,         // derived: width of head
    parameter integer ZW = 3 + $clog2(4 * ((RB + 31) / 32) + 1)  // derived: width of zeros
) (
    input  wire          clk,          // rising edge
    input  wire          rst,          // synchronous, active high, one cycle is enough
    input  wire          ld,           // byte port, see byte_port
    input  wire          lk,
    input  wire [7:0]    din,
    input  wire          start,
    input  wire [3:0]    addr,
    input  wire          data,
    output wire [7:0]    dout,
    output wire          done,
    output reg  [OB-1:0] x,            // operand X
    output wire [HW-1:0] head,         // the top of Y, 0 if HEAD = 0
    output wire [D-1:0]  digit,        // digit of Y in turn
    input  wire          y_step,       // the next one
    output reg  [N-1:0]  m,            // modulus, top bit set if NORMALISE = 1
    output reg  [ZW-1:0] zeros,        // leading zeros of M, 0..N-1
    output wire          renew,        // a byte of M arrives: what was made from M is void
    output wire          set_up,       // the core's set-up may run: m and zeros are right
    input  wire          set_up_last,  // its last busy cycle
    output wire          go,           // one cycle: the run begins at this edge
    input  wire          core_done,    // level, see byte_port
    input  wire [RB-1:0] result        // result * 2^zeros if NORMALISE = 1
);

  localparam integer T = K * D;
  localparam integer L = HEAD + T;
  localparam integer SLOTS = 1 + X_SLOT;
  localparam integer TW = $clog2(SLOTS + 1);
  localparam [TW-1:0] TO_Y = X_SLOT[TW-1:0];
  localparam [TW-1:0] TO_M = SLOTS[TW-1:0];
  localparam integer RESULT_BYTES = 4 * ((RB + 31) / 32);
  localparam integer NW = ZW - 3;
  localparam [15:0] OB16 = OB[15:0];
  localparam [15:0] N16 = N[15:0];

  generate
    if (N < 1 || D < 1) digitmm_port_needs_N_and_D_at_least_1 bad_size ();
    if (HEAD < 0 || HEAD >= OB) digitmm_port_needs_HEAD_below_OB bad_head ();
  endgenerate

  // ---- Registers
  reg [L-1:0] y_q;        // Y, zero-padded at the top, in some rotation
  reg         any_q;      // a bit of M has been 1 so far
  reg         set_up_q;   // set-up in progress (or M refused: then for one cycle)
  reg [7:0]   above_q;    // result byte that stands above the one wanted

  wire        wr_en;
  wire [TW-1:0] wr_target;
  wire        wr_first;
  wire        wr_last;
  wire [7:0]  wr_byte;
  wire [SLOTS:0] loaded;
  wire [3:0]  rd_addr;
  wire [NW-1:0] rd_index;
  wire [7:0]  rd_byte;

  // ---- Modulus: 0 is refused with its last byte, and so is an even one where that is no use
  wire to_m = wr_en & (wr_target == TO_M);
  wire any = (~wr_first & any_q) | (|wr_byte);
  wire forbid = (wr_target == TO_M) & (~any | ((ODD != 0) & ~wr_byte[0]));

  // ---- Set-up: first M to the top, then the core. A refused M has no valid mark.
  wire ready = m[N-1];
  wire busy = set_up_q & loaded[SLOTS] & (NORMALISE != 0);
  wire unused = &{1'b0, rd_addr, loaded[SLOTS-1:0]};
  assign set_up = busy & ready;
  assign renew = to_m;

  byte_port #(
      .A(4), .SLOTS(SLOTS), .KEY(KEY), .WIDTHS({N16, {SLOTS{OB16}}}), .ALIGN(4), .OPTIONAL(0),
      .RESULT_BASE(8), .RESULTS(1), .RESULT_BYTES(RESULT_BYTES)
  ) engine (
      .clk(clk), .rst(rst), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr), .data(data),
      .dout(dout), .done(done),
      .wr_en(wr_en), .wr_target(wr_target), .wr_first(wr_first), .wr_last(wr_last),
      .wr_byte(wr_byte), .wr_forbid(forbid), .loaded(loaded),
      .rd_addr(rd_addr), .rd_index(rd_index), .rd_byte(rd_byte),
      .core_start(go), .core_busy(busy), .core_done(core_done),
      .core_identity(1'b0), .core_error(1'b0), .core_fault(1'b0)
  );

  // ---- Y turns by one digit; K turns are a whole one. The first byte of a load clears the rest,
  // since the register may be longer than the bytes that come.
  wire [T-1:0] tail;
  wire [L-1:0] y_turned;
  generate
    if (K == 1) assign tail = y_q[T-1:0];
    else if (LSD_FIRST != 0) assign tail = {y_q[D-1:0], y_q[T-1:D]};
    else assign tail = {y_q[T-D-1:0], y_q[T-1:T-D]};
    if (HEAD == 0) begin : g_no_head
      assign y_turned = tail;
      assign head = 1'b0;
    end else begin : g_head
      assign y_turned = {y_q[L-1:T], tail};
      assign head = y_q[L-1:T];
    end
  endgenerate
  assign digit = (LSD_FIRST != 0) ? y_q[D-1:0] : y_q[T-1:T-D];

  wire [L+7:0]  y_longer = {y_q & {L{~wr_first}}, wr_byte};
  wire [OB+7:0] x_longer = {x, wr_byte};
  wire [N+7:0]  m_longer = {m, wr_byte};
  wire [N:0]    m_double = {m, 1'b0};
  // What falls out at the top is 0 in every value that is accepted.
  wire unused_top = &{1'b0, y_longer[L+7:L], x_longer[OB+7:OB], m_longer[N+7:N], m_double[N]};

  always @(posedge clk) begin
    if (wr_en & (X_SLOT != 0) & (wr_target == {TW{1'b0}})) x <= x_longer[OB-1:0];
    if (wr_en & (wr_target == TO_Y)) y_q <= y_longer[L-1:0];
    else if (y_step) y_q <= y_turned;

    if (to_m) begin
      m <= m_longer[N-1:0];
      any_q <= any;
      zeros <= {ZW{1'b0}};
    end else if (busy & ~ready) begin
      m <= m_double[N-1:0];
      zeros <= zeros + 1'b1;
    end
    set_up_q <= to_m ? wr_last : busy & ~(ready & set_up_last);

    if (rst) begin
      x <= {OB{1'b0}};
      y_q <= {L{1'b0}};
      m <= {N{1'b0}};
      any_q <= 1'b0;
      zeros <= {ZW{1'b0}};
      set_up_q <= 1'b0;
    end
  end

  // ---- Result: bytes are asked for in order, so the bits that a shift by zeros moves in from
  // above are those of the byte before. Whole bytes of the shift are an offset of the index.
  wire [NW-1:0] place = rd_index - zeros[ZW-1:3];
  wire [7:0] selected;
  byte_select #(.BITS(RB), .BYTES(RESULT_BYTES)) select (
      .value(result), .index(place), .out(selected)
  );
  wire [7:0] here = selected & {8{rd_index >= zeros[ZW-1:3]}};
  wire [7:0] above = above_q & {8{|rd_index}};
  wire [15:0] window = {above, here} >> zeros[2:0];
  wire unused_window = &{1'b0, window[15:8]};
  assign rd_byte = window[7:0];

  always @(posedge clk) begin
    if (rst) above_q <= 8'd0;
    else above_q <= here;
  end

endmodule

`default_nettype wire
