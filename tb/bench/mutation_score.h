// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_MUTATION_SCORE_H_
#define CURVEBENCH_TB_BENCH_MUTATION_SCORE_H_

#include <functional>
#include <nlohmann/json.hpp>

#include "bench/mutation.h"
#include "bench/regression.h"

namespace curvebench {

struct MutationOptions {
  RegressionOptions regression;  ///< seed, vectors, jobs
  int count = 200;               ///< mutants
  int proof_seconds = 120;       ///< for each survivor
};

/// Called after each mutant: what became of it, how many are done, of how many.
using MutantProgress =
    std::function<void(const nlohmann::json&, size_t, size_t)>;

/// Runs the configuration's own regression and contract rules on each mutant
/// until the first failure, and asks of those that live on whether anything
/// could tell them from the unharmed design.
/// @return {"mutants", "killed", "equivalent", "survived", "score", "seed",
///   "killed_by": {test: count}, "survivors": [...], "proven": [...]};
///   score = killed / (mutants - equivalent), null if there are none of these
/// @throws InputError if the RTL cannot be built
/// @throws std::runtime_error if the unharmed design fails
nlohmann::json ScoreMutants(const Configuration& configuration,
                            const Family& family, const Paths& paths,
                            const MutationOptions& options,
                            const MutantProgress& progress);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_MUTATION_SCORE_H_
