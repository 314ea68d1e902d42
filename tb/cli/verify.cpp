// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <thread>

#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/progress.h"
#include "bench/render.h"
#include "bench/results.h"
#include "bench/serial_line.h"
#include "bench/workers.h"
#include "cli/regression_options.h"

namespace curvebench {
namespace fs = std::filesystem;

namespace {

// @return vectors that were run, of all rows
int PrintSkipped(const std::vector<Row>& rows, size_t files) {
  int vectors = 0;
  for (const Row& row : rows) {
    int skipped = 0;
    for (const auto& [reason, count] : row.skipped) skipped += count;
    std::cerr << row.id() << ": " << row.vectors << " vectors from "
              << row.records - skipped << " of the " << row.records
              << " records in " << files << (files == 1 ? " file" : " files");
    if (skipped) std::cerr << ", " << skipped << " records skipped:";
    std::cerr << '\n';
    for (const auto& [reason, count] : row.skipped) {
      std::cerr << "  " << count << "  " << reason << '\n';
    }
    vectors += row.vectors;
  }
  return vectors;
}

// Events at 0 first of all: those the run did not test. All counts only where
// there are few rows.
void PrintCoverage(const std::vector<Row>& rows) {
  constexpr size_t kFew = 4;
  int complete = 0;
  for (const Row& row : rows) {
    if (row.coverage.empty()) continue;
    std::string never, counts;
    for (const auto& [name, count] : row.coverage) {
      if (count == 0) never += (never.empty() ? "" : ", ") + name;
      counts +=
          (counts.empty() ? "" : ", ") + name + " " + std::to_string(count);
    }
    if (rows.size() <= kFew) {
      std::cerr << row.id() << " coverage: " << counts << '\n';
    }
    if (!never.empty()) {
      std::cerr << row.id() << " NEVER: " << never << '\n';
    } else {
      ++complete;
    }
  }
  if (rows.size() > kFew && complete) {
    std::cerr << "coverage: every event of the algorithm occurred in "
              << complete << " configurations (name one to see the counts)\n";
  }
}

}  // namespace

int Verify(const Context& context, const Words& words) {
  namespace po = boost::program_options;
  Arguments arguments(
      "curvebench verify [VARIANT ...] [--vectors FILE ...]\n"
      "Builds and tests every selected configuration. Rows go to\n"
      "build/results.json (with --vectors, --test or --backend: "
      "build/partial.json), JUnit XML\nbeside it. --backend runs one "
      "configuration on a board behind a serial line (docs/uart.md).");
  AddStimulusOptions(&arguments);
  AddTimeoutOption(&arguments);
  arguments.Options()("jobs,j",
                      po::value<int>()->default_value(static_cast<int>(
                          std::max(1u, std::thread::hardware_concurrency()))),
                      "configurations tested at the same time")(
      "test", po::value<std::string>()->default_value("*"),
      "only tests with this name (glob)")(
      "format", po::value<std::string>()->default_value("table"),
      "table, json, csv or md")("output,o", po::value<std::string>(),
                                "result file")("all",
                                               "the long configurations too")(
      "backend", po::value<std::string>(),
      "uart:/dev/ttyUSB0: the board there instead of a simulation")(
      "baud", po::value<int>()->default_value(57'600), "of that line")(
      "junit", po::value<std::string>(), "JUnit XML file")("quiet,q",
                                                           "no progress");
  if (!arguments.Parse(words)) return 0;
  const Format format = ParseFormat(arguments.Get<std::string>("format"));
  RegressionOptions options = ReadStimulusOptions(arguments);
  options.jobs = arguments.Get<int>("jobs");
  options.filter = arguments.Get<std::string>("test");
  options.seconds = ReadTimeout(arguments);
  for (const char* option : {"output", "junit"}) {
    if (!arguments.Has(option)) continue;
    CheckWritable(std::string("--") + option,
                  arguments.Get<std::string>(option));
  }
  for (const fs::path& file : options.files) ReadJson(file);
  int errors = 0;
  std::vector<Configuration> configurations =
      SelectOrReport(context, arguments.positional(), &errors);
  // What is named is run; else the long ones wait for --all.
  const bool named =
      std::any_of(arguments.positional().begin(), arguments.positional().end(),
                  [](const std::string& word) {
                    return std::count(word.begin(), word.end(), '/') >= 2;
                  });
  if (!named && !arguments.Has("all")) {
    std::erase_if(configurations,
                  [](const Configuration& c) { return c.extended; });
  }
  if (arguments.Has("backend")) {
    options.backend = arguments.Get<std::string>("backend");
    options.baud = arguments.Get<int>("baud");
    CheckBackend(options.backend, options.baud);
    if (configurations.size() != 1) {
      throw InputError("--backend", options.backend,
                       "one board holds one configuration, and " +
                           std::to_string(configurations.size()) +
                           " are selected",
                       "name one, such as gf2m/digit/d8");
    }
  }
  const RegressionResult result =
      RunRegression(configurations, context.families, context.paths, options,
                    ProgressLine(arguments.Has("quiet")));

  const bool any_test = std::any_of(
      result.rows.begin(), result.rows.end(),
      [](const Row& row) { return !row.tests.empty() || !row.error.empty(); });
  if (options.filter != "*" && !result.rows.empty() && !any_test) {
    throw InputError("--test", options.filter, "matches no test",
                     "'Vectors' and the names of docs/contract.md are there");
  }
  const bool regression =
      options.files.empty() && options.filter == "*" && options.backend.empty();
  const fs::path junit = arguments.Has("junit")
                             ? fs::path(arguments.Get<std::string>("junit"))
                             : context.paths.build / "junit.xml";
  nlohmann::json tool = ToolVersions(context);
  tool["seed"] = options.seed;
  if (!options.backend.empty()) tool["backend"] = options.backend;
  const Results results{tool, result.rows};
  if (arguments.Has("output")) {
    WriteText(arguments.Get<std::string>("output"),
              ToJson(results).dump(1) + "\n");
  } else if (regression) {
    UpdateLastResults(results, context.paths);
  } else {
    WriteText(context.paths.build / "partial.json",
              ToJson(results).dump(1) + "\n");
  }
  WriteText(junit, JUnit(result.rows));

  // The table last: where many fail it would scroll away.
  bool failed = false;
  for (const Row& row : result.rows) {
    const std::string text = Failures(row);
    if (!text.empty()) std::cerr << text << '\n';
    if (row.status == "not_run" && !row.error.empty()) ++errors;
    if (row.status == "fail") failed = true;
  }
  if (!arguments.Has("quiet")) PrintCoverage(result.rows);
  if (format == Format::kJson) {
    std::cout << ToJson(results).dump(2) << '\n';
  } else if (!result.rows.empty()) {
    std::cout << Render(Shown(ComparisonTable(result.rows), format), format);
  }
  std::cout.flush();
  if (!options.files.empty() &&
      PrintSkipped(result.rows, options.files.size()) == 0 && !errors) {
    throw InputError("--vectors", "", "holds no record that these run",
                     "see the reasons above");
  }
  if (!arguments.Has("quiet")) {
    std::fprintf(stderr,
                 "%zu configurations in %.1f s (stimulus and golden results "
                 "%.1f s, %.1f %%), seed %llu\n",
                 result.rows.size(), result.seconds, result.golden_seconds,
                 100 * result.golden_seconds / std::max(result.seconds, 1e-9),
                 static_cast<unsigned long long>(options.seed));
  }
  if (errors) return 2;
  return failed ? 1 : 0;
}

}  // namespace curvebench
