// SPDX-License-Identifier: Apache-2.0
#include "bench/synthesis.h"

#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "bench/command.h"
#include "bench/error.h"
#include "bench/ice40.h"
#include "bench/json_file.h"
#include "bench/model_builder.h"
#include "bench/vivado.h"
#include "bench/yosys.h"

namespace curvebench {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// With more than one kept module stat prints invalid JSON and sta sees only the
// top: the modules that were mapped by themselves are dissolved at the end.
constexpr char kMap[] = "synth_xilinx -family xc7 -flatten -noiopad";
const std::string kScriptTail = std::string(kFlattenAll) + "opt_clean\n";

const char* const kFlows[] = {"default", "nowidelut"};

// LUTs that one memory or shift-register cell takes (7 Series CLB guide, UG474,
// tables of distributed RAM and SRL configurations).
const std::map<std::string, int> kLutsOfMemory = {
    {"RAM32X1S", 1},  {"RAM32X1D", 2},  {"RAM64X1S", 1},  {"RAM64X1D", 2},
    {"RAM128X1S", 2}, {"RAM128X1D", 4}, {"RAM256X1S", 4}, {"RAM32M", 4},
    {"RAM64M", 4},    {"SRL16E", 1},    {"SRLC16E", 1},   {"SRLC32E", 1}};

// Elaboration renames modules whose parameters are set.
std::string ElaboratedName(const std::string& listing,
                           const std::string& module) {
  std::istringstream lines(listing);
  for (std::string line; std::getline(lines, line);) {
    const size_t start = line.find_first_not_of(' ');
    if (start == std::string::npos) continue;
    const std::string name = line.substr(start);
    const std::string marked = "\\" + module;
    if (name == module || name.find(marked + "\\") != std::string::npos ||
        (name.size() > marked.size() &&
         name.compare(name.size() - marked.size(), marked.size(), marked) ==
             0)) {
      return name;
    }
  }
  return "";
}

// A full disk or a copy that broke off leaves less.
bool IsWholeNetlist(const fs::path& file) {
  if (!fs::exists(file)) return false;
  const std::string text = ReadText(file), end = "endmodule";
  const size_t last = text.find_last_not_of(" \t\r\n");
  return last != std::string::npos && last + 1 >= end.size() &&
         text.compare(last + 1 - end.size(), end.size(), end) == 0;
}

}  // namespace

json ReadYosysReports(const std::string& stat, const std::string& sta) {
  json cells;
  try {
    const json document = json::parse(stat);
    cells = document.at("design").at("num_cells_by_type");
  } catch (const json::exception& error) {
    throw std::runtime_error(std::string("unreadable Yosys statistics: ") +
                             error.what());
  }
  uint64_t logic = 0, memory = 0, ff = 0, dsp = 0, carry = 0;
  double bram36 = 0;
  for (const auto& [type, number] : cells.items()) {
    const uint64_t count = number.get<uint64_t>();
    if (const auto it = kLutsOfMemory.find(type); it != kLutsOfMemory.end()) {
      memory += count * static_cast<uint64_t>(it->second);
    } else if (type.rfind("LUT", 0) == 0 || type == "INV") {
      // An inverter that no neighbour takes in is a LUT.
      logic += count;
    } else if (type.rfind("FD", 0) == 0 || type.rfind("LD", 0) == 0) {
      ff += count;
    } else if (type.rfind("DSP48", 0) == 0) {
      dsp += count;
    } else if (type.rfind("RAMB36", 0) == 0) {
      bram36 += static_cast<double>(count);
    } else if (type.rfind("RAMB18", 0) == 0) {
      bram36 += 0.5 * static_cast<double>(count);
    } else if (type == "CARRY4") {
      carry += count;
    }
  }
  json figures = {{"lut", logic + memory},
                  {"lutram", memory},
                  {"ff", ff},
                  {"dsp", dsp},
                  {"bram36", bram36},
                  {"carry", carry},
                  {"logic_ns", nullptr}};
  std::smatch match;
  if (std::regex_search(
          sta, match, std::regex(R"(Latest arrival time in '.*' is (\d+))"))) {
    figures["logic_ns"] = std::stod(match[1]) / 1000;
  }
  return figures;
}

