// SPDX-License-Identifier: Apache-2.0
#include "bench/evidence.h"

#include "bench/json_file.h"
#include "bench/model_builder.h"

namespace curvebench {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// A file of another version, or none at all, holds nothing.
json Read(const Paths& paths) {
  const json nothing = {{"schema", 1}, {"configurations", json::object()}};
  const fs::path file = EvidenceFile(paths);
  if (!fs::exists(file)) return nothing;
  json document = ReadJson(file);
  if (!document.is_object() || document.value("schema", 0) != 1 ||
      !document.contains("configurations")) {
    return nothing;
  }
  return document;
}

}  // namespace

fs::path EvidenceFile(const Paths& paths) {
  return paths.build / "evidence.json";
}

json EvidenceOf(const Paths& paths, const std::string& id,
                const std::string& rtl_hash) {
  const json document = Read(paths);
  const json entry = document["configurations"].value(id, json(json::object()));
  return entry.value("rtl_hash", "") == rtl_hash ? entry : json(json::object());
}

void KeepEvidence(const Paths& paths, const Configuration& configuration,
                  const std::string& kind, const json& evidence) {
  const FileLock lock(fs::path(EvidenceFile(paths)) += ".lock");
  json document = Read(paths);
  const std::string hash = Sha256(SourceText(configuration));
  json& entry = document["configurations"][configuration.id()];
  if (!entry.is_object() || entry.value("rtl_hash", "") != hash) {
    entry = {{"rtl_hash", hash}};
  }
  entry[kind] = evidence;
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
