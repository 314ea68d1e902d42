// SPDX-License-Identifier: Apache-2.0
// uart_shell: a serial line (8N1) as master of a byte port. Protocol: docs/uart.md.
//   I | R | S | L addr n bytes | K n bytes | G addr nh nl | E pins addr din   -> answer [bytes]
// Answer: {2'b01, done, 1'b0, overrun, unknown command, broken off, framing error}. After an error
// everything is dropped until the line was quiet for QUIET bits, then one answer tells what it was.
// Each L and K byte, R, S and E are one clock edge of the port; between them the strobes are low.
// G asks anew for each byte (i edges for byte i), since the port's reads know no pause.
`default_nettype none

module uart_shell #(
    parameter integer A = 4,          // address width of the port, 1..8
    parameter integer DIVIDER = 208,  // clock cycles a bit, 8..1048575
    parameter integer QUIET = 4096    // bits of silence that break a frame off, 16..65535
) (
    input  wire         clk,          // rising edge
    input  wire         rst,          // synchronous, active high: of the shell; does not reset the core
    input  wire         rx,           // line from the host, asynchronous, idle high
    output wire         tx,           // line to the host
    output reg          core_rst,     // byte port, see byte_port
    output reg          ld,
    output reg          lk,
    output reg  [7:0]   din,
    output reg          start,
    output reg  [A-1:0] addr,
    output reg          data,
    input  wire [7:0]   dout,
    input  wire         done
);

  generate
    if (A < 1 || A > 8) uart_shell_needs_A_from_1_to_8 bad_address ();
    if (QUIET < 16 || QUIET > 65535) uart_shell_needs_QUIET_from_16_to_65535 bad_quiet ();
  endgenerate

  localparam [7:0] VERSION = 8'd1;

  localparam [3:0] IDLE = 4'd0;     // waits for a command
  localparam [3:0] HEAD = 4'd1;     // takes its fixed bytes
  localparam [3:0] BODY = 4'd2;     // takes bytes of a load
  localparam [3:0] ACT = 4'd3;      // one edge of R, S or E
  localparam [3:0] SETTLE = 4'd4;   // that edge shows on done
  localparam [3:0] ANSWER = 4'd5;   // sends the answer byte
  localparam [3:0] TELL = 4'd6;     // I: sends version and address width
  localparam [3:0] SEEK = 4'd7;     // G: i edges with data high
  localparam [3:0] FETCH = 4'd8;    // G: the two edges that a read lags
  localparam [3:0] SEND = 4'd9;     // G: sends the byte
  localparam [3:0] DROP = 4'd10;    // after an error: waits for silence

  reg [3:0]  state_q;
  reg [7:0]  command_q;
  reg [2:0]  pins_q;     // E: start, lk, ld
  reg        pin_rst_q;  // E: reset
  reg        pin_data_q; // E: read strobe
  reg [1:0]  head_q;     // fixed bytes to come
  reg [15:0] left_q;     // bytes of the load or the read to come
  reg [15:0] index_q;    // G: number of the byte
  reg [15:0] seek_q;     // G: edges with data high to come
  reg [1:0]  lag_q;      // FETCH, TELL: steps done
  reg [7:0]  byte_q;     // G: the byte
  reg [3:0]  error_q;    // overrun, unknown command, broken off, framing error

  // ---- Lines
  wire       line;
  wire [7:0] value;
  wire       valid;
  wire       frame_error;
  wire       ready;
  wire       send;
  wire [7:0] out;

  uart_rx #(.DIVIDER(DIVIDER)) receiver (
      .clk(clk), .rst(rst), .rx(rx), .line(line), .value(value), .valid(valid), .error(frame_error)
  );
  uart_tx #(.DIVIDER(DIVIDER)) sender (
      .clk(clk), .rst(rst), .send(send), .value(out), .ready(ready), .tx(tx)
  );

  // ---- Silence: bits since the line was last low
  localparam integer CW = $clog2(DIVIDER);
  localparam integer LAST = DIVIDER - 1;
  reg [CW-1:0] tick_q;
  reg [15:0]   bits_q;
  wire silent = bits_q == QUIET[15:0];

  always @(posedge clk) begin
    if (rst | ~line) begin
      tick_q <= {CW{1'b0}};
      bits_q <= 16'd0;
    end else if (tick_q == LAST[CW-1:0]) begin
      tick_q <= {CW{1'b0}};
      if (~silent) bits_q <= bits_q + 1'b1;
    end else begin
      tick_q <= tick_q + 1'b1;
    end
  end

  // ---- Commands
  wire is_load = command_q == "L";
  wire is_key = command_q == "K";
  wire is_get = command_q == "G";
  wire is_edge = command_q == "E";
  wire is_info = command_q == "I";

  wire listening = (state_q == IDLE) | (state_q == HEAD) | (state_q == BODY);
  wire heard = valid | frame_error;

  // ---- Answers
  wire [7:0] answer = {2'b01, done, 1'b0, error_q};
  wire [7:0] info = lag_q[0] ? A[7:0] : VERSION;
  wire late = (error_q != 4'd0) & ~silent;
  assign send = ready & (((state_q == ANSWER) & ~late) | (state_q == TELL) | (state_q == SEND));
  assign out = (state_q == ANSWER) ? answer : (state_q == TELL) ? info : byte_q;

  always @(posedge clk) begin
    // Strobes last one cycle.
    core_rst <= 1'b0;
    ld <= 1'b0;
    lk <= 1'b0;
    start <= 1'b0;
    data <= 1'b0;

    case (state_q)
      IDLE: begin
        if (valid) begin
          command_q <= value;
          left_q <= 16'd0;
          state_q <= HEAD;
          case (value)
            "L": head_q <= 2'd2;
            "K": head_q <= 2'd1;
            "G", "E": head_q <= 2'd3;
            "R", "S": state_q <= ACT;
            "I": state_q <= ANSWER;
            default: begin
              error_q[2] <= 1'b1;
              state_q <= DROP;
            end
          endcase
        end
      end

      HEAD: begin
        if (valid) begin
          head_q <= head_q - 1'b1;
          // The order is: pins | addr | counts or din.
          if (is_edge & (head_q == 2'd3)) begin
            {pin_data_q, pins_q, pin_rst_q} <= value[4:0];
          end else if ((is_edge & (head_q == 2'd2)) | (is_load & (head_q == 2'd2)) |
                       (is_get & (head_q == 2'd3))) begin
            addr <= value[A-1:0];
          end else begin
            left_q <= {left_q[7:0], value};
          end
          if (head_q == 2'd1) begin
            // One count byte of 0 stands for 256.
            if ((is_load | is_key) & (value == 8'd0)) left_q <= 16'd256;
            if (is_edge) din <= value;
            state_q <= is_get ? ANSWER : is_edge ? ACT : BODY;
          end
        end
      end

      BODY: begin
        if (valid) begin
          ld <= is_load;
          lk <= is_key;
          din <= value;
          left_q <= left_q - 1'b1;
          if (left_q == 16'd1) state_q <= SETTLE;
        end
      end

      ACT: begin
        core_rst <= is_edge ? pin_rst_q : (command_q == "R");
        start <= is_edge ? pins_q[2] : (command_q == "S");
        ld <= is_edge & pins_q[0];
        lk <= is_edge & pins_q[1];
        data <= is_edge & pin_data_q;
        state_q <= SETTLE;
      end

      SETTLE: state_q <= ANSWER;

      ANSWER: begin
        index_q <= 16'd0;
        seek_q <= 16'd0;
        lag_q <= 2'd0;
        // An error that came meanwhile: not before the host is silent, and then alone.
        if (late) begin
          state_q <= DROP;
        end else if (ready) begin
          error_q <= 4'd0;
          state_q <= (error_q != 4'd0) ? IDLE : is_info ? TELL :
                     (is_get & (left_q != 16'd0)) ? SEEK : IDLE;
        end
      end

      TELL: begin
        if (ready) begin
          lag_q <= lag_q + 1'b1;
          if (lag_q[0]) state_q <= IDLE;
        end
      end

      SEEK: begin
        lag_q <= 2'd0;
        seek_q <= seek_q - 1'b1;
        if (seek_q == 16'd0) state_q <= FETCH;
        else data <= 1'b1;
      end

      // The last edge that asks was the one into this state; dout answers at the second edge on.
      FETCH: begin
        lag_q <= lag_q + 1'b1;
        byte_q <= dout;
        if (lag_q == 2'd1) state_q <= SEND;
      end

      SEND: begin
        seek_q <= index_q + 1'b1;
        if (ready) begin
          index_q <= index_q + 1'b1;
          left_q <= left_q - 1'b1;
          state_q <= (left_q == 16'd1) ? IDLE : SEEK;
        end
      end

      DROP: if (silent) state_q <= ANSWER;

      default: state_q <= DROP;
    endcase

    // What stands above may be overruled: a bad byte or silence inside a frame ends it.
    if (frame_error) error_q[0] <= 1'b1;
    if (listening & frame_error) state_q <= DROP;
    if (((state_q == HEAD) | (state_q == BODY)) & silent & ~heard) begin
      error_q[1] <= 1'b1;
      state_q <= DROP;
    end
    // A host that does not wait for the answer: what it sends is lost, and the answer breaks off, so
    // that a long one can be stopped.
    if (heard & ~listening & (state_q != DROP)) begin
      error_q[3] <= 1'b1;
      state_q <= DROP;
    end

    if (rst) begin
      state_q <= IDLE;
      command_q <= 8'd0;
      pins_q <= 3'd0;
      pin_rst_q <= 1'b0;
      pin_data_q <= 1'b0;
      head_q <= 2'd0;
      left_q <= 16'd0;
      index_q <= 16'd0;
      seek_q <= 16'd0;
      lag_q <= 2'd0;
      byte_q <= 8'd0;
      error_q <= 4'd0;
      core_rst <= 1'b0;
      ld <= 1'b0;
      lk <= 1'b0;
      din <= 8'd0;
      start <= 1'b0;
      addr <= {A{1'b0}};
      data <= 1'b0;
    end
  end

endmodule

`default_nettype wire
