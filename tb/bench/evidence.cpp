// SPDX-License-Identifier: Apache-2.0
#include "bench/evidence.h"

#include <algorithm>
#include <iostream>

#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/model_builder.h"

namespace curvebench {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr int kSchema = 1;

json Nothing() {
  return {{"schema", kSchema}, {"configurations", json::object()}};
}

/// @throws InputError if it is no evidence file of this version
json Read(const Paths& paths) {
  const fs::path file = EvidenceFile(paths);
  if (!fs::exists(file)) return Nothing();
  json document = ReadJson(file);
  const auto configurations =
      document.is_object() ? document.find("configurations") : document.end();
  if (!document.is_object() || document.value("schema", json()) != kSchema ||
      configurations == document.end() || !configurations->is_object() ||
      !std::all_of(configurations->begin(), configurations->end(),
                   [](const json& entry) {
                     return entry.is_object() &&
                            entry.value("rtl_hash", json()).is_string();
                   })) {
    throw InputError(file.string(), "configurations",
                     "is no evidence of this version",
                     "move the file away, and run 'make evidence' again");
  }
  return document;
}

// To write: what cannot be read is kept beside, never overwritten.
json ReadOrSetAside(const Paths& paths) {
  try {
    return Read(paths);
  } catch (const InputError& error) {
    const fs::path file = EvidenceFile(paths);
    const fs::path kept = fs::path(file) += ".unreadable";
    std::error_code ignored;
    fs::rename(file, kept, ignored);
    std::cerr << "warning: " << error.what() << "\n  it is left in "
              << kept.string() << '\n';
    return Nothing();
  }
}

}  // namespace

fs::path EvidenceFile(const Paths& paths) {
  return paths.build / "evidence.json";
}

json EvidenceOf(const Paths& paths, const std::string& id,
                const std::string& rtl_hash) {
  const json document = Read(paths);
  const json entry = document["configurations"].value(id, json(json::object()));
  if (entry.empty()) return entry;
  return entry.value("rtl_hash", "") == rtl_hash ? entry : json(json::object());
}

void KeepEvidence(const Paths& paths, const Configuration& configuration,
                  const std::string& kind, const json& evidence) {
  const FileLock lock(fs::path(EvidenceFile(paths)) += ".lock");
  json document = ReadOrSetAside(paths);
  const std::string hash = Sha256(SourceText(configuration));
  json& entry = document["configurations"][configuration.id()];
  if (!entry.is_object() || entry.value("rtl_hash", "") != hash) {
    entry = {{"rtl_hash", hash}};
  }
  entry[kind].update(evidence);
  WriteText(EvidenceFile(paths), document.dump(1) + "\n");
}

void JoinEvidence(const json& evidence, Row* row) {
  row->evidence = evidence;
  const json prove = evidence.value("prove", json(nullptr));
  if (!prove.is_object()) return;
  row->addresses = prove.value("addresses", row->addresses);
  const std::string verdict = prove.value("constant_time", "unknown");
  if (row->constant_time != "no" && verdict != "unknown") {
    row->constant_time = verdict;
  }
}

}  // namespace curvebench
