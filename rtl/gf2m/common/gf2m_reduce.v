// SPDX-License-Identifier: Apache-2.0
// gf2m_reduce: remainder of a polynomial over GF(2) by the field polynomial.
//   out = in mod f,  deg in < M + H,  canonical result (deg out < M)
// f = x^M + x^K + x^K1 + x^K2 + 1 (K1, K2 only where f is a pentanomial); this file is the one
// place that knows the polynomials. Combinational.
// One fold replaces the bits at and above x^M by their multiple of f - x^M, which lowers the excess
// H by M - K; it is repeated until nothing is left (once for H <= M - K, twice for a full product).
`default_nettype none

module gf2m_reduce #(
    parameter integer M = 233,      // 5, 7, 163, 233, 283, 409 or 571
    parameter integer H = 8         // excess bits, 1..M-1, or a digit up to 64
) (
    input  wire [M+H-1:0] in,       // polynomial, bit i = coefficient of x^i
    output wire [M-1:0]   out       // its remainder
);

  // Inner exponents of f; 0 for K1 and K2 means a trinomial.
  localparam integer K = (M == 5) ? 2 : (M == 7) ? 1 : (M == 163) ? 7 : (M == 233) ? 74
                       : (M == 283) ? 12 : (M == 409) ? 87 : (M == 571) ? 10 : 0;
  localparam integer K1 = (M == 163) ? 6 : (M == 283) ? 7 : (M == 571) ? 5 : 0;
  localparam integer K2 = (M == 163) ? 3 : (M == 283) ? 5 : (M == 571) ? 2 : 0;
  localparam integer W = M + H;
  localparam integer FOLDS = (H + M - K - 1) / (M - K);

  generate
    if (K == 0) gf2m_M_must_be_5_7_163_233_283_409_or_571 bad_field ();
    if (H < 1) gf2m_reduce_needs_H_at_least_1 bad_excess ();
  endgenerate

  // Whole-vector shifts, written as concatenations (they simulate faster than shift operators).
  // No term is lost: an excess of h bits reaches bit h + K < M + h only.
  genvar g;
  generate
    for (g = 0; g < FOLDS; g = g + 1) begin : g_fold
      wire [W-1:0] from;
      wire [W-1:0] to;
      if (g == 0) assign from = in;
      else assign from = g_fold[g-1].to;

      wire [W-1:0] low = {{H{1'b0}}, from[M-1:0]};
      wire [W-1:0] high = {{M{1'b0}}, from[W-1:M]};
      if (K1 == 0)
        assign to = low ^ high ^ {high[W-K-1:0], {K{1'b0}}};
      else
        assign to = low ^ high ^ {high[W-K-1:0], {K{1'b0}}} ^ {high[W-K1-1:0], {K1{1'b0}}}
                  ^ {high[W-K2-1:0], {K2{1'b0}}};
    end
  endgenerate

  assign out = g_fold[FOLDS-1].to[M-1:0];
  wire unused = &{1'b0, g_fold[FOLDS-1].to[W-1:M]};  // 0 after the last fold

endmodule

`default_nettype wire
