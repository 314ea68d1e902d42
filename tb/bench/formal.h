// SPDX-License-Identifier: Apache-2.0
// Formal checks beside constant time: arithmetic modules against their formula
// (tb/formal/<family>/checks.json), and rules of the byte port.
#ifndef CURVEBENCH_TB_BENCH_FORMAL_H_
#define CURVEBENCH_TB_BENCH_FORMAL_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/aig.h"
#include "bench/family.h"
#include "bench/manifest.h"

namespace curvebench {

/// A Verilog module with an output `wrong` that must never be 1.
struct FormalCheck {
  std::string name;             ///< "digit multiplier M=5 D=2"
  Configuration configuration;  ///< its sources, top and parameters
};

/// What a family has to prove of its modules; none if it has no such file.
/// @throws InputError if the file is no list of checks
std::vector<FormalCheck> FormalChecks(const Paths& paths,
                                      const std::string& family);

/// Proves a check for all inputs and any number of cycles.
Verdict Prove(const FormalCheck& check, const Paths& paths, int seconds);

/// The rules of tb/formal/port_rules.v on a configuration; where they are not
/// proved in the time, Verdict::depth says how many cycles were looked at.
Verdict ProvePortRules(const Configuration& configuration, const Family& family,
                       const Paths& paths, int seconds);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_FORMAL_H_
