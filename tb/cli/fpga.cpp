// SPDX-License-Identifier: Apache-2.0
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <memory>
#include <thread>

#include "bench/error.h"
#include "bench/ice40.h"
#include "bench/json_file.h"
#include "bench/render.h"
#include "bench/synthesis.h"
#include "bench/vivado.h"
#include "bench/workers.h"
#include "cli/arguments.h"

namespace curvebench {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// What a synthesis target reports and how it is judged.
struct Target {
  /// Column heading, key of the figures (with "/" for one inside another).
  std::vector<std::pair<const char*, const char*>> columns;
  /// Allowed growth before CHECK=1 complains; negative: allowed loss. The tools
  /// are deterministic: the bands leave room for changes elsewhere in a source
  /// that move a few cells.
  std::map<std::string, double> bands;
  const char* progress;  ///< key of the figure shown at once
  const char* unit;
  const char* note;
  std::function<json(const Configuration&)> run;
  /// Figures that are there already, or null.
  std::function<json(const Configuration&)> known;
  /// Committed figures of a family; empty: none are kept.
  std::function<fs::path(const std::string&)> qor;
};

std::string Cell(const json& figures, const char* key) {
  const json::json_pointer place("/" + std::string(key));
  if (!figures.is_object() || !figures.contains(place) ||
      figures[place].is_null()) {
    return "-";
  }
  const json& figure = figures[place];
  if (figure.is_string()) return figure.get<std::string>();
  if (figure.is_boolean()) return figure.get<bool>() ? "yes" : "no";
  // Tools report more digits than they know.
  if (!figure.is_number_float()) return figure.dump();
  return json(std::round(figure.get<double>() * 1000) / 1000).dump();
}

// What grew, or fell, beyond its band against the committed figures.
std::vector<std::string> Worse(const Target& target, const Configuration& c,
                               const json& figures, const json& golden) {
  std::vector<std::string> lines;
  if (!golden.is_object()) return lines;
  for (const auto& [key, band] : target.bands) {
    if (!golden.value(key, json(nullptr)).is_number()) continue;
    const double before = golden[key].get<double>();
    const double limit = before * (1 + band);
    const bool gone = figures.value(key, json(nullptr)).is_null();
    const double now = gone ? 0 : figures[key].get<double>();
    // A figure that is not there any more is a loss.
    if (band < 0 ? now < limit - 1e-9 : !gone && now > limit + 1e-9) {
      lines.push_back(c.id() + ": " + key + " " + golden[key].dump() + " -> " +
                      (gone ? "none" : figures[key].dump()) + ", allowed " +
                      (band < 0 ? "" : "+") +
                      std::to_string(std::lround(100 * band)) + " %");
    }
  }
  return lines;
}

Target Xc7(const Context& context) {
  const auto yosys = std::make_shared<YosysXc7>(context.paths);
  return {{{"LUT", "lut"},
           {"of it memory", "lutram"},
           {"FF", "ff"},
           {"DSP", "dsp"},
           {"BRAM36", "bram36"},
           {"carry", "carry"},
           {"logic ns", "logic_ns"},
           {"flow", "flow"},
           {"core LUT", "core/lut"},
           {"core FF", "core/ff"}},
          {{"lut", 0.02},
           {"ff", 0.01},
           {"dsp", 0},
           {"bram36", 0},
           {"logic_ns", 0.10}},
          "lut",
          "LUT",
          "Synthesis estimates by Yosys for xc7; logic ns is a lower bound (no "
          "wires, carry chains, wide multiplexers).\n",
          [yosys](const Configuration& c) { return yosys->Synthesise(c); },
          [yosys](const Configuration& c) { return yosys->Known(c); },
          [paths = context.paths](const std::string& family) {
            return QorFile(paths, family);
          }};
}

Target Ice40(const Context& context) {
  const auto flow = std::make_shared<Ice40Flow>(context.paths);
  return {{{"fits", "fits"},
           {"LC", "lc"},
           {"of", "lc_available"},
           {"block RAM", "bram"},
           {"MHz", "fmax_mhz"},
           {"us", "time_us"},
           {"bitstream", "bitstream"},
           {"reason", "reason"}},
          // A small change moves a placement by that much.
          {{"lc", 0.02}, {"bram", 0}, {"fmax_mhz", -0.15}},
          "lc",
          "logic cells",
          "iCE40 HX8K, routed: the variant behind uart_board; us is the "
          "manifest's cycles at that clock. Bitstreams lie in build/.\n",
          [flow, &context](const Configuration& c) {
            json figures = flow->PlaceAndRoute(
                c, FindFamily(context.families, c.variant->family).Describe(c));
            const json& mhz = figures["fmax_mhz"];
            if (mhz.is_number() && c.cycles) {
              figures["time_us"] =
                  static_cast<double>(*c.cycles) / mhz.get<double>();
            }
            return figures;
          },
          [flow](const Configuration& c) { return flow->Known(c); },
          [paths = context.paths](const std::string& family) {
            return Ice40Flow::QorFile(paths, family);
          }};
}

Target Vivado(const Context& context, const VivadoOptions& options) {
  return {{{"LUT", "lut"},
           {"of it memory", "lutram"},
           {"FF", "ff"},
           {"slices", "slices"},
           {"DSP", "dsp"},
           {"BRAM36", "bram36"},
           {"MHz", "mhz"},
           {"setup ns", "setup_ns"},
           {"hold ns", "hold_ns"},
           {"pulse ns", "pulse_ns"},
           {"met", "met"},
           {"W", "power/total_w"},
           {"part", "part"}},
          {},
          "lut",
          "LUT",
          "Vivado, placed and routed; slacks are those of the reported run.\n",
          [flow = VivadoFlow(context.paths), options,
           &context](const Configuration& c) {
            return flow.Implement(
                c, FindFamily(context.families, c.variant->family).Describe(c),
                options);
          },
          [flow = VivadoFlow(context.paths)](const Configuration& c) {
            return flow.Known(c);
          },
          nullptr};
}

Target ChooseTarget(const Context& context, const Arguments& arguments) {
  const auto name = arguments.Get<std::string>("target");
  if (name == "xc7") return Xc7(context);
  if (name == "ice40") return Ice40(context);
  if (name != "vivado") {
    throw InputError("--target", name, "is no target",
                     "take xc7, ice40 or vivado");
  }
  VivadoOptions options;
  options.part = arguments.Get<std::string>("part");
  options.board = arguments.Has("board");
  options.search = !arguments.Has("no-search");
  if (arguments.Has("saif")) options.saif = arguments.Get<std::string>("saif");
  return Vivado(context, options);
}

}  // namespace

