// SPDX-License-Identifier: Apache-2.0
// kummer_mem: dual-port memory of 128 elements of 136 bits, in words of W bits (block RAM).
// A port writes or reads: what it shows after a write is not used. Two ports never write to one
// address, nor read what the other writes, in one cycle.
// Latency: 1 cycle. Constant time. A memory: reset does not clear it.
`default_nettype none

module kummer_mem #(
    parameter integer W = 34,                // 34, 68 or 136
    parameter integer AW = 7 + ((W == 34) ? 2 : (W == 68) ? 1 : 0)  // derived: address width
) (
    input  wire          clk,                // rising edge
    input  wire          we_a,               // port A writes
    input  wire [AW-1:0] addr_a,             // {element, beat}
    input  wire [W-1:0]  in_a,
    output reg  [W-1:0]  out_a,              // one edge later, if it reads
    input  wire          we_b,               // the same for port B
    input  wire [AW-1:0] addr_b,
    input  wire [W-1:0]  in_b,
    output reg  [W-1:0]  out_b
);

  reg [W-1:0] ram [0:(1<<AW)-1];

  always @(posedge clk) begin
    if (we_a) ram[addr_a] <= in_a;
    else out_a <= ram[addr_a];
  end

  always @(posedge clk) begin
    if (we_b) ram[addr_b] <= in_b;
    else out_b <= ram[addr_b];
  end

endmodule

`default_nettype wire
