// SPDX-License-Identifier: Apache-2.0
// kummer_core: ladder on a Kummer surface over GF(P) as a small program machine.
//   V1 = [k]B, V2 = [k+1]B, projective and canonical, from the wrapped base (X/Y, X/Z, X/T) of B
// CLUSTERS memories run one program, each with its adders and multipliers; the swap unit holds k
// and joins the clusters.
// Latency: set by the program, the same for every k, B, P and surface. Constant time.
// Reset clears all registers, no memory.
`default_nettype none

module kummer_core #(
    parameter integer M = 256,          // bits of the scalar, 2..8000
    parameter integer W = 34,           // width of memory and interconnect: 34, 68 or 136
    parameter integer CLUSTERS = 1,     // 1 or 2
    parameter integer ADDERS = 1,        // per cluster: 1 or 2
    parameter integer MULTS = 1,         // per cluster: 1 or 2
    parameter integer MERGED = 0        // 1: swap on the change of the scalar's bit
) (
    input  wire        clk,             // rising edge
    input  wire        rst,             // synchronous, active high
    input  wire        in_we,           // a byte of an operand
    input  wire        in_key,          // of the scalar
    input  wire [3:0]  in_slot,         // else of this slot; slot 0 is P
    input  wire        in_first,        // its first byte
    input  wire        in_last,         // its last byte
    input  wire [7:0]  in,              // the byte, most significant first
    input  wire        set_up,          // with the last byte of a good P
    input  wire        p_valid,         // P is loaded and was not refused
    output wire        busy,            // set-up
    input  wire        go,              // begin a run at this edge
    output reg         done,            // level, until the next go
    output wire        error,           // with done: the base failed a check of the program
    input  wire [4:0]  next_addr,       // results: see byte_port, a cycle ahead
    input  wire        next,
    input  wire [4:0]  index,
    output wire [7:0]  rd_byte          // byte `index`
);

  localparam integer AW = 7 + ((W == 34) ? 2 : (W == 68) ? 1 : 0);

  generate
    if (CLUSTERS < 1 || CLUSTERS > 2) kummer_needs_1_or_2_CLUSTERS bad_clusters ();
    if (ADDERS < 1 || ADDERS > 2 || MULTS < 1 || MULTS > 2) kummer_needs_1_or_2_units_of_a_kind bad_units ();
  endgenerate

  reg set_up_q;     // the program that runs is the set-up
  reg error_q;      // found in this run
  reg second_q;     // V2 is read, which cluster 1 holds

  wire          running;
  wire          ending;
  wire          read;
  wire          write;
  wire          last;
  wire [2:0]    unit;
  wire [1:0]    mode;
  wire [1:0]    place;
  wire [1:0]    exclude;
  wire          negate;
  wire [1:0]    beat;
  wire [AW-1:0] addr_a;
  wire [AW-1:0] addr_b;
  wire [135:0]  p;
  wire [33:0]   p_inv;
  wire          host_we;
  wire [AW-1:0] host_addr_a;
  wire [AW-1:0] host_addr_b;
  wire [W-1:0]  host_in;
  wire [2*W-1:0] out_a;
  wire [2*W-1:0] out_b;
  wire [2*W-1:0] swap_a;
  wire [2*W-1:0] swap_b;
  wire [1:0]    bad;

  // A value of P that turned out too large has no mark: its set-up ends at once.
  wire stop = set_up_q & ~p_valid;
  assign busy = running & set_up_q & p_valid;
  assign error = error_q;

  kummer_sequencer #(.W(W), .M(M)) sequencer (
      .clk(clk), .rst(rst), .go_setup(set_up), .go_run(go), .stop(stop), .running(running),
      .ending(ending), .read(read), .write(write), .last(last), .unit(unit), .mode(mode),
      .place(place), .exclude(exclude), .negate(negate), .beat(beat), .addr_a(addr_a),
      .addr_b(addr_b)
  );

  kummer_modulus modulus (
      .clk(clk), .rst(rst), .we(in_we & ~in_key & (in_slot == 4'd0)), .in(in), .set_up(set_up),
      .p(p), .p_inv(p_inv)
  );

  kummer_host #(.W(W)) host (
      .clk(clk), .rst(rst), .in_we(in_we & ~in_key), .in_first(in_first), .in_slot(in_slot), .in(in),
      .we(host_we), .addr_a(host_addr_a), .addr_b(host_addr_b), .out(host_in),
      .next_addr(next_addr), .next(next), .index(index),
      .word_a(second_q ? out_a[W+:W] : out_a[0+:W]), .word_b(second_q ? out_b[W+:W] : out_b[0+:W]),
      .rd_byte(rd_byte)
  );
  wire unused = &{1'b0, in_last};

  genvar g;
  generate
    for (g = 0; g < 2; g = g + 1) begin : g_cluster
      if (g < CLUSTERS) begin : g_used
        kummer_cluster #(.W(W), .ADDERS(ADDERS), .MULTS(MULTS)) cluster (
            .clk(clk), .rst(rst), .run(running), .read(read), .write(write), .excluded(exclude[g]),
            .unit(unit), .mode(mode), .place(place), .negate(negate), .beat(beat), .addr_a(addr_a),
            .addr_b(addr_b),
            .host_we(host_we), .host_addr_a(host_addr_a), .host_addr_b(host_addr_b),
            .host_in(host_in), .swap_a(swap_a[g*W+:W]), .swap_b(swap_b[g*W+:W]),
            .out_a(out_a[g*W+:W]), .out_b(out_b[g*W+:W]), .p(p), .p_inv(p_inv), .bad(bad[g])
        );
      end else begin : g_unused
        assign out_a[g*W+:W] = {W{1'b0}};
        assign out_b[g*W+:W] = {W{1'b0}};
        assign bad[g] = 1'b0;
        wire unused_swap = &{1'b0, swap_a[g*W+:W], swap_b[g*W+:W], exclude[g]};
      end
    end
  endgenerate

  // ---- The swap unit's strobes, one cycle behind the memory's address as in a cluster
  reg       swap_q;
  reg       last_q;
  reg [1:0] mode_q;
  reg [1:0] place_q;
  reg [1:0] beat_q;

  kummer_cswap #(.W(W), .M(M), .CLUSTERS(CLUSTERS), .MERGED(MERGED)) cswap (
      .clk(clk), .rst(rst), .key_we(in_we & in_key), .key_byte(in), .restart(go), .in_we(swap_q),
      .in_last(last_q), .in_mode(mode_q), .in_place(place_q), .in_beat(beat_q),
      .in_a0(out_a[0+:W]), .in_b0(out_b[0+:W]), .in_a1(out_a[W+:W]), .in_b1(out_b[W+:W]),
      .out_place(place), .out_beat(beat), .out_a0(swap_a[0+:W]), .out_b0(swap_b[0+:W]),
      .out_a1(swap_a[W+:W]), .out_b1(swap_b[W+:W])
  );

  always @(posedge clk) begin
    swap_q <= read & (unit == 3'd4);
    last_q <= last;
    mode_q <= mode;
    place_q <= place;
    beat_q <= beat;
    second_q <= (CLUSTERS == 2) & next_addr[2];

    if (set_up) set_up_q <= 1'b1;
    else if (go) set_up_q <= 1'b0;
    if (go) begin
      done <= 1'b0;
      error_q <= 1'b0;
    end else begin
      if (ending & ~set_up_q) done <= 1'b1;
      if ((|bad) & ~set_up_q) error_q <= 1'b1;
    end

    if (rst) begin
      swap_q <= 1'b0;
      last_q <= 1'b0;
      mode_q <= 2'd0;
      place_q <= 2'd0;
      beat_q <= 2'd0;
      second_q <= 1'b0;
      set_up_q <= 1'b0;
      done <= 1'b0;
      error_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
