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
  /// The same, but never the committed figures.
  std::function<json(const Configuration&)> measure;
  /// Figures that are there already, or null.
  std::function<json(const Configuration&)> known;
  /// Those of them that this build folder measured, or null.
  std::function<json(const Configuration&)> cached;
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
  const bool mhz = std::string_view(key).ends_with("mhz");
  const double unit = mhz ? 100 : 1000;
  return json(std::round(figure.get<double>() * unit) / unit).dump();
}

// What grew, or fell, beyond its band against the committed figures.
// @param file of these, for the message
std::vector<std::string> Worse(const Target& target, const Configuration& c,
                               const json& figures, const json& golden,
                               const std::string& file) {
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
                      std::to_string(std::lround(100 * band)) + " % of " +
                      file + " (--save, if it is meant)");
    }
  }
  return lines;
}

// Figures of a folder of the user are kept nowhere.
bool IsOutside(const Configuration& c) {
  return c.variant->name.front() == '/';
}

void Print(const Target& target, const std::vector<Configuration>& selected,
           const std::vector<json>& figures, Format format) {
  Table table{{"configuration"}, {}};
  for (const auto& [heading, key] : target.columns) {
    table.heading.push_back(heading);
  }
  json rows = json::array();
  for (size_t i = 0; i < selected.size(); ++i) {
    if (figures[i].is_null()) continue;
    std::vector<std::string> line = {selected[i].id()};
    for (const auto& [heading, key] : target.columns) {
      line.push_back(Cell(figures[i], key));
    }
    table.lines.push_back(line);
    rows.push_back(figures[i]);
    rows.back()["configuration"] = selected[i].id();
  }
  if (format == Format::kJson) {
    std::cout << rows.dump(2) << '\n';
  } else if (!table.lines.empty()) {
    std::cout << Render(table, format);
    if (format == Format::kTable) std::cout << target.note;
  }
  std::cout.flush();
}

// Says what left its band, and how much was compared.
// @return lines about what is worse
size_t Check(const Target& target, const Paths& paths,
             const std::vector<Configuration>& selected,
             const std::vector<json>& measured) {
  std::map<std::string, json> committed;
  size_t worse = 0;
  int compared = 0, without = 0;
  bool can_be_saved = false;
  for (size_t i = 0; i < selected.size(); ++i) {
    if (measured[i].is_null()) continue;
    const Configuration& c = selected[i];
    const std::string& family = c.variant->family;
    const fs::path file = target.qor(family);
    if (!committed.count(family)) {
      committed[family] =
          fs::exists(file) ? ReadQor(file)["rows"] : json::object();
    }
    const json golden = committed[family].value(c.id(), json(nullptr));
    ++(golden.is_null() ? without : compared);
    can_be_saved |= golden.is_null() && !IsOutside(c);
    for (const std::string& line :
         Worse(target, c, measured[i], golden,
               fs::relative(file, paths.root).string())) {
      std::cerr << "worse: " << line << '\n';
      ++worse;
    }
  }
  std::cerr << compared << " configurations compared, " << without
            << " without a committed figure"
            << (can_be_saved ? " (write them with --save)" : "") << '\n';
  return worse;
}

void Save(const Target& target, const Paths& paths,
          const std::vector<Configuration>& selected,
          const std::vector<json>& figures) {
  std::map<std::string, json> rows;
  for (size_t i = 0; i < selected.size(); ++i) {
    if (figures[i].is_null()) continue;
    json& row = rows[selected[i].variant->family][selected[i].id()];
    row = figures[i];
    // A file in somebody's build folder is no figure.
    if (row.contains("bitstream")) row["bitstream"] = nullptr;
  }
  for (const auto& [family, fresh] : rows) {
    const fs::path file = target.qor(family);
    const FileLock lock(paths.build / "qor.lock");
    json document = fs::exists(file) ? ReadQor(file)
                                     : json{{"tool", fresh.front()["tool"]},
                                            {"rows", json::object()}};
    document["rows"].update(fresh);
    WriteText(file, document.dump(1) + "\n");
    std::cerr << "wrote " << fs::relative(file, paths.root).string() << ", "
              << fresh.size() << (fresh.size() == 1 ? " row\n" : " rows\n");
  }
  if (rows.empty()) std::cerr << "no figures to write\n";
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
          [yosys](const Configuration& c) { return yosys->Measure(c); },
          [yosys](const Configuration& c) { return yosys->Known(c); },
          [yosys](const Configuration& c) { return yosys->Cached(c); },
          [paths = context.paths](const std::string& family) {
            return QorFile(paths, family);
          }};
}

