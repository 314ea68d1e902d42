// SPDX-License-Identifier: Apache-2.0
#include "bench/family.h"

#include "bench/error.h"
#include "bench/port_driver.h"

namespace curvebench {

int64_t Family::Measure(const Configuration& configuration,
                        const std::string& measure, const Vector&) const {
  throw InputError(configuration.variant->file().string(), "cycles_extra",
                   "family " + name() + " has no measure '" + measure + "'",
                   "remove it");
}

std::vector<Mismatch> Family::Compare(const Configuration& configuration,
                                      const Interface& port,
                                      const Vector& expected,
                                      const Observation& got) const {
  std::vector<Mismatch> mismatches;
  uint8_t mask = static_cast<uint8_t>(~kIdentity);
  uint8_t status = kDone;
  if (expected.error) status |= kOperandError;
  if (configuration.variant->HasOutput("identity")) {
    mask = 0xff;
    if (expected.identity) status |= kIdentity;
  }
  if ((got.status & mask) != status) {
    mismatches.push_back(
        {"status", StatusText(status), StatusText(got.status)});
  }
  for (size_t i = 0; i < port.results.size(); ++i) {
    const Slot& slot = port.results[i];
    if (!configuration.variant->HasOutput(slot.output)) continue;
    if (got.results[i] != expected.results[i]) {
      mismatches.push_back(
          {slot.name, Hex(expected.results[i]), Hex(got.results[i])});
    }
  }
  return mismatches;
}

const Family& FindFamily(const Families& families, const std::string& name) {
  std::string known;
  for (const auto& family : families) {
    if (family->name() == name) return *family;
    known += " " + family->name();
  }
  throw InputError("family", name, "is not known", "known:" + known);
}

unsigned SizeOf(const Configuration& configuration, const std::string& key,
                unsigned most) {
  const nlohmann::json& size = configuration.size;
  if (size.contains(key) && size[key].is_number_integer() && size[key] >= 1 &&
      size[key] <= most) {
    return size[key];
  }
  throw InputError(configuration.variant->file().string(),
                   "configuration " + configuration.name + ", size." + key,
                   size.contains(key) ? "is " + size[key].dump() : "is missing",
                   "write an integer from 1 to " + std::to_string(most));
}

void ForEachRecord(
    const std::string& file, const nlohmann::json& document,
    const std::function<void(const std::string&, const nlohmann::json&)>& one,
    const std::string& list) {
  const bool wrapped = document.is_object() && document.contains(list);
  const nlohmann::json& records = wrapped ? document[list] : document;
  if (!records.is_array()) {
    throw InputError(file, list, "is no list",
                     "a vector file is a list of records, or an object with "
                     "such a list under \"" +
                         list + "\"");
  }
  for (size_t i = 0; i < records.size(); ++i) {
    const std::string place = list + "[" + std::to_string(i) + "]";
    if (!records[i].is_object()) {
      throw InputError(file, place, "is no record", "write an object");
    }
    try {
      one(place, records[i]);
    } catch (const InputError&) {
      throw;
    } catch (const std::exception& error) {
      throw InputError(file, place,
                       std::string("is no record of its kind: ") + error.what(),
                       "compare it with the records of golden/vectors");
    }
  }
}

}  // namespace curvebench
