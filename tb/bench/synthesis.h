// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_SYNTHESIS_H_
#define CURVEBENCH_TB_BENCH_SYNTHESIS_H_

#include <nlohmann/json.hpp>
#include <string>

#include "bench/manifest.h"

namespace curvebench {

/// Synthesis estimates by Yosys for Xilinx series 7 (synth_xilinx -family xc7).
/// Both settings of the LUT mapper are run and the smaller result is kept; the
/// flow that gave it is named. Results are cached in build/synthesis by a hash
/// of sources, parameters, script and Yosys version.
class YosysXc7 {
 public:
  explicit YosysXc7(const Paths& paths);

  /// {"lut", "lutram", "ff", "dsp", "bram36", "carry", "logic_ns", "flow",
  ///  "tool", "hash", "core": {the same, without the port} | null}
  /// lut: logic + RAM + shift registers, as Vivado counts Slice LUTs.
  /// logic_ns: longest path through LUTs without wires, carry chains and
  /// multiplexers: a lower bound.
  /// @throws InputError if Yosys cannot read or map the sources
  nlohmann::json Synthesise(const Configuration& configuration) const;

  /// The same without a look at the committed figures: what they are compared
  /// with must not be they themselves.
  nlohmann::json Measure(const Configuration& configuration) const;

  /// What Measure would return, if it need not run; else null.
  nlohmann::json Cached(const Configuration& configuration) const;

  /// What Synthesise would return, if it need not run: from the cache, or from
  /// the quality-of-results file if that is of the same sources. Else null.
  nlohmann::json Known(const Configuration& configuration) const;

  /// Verilog file with the netlist of the top, in the flow that Synthesise
  /// prefers where that is known; cached.
  /// @throws InputError as Synthesise does
  std::filesystem::path Netlist(const Configuration& configuration) const;

  /// Hash of all that a result depends on.
  std::string Hash(const Configuration& configuration) const;

 private:
  nlohmann::json Map(const Configuration& configuration,
                     const std::string& module, bool core,
                     const std::filesystem::path& folder) const;

  Paths paths_;
  std::string version_;
};

/// What is known of a configuration without running a tool, by flow:
/// {"yosys_xc7", "ice40_hx8k", "vivado_v7"}, each figures or null.
nlohmann::json KnownSynthesis(const Configuration& configuration,
                              const Paths& paths);

/// A configuration whose RTL is a netlist of Yosys and the cell models.
Configuration NetlistConfiguration(const Configuration& configuration,
                                   const std::filesystem::path& netlist);

/// Figures of a `stat -json` and a `sta` report.
/// @throws std::runtime_error if a report is not what Yosys writes
nlohmann::json ReadYosysReports(const std::string& stat,
                                const std::string& sta);

/// Committed quality of results (constraints/qor/<family>.json): id -> figures.
std::filesystem::path QorFile(const Paths& paths, const std::string& family);

/// A quality-of-results file: {"tool", "rows": {id: figures}}. The figures that
/// others are judged by are all there, and can be those of a design.
/// @throws InputError if it is anything else
nlohmann::json ReadQor(const std::filesystem::path& file);

/// Its figures of one configuration, if they are of this hash; else null.
nlohmann::json CommittedFigures(const std::filesystem::path& file,
                                const std::string& id, const std::string& hash);

/// Figures that a flow kept in the build folder. Null if there are none or they
/// cannot be read: a cache is made anew, nobody corrects it.
nlohmann::json CachedFigures(const std::filesystem::path& file);

/// Figures of a flow or of a paper: null, or numbers and texts by name, with
/// parts of the same kind ("core", "power"). What is computed with is a number.
/// @param what  their name in the message
/// @throws std::invalid_argument if they are anything else
void CheckFigures(const std::string& what, const nlohmann::json& figures);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_SYNTHESIS_H_