int Fpga(const Context& context, const Words& words) {
  namespace po = boost::program_options;
  Arguments arguments(
      "curvebench fpga [VARIANT ...] [--target xc7|ice40|vivado]\n"
      "xc7: synthesis estimates for Xilinx series 7 by Yosys: LUT, memory, FF, "
      "DSP, block RAM and the\nlogic-only delay, with and without the byte "
      "port. ice40: place and route for an iCE40 HX8K\nbehind a serial line, "
      "with a bitstream. vivado: place and route for Virtex-7.\n"
      "Results are cached; default sizes only, unless a configuration is named "
      "or --all is given.");
  arguments.Options()("target,t",
                      po::value<std::string>()->default_value("xc7"),
                      "xc7, ice40 or vivado")("all", "every size")(
      "check", "compare with constraints/qor; exit status 1 if a band is left")(
      "save", "write the figures into constraints/qor")(
      "known", "only configurations whose figures are there already")(
      "jobs,j",
      po::value<int>()->default_value(
          static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))),
      "syntheses at the same time")(
      "format", po::value<std::string>()->default_value("table"),
      "table, json, csv or md")(
      "part", po::value<std::string>()->default_value(VivadoOptions().part),
      "vivado: the device")("board",
                            "vivado: uart_board as top, not out of context")(
      "no-search", "vivado: at the clock of the constraints only")(
      "saif", po::value<std::string>(),
      "vivado: activity for the power report ('curvebench wave --saif')");
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

  const Target target = ChooseTarget(context, arguments);
  if (arguments.Has("known")) {
    std::erase_if(selected, [&](const Configuration& c) {
      return target.known(c).is_null();
    });
  }
  for (const char* option : {"check", "save"}) {
    if (arguments.Has(option) && !target.qor) {
      throw InputError(std::string("--") + option,
                       arguments.Get<std::string>("target"),
                       "has no committed figures", "leave it out");
    }
  }
  std::vector<json> figures(selected.size());
  RunWorkers(
      selected.size(), jobs, context.paths.build,
      [&](size_t i) { return target.run(selected[i]); },
      [&](size_t i, const WorkerResult& result) {
        if (result.error.empty()) {
          figures[i] = result.answer;
          std::cerr << selected[i].id() << "  "
                    << Cell(figures[i], target.progress) << ' ' << target.unit
                    << '\n';
        } else {
          std::cerr << "error: " << selected[i].id() << ": " << result.error
                    << '\n';
          ++errors;
        }
      });

  Table table{{"configuration"}, {}};
  for (const auto& [heading, key] : target.columns) {
    table.heading.push_back(heading);
  }
  std::vector<std::string> worse;
  std::map<std::string, json> golden;
  bool missed = false;
  for (size_t i = 0; i < selected.size(); ++i) {
    json f = figures[i];
    if (f.is_null()) continue;
    const Configuration& c = selected[i];
    std::vector<std::string> line = {c.id()};
    for (const auto& [heading, key] : target.columns) {
      line.push_back(Cell(f, key));
    }
    table.lines.push_back(line);
    missed |= !f.value("met", true);
    if (!target.qor) continue;
    const std::string& family = c.variant->family;
    const fs::path file = target.qor(family);
    if (!golden.count(family)) {
      golden[family] = fs::exists(file) ? ReadQor(file)
                                        : json{{"tool", f["tool"]},
                                               {"rows", json::object()}};
    }
    for (std::string& text :
         Worse(target, c, f,
               golden[family]["rows"].value(c.id(), json(nullptr)))) {
      worse.push_back(std::move(text));
    }
    // A file in somebody's build folder is no figure.
    if (f.contains("bitstream")) f["bitstream"] = nullptr;
    golden[family]["rows"][c.id()] = f;
  }
  std::cout << Render(table, format);
  if (format == Format::kTable) std::cout << target.note;
  if (arguments.Has("save")) {
    for (const auto& [family, document] : golden) {
      // Another run may have written since this one read.
      const fs::path file = target.qor(family);
      const FileLock lock(context.paths.build / "qor.lock");
      json now = fs::exists(file) ? ReadQor(file) : document;
      for (const Configuration& c : selected) {
        if (document["rows"].contains(c.id())) {
          now["rows"][c.id()] = document["rows"][c.id()];
        }
      }
      WriteText(file, now.dump(1) + "\n");
    }
  }
  if (arguments.Has("check")) {
    for (const std::string& line : worse)
      std::cerr << "worse: " << line << '\n';
    if (!worse.empty()) return 1;
  }
  if (missed) std::cerr << "timing is not met\n";
  if (errors) return 2;
  return missed ? 1 : 0;
}

}  // namespace curvebench
