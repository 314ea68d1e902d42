// SPDX-License-Identifier: Apache-2.0
// digitmm_paper_core: MM-New, the digit-serial modular product with a table and a deferred correction.
//   result = 2^zeros * (x * y mod M), m = M * 2^zeros normalised, x and y any n-bit numbers
// ARRAY   D cycles   S_0 = x mod m, S_(j+1) = 2 S_j mod m
// DIGITS  K = ceil(N/D) cycles   W = ((Z + ov G) << D) + sum y_j S_j;  {ov,Z} = C[W >> N] + W mod 2^N
// FOLD    1 cycle    Z + ov G        REDUCE 1 cycle    Z mod m        DOUBLE zeros cycles   2 Z mod m
// where G = 2^N - m and C[e] = e 2^N mod m, e = 0..2^D+D-1. Z + ov G never carries, W >> N fits C.
// Latency: D + K + 2 + zeros. Set-up: 2^D + D - 2 busy cycles. Constant time for a fixed modulus.
// Reset clears every register; the table holds nothing but multiples of a public number.
`default_nettype none

module digitmm_paper_core #(
    parameter integer N = 512,         // bits, 1 or more
    parameter integer D = 2,           // bits of a digit, 1..10
    parameter integer ZW = 12,         // width of zeros
    parameter integer K = (N + D - 1) / D  // derived: digits
) (
    input  wire          clk,
    input  wire          rst,          // synchronous, active high
    input  wire [N-1:0]  m,            // modulus, normalised when set_up or go is high
    input  wire [ZW-1:0] zeros,        // doublings at the end
    input  wire          renew,        // m changes: the table is void
    input  wire          set_up,       // make the table
    output wire          set_up_last,  // last cycle in which the port must wait for it
    input  wire          go,           // begin at this edge
    input  wire [N-1:0]  x,            // held during the run
    input  wire [D-1:0]  digit,        // of y, most significant first
    output wire          y_step,       // the next one
    output reg           done,         // level, until the next go
    output wire [N-1:0]  result        // held while done
);

  localparam integer ENTRIES = (1 << D) + D;
  localparam integer EW = D + 1;
  localparam integer CW = $clog2(N + D + 1);
  localparam [2:0] IDLE = 3'd0, ARRAY = 3'd1, DIGITS = 3'd2, FOLD = 3'd3, REDUCE = 3'd4, DOUBLE = 3'd5;
  localparam integer LAST_BUSY = ENTRIES - 2;
  localparam integer DIGITS_1 = K - 1;
  localparam integer ARRAY_1 = D - 1;

  generate
    if (N < 1 || D < 1 || D > 10) digitmm_paper_needs_D_from_1_to_10 bad_digit ();
    if (ZW < $clog2(N + 1)) digitmm_paper_needs_a_wider_zeros bad_zeros ();
  endgenerate

  // ---- Registers
  reg [2:0]     state_q;
  reg [CW-1:0]  count_q;      // cycles left in a state
  reg           first_q;      // first cycle of ARRAY
  reg [D*N-1:0] s_q;          // S_0 lowest
  reg [N-1:0]   z_q;
  reg           ov_q;         // carry of the last digit: G is still to be added
  reg [EW-1:0]  entry_q;      // table entry that z_q holds
  reg           write_q;      // it is to be written
  reg           tail_q;       // last entry, made while the port is idle again
  reg [N-1:0]   table_q [0:ENTRIES-1];

  wire building = set_up | tail_q;
  wire adding = state_q == DIGITS;
  wire last = count_q == {CW{1'b0}};
  assign y_step = adding;
  assign result = z_q;
  assign set_up_last = entry_q == LAST_BUSY[EW-1:0] - 1'b1;

  // ---- First chain: all operands of a digit. G = ~m + 1 is written with D ones below and a carry
  // into bit 0. With the digit off, W >> D is Z + G or Z: FOLD, REDUCE and the table use that.
  wire g_on = ov_q | building;
  wire [N+D:0] g_row = {1'b0, {N{g_on}} & ~m, {D{g_on}}};
  reg [N+D:0] w;
  integer j;
  always @* begin : operands
    w = {1'b0, z_q, {D{1'b0}}} + g_row + {{(N + D) {1'b0}}, g_on};
    for (j = 0; j < D; j = j + 1)
      w = w + {{(D + 1) {1'b0}}, {N{digit[j] & adding}} & s_q[j*N+:N]};
  end
  wire [N:0] folded = w[N+D:D];

  // ---- Second chain: the digits above bit N come back as their residue
  wire [N-1:0] residue = table_q[w[N+D:N]];
  wire [N:0] sum = {1'b0, residue} + {1'b0, w[N-1:0]};

  // ---- One subtraction, r = a mod m for a < 2m
  reg [N:0] a;
  always @* begin : to_reduce
    a = folded;
    if (state_q == ARRAY) a = first_q ? {1'b0, x} : {s_q[(D-1)*N+:N], 1'b0};
    if (state_q == DOUBLE) a = {z_q, 1'b0};
  end
  wire [N+1:0] less = {1'b0, a} - {2'b00, m};
  wire [N-1:0] r = less[N+1] ? a[N-1:0] : less[N-1:0];
  wire unused = &{1'b0, less[N]};  // 0 whenever it is taken

  wire [(D+1)*N-1:0] pushed = {r, s_q};
  wire unused_s = &{1'b0, pushed[N-1:0]};

  always @(posedge clk) begin
    // Control
    first_q <= go;
    if (go) begin
      state_q <= ARRAY;
      count_q <= ARRAY_1[CW-1:0];
      done <= 1'b0;
    end else begin
      count_q <= count_q - 1'b1;
      case (state_q)
        ARRAY:
        if (last) begin
          state_q <= DIGITS;
          count_q <= DIGITS_1[CW-1:0];
        end
        DIGITS: if (last) state_q <= FOLD;
        FOLD: state_q <= REDUCE;
        REDUCE: begin
          state_q <= (zeros == {ZW{1'b0}}) ? IDLE : DOUBLE;
          done <= zeros == {ZW{1'b0}};
          count_q <= zeros[CW-1:0] - 1'b1;
        end
        DOUBLE:
        if (last) begin
          state_q <= IDLE;
          done <= 1'b1;
        end
        default: ;
      endcase
    end

    // Data. Bytes of M keep Z at 0 and write that to C[0]; then Z runs through C[1], C[2], ...
    // and is written one cycle later. ARRAY clears Z, after the last such write.
    if (state_q == ARRAY) s_q <= pushed[(D+1)*N-1:N];
    if (renew | (state_q == ARRAY)) z_q <= {N{1'b0}};
    else if (adding | (state_q == FOLD)) z_q <= adding ? sum[N-1:0] : folded[N-1:0];
    else if (building | (state_q == REDUCE) | (state_q == DOUBLE)) z_q <= r;
    ov_q <= adding & sum[N];

    // Table
    entry_q <= renew ? {EW{1'b0}} : building ? entry_q + 1'b1 : entry_q;
    write_q <= renew | building;
    tail_q <= set_up & set_up_last & ~renew;
    if (write_q & ~rst) table_q[entry_q] <= z_q;

    if (rst) begin
      state_q <= IDLE;
      count_q <= {CW{1'b0}};
      first_q <= 1'b0;
      done <= 1'b0;
      s_q <= 0;
      z_q <= {N{1'b0}};
      ov_q <= 1'b0;
      entry_q <= {EW{1'b0}};
      write_q <= 1'b0;
      tail_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
