// SPDX-License-Identifier: Apache-2.0
// digitmm_reduce: A mod M for an A of any length (the paper's MR, Algorithm 3) behind the byte port.
//   result = A mod M, A of 1 to L/8 bytes, any M from 1 to 2^N - 1; M = 0 is refused
// Slots: ld 0 A, as many bytes as it has, ended by start or by a byte of M; lk M and result 8,
// 4*ceil(N/32) bytes. A byte of A too many is refused, and so is A then.
// Latency for B bytes: ceil(8 max(B - floor(N/8), 0) / D) + 2 cycles and one for each leading zero of
// M; after M it is busy for 2^(D+2) - 1 cycles and one for each leading zero. Constant time for a
// fixed M, which is public, and a fixed length of A, which the port shows.
`default_nettype none

module digitmm_reduce #(
    parameter integer N = 512,   // bits of the modulus, 1..8000
    parameter integer L = 1024,  // bits of the longest A, above N, whole bytes
    parameter integer D = 2      // bits of a digit, 1..8
) (
    input  wire       clk,       // rising edge
    input  wire       rst,       // synchronous, active high, one cycle is enough
    input  wire       ld,        // take din into operand slot addr
    input  wire       lk,        // take din into the modulus
    input  wire [7:0] din,       // most significant byte first
    input  wire       start,     // begin, taken when idle
    input  wire [3:0] addr,      // slot; 15 = status
    input  wire       data,      // read strobe
    output wire [7:0] dout,      // result or status byte
    output wire       done       // high from completion to the next start, load or reset
);

  localparam integer BYTES = L / 8;
  localparam integer WORDS = (N + 31) / 32;
  localparam integer M_BYTES = 4 * WORDS;
  localparam integer M_BITS = 32 * WORDS;
  localparam integer HEAD = N / 8;
  localparam integer HW = (HEAD == 0) ? 1 : 8 * HEAD;
  localparam integer ZW = 3 + $clog2(M_BYTES + 1);
  localparam [15:0] M_BITS16 = M_BITS[15:0];

  generate
    if (L <= N || L % 8 != 0) digitmm_reduce_needs_L_above_N_and_whole_bytes bad_length ();
  endgenerate

  wire         wr_en;
  wire         wr_target;  // 0 A, 1 M
  wire         wr_first;
  wire         wr_last;
  wire [7:0]   wr_byte;
  wire [1:0]   loaded;
  wire [3:0]   rd_addr;
  wire [ZW-4:0] rd_index;
  wire [7:0]   rd_byte;
  wire         refuse;
  wire         over;
  wire         full;
  wire [N-1:0] m;
  wire [ZW-1:0] zeros;
  wire         busy;
  wire         set_up;
  wire         set_up_last;
  wire         go;
  wire         core_done;
  wire [N-1:0] result;
  wire [HW-1:0] head;
  wire         none;
  wire [D-1:0] digit;
  wire         digit_last;
  wire         digit_step;
  wire         unused = &{1'b0, rd_addr, loaded[0]};

  // To the engine each byte of A is an operand of its own; what makes them one stands here.
  reg  open_q;  // bytes of A are being taken
  wire to_a = wr_en & ~wr_target;
  wire to_m = wr_en & wr_target;
  always @(posedge clk) begin
    if (rst) open_q <= 1'b0;
    else if (to_a) open_q <= 1'b1;
    else if (to_m | (start & ~ld & ~lk)) open_q <= 1'b0;
  end

  byte_port #(
      .A(4), .SLOTS(1), .KEY(1), .WIDTHS({M_BITS16, 16'd8}), .ALIGN(1), .OPTIONAL(0),
      .RESULT_BASE(8), .RESULTS(1), .RESULT_BYTES(M_BYTES)
  ) engine (
      .clk(clk), .rst(rst), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr), .data(data),
      .dout(dout), .done(done),
      .wr_en(wr_en), .wr_target(wr_target), .wr_first(wr_first), .wr_last(wr_last),
      .wr_byte(wr_byte), .wr_forbid(wr_target ? refuse | over : full), .loaded(loaded),
      .rd_addr(rd_addr), .rd_index(rd_index), .rd_byte(rd_byte),
      .core_start(go), .core_busy(busy), .core_done(core_done),
      .core_identity(1'b0), .core_error(1'b0), .core_fault(1'b0)
  );

  digitmm_digits #(.BYTES(BYTES), .HEAD(HEAD), .D(D)) digits (
      .clk(clk), .rst(rst), .wr_en(to_a), .wr_first(~open_q), .wr_byte(wr_byte), .full(full),
      .head(head), .none(none), .digit(digit), .step(digit_step), .rewind(~digit_step),
      .last(digit_last)
  );

  digitmm_modulus #(.N(N), .ZW(ZW)) modulus (
      .clk(clk), .rst(rst), .wr_en(to_m), .wr_first(wr_first), .wr_last(wr_last), .wr_byte(wr_byte),
      .refuse(refuse), .over(over), .loaded(loaded[1]), .m(m), .zeros(zeros), .busy(busy),
      .set_up(set_up), .set_up_last(set_up_last)
  );

  digitmm_window #(.BITS(N), .ZW(ZW)) window (
      .clk(clk), .rst(rst), .value(result), .zeros(zeros), .index(rd_index), .out(rd_byte)
  );

  wire [N+HW-1:0] wide_head = {{N{1'b0}}, head};
  wire unused_head = &{1'b0, wide_head[N+HW-1:N]};

  digitmm_reduce_core #(.N(N), .D(D), .ZW(ZW)) core (
      .clk(clk), .rst(rst), .m(m), .zeros(zeros), .renew(to_m), .set_up(set_up),
      .set_up_last(set_up_last), .go(go), .head(wide_head[N-1:0]), .none(none), .digit(digit),
      .digit_last(digit_last), .digit_step(digit_step), .done(core_done), .result(result)
  );

endmodule

`default_nettype wire
