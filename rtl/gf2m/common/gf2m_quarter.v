// SPDX-License-Identifier: Apache-2.0
// gf2m_quarter: register that takes b byte by byte and holds its fourth root.
//   c = b^(1/4) = b^(2^(M-2)) in GF(2^M),  b in [0, 2^M - 1], most significant byte first
// Roots are linear over GF(2): from b <- b x^8 + byte follows c <- c x^2 + byte^(1/4), and a byte's
// root is a sum of eight constants, x^(i/4). So c is ready with the last byte: no set-up time, and
// few tables, for the constants have few ones. Each byte takes one edge with en.
`default_nettype none

(* keep_hierarchy *)
module gf2m_quarter #(
    parameter integer M = 233        // field, see gf2m_reduce
) (
    input  wire         clk,
    input  wire         rst,         // synchronous, active high; clears the register
    input  wire         en,          // take a byte
    input  wire         first,       // it is the first one of b
    input  wire [7:0]   in,          // the byte
    output reg  [M-1:0] c            // fourth root of the bytes taken since the first
);

  // x^(1/4), x^(2/4), x^(3/4)
  localparam [570:0] ROOT_1 =
        (M == 5) ? 571'hd
      : (M == 7) ? 571'h16
      : (M == 163) ? 571'h69a69a69a69e79e79e79ebaebaebaeaa28a28a2d2
      : (M == 233) ? 571'h200000000100080000080000000040000000020040000000020010000
      : (M == 283) ? 571'h526d26d26d26d26d26d26d26d26d26d26d26d6ed6ed6ed6ed6ed6ff27f27f27f27f2df9
      : (M == 409) ? 571'h80000000000000000000000000000000000000004000000000000000000000000000000400000
      : (M == 571) ? 571'h1e199ff806078667fe0181e199ff806078667d623ab4191f588ead0647d623ab4191f588e8d2e65fc83a34b997f20e8d2e65fc83a34b8f6cb79a7ce3db2de69f38f6cb79a7ce32c
      : 571'h0;
  localparam [570:0] ROOT_2 =
        (M == 5) ? 571'h1b
      : (M == 7) ? 571'h12
      : (M == 163) ? 571'h492492492492492492492db6db6db6db6db6db6b0
      : (M == 233) ? 571'h1000000000800000000400000000200000000000200000000100000000
      : (M == 283) ? 571'h20820820820820820820820820820820820830c30c30c30c30c30c30c30c30c30c30808
      : (M == 409) ? 571'h2000000000000000000000000000000000000000100000000000
      : (M == 571) ? 571'h784657c232be1195f08caf84657c232be1195f08caf84657c232be1195f08caf84657c2308caf84657c232be1195f08caf84657c232be1195f08caf84657c232be1195f08cafb99
      : 571'h0;
  localparam [570:0] ROOT_3 =
        (M == 5) ? 571'h1e
      : (M == 7) ? 571'h4a
      : (M == 163) ? 571'h34d34d34d34f3cf3cf3cf5d75d75d74514514516a
      : (M == 233) ? 571'h8004000004000000002000000001000000000801000800000800
      : (M == 283) ? 571'h208208208208208208328328328328328328a28a28a28a28a28a2e62e62e62e62e62a5
      : (M == 409) ? 571'h800000000000000000000000000000080000000040000000000000000
      : (M == 571) ? 571'h637ba54c1f18dee95307c637ba54c1f18dee95b0dcebd1256c373af4495b0dcebd1256c367be51c5b4d9ef94716d367be51c5b4d9efbe913578262fa44d5e098be913578262f944
      : 571'h0;

  // Powers of four divide out: bits 4..7 are x times bits 0..3.
  function [M-1:0] root(input [3:0] nibble);
    root = {{(M - 1) {1'b0}}, nibble[0]} ^ (ROOT_1[M-1:0] & {M{nibble[1]}})
         ^ (ROOT_2[M-1:0] & {M{nibble[2]}}) ^ (ROOT_3[M-1:0] & {M{nibble[3]}});
  endfunction

  wire [M-1:0] low = root(in[3:0]);
  wire [M-1:0] high = root(in[7:4]);

  // The first byte replaces what is there, which would fold round and stay. Where it holds padding
  // only it is 0 in every value that is accepted: then the flip-flops' reset does it for nothing.
  localparam integer PADDED = ((32 * ((M + 31) / 32) - M) >= 8) ? 1 : 0;
  wire fresh = en & first;
  wire clear = rst | ((PADDED != 0) & fresh);
  wire [M-1:0] kept = ((PADDED == 0) & fresh) ? {M{1'b0}} : c;
  wire [M-1:0] next;

  gf2m_reduce #(.M(M), .H(2)) reduce (
      .in({kept, 2'b00} ^ {1'b0, high, 1'b0} ^ {2'b00, low}), .out(next)
  );

  always @(posedge clk) begin
    if (clear) c <= {M{1'b0}};
    else if (en) c <= next;
  end

endmodule

`default_nettype wire
