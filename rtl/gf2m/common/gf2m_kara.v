// SPDX-License-Identifier: Apache-2.0
// gf2m_kara: product of two polynomials over GF(2) by Karatsuba's method, level by level.
//   p = a b, W bits each, W >= 4 (2 W - 1 bits out, not reduced)
// Halves down to LEAF bits or less, where gf2m_kara_pair does the last level and the schoolbook.
// CUT >= 0 puts one row of registers behind the products CUT levels down (0: behind this one);
// then p follows a and b by one cycle. CUT = -1: combinational.
`default_nettype none

(* keep_hierarchy *)  // each level is mapped by itself: mixed, they need nearly three times the area
module gf2m_kara #(
    parameter integer W = 233,          // bits of a factor, at least 4
    parameter integer CUT = -1,         // where the registers are
    parameter integer LEAF = 32         // bits that gf2m_kara_pair takes, at least 8
) (
    input  wire           clk,
    input  wire           clear,        // synchronous: the registers become 0 (unused if CUT = -1)
    input  wire [W-1:0]   a,
    input  wire [W-1:0]   b,
    output wire [2*W-2:0] p
);

  localparam integer H = (W + 1) / 2;
  localparam integer G = W - H;
  localparam integer NEXT = (CUT > 0) ? CUT - 1 : -1;

  generate
    if (W <= LEAF && CUT > 0) gf2m_kara_CUT_is_below_the_leaf bad_cut ();
  endgenerate

  wire [2*W-2:0] product;

  generate
    if (W <= LEAF) begin : g_leaf
      gf2m_kara_pair #(.W(W)) pair (.a(a), .b(b), .p(product));
    end else begin : g_level
      wire [H-1:0] sa;
      wire [H-1:0] sb;
      wire [2*H-2:0] lo;
      wire [2*G-2:0] hi;
      wire [2*H-2:0] mid;

      gf2m_half_sum #(.W(W)) sum_a (.a(a), .s(sa));
      gf2m_half_sum #(.W(W)) sum_b (.a(b), .s(sb));

      gf2m_kara #(.W(H), .CUT(NEXT), .LEAF(LEAF)) mul_lo (
          .clk(clk), .clear(clear), .a(a[H-1:0]), .b(b[H-1:0]), .p(lo)
      );
      gf2m_kara #(.W(G), .CUT(NEXT), .LEAF(LEAF)) mul_hi (
          .clk(clk), .clear(clear), .a(a[W-1:H]), .b(b[W-1:H]), .p(hi)
      );
      gf2m_kara #(.W(H), .CUT(NEXT), .LEAF(LEAF)) mul_mid (
          .clk(clk), .clear(clear), .a(sa), .b(sb), .p(mid)
      );

      gf2m_kara_join #(.W(W)) join_products (.lo(lo), .hi(hi), .mid(mid), .p(product));
    end

    if (CUT == 0) begin : g_registers
      reg [2*W-2:0] p_q;
      always @(posedge clk) p_q <= clear ? {(2 * W - 1) {1'b0}} : product;
      assign p = p_q;
    end else begin : g_through
      assign p = product;
    end

    if (CUT != 0 && (W <= LEAF || CUT < 0)) begin : g_no_clock
      wire unused = &{1'b0, clk, clear};
    end
  endgenerate

endmodule

`default_nettype wire
