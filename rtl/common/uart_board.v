// SPDX-License-Identifier: Apache-2.0
// uart_board: top level of an FPGA: any variant's byte port behind uart_shell, four pins.
// Macro CURVEBENCH_TOP names the variant's top; CURVEBENCH_PARAMETERS, if defined, holds its
// parameters, as in .M(233),.D(8). A must be the width of its addr. The first RESET cycles after
// configuration are a reset of all; later ones come over the line.
`default_nettype none

module uart_board #(
    parameter integer A = 4,                 // address width of the top, 1..8
    parameter integer CLOCK_HZ = 12000000,   // frequency of clk, at least 8 * BAUD
    parameter integer BAUD = 57600,          // bits a second
    parameter integer QUIET = 4096           // see uart_shell
) (
    input  wire clk,                         // rising edge
    input  wire rx,                          // from the host
    output wire tx,                          // to the host
    output wire led                          // done
);

`ifndef CURVEBENCH_TOP
  uart_board_needs_the_macro_CURVEBENCH_TOP no_top ();
`define CURVEBENCH_TOP byte_port
`endif

  localparam integer DIVIDER = (CLOCK_HZ + BAUD / 2) / BAUD;
  localparam integer RESET = 15;

  reg [3:0] power_up_q = 4'd0;  // FPGAs load this with their configuration
  wire      rst = power_up_q != RESET[3:0];

  always @(posedge clk) begin
    if (rst) power_up_q <= power_up_q + 1'b1;
  end

  wire         core_rst;
  wire         ld;
  wire         lk;
  wire [7:0]   din;
  wire         start;
  wire [A-1:0] addr;
  wire         data;
  wire [7:0]   dout;
  wire         done;

  uart_shell #(.A(A), .DIVIDER(DIVIDER), .QUIET(QUIET)) shell (
      .clk(clk), .rst(rst), .rx(rx), .tx(tx),
      .core_rst(core_rst), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr), .data(data),
      .dout(dout), .done(done)
  );

`ifdef CURVEBENCH_PARAMETERS
  `CURVEBENCH_TOP #(`CURVEBENCH_PARAMETERS) core (
`else
  `CURVEBENCH_TOP core (
`endif
      .clk(clk), .rst(rst | core_rst), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr),
      .data(data), .dout(dout), .done(done)
  );

  assign led = done;

endmodule

`default_nettype wire
