// SPDX-License-Identifier: Apache-2.0
// And-inverter graphs as Yosys writes them (write_aiger -ascii -symbols), and
// the two questions that proofs ask of two copies of one design.
#ifndef CURVEBENCH_TB_BENCH_AIG_H_
#define CURVEBENCH_TB_BENCH_AIG_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace curvebench {

/// An AIG: literal 2v is variable v, 2v+1 its complement; 0 false, 1 true.
struct Aig {
  struct Latch {
    uint32_t literal, next, init;
  };
  struct And {
    uint32_t literal, left, right;
  };
  uint32_t variables = 0;
  std::vector<uint32_t> inputs;
  std::vector<Latch> latches;
  std::vector<uint32_t> outputs;
  std::vector<And> ands;  ///< in topological order
  std::map<std::string, size_t> input_names;
  std::map<std::string, size_t> output_names;
};

/// @throws std::runtime_error if the text is no ASCII AIGER file
Aig ReadAiger(const std::string& text);

/// The binary form, which ABC reads.
std::string WriteAiger(const Aig& aig);

/// Two copies of a design side by side.
struct TwoCopies {
  /// Inputs (by prefix of their name, to the bit index) with a value for each
  /// copy: name -> {first, second}.
  std::map<std::string, std::pair<uint32_t, uint32_t>> constants;
  /// Inputs that each copy has for itself; all others are shared.
  std::vector<std::string> separate;
  /// Outputs that must agree in every cycle.
  std::vector<std::string> compared;
  /// Both read the registers of the first copy, and what they would write is
  /// compared too: whether one step ever differs. Enough to be equal for ever,
  /// and about half of the state.
  bool one_state = false;
  /// But these registers (places in Aig::latches) each copy has for itself, and
  /// what it writes there is its own business. Enough all the same: until
  /// something is seen to differ, the others are equal.
  std::set<size_t> apart;
};

/// One output that is true when the copies disagree. Shared logic stands once.
/// A name stands for itself and for its bits "NAME[3]".
Aig Miter(const Aig& design, const TwoCopies& copies);

/// The registers that copies of one state write differently in some of 65,536
/// random states, and `apart`.
std::set<size_t> WrittenApart(const Aig& design, const TwoCopies& copies);

/// The same design with one output: whether any of its outputs is true.
Aig AnyOutput(const Aig& design);

/// The design with the registers only that its outputs read (one layer), those
/// that they are computed from (two), and so on; others become inputs. What
/// never happens here never happens in the design.
Aig KeepNearRegisters(const Aig& design, int layers);

/// What ABC found out about an output that must never be true.
struct Verdict {
  enum Answer { kProved, kRefuted, kOpen } answer = kOpen;
  int depth = 0;  ///< cycles to the counterexample, or looked at without one
  std::string method;  ///< for people
};

/// Signal correspondence, then property-directed reachability. A proof holds
/// for any number of cycles.
/// @param folder for files and logs
/// @param seconds after which there is no answer
/// @param search for a counterexample too, if there is no proof
/// @throws InputError if yosys-abc is missing
Verdict ProveNever(const Aig& aig, const std::filesystem::path& folder,
                   const std::string& name, int seconds, bool search = true);

/// Tries it with no register, then with more and more layers of them. A proof
/// holds for the whole; there is no counterexample.
Verdict ProveNeverLocally(const Aig& aig, const std::filesystem::path& folder,
                          const std::string& name, int seconds);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_AIG_H_