fs::path QorFile(const Paths& paths, const std::string& family) {
  return paths.root / "constraints" / "qor" / (family + ".json");
}

void CheckFigures(const std::string& what, const json& figures) {
  const auto fail = [](const std::string& name, const json& is) {
    throw std::invalid_argument(name + " is " + is.dump());
  };
  if (figures.is_null()) return;
  if (!figures.is_object()) fail(what, figures);
  for (const auto& [key, value] : figures.items()) {
    const std::string name = what + "." + key;
    if (value.is_object()) {
      CheckFigures(name, value);
    } else if (key == "source" || key == "flow" || key == "hash") {
      if (!value.is_string()) fail(name, value);
    } else if (value.is_array() || ((key == "lut" || key == "cycles") &&
                                    !value.is_null() && !value.is_number())) {
      fail(name, value);
    }
  }
}

json CachedFigures(const fs::path& file) {
  try {
    json figures = fs::exists(file) ? ReadJson(file) : json(nullptr);
    CheckFigures("", figures);
    return figures;
  } catch (const std::exception&) {
    return nullptr;
  }
}

namespace {

// Figures that judge others. A number below or beyond all devices would let
// everything pass, or nothing.
void CheckCommitted(const std::string& what, const json& figures) {
  constexpr double kMost = 1e7;
  const auto check = [&](const char* key, bool whole, bool may_be_null) {
    const json value = figures.value(key, json(nullptr));
    if (value.is_null() && may_be_null) return;
    if (!value.is_number() || value < 0 || value > kMost ||
        (whole && !value.is_number_integer())) {
      throw std::invalid_argument(
          what + "." + key + " is " +
          (figures.contains(key) ? value.dump() : "missing"));
    }
  };
  if (figures.contains("fits")) {  // placed and routed
    const bool fits = figures["fits"] == true;
    for (const char* key : {"lc", "bram", "lut", "ff"}) check(key, true, false);
    check("fmax_mhz", false, !fits);
    return;
  }
  for (const char* key : {"lut", "lutram", "ff", "dsp", "carry"}) {
    check(key, true, false);
  }
  check("bram36", false, false);
  // Without a LUT there is no path through one.
  check("logic_ns", false, figures["lut"] == 0);
  if (const json core = figures.value("core", json(nullptr)); !core.is_null()) {
    CheckCommitted(what + ".core", core);
  }
}

}  // namespace

json ReadQor(const fs::path& file) {
  const json document = ReadJson(file);
  try {
    const json& rows = document.at("rows");
    if (!rows.is_object()) throw std::invalid_argument("a list or less");
    for (const auto& [id, figures] : rows.items()) {
      if (!figures.is_object()) throw std::invalid_argument(id + " is none");
      CheckFigures(id, figures);
      CheckCommitted(id, figures);
    }
  } catch (const std::exception& error) {
    throw InputError(file.string(), "rows",
                     std::string("are no figures: ") + error.what(),
                     "take the file of the last commit, or remove it and run "
                     "'curvebench fpga --save'");
  }
  return document;
}

json CommittedFigures(const fs::path& file, const std::string& id,
                      const std::string& hash) {
  if (!fs::exists(file)) return nullptr;
  const json figures = ReadQor(file)["rows"].value(id, json(nullptr));
  const bool same = figures.is_object() && figures.value("hash", "") == hash;
  return same ? figures : json(nullptr);
}

YosysXc7::YosysXc7(const Paths& paths)
    : paths_(paths), version_(YosysVersion()) {}

std::string YosysXc7::Hash(const Configuration& configuration) const {
  return Sha256(version_ + kMap + kScriptTail + configuration.variant->core +
                SourceText(configuration));
}

json YosysXc7::Cached(const Configuration& configuration) const {
  return CachedFigures(paths_.build / "synthesis" /
                       Hash(configuration).substr(0, 16) / "result.json");
}

json YosysXc7::Known(const Configuration& configuration) const {
  if (json figures = Cached(configuration); !figures.is_null()) return figures;
  return CommittedFigures(QorFile(paths_, configuration.variant->family),
                          configuration.id(), Hash(configuration));
}

