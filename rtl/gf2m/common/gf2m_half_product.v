// SPDX-License-Identifier: Apache-2.0
// gf2m_half_product: lower or upper half of a polynomial product over GF(2), and two late terms.
//   HIGH = 0: y = a b mod x^N + c0 + c1 (N bits)      HIGH = 1: y = a b / x^N + c0 + c1 (N - 1 bits)
// Bit g sums g + 1 products of bits (HIGH = 1: N - 1 - g). Three at a time make one table, as rows
// over all bits that have three; the staircase left over, the late terms and those tables' sums
// make the second level: 2 n + 2 inputs in ceil((2 n + 1) / 5) tables. Combinational.
`default_nettype none

(* keep_hierarchy *)
module gf2m_half_product #(
    parameter integer N = 15,         // bits of a factor, 2..72
    parameter integer HIGH = 0,       // 1: the upper half
    parameter integer LATE = 0,       // 1: c0 and c1 count
    parameter integer Y = N - HIGH    // derived: bits of y
) (
    input  wire [N-1:0] a,
    input  wire [N-1:0] b,
    input  wire [Y-1:0] c0,           // late terms (unused if LATE = 0)
    input  wire [Y-1:0] c1,
    output wire [Y-1:0] y
);

  localparam integer ROWS = Y / 3;    // triples of the bit that has the most products

  // Bits with one or two products more than a multiple of three, and those with two more
  localparam [2:0] MORE = (HIGH == 0) ? 3'b011 : (Y % 3 == 1) ? 3'b101 : (Y % 3 == 2) ? 3'b011 : 3'b110;
  localparam [2:0] TWO = (HIGH == 0) ? 3'b010 : (Y % 3 == 1) ? 3'b100 : (Y % 3 == 2) ? 3'b001 : 3'b010;
  localparam [71:0] MORE_BITS = {24{MORE}};
  localparam [71:0] TWO_BITS = {24{TWO}};

  wire [Y-1:0] stairs;
  generate
    if (N < 2 || N > 72) gf2m_half_product_needs_N_in_2_to_72 bad_width ();

    if (HIGH == 0) begin : g_low_stairs
      wire [N-1:0] up = a << 1;
      assign stairs = (a & MORE_BITS[Y-1:0] & {Y{b[0]}}) ^ (up & TWO_BITS[Y-1:0] & {Y{b[1]}});
    end else begin : g_high_stairs
      wire [N-1:0] down = a >> 1;
      wire [N-1:0] further = a >> 2;
      assign stairs = (down[Y-1:0] & MORE_BITS[Y-1:0] & {Y{b[N-1]}})
                    ^ (further[Y-1:0] & TWO_BITS[Y-1:0] & {Y{b[N-2]}});
      wire unused = &{1'b0, a[0], b[0], down[N-1], further[N-1]};
    end
  endgenerate

  wire [Y-1:0] base = (LATE != 0) ? stairs ^ c0 ^ c1 : stairs;

  genvar g;
  generate
    if (LATE == 0) begin : g_not_late
      wire unused = &{1'b0, c0, c1};
    end

    for (g = 0; g < ROWS; g = g + 1) begin : g_row
      localparam integer B = Y - 2 - 3 * g;   // bits that have these three products
      wire [B-1:0] three;
      wire [Y-1:0] partial;
      wire [Y-1:0] sum;
      if (g == 0) assign partial = base;
      else assign partial = g_row[g-1].sum;

      if (HIGH == 0) begin : g_low
        gf2m_three_products #(.W(B)) products (
            .u0({B{a[3*g]}}), .u1({B{a[3*g+1]}}), .u2({B{a[3*g+2]}}),
            .v0(b[N-1-3*g:2]), .v1(b[N-2-3*g:1]), .v2(b[N-3-3*g:0]), .y(three)
        );
        assign sum = partial ^ {three, {(3 * g + 2) {1'b0}}};
      end else begin : g_high
        gf2m_three_products #(.W(B)) products (
            .u0({B{a[N-1-3*g]}}), .u1({B{a[N-2-3*g]}}), .u2({B{a[N-3-3*g]}}),
            .v0(b[N-3:3*g+1]), .v1(b[N-2:3*g+2]), .v2(b[N-1:3*g+3]), .y(three)
        );
        assign sum = partial ^ {{(3 * g + 2) {1'b0}}, three};
      end
    end

    if (ROWS == 0) assign y = base;
    else assign y = g_row[ROWS-1].sum;
  endgenerate

endmodule

`default_nettype wire
