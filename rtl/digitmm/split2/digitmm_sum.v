// SPDX-License-Identifier: Apache-2.0
// digitmm_sum: sum of rows mod 2^W: a tree of carry-save adders and one carry chain.
// Written out, since a tool that makes the tree from a row of plus signs may leave a chain beside it.
// Combinational.
`default_nettype none

module digitmm_sum #(
    parameter integer W = 516,   // bits of a row and of the sum
    parameter integer ROWS = 12  // 3 or more
) (
    input  wire [ROWS*W-1:0] rows,
    output wire [W-1:0]      sum
);

  // Rows that are left behind a number of levels: of three two.
  function integer left(input integer levels);
    integer i;
    begin
      left = ROWS;
      for (i = 0; i < levels; i = i + 1) left = 2 * (left / 3) + left % 3;
    end
  endfunction

  function integer depth(input integer dummy);
    begin
      depth = dummy;
      while (left(depth) > 2) depth = depth + 1;
    end
  endfunction

  localparam integer LEVELS = depth(0);

  genvar g, h;
  generate
    for (g = 0; g < LEVELS; g = g + 1) begin : g_level
      localparam integer IN = left(g);
      localparam integer TRIPLES = IN / 3;
      localparam integer OUT = left(g + 1);
      wire [IN*W-1:0] from;
      wire [OUT*W-1:0] to;
      if (g == 0) assign from = rows;
      else assign from = g_level[g-1].to;
      for (h = 0; h < TRIPLES; h = h + 1) begin : g_triple
        wire [W-1:0] a = from[3*h*W+:W];
        wire [W-1:0] b = from[(3*h+1)*W+:W];
        wire [W-1:0] c = from[(3*h+2)*W+:W];
        wire [W-1:0] carry = (a & b) | (c & (a ^ b));
        wire unused_carry = &{1'b0, carry[W-1]};
        assign to[2*h*W+:W] = a ^ b ^ c;
        assign to[(2*h+1)*W+:W] = {carry[W-2:0], 1'b0};
      end
      for (h = 0; h < IN % 3; h = h + 1) begin : g_rest
        assign to[(2*TRIPLES+h)*W+:W] = from[(3*TRIPLES+h)*W+:W];
      end
    end
  endgenerate

  assign sum = g_level[LEVELS-1].to[W-1:0] + g_level[LEVELS-1].to[2*W-1:W];

endmodule

`default_nettype wire
