// SPDX-License-Identifier: Apache-2.0
// gf2m_mid_mult: whole product from one half-size Karatsuba multiplier, in three passes.
//   p = a b (not reduced),  a, b in [0, 2^M - 1],  H = ceil(M/2), a = a0 + a1 x^H
// Pass 1 a0 b0, pass 2 (a0 + a1)(b0 + b1), pass 3 a1 b1; each is added where Karatsuba wants it.
// take at an edge starts; p is whole in the fourth cycle after it and stands there for that one
// cycle at least. ready: a product may begin at this edge. An operation without product (multiply = 0)
// passes in one cycle and leaves p = 0. Constant time.
`default_nettype none

module gf2m_mid_mult #(
    parameter integer M = 233,             // field
    parameter integer LEAF = 32            // see gf2m_kara
) (
    input  wire           clk,
    input  wire           rst,             // synchronous, active high, clears all registers
    input  wire           take,            // an operation begins at this edge, only while ready
    input  wire           multiply,        // it is a product of a and b
    input  wire [M-1:0]   a,
    input  wire [M-1:0]   b,
    output wire           ready,
    output reg            valid,           // p belongs to the operation that was taken
    output wire [2*M-2:0] p
);

  localparam integer H = (M + 1) / 2;
  localparam integer K = (H < 4) ? 4 : H;  // toy fields: gf2m_kara takes 4 bits at least

  // The four quarters of the product, H bits each; quarters 1 and 2 take several passes
  reg [M-1:0] a_q;
  reg [M-1:0] b_q;
  reg [2:0]   pass_q;       // one hot: pass 1, 2, 3
  reg         empty_q;      // an operation without product
  reg [H-1:0] p0_q;
  reg [H-1:0] p1_q;
  reg [H-1:0] p2_q;
  reg [H-1:0] p3_q;

  wire [H-1:0] half_a;
  wire [H-1:0] half_b;
  wire [2*K-2:0] part;

  gf2m_mid_half #(.M(M)) select_a (.sum(pass_q[1]), .upper(pass_q[2]), .in(a_q), .out(half_a));
  gf2m_mid_half #(.M(M)) select_b (.sum(pass_q[1]), .upper(pass_q[2]), .in(b_q), .out(half_b));

  wire [K-1:0] factor_a;
  wire [K-1:0] factor_b;
  generate
    if (K == H) begin : g_whole
      assign factor_a = half_a;
      assign factor_b = half_b;
    end else begin : g_padded
      assign factor_a = {{(K - H) {1'b0}}, half_a};
      assign factor_b = {{(K - H) {1'b0}}, half_b};
      wire unused = &{1'b0, part[2*K-2:2*H-1]};
    end
  endgenerate

  gf2m_kara #(.W(K), .CUT(-1), .LEAF(LEAF)) mul (
      .clk(clk), .clear(rst), .a(factor_a), .b(factor_b), .p(part)
  );

  // p = lo + x^H (lo + mid + hi) + x^2H hi, with halves 0 and 1 of lo, mid and hi:
  //   quarter 0 lo0;  1 lo0 + lo1, then + mid0, + hi0;  2 lo1, then + mid1, + hi0 + hi1;  3 hi1
  wire [H-1:0] part_0 = part[H-1:0];
  wire [H-1:0] part_1 = {1'b0, part[2*H-2:H]};
  wire [H-1:0] next_1 = part_0 ^ (pass_q[0] ? part_1 : p1_q);
  wire [H-1:0] next_2 = part_1 ^ ({H{~pass_q[0]}} & p2_q) ^ ({H{pass_q[2]}} & part_0);

  wire last = pass_q[2] | empty_q;
  assign ready = ~|pass_q[1:0];

  always @(posedge clk) begin
    if (take & multiply) begin
      a_q <= a;
      b_q <= b;
    end
    pass_q <= {pass_q[1:0], take & multiply};
    empty_q <= take & ~multiply;
    valid <= last;

    if (pass_q[0]) p0_q <= part_0;
    if (|pass_q) begin
      p1_q <= next_1;
      p2_q <= next_2;
    end
    if (pass_q[2]) p3_q <= part_1;

    if (rst | empty_q) begin
      p0_q <= {H{1'b0}};
      p1_q <= {H{1'b0}};
      p2_q <= {H{1'b0}};
      p3_q <= {H{1'b0}};
    end
    if (rst) begin
      a_q <= {M{1'b0}};
      b_q <= {M{1'b0}};
      pass_q <= 3'd0;
      empty_q <= 1'b0;
      valid <= 1'b0;
    end
  end

  // M is odd, so the upper half has a bit less and the product two.
  wire [4*H-1:0] whole = {p3_q, p2_q, p1_q, p0_q};
  assign p = whole[2*M-2:0];
  wire unused = &{1'b0, whole[4*H-1:2*M-1]};

endmodule

`default_nettype wire
