// SPDX-License-Identifier: Apache-2.0
// A stand-in for a core found elsewhere. It has the habits of such cores on purpose, its faults
// included: docs/foreign-rtl.md brings it in as it is. Q = k G on NIST B-233, G built in.
// Montgomery ladder in Lopez-Dahab coordinates, products 16 bits a cycle, inversion by Fermat.

module foreign_pmul (clk, rst_n, start, k, qx, qy, done);

input          clk;
input          rst_n;    // asynchronous, active low
input          start;
input  [232:0] k;
output [232:0] qx;
output [232:0] qy;
output         done;     // stays high until the next start

parameter GX = 233'h0fac9dfcbac8313bb2139f1bb755fef65bc391f8b36f8f8eb7371fd558b;
parameter GY = 233'h1006a08a41903350678e58528bebf8a0beff867a7ca36716f7e01f81052;
parameter GC = 233'h1df5c3bc3eb26562d8d8763d039a3e7935acf1faa30e782d9f4cd31bff9;  // GX^2 + GY
parameter GB = 233'h066647ede6c332c7f8c0923bb58213b333b20e9ce4281fe115f7d8f90ad;

localparam IDLE = 0, SWAP = 1, FETCH = 2, MUL = 3, STORE = 4, LAST = 5;

reg [2:0]   state;
reg [4:0]   step;        // product of the program, see below
reg [3:0]   digit;
reg [7:0]   count;
reg         swapped;
reg         done;
reg [232:0] xa, za, xb, zb, t, d, inv, p, kr;
reg [232:0] qx, qy;
reg [239:0] mq;
reg [232:0] ma, mb;

// operands of each product
always @(*) begin
  case (step)
    // one bit of the scalar: A <- 2A, B <- A + B
    0:       begin ma = xa;      mb = zb;      end
    1:       begin ma = xb;      mb = za;      end
    2:       begin ma = t ^ xb;  mb = t ^ xb;  end
    3:       begin ma = t;       mb = xb;      end
    4:       begin ma = GX;      mb = zb;      end
    5:       begin ma = xa;      mb = xa;      end
    6:       begin ma = za;      mb = za;      end
    7:       begin ma = za;      mb = za;      end
    8:       begin ma = xa;      mb = za;      end
    9:       begin ma = xa;      mb = xa;      end
    10:      begin ma = GB;      mb = t;       end
    // back to affine coordinates
    11:      begin ma = za;      mb = zb;      end
    12:      begin ma = GX;      mb = t;       end
    13:      begin ma = inv;     mb = d;       end
    14:      begin ma = inv;     mb = inv;     end
    15:      begin ma = GX;      mb = zb;      end
    16:      begin ma = GX;      mb = za;      end
    17:      begin ma = t;       mb = GC;      end
    18:      begin ma = xa ^ za; mb = xb ^ zb; end
    19:      begin ma = xa;      mb = zb;      end
    20:      begin ma = xa;      mb = inv;     end
    21:      begin ma = t;       mb = inv;     end
    default: begin ma = t;       mb = GX ^ xa; end
  endcase
end

// one digit of a product: p * x^16 + ma * digit, modulo x^233 + x^74 + 1
wire [15:0]  w   = mq[239:224];
wire [248:0] sum = {p, 16'b0}
  ^ (w[ 0] ? {16'b0, ma}        : 249'b0) ^ (w[ 1] ? {15'b0, ma,  1'b0} : 249'b0)
  ^ (w[ 2] ? {14'b0, ma,  2'b0} : 249'b0) ^ (w[ 3] ? {13'b0, ma,  3'b0} : 249'b0)
  ^ (w[ 4] ? {12'b0, ma,  4'b0} : 249'b0) ^ (w[ 5] ? {11'b0, ma,  5'b0} : 249'b0)
  ^ (w[ 6] ? {10'b0, ma,  6'b0} : 249'b0) ^ (w[ 7] ? { 9'b0, ma,  7'b0} : 249'b0)
  ^ (w[ 8] ? { 8'b0, ma,  8'b0} : 249'b0) ^ (w[ 9] ? { 7'b0, ma,  9'b0} : 249'b0)
  ^ (w[10] ? { 6'b0, ma, 10'b0} : 249'b0) ^ (w[11] ? { 5'b0, ma, 11'b0} : 249'b0)
  ^ (w[12] ? { 4'b0, ma, 12'b0} : 249'b0) ^ (w[13] ? { 3'b0, ma, 13'b0} : 249'b0)
  ^ (w[14] ? { 2'b0, ma, 14'b0} : 249'b0) ^ (w[15] ? { 1'b0, ma, 15'b0} : 249'b0);
wire [15:0]  hi  = sum[248:233];

always @(posedge clk or negedge rst_n) begin
  if (!rst_n) begin
    state <= IDLE;
    done  <= 1'b0;
    qx    <= 1'b0;
    qy    <= 1'b0;
  end else begin
    case (state)
      IDLE: if (start) begin
        done    <= 1'b0;
        kr      <= k;
        xa      <= 1'b1;
        za      <= 1'b0;
        xb      <= GX;
        zb      <= 1'b1;
        inv     <= 1'b1;
        swapped <= 1'b0;
        step    <= 0;
        count   <= 0;
        state   <= SWAP;
      end
      SWAP: begin
        // count 233: the last bit is done, put A and B back in their places
        if ((count == 233) ? swapped : kr[232] ^ swapped) begin
          xa <= xb;  za <= zb;
          xb <= xa;  zb <= za;
        end
        swapped <= kr[232];
        kr      <= kr << 1;
        state   <= FETCH;
      end
      FETCH: begin
        p     <= 1'b0;
        mq    <= mb;
        digit <= 0;
        state <= MUL;
      end
      MUL: begin
        p     <= sum[232:0] ^ hi ^ (hi << 74);
        mq    <= mq << 16;
        digit <= digit + 1;
        if (digit == 14) state <= STORE;
      end
      STORE: begin
        step  <= step + 1;
        state <= FETCH;
        case (step)
          0:  t  <= p;
          1:  xb <= p;
          2:  zb <= p;
          3:  xb <= p;
          4:  xb <= xb ^ p;
          5:  xa <= p;
          6:  za <= p;
          7:  t  <= p;
          8:  za <= p;
          9:  xa <= p;
          10: begin
            xa    <= xa ^ p;
            count <= count + 1;
            step  <= (count == 232) ? 11 : 0;
            state <= SWAP;
          end
          11: t  <= p;
          12: begin d <= p; count <= 0; end
          13: inv <= p;
          14: begin
            inv   <= p;
            count <= count + 1;
            if (count != 231) step <= 13;
          end
          15: zb <= p;
          16: za <= p;
          17: t  <= p;
          18: t  <= t ^ p;
          19: xa <= p;
          20: xa <= p;
          21: begin
            t <= p;
            if (d == 0) state <= LAST;   // one of A and B is infinity
          end
          default: begin t <= p; state <= LAST; end
        endcase
      end
      default: begin
        if (d != 0)       begin qx <= xa;    qy <= t ^ GY; end
        else if (za == 0) begin qx <= 1'b0;  qy <= 1'b0;   end   // k = 0 mod n
        else              begin qx <= GX;    qy <= GY;     end   // k = n-1: y should be GX ^ GY
        done  <= 1'b1;
        state <= IDLE;
      end
    endcase
  end
end

endmodule
