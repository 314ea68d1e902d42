// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/render.h"
#include "cli/arguments.h"

namespace curvebench {
namespace fs = std::filesystem;

namespace {

constexpr char kBegin[] = "<!-- results: written by 'make readme' -->\n";
constexpr char kEnd[] = "<!-- end of results -->";

// The README shows each variant at its family's default size, which is the size
// of the variant's first configuration.
std::vector<Row> DefaultSizes(const Context& context,
                              const std::vector<Row>& rows) {
  std::vector<Row> kept;
  std::map<std::string, std::string> size;
  for (const Configuration& c : Select({}, context.paths).configurations) {
    size.emplace(c.variant->name, c.size.dump());
  }
  for (const Row& row : rows) {
    const auto it = size.find(row.family + "/" + row.variant);
    if (it != size.end() && it->second == row.size.dump()) kept.push_back(row);
  }
  return kept;
}

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
  const Table table = ComparisonTable(DefaultSizes(
      context, ReadRows(context.paths.build / "results.json")));
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
