// SPDX-License-Identifier: Apache-2.0
// Does the time of a run depend on secrets? Two ways to prove that it does not,
// for any configuration of any family: docs/evidence.md.
#ifndef CURVEBENCH_TB_BENCH_CONSTANT_TIME_H_
#define CURVEBENCH_TB_BENCH_CONSTANT_TIME_H_

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/aig.h"
#include "bench/family.h"
#include "bench/manifest.h"
#include "bench/netlist.h"

namespace curvebench {

/// What `done` and the bits 0 (done), 1 (busy) and 4 (protocol error) of the
/// status may depend on. Secret: the loads that the family calls so, or all if
/// it calls none so (somebody will put secrets into bare arithmetic).
/// Declassified: whether a secret is in range, and the identity bit.
class ConstantTime {
 public:
  ConstantTime(const Configuration& configuration, const Family& family,
               const Paths& paths);

  /// By structure: secrets are followed from the registers that hold them after
  /// the loads through every gate that they can change, until nothing new is
  /// reached; any number of cycles, any start, address and strobe. If they
  /// reach what they must not, once more for each cycle of a run by itself,
  /// with the registers that steer it at their values, for any number of runs.
  /// @param seconds for the second way
  /// @return {"answer": "clean" | "reached" | "not available", "reason",
  ///   "reached": [sinks], "through": [registers], "secret_registers",
  ///   "registers", "addresses": "constant" | "secret" | "unknown",
  ///   "secret_addresses": [names], "cycles": of a run, if the second way
  ///   gave the answer, else null}
  nlohmann::json Structure(int seconds) const;

  /// By self-composition: two copies that differ only in bytes of secret loads,
  /// and there not in bits that a slot forbids; what they show must agree in
  /// every cycle. Loads fall outside of runs, one request at a time.
  /// @param seconds for the proof
  /// @return {"answer": "proved" | "refuted" | "open" | "not available",
  ///   "reason", "method", "depth"}
  nlohmann::json SelfComposition(int seconds) const;

 private:
  // Secrets of which one bit is known: the accepted values of a load that
  // refuses one value by itself are those that differ from it in some bit.
  struct Part {
    int load = -1, bit = -1;
    Bit value = kSecret;
  };
  std::vector<Part> Parts() const;
  Netlist::State Loaded(Netlist* netlist, const Part& part) const;
  std::string Wrapper() const;
  bool IsSecret(size_t load) const;

  const Configuration configuration_;
  const Family& family_;
  const Interface port_;
  const Paths paths_;
  std::filesystem::path folder_;
};

/// The gates of a configuration in the form that Netlist reads; cached.
/// @throws InputError if Yosys cannot read the sources
nlohmann::json GatesOf(const Configuration& configuration, const Paths& paths);

/// Both of them: {"constant_time": "proved" | "no" | "unknown", "method",
/// "addresses", "structure": {...}, "self_composition": {...} | null}.
/// @param both  the second even where the first is proof enough
nlohmann::json ProveConstantTime(const Configuration& configuration,
                                 const Family& family, const Paths& paths,
                                 int seconds, bool both);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_CONSTANT_TIME_H_
