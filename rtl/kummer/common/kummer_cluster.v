// SPDX-License-Identifier: Apache-2.0
// kummer_cluster: a memory with its adders and multipliers, as one program drives them.
//   read of unit u:  memory (two ports) -> operands of u, which starts with beat 0
//   write of unit u: result of u -> memory (port A; the swap unit's second result through port B)
// Units: 0, 1 adders, 2, 3 multipliers, 4 swap unit (outside), 5 the constant `mode`.
// When no program runs, the host has the memory. Latency: memory address and unit strobe follow the
// instruction by one cycle, operands by two. Constant time. Reset clears all registers, no memory.
`default_nettype none

module kummer_cluster #(
    parameter integer W = 34,             // 34, 68 or 136
    parameter integer ADDERS = 1,         // 1 or 2
    parameter integer MULTS = 1,          // 1 or 2
    parameter integer AW = 7 + ((W == 34) ? 2 : (W == 68) ? 1 : 0)  // derived: memory address width
) (
    input  wire          clk,             // rising edge
    input  wire          rst,             // synchronous, active high
    input  wire          run,             // the program has the memory, not the host
    input  wire          read,            // see kummer_sequencer
    input  wire          write,
    input  wire          excluded,        // this cluster does not take part
    input  wire [2:0]    unit,
    input  wire [1:0]    mode,
    input  wire [1:0]    place,
    input  wire          negate,
    input  wire [1:0]    beat,
    input  wire [AW-1:0] addr_a,
    input  wire [AW-1:0] addr_b,
    input  wire          host_we,         // a word of an operand
    input  wire [AW-1:0] host_addr_a,     // where it goes, or what the host reads on port A
    input  wire [AW-1:0] host_addr_b,     // what it reads on port B
    input  wire [W-1:0]  host_in,
    input  wire [W-1:0]  swap_a,          // results of the swap unit for ports A and B
    input  wire [W-1:0]  swap_b,
    output wire [W-1:0]  out_a,           // memory, one cycle after the address
    output wire [W-1:0]  out_b,
    input  wire [135:0]  p,               // P
    input  wire [33:0]   p_inv,           // P'
    output wire          bad              // one cycle: an element failed its check
);

  localparam [2:0] CSWAP = 3'd4, CONSTANT = 3'd5;

  // ---- Strobes of the units come with the operands, one cycle behind the memory's address
  reg       read_q;
  reg       excluded_q;
  reg [2:0] unit_q;
  reg [1:0] mode_q;
  reg [1:0] place_q;
  reg       negate_q;
  reg [1:0] beat_q;

  wire [W-1:0] add_out [0:1];
  wire [W-1:0] mult_out [0:1];
  wire [1:0]   bads;

  genvar g;
  generate
    for (g = 0; g < 2; g = g + 1) begin : g_adder
      localparam [2:0] THIS = g;
      if (g < ADDERS) begin : g_used
        kummer_addsub #(.W(W)) addsub (
            .clk(clk), .rst(rst), .in_we(read_q & (unit_q == THIS)), .in_mode(mode_q),
            .in_negate(negate_q), .in_place(place_q), .in_beat(beat_q), .in_a(out_a), .in_b(out_b),
            .p(p), .bad(bads[g]), .out_place(place), .out_beat(beat), .out(add_out[g])
        );
      end else begin : g_unused
        assign bads[g] = 1'b0;
        assign add_out[g] = {W{1'b0}};
      end
    end
    for (g = 0; g < 2; g = g + 1) begin : g_mult
      localparam [2:0] THIS = g + 2;
      if (g < MULTS) begin : g_used
        kummer_htmm #(.W(W)) mult (
            .clk(clk), .rst(rst), .in_we(read_q & (unit_q == THIS)), .in_thread(mode_q),
            .in_beat(beat_q), .in_a(out_a), .in_b(out_b), .p(p), .p_inv(p_inv),
            .out_thread(mode), .out_beat(beat), .out(mult_out[g])
        );
      end else begin : g_unused
        assign mult_out[g] = {W{1'b0}};
      end
    end
  endgenerate

  // A check does not count where the cluster is left out. All checks of a program leave out the same
  // one, so that the last word on it stands until they are over.
  reg check_q;
  assign bad = (|bads) & check_q;

  // ---- Into the memory
  wire [W-1:0] constant = {{(W - 2) {1'b0}}, mode & {2{beat == 2'd0}}};
  reg [W-1:0] result;
  always @* begin : pick
    case (unit)
      3'd0: result = add_out[0];
      3'd1: result = add_out[1];
      3'd2: result = mult_out[0];
      3'd3: result = mult_out[1];
      CSWAP: result = swap_a;
      CONSTANT: result = constant;
      default: result = {W{1'b0}};
    endcase
  end

  wire we = write & ~excluded & ~rst;
  kummer_mem #(.W(W)) memory (
      .clk(clk), .we_a(we | (host_we & ~rst)), .addr_a((run & ~host_we) ? addr_a : host_addr_a),
      .in_a(host_we ? host_in : result), .out_a(out_a), .we_b(we & (unit == CSWAP)),
      .addr_b(run ? addr_b : host_addr_b), .in_b(swap_b), .out_b(out_b)
  );

  always @(posedge clk) begin
    read_q <= read;
    excluded_q <= excluded;
    unit_q <= unit;
    mode_q <= mode;
    place_q <= place;
    negate_q <= negate;
    beat_q <= beat;
    if (read_q & (unit_q < 3'd2) & (mode_q == 2'd3)) check_q <= ~excluded_q;
    if (rst) begin
      read_q <= 1'b0;
      excluded_q <= 1'b0;
      unit_q <= 3'd0;
      mode_q <= 2'd0;
      place_q <= 2'd0;
      negate_q <= 1'b0;
      beat_q <= 2'd0;
      check_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
