// SPDX-License-Identifier: Apache-2.0
// Variants of the RTL as their manifests describe them (docs/manifest.md).
#ifndef CURVEBENCH_TB_BENCH_MANIFEST_H_
#define CURVEBENCH_TB_BENCH_MANIFEST_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace curvebench {

/// Where the project's own files lie.
struct Paths {
  std::filesystem::path root;   ///< checkout: rtl/, docs/, golden/
  std::filesystem::path build;  ///< everything generated
};

/// What a manifest (rtl/<family>/<variant>/variant.json) says of all its
/// configurations. Keys keep their names of docs/variant.schema.json.
struct Variant {
  std::string name;  ///< "family/variant", or the folder of an outside variant
  std::filesystem::path folder;  ///< absolute
  std::string family;
  std::string top;
  std::string core;  ///< module whose area is reported without the port, or ""
  std::vector<std::filesystem::path> sources;  ///< absolute
  std::vector<std::filesystem::path> include;  ///< absolute directories
  std::map<std::string, std::string> defines;
  std::vector<std::filesystem::path> data;  ///< absolute
  bool own_warnings = true;  ///< a warning is fatal; else it is shown
  bool is_netlist = false;   ///< made by a tool: no lint, no register names
  bool keeps_names = false;  ///< a netlist whose registers have their names
  /// Inputs of the top beside the contract's, made by a tool; at most 32 bits.
  std::vector<std::string> extra_inputs;
  std::string summary;
  std::string operation;
  nlohmann::json inputs;
  std::vector<std::string> outputs;
  std::vector<std::string> optional_slots;
  std::string zeroize;  ///< all | registers | none
  bool constant_time = true;

  /// The manifest file, for messages.
  std::filesystem::path file() const { return folder / "variant.json"; }
  /// True if a result of that name is promised by the manifest.
  bool HasOutput(const std::string& output) const;
};

/// One size and set of parameters of a variant: what is built and measured.
struct Configuration {
  std::shared_ptr<const Variant> variant;
  std::string name;
  nlohmann::json size;        ///< as the family reads it, e.g. {"m": 233, ...}
  nlohmann::json parameters;  ///< Verilog parameters of the top
  bool extended = false;      ///< left out of the default regression
  bool default_size = true;   ///< that of the variant's first configuration
  std::optional<uint64_t> cycles;        ///< claim: start to done
  std::optional<uint64_t> setup_cycles;  ///< claim: busy after the last load
  std::map<std::string, int64_t> cycles_extra;  ///< cycles per public measure
  std::map<std::string, int64_t> setup_extra;   ///< the same for the set-up
  std::map<std::string, double> unit_use;  ///< share of busy cycles, by unit
  std::optional<std::string> published;    ///< row of golden/published/<family>

  /// "family/variant/configuration": unique in a run, and what users type.
  std::string id() const { return variant->name + "/" + name; }
};

/// Reads and checks one manifest.
/// @throws InputError naming file, key and remedy
std::vector<Configuration> ReadManifest(const std::filesystem::path& folder,
                                        const Paths& paths);

/// What a selection found. Faults of single manifests do not hide the others.
struct Selection {
  std::vector<Configuration> configurations;
  std::vector<std::string> errors;
};

/// Finds variants. A pattern is family/variant[/configuration] with globs, or a
/// folder anywhere that holds a variant.json (optionally followed by
/// /configuration). No pattern selects all of rtl/.
/// @throws InputError if a pattern matches nothing
Selection Select(const std::vector<std::string>& patterns, const Paths& paths);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_MANIFEST_H_
