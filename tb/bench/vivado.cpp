// SPDX-License-Identifier: Apache-2.0
#include "bench/vivado.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "bench/command.h"
#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/model_builder.h"
#include "bench/synthesis.h"
#include "bench/uart_board.h"

namespace curvebench {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

std::string Trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Cells of "| a | b |"; empty for other lines.
std::vector<std::string> TableCells(const std::string& line) {
  std::vector<std::string> cells;
  const std::string text = Trimmed(line);
  if (text.size() < 2 || text.front() != '|' || text.back() != '|') return {};
  std::istringstream in(text.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) {
    cells.push_back(Trimmed(cell));
  }
  return cells;
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::optional<double> ToNumber(const std::string& text) {
  static const std::regex kNumber(R"(<?(-?\d+(\.\d+)?)\b.*)");
  std::smatch match;
  if (!std::regex_match(text, match, kNumber)) return std::nullopt;
  return std::stod(match[1]);
}

json Whole(double value) {
  const auto whole = static_cast<int64_t>(value);
  return static_cast<double>(whole) == value ? json(whole) : json(value);
}

// Parts that results are kept for; the XDC of each holds its clock.
const std::map<std::string, std::string>& Parts() {
  static const std::map<std::string, std::string> parts = {
      {"xc7vx690tffg1761-2", "xc7vx690t.xdc"},
      {"xc7vx330tffg1157-3", "xc7vx330t.xdc"}};
  return parts;
}

double XdcPeriod(const fs::path& xdc) {
  std::smatch match;
  const std::string text = ReadText(xdc);
  static const std::regex kClock(R"(create_clock[^\n]*-period\s+([0-9.]+))");
  if (!std::regex_search(text, match, kClock)) {
    throw InputError(xdc.string(), "create_clock", "holds no -period",
                     "write create_clock -name clk -period NS");
  }
  return std::stod(match[1]);
}

// What flow.tcl was about when it ended.
std::string LastStage(const std::string& log) {
  static const std::string kMark = "curvebench: stage ";
  const size_t at = log.rfind(kMark);
  if (at == std::string::npos) return "start";
  const size_t from = at + kMark.size();
  return Trimmed(log.substr(from, log.find('\n', from) - from));
}

}  // namespace

json ReadVivadoUtilisation(const std::string& report) {
  // Names differ between releases ("Slice LUTs*" where the count is estimated).
  static const std::map<std::string, std::vector<std::string>> kLines = {
      {"lut", {"Slice LUTs", "CLB LUTs"}},
      {"lutram", {"LUT as Memory"}},
      {"ff", {"Slice Registers", "CLB Registers"}},
      {"slices", {"Slice", "CLB"}},
      {"dsp", {"DSPs"}},
      {"bram36", {"Block RAM Tile"}}};
  json figures;
  for (const auto& [key, names] : kLines) figures[key] = nullptr;
  std::vector<std::string> header;
  bool any = false;
  for (const std::string& line : Lines(report)) {
    const std::vector<std::string> cells = TableCells(line);
    if (cells.empty()) continue;
    if (cells[0] == "Site Type") {
      header = cells;
      any = true;
      continue;
    }
    const auto column = [&](const char* name) -> json {
      const auto at = std::find(header.begin(), header.end(), name);
      const auto index = static_cast<size_t>(at - header.begin());
      if (at == header.end() || index >= cells.size()) return nullptr;
      const std::optional<double> value = ToNumber(cells[index]);
      return value ? Whole(*value) : json(nullptr);
    };
    std::string name = cells[0];
    while (!name.empty() && name.back() == '*') name.pop_back();
    for (const auto& [key, names] : kLines) {
      const bool is_it =
          std::find(names.begin(), names.end(), name) != names.end();
      // Later tables repeat some lines.
      if (!is_it || !figures[key].is_null() || column("Used").is_null()) {
        continue;
      }
      figures[key] = {{"used", column("Used")},
                      {"available", column("Available")}};
    }
  }
  if (!any) {
    throw std::runtime_error("no utilization table in the report of Vivado");
  }
  return figures;
}

json ReadVivadoTiming(const std::string& report) {
  const std::vector<std::string> lines = Lines(report);
  for (size_t i = 0; i + 2 < lines.size(); ++i) {
    if (Trimmed(lines[i]).rfind("WNS(ns)", 0) != 0) continue;
    // Names of columns have single blanks in them.
    static const std::regex kName(R"(\S+( \S+)*)"), kValue(R"(\S+)");
    std::vector<std::string> names, values;
    const auto take = [](const std::string& line, const std::regex& what,
                         std::vector<std::string>* out) {
      for (std::sregex_iterator it(line.begin(), line.end(), what), end;
           it != end; ++it) {
        out->push_back(it->str());
      }
    };
    take(lines[i], kName, &names);
    take(lines[i + 2], kValue, &values);
    const auto value = [&](const std::string& name) -> json {
      const auto at = std::find(names.begin(), names.end(), name);
      const auto index = static_cast<size_t>(at - names.begin());
      if (at == names.end() || index >= values.size()) {
        throw std::runtime_error("no column " + name +
                                 " in the timing summary of Vivado");
      }
      if (values[index] == "NA") return nullptr;
      const std::optional<double> number = ToNumber(values[index]);
      if (!number) {
        throw std::runtime_error("'" + values[index] + "' under " + name +
                                 " in the timing summary of Vivado");
      }
      return *number;
    };
    json figures = {{"setup_ns", value("WNS(ns)")},
                    {"hold_ns", value("WHS(ns)")},
                    {"pulse_ns", value("WPWS(ns)")}};
    bool met = true;
    for (const json& slack : figures) {
      met &= slack.is_null() || slack.get<double>() >= 0;
    }
    int64_t failing = 0;
    for (const char* kind : {"TNS", "THS", "TPWS"}) {
      const json count = value(std::string(kind) + " Failing Endpoints");
      failing += count.is_null() ? 0 : count.get<int64_t>();
    }
    figures["failing"] = failing;
    figures["met"] = met && failing == 0;
    return figures;
  }
  throw std::runtime_error("no design timing summary in the report of Vivado");
}

json ReadVivadoPower(const std::string& report) {
  static const std::map<std::string, std::string> kLines = {
      {"Total On-Chip Power (W)", "total_w"},
      {"Dynamic (W)", "dynamic_w"},
      {"Device Static (W)", "static_w"}};
  json figures = {{"total_w", nullptr},
                  {"dynamic_w", nullptr},
                  {"static_w", nullptr},
                  {"confidence", nullptr}};
  for (const std::string& line : Lines(report)) {
    const std::vector<std::string> cells = TableCells(line);
    if (cells.size() < 2) continue;
    if (cells[0] == "Confidence Level" && figures["confidence"].is_null()) {
      figures["confidence"] = cells[1];
    }
    const auto it = kLines.find(cells[0]);
    if (it == kLines.end() || !figures[it->second].is_null()) continue;
    if (const auto value = ToNumber(cells[1])) figures[it->second] = *value;
  }
  if (figures["total_w"].is_null()) {
    throw std::runtime_error("no total power in the report of Vivado");
  }
  return figures;
}

double ReadVivadoPeriod(const std::string& text) {
  std::string word = Trimmed(text);
  while (!word.empty() && word.back() == '\n')
    word = Trimmed(word.substr(0, word.size() - 1));
  double period = 0;
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, period);
  constexpr double kMost = 1e6;
  // What compares with nothing is refused too.
  if (error != std::errc() || stop != end || !(period > 0 && period < kMost)) {
    throw std::runtime_error("'" + word.substr(0, 40) +
                             "' is no clock period in ns");
  }
  return period;
}

