// SPDX-License-Identifier: Apache-2.0
// Any text as variant.json: read, or refused with an InputError.
#include <unistd.h>

#include <fstream>

#include "bench/error.h"
#include "bench/manifest.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  namespace fs = std::filesystem;
  static const fs::path folder = [] {
    const fs::path made = fs::temp_directory_path() /
                          ("curvebench-fuzz-" + std::to_string(getpid()));
    fs::create_directories(made);
    // A source that manifests of the corpus may name.
    std::ofstream(made / "a.v") << "module a; endmodule\n";
    return made;
  }();
  std::ofstream(folder / "variant.json", std::ios::binary)
      .write(reinterpret_cast<const char*>(data),
             static_cast<std::streamsize>(size));
  const curvebench::Paths paths{CURVEBENCH_SOURCE_DIR, folder / "build"};
  try {
    for (const auto& c : curvebench::ReadManifest(folder, paths)) c.id();
  } catch (const curvebench::InputError&) {
  }
  return 0;
}
