// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <set>

#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/render.h"
#include "bench/results.h"
#include "cli/arguments.h"

namespace curvebench {
namespace fs = std::filesystem;

namespace {

constexpr char kBegin[] = "<!-- results: written by 'make readme' -->\n";
constexpr char kEnd[] = "<!-- end of results -->";

}  // namespace

int Readme(const Context& context, const Words& words) {
  Arguments arguments(
      "curvebench readme [--check]\n"
      "Writes the README's table from build/results.json, or checks that it is "
      "up to date.");
  arguments.Options()("check", "only compare; exit status 1 if it differs");
  if (!arguments.Parse(words)) return 0;
  const fs::path file = context.paths.root / "README.md";
  const std::string text = ReadText(file);
  const size_t begin = text.find(kBegin);
  const size_t end = text.find(kEnd);
  if (begin == std::string::npos || end == std::string::npos || end < begin) {
    throw InputError(file.string(), "", "has no marks for the table",
                     std::string("put these lines where it belongs:\n  ") +
                         kBegin + "  " + kEnd);
  }
  // One size for each variant; the other sizes are in `make compare`.
  std::set<std::string> shown;
  for (const Configuration& c : Select({}, context.paths).configurations) {
    if (c.default_size) shown.insert(c.id());
  }
  std::vector<Row> rows = LastResults(context.paths).rows;
  std::erase_if(rows, [&](const Row& row) { return !shown.count(row.id()); });
  const Table table = Shown(ComparisonTable(rows), Format::kMarkdown);
  const std::string wanted = text.substr(0, begin) + kBegin +
                             Render(table, Format::kMarkdown) +
                             text.substr(end);
  if (!arguments.Has("check")) {
    if (wanted != text) WriteText(file, wanted);
    return 0;
  }
  if (wanted == text) return 0;
  std::cerr << "error: the table in " << file.string()
            << " is not what the last regression measured; run 'make sim' and "
               "'make readme'\n";
  return 1;
}

}  // namespace curvebench
