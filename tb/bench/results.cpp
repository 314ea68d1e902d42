// SPDX-License-Identifier: Apache-2.0
#include "bench/results.h"

#include <algorithm>
#include <iostream>
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
    if (!document.at("rows").is_array()) {
      throw std::invalid_argument("rows is no list");
    }
    for (const json& row : document.at("rows")) {
      results.rows.push_back(RowFromJson(row));
    }
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
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

namespace {

// Where a row's variant lies; outside rtl/ its name is the folder.
fs::path FolderOf(const Row& row, const Paths& paths) {
  const bool outside = !row.variant.empty() && row.variant.front() == '/';
  return outside ? fs::path(row.variant)
                 : paths.root / "rtl" / row.family / row.variant;
}

}  // namespace

Results LastResults(const Paths& paths) {
  const fs::path file = ResultsFile(paths);
  if (!fs::exists(file)) {
    throw InputError(file.string(), "", "is not there", "run 'make sim' first");
  }
  Results results = ReadResults(file);
  std::map<std::string, Configuration> known;
  std::set<fs::path> seen;
  for (Row& row : results.rows) {
    if (const fs::path folder = FolderOf(row, paths);
        seen.insert(folder).second) {
      try {
        for (const Configuration& c : ReadManifest(folder, paths)) {
          known.emplace(c.id(), c);
        }
      } catch (const std::exception&) {
        // Gone, or broken at the moment: its rows stand as they are.
      }
    }
    const auto it = known.find(row.id());
    if (it == known.end()) continue;
    row.synthesis = KnownSynthesis(it->second, paths);
    JoinEvidence(EvidenceOf(paths, row.id(), row.rtl_hash), &row);
  }
  return results;
}

namespace {

// Whether a row of an earlier run still stands: its RTL is what it was. A
// manifest that cannot be read at the moment says nothing against its rows.
class StillStands {
 public:
  explicit StillStands(const Paths& paths) : paths_(paths) {}

  bool operator()(const Row& row) {
    const fs::path folder = FolderOf(row, paths_);
    std::error_code ignored;
    if (!fs::exists(folder / "variant.json", ignored)) return false;
    auto it = hashes_.find(folder);
    if (it == hashes_.end()) it = hashes_.emplace(folder, Read(folder)).first;
    if (!it->second) return true;
    const auto hash = it->second->find(row.configuration);
    return hash != it->second->end() && hash->second == row.rtl_hash;
  }

 private:
  using Hashes = std::map<std::string, std::string>;

  std::optional<Hashes> Read(const fs::path& folder) const {
    try {
      Hashes hashes;
      for (const Configuration& c : ReadManifest(folder, paths_)) {
        hashes[c.name] = Sha256(SourceText(c));
      }
      return hashes;
    } catch (const std::exception&) {
      return std::nullopt;
    }
  }

  const Paths& paths_;
  std::map<fs::path, std::optional<Hashes>> hashes_;
};

}  // namespace

void UpdateLastResults(const Results& results, const Paths& paths) {
  const fs::path file = ResultsFile(paths);
  const FileLock lock(fs::path(file) += ".lock");
  Results merged{results.tool, {}};
  std::set<std::string> made;
  for (const Row& row : results.rows) made.insert(row.id());
  if (fs::exists(file)) {
    Results old;
    try {
      old = ReadResults(file);
    } catch (const InputError& error) {
      const fs::path kept = fs::path(file) += ".unreadable";
      std::error_code ignored;
      fs::rename(file, kept, ignored);
      std::cerr << "warning: " << error.what() << "\n  its rows are left in "
                << kept.string() << '\n';
    }
    StillStands stands(paths);
    int dropped = 0;
    std::string names;
    for (const Row& row : old.rows) {
      if (made.count(row.id())) continue;
      if (stands(row)) {
        merged.rows.push_back(row);
      } else {
        ++dropped;
        names += " " + row.id();
      }
    }
    if (dropped) {
      std::cerr << file.filename().string() << ": " << dropped
                << " rows dropped, their RTL changed or is gone:" << names
                << '\n';
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
