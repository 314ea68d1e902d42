// SPDX-License-Identifier: Apache-2.0
// The result model: one row for each configuration. Its JSON keys are stable;
// other tools read them (docs/results.md).
#ifndef CURVEBENCH_TB_BENCH_ROW_H_
#define CURVEBENCH_TB_BENCH_ROW_H_

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/manifest.h"

namespace curvebench {

/// Passed and run of one vector class.
struct Count {
  int passed = 0;
  int run = 0;
};

/// The test that compares results; all others are rules of the contract.
inline constexpr char kVectorTest[] = "Vectors";
/// A spread part of it, run before the rules to find faults early.
inline constexpr char kSampleTest[] = "VectorSample";

/// Outcome of one test of a configuration.
struct TestOutcome {
  std::string name;
  bool passed = true;
  double seconds = 0;
  std::vector<std::string> failures = {};
  bool skipped = false;     ///< not available for this configuration
  std::string reason = "";  ///< why
};

/// Everything known about one configuration.
struct Row {
  std::string family;
  std::string variant;  ///< without the family; a path for outside variants
  std::string configuration;
  std::string operation;
  std::string summary;
  nlohmann::json size;
  nlohmann::json inputs;           ///< as the manifest declares them
  std::string status = "not_run";  ///< pass | fail | not_run
  std::string error;               ///< why it could not be built or run
  int vectors = 0;
  std::map<std::string, Count> classes;
  int records = 0;                           ///< of vector files
  std::map<std::string, int> skipped;        ///< of them, by reason
  std::map<std::string, uint64_t> coverage;  ///< rare events, by name
  std::map<std::string, double> unit_use;    ///< share of busy cycles, by unit
  int contract_run = 0, contract_passed = 0, contract_skipped = 0;
  std::optional<uint64_t> cycles_min, cycles_max;
  std::optional<uint64_t> cycles_base;  ///< cycles_max without cycles_extra
  std::optional<uint64_t> cycles_claimed;
  std::optional<uint64_t> setup_cycles, setup_cycles_claimed;
  std::string constant_time = "unknown";  ///< proved | measured | no | unknown
  std::string addresses = "unknown";      ///< constant | secret | unknown
  std::string rtl_hash;
  std::string warnings;  ///< lint warnings of foreign RTL
  nlohmann::json synthesis = {
      {"yosys_xc7", nullptr}, {"ice40_hx8k", nullptr}, {"vivado_v7", nullptr}};
  nlohmann::json evidence = nlohmann::json::object();  ///< see evidence.h
  nlohmann::json published;  ///< row of golden/published, or null
  std::vector<TestOutcome> tests;

  std::string id() const;
  /// What the manifest declares short of every operand and no lint warning.
  std::string Notes() const;
};

/// A row with what the manifest says, before anything has run.
Row MakeRow(const Configuration& configuration, const Paths& paths);

/// Rows of golden/published/<family>.json by name; empty if there is none.
nlohmann::json PublishedRows(const Paths& paths, const std::string& family);

nlohmann::json ToJson(const Row& row);
Row RowFromJson(const nlohmann::json& json);

/// Cycles that figures compare: those without cycles_extra.
std::optional<uint64_t> ComparedCycles(const Row& row);

/// The number of a size that matters: the largest ("m" of m = 233, "n" of
/// n = 512, d = 8); empty if there is none.
std::string SizeKey(const nlohmann::json& size);
/// That number of a size.
std::optional<double> SizeOf(const nlohmann::json& size,
                             const std::string& key);

/// ours / published for "cycles", "lut" or "lut_cycles", where both are known.
std::optional<double> Ratio(const Row& row, const std::string& figure);

/// LUTs as Vivado's Slice LUTs count them, if synthesised.
std::optional<double> Lut(const Row& row);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_ROW_H_
