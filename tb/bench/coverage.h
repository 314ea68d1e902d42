// SPDX-License-Identifier: Apache-2.0
// Line and toggle coverage as Verilator counts it (docs/evidence.md).
#ifndef CURVEBENCH_TB_BENCH_COVERAGE_H_
#define CURVEBENCH_TB_BENCH_COVERAGE_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "bench/manifest.h"
#include "bench/regression.h"

namespace curvebench {

/// One thing that a run should have done: a line executed, a bit toggled.
struct CoveragePoint {
  std::string file;  ///< as Verilator names it
  int line = 0;
  int column = 0;
  std::string kind;    ///< line | branch | toggle
  std::string object;  ///< signal and bit, or what kind of statement
  std::string scope;   ///< instance: ".gf2m_digit.port.engine"; "" all
  std::string module;  ///< without its parameters
  bool operator<(const CoveragePoint& other) const;
};

/// Points with their counts.
using CoverageCounts = std::map<CoveragePoint, uint64_t>;

/// The points of a file that Verilator wrote.
/// @throws std::runtime_error if it is no coverage file
CoverageCounts ReadCoverage(const std::string& text);

/// Points that a model declares but has no code to count: lines of functions
/// that run at elaboration only, branches that parameters decide, bits that
/// Verilator found constant.
/// @param source the C++ that Verilator made of the whole model
std::set<CoveragePoint> PointsWithoutCode(const std::string& source);

/// Reasons, by file and line, for which points there do not count: a comment
/// `// coverage: REASON` on the line, or a pair `// coverage off: REASON` and
/// `// coverage on` around several.
class CoverageExclusions {
 public:
  /// Why a line does not count; empty if it does.
  /// @throws InputError if a range has no reason or no end
  std::string Reason(const std::string& file, int line);

 private:
  std::map<std::string, std::map<int, std::string>> files_;
};

/// Runs the configuration's regression and contract rules on models that count.
/// A bit is covered if it went up and down in one model, from registers of 0.
/// @return {"points": [...], "functional": {name: count}, "status"}; "excluded"
///   of a point says why it cannot be covered: no code, or a bit that has one
///   value only in every reachable state as far as the structure tells
nlohmann::json MeasureCoverage(const Configuration& configuration,
                               const Family& family, const Paths& paths,
                               const RegressionOptions& options);

/// Covered, counted and excluded points, and what is not covered.
struct CoverageSummary {
  struct Figure {
    uint64_t covered = 0, counted = 0, excluded = 0;
    double Percent() const {
      return counted == 0 ? 100.0
                          : 100.0 * static_cast<double>(covered) /
                                static_cast<double>(counted);
    }
  };
  struct Module {
    std::string file;
    Figure line, toggle;
  };
  std::map<std::string, Module> modules;
  Figure line, toggle, functional;
  std::map<std::string, uint64_t> reasons;  ///< of exclusions, with counts
  std::vector<std::string> missed;          ///< points not covered, for people
};

/// Merges what several configurations measured: a point is covered if any of
/// them did it, and excluded if it is so in all of them.
CoverageSummary Summarise(const std::vector<nlohmann::json>& measured,
                          const Paths& paths);

nlohmann::json ToJson(const CoverageSummary& summary);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_COVERAGE_H_
