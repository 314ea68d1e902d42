// SPDX-License-Identifier: Apache-2.0
// Any JSON as a vector file, for a configuration that the first byte chooses:
// read, or refused with an InputError.
#include <nlohmann/json.hpp>

#include "bench/error.h"
#include "bench/family.h"
#include "bench/manifest.h"
#include "families/families.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace curvebench;
  static const Paths paths{CURVEBENCH_SOURCE_DIR, "/nonexistent"};
  static const Families families = AllFamilies();
  static const std::vector<Configuration> configurations = [] {
    std::vector<Configuration> all;
    for (const char* folder :
         {"gf2m/mul", "gf2m/digit", "digitmm/paper", "kummer/a1"}) {
      const auto some = ReadManifest(paths.root / "rtl" / folder, paths);
      // The first and the last: the default size and a toy.
      all.push_back(some.front());
      all.push_back(some.back());
    }
    return all;
  }();
  if (size == 0) return 0;
  const Configuration& c = configurations[data[0] % configurations.size()];
  const nlohmann::json document =
      nlohmann::json::parse(data + 1, data + size, nullptr, false);
  if (document.is_discarded()) return 0;
  try {
    FindFamily(families, c.variant->family).ReadVectors(c, "fuzz", document);
  } catch (const InputError&) {
  }
  return 0;
}
