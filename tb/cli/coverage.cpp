// SPDX-License-Identifier: Apache-2.0
#include "bench/coverage.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <kainjow/mustache.hpp>
#include <thread>

#include "bench/error.h"
#include "bench/evidence.h"
#include "bench/json_file.h"
#include "bench/model_builder.h"
#include "bench/render.h"
#include "bench/workers.h"
#include "cli/regression_options.h"

namespace curvebench {
namespace fs = std::filesystem;
using kainjow::mustache::data;
using nlohmann::json;

namespace {

using Figure = CoverageSummary::Figure;

std::string Percent(const Figure& figure) {
  char text[16];
  // Rounded down: 100 means all of them.
  std::snprintf(text, sizeof text, "%.1f",
                static_cast<int>(10 * figure.Percent()) / 10.0);
  return text;
}

std::string OutOf(const Figure& figure) {
  return std::to_string(figure.covered) + "/" + std::to_string(figure.counted);
}

std::string Page(const CoverageSummary& summary, const fs::path& form,
                 const std::string& configurations, uint64_t seed,
                 const std::string& tool) {
  data modules(data::type::list), missed(data::type::list),
      reasons(data::type::list);
  for (const auto& [name, module] : summary.modules) {
    data line;
    line.set("name", name);
    line.set("file", module.file);
    line.set("lines", OutOf(module.line));
    line.set("line_percent", Percent(module.line));
    line.set("line_short", module.line.covered < module.line.counted);
    line.set("toggles", OutOf(module.toggle));
    line.set("toggle_percent", Percent(module.toggle));
    line.set("toggle_short", module.toggle.Percent() < 98);
    line.set("excluded",
             std::to_string(module.line.excluded + module.toggle.excluded));
    modules.push_back(line);
  }
  for (const std::string& text : summary.missed) {
    missed.push_back(data("text", text));
  }
  for (const auto& [reason, count] : summary.reasons) {
    data line;
    line.set("reason", reason);
    line.set("count", std::to_string(count));
    reasons.push_back(line);
  }
  data values;
  values.set("configurations", configurations);
  values.set("seed", std::to_string(seed));
  values.set("tool", tool);
  values.set("modules", modules);
  values.set("functional", OutOf(summary.functional));
  values.set("missed", missed);
  values.set("any_missed", !summary.missed.empty());
  values.set("reasons", reasons);
  kainjow::mustache::mustache page(ReadText(form));
  return page.render(values);
}

// The configurations of one variant. They are one text, and what a size can not
// reach in it another one does: the figures kept are those of all together.
struct Together {
  std::vector<json> answers;
  std::vector<const Configuration*> configurations;
};

void Keep(const Together& together, uint64_t seed, const Paths& paths) {
  const CoverageSummary summary = Summarise(together.answers, paths);
  json evidence = ToJson(summary);
  evidence["seed"] = seed;
  evidence["missed"] = summary.missed.size();
  evidence["configurations"] = together.configurations.size();
  for (const Configuration* configuration : together.configurations) {
    KeepEvidence(paths, *configuration, "coverage", evidence);
  }
}

}  // namespace

int Coverage(const Context& context, const Words& words) {
  namespace po = boost::program_options;
  Arguments arguments(
      "curvebench coverage [VARIANT ...]\n"
      "Lines and toggles (Verilator) and functional points (vector classes, "
      "rules, events that families\ndeclare) of the regression, for each "
      "module and merged over the run. The page is\n"
      "build/coverage/index.html; figures go to build/evidence.json. Exit "
      "status 1 below the targets.\n"
      "Without a VARIANT: configurations of at most 2000 cycles.");
  AddStimulusOptions(&arguments);
  arguments.Options()("jobs,j",
                      po::value<int>()->default_value(static_cast<int>(
                          std::max(1u, std::thread::hardware_concurrency()))),
                      "configurations at the same time")(
      "least-lines", po::value<double>()->default_value(100), "per cent")(
      "least-toggles", po::value<double>()->default_value(98), "per cent")(
      "output,o", po::value<std::string>(),
      "HTML file (default: build/coverage/index.html)")(
      "format", po::value<std::string>()->default_value("table"),
      "table, json, csv or md");
  if (!arguments.Parse(words)) return 0;
  const Format format = ParseFormat(arguments.Get<std::string>("format"));
  const RegressionOptions options = ReadStimulusOptions(arguments);
  const int jobs = arguments.Get<int>("jobs");
  if (jobs < 1) throw InputError("--jobs", "", "is below 1", "write 1 or more");
  const double least_lines = GetPercent(arguments, "least-lines");
  const double least_toggles = GetPercent(arguments, "least-toggles");
  int errors = 0;
  const std::vector<Configuration> selected =
      SelectForEvidence(context, arguments.positional(), &errors);
  ModelBuilder(context.paths).BuildRuntime();

  std::vector<json> measured;
  std::map<std::string, Together> variants;
  std::string names;
  RunWorkers(
      selected.size(), jobs, context.paths.build,
      [&](size_t i) {
        return MeasureCoverage(
            selected[i],
            FindFamily(context.families, selected[i].variant->family),
            context.paths, options);
      },
      [&](size_t i, const WorkerResult& result) {
        const std::string id = selected[i].id();
        if (!result.error.empty()) {
          std::cerr << "error: " << id << ": " << result.error << '\n';
          ++errors;
          return;
        }
        if (result.answer["status"] != "pass") {
          std::cerr << id << ": the regression does not pass ("
                    << result.answer["status"].get<std::string>() << ")\n";
          ++errors;
        }
        measured.push_back(result.answer);
        names += (names.empty() ? "" : ", ") + id;
        const CoverageSummary one = Summarise({result.answer}, context.paths);
        Together& together = variants[selected[i].variant->name];
        together.answers.push_back(result.answer);
        together.configurations.push_back(&selected[i]);
        // Vectors of a file say nothing of the configuration's own tests.
        if (options.files.empty()) Keep(together, options.seed, context.paths);
        std::cerr << id << "  lines " << Percent(one.line) << " %, toggles "
                  << Percent(one.toggle) << " %\n";
      });
  const CoverageSummary summary = Summarise(measured, context.paths);
  const std::string tool = ToolVersions(context)["verilator"];
  const fs::path page = arguments.Has("output")
                            ? fs::path(arguments.Get<std::string>("output"))
                            : context.paths.build / "coverage" / "index.html";
  if (page.has_parent_path()) fs::create_directories(page.parent_path());
  WriteText(page, Page(summary,
                       context.paths.root / "tb" / "cli" / "templates" /
                           "coverage.html.mustache",
                       names, options.seed, tool));
  if (format == Format::kJson) {
    std::cout << ToJson(summary).dump(2) << '\n';
  } else {
    Table table{{"module", "lines", "%", "toggles", "%", "excluded"}, {}};
    for (const auto& [name, module] : summary.modules) {
      table.lines.push_back(
          {name, OutOf(module.line), Percent(module.line), OutOf(module.toggle),
           Percent(module.toggle),
           std::to_string(module.line.excluded + module.toggle.excluded)});
    }
    table.lines.push_back(
        {"all", OutOf(summary.line), Percent(summary.line),
         OutOf(summary.toggle), Percent(summary.toggle),
         std::to_string(summary.line.excluded + summary.toggle.excluded)});
    std::cout << Render(table, format);
    std::cout << "functional points: " << OutOf(summary.functional)
              << "; page: " << page.string() << '\n';
    constexpr size_t kShown = 40;
    for (size_t i = 0; i < std::min(kShown, summary.missed.size()); ++i) {
      std::cerr << "not covered: " << summary.missed[i] << '\n';
    }
    if (summary.missed.size() > kShown) {
      std::cerr << "and " << summary.missed.size() - kShown << " more\n";
    }
  }
  if (errors) return 2;
  const bool low = summary.line.Percent() < least_lines ||
                   summary.toggle.Percent() < least_toggles ||
                   summary.functional.covered < summary.functional.counted;
  return low ? 1 : 0;
}

}  // namespace curvebench
