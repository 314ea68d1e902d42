// SPDX-License-Identifier: Apache-2.0
// gf2m_dot: one output bit of a polynomial product, as a tree of six-input functions.
//   y = XOR of a[i] b[i], i < N, and of c[j], j < C        N, C >= 0, N + C >= 1
// Every instance below is one look-up table at most, kept by itself: that gives
// ceil((2 N + C - 1) / 5) of them, where free mapping of a wide XOR takes half as many again.
// Terms of c enter at the root, so that they may come late. Combinational.
`default_nettype none

(* keep_hierarchy *)
module gf2m_dot #(
    parameter integer N = 8,                 // products, 0 or more
    parameter integer C = 0,                 // further terms, 0 or more
    parameter integer NW = (N == 0) ? 1 : N, // derived: port width
    parameter integer CW = (C == 0) ? 1 : C  // derived: port width
) (
    input  wire [NW-1:0] a,                  // left factors (unused if N = 0)
    input  wire [NW-1:0] b,                  // right factors
    input  wire [CW-1:0] c,                  // further terms (unused if C = 0)
    output wire          y
);

  // What the next table swallows: three products if there are that many, else products and terms
  // mixed. Its output is a new term; it stands last in c, so that it is the first to be used again.
  localparam integer TAKE_N = (N >= 3) ? 3 : N;
  localparam integer TAKE_C = 6 - 2 * TAKE_N;
  localparam integer REST_N = N - TAKE_N;
  localparam integer REST_C = C - TAKE_C + 1;

  generate
    if (2 * N + C <= 6) begin : g_one
      if (C == 0) begin : g_products
        assign y = ^(a & b);
        wire unused = &{1'b0, c};
      end else if (N == 0) begin : g_terms
        assign y = ^c;
        wire unused = &{1'b0, a, b};
      end else begin : g_mixed
        assign y = ^(a & b) ^ (^c);
      end
    end else begin : g_split
      wire part;
      if (TAKE_C == 0) begin : g_leaf
        gf2m_dot #(.N(3), .C(0)) leaf (.a(a[N-1-:3]), .b(b[N-1-:3]), .c(1'b0), .y(part));
        if (REST_N == 0) begin : g_terms
          gf2m_dot #(.N(0), .C(C + 1)) rest (.a(1'b0), .b(1'b0), .c({part, c[CW-1:CW-C]}), .y(y));
        end else if (C == 0) begin : g_first
          gf2m_dot #(.N(REST_N), .C(1)) rest (.a(a[NW-4:0]), .b(b[NW-4:0]), .c(part), .y(y));
          wire unused = &{1'b0, c};
        end else begin : g_more
          gf2m_dot #(.N(REST_N), .C(C + 1)) rest (.a(a[NW-4:0]), .b(b[NW-4:0]), .c({part, c}), .y(y));
        end
      end else begin : g_mixed
        gf2m_dot #(.N(TAKE_N), .C(TAKE_C)) leaf (.a(a), .b(b), .c(c[C-1-:TAKE_C]), .y(part));
        if (C == TAKE_C) begin : g_last
          assign y = part;
        end else begin : g_more
          gf2m_dot #(.N(0), .C(REST_C)) rest (.a(1'b0), .b(1'b0), .c({part, c[C-TAKE_C-1:0]}), .y(y));
        end
      end
    end
  endgenerate

endmodule

`default_nettype wire
