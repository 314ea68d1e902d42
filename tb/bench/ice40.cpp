// SPDX-License-Identifier: Apache-2.0
#include "bench/ice40.h"

#include <algorithm>
#include <regex>
#include <stdexcept>

#include "bench/command.h"
#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/model_builder.h"
#include "bench/synthesis.h"
#include "bench/uart_board.h"
#include "bench/yosys.h"

namespace curvebench {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr char kDevice[] = "hx8k-ct256";
constexpr int kLogicCells = 7680;  // iCE40 HX8K, data sheet FPGA-DS-02029
constexpr int kBlockRams = 32;

// The wires between a kept module and its surroundings would stay unoptimised.
constexpr char kScript[] =
    "setattr -mod -unset keep_hierarchy A:keep_hierarchy\n"
    "setattr -unset ram_style */m:*\n"
    "synth_ice40 -top uart_board -json ";

// The placer works towards a frequency: one that is out of reach makes it try.
const std::vector<std::string> kPlacer = {
    "nextpnr-ice40",       "--hx8k", "--package", "ct256", "--freq", "150",
    "--timing-allow-fail", "--seed", "1"};

json DoesNotFit(json cells, const std::string& reason) {
  cells["fits"] = false;
  cells["reason"] = reason;
  cells["fmax_mhz"] = cells["bitstream"] = nullptr;
  return cells;
}

std::string TooMuch(const json& used) {
  std::string reason;
  const auto check = [&](const char* key, const char* name, int available) {
    if (used.value(key, 0) <= available) return;
    reason += (reason.empty() ? "needs " : ", ") + used[key].dump() + " " +
              name + " of " + std::to_string(available);
  };
  check("lc", "logic cells", kLogicCells);
  check("bram", "block RAMs", kBlockRams);
  return reason;
}

}  // namespace

json ReadIce40Cells(const std::string& stat) {
  int lut = 0, ff = 0, bram = 0, carry = 0;
  try {
    const json cells = json::parse(stat).at("design").at("num_cells_by_type");
    for (const auto& [type, number] : cells.items()) {
      const int count = number.get<int>();
      if (type == "SB_LUT4") lut += count;
      if (type.rfind("SB_DFF", 0) == 0) ff += count;
      if (type.rfind("SB_RAM40", 0) == 0) bram += count;
      if (type == "SB_CARRY") carry += count;
    }
  } catch (const json::exception& error) {
    throw std::runtime_error(std::string("unreadable Yosys statistics: ") +
                             error.what());
  }
  return {{"lut", lut},
          {"ff", ff},
          {"carry", carry},
          {"bram", bram},
          {"lc", std::max({lut, ff, carry})}};
}

json ReadNextpnrUtilisation(const std::string& log) {
  json used = json::object();
  static const std::regex kLine(R"((ICESTORM_LC|ICESTORM_RAM): *(\d+)/ *\d+)");
  for (std::sregex_iterator it(log.begin(), log.end(), kLine), end; it != end;
       ++it) {
    used[(*it)[1] == "ICESTORM_LC" ? "lc" : "bram"] = std::stoi((*it)[2]);
  }
  return used;
}

json ReadNextpnrReport(const std::string& report) {
  try {
    const json document = json::parse(report);
    const json& used = document.at("utilization");
    json figures = {{"lc", used.at("ICESTORM_LC").at("used")},
                    {"lc_available", used.at("ICESTORM_LC").at("available")},
                    {"bram", used.at("ICESTORM_RAM").at("used")},
                    {"bram_available", used.at("ICESTORM_RAM").at("available")},
                    {"fmax_mhz", nullptr}};
    // One clock; its net has a name that the placer made up.
    for (const auto& [net, clock] : document.at("fmax").items()) {
      const double mhz = clock.at("achieved");
      if (figures["fmax_mhz"].is_null() || mhz < figures["fmax_mhz"]) {
        figures["fmax_mhz"] = mhz;
      }
    }
    return figures;
  } catch (const json::exception& error) {
    throw std::runtime_error(std::string("unreadable nextpnr report: ") +
                             error.what());
  }
}

Ice40Flow::Ice40Flow(const Paths& paths) : paths_(paths) {
  // Asking costs processes, and the answers stay.
  static const std::string version = [] {
    try {
      return FirstLine("yosys", "-V") + "; " +
             FirstLine("nextpnr-ice40", "--version");
    } catch (const InputError&) {
      return std::string();  // figures are shown without the tools, too
    }
  }();
  version_ = version;
}

