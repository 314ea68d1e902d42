// SPDX-License-Identifier: Apache-2.0
// The Kummer accelerator as a programmer sees it: units, memory map, the 36-bit
// instructions, and what each of its program segments has to compute.
#ifndef CURVEBENCH_TB_EXPLORE_KUMMER_PROGRAM_H_
#define CURVEBENCH_TB_EXPLORE_KUMMER_PROGRAM_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace curvebench::kummer {

/// When points change places.
enum class SwapScheme {
  kV1,       ///< before and after each step, on the bit of the step
  kV2,       ///< once a step, on the change of the bit
  kV3,       ///< two clusters: CS0 before, CS1 behind the step
  kV3Merged  ///< two clusters: CS0 on the change of the bit, CS1 once at the
             ///< end
};

/// Cycles from the first cycle of `read` to the first one of `write`.
struct Latencies {
  int addsub = 0;
  int mult = 0;
  int cswap = 0;
};

/// One accelerator.
struct Architecture {
  std::string name;
  std::string summary;
  int w = 34;        ///< width of memory and interconnect: 34, 68 or 136
  int clusters = 1;  ///< each with its own memory, all run one program
  int addsubs = 1;   ///< in each cluster
  int mults = 1;     ///< in each cluster
  SwapScheme scheme = SwapScheme::kV1;
  bool on_surface = false;  ///< refuses a base that is not on the surface
  Latencies latency;  ///< assumed by the scheduler, at least those of the RTL

  int beats() const { return 136 / w; }  ///< cycles of one memory operation
  int dsp() const { return 11 * clusters * mults; }
};

/// Latencies of the RTL's units at a width.
Latencies RtlLatencies(int w);

/// A description file: one architecture for each of its widths.
/// @throws InputError naming file, field and remedy
std::vector<Architecture> ReadArchitectures(const std::string& file,
                                            const nlohmann::json& document);

/// Elements of 136 bits in each cluster's memory.
enum Address : int {
  kOperands = 0,  ///< by slot: P, mu, e, e_hat, wrapped base
  kMu = 1,
  kE = 5,
  kEHat = 9,
  kWrapped = 13,
  kResults = 16,   ///< V1, V2: also the result slots' addresses
  kOne = 24,       ///< 1
  kRSquare = 25,   ///< R^2 mod P
  kCHat = 27,      ///< e_hat R
  kCE = 31,        ///< e R; in cluster 1: 1 R and the wrapped base
  kCWrapped = 35,  ///< wrapped base R (one cluster only)
  kV1 = 38,        ///< points of the ladder
  kV2 = 42,
  kTemporary = 46,
  kElements = 128
};

enum class Opcode : uint8_t { kNop, kRead, kWrite, kWait, kJump, kEnd };

/// Numbers of the units in instructions.
enum Unit : int { kAddSub = 0, kMult = 2, kCswap = 4, kConstant = 5 };

/// Modes of kAddSub.
enum AddSubMode : int { kAdd = 0, kSub = 1, kReduce = 2, kCheck = 3 };
/// Bits of the mode of kCswap.
constexpr int kAdvance = 1;  ///< the next bit of the scalar after this
constexpr int kSecond = 2;   ///< CS1, or the last swap of V2
/// Bit of the immediate with kCheck: the element has to be 0, not other than 0.
constexpr int kNegate = 16;

/// One word of the program.
struct Instruction {
  Opcode opcode = Opcode::kNop;
  int unit = 0;  ///< 3 bits
  int mode = 0;  ///< 2 bits: operation, logical multiplier, constant
  int a = 0;     ///< 9 bits: element of port A
  int b = 0;     ///< 9 bits: element of port B
  int imm = 0;   ///< 9 bits: wait, target; [1:0] result place, [3:2] clusters
                 ///< that do not take part, [4] kNegate
  bool operator==(const Instruction&) const = default;
};
uint64_t Encode(const Instruction& instruction);
Instruction Decode(uint64_t word);
/// As in a listing: "read  mult0.1  v38 v39".
std::string Text(const Instruction& instruction);

/// One operation of a segment in sequential order: two elements in, one or
/// two out.
struct Operation {
  int unit = kAddSub;   ///< kAddSub, kMult, kCswap or kConstant
  int mode = 0;         ///< kMult: unused, the scheduler picks the multiplier
  int a = 0, b = 0;     ///< read
  int out = -1;         ///< written; -1: nothing
  int out_b = -1;       ///< kCswap: written through port B
  int excluded = 0;     ///< bit c: cluster c does not take part
  bool negate = false;  ///< kCheck: the element has to be 0
};
using Segment = std::vector<Operation>;

/// What the segments compute; the loops run `kDoublings` and m times.
struct Segments {
  Segment first;     ///< set-up: 1
  Segment doubling;  ///< its loop
  Segment squares;   ///< R^2 modulo P from 2^17 R
  Segment prologue;  ///< into Montgomery form, check, unwrap
  Segment step;      ///< one bit of the scalar
  Segment epilogue;  ///< last swap, out of Montgomery form, canonical
};
/// 1 doubled so often is 2^17 R.
constexpr int kDoublings = 136 + 17;
Segments MakeSegments(const Architecture& architecture);

/// Entry points.
constexpr int kSetupEntry = 0;
constexpr int kRunEntry = 64;
constexpr int kProgramWords = 512;

/// A program with the place of its ladder loop.
struct Program {
  std::vector<Instruction> code;  ///< kProgramWords
  int run_words = 0;              ///< words from kRunEntry on
  int setup_words = 0;
  int setup_cycles = 0;
  int step_cycles = 0;   ///< T: one bit of the scalar
  int fixed_cycles = 0;  ///< F: a run takes T m + F
};

/// File for $readmemh: one word of nine digits on each line.
std::string HexText(const Program& program);
/// The listing, with the cycle of each instruction in its segment.
std::string ListingText(const Program& program, int w);

}  // namespace curvebench::kummer

#endif  // CURVEBENCH_TB_EXPLORE_KUMMER_PROGRAM_H_
