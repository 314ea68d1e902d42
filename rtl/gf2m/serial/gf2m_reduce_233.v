// SPDX-License-Identifier: Apache-2.0
// gf2m_reduce_233: remainder by x^233 + x^74 + 1, word by word as the paper's Algorithm 2 has it.
//   out = in mod f, deg in <= 464, deg out <= 232
// 32-bit words U[0] (lowest) .. U[15]. Bit 32i + j equals bits 32i + j - 233 and 32i + j - 159, that
// is bit j + 23 of word i-8 and bit j + 1 of word i-5, each spilling into the word above.
// Combinational; the loop over words unrolls.
`default_nettype none

module gf2m_reduce_233 (
    input  wire [464:0] in,      // polynomial
    output wire [232:0] out      // its remainder
);

  reg [511:0] u;
  reg [31:0]  v;
  integer     i;

  always @* begin : algorithm_2
    u = {47'd0, in};
    // From the top word down: a word that receives spill is still to come itself.
    for (i = 15; i >= 8; i = i - 1) begin
      v = u[32*i+:32];
      u[32*(i-8)+:32] = u[32*(i-8)+:32] ^ (v << 23);
      u[32*(i-7)+:32] = u[32*(i-7)+:32] ^ (v >> 9);
      u[32*(i-5)+:32] = u[32*(i-5)+:32] ^ (v << 1);
      u[32*(i-4)+:32] = u[32*(i-4)+:32] ^ (v >> 31);
    end
    // The upper 23 bits of word 7
    v = u[32*7+:32] >> 9;
    u[32*0+:32] = u[32*0+:32] ^ v;
    u[32*2+:32] = u[32*2+:32] ^ (v << 10);
    u[32*3+:32] = u[32*3+:32] ^ (v >> 22);
  end

  assign out = u[232:0];  // word 7 and 1ff
  wire unused = &{1'b0, u[511:233]};

endmodule

`default_nettype wire
