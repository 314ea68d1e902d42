// SPDX-License-Identifier: Apache-2.0
// The checkers are tested: RTL with one fault in it must fail, in the test that
// is there for this fault.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "bench/contract_rules.h"
#include "bench/json_file.h"
#include "tests/program.h"
#include "tests/rtl_copy.h"

namespace curvebench::tests {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::IsSupersetOf;

// Everything but the comparison of registers, whose model is slow to build.
constexpr char kNoState[] = "*-*ResetClearsSecrets";
constexpr char kState[] = "ResetClearsSecrets";

/// One fault: a text in one file, once, and the tests that must see it.
struct Mutant {
  std::string name;
  std::string variant;
  std::string configuration;
  std::string file;
  std::string find;
  std::string replace;
  std::vector<std::string> killers;
  std::string tests = kNoState;
};

void PrintTo(const Mutant& mutant, std::ostream* out) { *out << mutant.name; }

using ::testing::HasSubstr;

const char kPort[] = "common/byte_port.v";
const char kProgram[] = "gf2m/common/gf2m_program.v";
const char kRows[] = "gf2m/common/gf2m_rows.v";
const char kDigitMult[] = "gf2m/common/gf2m_digit_mult.v";
const char kSerialMult[] = "gf2m_serial_mult.v";

const std::vector<Mutant>& Mutants() {
  static const std::vector<Mutant> mutants = {
      // ---- arithmetic and control of the product
      {"OperandsSwapped",
       "gf2m/digit",
       "d8_m5",
       "gf2m/common/gf2m_port.v",
       "{wr_target == 2'd2, wr_target == 2'd1, wr_target == 2'd0}",
       "{wr_target == 2'd2, wr_target == 2'd0, wr_target == 2'd1}",
       {"Vectors"}},
      {"WrongTap",
       "gf2m/mul",
       "d2_m5",
       "gf2m/common/gf2m_reduce.v",
       "(M == 5) ? 2",
       "(M == 5) ? 3",
       {"Vectors"}},
      {"WrongTapOfSerial",
       "gf2m/serial",
       "m5",
       "gf2m/common/gf2m_reduce.v",
       "(M == 5) ? 2",
       "(M == 5) ? 3",
       {"Vectors"}},
      {"TopDigitLost",
       "gf2m/mul",
       "d2_m5",
       kDigitMult,
       "wire [D-1:0] digit = padded[D*digit_q+:D];",
       "wire [D-1:0] digit = padded[D*digit_q+:D] & {D{digit_q != "
       "TOP[NW-1:0]}};",
       {"Vectors"}},
      {"SelectionForLastScalarGone",
       "gf2m/digit",
       "d8_m5",
       kProgram,
       "else if (pc_q == FINISH) swap_q <= z2_zero_q;",
       "else if (pc_q == FINISH) swap_q <= 1'b0;",
       {"Vectors"}},
      {"SelectionForInfinityGone",
       "gf2m/digit",
       "d8_m5",
       kProgram,
       "assign identity = z1_zero_q;",
       "assign identity = 1'b0;",
       {"Vectors"}},
      {"SelectionForInfinityGoneInSerial",
       "gf2m/serial",
       "m5",
       kProgram,
       "if (pc_q == TEST_Z1) z1_zero_q <= b_zero;",
       "",
       {"Vectors"}},
      {"IdentityBitLost",
       "gf2m/digit",
       "d8_m5",
       kPort,
       "if (finish) identity_q <= core_identity;",
       "if (finish) identity_q <= 1'b0;",
       {"Vectors", "IdentityFlag"}},
      {"IdentityShowsResult",
       "gf2m/digit",
       "d8_m5",
       kPort,
       "done_q & ~identity_q & ~late_q;",
       "done_q & ~late_q;",
       {"Vectors"}},
      {"KeyBitInverted",
       "gf2m/digit",
       "d8_m5",
       kProgram,
       "if (next_key_bit) swap_q <= key_bit;",
       "if (next_key_bit) swap_q <= ~key_bit;",
       {"Vectors"}},
      {"WrongKeyBit",
       "gf2m/digit",
       "d8_m5",
       kProgram,
       "assign key_index = count_q[IW-1:0];",
       "assign key_index = count_q[IW-1:0] ^ 1'b1;",
       {"Vectors"}},
      {"SwapLeftOnAfterLadder",
       "gf2m/digit",
       "d8_m5",
       kProgram,
       "else if (pc_q == LADDER_END) swap_q <= 1'b0;",
       "",
       {"Vectors"}},
      // ---- time
      {"OneCycleMore",
       "gf2m/mul",
       "d2_m5",
       kDigitMult,
       "localparam integer DIGITS = (M + D - 1) / D;",
       "localparam integer DIGITS = (M + D - 1) / D + 1;",
       {"Vectors"}},
      {"TimeDependsOnKeyBit",
       "gf2m/digit",
       "d8_m5",
       "gf2m_digit_core.v",
       "assign last = ~multiply | mult_last;",
       "reg waited_q;\n"
       "  wire hold = active & ~multiply & key[0] & ~waited_q;\n"
       "  always @(posedge clk) waited_q <= hold & ~rst;\n"
       "  assign last = (~multiply | mult_last) & ~hold;",
       {"Vectors"}},
      // ---- loads
      {"StartWithoutOperands",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "wire run = request & ~|missing;",
       "wire run = request;",
       {"StartNeedsOperands", "ChangeOfSlotStartsAnew", "ForbiddenValues"}},
      {"GapEndsLoad",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "      bad_q <= bad;\n    end",
       "      bad_q <= bad;\n    end else if (data) count_q <= {CW{1'b0}};",
       {"GapsBetweenBytes"}},
      {"KeyLooksAtAddress",
       "gf2m/digit",
       "d8_m5",
       kPort,
       "wire assigned = lk ? (KEY != 0) : OPERAND_MAP[addr];",
       "wire assigned = lk ? (KEY != 0) & ~addr[3] : OPERAND_MAP[addr];",
       {"KeyIgnoresAddress"}},
      {"ChangeOfSlotGoesOn",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "(count_q == {CW{1'b0}}) | (target != target_q)",
       "(count_q == {CW{1'b0}})",
       {"ChangeOfSlotStartsAnew"}},
      {"KeyAfterSlotGoesOn",
       "gf2m/digit",
       "d8_m5",
       kPort,
       "(count_q == {CW{1'b0}}) | (target != target_q)",
       "(count_q == {CW{1'b0}}) | ((target != target_q) & (target != "
       "KEY_TARGET))",
       {"ChangeOfSlotStartsAnew"}},
      {"ByteBeyondTheLastGoesOn",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "count_q <= last ? {CW{1'b0}} : index + 1'b1;",
       "count_q <= last ? index : index + 1'b1;",
       {"ByteBeyondTheLast"}},
      {"FirstByteKeepsMark",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "loaded <= (loaded & ~hit) |",
       "loaded <= loaded |",
       {"FirstByteClears", "ByteBeyondTheLast", "ForbiddenValues"}},
      {"FirstByteKeepsDone",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "done_q <= done & ~run & ~load;",
       "done_q <= done & ~run;",
       {"FirstByteClears", "LoadInDoneCycle"}},
      {"ForbiddenValueTaken",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "wire good = last & ~bad & ~wr_forbid;",
       "wire good = last & ~wr_forbid;",
       {"ForbiddenValues"}},
      {"ForbiddenBitInFirstByteTaken",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "wire bad = (~first & bad_q) | (|(din & mask));",
       "wire bad = |(din & mask);",
       {"ForbiddenValues"}},
      {"OneForbiddenBitTaken",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "(PAD > 8 * h) ? PAD - 8 * h : 0;",
       "(PAD > 8 * h) ? PAD - 8 * h - 1 : 0;",
       {"ForbiddenValues"}},
      // ---- status bits
      {"OperandErrorNotKept",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "else if (last) error_q <= (error_q & ~hit) |",
       "else if (last) error_q <=",
       {"ForbiddenValues"}},
      {"OperandErrorNotCleared",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "else if (last) error_q <= (error_q & ~hit) |",
       "else if (last) error_q <= error_q |",
       {"ForbiddenValues", "StartNeedsOperands"}},
      {"OperandErrorClearedByAnySlot",
       "gf2m/digit",
       "d8_m5",
       kPort,
       "else if (last) error_q <= (error_q & ~hit) |",
       "else if (last & good) error_q <= {(SLOTS + 1) {1'b0}};\n"
       "    else if (last) error_q <= (error_q & ~hit) |",
       {"ForbiddenValues"}},
      {"ProtocolErrorNotSticky",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "else if ((start | ld | lk) & ~load & ~request) proto_q <= 1'b1;",
       "else proto_q <= (start | ld | lk) & ~load & ~request;",
       {"RefusedWhileIdle", "RefusedWhileLoading"}},
      {"ProtocolErrorClearedByLoad",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "if (run) proto_q <= 1'b0;",
       "if (run | load) proto_q <= 1'b0;",
       {"ProtocolErrorStays"}},
      {"ProtocolErrorOutlivesStart",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "if (run) proto_q <= 1'b0;",
       "if (1'b0) proto_q <= 1'b0;",
       {"ProtocolErrorStays"}},
      {"BusyBitLost",
       "gf2m/digit",
       "d8_m5",
       kPort,
       "identity, busy, done};",
       "identity, 1'b0, done};",
       {"StatusWhileBusy"}},
      // ---- refusals
      {"LoadAndKeyTogetherTaken",
       "gf2m/digit",
       "d8_m5",
       kPort,
       "wire load = (ld ^ lk) & ~start",
       "wire load = (ld | lk) & ~start",
       {"RefusedWhileIdle", "RefusedWhileLoading"}},
      {"LoadWithStartTaken",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "wire load = (ld ^ lk) & ~start & ~busy",
       "wire load = (ld ^ lk) & ~busy",
       {"RefusedWhileIdle"}},
      {"StartWithLoadTaken",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "wire request = start & ~ld & ~lk & ~busy;",
       "wire request = start & ~lk & ~busy;",
       {"RefusedWhileIdle"}},
      {"LoadToUnassignedSlotTaken",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "OPERAND_MAP[addr];",
       "(OPERAND_MAP[addr] | (addr == 4'd9));",
       {"RefusedWhileIdle"}},
      {"StartWhileBusyTaken",
       "gf2m/mul",
       "d1_m5",
       kPort,
       "wire request = start & ~ld & ~lk & ~busy;",
       "wire request = start & ~ld & ~lk;",
       {"RefusedWhileBusy", "StartHeldHigh"}},
      {"StartWhileBusyTakenByDigit",
       "gf2m/digit",
       "d8_m5",
       kPort,
       "wire request = start & ~ld & ~lk & ~busy;",
       "wire request = start & ~ld & ~lk;",
       {"RefusedWhileBusy", "StartHeldHigh"}},
      {"LoadWhileBusyTaken",
       "gf2m/mul",
       "d1_m5",
       kPort,
       "wire load = (ld ^ lk) & ~start & ~busy & assigned;",
       "wire load = (ld ^ lk) & ~start & assigned;",
       {"RefusedWhileBusy"}},
      {"KeyWhileBusyTaken",
       "gf2m/digit",
       "d8_m5",
       kPort,
       "wire load = (ld ^ lk) & ~start & ~busy & assigned;",
       "wire load = (ld ^ lk) & ~start & (lk | ~busy) & assigned;",
       {"RefusedWhileBusy"}},
      {"FirstDoneCycleRefusesStart",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "wire busy = (running_q & ~finish) | core_busy;",
       "wire busy = running_q | core_busy;",
       {"StartHeldHigh"}},
      {"OperandsForgottenAfterRun",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "loaded <= (loaded & ~hit) |",
       "loaded <= (loaded & ~hit & {(SLOTS + 1) {~finish}}) |",
       {"BackToBack"}},
      // ---- reads
      {"ReadingEndsDone",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "done_q <= done & ~run & ~load;",
       "done_q <= done & ~run & ~load & ~(data & past);",
       {"PastTheLastByte"}},
      {"DoneFallsInTime",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "done_q <= done & ~run & ~load;",
       "held_q <= done ? held_q + 1'b1 : 6'd0;\n"
       "    done_q <= done & ~run & ~load & ~(&held_q);\n"
       "    if (rst) held_q <= 6'd0;",
       {"DoneAndResultsHeld"}},
      {"OldResultShown",
       "gf2m/mul",
       "d1",
       kPort,
       "~past & done_q &",
       "~past &",
       {"OldResultHidden"}},
      {"ResultShownWhileBusy",
       "gf2m/digit",
       "d8_m5",
       kPort,
       "~past & done_q &",
       "~past &",
       {"OldResultHidden"}},
      {"ReadOneEdgeLate",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "dout <= (&rd_addr) ? status : readable ? rd_byte : 8'd0;",
       "late_q2 <= (&rd_addr) ? status : readable ? rd_byte : 8'd0;\n"
       "    dout <= late_q2;",
       {"ReadTiming"}},
      {"ReadIndexWraps",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "past ? PAST : rd_index + 1'b1;",
       "rd_index + 1'b1;",
       {"PastTheLastByte"}},
      // Without `~past` alone nothing changes: behind the last byte every width
      // of the family reads padding.
      {"OperandSlotReadable",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "wire is_result = RESULT_MAP[rd_addr];",
       "wire is_result = RESULT_MAP[rd_addr] | (rd_addr == 4'd0);",
       {"ReadTiming"}},
      // ---- reset
      {"DoutNotReset",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "      dout <= 8'd0;\n",
       "",
       {"ResetAfterDone"}},
      {"ValidMarksNotReset",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "      loaded <= {(SLOTS + 1) {1'b0}};\n",
       "",
       {"ResetAfterDone", "ResetWhileLoading", "ResetWhileBusy"}},
      {"ValidMarksNotResetInSerial",
       "gf2m/serial",
       "m5",
       kPort,
       "      loaded <= {(SLOTS + 1) {1'b0}};\n",
       "",
       {"ResetAfterDone", "ResetWhileLoading", "ResetWhileBusy"}},
      {"LoadInProgressNotReset",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "      count_q <= {CW{1'b0}};\n",
       "",
       {"ResetWhileLoading"}},
      {"RunNotReset",
       "gf2m/mul",
       "d1_m5",
       kPort,
       "      running_q <= 1'b0;\n",
       "",
       {"ResetWhileBusy"}},
      {"ControlNotReset",
       "gf2m/digit",
       "d8_m5",
       kProgram,
       "    if (rst) begin\n      active <= 1'b0;\n",
       "    if (rst) begin\n",
       {"ResetWhileBusy"}},
      {"DoneNotReset",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "      done_q <= 1'b0;\n",
       "",
       {"ResetAfterDone", "AfterReset"}},
      {"StatusNotReset",
       "gf2m/mul",
       "d2_m5",
       kPort,
       "      proto_q <= 1'b0;\n",
       "",
       {"ProtocolErrorStays", "AfterReset"}},
      {"DigitCounterNotReset",
       "gf2m/mul",
       "d1_m5",
       kDigitMult,
       "if (rst | (en & last)) digit_q <= TOP[NW-1:0];",
       "if (en & last) digit_q <= TOP[NW-1:0];",
       {"RandomInitialContents"}},
      // ---- a slot of variable length
      {"StartDoesNotEndVariableLoad",
       "digitmm/reduce",
       "d2_n4_l16",
       "digitmm_reduce.v",
       "(to_m | (start & ~ld & ~lk))",
       "(to_m)",
       {"StartEndsVariableLoad"}},
      {"OldResultSpoilsTheNext",
       "gf2m/mul",
       "d2_m5",
       "gf2m_mul_core.v",
       "result <= product;",
       "result <= product ^ {M{b == result}};",
       {"RunsInAnyOrder"}},
      {"ZeroRefusedBeforeAModulus",
       "digitmm/nos",
       "d2_n3",
       "digitmm/common/digitmm_port.v",
       "(wr_target == TO_M) & refuse",
       "refuse",
       {"LoadsInAnyOrder"}},
      {"SlotDoesNotEndVariableLoad",
       "digitmm/reduce",
       "d2_n4_l16",
       "digitmm_reduce.v",
       "(to_m | (start & ~ld & ~lk))",
       "(start & ~ld & ~lk)",
       {"ChangeOfSlotStartsAnew"}},
      {"TooLongIsTaken",
       "digitmm/reduce",
       "d2_n4_l16",
       "digitmm_reduce.v",
       "wr_target ? refuse | over : full",
       "wr_target ? refuse | over : 1'b0",
       {"ForbiddenValues"}},
      {"BitsBeforeTheRestLost",
       "digitmm/reduce",
       "d3_n13_l40",
       "digitmm_digits.v",
       "assign first_left = head_q[6:0];",
       "assign first_left = 7'd0;",
       {"Vectors"}},
      {"RestNotForgotten",
       "digitmm/reduce",
       "d3_n2_l8",
       "digitmm_digits.v",
       "rest_q[next[AW-1:0]] & {8{~none}}",
       "rest_q[next[AW-1:0]]",
       {"ResetClearsSecrets"},
       kState},
      // ---- secrets after reset
      {"KeyRegisterNotReset",
       "gf2m/digit",
       "d8_m5",
       "gf2m_digit_core.v",
       "key_reg (.clk(clk), .rst(rst)",
       "key_reg (.clk(clk), .rst(1'b0)",
       {"ResetClearsSecrets"},
       kState},
      {"RowNotReset",
       "gf2m/digit",
       "d8_m5",
       kRows,
       "      t_q <= {M{1'b0}};\n",
       "",
       {"ResetClearsSecrets"},
       kState},
      {"ResultRowNotReset",
       "gf2m/digit",
       "d8_m5",
       kRows,
       "      x1_q <= {M{1'b0}};\n",
       "",
       {"ResetClearsSecrets"},
       kState},
      {"AccumulatorNotReset",
       "gf2m/serial",
       "m5",
       kSerialMult,
       "      acc_q <= {(2 * M - 1) {1'b0}};\n",
       "",
       {"ResetClearsSecrets"},
       kState},
      {"AccumulatorOfDigitNotReset",
       "gf2m/digit",
       "d2_m5",
       kDigitMult,
       "if (rst | (en & last)) acc_q",
       "if (en & last) acc_q",
       {"ResetClearsSecrets"},
       kState},
      {"SwapNotReset",
       "gf2m/digit",
       "d8_m5",
       kProgram,
       "    if (rst) begin\n      active <= 1'b0;\n      done <= 1'b0;\n"
       "      swap_q <= 1'b0;\n",
       "    if (rst) begin\n      active <= 1'b0;\n      done <= 1'b0;\n",
       {"ResetClearsSecrets"},
       kState},
  };
  return mutants;
}

// Kummer: programs, interleaved products, the swap unit, checks, set-up.
const std::vector<Mutant>& KummerMutants() {
  static const char kAddSub[] = "kummer/common/kummer_addsub.v";
  static const char kCore[] = "kummer/common/kummer_core.v";
  static const char kCswap[] = "kummer/common/kummer_cswap.v";
  static const char kHtmm[] = "kummer/common/kummer_htmm.v";
  static const char kModulus[] = "kummer/common/kummer_modulus.v";
  static const char kSequencer[] = "kummer/common/kummer_sequencer.v";
  static const char kTop[] = "kummer/common/kummer_top.v";
  static const std::vector<Mutant> mutants = {
      {"OneStepTooFew",
       "kummer/a2",
       "w34_m16",
       kSequencer,
       "localparam integer RUN_1 = M - 1;",
       "localparam integer RUN_1 = M - 2;",
       {"Vectors"}},
      {"OneDoublingTooFew",
       "kummer/a2",
       "w34_m16",
       kSequencer,
       "localparam integer SETUP_1 = SETUP_LOOPS - 1;",
       "localparam integer SETUP_1 = SETUP_LOOPS - 2;",
       {"Vectors"}},
      {"ScalarBitInverted",
       "kummer/a1",
       "w68_m16",
       kCswap,
       "wire bit_now = key_q[M-1];",
       "wire bit_now = ~key_q[M-1];",
       {"Vectors"}},
      {"ScalarNotWholeAgainAfterRun",
       "kummer/a1",
       "w68_m16",
       kCswap,
       "key_q <= {key_q[M-2:0], key_q[M-1]};",
       "key_q <= {key_q[M-2:0], 1'b0};",
       {"BackToBack"}},
      {"LastSwapLooksAtNextBit",
       "kummer/a2",
       "w34_m16",
       kCswap,
       "before_q ^ (bit_now & ~in_mode[1])",
       "before_q ^ bit_now",
       {"Vectors"}},
      {"ChangeAcrossRuns",
       "kummer/a2",
       "w34_m16",
       kCswap,
       "if (restart) before_q <= 1'b0;",
       "if (1'b0) before_q <= 1'b0;",
       {"Vectors"}},
      {"SecondSwapAsFirst",
       "kummer/a4",
       "w136_m16",
       kCswap,
       "(swap ^ in_mode[1]) ? in_b1 : in_b0",
       "swap ? in_b1 : in_b0",
       {"Vectors"}},
      {"CarryOfFifthWordLost",
       "kummer/a2",
       "w34_m16",
       kHtmm,
       "t3_q <= u4_late_q + v_carry_q;",
       "t3_q <= u4_late_q;",
       {"Vectors"}},
      {"ProductsMixed",
       "kummer/a2",
       "w34_m16",
       kHtmm,
       "wire [1:0] thread = {active[2], active[1]};",
       "wire [1:0] thread = {1'b0, active[1]};",
       {"Vectors"}},
      {"WrongInverse",
       "kummer/a2",
       "w34_m16",
       kModulus,
       "left_q <= 6'd34;",
       "left_q <= 6'd33;",
       {"Vectors"}},
      // Seen by the one vector that makes a result 0 out of P.
      {"ResultNotReduced",
       "kummer/a2",
       "w34_m16",
       kAddSub,
       "wire pick = subtract2 ? ~s_carry_q : d[34];",
       "wire pick = subtract2 ? ~s_carry_q : d[34] & ~single;",
       {"Vectors"}},
      {"NegativeDifference",
       "kummer/a2",
       "w34_m16",
       kAddSub,
       "wire pick = subtract2 ? ~s_carry_q : d[34];",
       "wire pick = subtract2 ? 1'b0 : d[34];",
       {"Vectors"}},
      {"ZeroAsPPasses",
       "kummer/a2",
       "w34_m16",
       kAddSub,
       "((s_any & d_any) == negate2_q)",
       "(s_any == negate2_q)",
       {"Vectors"}},
      {"ZeroAsZeroPasses",
       "kummer/a2",
       "w34_m16",
       kAddSub,
       "((s_any & d_any) == negate2_q)",
       "(d_any == negate2_q)",
       {"Vectors"}},
      {"SurfaceNotChecked",
       "kummer/a5_surface",
       "w34_m16",
       kAddSub,
       "((s_any & d_any) == negate2_q)",
       "((s_any & d_any) == 1'b0) & ~negate2_q",
       {"Vectors"}},
      {"EvenModulusTaken",
       "kummer/a2",
       "w34_m16",
       kTop,
       "(~wr_byte[0] | (~any & (wr_byte == 8'd1)))",
       "(~any & (wr_byte < 8'd2))",
       {"Vectors", "ForbiddenValues"}},
      {"ModulusOneTaken",
       "kummer/a2",
       "w34_m16",
       kTop,
       "(~wr_byte[0] | (~any & (wr_byte == 8'd1)))",
       "~wr_byte[0]",
       {"Vectors", "ForbiddenValues"}},
      {"ErrorOutlivesStart",
       "kummer/a2",
       "w34_m16",
       kCore,
       "      done <= 1'b0;\n      error_q <= 1'b0;\n    end else begin",
       "      done <= 1'b0;\n    end else begin",
       {"ErrorAfterStart"}},
      {"SetUpNotBusy",
       "kummer/a2",
       "w34_m16",
       kCore,
       "assign busy = running & set_up_q & p_valid;",
       "assign busy = running & set_up_q & p_valid & 1'b0;",
       {"Vectors"}},
      {"StartDuringSetUpTaken",
       "kummer/a2",
       "w34_m16",
       kPort,
       "wire request = start & ~ld & ~lk & ~busy;",
       "wire request = start & ~ld & ~lk & ~(running_q & ~finish);",
       {"RefusedDuringSetup"}},
      // A sequencer that reset does not stop changes nothing: its program is
      // over, or begins anew, before anything of it is used.
      {"MarksNotResetInSetUp",
       "kummer/a2",
       "w34_m16",
       kPort,
       "      loaded <= {(SLOTS + 1) {1'b0}};\n",
       "",
       {"ResetDuringSetup"}},
      {"ScalarNotReset",
       "kummer/a2",
       "w34_m16",
       kCswap,
       "      key_q <= {M{1'b0}};\n",
       "",
       {"ResetClearsSecrets"},
       kState},
  };
  return mutants;
}

// Every product and square of the program loses its result, its time unchanged.
std::vector<Mutant> DroppedProducts() {
  std::vector<Mutant> mutants;
  const std::string text = ReadText(Root() / "rtl" / kProgram);
  const std::regex step(
      R"(6'd(\d+):\s+instruction = \{(MUL|SQR), (\w+), (\w+), (\w+)\};)");
  for (std::sregex_iterator it(text.begin(), text.end(), step), end; it != end;
       ++it) {
    const std::smatch& m = *it;
    // The steps for the ones in M-1 are taken at m = 7 = 0b110 + 1, never at 5.
    const bool odd = m[1] == "35" || m[1] == "36";
    mutants.push_back({"Step" + m[1].str() + m[2].str(),
                       "gf2m/digit",
                       odd ? "d8_m7" : "d8_m5",
                       kProgram,
                       m[0],
                       "6'd" + m[1].str() + ": instruction = {" + m[2].str() +
                           ", 4'd15, " + m[4].str() + ", " + m[5].str() + "};",
                       {"Vectors"},
                       "Vectors"});
  }
  return mutants;
}

class MutantTest : public testing::TestWithParam<Mutant> {};

TEST_P(MutantTest, IsKilled) {
  const Mutant& mutant = GetParam();
  Scratch scratch;
  const RtlCopy copy(scratch / "rtl", mutant.variant, {mutant.configuration});
  ASSERT_NO_THROW(copy.Replace(mutant.file, mutant.find, mutant.replace));
  if (mutant.replace.find("4'd15") != std::string::npos) {
    // A row of no number, for results that get lost.
    copy.Replace("gf2m/common/gf2m_rows.v", "default: v_q <= wdata;",
                 "4'd8: v_q <= wdata;\n        default: ;");
  }
  if (mutant.replace.find("late_q2") != std::string::npos) {
    copy.Replace(kPort, "  reg          late_q; ",
                 "  reg [7:0] late_q2;\n  reg          late_q; ");
  }
  if (mutant.replace.find("held_q") != std::string::npos) {
    copy.Replace(kPort, "  reg          late_q; ",
                 "  reg [5:0] held_q;\n  reg          late_q; ");
  }
  const VerifyResult result =
      Verify(scratch, {copy.name(), "--test", mutant.tests});
  EXPECT_EQ(result.status, 1) << result.err;
  const nlohmann::json row = result.Row(mutant.configuration);
  ASSERT_TRUE(row.is_object()) << result.err;
  EXPECT_EQ(row.at("status"), "fail");
  EXPECT_TRUE(row.at("error").is_null()) << row.at("error");
  EXPECT_THAT(result.FailedTests(), IsSupersetOf(mutant.killers));
}

std::string NameOf(const testing::TestParamInfo<Mutant>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Rtl, MutantTest, testing::ValuesIn(Mutants()), NameOf);
INSTANTIATE_TEST_SUITE_P(Kummer, MutantTest, testing::ValuesIn(KummerMutants()),
                         NameOf);
INSTANTIATE_TEST_SUITE_P(Dropped, MutantTest,
                         testing::ValuesIn(DroppedProducts()), NameOf);

TEST(Mutants, EveryProductStepIsDroppedOnce) {
  // 18 products and 10 squares; the expression above must have found them all.
  EXPECT_EQ(DroppedProducts().size(), 28u);
}

TEST(Mutants, EveryRuleOfTheContractHasAMutant) {
  std::set<std::string> killers;
  for (const auto* mutants : {&Mutants(), &KummerMutants()}) {
    for (const Mutant& mutant : *mutants) {
      killers.insert(mutant.killers.begin(), mutant.killers.end());
    }
  }
  for (const ContractRule& rule : ContractRules()) {
    // The random traffic repeats what the others look for one by one.
    if (rule.name == "RandomTraffic") continue;
    // No core has optional slots.
    if (rule.name == "StartClearsOperandError") continue;
    EXPECT_TRUE(killers.count(rule.name)) << rule.name;
  }
}

// The unharmed copies pass: what kills the mutants is the mutation.
class UnharmedCopy
    : public testing::TestWithParam<std::pair<std::string, std::string>> {};

TEST_P(UnharmedCopy, Passes) {
  Scratch scratch;
  const auto& [variant, configuration] = GetParam();
  const RtlCopy copy(scratch / "rtl", variant, {configuration});
  const VerifyResult result = Verify(scratch, {copy.name()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.Row(configuration).at("status"), "pass");
  EXPECT_EQ(result.Row(configuration).at("tests").size(),
            ContractRules().size() + 1);
}

INSTANTIATE_TEST_SUITE_P(
    Rtl, UnharmedCopy,
    testing::Values(
        std::pair("gf2m/mul", "d1_m5"), std::pair("gf2m/mul", "d2_m5"),
        std::pair("gf2m/mul", "d1"), std::pair("gf2m/digit", "d8_m5"),
        std::pair("gf2m/digit", "d8_m7"), std::pair("gf2m/digit", "d2_m5"),
        std::pair("gf2m/serial", "m5"),
        std::pair("digitmm/reduce", "d3_n13_l40"),
        std::pair("kummer/a1", "w68_m16"), std::pair("kummer/a2", "w34_m16"),
        std::pair("kummer/a4", "w136_m16"),
        std::pair("kummer/a5_surface", "w34_m16")),
    [](const auto& info) {
      std::string name = info.param.first + "_" + info.param.second;
      std::replace(name.begin(), name.end(), '/', '_');
      return name;
    });

TEST(Mutants, ClaimIsComparedWithTheMeasuredCycles) {
  Scratch scratch;
  RtlCopy copy(scratch / "rtl", "gf2m/mul", {"d2_m5"});
  copy.manifest()["configurations"][0]["cycles"] = 4;
  copy.WriteManifest();
  const VerifyResult result =
      Verify(scratch, {copy.name(), "--test", "Vectors"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.FailureText(), testing::HasSubstr("claimed  4"));
  EXPECT_THAT(result.FailureText(), testing::HasSubstr("measured 3"));
}

TEST(Mutants, SetupClaimIsComparedWithTheMeasuredOne) {
  Scratch scratch;
  RtlCopy copy(scratch / "rtl", "gf2m/mul", {"d2_m5"});
  copy.manifest()["configurations"][0]["setup_cycles"] = 7;
  copy.WriteManifest();
  const VerifyResult result =
      Verify(scratch, {copy.name(), "--test", "Vectors"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.FailureText(), testing::HasSubstr("setup_cycles"));
}

TEST(Mutants, TimeByKeyIsReportedAndDeclarable) {
  Scratch scratch;
  RtlCopy copy(scratch / "rtl", "gf2m/digit", {"d8_m5"});
  copy.Replace("gf2m_digit_core.v", "assign last = ~multiply | mult_last;",
               "reg waited_q;\n"
               "  wire hold = active & ~multiply & key[0] & ~waited_q;\n"
               "  always @(posedge clk) waited_q <= hold & ~rst;\n"
               "  assign last = (~multiply | mult_last) & ~hold;");
  copy.manifest()["configurations"][0]["cycles"] = nullptr;
  copy.WriteManifest();
  VerifyResult result = Verify(scratch, {copy.name(), "--test", "Vectors"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.FailureText(),
              testing::HasSubstr("time depends on operands"));
  nlohmann::json row = result.Row("d8_m5");
  EXPECT_EQ(row.at("constant_time"), "no");
  EXPECT_LT(row.at("cycles_min"), row.at("cycles_max"));
  // A variant that says so is not at fault; its row still tells.
  copy.manifest()["constant_time"] = false;
  copy.WriteManifest();
  result = Verify(scratch, {copy.name(), "--test", "Vectors"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.Row("d8_m5").at("constant_time"), "no");
}

// With "zeroize": "registers" the registers are found by name; "none" looks at
// nothing.
TEST(Mutants, ZeroizeClaimDecidesWhatResetMustClear) {
  for (const auto& [claim, status] :
       {std::pair("registers", 1), std::pair("none", 0)}) {
    Scratch scratch;
    RtlCopy copy(scratch / "rtl", "gf2m/digit", {"d8_m5"});
    copy.Replace("gf2m_digit_core.v", "key_reg (.clk(clk), .rst(rst)",
                 "key_reg (.clk(clk), .rst(1'b0)");
    copy.manifest()["zeroize"] = claim;
    copy.WriteManifest();
    const VerifyResult result =
        Verify(scratch, {copy.name(), "--test", "ResetClearsSecrets"});
    EXPECT_EQ(result.status, status) << claim << result.err;
  }
}

// A fault that shows only behind a run with certain operands: the vectors in
// their own order never come upon it.
TEST(Rules, RunsMustNotDependOnTheRunBefore) {
  Scratch scratch;
  const RtlCopy copy(scratch / "rtl", "gf2m/mul", {"d2_m5"});
  copy.Replace("gf2m_mul_core.v", "  wire last;\n",
               "  wire last;\n  reg [M-1:0] before_q;\n"
               "  always @(posedge clk) begin\n"
               "    if (active_q & last) before_q <= a;\n"
               "    if (rst) before_q <= {M{1'b0}};\n  end\n");
  copy.Replace("gf2m_mul_core.v", "result <= product;",
               "result <= product ^ {M{a == before_q + 5'd7}};");
  const VerifyResult result = Verify(scratch, {copy.name()});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.FailureText(), HasSubstr("of a sequence"));
}

// Set-up that a load's low bits prolong, within what is claimed.
TEST(Rules, SetUpTimeMustNotDependOnOperands) {
  Scratch scratch;
  RtlCopy copy(scratch / "rtl", "gf2m/mul", {"d2_m5"});
  copy.Replace("gf2m_mul.v", "  wire unused =",
               "  reg [2:0] wait_q;\n  always @(posedge clk) begin\n"
               "    if (load_last) wait_q <= 3'd1 + {1'b0, load_byte[1:0]};\n"
               "    else if (wait_q != 3'd0) wait_q <= wait_q - 3'd1;\n"
               "    if (rst) wait_q <= 3'd0;\n  end\n  wire unused =");
  copy.Replace("gf2m_mul.v", ".core_busy(1'b0)", ".core_busy(wait_q != 3'd0)");
  copy.manifest()["configurations"][0]["setup_cycles"] = nullptr;
  copy.WriteManifest();
  const VerifyResult result = Verify(scratch, {copy.name()});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.FailureText(), HasSubstr("time of set-up depends"));
  EXPECT_EQ(result.Row("d2_m5").at("constant_time"), "no");
}

// A register that is written by a blocking assignment is one all the same.
TEST(Rules, BlockingRegistersAreClearedToo) {
  Scratch scratch;
  const RtlCopy copy(scratch / "rtl", "gf2m/mul", {"d2_m5"});
  copy.Replace("gf2m_mul.v", "  wire unused =",
               "  reg [7:0] keep;\n"
               "  always @(posedge clk) if (load_last) keep = load_byte;\n"
               "  wire unused_keep = &{1'b0, keep};\n  wire unused =");
  const VerifyResult result = Verify(scratch, {copy.name()});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.FailureText(), HasSubstr("keep"));
}

}  // namespace
}  // namespace curvebench::tests