fs::path Ice40Flow::Constraints() const {
  return paths_.root / "constraints" / "ice40" /
         (std::string(kDevice) + ".pcf");
}

fs::path Ice40Flow::QorFile(const Paths& paths, const std::string& family) {
  return paths.root / "constraints" / "qor" / (family + "_ice40.json");
}

std::string Ice40Flow::Hash(const Configuration& configuration) const {
  std::string text = version_ + kScript + ReadText(Constraints());
  for (const std::string& word : kPlacer) text += word + " ";
  // The width of addr, the only thing the board takes from the family, comes
  // with the sources.
  return Sha256(text + SourceText(BoardConfiguration(configuration, {}, paths_,
                                                     BoardOptions())));
}

json Ice40Flow::Cached(const Configuration& configuration) const {
  return CachedFigures(paths_.build / "synthesis" /
                       (Hash(configuration).substr(0, 16) + "-ice40") /
                       "result.json");
}

json Ice40Flow::Known(const Configuration& configuration) const {
  if (json figures = Cached(configuration); !figures.is_null()) return figures;
  return CommittedFigures(QorFile(paths_, configuration.variant->family),
                          configuration.id(), Hash(configuration));
}

json Ice40Flow::PlaceAndRoute(const Configuration& configuration,
                              const Interface& port) const {
  const std::string hash = Hash(configuration);
  const fs::path folder =
      paths_.build / "synthesis" / (hash.substr(0, 16) + "-ice40");
  const FileLock lock(folder / "lock");
  // Committed figures come without the bitstream: only the cache counts.
  if (json figures = CachedFigures(folder / "result.json");
      !figures.is_null()) {
    return figures;
  }
  FindProgram("nextpnr-ice40");
  FindProgram("icepack");
  const Configuration board =
      BoardConfiguration(configuration, port, paths_, BoardOptions());
  const fs::path netlist = folder / "top.json", stat = folder / "stat.json";
  RunYosys(board,
           YosysRead(board) + kScript + netlist.string() + "\ntee -q -o " +
               stat.string() + " stat -json\n",
           folder, "top");
  json result = ReadIce40Cells(ReadText(stat));
  result["lc_available"] = kLogicCells;
  result["bram_available"] = kBlockRams;
  std::string reason = TooMuch(result);
  if (reason.empty()) {
    const fs::path asc = folder / "top.asc", report = folder / "report.json";
    std::vector<std::string> words = kPlacer;
    words.insert(words.end(),
                 {"--json", netlist.string(), "--pcf", Constraints().string(),
                  "--asc", asc.string(), "--report", report.string()});
    const CommandResult placed = RunCommand(words);
    WriteText(folder / "nextpnr.log", placed.output);
    // Packing counts more cells than Yosys: carry chains and lone flip-flops.
    result.update(ReadNextpnrUtilisation(placed.output));
    if (placed.status != 0) {
      reason = TooMuch(result);
      if (reason.empty()) {
        const size_t at = placed.output.find("ERROR");
        throw InputError(
            configuration.variant->file().string(), "sources",
            "nextpnr-ice40: " +
                (at == std::string::npos
                     ? "failed"
                     : placed.output.substr(at,
                                            placed.output.find('\n', at) - at)),
            "all of its messages are in " + (folder / "nextpnr.log").string());
      }
    } else {
      result.update(ReadNextpnrReport(ReadText(report)));
      const fs::path bitstream = folder / "top.bin";
      const CommandResult packed =
          RunCommand({"icepack", asc.string(), bitstream.string()});
      if (packed.status != 0) {
        throw InputError(asc.string(), "", "icepack: " + packed.output,
                         "make it again after removing its folder");
      }
      result["fits"] = true;
      result["reason"] = nullptr;
      result["bitstream"] = fs::relative(bitstream, paths_.build).string();
    }
  }
  if (!reason.empty()) result = DoesNotFit(result, reason);
  result["device"] = kDevice;
  result["tool"] = version_;
  result["hash"] = hash;
  WriteText(folder / "result.json", result.dump(1) + "\n");
  return result;
}

}  // namespace curvebench