bool VivadoFlow::Installed() {
  try {
    FindProgram("vivado");
    return true;
  } catch (const InputError&) {
    return false;
  }
}

std::string VivadoFlow::Hash(const Configuration& configuration,
                             const VivadoOptions& options) const {
  const fs::path constraints = paths_.root / "constraints" / "vivado";
  std::string text = options.part + (options.board ? "board" : "port") +
                     (options.search ? "search" : "once");
  for (const char* file : {"flow.tcl", "implement.tcl"}) {
    text += ReadText(paths_.root / "scripts" / "vivado" / file);
  }
  std::vector<std::string> files = {options.board ? "uart_board.xdc"
                                                  : "out_of_context.xdc"};
  if (Parts().count(options.part)) files.push_back(Parts().at(options.part));
  for (const std::string& file : files) text += ReadText(constraints / file);
  if (!options.saif.empty()) text += ReadText(options.saif);
  // The board's address width comes with the sources.
  text += SourceText(options.board ? BoardConfiguration(configuration, {},
                                                        paths_, BoardOptions())
                                   : configuration);
  return Sha256(text);
}

json VivadoFlow::Known(const Configuration& configuration) const {
  const fs::path cached = paths_.build / "synthesis" /
                          (Hash(configuration, {}).substr(0, 16) + "-vivado") /
                          "result.json";
  return CachedFigures(cached);
}

