// SPDX-License-Identifier: Apache-2.0
// gf2m_compact_core: Q = k P on y^2 + xy = x^3 + a x^2 + b over GF(2^M), for k, x, y, b in [0, 2^M - 1].
// One row memory with one read port, two bits a cycle, program and operand bytes in gf2m_compact_store.
// Latency in cycles, P = 3 ceil(M/6) + 2 a pass, chain = floor(log2(M-1)) + weight(M-1) - 1 products in
// the inversion: M (11 P + 15) + (M + 13 + chain) P + 3 ceil(M/2) + 2 (M-1) + steps (74 for M = 233).
// Constant time: key bits and the flag Z2 = 0 exchange row addresses (X1 and X2, Z1 and Z2) and do nothing
// else; the addresses of the row memory therefore depend on the key.
`default_nettype none

module gf2m_compact_core #(
    parameter integer M = 233,               // field, see gf2m_reduce
    parameter integer BLIND = 0,             // 1: operand 3 scales the first coordinates
    parameter integer BLOCK = 1,             // 1: program and bytes in block RAM
    parameter integer TW = $clog2(4 + BLIND), // derived: width of a target
    parameter integer XW = $clog2((M + 31) / 32) + 2 // derived: width of a byte number
) (
    input  wire          clk,                // rising edge
    input  wire          rst,                // synchronous, active high, clears all registers with secrets
    input  wire          load,               // a byte for operand `target`, not during reset
    input  wire [TW-1:0] target,             // 0 x, 1 y, 2 b, 3 blind (if BLIND), then the key
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
  localparam integer LW = $clog2(8 * BYTES);        // bits of a page of the byte memory
  localparam integer FIRST = (1 << LW) - 8 * BYTES; // values end at the end of a page
  localparam integer WORD = (M + 5) / 6;            // digits of a third of an operand
  localparam integer CW = $clog2(WORD + 1);
  localparam integer CFIRST = (1 << CW) - WORD - 1;
  localparam [CW-1:0] CLAST = {CW{1'b1}} - 1'b1;
  localparam integer WB = 2 * WORD;

  // ---- Registers
  reg [7:0]    pc_q;      // address of the instruction in ir
  reg [LW-1:0] n_q;       // loop counter, bit number in a page; counts up, to all ones
  reg [2:0]    page_q;
  reg          sw_q;      // rows are exchanged by the key bit or by Z2 = 0
  reg [CW-1:0] count_q;   // digit in a third; all ones: the next third is fetched
  reg [1:0]    third_q;   // thirds fetched besides the first, thermometer
  reg [WB-1:0] digits_q;  // digits to come, the next one on top
  reg [5:0]    out_q;     // digits of a result byte
  reg          zero_q;    // digits so far were 0
  reg [1:0]    flags_q;   // {Z2 = 0, Z1 = 0}

  // ---- Instruction
  wire [15:0] ir;
  wire halt = ~|{ir[15:14], ir[7]};
  wire is_step = ~ir[15] & ~ir[14] & ir[7];
  wire is_pass = ~ir[15] & ir[14];
  wire is_setn = ir[15] & ~ir[14];
  wire is_loop = ir[15] & ir[14];
  wire feed = is_pass & (ir[13:12] == 2'd1);
  wire out = is_pass & (ir[13:12] == 2'd2);
  wire test = is_pass & (ir[13:12] == 2'd3);

  // ---- Pass: run through a third, fetch the next, ...
  wire fetch_third = is_pass & ~feed & (&count_q);
  wire run = is_pass & ~fetch_third;
  wire n_end;
  wire last_digit = count_q == CLAST;
  wire last = is_pass ? (feed ? n_end : third_q[1] & last_digit) : ~halt | start;

  // ---- Loop counter and byte address. When idle it is the byte number of the port: of a load, or,
  // once results may be read, of the byte that the port wants next (a first load byte ends that).
  wire n_view = halt & ~load & view & view_more;
  wire n_load = is_setn | (halt & (load ? load_first : view & ~view_more));
  wire inc_1 = is_loop;
  wire inc_2 = run & (feed | out);
  wire inc_8 = (halt & load & ~load_first) | n_view;
  wire [LW-1:0] n_set = ir[LW-1:0] | (FIRST[LW-1:0] & {LW{halt & load}});
  wire [LW-1:0] n_base = n_load ? n_set : n_view ? {view_index, 3'b000} : n_q;
  wire [LW-1:0] n_inc;
  wire [LW-1:0] n_next;
  assign n_inc = {{(LW - 4) {1'b0}}, inc_8, 1'b0, inc_2, inc_1};
  assign {n_end, n_next} = {1'b0, n_base} + {1'b0, n_inc};

  // ---- Program counter
  wire jump = halt | (is_loop & ~n_end);
  wire [7:0] pc_next = (jump ? ir[11:4] : pc_q) + 8'd1;

  // ---- Byte memory
  wire [15:0] rdata;
  wire [2:0] number = {{(3 - TW) {1'b0}}, target};
  wire [2:0] load_page = (number == (3 + BLIND[2:0])) ? 3'd5 : (number == 3'd3) ? 3'd6 : number + 3'd2;
  wire [2:0] page = ~halt ? page_q : load ? load_page : {2'b01, view_y};
  wire write_out = out & run & (n_q[2:1] == 2'd2) & ~rst;
  wire [1:0] top = digits_q[WB-1:WB-2];

  gf2m_compact_store #(.M(M), .BLIND(BLIND), .BLOCK(BLOCK), .LW(LW)) store (
      .clk(clk), .rst(rst), .fetch(last), .at(pc_next), .ir(ir),
      .en(~halt | load | view), .we({write_out, load}), .page(page), .index(n_next[LW-1:3]),
      .wdata({out_q, top, load_byte}), .rdata(rdata)
  );

  assign view_byte = rdata[15:8];

  // ---- Rows
  (* ram_style = "distributed" *)
  reg [M-1:0] rows[0:15];

  wire [1:0] byte_digit = n_q[2] ? (n_q[1] ? rdata[1:0] : rdata[3:2])
                                 : (n_q[1] ? rdata[5:4] : rdata[7:6]);
  wire key_bit = n_q[0] ? byte_digit[0] : byte_digit[1];
  wire swap = sw_q & (page_q[2] ? key_bit : flags_q[1]);
  wire [3:0] row_number = fetch_third ? ir[7:4] : ir[3:0];
  wire [3:0] row_at = row_number ^ {3'd0, swap & ~|row_number[3:2]};
  wire [3:0] dst_at = ir[11:8] ^ {3'd0, swap & ~|ir[11:10]};
  wire [M-1:0] row = rows[row_at];
  wire [3*WB-1:0] row_padded = {{(3 * WB - M) {1'b0}}, row};

  // Digit register: shift, or take a third. One LUT a bit, by a select of two bits.
  wire [1:0] digits_sel = run ? 2'd3 : ~fetch_third ? 2'd2 : {1'b0, ~third_q[0]};
  wire [WB-1:0] digits_next = digits_sel[1] ? (digits_sel[0] ? digits_q << 2 : row_padded[2*WB+:WB])
                                            : (digits_sel[0] ? row_padded[WB+:WB] : row_padded[0+:WB]);

  // ---- Arithmetic
  wire [1:0] d = run ? (feed ? byte_digit : top) : {1'b0, is_step & ir[5]};
  wire clear = is_step & ir[4];
  wire [M-1:0] next;

  gf2m_compact_alu #(.M(M)) alu (
      .clk(clk), .rst(rst), .en(~fetch_third), .clear(clear), .d(d), .one(is_step & ir[6]),
      .row(row), .next(next)
  );

  always @(posedge clk) begin
    if ((is_step | is_pass) & last & ~rst) rows[dst_at] <= next;
  end

  // ---- Sequence
  assign done = halt;
  assign identity = flags_q[0];

  always @(posedge clk) begin
    if (last) pc_q <= pc_next;
    n_q <= n_next;
    if (is_setn) begin
      page_q <= ir[12:10];
      sw_q <= ir[13];
    end

    if (~is_pass | fetch_third) count_q <= CFIRST[CW-1:0];
    else count_q <= count_q + 1'b1;
    if (~is_pass) third_q <= 2'b00;
    else if (fetch_third) third_q <= {third_q[0], 1'b1};

    // A third of a row, or the next digit; nothing of a row stays here when idle
    if (rst | halt) digits_q <= {WB{1'b0}};
    else digits_q <= digits_next;

    if (rst | ~is_pass) out_q <= 6'd0;
    else if (run) out_q <= {out_q[3:0], top};

    if (rst | ~is_pass) zero_q <= 1'b1;
    else if (run & (|top)) zero_q <= 1'b0;
    if (rst) flags_q <= 2'd0;
    else if (test & last) flags_q <= {flags_q[0], zero_q & ~|top};
  end

endmodule

`default_nettype wire
