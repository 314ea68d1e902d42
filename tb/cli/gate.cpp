// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <thread>

#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/progress.h"
#include "bench/render.h"
#include "bench/results.h"
#include "bench/synthesis.h"
#include "bench/workers.h"
#include "cli/regression_options.h"

namespace curvebench {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// Netlists are slow to simulate: up to this length of a run the whole
// regression is affordable, above it a few products and a reset must do.
constexpr uint64_t kShortRun = 1000;

bool IsShort(const Configuration& c) {
  return c.cycles && *c.cycles <= kShortRun;
}

}  // namespace

int Gate(const Context& context, const Words& words) {
  namespace po = boost::program_options;
  Arguments arguments(
      "curvebench gate [VARIANT ...]\n"
      "The regression on Yosys's series-7 netlist, simulated with the cell "
      "models: everything where a\nrun is short (toy fields), else --count "
      "products (2) and a reset. Rows go to build/gate.json.\n"
      "Without a VARIANT: the short configurations; of a whole variant: those "
      "and the default size.\nRandom initial contents are not applicable: the "
      "cells fix their initial value.");
  AddStimulusOptions(&arguments);
  AddTimeoutOption(&arguments);
  arguments.Options()("jobs,j",
                      po::value<int>()->default_value(static_cast<int>(
                          std::max(1u, std::thread::hardware_concurrency()))),
                      "configurations at the same time")(
      "format", po::value<std::string>()->default_value("table"),
      "table, json, csv or md");
  if (!arguments.Parse(words)) return 0;
  const Format format = ParseFormat(arguments.Get<std::string>("format"));
  RegressionOptions options = ReadStimulusOptions(arguments);
  options.jobs = arguments.Get<int>("jobs");
  options.random_contents = false;
  options.seconds = ReadTimeout(arguments);
  int errors = 0;
  std::vector<Configuration> selected =
      SelectOrReport(context, arguments.positional(), &errors);
  if (arguments.positional().empty()) {
    std::erase_if(selected, [](const Configuration& c) { return !IsShort(c); });
  }
  // A whole variant: the netlist of its largest field would take hours.
  const bool named =
      std::any_of(arguments.positional().begin(), arguments.positional().end(),
                  [](const std::string& word) {
                    return std::count(word.begin(), word.end(), '/') >= 2;
                  });
  if (!named) {
    std::erase_if(selected, [](const Configuration& c) {
      return !IsShort(c) && !c.default_size;
    });
  }

  // First all netlists, then their tests.
  const YosysXc7 yosys(context.paths);
  std::vector<Configuration> netlists[2];  // short, long
  std::map<std::string, std::string> rtl_hashes;
  RunWorkers(
      selected.size(), options.jobs, context.paths.build,
      [&](size_t i) { return json(yosys.Netlist(selected[i]).string()); },
      [&](size_t i, const WorkerResult& result) {
        if (!result.error.empty()) {
          std::cerr << "error: " << selected[i].id() << ": " << result.error
                    << '\n';
          ++errors;
          return;
        }
        std::cerr << selected[i].id() << "  netlist\n";
        netlists[IsShort(selected[i]) ? 0 : 1].push_back(NetlistConfiguration(
            selected[i], result.answer.get<std::string>()));
        rtl_hashes[selected[i].id()] = yosys.Hash(selected[i]);
      });

  Results results{ToolVersions(context), {}};
  results.tool["level"] = "yosys_xc7 netlist";
  bool failed = false;
  for (const bool is_long : {false, true}) {
    RegressionOptions part = options;
    if (is_long) {
      part.filter = "Vectors:*.ResetAfterDone";
      if (part.count == 0) part.count = 2;
    }
    const RegressionResult run =
        RunRegression(netlists[is_long], context.families, context.paths, part,
                      ProgressLine(false));
    for (const Row& row : run.rows) {
      std::cerr << Failures(row);
      failed |= row.status == "fail";
      if (row.status == "not_run") ++errors;
      results.rows.push_back(row);
    }
  }
  json document = ToJson(results);
  for (json& row : document["rows"]) {
    // The row's rtl_hash is that of the netlist text.
    row["netlist_hash"] = row["rtl_hash"];
    const std::string id = std::string(row["family"]) + "/" +
                           std::string(row["variant"]) + "/" +
                           std::string(row["configuration"]);
    row["rtl_hash"] = rtl_hashes[id];
    row["level"] = "gate";
  }
  WriteText(context.paths.build / "gate.json", document.dump(1) + "\n");
  if (format == Format::kJson) {
    std::cout << document.dump(2) << '\n';
  } else {
    std::cout << Render(Shown(ComparisonTable(results.rows), format), format);
  }
  if (errors) return 2;
  return failed ? 1 : 0;
}

}  // namespace curvebench
