// SPDX-License-Identifier: Apache-2.0
// gf2m_power_or: a field element or a power of it by repeated squaring.
//   y = power ? a^(2^N) : a,  a and y in [0, 2^M - 1]
// The power is linear over GF(2), for small N two to five bits to each bit. Combinational.
`default_nettype none

(* keep_hierarchy *)  // else its inputs are drawn into wider functions
module gf2m_power_or #(
    parameter integer M = 233,       // field, see gf2m_reduce
    parameter integer N = 1          // squarings, 1 or more
) (
    input  wire         power,       // 1: a^(2^N), 0: a
    input  wire [M-1:0] a,
    output wire [M-1:0] y
);

  wire [M*(N+1)-1:0] powers;
  assign powers[M-1:0] = a;

  genvar g;
  generate
    for (g = 0; g < N; g = g + 1) begin : g_square
      gf2m_square #(.M(M)) square (.in(powers[M*g+:M]), .out(powers[M*(g+1)+:M]));
    end
  endgenerate

  assign y = power ? powers[M*N+:M] : a;

endmodule

`default_nettype wire
