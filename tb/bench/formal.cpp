// SPDX-License-Identifier: Apache-2.0
#include "bench/formal.h"

#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/model_builder.h"
#include "bench/mutation.h"
#include "bench/yosys.h"

namespace curvebench {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// Gates of a module whose output `wrong` is the question, cached by its text.
Aig Gates(const Configuration& configuration, const std::string& script,
          const fs::path& folder, const std::string& name) {
  const fs::path gates = folder / (name + ".aag");
  if (!fs::exists(gates)) {
    const fs::path unfinished = gates.string() + ".new";
    RunYosys(configuration, script + YosysToAiger(unfinished), folder, name);
    fs::rename(unfinished, gates);
  }
  Aig aig = ReadAiger(ReadText(gates));
  return AnyOutput(aig);
}

}  // namespace

std::vector<FormalCheck> FormalChecks(const Paths& paths,
                                      const std::string& family) {
  const fs::path folder = paths.root / "tb" / "formal" / family;
  const fs::path file = folder / "checks.json";
  std::vector<FormalCheck> checks;
  if (!fs::exists(file)) return checks;
  try {
    for (const json& entry : ReadJson(file)) {
      auto variant = std::make_shared<Variant>();
      variant->name = family + "/" + entry.at("name").get<std::string>();
      variant->folder = folder;
      variant->family = family;
      variant->top = entry.at("top");
      for (const std::string source : entry.at("sources")) {
        const fs::path own = folder / source;
        const fs::path shared = paths.root / "rtl" / source;
        if (!fs::exists(own) && !fs::exists(shared)) {
          throw InputError(file.string(), "sources", "no file " + source,
                           "name files of this folder or below rtl/");
        }
        variant->sources.push_back(fs::exists(own) ? own : shared);
      }
      for (const json& parameters : entry.at("parameters")) {
        FormalCheck check;
        check.configuration.variant = variant;
        check.configuration.parameters = parameters;
        check.name = entry.at("name");
        for (const auto& [key, value] : parameters.items()) {
          if (value.is_number()) check.name += " " + key + "=" + value.dump();
        }
        check.configuration.name = check.name;
        checks.push_back(std::move(check));
      }
    }
  } catch (const json::exception& error) {
    throw InputError(file.string(), "",
                     std::string("is no list of checks: ") + error.what(),
                     "each has name, top, sources and parameters");
  }
  return checks;
}

Verdict Prove(const FormalCheck& check, const Paths& paths, int seconds) {
  const fs::path folder =
      paths.build / "prove" /
      Sha256(YosysVersion() + SourceText(check.configuration)).substr(0, 16);
  fs::create_directories(folder);
  return ProveNever(
      Gates(check.configuration, YosysRead(check.configuration) + "proc\n",
            folder, "check"),
      folder, "check", seconds);
}

Verdict ProvePortRules(const Configuration& configuration, const Family& family,
                       const Paths& paths, int seconds) {
  const fs::path rules = paths.root / "tb" / "formal" / "port_rules.v";
  const fs::path folder =
      paths.build / "prove" /
      Sha256(YosysVersion() + SourceText(configuration) + ReadText(rules))
          .substr(0, 16);
  fs::create_directories(folder);
  const int addr_bits = family.Describe(configuration).addr_bits;
  return ProveNever(
      Gates(configuration,
            YosysRead(configuration) + "proc\n" + kFlattenAll +
                "read_verilog -DCURVEBENCH_TOP=" + configuration.variant->top +
                " -DCURVEBENCH_A=" + std::to_string(addr_bits) + " " +
                rules.string() + "\nhierarchy -check -top port_rules\nproc\n",
            folder, "port"),
      folder, "port", seconds);
}

}  // namespace curvebench
