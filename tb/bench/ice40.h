// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_ICE40_H_
#define CURVEBENCH_TB_BENCH_ICE40_H_

#include <nlohmann/json.hpp>
#include <string>

#include "bench/family.h"
#include "bench/manifest.h"

namespace curvebench {

/// Real place and route for an iCE40 HX8K (package ct256): the variant behind
/// uart_board, mapped by Yosys, placed and routed by nextpnr, packed into a
/// bitstream. Results are cached in build/synthesis by a hash of all inputs.
class Ice40Flow {
 public:
  explicit Ice40Flow(const Paths& paths);

  /// {"fits", "lc", "lc_available", "lut", "ff", "bram", "bram_available",
  ///  "fmax_mhz", "bitstream", "reason", "device", "tool", "hash"}
  /// lc: logic cells, each a LUT of four inputs and a flip-flop; of the whole
  /// board top, the serial shell included; bitstream: its file, from the build
  /// folder. A design that does not fit has
  /// "fits": false, the reason, what it needs, and null for the rest.
  /// @throws InputError if a tool fails for another reason
  nlohmann::json PlaceAndRoute(const Configuration& configuration,
                               const Interface& port) const;

  /// What PlaceAndRoute would return, if it need not run; else null.
  nlohmann::json Cached(const Configuration& configuration) const;

  /// The same, or the committed figures of the same sources.
  nlohmann::json Known(const Configuration& configuration) const;

  /// Hash of all that a result depends on.
  std::string Hash(const Configuration& configuration) const;

  /// Committed results: constraints/qor/<family>_ice40.json.
  static std::filesystem::path QorFile(const Paths& paths,
                                       const std::string& family);

 private:
  std::filesystem::path Constraints() const;

  Paths paths_;
  std::string version_;
};

/// Logic cells, block RAMs and the clock's frequency of a report that
/// nextpnr-ice40 writes with --report.
/// @throws std::runtime_error if it is none
nlohmann::json ReadNextpnrReport(const std::string& report);

/// {"lc", "bram", ...} as a nextpnr log counts them before placement.
nlohmann::json ReadNextpnrUtilisation(const std::string& log);

/// Cells that synth_ice40 mapped to, from `stat -json`: "lut", "ff", "bram" and
/// "lc", the least number of logic cells that they can be packed into.
/// @throws std::runtime_error if the text is no such statistics
nlohmann::json ReadIce40Cells(const std::string& stat);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_ICE40_H_
