// SPDX-License-Identifier: Apache-2.0
// gf2m_kara_pair: product of two polynomials over GF(2), one Karatsuba level over schoolbook halves.
//   p = a b, W bits each, W >= 4 (2 W - 1 bits out, not reduced)
// a = a0 + a1 x^H, H = ceil(W/2):  lo = a0 b0, hi = a1 b1, mid = (a0 + a1)(b0 + b1);
//   p = lo + x^H (mid + lo + hi) + x^2H hi
// The upper half of lo and the lower half of hi occur as their sum w only, so that w is made
// as one tree, of H products in every bit; lo and hi enter the trees of mid as late terms.
// Combinational.
`default_nettype none

(* keep_hierarchy *)
module gf2m_kara_pair #(
    parameter integer W = 30        // bits of a factor, at least 4
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

  // Sums of halves, kept apart: otherwise each is made again in every table that needs it
  wire [H-1:0] sa;
  wire [H-1:0] sb;
  gf2m_half_sum #(.W(W)) sum_a (.a(a), .s(sa));
  gf2m_half_sum #(.W(W)) sum_b (.a(b), .s(sb));

  // Bit k of a product is a[i:j] against b[k-j:k-i] read backwards; hence backward copies of b.
  wire [H-1:0] lo_b;
  wire [G-1:0] hi_b;
  wire [H-1:0] mid_b;
  wire [H-1:0] low;    // lo, bits 0..H-1
  wire [H-1:0] w;      // lo, bits H.. plus hi, bits 0..
  wire [H-1:0] high;   // hi, bits H.., padded with 0

  genvar g;
  generate
    for (g = 0; g < H; g = g + 1) begin : g_backward
      assign lo_b[g] = b[H-1-g];
      assign mid_b[g] = sb[H-1-g];
      if (g < G) assign hi_b[g] = b[W-1-g];
    end

    for (g = 0; g < H; g = g + 1) begin : g_bit
      // The two parts of w: H-1-g products of lo, and those of hi
      localparam integer FROM = (g < G) ? 0 : g - G + 1;    // first index of the a1 factor
      localparam integer HI = (g < G) ? g + 1 : 2 * G - 1 - g;
      gf2m_dot #(.N(g + 1)) dot_low (.a(a[g:0]), .b(lo_b[H-1-:g+1]), .c(1'b0), .y(low[g]));

      if (g < H - 1) begin : g_w
        gf2m_dot #(.N(H - 1 - g + HI)) dot (
            .a({a[H-1:g+1], a[H+FROM+:HI]}), .b({lo_b[H-2-g:0], hi_b[FROM+G-1-g+:HI]}), .c(1'b0), .y(w[g])
        );
      end else begin : g_w_top
        gf2m_dot #(.N(HI)) dot (.a(a[H+FROM+:HI]), .b(hi_b[FROM+G-1-g+:HI]), .c(1'b0), .y(w[g]));
      end

      if (H + g <= 2 * G - 2) begin : g_high
        localparam integer TERMS = 2 * G - 1 - H - g;
        gf2m_dot #(.N(TERMS)) dot (.a(a[W-1-:TERMS]), .b(hi_b[TERMS-1:0]), .c(1'b0), .y(high[g]));
      end else begin : g_no_high
        assign high[g] = 1'b0;
        wire unused = &{1'b0, high[g]};
      end

      // Second and third quarter of the product
      assign p[g] = low[g];
      gf2m_dot #(.N(g + 1), .C(2)) dot_1 (
          .a(sa[g:0]), .b(mid_b[H-1-:g+1]), .c({low[g], w[g]}), .y(p[H+g])
      );
      if (g == H - 1) begin : g_3_top
        if (3 * H - 1 <= 2 * W - 2) assign p[2*H+g] = w[g];
      end else if (H + g <= 2 * G - 2) begin : g_3
        gf2m_dot #(.N(H - 1 - g), .C(2)) dot_2 (
            .a(sa[H-1:g+1]), .b(mid_b[H-2-g:0]), .c({high[g], w[g]}), .y(p[2*H+g])
        );
        assign p[3*H+g] = high[g];
      end else if (2 * H + g <= 2 * W - 2) begin : g_3_short
        gf2m_dot #(.N(H - 1 - g), .C(1)) dot_2 (
            .a(sa[H-1:g+1]), .b(mid_b[H-2-g:0]), .c(w[g]), .y(p[2*H+g])
        );
      end
    end
  endgenerate

endmodule

`default_nettype wire
