// SPDX-License-Identifier: Apache-2.0
// foreign_adapter: foreign_pmul behind the byte port. lk k; results 8 x_Q, 9 y_Q.
`default_nettype none

module foreign_adapter (
    input wire clk, input wire rst, input wire ld, input wire lk, input wire [7:0] din,
    input wire start, input wire [3:0] addr, input wire data,
    output wire [7:0] dout, output wire done
);

  wire [232:0] key;
  wire [465:0] results;  // result 8 in the low half
  wire go, ready;

  // What this core has no use for
  wire operands, loaded, load_target, load_last;
  wire [7:0] load_byte;
  wire unused = &{1'b0, operands, loaded, load_target, load_last, load_byte};

  byte_shell #(
      .SLOTS(0), .KEY_BITS(233), .RESULT_BASE(8), .RESULTS(2), .RESULT_BITS(233)
  ) shell (
      .clk(clk), .rst(rst), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr), .data(data),
      .dout(dout), .done(done), .operands(operands), .key(key), .loaded(loaded),
      .load_target(load_target), .load_last(load_last), .load_byte(load_byte), .load_forbid(1'b0),
      .core_start(go), .core_busy(1'b0), .core_done(ready), .core_identity(1'b0),
      .core_error(1'b0), .core_fault(1'b0), .results(results)
  );

  foreign_pmul core (
      .clk(clk), .rst_n(~rst), .start(go), .k(key),
      .qx(results[232:0]), .qy(results[465:233]), .done(ready)
  );

endmodule

`default_nettype wire
