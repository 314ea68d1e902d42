// SPDX-License-Identifier: Apache-2.0
// kummer_host: between bytes of the port and words of the memory.
// Loads: elements come as 17 bytes, most significant first; a word of W bits is written as soon as its
// last bit is here. Reads: port A fetches the word that holds the top bit of the wanted byte, port B
// that of its lowest bit, so that a byte may lie across two words.
// Latency: 1 cycle to a write; a read looks ahead as byte_port does. Constant time.
// Reset clears all registers.
`default_nettype none

module kummer_host #(
    parameter integer W = 34,        // 34, 68 or 136
    parameter integer AW = 7 + ((W == 34) ? 2 : (W == 68) ? 1 : 0)  // derived: memory address width
) (
    input  wire          clk,        // rising edge
    input  wire          rst,        // synchronous, active high
    input  wire          in_we,      // a byte of an operand
    input  wire          in_first,   // its first one
    input  wire [3:0]    in_slot,    // slot, which is the element in memory
    input  wire [7:0]    in,         // the byte
    output reg           we,         // a word is to be written
    output wire [AW-1:0] addr_a,     // there, or the word to be read
    output wire [AW-1:0] addr_b,     // word to be read
    output wire [W-1:0]  out,        // the word
    input  wire [4:0]    next_addr,  // slot of the next read
    input  wire          next,       // its next byte, else its first
    input  wire [4:0]    index,      // byte that is read now, 17 = past the end
    input  wire [W-1:0]  word_a,     // memory: words around it
    input  wire [W-1:0]  word_b,
    output wire [7:0]    rd_byte     // the byte
);

  localparam integer WORDS = 136 / W;
  localparam integer KEEP = W + ((W == 34) ? 6 : (W == 68) ? 4 : 0);

  // ---- Constants by number of the byte. Read: words of its top and its lowest bit, place of the
  // latter in its word. Load: whether a word is complete with this byte, and how many bits of the
  // byte belong to the word below.
  function integer bottom(input integer n);
    bottom = 128 - 8 * n;
  endfunction

  wire [63:0] top_table;
  wire [63:0] low_table;
  wire [255:0] shift_table;
  wire [31:0] full_table;
  wire [95:0] extra_table;
  genvar g;
  generate
    for (g = 0; g < 32; g = g + 1) begin : g_byte
      if (g < 17) begin : g_used
        localparam integer LOW = bottom(g);
        localparam integer TOP_WORD = (LOW + 7) / W;
        localparam integer LOW_WORD = LOW / W;
        localparam integer SHIFT = LOW - W * LOW_WORD;
        localparam integer EXTRA = (SHIFT == 0) ? 0 : W - SHIFT;
        localparam integer FULL = (EXTRA < 8 && LOW + EXTRA < 136) ? 1 : 0;
        assign top_table[2*g+:2] = TOP_WORD[1:0];
        assign low_table[2*g+:2] = LOW_WORD[1:0];
        assign shift_table[8*g+:8] = SHIFT[7:0];
        assign full_table[g] = FULL[0];
        assign extra_table[3*g+:3] = EXTRA[2:0];
      end else begin : g_unused
        assign top_table[2*g+:2] = 2'd0;
        assign low_table[2*g+:2] = 2'd0;
        assign shift_table[8*g+:8] = 8'd0;
        assign full_table[g] = 1'b0;
        assign extra_table[3*g+:3] = 3'd0;
      end
    end
  endgenerate

  // ---- Load
  reg [KEEP-9:0] kept_q;     // last bytes but the one that comes
  reg [4:0]      count_q;    // bytes so far
  reg [AW-1:0]   write_q;    // where the word goes
  reg [W-1:0]    word_q;     // the word
  assign out = word_q;

  wire [4:0] count = in_first ? 5'd0 : count_q;
  wire [KEEP-1:0] window = {kept_q, in};
  wire [KEEP-1:0] aligned = window >> extra_table[3*count+:3];
  wire [1:0] in_word = low_table[2*count+:2] + {1'b0, extra_table[3*count+:3] != 3'd0};

  // ---- Read
  wire [4:0] next_index = ~next ? 5'd0 : (index == 5'd17) ? 5'd17 : index + 5'd1;
  wire [1:0] top_word = top_table[2*next_index+:2];
  wire [1:0] low_word = low_table[2*next_index+:2];
  wire [6:0] write_element = {3'd0, in_slot};
  wire [6:0] read_element = {2'd0, next_addr};
  wire [2*W-1:0] shifted = {word_a, word_b} >> shift_table[8*index+:8];
  assign rd_byte = shifted[7:0];

  wire [AW-1:0] write_addr;
  generate
    if (WORDS == 1) begin : g_element
      assign write_addr = write_element;
      assign addr_a = we ? write_q : read_element;
      assign addr_b = read_element;
      wire unused_words = &{1'b0, top_word, low_word, in_word};
    end else if (WORDS == 2) begin : g_half
      assign write_addr = {write_element, in_word[0]};
      assign addr_a = we ? write_q : {read_element, top_word[0]};
      assign addr_b = {read_element, low_word[0]};
      wire unused_words = &{1'b0, top_word[1], low_word[1], in_word[1]};
    end else begin : g_word
      assign write_addr = {write_element, in_word};
      assign addr_a = we ? write_q : {read_element, top_word};
      assign addr_b = {read_element, low_word};
    end
    if (KEEP > W) begin : g_more
      wire unused_more = &{1'b0, aligned[KEEP-1:W]};
    end
  endgenerate
  wire unused_shifted = &{1'b0, shifted[2*W-1:8]};

  always @(posedge clk) begin
    we <= in_we & full_table[count];
    if (in_we) begin
      kept_q <= window[KEEP-9:0];
      count_q <= count + 5'd1;
      write_q <= write_addr;
      word_q <= aligned[W-1:0];
    end
    if (rst) begin
      we <= 1'b0;
      kept_q <= {(KEEP - 8) {1'b0}};
      count_q <= 5'd0;
      write_q <= {AW{1'b0}};
      word_q <= {W{1'b0}};
    end
  end

endmodule

`default_nettype wire
