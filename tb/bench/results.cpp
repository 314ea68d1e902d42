// SPDX-License-Identifier: Apache-2.0
#include "bench/results.h"

#include <algorithm>
#include <map>
#include <set>

#include "bench/error.h"
#include "bench/evidence.h"
#include "bench/json_file.h"
#include "bench/model_builder.h"
#include "bench/synthesis.h"

namespace curvebench {
namespace fs = std::filesystem;
using nlohmann::json;

fs::path ResultsFile(const Paths& paths) {
  return paths.build / "results.json";
}

Results ReadResults(const fs::path& file) {
  const json document = ReadJson(file);
  Results results;
  try {
    if (document.at("schema") != 1) {
      throw InputError(file.string(), "schema", "is not 1",
                       "make it again with this version");
    }
    results.tool = document.value("tool", json::object());
    for (const json& row : document.at("rows")) {
      results.rows.push_back(RowFromJson(row));
    }
  } catch (const json::exception& error) {
    throw InputError(file.string(), "",
                     std::string("is no result file: ") + error.what(),
                     "make it with 'make sim' or 'curvebench verify'");
  }
  return results;
}

json ToJson(const Results& results) {
  json rows = json::array();
  for (const Row& row : results.rows) rows.push_back(ToJson(row));
  return {{"schema", 1}, {"tool", results.tool}, {"rows", rows}};
}

Results LastResults(const Paths& paths) {
  const fs::path file = ResultsFile(paths);
  if (!fs::exists(file)) {
    throw InputError(file.string(), "", "is not there", "run 'make sim' first");
  }
  Results results = ReadResults(file);
  const YosysXc7 yosys(paths);
  std::map<std::string, Configuration> known;
  for (const Configuration& c : Select({}, paths).configurations) {
    known.emplace(c.id(), c);
  }
  for (Row& row : results.rows) {
    const auto it = known.find(row.id());
    if (it == known.end()) continue;
    row.synthesis["yosys_xc7"] = yosys.Known(it->second);
    JoinEvidence(EvidenceOf(paths, row.id(), row.rtl_hash), &row);
  }
  return results;
}

void UpdateLastResults(const Results& results, const Paths& paths) {
  const fs::path file = ResultsFile(paths);
  Results merged{results.tool, {}};
  std::set<std::string> made;
  for (const Row& row : results.rows) made.insert(row.id());
  if (fs::exists(file)) {
    Results old;
    try {
      old = ReadResults(file);
    } catch (const InputError&) {
      old.rows.clear();  // of another version: made anew
    }
    // Without rows to keep there is no need to read all sources.
    std::map<std::string, std::string> hashes;
    const bool any =
        std::any_of(old.rows.begin(), old.rows.end(),
                    [&](const Row& row) { return !made.count(row.id()); });
    if (any) {
      for (const Configuration& c : Select({}, paths).configurations) {
        hashes[c.id()] = Sha256(SourceText(c));
      }
    }
    for (const Row& row : old.rows) {
      const auto it = hashes.find(row.id());
      if (!made.count(row.id()) && it != hashes.end() &&
          it->second == row.rtl_hash) {
        merged.rows.push_back(row);
      }
    }
  }
  merged.rows.insert(merged.rows.end(), results.rows.begin(),
                     results.rows.end());
  std::stable_sort(
      merged.rows.begin(), merged.rows.end(), [](const Row& a, const Row& b) {
        return std::tie(a.family, a.variant) < std::tie(b.family, b.variant);
      });
  WriteText(file, ToJson(merged).dump(1) + "\n");
}

}  // namespace curvebench
