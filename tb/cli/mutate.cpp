// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <thread>

#include "bench/error.h"
#include "bench/evidence.h"
#include "bench/mutation_score.h"
#include "bench/render.h"
#include "cli/regression_options.h"

namespace curvebench {
using nlohmann::json;

namespace {

std::string Percent(const json& score) {
  if (!score.is_number()) return "-";
  char text[16];
  std::snprintf(text, sizeof text, "%.1f", 100 * score.get<double>());
  return text;
}

std::string Killers(const json& killed_by) {
  std::vector<std::pair<int, std::string>> counts;
  for (const auto& [test, count] : killed_by.items()) {
    counts.emplace_back(count.get<int>(), test);
  }
  std::sort(counts.rbegin(), counts.rend());
  std::string text;
  for (size_t i = 0; i < std::min<size_t>(3, counts.size()); ++i) {
    text += (i ? ", " : "") + counts[i].second + " " +
            std::to_string(counts[i].first);
  }
  return text;
}

std::string Line(const json& mutant) {
  return std::to_string(mutant["number"].get<int>()) + " " +
         mutant["mode"].get<std::string>() + " " +
         mutant["where"].get<std::string>() + "  " +
         mutant["source"].get<std::string>();
}

}  // namespace

int Mutate(const Context& context, const Words& words) {
  namespace po = boost::program_options;
  Arguments arguments(
      "curvebench mutate [VARIANT ...]\n"
      "Faults in the RTL, one at a time (Yosys mutate), and whether the "
      "configuration's own vectors and\ncontract rules find them. Survivors "
      "are proven equivalent where that is so, and else shown with their\n"
      "source line. Figures go to build/evidence.json. Exit status 1 below "
      "--least.\nWithout a VARIANT: configurations of at most 2000 cycles.");
  AddStimulusOptions(&arguments);
  arguments.Options()("jobs,j",
                      po::value<int>()->default_value(static_cast<int>(
                          std::max(1u, std::thread::hardware_concurrency()))),
                      "mutants at the same time")(
      "mutants,m", po::value<int>()->default_value(200),
      "mutants of each configuration")(
      "least", po::value<double>()->default_value(99),
      "per cent of the mutants not proven equivalent that must be killed")(
      "proof-seconds", po::value<int>()->default_value(20),
      "for the proof that a survivor is equivalent")(
      "format", po::value<std::string>()->default_value("table"),
      "table, json, csv or md")("quiet,q", "no progress");
  if (!arguments.Parse(words)) return 0;
  const Format format = ParseFormat(arguments.Get<std::string>("format"));
  MutationOptions options;
  options.regression = ReadStimulusOptions(arguments);
  options.regression.jobs = arguments.Get<int>("jobs");
  options.count = arguments.Get<int>("mutants");
  options.proof_seconds = arguments.Get<int>("proof-seconds");
  const double least = GetPercent(arguments, "least");
  for (const auto& [option, value] :
       {std::pair("--jobs", options.regression.jobs),
        {"--mutants", options.count},
        {"--proof-seconds", options.proof_seconds}}) {
    if (value < 1) {
      throw InputError(option, std::to_string(value), "is below 1",
                       "write 1 or more");
    }
  }
  int errors = 0;
  const std::vector<Configuration> selected =
      SelectForEvidence(context, arguments.positional(), &errors);
  ModelBuilder(context.paths).BuildRuntime();

  const bool quiet = arguments.Has("quiet");
  Table table{{"configuration", "mutants", "killed", "equivalent", "survived",
               "score %", "killed first by"},
              {}};
  json document = json::object();
  bool low = false;
  for (const Configuration& c : selected) {
    json score;
    try {
      score = ScoreMutants(
          c, FindFamily(context.families, c.variant->family), context.paths,
          options, [&](const json& mutant, size_t done, size_t count) {
            if (quiet) return;
            if (mutant["killed_by"].is_string()) {
              if (done % 50 == 0) {
                std::cerr << c.id() << "  " << done << " of " << count << '\n';
              }
            } else {
              std::cerr << c.id() << "  "
                        << (!mutant.contains("equivalent")     ? "lives: "
                            : mutant["equivalent"].get<bool>() ? "equivalent: "
                                                               : "SURVIVES: ")
                        << Line(mutant)
                        << (mutant.contains("proof")
                                ? "  (" + mutant["proof"].get<std::string>() +
                                      ")"
                                : "")
                        << '\n';
            }
          });
    } catch (const std::exception& error) {
      std::cerr << "error: " << c.id() << ": " << error.what() << '\n';
      ++errors;
      continue;
    }
    // Vectors of a file say nothing of the configuration's own tests.
    if (options.regression.files.empty()) {
      KeepEvidence(context.paths, c, "mutation", score);
    }
    document[c.id()] = score;
    if (score["score"].is_number() &&
        100 * score["score"].get<double>() < least) {
      low = true;
    }
    table.lines.push_back({c.id(), score["mutants"].dump(),
                           score["killed"].dump(), score["equivalent"].dump(),
                           score["survived"].dump(), Percent(score["score"]),
                           Killers(score["killed_by"])});
    for (const json& mutant : score["survivors"]) {
      std::cerr << "survivor: " << c.id() << " " << Line(mutant) << '\n';
    }
  }
  if (format == Format::kJson) {
    std::cout << document.dump(2) << '\n';
  } else {
    std::cout << Render(table, format);
  }
  if (errors) return 2;
  return low ? 1 : 0;
}

}  // namespace curvebench
