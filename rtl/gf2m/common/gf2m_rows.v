// SPDX-License-Identifier: Apache-2.0
// gf2m_rows: the data memory of a point multiplier, an array of 11 registers of M bits with two
// read multiplexers and one write demultiplexer.
// Rows: 0 X1, 1 X2, 2 Z1, 3 Z2, 4 T, 5 U, 6 W, 7 x, 8 V, 9 y, 10 b. Rows 0..6 and 8 are written by
// operations; x, y, b byte by byte from the port only, and they hold still during a run.
// Reads are combinational, a write takes one edge. Reset clears all rows.
`default_nettype none

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
    output reg  [M-1:0] a,             // row sel_a
    output reg  [M-1:0] b              // row sel_b
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
        4'd8: v_q <= wdata;
        default: ;
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

  // Read multiplexers; numbers without a row read an arbitrary one, which is free
  always @* begin : read_a
    case (sel_a)
      4'd0: a = x1_q;
      4'd1: a = x2_q;
      4'd2: a = z1_q;
      4'd3: a = z2_q;
      4'd4: a = t_q;
      4'd5: a = u_q;
      4'd6: a = w_q;
      4'd7: a = x_p;
      4'd8: a = v_q;
      4'd9: a = y_p;
      default: a = b_p;
    endcase
  end

  always @* begin : read_b
    case ((B_ROWS == 8) ? {1'b0, sel_b[2:0]} : sel_b)
      4'd0: b = x1_q;
      4'd1: b = x2_q;
      4'd2: b = z1_q;
      4'd3: b = z2_q;
      4'd4: b = t_q;
      4'd5: b = u_q;
      4'd6: b = w_q;
      4'd7: b = x_p;
      4'd8: b = v_q;
      4'd9: b = y_p;
      default: b = b_p;
    endcase
  end

endmodule

`default_nettype wire
