// SPDX-License-Identifier: Apache-2.0
// gf2m_half_sum: sum of the lower and the upper half of a polynomial over GF(2).
//   s = a[H-1:0] + a[W-1:H],  H = ceil(W/2)
// A module of its own so that the sum is made once and not again in each of its uses. Combinational.
`default_nettype none

(* keep_hierarchy *)
module gf2m_half_sum #(
    parameter integer W = 30,              // bits of a, at least 2
    parameter integer H = (W + 1) / 2      // derived
) (
    input  wire [W-1:0] a,
    output wire [H-1:0] s
);

  // An odd W leaves the upper half one bit short.
  generate
    if (W % 2 == 0) assign s = a[H-1:0] ^ a[W-1:H];
    else assign s = a[H-1:0] ^ {1'b0, a[W-1:H]};
  endgenerate

endmodule

`default_nettype wire
