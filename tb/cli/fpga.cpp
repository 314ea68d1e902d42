// SPDX-License-Identifier: Apache-2.0
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <thread>

#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/render.h"
#include "bench/synthesis.h"
#include "bench/workers.h"
#include "cli/arguments.h"

namespace curvebench {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// Allowed growth before CHECK=1 complains. Yosys is deterministic: the bands
// leave room for changes elsewhere in a source that move a few LUTs.
const std::map<std::string, double> kBands = {
    {"lut", 0.02}, {"ff", 0.01}, {"dsp", 0}, {"bram36", 0}, {"logic_ns", 0.10}};

std::string Cell(const json& figures, const char* key) {
  if (!figures.is_object() || !figures.contains(key) ||
      figures[key].is_null()) {
    return "-";
  }
  return figures[key].is_string() ? figures[key].get<std::string>()
                                  : figures[key].dump();
}

// What grew beyond its band against the committed figures.
std::vector<std::string> Worse(const Configuration& c, const json& figures,
                               const json& golden) {
  std::vector<std::string> lines;
  if (!golden.is_object()) return lines;
  for (const auto& [key, band] : kBands) {
    if (!golden.contains(key) || golden[key].is_null() ||
        figures[key].is_null()) {
      continue;
    }
    const double before = golden[key].get<double>();
    const double now = figures[key].get<double>();
    if (now > before * (1 + band) + 1e-9) {
      lines.push_back(c.id() + ": " + key + " " + golden[key].dump() + " -> " +
                      figures[key].dump() + ", allowed +" +
                      std::to_string(std::lround(100 * band)) + " %");
    }
  }
  return lines;
}

}  // namespace

int Fpga(const Context& context, const Words& words) {
  namespace po = boost::program_options;
  Arguments arguments(
      "curvebench fpga [VARIANT ...]\n"
      "Synthesis estimates for Xilinx series 7 by Yosys: LUT, memory, FF, DSP, "
      "block RAM and the\nlogic-only delay, with and without the byte port.\n"
      "Results are cached; default sizes only, unless a configuration is named "
      "or --all is given.");
  arguments.Options()("all", "every size")(
      "check", "compare with constraints/qor; exit status 1 if a band is left")(
      "save", "write the figures into constraints/qor")(
      "jobs,j",
      po::value<int>()->default_value(
          static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))),
      "syntheses at the same time")(
      "format", po::value<std::string>()->default_value("table"),
      "table, json, csv or md");
  if (!arguments.Parse(words)) return 0;
  const Format format = ParseFormat(arguments.Get<std::string>("format"));
  const int jobs = arguments.Get<int>("jobs");
  if (jobs < 1) throw InputError("--jobs", "", "is below 1", "write 1 or more");
  int errors = 0;
  std::vector<Configuration> selected =
      SelectOrReport(context, arguments.positional(), &errors);
  const bool named =
      std::any_of(arguments.positional().begin(), arguments.positional().end(),
                  [](const std::string& word) {
                    return std::count(word.begin(), word.end(), '/') >= 2;
                  });
  if (!arguments.Has("all") && !named) {
    std::erase_if(selected,
                  [](const Configuration& c) { return !c.default_size; });
  }

  const YosysXc7 yosys(context.paths);
  std::vector<json> figures(selected.size());
  RunWorkers(
      selected.size(), jobs, context.paths.build,
      [&](size_t i) { return yosys.Synthesise(selected[i]); },
      [&](size_t i, const WorkerResult& result) {
        if (result.error.empty()) {
          figures[i] = result.answer;
          std::cerr << selected[i].id() << "  " << Cell(figures[i], "lut")
                    << " LUT\n";
        } else {
          std::cerr << "error: " << selected[i].id() << ": " << result.error
                    << '\n';
          ++errors;
        }
      });

  Table table{{"configuration", "LUT", "of it memory", "FF", "DSP", "BRAM36",
               "carry", "logic ns", "flow", "core LUT", "core FF"},
              {}};
  std::vector<std::string> worse;
  std::map<std::string, json> golden;
  for (size_t i = 0; i < selected.size(); ++i) {
    const json& f = figures[i];
    if (f.is_null()) continue;
    const Configuration& c = selected[i];
    table.lines.push_back({c.id(), Cell(f, "lut"), Cell(f, "lutram"),
                           Cell(f, "ff"), Cell(f, "dsp"), Cell(f, "bram36"),
                           Cell(f, "carry"), Cell(f, "logic_ns"),
                           Cell(f, "flow"), Cell(f["core"], "lut"),
                           Cell(f["core"], "ff")});
    const std::string& family = c.variant->family;
    const fs::path file = QorFile(context.paths, family);
    if (!golden.count(family)) {
      golden[family] = fs::exists(file) ? ReadJson(file)
                                        : json{{"tool", f["tool"]},
                                               {"rows", json::object()}};
    }
    for (std::string& line :
         Worse(c, f, golden[family]["rows"].value(c.id(), json(nullptr)))) {
      worse.push_back(std::move(line));
    }
    golden[family]["rows"][c.id()] = f;
  }
  std::cout << Render(table, format);
  if (format == Format::kTable) {
    std::cout << "Synthesis estimates by Yosys for xc7; logic ns is a lower "
                 "bound (no wires, carry chains, wide multiplexers).\n";
  }
  if (arguments.Has("save")) {
    for (const auto& [family, document] : golden) {
      WriteText(QorFile(context.paths, family), document.dump(1) + "\n");
    }
  }
  if (arguments.Has("check")) {
    for (const std::string& line : worse)
      std::cerr << "worse: " << line << '\n';
    if (!worse.empty()) return 1;
  }
  return errors ? 2 : 0;
}

}  // namespace curvebench
