// SPDX-License-Identifier: Apache-2.0
// gf2m_rows: the data memory of a point multiplier, an array of 11 registers of M bits with two
// read multiplexers and one write demultiplexer.
// Rows: 0 X1, 1 X2, 2 Z1, 3 Z2, 4 T, 5 U, 6 W, 7 x, 8 V, 9 y, 10 b. Rows 0..6 and 8 are written by
// operations; x, y, b byte by byte from the port only, and they hold still during a run.
// Reads are combinational, a write takes one edge. Reset clears all rows.
`default_nettype none

(* keep_hierarchy *)  // mapped by itself: mixed with its surroundings it grows
module gf2m_rows #(
    parameter integer M = 233,         // bits of a row
    parameter integer B_ROWS = 11      // rows that port b can read: 11, or 8 (0..7) to save area
) (
    input  wire         clk,
    input  wire         rst,           // synchronous, active high
    input  wire         we,            // write row dst
    input  wire [3:0]   dst,           // 0..6 or 8
    input  wire [M-1:0] wdata,         // value for row dst
    input  wire [2:0]   load,          // one hot: take load_byte into x, y, b
    input  wire [7:0]   load_byte,     // most significant byte first
    input  wire [3:0]   sel_a,         // 0..10
    input  wire [3:0]   sel_b,         // 0..B_ROWS-1
    output wire [M-1:0] a,             // row sel_a
    output wire [M-1:0] b              // row sel_b
);

  generate
    if (B_ROWS != 8 && B_ROWS != 11) gf2m_rows_needs_B_ROWS_8_or_11 bad_rows ();
  endgenerate

  reg [M-1:0] x1_q;
  reg [M-1:0] x2_q;
  reg [M-1:0] z1_q;
  reg [M-1:0] z2_q;
  reg [M-1:0] t_q;
  reg [M-1:0] u_q;
  reg [M-1:0] w_q;
  reg [M-1:0] v_q;

  wire [M-1:0] x_p;
  wire [M-1:0] y_p;
  wire [M-1:0] b_p;

  byte_shift #(.BITS(M)) row_x (.clk(clk), .rst(rst), .en(load[0]), .in(load_byte), .value(x_p));
  byte_shift #(.BITS(M)) row_y (.clk(clk), .rst(rst), .en(load[1]), .in(load_byte), .value(y_p));
  byte_shift #(.BITS(M)) row_b (.clk(clk), .rst(rst), .en(load[2]), .in(load_byte), .value(b_p));

  // Write demultiplexer: only clock enables differ, the data reaches every row
  always @(posedge clk) begin
    if (we) begin
      case (dst)
        4'd0: x1_q <= wdata;
        4'd1: x2_q <= wdata;
        4'd2: z1_q <= wdata;
        4'd3: z2_q <= wdata;
        4'd4: t_q <= wdata;
        4'd5: u_q <= wdata;
        4'd6: w_q <= wdata;
        default: v_q <= wdata;  // 8
      endcase
    end
    if (rst) begin
      x1_q <= {M{1'b0}};
      x2_q <= {M{1'b0}};
      z1_q <= {M{1'b0}};
      z2_q <= {M{1'b0}};
      t_q <= {M{1'b0}};
      u_q <= {M{1'b0}};
      w_q <= {M{1'b0}};
      v_q <= {M{1'b0}};
    end
  end

  // Read multiplexers, as trees on the bits of the row number (a case statement would become wide
  // AND-OR logic). Numbers without a row read an arbitrary one, which is free.
  wire [M-1:0] a_0_3 = sel_a[1] ? (sel_a[0] ? z2_q : z1_q) : (sel_a[0] ? x2_q : x1_q);
  wire [M-1:0] a_4_7 = sel_a[1] ? (sel_a[0] ? x_p : w_q) : (sel_a[0] ? u_q : t_q);
  wire [M-1:0] a_8_10 = sel_a[1] ? b_p : (sel_a[0] ? y_p : v_q);
  wire [M-1:0] b_0_3 = sel_b[1] ? (sel_b[0] ? z2_q : z1_q) : (sel_b[0] ? x2_q : x1_q);
  wire [M-1:0] b_4_7 = sel_b[1] ? (sel_b[0] ? x_p : w_q) : (sel_b[0] ? u_q : t_q);
  wire [M-1:0] b_8_10 = sel_b[1] ? b_p : (sel_b[0] ? y_p : v_q);
  wire b_high = (B_ROWS == 11) & sel_b[3];

  assign a = sel_a[3] ? a_8_10 : (sel_a[2] ? a_4_7 : a_0_3);
  assign b = b_high ? b_8_10 : (sel_b[2] ? b_4_7 : b_0_3);

endmodule

`default_nettype wire