Target Ice40(const Context& context) {
  const auto flow = std::make_shared<Ice40Flow>(context.paths);
  const auto timed = [](const Configuration& c, json figures) {
    const json mhz = figures.value("fmax_mhz", json(nullptr));
    if (mhz.is_number() && c.cycles) {
      figures["time_us"] = static_cast<double>(*c.cycles) / mhz.get<double>();
    }
    return figures;
  };
  const auto run = [flow, timed, &context](const Configuration& c) {
    return timed(
        c, flow->PlaceAndRoute(
               c, FindFamily(context.families, c.variant->family).Describe(c)));
  };
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
          run,
          run,
          [flow, timed](const Configuration& c) {
            const json figures = flow->Known(c);
            return figures.is_null() ? figures : timed(c, figures);
          },
          [flow](const Configuration& c) { return flow->Cached(c); },
          [paths = context.paths](const std::string& family) {
            return Ice40Flow::QorFile(paths, family);
          }};
}

Target Vivado(const Context& context, const VivadoOptions& options) {
  const auto flow = std::make_shared<VivadoFlow>(context.paths);
  const auto run = [flow, options, &context](const Configuration& c) {
    return flow->Implement(
        c, FindFamily(context.families, c.variant->family).Describe(c),
        options);
  };
  const auto known = [flow](const Configuration& c) { return flow->Known(c); };
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
          run,
          run,
          known,
          known,
          nullptr};
}

Target ChooseTarget(const Context& context, const Arguments& arguments) {
  const auto name = arguments.Get<std::string>("target");
  if (name == "xc7" || name == "ice40") {
    for (const char* option : {"part", "board", "no-search", "saif"}) {
      if (!arguments.Has(option)) continue;
      throw InputError(std::string("--") + option, "",
                       "means nothing for --target " + name,
                       "leave it out, or take --target vivado");
    }
  }
  if (name == "xc7") return Xc7(context);
  if (name == "ice40") return Ice40(context);
  if (name != "vivado") {
    throw InputError("--target", name, "is no target",
                     "take xc7, ice40 or vivado");
  }
  VivadoOptions options;
  if (arguments.Has("part")) options.part = arguments.Get<std::string>("part");
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
      "check",
      "measure and compare with constraints/qor; exit status 1 if a band is "
      "left")("save", "write the figures into constraints/qor")(
      "known", "only configurations whose figures are there already")(
      "jobs,j",
      po::value<int>()->default_value(
          static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))),
      "syntheses at the same time")(
      "format", po::value<std::string>()->default_value("table"),
      "table, json, csv or md")(
      "part", po::value<std::string>(),
      ("vivado: the device (" + VivadoOptions().part + ")").c_str())(
      "board", "vivado: uart_board as top, not out of context")(
      "no-search", "vivado: at the clock of the constraints only")(
      "saif", po::value<std::string>(),
      "vivado: activity for the power report ('curvebench wave --saif')");
  if (!arguments.Parse(words)) return 0;
  const Format format = ParseFormat(arguments.Get<std::string>("format"));
  const int jobs = arguments.Get<int>("jobs");
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
  const bool known = arguments.Has("known"), check = arguments.Has("check"),
             save = arguments.Has("save");
  if (known) {
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
  if (save) {
    for (const Configuration& c : selected) {
      if (!IsOutside(c)) continue;
      throw InputError("--save", c.id(),
                       "lies outside rtl/, whose figures are kept",
                       "leave --save out, or move the folder into rtl/");
    }
  }
  if (check || save) {
    // Better now than after hours of synthesis.
    for (const Configuration& c : selected) {
      const fs::path file = target.qor(c.variant->family);
      if (fs::exists(file)) ReadQor(file);
    }
  }
  std::vector<json> figures(selected.size());
  RunWorkers(
      selected.size(), jobs, context.paths.build,
      [&](size_t i) {
        const auto& source = known   ? target.known
                             : check ? target.measure
                                     : target.run;
        return source(selected[i]);
      },
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

  Print(target, selected, figures, format);
  const bool missed = std::any_of(
      figures.begin(), figures.end(),
      [](const json& f) { return f.is_object() && !f.value("met", true); });
  size_t worse = 0;
  if (check) {
    // What is known by the committed figures alone was not measured.
    std::vector<json> measured = figures;
    for (size_t i = 0; known && i < selected.size(); ++i) {
      if (target.cached(selected[i]).is_null()) measured[i] = nullptr;
    }
    worse = Check(target, context.paths, selected, measured);
    const auto skipped = std::count(measured.begin(), measured.end(), nullptr) -
                         std::count(figures.begin(), figures.end(), nullptr);
    if (skipped) {
      std::cerr << skipped << " configurations not measured (leave --known out "
                << "to measure them)\n";
    }
  }
  if (save) Save(target, context.paths, selected, figures);
  if (worse) return 1;
  if (missed) std::cerr << "timing is not met\n";
  if (errors) return 2;
  return missed ? 1 : 0;
}

}  // namespace curvebench
