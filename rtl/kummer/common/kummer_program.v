// SPDX-License-Identifier: Apache-2.0
// kummer_program: program memory of 512 words of 36 bits (block RAM), filled from the file that
// 'curvebench explore kummer' wrote for this architecture and width.
// Latency: 1 cycle. The program holds nothing secret.
`default_nettype none

module kummer_program #(
    parameter integer W = 34    // picks the file: program_w34.hex, program_w68.hex, program_w136.hex
) (
    input  wire        clk,     // rising edge
    input  wire        en,      // fetch
    input  wire [8:0]  addr,    // word
    output wire [35:0] out      // held without en
);

  reg [35:0] rom [0:511];
  reg [35:0] word_q;
  assign out = word_q;

  generate
    if (W == 34) begin : g_34
      initial $readmemh("program_w34.hex", rom);
    end else if (W == 68) begin : g_68
      initial $readmemh("program_w68.hex", rom);
    end else begin : g_136
      initial $readmemh("program_w136.hex", rom);
    end
  endgenerate

  always @(posedge clk) if (en) word_q <= rom[addr];

endmodule

`default_nettype wire
