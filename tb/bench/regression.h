// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_REGRESSION_H_
#define CURVEBENCH_TB_BENCH_REGRESSION_H_

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "bench/checks.h"
#include "bench/family.h"
#include "bench/manifest.h"
#include "bench/row.h"

namespace curvebench {

/// What `verify` runs.
struct RegressionOptions {
  uint64_t seed = 1;
  int count = 0;  ///< vectors for each configuration; 0: the family's choice
  int jobs = 2;
  std::string filter = "*";
  bool random_contents = true;  ///< of registers at the start
  int seconds = 1800;  ///< after which a configuration counts as hanging
  /// With a build, before progress tells of it.
  std::chrono::milliseconds patience{5000};
  /// "uart:/dev/...": a board instead of models; then one configuration only.
  std::string backend;
  int baud = 57'600;
  /// Vector files; if any, they replace the stimulus and the contract rules.
  std::vector<std::filesystem::path> files;
};

/// Rows in the order of the selection, and what it cost.
struct RegressionResult {
  std::vector<Row> rows;
  double seconds = 0;
  double golden_seconds = 0;  ///< spent on stimulus and golden results
};

/// Status of a row that is being built and tested.
inline constexpr char kBegun[] = "building and testing";

/// Status of a row whose model takes long to build.
inline constexpr char kBuilding[] = "building";

/// Called before (status kBegun) and after each configuration: its row, how
/// many are done, of how many. Called in the configuration's own process, with
/// no numbers, when its build takes long (status kBuilding).
using Progress = std::function<void(const Row&, size_t, size_t)>;

/// Builds and tests every configuration, each in a process of its own, so that
/// a model that crashes costs its own row and nothing else. Vectors and golden
/// results are made once for all configurations of the same stimulus.
RegressionResult RunRegression(const std::vector<Configuration>& configurations,
                               const Families& families, const Paths& paths,
                               const RegressionOptions& options,
                               const Progress& progress);

/// Stimulus of one configuration as a regression would use it.
/// @param read records of vector files, and what was skipped of them
std::vector<Vector> MakeVectors(const Configuration& configuration,
                                const Family& family,
                                const RegressionOptions& options,
                                FileVectors* read);

/// The smallest configuration of a variant gets the whole contract; a long run
/// gets none of it, if there is a smaller one.
/// @param all the configurations of its manifest
ContractPlan PlanContract(const Configuration& configuration,
                          const std::vector<Configuration>& all);

/// Options as the words that make `replay` see the same vectors.
std::string ReplayArguments(const RegressionOptions& options);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_REGRESSION_H_
