// SPDX-License-Identifier: Apache-2.0
// gf2m_kara_join: puts the three half-size products of a Karatsuba level together.
//   p = lo + x^H (mid + lo + hi) + x^2H hi,  H = ceil(W/2), factors of W bits
// One look-up table per bit of the middle half of p. Combinational.
`default_nettype none

(* keep_hierarchy *)
module gf2m_kara_join #(
    parameter integer W = 60,              // bits of a factor, at least 2
    parameter integer H = (W + 1) / 2,     // derived: bits of a lower half
    parameter integer G = W - H            // derived: bits of an upper half
) (
    input  wire [2*H-2:0] lo,              // product of the lower halves
    input  wire [2*G-2:0] hi,              // product of the upper halves
    input  wire [2*H-2:0] mid,             // product of the sums
    output wire [2*W-2:0] p
);

  wire [2*H-2:0] hi_padded;
  generate
    if (G == H) assign hi_padded = hi;
    else assign hi_padded = {2'b00, hi};
  endgenerate

  // Bit 2H-1 is in neither lo nor hi x^2H.
  wire [2*H-2:0] inner = mid ^ lo ^ hi_padded;
  wire [4*H-2:0] outer = {hi_padded, 1'b0, lo};
  wire [4*H-2:0] sum = outer ^ {{H{1'b0}}, inner, {H{1'b0}}};

  assign p = sum[2*W-2:0];
  generate
    if (G != H) begin : g_short
      wire unused = &{1'b0, sum[4*H-2:2*W-1]};  // 0
    end
  endgenerate

endmodule

`default_nettype wire