json VivadoFlow::Implement(const Configuration& configuration,
                           const Interface& port,
                           const VivadoOptions& options) const {
  const auto part = Parts().find(options.part);
  if (part == Parts().end()) {
    std::string known;
    for (const auto& [name, xdc] : Parts()) known += " " + name;
    throw InputError(
        "--part", options.part, "has no constraints",
        "take one of:" + known + ", or add an XDC in constraints/vivado");
  }
  const std::string hash = Hash(configuration, options);
  const fs::path folder =
      paths_.build / "synthesis" / (hash.substr(0, 16) + "-vivado");
  const FileLock lock(folder / "lock");
  if (json figures = CachedFigures(folder / "result.json");
      !figures.is_null()) {
    return figures;
  }
  if (!Installed()) {
    throw InputError("vivado", "", "is not on PATH",
                     "source its settings64.sh, or take --target xc7");
  }
  // Reports of an earlier, broken run must not pass for this one's.
  for (const char* file :
       {"utilization.rpt", "timing.rpt", "power.rpt", "period.txt"}) {
    fs::remove(folder / file);
  }
  const fs::path constraints = paths_.root / "constraints" / "vivado";
  const fs::path clock = constraints / part->second;
  // The bits of its line are counted in cycles of that clock.
  BoardOptions board;
  board.clock_hz = static_cast<int>(1e9 / XdcPeriod(clock));
  const Configuration built =
      options.board ? BoardConfiguration(configuration, port, paths_, board)
                    : configuration;
  const Variant& v = *built.variant;
  std::ostringstream job;
  job << "top " << v.top << "\npart " << options.part << "\nmode "
      << (options.board ? "board" : "out_of_context") << "\nfolder "
      << folder.string() << "\nperiod " << XdcPeriod(clock) << "\nsearch "
      << (options.search ? 1 : 0) << "\nxdc " << clock.string() << "\nxdc "
      << (constraints /
          (options.board ? "uart_board.xdc" : "out_of_context.xdc"))
             .string()
      << '\n';
  for (const fs::path& file : v.sources)
    job << "source " << file.string() << '\n';
  for (const fs::path& path : v.include)
    job << "include " << path.string() << '\n';
  for (const auto& [name, value] : v.defines) {
    job << "define " << name << (value.empty() ? "" : "=") << value << '\n';
  }
  for (const auto& [name, value] : built.parameters.items()) {
    job << "generic " << name << '=' << VerilogValue(value) << '\n';
  }
  if (!options.saif.empty()) {
    // Above the variant's top stands what the simulator calls its own.
    job << "saif " << fs::absolute(options.saif).string() << "\nstrip_path TOP/"
        << configuration.variant->top << '\n';
  }
  WriteText(folder / "job.txt", job.str());
  // $readmemh looks in the current folder.
  for (const fs::path& file : v.data) {
    fs::copy_file(file, folder / file.filename(),
                  fs::copy_options::overwrite_existing);
  }
  const CommandResult run = RunCommand(
      {"vivado", "-mode", "batch", "-nojournal", "-nolog", "-source",
       (paths_.root / "scripts" / "vivado" / "implement.tcl").string(),
       "-tclargs", (folder / "job.txt").string()},
      folder);
  WriteText(folder / "vivado.log", run.output);
  const fs::path log = folder / "vivado.log";
  const std::string stage = LastStage(run.output);
  // The flow itself ends with 1 where timing is not met, after its last stage.
  const bool finished = run.status == 0 || (run.status == 1 && stage == "done");
  if (!finished || !fs::exists(folder / "timing.rpt")) {
    const size_t at = run.output.find("ERROR");
    throw InputError(
        log.string(), "stage " + stage,
        "Vivado ended with status " + std::to_string(run.status) + ": " +
            (at == std::string::npos
                 ? "no ERROR in its log"
                 : run.output.substr(at, run.output.find('\n', at) - at)),
        "read the log around that stage; what was to be done is in " +
            (folder / "job.txt").string());
  }
  const auto read = [&](const char* name, const auto& reader) {
    try {
      return reader(ReadText(folder / name));
    } catch (const InputError&) {
      throw;
    } catch (const std::exception& error) {
      throw InputError((folder / name).string(), "", error.what(),
                       "run it again; what Vivado said is in " + log.string());
    }
  };
  json result = read("timing.rpt", ReadVivadoTiming);
  const json used = read("utilization.rpt", ReadVivadoUtilisation);
  for (const auto& [key, figure] : used.items()) {
    result[key] = figure.is_null() ? json(nullptr) : figure["used"];
    result[key + "_available"] =
        figure.is_null() ? json(nullptr) : figure["available"];
  }
  result["power"] = read("power.rpt", ReadVivadoPower);
  result["power"]["activity"] = options.saif.empty() ? "default" : "saif";
  const double period = read("period.txt", ReadVivadoPeriod);
  // The exit status counts too: it knows slacks that rounding hides.
  result["met"] = result["met"].get<bool>() && run.status == 0;
  result["period_ns"] = period;
  result["mhz"] =
      result["met"].get<bool>() ? json(1000 / period) : json(nullptr);
  result["part"] = options.part;
  result["mode"] = options.board ? "board" : "out_of_context";
  result["tool"] = FirstLine("vivado", "-version");
  result["hash"] = hash;
  WriteText(folder / "result.json", result.dump(1) + "\n");
  return result;
}

}  // namespace curvebench
