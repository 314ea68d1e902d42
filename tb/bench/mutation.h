// SPDX-License-Identifier: Apache-2.0
// Mutants of any configuration's RTL, by Yosys: all of them in one model, one
// at a time switched on by an input.
#ifndef CURVEBENCH_TB_BENCH_MUTATION_H_
#define CURVEBENCH_TB_BENCH_MUTATION_H_

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/aig.h"
#include "bench/family.h"
#include "bench/manifest.h"

namespace curvebench {

/// One fault, in the elaborated and flattened design.
struct Mutation {
  int number = 0;      ///< value of the input that switches it on, 1 or more
  std::string mode;    ///< inv | const0 | const1 | cnot0 | cnot1
  std::string where;   ///< cell, port and bit
  std::string source;  ///< file:line of the RTL, as far as Yosys kept it
};

/// A configuration with its mutants behind an input.
struct MutatedRtl {
  Configuration configuration;  ///< to be built and tested as any other
  std::vector<Mutation> mutations;
  std::filesystem::path folder;
  int select_bits = 1;  ///< width of the input that selects a mutant
  int addr_bits = 4;    ///< of the byte port
};

class Mutator {
 public:
  /// The input that selects a mutant; 0 is the unharmed design.
  static constexpr char kInput[] = "curvebench_mutant";

  explicit Mutator(const Paths& paths) : paths_(paths) {}

  /// @param count at most so many mutants, spread over cells, wires and lines
  /// @throws InputError if Yosys cannot read the sources
  MutatedRtl Make(const Configuration& configuration, const Interface& port,
                  int count, uint64_t seed) const;

  /// Whether no step of the unharmed design from a reachable state would differ
  /// with the mutant. Then it is equivalent; else nothing is known.
  /// @param seconds for the proof
  Verdict NoStepDiffers(const MutatedRtl& rtl, const Mutation& mutation,
                        int seconds) const;

  /// Whether a mutant writes to a few registers what the unharmed design does
  /// not, and nothing else ever differs, since nobody reads them until they are
  /// written anew. Then it is equivalent; else nothing is known.
  /// @param seconds for each of two attempts
  Verdict Reconverges(const MutatedRtl& rtl, const Mutation& mutation,
                      int seconds) const;

  /// Whether a mutant and the unharmed design answer the same to every sequence
  /// of inputs that begins with a reset, from registers of 0.
  /// @param seconds for the proof
  Verdict Equivalent(const MutatedRtl& rtl, const Mutation& mutation,
                     int seconds) const;

  /// Makes the gates that all need, which takes longer than a proof.
  void PrepareProofs(const MutatedRtl& rtl) const;

 private:
  Aig Gates(const MutatedRtl& rtl) const;

  Paths paths_;
};

/// The list that `mutate -list` writes.
/// @param root  sources below it are named relative to it
/// @throws std::runtime_error if a line is no mutation
std::vector<Mutation> ReadMutations(const std::string& text,
                                    const std::filesystem::path& root);

/// The mutants of a list without those at pins that do nothing: enable, clock
/// and resets of a memory's read port that has no clock. Yosys insists on their
/// constants.
/// @param mutations  the list of `mutate -list` for that RTLIL
std::string DropIdlePins(const std::string& rtlil,
                         const std::string& mutations);

/// RTLIL in which each cell with a mutant at an output has a buffer behind it,
/// whose input the mutant then takes. Else one word would have some bits from
/// the cell and one from a gate that reads its neighbours: no loop of bits, but
/// one of words, and Verilator 5.006 has answered wrongly for such.
/// @param mutations  the list of `mutate -list`; becomes the script to run
/// @throws std::runtime_error if a line of it is no mutation
std::string BufferOutputs(const std::string& rtlil, std::string* mutations);

/// Script lines that turn the current design into gates and write it as AIGER:
/// memories become registers, asynchronous resets synchronous ones; undefined
/// values and initial contents are 0 (other contents are a contract rule's).
std::string YosysToAiger(const std::filesystem::path& file);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_MUTATION_H_
