// SPDX-License-Identifier: Apache-2.0
// gf2m_nano_mult: 8 x 8 bit product of polynomials over GF(2), as partial sums.
//   p = parts[14:0] + parts[29:15] + parts[44:30], a sum of triples of a_i b_j
// Combinational. A triple fills a six-input LUT; kept apart by hierarchy, since a mapper that sees the
// whole sum spends about a third more. What is left over (one or two products a bit) is in the third
// part, in the open, where it shares LUTs with what the user adds.
`default_nettype none

module gf2m_nano_mult (
    input  wire [7:0]  a,
    input  wire [7:0]  b,
    output wire [44:0] parts       // {left over, second triples, first triples}
);

  // Bit n is the sum of a_i b_(n-i), i from FIRST on, COUNT products
  genvar n;
  generate
    for (n = 0; n < 15; n = n + 1) begin : g_bit
      localparam integer FIRST = (n < 8) ? 0 : n - 7;
      localparam integer COUNT = (n < 8) ? n + 1 : 15 - n;
      localparam integer DONE = 3 * (COUNT / 3);
      if (COUNT >= 3)
        gf2m_nano_dot3 first (
            .a(a[FIRST+:3]), .b({b[n-FIRST-2], b[n-FIRST-1], b[n-FIRST]}), .sum(parts[n])
        );
      else assign parts[n] = 1'b0;
      if (COUNT >= 6)
        gf2m_nano_dot3 second (
            .a(a[FIRST+3+:3]), .b({b[n-FIRST-5], b[n-FIRST-4], b[n-FIRST-3]}), .sum(parts[15+n])
        );
      else assign parts[15+n] = 1'b0;
      if (COUNT - DONE == 2)
        assign parts[30+n] = (a[FIRST+DONE] & b[n-FIRST-DONE]) ^ (a[FIRST+DONE+1] & b[n-FIRST-DONE-1]);
      else if (COUNT - DONE == 1) assign parts[30+n] = a[FIRST+DONE] & b[n-FIRST-DONE];
      else assign parts[30+n] = 1'b0;
    end
  endgenerate

endmodule

`default_nettype wire
