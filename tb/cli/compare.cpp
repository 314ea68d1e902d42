// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>

#include "bench/error.h"
#include "bench/render.h"
#include "bench/results.h"
#include "cli/arguments.h"

namespace curvebench {
namespace fs = std::filesystem;

namespace {

// A result file, or the rows of the last regression that match a pattern.
// @param besides empty, or what else to take of the last regression
Results ResultsOf(const Context& context, const std::string& word,
                  const std::string& besides = "") {
  std::error_code ignored;
  if (fs::is_regular_file(word, ignored)) {
    if (fs::path(word).extension() != ".json") {
      try {
        return ReadResults(word);
      } catch (const InputError&) {
        throw InputError("compare", word, "is no result file",
                         "name one that 'curvebench verify --output' wrote");
      }
    }
    return ReadResults(word);
  }
  if (fs::path(word).extension() == ".json" && !fs::exists(word, ignored)) {
    throw InputError("compare", word, "is not there",
                     "name a result file, such as build/results.json");
  }
  Results results = LastResults(context.paths);
  const std::vector<Row> all = std::move(results.rows);
  Words patterns = {word};
  if (!besides.empty()) patterns.push_back(besides);
  const Selection selection = Select(patterns, context.paths);
  std::vector<Row> rows;
  for (const Configuration& c : selection.configurations) {
    for (const Row& row : all) {
      if (row.id() == c.id()) rows.push_back(row);
    }
  }
  if (rows.empty()) {
    throw InputError("compare", word, "has no rows in the last regression",
                     "run 'make sim VARIANT=" + word + "' first");
  }
  results.rows = rows;
  return results;
}

}  // namespace

int Compare(const Context& context, const Words& words) {
  namespace po = boost::program_options;
  Arguments arguments(
      "curvebench compare [--family NAME]      all rows of the last "
      "regression\n"
      "curvebench compare --published          for each published row, what "
      "beats it\n"
      "curvebench compare --front              rows that no other one beats in "
      "LUTs and cycles\n"
      "curvebench compare --against FAM/VARIANT its rows, each with the best "
      "of the other variants\n"
      "curvebench compare --against FAM/VARIANT/CONFIG all rows of its size, "
      "against that one\n"
      "curvebench compare --steps              cycles that one more bit costs\n"
      "curvebench compare A B                  two result files or variants, "
      "side by side");
  arguments.Options()("format",
                      po::value<std::string>()->default_value("table"),
                      "table, json, csv or md")(
      "family", po::value<std::string>(), "only this family")(
      "published", "published rows, each with ours that beats it")(
      "front", "for each operation and size, what no other row beats")(
      "against", po::value<std::string>(),
      "a variant, each row with the least LUT x cycles of all others; or one "
      "configuration, with all others of its size")(
      "steps", "cycles of one more bit of the size m, from two sizes");
  if (!arguments.Parse(words)) return 0;
  const Format format = ParseFormat(arguments.Get<std::string>("format"));
  const Words& given = arguments.positional();
  if (given.size() > 2) {
    throw InputError("compare", given[2], "is one word too many",
                     "compare takes none, one or two");
  }
  const bool published = arguments.Has("published");
  const bool front = arguments.Has("front");
  if (published + front + arguments.Has("against") + arguments.Has("steps") +
          (given.size() == 2) >
      1) {
    throw InputError("compare", "", "shows one thing at a time",
                     "take --published, --front, --against, --steps or two "
                     "words");
  }
  if (given.size() == 2 && arguments.Has("family")) {
    throw InputError("--family", "", "does not go with two words",
                     "name the variants, such as 'gf2m/*'");
  }
  if (given.size() == 2) {
    std::cout << Render(SideBySide(ResultsOf(context, given[0]).rows,
                                   ResultsOf(context, given[1]).rows),
                        format);
    return 0;
  }
  const std::string against =
      arguments.Has("against") ? arguments.Get<std::string>("against") : "";
  Results results = given.empty() ? LastResults(context.paths)
                                  : ResultsOf(context, given[0], against);
  std::vector<Row>& rows = results.rows;
  if (rows.empty()) {
    throw InputError("compare", given.empty() ? "" : given[0], "has no rows",
                     "run 'make sim' first");
  }
  if (arguments.Has("family")) {
    const std::string family = arguments.Get<std::string>("family");
    FindFamily(context.families, family);
    std::erase_if(rows, [&](const Row& row) { return row.family != family; });
  }
  if (arguments.Has("against")) {
    const size_t slash = against.find('/');
    const auto one =
        std::find_if(rows.begin(), rows.end(),
                     [&](const Row& row) { return row.id() == against; });
    Table table;
    if (one != rows.end()) {
      table = AgainstRow(rows, *one);
    } else {
      std::erase_if(rows, [&](const Row& row) {
        return row.family != against.substr(0, slash);
      });
      table = Against(rows, against.substr(slash + 1));
    }
    if (slash == std::string::npos || table.lines.empty()) {
      throw InputError("--against", against,
                       "has no passing row with cycles and LUTs",
                       "name family/variant or family/variant/configuration; "
                       "run 'make sim' and 'make fpga'");
    }
    std::cout << Render(table, format);
  } else if (arguments.Has("steps")) {
    const Table table = StepTable(rows);
    if (table.lines.empty()) {
      throw InputError("--steps", "",
                       "needs two sizes of a configuration that passed",
                       "run 'curvebench verify kummer --all' first");
    }
    std::cout << Render(table, format);
  } else if (published || front) {
    Table table;
    for (const auto& family : context.families) {
      const std::string name = family->name();
      std::vector<Row> ours;
      std::copy_if(rows.begin(), rows.end(), std::back_inserter(ours),
                   [&](const Row& row) { return row.family == name; });
      if (ours.empty()) continue;
      const nlohmann::json defaults = family->DefaultConfiguration();
      const Table part =
          published ? AgainstPublished(ours, PublishedRows(context.paths, name),
                                       defaults.value("operation", ""))
                    : Front(ours, SizeKey(defaults.value(
                                      "size", nlohmann::json::object())));
      table.heading = part.heading;
      table.lines.insert(table.lines.end(), part.lines.begin(),
                         part.lines.end());
    }
    std::cout << Render(Folded(table, format), format);
  } else if (format == Format::kJson) {
    std::cout << ToJson(results).dump(2) << '\n';
  } else {
    std::cout << Render(Shown(ComparisonTable(rows), format), format);
  }
  return 0;
}

}  // namespace curvebench
