// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_VIVADO_H_
#define CURVEBENCH_TB_BENCH_VIVADO_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "bench/family.h"
#include "bench/manifest.h"

namespace curvebench {

/// How Vivado is run.
struct VivadoOptions {
  std::string part = "xc7vx690tffg1761-2";
  bool board =
      false;  ///< uart_board as top; else the byte port, out of context
  bool search = true;          ///< for the highest clock; else the XDC's
  std::filesystem::path saif;  ///< activity for the power report, or empty
};

/// Synthesis, placement and routing by Vivado, by scripts/vivado/flow.tcl.
/// Results are cached in build/synthesis by a hash of all inputs.
class VivadoFlow {
 public:
  explicit VivadoFlow(const Paths& paths) : paths_(paths) {}

  /// True if `vivado` is on PATH.
  static bool Installed();

  /// The figures of ReadVivadoUtilisation and ReadVivadoPower, and
  /// {"met", "mhz", "period_ns", "setup_ns", "hold_ns", "pulse_ns", "part",
  ///  "mode", "tool", "hash"}; slacks are those of the reported run.
  /// @throws InputError if Vivado is missing, fails, or writes no reports;
  /// names
  ///   its log and the stage of the flow
  nlohmann::json Implement(const Configuration& configuration,
                           const Interface& port,
                           const VivadoOptions& options) const;

  /// The cached result of the default options, or null. Does not run anything.
  nlohmann::json Known(const Configuration& configuration) const;

 private:
  std::string Hash(const Configuration& configuration,
                   const VivadoOptions& options) const;

  Paths paths_;
};

/// Of a `report_utilization` text: {"lut", "lutram", "ff", "slices", "dsp",
/// "bram36"}, each {"used", "available"}, or null if the report has no such
/// line. bram36 counts tiles, in halves.
/// @throws std::runtime_error if there is no table in it
nlohmann::json ReadVivadoUtilisation(const std::string& report);

/// Of a `report_timing_summary` text: {"setup_ns", "hold_ns", "pulse_ns",
/// "failing", "met"}; a slack that is NA (no such path) is null and counts as
/// met; failing counts end points of all three kinds.
/// @throws std::runtime_error if there is no design timing summary in it
nlohmann::json ReadVivadoTiming(const std::string& report);

/// Of a `report_power` text: {"total_w", "dynamic_w", "static_w",
/// "confidence"}.
/// @throws std::runtime_error if there is no summary in it
nlohmann::json ReadVivadoPower(const std::string& report);

/// Clock period in ns of the file that flow.tcl writes.
/// @throws std::runtime_error if the text is no number above 0
double ReadVivadoPeriod(const std::string& text);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_VIVADO_H_
