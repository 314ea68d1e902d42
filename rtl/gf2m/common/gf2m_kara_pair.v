// SPDX-License-Identifier: Apache-2.0
// gf2m_kara_pair: product of two polynomials over GF(2), one Karatsuba level over schoolbook halves.
//   p = a b, W bits each, W >= 4 (2 W - 1 bits out, not reduced)
// a = a0 + a1 x^H, H = ceil(W/2):  lo = a0 b0, hi = a1 b1, mid = (a0 + a1)(b0 + b1);
//   p = lo + x^H (mid + lo + hi) + x^2H hi
// The upper half of lo and the lower half of hi occur as their sum w only, which is made at once;
// lo's lower half, w and hi's upper half are late terms of the halves of mid. Combinational.
`default_nettype none

(* keep_hierarchy *)
module gf2m_kara_pair #(
    parameter integer W = 30        // bits of a factor, 4..144
) (
    input  wire [W-1:0]   a,
    input  wire [W-1:0]   b,
    output wire [2*W-2:0] p
);

  localparam integer H = (W + 1) / 2;
  localparam integer G = W - H;       // bits of the upper halves, H or H - 1

  generate
    if (W < 4) gf2m_kara_pair_needs_W_at_least_4 bad_width ();
  endgenerate

  // Sums of halves, kept apart: otherwise each is made again in each table that needs it
  wire [H-1:0] sa;
  wire [H-1:0] sb;
  gf2m_half_sum #(.W(W)) sum_a (.a(a), .s(sa));
  gf2m_half_sum #(.W(W)) sum_b (.a(b), .s(sb));

  wire [H-1:0] low;      // lo, bits 0..H-1
  wire [G-1:0] inner;    // lo, bits H.. plus hi, bits 0..
  wire [G-2:0] top;      // hi, bits G..
  gf2m_half_product #(.N(H)) lo (
      .a(a[H-1:0]), .b(b[H-1:0]), .c0({H{1'b0}}), .c1({H{1'b0}}), .y(low)
  );
  gf2m_kara_cross #(.W(W)) quarters (.a(a), .b(b), .y(inner));
  gf2m_half_product #(.N(G), .HIGH(1)) hi (
      .a(a[W-1:H]), .b(b[W-1:H]), .c0({(G - 1) {1'b0}}), .c1({(G - 1) {1'b0}}), .y(top)
  );

  // If W is odd, bit G of hi is still w's.
  wire [H-1:0] w;
  wire [H-2:0] high;     // hi, bits H.., padded with 0
  generate
    if (G == H) begin : g_even
      assign w = inner;
      assign high = top;
    end else begin : g_odd
      assign w = {top[0], inner};
      wire [H-2:0] padded = {1'b0, top};
      assign high = padded >> 1;
    end
  endgenerate

  wire [H-1:0] second;
  wire [H-2:0] third;
  gf2m_half_product #(.N(H), .LATE(1)) mid_low (.a(sa), .b(sb), .c0(low), .c1(w), .y(second));
  gf2m_half_product #(.N(H), .HIGH(1), .LATE(1)) mid_high (
      .a(sa), .b(sb), .c0(w[H-2:0]), .c1(high), .y(third)
  );

  wire [4*H-2:0] whole = {high, w[H-1], third, second, low};
  assign p = whole[2*W-2:0];
  generate
    if (G != H) begin : g_short
      wire unused = &{1'b0, whole[4*H-2:2*W-1]};  // 0
    end
  endgenerate

endmodule

`default_nettype wire
