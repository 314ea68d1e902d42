// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_MODEL_BUILDER_H_
#define CURVEBENCH_TB_BENCH_MODEL_BUILDER_H_

#include <filesystem>
#include <map>
#include <string>

#include "bench/family.h"
#include "bench/manifest.h"

namespace curvebench {

/// fast: what tests run on. debug: waves and names of registers, slower.
/// coverage: counts lines and toggles.
enum class Flavour { kFast, kDebug, kCoverage };

/// A port of a top level.
struct TopPort {
  bool output = false;
  int width = 0;  ///< 0: an inout
};
using TopPorts = std::map<std::string, TopPort>;

/// A model library that is ready to load.
struct BuiltModel {
  std::filesystem::path library;
  std::string rtl_hash;  ///< of sources and parameters
  std::string warnings;  ///< lint warnings of foreign RTL
  bool cached = false;
};

/// Turns configurations into shared libraries with Verilator and the compiler.
/// Results stay in build/models under a hash of all that went in.
class ModelBuilder {
 public:
  explicit ModelBuilder(const Paths& paths) : paths_(paths) {}

  /// Builds the Verilator runtime that all models share, unless it is there.
  void BuildRuntime() const;

  /// @throws InputError with the tool's message if the RTL cannot be built or
  ///   its top does not have the ports of the contract
  BuiltModel Build(const Configuration& configuration, const Interface& port,
                   Flavour flavour) const;

  /// The same for a top with other ports (a clock `clk` among them), which is
  /// driven port by port.
  BuiltModel Build(const Configuration& configuration, const TopPorts& ports,
                   Flavour flavour) const;

  /// Verilator's words for a configuration: lint and build share them.
  static std::vector<std::string> VerilatorArguments(
      const Configuration& configuration);

 private:
  std::filesystem::path Runtime() const;
  BuiltModel Build(const Configuration& configuration, const TopPorts& ports,
                   bool byte_port, Flavour flavour) const;

  Paths paths_;
};

/// SHA-256 of a text, in hex.
std::string Sha256(const std::string& text);

/// A parameter of the manifest as Verilog text: strings that are no numbers get
/// quotes.
std::string VerilogValue(const nlohmann::json& value);

/// All text that a configuration's RTL depends on, for hashes.
std::string SourceText(const Configuration& configuration);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_MODEL_BUILDER_H_
