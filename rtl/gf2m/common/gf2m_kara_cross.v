// SPDX-License-Identifier: Apache-2.0
// gf2m_kara_cross: the two inner quarters of a Karatsuba level, which occur as their sum only.
//   y = a0 b0 / x^H + a1 b1 mod x^H,  a = a0 + a1 x^H, b likewise, H = ceil(W/2)
// H products of bits in every bit of y: row r takes bit r of a1 above the diagonal and of a0 below
// it. Three rows make one table a bit (gf2m_three_products). Combinational.
// Y = H bits if W is even; H - 1 if it is odd, where the top bit is a1 b1's alone.
`default_nettype none

(* keep_hierarchy *)
module gf2m_kara_cross #(
    parameter integer W = 30,              // bits of a factor, at least 4
    parameter integer H = (W + 1) / 2,     // derived
    parameter integer Y = W - H            // derived: bits of y
) (
    input  wire [W-1:0] a,
    input  wire [W-1:0] b,
    output wire [Y-1:0] y
);

  localparam integer ROWS = H / 3;

  genvar g;
  generate
    for (g = 0; g < H; g = g + 1) begin : g_factor
      wire [Y-1:0] u;
      wire [Y-1:0] v;
      if (g == 0) begin : g_first
        assign u = {Y{a[H]}};
        assign v = b[H+:Y];
      end else if (g < Y) begin : g_inner
        assign u = {{(Y - g) {a[H+g]}}, {g{a[g]}}};
        assign v = {b[H+:Y-g], b[H-1-:g]};
      end else begin : g_last
        assign u = {Y{a[g]}};
        assign v = b[H-1-:Y];
      end
    end

    for (g = 0; g < ROWS; g = g + 1) begin : g_row
      wire [Y-1:0] three;
      wire [Y-1:0] sum;
      gf2m_three_products #(.W(Y)) products (
          .u0(g_factor[3*g].u), .u1(g_factor[3*g+1].u), .u2(g_factor[3*g+2].u),
          .v0(g_factor[3*g].v), .v1(g_factor[3*g+1].v), .v2(g_factor[3*g+2].v), .y(three)
      );
      if (g == 0) assign sum = three;
      else assign sum = g_row[g-1].sum ^ three;
    end

    // One or two rows may be left.
    for (g = 3 * ROWS; g < H; g = g + 1) begin : g_alone
      wire [Y-1:0] sum;
      if (g > 3 * ROWS) assign sum = g_alone[g-1].sum ^ (g_factor[g].u & g_factor[g].v);
      else if (ROWS > 0) assign sum = g_row[ROWS-1].sum ^ (g_factor[g].u & g_factor[g].v);
      else assign sum = g_factor[g].u & g_factor[g].v;
    end

    if (H > 3 * ROWS) assign y = g_alone[H-1].sum;
    else assign y = g_row[ROWS-1].sum;
  endgenerate

  wire unused = &{1'b0, b[0]};  // of the lower half's lower half only

endmodule

`default_nettype wire
