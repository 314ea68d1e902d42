// SPDX-License-Identifier: Apache-2.0
// port_rules: rules of the byte port that need no knowledge of a family, as one bit per rule that
// must never be 1 after a reset, whatever the inputs do (docs/contract.md).
// The reader sets CURVEBENCH_TOP (the module under test) and CURVEBENCH_A (its address bits).
`default_nettype none

module port_rules (
    input  wire       clk,
    input  wire       rst,
    input  wire       ld,
    input  wire       lk,
    input  wire [7:0] din,
    input  wire       start,
    input  wire [`CURVEBENCH_A-1:0] addr,
    input  wire       data,
    output wire [6:0] wrong
);

  reg first = 1'b1;              // a reset comes first
  always @(posedge clk) first <= 1'b0;
  wire reset = rst | first;

  wire [7:0] dout;
  wire       done;

  `CURVEBENCH_TOP dut (
      .clk(clk), .rst(reset), .ld(ld), .lk(lk), .din(din), .start(start), .addr(addr), .data(data),
      .dout(dout), .done(done)
  );

  // What the last edges sampled and what they found
  reg reset_q = 1'b1;            // the last edge was a reset
  reg request_q = 1'b0;          // it had start, ld or lk
  reg started_q = 1'b0;          // a start since the last reset
  reg done_q = 1'b0;             // done before the last edge
  reg done_q2 = 1'b0;            // and before the one before it
  reg asked_q = 1'b0;            // the last edge asked for the status
  reg shown_q = 1'b0;            // dout answers a request for the status
  reg other_q = 1'b0;            // the last edge asked for something else
  reg hidden_q = 1'b0;           // dout answers a request for something else

  always @(posedge clk) begin
    reset_q <= reset;
    request_q <= start | ld | lk;
    started_q <= (started_q | start) & ~reset;
    done_q <= done & ~reset;
    done_q2 <= done_q & ~reset;
    asked_q <= (&addr) & ~reset;
    shown_q <= asked_q & ~reset;
    other_q <= ~(&addr) & ~reset;
    hidden_q <= other_q & ~reset;
  end

  wire never_done = ~done & ~done_q & ~done_q2;
  wire always_done = done & done_q & done_q2;

  assign wrong = first ? 7'd0 : {
      // 6: the status has no bits 6 and 7
      shown_q & (|dout[7:6]),
      // 5: its bit 0 is done, once done has been the same for the lag of a read
      shown_q & ((dout[0] & never_done) | (~dout[0] & always_done)),
      // 4: done and busy exclude each other
      shown_q & dout[0] & dout[1],
      // 3: while nothing is done, nothing can be read but the status
      hidden_q & never_done & (|dout),
      // 2: done does not rise without a start
      done & ~started_q,
      // 1: done does not fall by itself
      done_q & ~done & ~request_q & ~reset_q,
      // 0: after a reset done and dout are 0
      reset_q & (done | (|dout))};

endmodule

`default_nettype wire
