// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <iostream>
#include <set>

#include "bench/error.h"
#include "bench/evidence.h"
#include "bench/json_file.h"
#include "bench/model_builder.h"
#include "bench/render.h"
#include "bench/report.h"
#include "bench/results.h"
#include "cli/arguments.h"

namespace curvebench {
namespace fs = std::filesystem;

namespace {

using nlohmann::json;

constexpr char kRemedy[] = "'make sim' and 'make readme'";

/// A table between two marks of a document.
struct Place {
  fs::path file;
  std::string begin, end;
  std::string remedy;  ///< commands that bring the table up to date
};

bool Has(const Place& place) {
  return ReadText(place.file).find(place.begin) != std::string::npos;
}

// Writes the table, or says whether it is there.
bool Put(const Place& place, const Table& table, bool check) {
  const std::string text = ReadText(place.file);
  const size_t begin = text.find(place.begin);
  const size_t end = text.find(place.end);
  if (begin == std::string::npos || end == std::string::npos || end < begin) {
    throw InputError(place.file.string(), "", "has no marks for the table",
                     "put these lines where it belongs:\n  " + place.begin +
                         "  " + place.end);
  }
  const std::string wanted = text.substr(0, begin) + place.begin +
                             Render(table, Format::kMarkdown) +
                             text.substr(end);
  if (wanted == text) return true;
  if (check) {
    std::cerr << "error: the table in " << place.file.string()
              << " is not what was measured last; run " << place.remedy << '\n';
    return false;
  }
  WriteText(place.file, wanted);
  return true;
}

// The same for a whole file.
bool PutFile(const fs::path& file, const std::string& text, bool check) {
  if (fs::exists(file) && ReadText(file) == text) return true;
  if (check) {
    std::cerr << "error: " << file.string()
              << " is not what was measured last; run " << kRemedy << '\n';
    return false;
  }
  WriteText(file, text);
  return true;
}

std::string Percent(const json& object, const char* key, double scale) {
  const json value =
      object.is_object() ? object.value(key, json(nullptr)) : json(nullptr);
  if (!value.is_number()) return "-";
  char text[24];
  // Rounded down: 100 means all of them.
  std::snprintf(text, sizeof text, "%.1f",
                std::floor(10 * scale * value.get<double>() + 1e-9) / 10);
  return text;
}

std::string Number(const json& object, const char* key) {
  return object.is_object() && object.contains(key) ? object[key].dump() : "-";
}

// Evidence of configurations whose RTL is what it was.
Table EvidenceTable(const Paths& paths) {
  Table table{{"configuration", "mutants", "killed", "equivalent", "survived",
               "score %", "lines %", "toggles %", "functional %", "sizes",
               "constant time", "by", "addresses", "port rules"},
              {}};
  for (const Configuration& c : Select({}, paths).configurations) {
    const json evidence = EvidenceOf(paths, c.id(), Sha256(SourceText(c)));
    if (evidence.empty()) continue;
    const json mutation = evidence.value("mutation", json(nullptr));
    const json coverage = evidence.value("coverage", json(nullptr));
    const json prove = evidence.value("prove", json(nullptr));
    const auto covered = [&](const char* kind) {
      return coverage.is_object() ? Percent(coverage[kind], "percent", 1)
                                  : std::string("-");
    };
    std::string by = "-", addresses = "-", time = "-", port = "-";
    if (prove.is_object()) {
      time = prove.value("constant_time", "-");
      by = prove.value("method", "");
      if (by.empty()) by = "-";
      addresses = prove.value("addresses", "-");
      const json rules = prove.value("port_rules", json(nullptr));
      if (rules.is_object()) {
        port = rules.value("answer", "-");
        if (port == "open") {
          port = "hold for " + rules["depth"].dump() + " cycles";
        }
      }
    }
    table.lines.push_back(
        {c.id(), Number(mutation, "mutants"), Number(mutation, "killed"),
         Number(mutation, "equivalent"), Number(mutation, "survived"),
         Percent(mutation, "score", 100), covered("line"), covered("toggle"),
         covered("functional"), Number(coverage, "configurations"), time, by,
         addresses, port});
  }
  return table;
}

// The front at the family's own size.
Table FamilyFront(const Family& family, std::vector<Row> rows) {
  const json size = family.DefaultConfiguration().value("size", json::object());
  const std::string key = SizeKey(size);
  std::erase_if(rows, [&](const Row& row) {
    return row.family != family.name() ||
           SizeOf(row.size, key) != SizeOf(size, key);
  });
  return Shown(Front(rows, key), Format::kMarkdown);
}

Table FamilyPublished(const Family& family, std::vector<Row> rows,
                      const Paths& paths) {
  std::erase_if(rows,
                [&](const Row& row) { return row.family != family.name(); });
  return AgainstPublished(rows, PublishedRows(paths, family.name()),
                          family.DefaultConfiguration().value("operation", ""));
}

}  // namespace

int Readme(const Context& context, const Words& words) {
  Arguments arguments(
      "curvebench readme [--check] [--evidence]\n"
      "Writes the README's table from build/results.json, and the front of "
      "each "
      "family into its\npage of docs/, or checks that they are up to date; "
      "--evidence: the table of docs/evidence.md from "
      "build/evidence.json.");
  arguments.Options()("check", "only compare; exit status 1 if it differs")(
      "evidence", "docs/evidence.md instead");
  if (!arguments.Parse(words)) return 0;
  const bool check = arguments.Has("check");
  if (arguments.Has("evidence")) {
    const Table table = EvidenceTable(context.paths);
    if (table.lines.empty()) {
      throw InputError(EvidenceFile(context.paths).string(), "",
                       "holds nothing of the present RTL",
                       "run 'make mutate', 'make coverage' and 'make prove'");
    }
    const Place place{context.paths.root / "docs" / "evidence.md",
                      "<!-- evidence: written by 'make evidence' -->\n",
                      "<!-- end of evidence -->", "'make evidence'"};
    return Put(place, table, check) ? 0 : 1;
  }
  const std::vector<Row> all = LastResults(context.paths).rows;
  bool right = true;
  for (const auto& family : context.families) {
    const fs::path page =
        context.paths.root / "docs" / (family->name() + ".md");
    if (!fs::exists(page)) continue;
    const Place front{page, "<!-- front: written by 'make readme' -->\n",
                      "<!-- end of front -->", kRemedy};
    const Place published{page,
                          "<!-- published: written by 'make readme' -->\n",
                          "<!-- end of published -->", kRemedy};
    if (Has(published)) {
      right &=
          Put(published, FamilyPublished(*family, all, context.paths), check);
    }
    // A mark names the variant of the family that the others stand against.
    const std::string text = ReadText(page);
    const std::string start = "<!-- against ", stop = ": written by";
    if (const size_t at = text.find(start); at != std::string::npos) {
      const size_t name = at + start.size();
      const std::string variant = text.substr(name, text.find(stop, at) - name);
      const Place against{page,
                          start + variant + ": written by 'make readme' -->\n",
                          "<!-- end of against -->", kRemedy};
      std::vector<Row> rows = all;
      std::erase_if(
          rows, [&](const Row& row) { return row.family != family->name(); });
      right &= Put(against, Against(rows, variant), check);
    }
    if (!Has(front)) continue;
    right &= Put(front, FamilyFront(*family, all), check);
    const std::string picture = ReportPicture(
        {LastResults(context.paths), "",
         ReportFamilies(context.families, context.paths)},
        family->name(), context.paths.root / "tb" / "cli" / "templates");
    right &= PutFile(context.paths.root / "docs" / (family->name() + ".svg"),
                     picture, check);
  }
  // One size for each variant; the other sizes are in `make compare`.
  std::set<std::string> shown;
  for (const Configuration& c : Select({}, context.paths).configurations) {
    if (c.default_size) shown.insert(c.id());
  }
  std::vector<Row> rows = all;
  std::erase_if(rows, [&](const Row& row) { return !shown.count(row.id()); });
  const Place place{context.paths.root / "README.md",
                    "<!-- results: written by 'make readme' -->\n",
                    "<!-- end of results -->", kRemedy};
  right &= Put(place, Shown(ComparisonTable(rows), Format::kMarkdown), check);
  return right ? 0 : 1;
}

}  // namespace curvebench