json YosysXc7::Map(const Configuration& configuration,
                   const std::string& module, bool core,
                   const fs::path& folder) const {
  const std::string name = core ? "core" : "top";
  const auto report = [&](const char* flow, const char* kind) {
    return folder / (name + "-" + flow + kind);
  };
  // The flows part at the mapping to LUTs: what comes before is done once.
  std::string script = YosysRead(configuration);
  if (core) script += "hierarchy -check -top " + module + "\n";
  script += std::string(kMap) + " -run begin:map_luts\ndesign -save unmapped\n";
  for (const char* flow : kFlows) {
    script += std::string("design -load unmapped\n") + kMap;
    if (std::string(flow) != "default") script += std::string(" -") + flow;
    script += " -run map_luts:\n" + kScriptTail;
    script +=
        "tee -q -o " + report(flow, ".stat.json").string() + " stat -json\n";
    script += "tee -q -o " + report(flow, ".sta.txt").string() + " sta\n";
  }
  RunYosys(configuration, script, folder, name);
  json best;
  for (const char* flow : kFlows) {
    json figures = ReadYosysReports(ReadText(report(flow, ".stat.json")),
                                    ReadText(report(flow, ".sta.txt")));
    figures["flow"] = flow;
    if (best.is_null() || figures["lut"] < best["lut"]) best = figures;
  }
  return best;
}

fs::path YosysXc7::Netlist(const Configuration& configuration) const {
  const json known = Known(configuration);
  const std::string flow =
      known.is_object() ? known.value("flow", "default") : "default";
  const fs::path folder =
      paths_.build / "synthesis" / Hash(configuration).substr(0, 16);
  const fs::path netlist = folder / ("netlist-" + flow + ".v");
  const FileLock lock(folder / "lock");
  if (IsWholeNetlist(netlist)) return netlist;
  const fs::path unfinished = netlist.string() + ".new";
  std::string script = YosysRead(configuration) + kMap;
  if (flow != "default") script += " -" + flow;
  script += "\n" + kScriptTail + "write_verilog -noattr " +
            unfinished.string() + "\n";
  RunYosys(configuration, script, folder, "netlist");
  fs::rename(unfinished, netlist);
  return netlist;
}

json KnownSynthesis(const Configuration& configuration, const Paths& paths) {
  return {{"yosys_xc7", YosysXc7(paths).Known(configuration)},
          {"ice40_hx8k", Ice40Flow(paths).Known(configuration)},
          {"vivado_v7", VivadoFlow(paths).Known(configuration)}};
}

Configuration NetlistConfiguration(const Configuration& configuration,
                                   const fs::path& netlist) {
  const fs::path cells = FindProgram("yosys").parent_path().parent_path() /
                         "share" / "yosys" / "xilinx" / "cells_sim.v";
  auto variant = std::make_shared<Variant>(*configuration.variant);
  variant->sources = {netlist, cells};
  variant->include.clear();
  variant->defines.clear();
  variant->data.clear();
  variant->own_warnings = false;
  variant->is_netlist = true;
  Configuration gate = configuration;
  gate.variant = variant;
  gate.parameters = json::object();
  return gate;
}

json YosysXc7::Synthesise(const Configuration& configuration) const {
  const json known = Known(configuration);
  return known.is_null() ? Measure(configuration) : known;
}

json YosysXc7::Measure(const Configuration& configuration) const {
  const std::string hash = Hash(configuration);
  const fs::path folder = paths_.build / "synthesis" / hash.substr(0, 16);
  const FileLock lock(folder / "lock");
  if (json figures = CachedFigures(folder / "result.json");
      !figures.is_null()) {
    return figures;
  }
  const Variant& v = *configuration.variant;
  json result = Map(configuration, v.top, false, folder);
  result["core"] = nullptr;
  if (!v.core.empty()) {
    const fs::path listing = folder / "modules.txt";
    RunYosys(
        configuration,
        YosysRead(configuration) + "tee -q -o " + listing.string() + " ls\n",
        folder, "modules");
    const std::string module = ElaboratedName(ReadText(listing), v.core);
    if (module.empty()) {
      throw InputError(v.file().string(), "core",
                       "no module '" + v.core + "' below " + v.top,
                       "name a module that the top instantiates");
    }
    result["core"] = Map(configuration, module, true, folder);
  }
  result["tool"] = version_;
  result["hash"] = hash;
  WriteText(folder / "result.json", result.dump(1) + "\n");
  return result;
}

}  // namespace curvebench
