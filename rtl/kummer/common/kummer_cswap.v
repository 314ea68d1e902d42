// SPDX-License-Identifier: Apache-2.0
// kummer_cswap: the only unit that sees the scalar. It holds it, and exchanges pairs of elements.
//   one cluster:  (a0, b0) or, swapped, (b0, a0)
//   two clusters: CS0 (mode[1] = 0): (a0,b0 | a1,b0) or (a1,b1 | a0,b1); CS1: (a0,b0 | a1,b1) or
//   (a1,b1 | a0,b0); left of the bar to cluster 0. mode[0] on the last beat: on to the next bit.
// MERGED = 0 swaps on the bit k_i; MERGED = 1 on k_i xor the bit before, and with mode[1] = 1 on the
// bit before alone (the last exchange). M times the next bit is the scalar again.
// Latency: in_we to that beat readable: 1 cycle. Constant time: the bit only steers multiplexers.
// Reset clears the scalar and all registers, not the buffers.
`default_nettype none

module kummer_cswap #(
    parameter integer W = 34,          // 34, 68 or 136
    parameter integer M = 256,         // bits of the scalar, 2..8000
    parameter integer CLUSTERS = 1,    // 1 or 2
    parameter integer MERGED = 0       // see above
) (
    input  wire          clk,          // rising edge
    input  wire          rst,          // synchronous, active high
    input  wire          key_we,       // take a byte of the scalar, most significant first
    input  wire [7:0]    key_byte,     // the byte
    input  wire          restart,      // the bit before the first one is 0
    input  wire          in_we,        // a beat
    input  wire          in_last,      // the last one of an operation
    input  wire [1:0]    in_mode,      // see above
    input  wire [1:0]    in_place,     // where the results go
    input  wire [1:0]    in_beat,      // 0..136/W-1
    input  wire [W-1:0]  in_a0,        // ports A and B of cluster 0
    input  wire [W-1:0]  in_b0,
    input  wire [W-1:0]  in_a1,        // the same of cluster 1 (CLUSTERS = 1: not used)
    input  wire [W-1:0]  in_b1,
    input  wire [1:0]    out_place,    // results that are read
    input  wire [1:0]    out_beat,     // 0..136/W-1
    output wire [W-1:0]  out_a0,       // for ports A and B of cluster 0, in the same cycle
    output wire [W-1:0]  out_b0,
    output wire [W-1:0]  out_a1,       // for those of cluster 1 (CLUSTERS = 1: 0)
    output wire [W-1:0]  out_b1
);

  reg [M-1:0] key_q;     // bit of the step on top
  reg         before_q;  // bit of the step before

  wire [M+7:0] longer = {key_q, key_byte};
  wire unused = &{1'b0, longer[M+7:M]};

  wire bit_now = key_q[M-1];
  wire swap = (MERGED == 0) ? bit_now : before_q ^ (bit_now & ~in_mode[1]);

  always @(posedge clk) begin
    if (key_we) key_q <= longer[M-1:0];
    else if (in_we & in_last & in_mode[0]) key_q <= {key_q[M-2:0], key_q[M-1]};
    if (restart) before_q <= 1'b0;
    else if (in_we & in_last & in_mode[0]) before_q <= bit_now;
    if (rst) begin
      key_q <= {M{1'b0}};
      before_q <= 1'b0;
    end
  end

  // ---- Exchanged on the way in. Each buffer is written in every operation.
  wire [W-1:0] a0;
  wire [W-1:0] b0;
  kummer_swapped #(.W(W)) buffer_a0 (
      .clk(clk), .we(in_we), .place(in_place), .beat(in_beat), .in(a0), .from(out_place),
      .out_beat(out_beat), .out(out_a0)
  );
  kummer_swapped #(.W(W)) buffer_b0 (
      .clk(clk), .we(in_we), .place(in_place), .beat(in_beat), .in(b0), .from(out_place),
      .out_beat(out_beat), .out(out_b0)
  );

  generate
    if (CLUSTERS == 1) begin : g_one
      wire unused_1 = &{1'b0, in_a1, in_b1};
      assign a0 = swap ? in_b0 : in_a0;
      assign b0 = swap ? in_a0 : in_b0;
      assign out_a1 = {W{1'b0}};
      assign out_b1 = {W{1'b0}};
    end else begin : g_two
      wire [W-1:0] a1 = swap ? in_a0 : in_a1;
      wire [W-1:0] b1 = (swap ^ in_mode[1]) ? in_b1 : in_b0;
      assign a0 = swap ? in_a1 : in_a0;
      assign b0 = swap ? in_b1 : in_b0;
      kummer_swapped #(.W(W)) buffer_a1 (
          .clk(clk), .we(in_we), .place(in_place), .beat(in_beat), .in(a1), .from(out_place),
          .out_beat(out_beat), .out(out_a1)
      );
      kummer_swapped #(.W(W)) buffer_b1 (
          .clk(clk), .we(in_we), .place(in_place), .beat(in_beat), .in(b1), .from(out_place),
          .out_beat(out_beat), .out(out_b1)
      );
    end
  endgenerate

endmodule

`default_nettype wire
