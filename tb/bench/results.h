// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_RESULTS_H_
#define CURVEBENCH_TB_BENCH_RESULTS_H_

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "bench/row.h"

namespace curvebench {

/// A result file: rows, and the tools that made them.
struct Results {
  nlohmann::json tool;
  std::vector<Row> rows;
};

/// The rows of the last regression.
std::filesystem::path ResultsFile(const Paths& paths);

/// @throws InputError if the file cannot be read or is no result file
Results ReadResults(const std::filesystem::path& file);

/// {"schema": 1, "tool": {...}, "rows": [...]}
nlohmann::json ToJson(const Results& results);

/// The last regression with what else is known of the same RTL (synthesis).
/// @throws InputError if there was no regression yet
Results LastResults(const Paths& paths);

/// Puts new rows into the last regression's file. Rows of other configurations
/// stay as long as their RTL is what it was; those that go are named on
/// standard error.
void UpdateLastResults(const Results& results, const Paths& paths);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_RESULTS_H_
