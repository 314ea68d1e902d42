// SPDX-License-Identifier: Apache-2.0
// gf2m_ladder_port: byte port of a ladder processor, as gf2m_port and with the mark of first bytes.
// Slots: ld 0 x, 1 y, 2 b; lk k; results 8 x_Q, 9 y_Q; 4*ceil(M/32) bytes each.
// Values with a bit at or above x^M are refused as the contract says. Adds no cycle to a run.
`default_nettype none

module gf2m_ladder_port #(
    parameter integer M = 233                // field size, 1..8000
) (
    input  wire         clk,                 // rising edge
    input  wire         rst,                 // synchronous, active high
    input  wire         ld,                  // byte port, see byte_port
    input  wire         lk,
    input  wire [7:0]   din,
    input  wire         start,
    input  wire [3:0]   addr,
    input  wire         data,
    output wire [7:0]   dout,
    output wire         done,
    output wire [2:0]   load,                // one hot: x, y, b take load_byte at this edge
    output wire         load_key,            // the key does
    output wire         load_first,          // it is the first byte of its slot
    output wire [7:0]   load_byte,           // most significant byte first
    output wire         core_start,          // begin at this edge
    input  wire         core_done,           // pulse or level
    input  wire         core_identity,       // with done: Q = O
    output wire         view_y,              // which result is wanted: 0 x_Q, 1 y_Q
    input  wire [M-1:0] view                 // that result, in the same cycle, while done is high
);

  localparam integer BYTES = 4 * ((M + 31) / 32);
  localparam integer NW = $clog2(BYTES + 1);
  localparam [15:0] WIDTH = M[15:0];

  wire          wr_en;
  wire [1:0]    wr_target;
  wire          wr_first;
  wire          wr_last;
  wire [3:0]    loaded;
  wire [3:0]    rd_addr;
  wire [NW-1:0] rd_index;
  wire [7:0]    rd_byte;

  byte_port #(
      .A(4), .SLOTS(3), .KEY(1), .WIDTHS({4{WIDTH}}), .RESULTS(2), .RESULT_BYTES(BYTES)
  ) engine (
      .clk(clk), .rst(rst), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr), .data(data),
      .dout(dout), .done(done),
      .wr_en(wr_en), .wr_target(wr_target), .wr_first(wr_first), .wr_last(wr_last),
      .wr_byte(load_byte), .wr_forbid(1'b0), .loaded(loaded),
      .rd_addr(rd_addr), .rd_index(rd_index), .rd_byte(rd_byte),
      .core_start(core_start), .core_busy(1'b0), .core_done(core_done),
      .core_identity(core_identity), .core_error(1'b0), .core_fault(1'b0)
  );

  byte_select #(.BITS(M), .BYTES(BYTES)) select (.value(view), .index(rd_index), .out(rd_byte));

  assign load = {3{wr_en}} & {wr_target == 2'd2, wr_target == 2'd1, wr_target == 2'd0};
  assign load_key = wr_en & (wr_target == 2'd3);
  assign view_y = rd_addr[0];

  assign load_first = wr_first;
  wire unused = &{1'b0, wr_last, loaded, rd_addr[3:1]};

endmodule

`default_nettype wire
