// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_TESTS_SCRATCH_H_
#define CURVEBENCH_TB_TESTS_SCRATCH_H_

#include <filesystem>
#include <string>

#include "bench/manifest.h"

namespace curvebench::tests {

/// An empty folder of the running test below build/test-scratch. It is removed
/// at the end, unless the test failed: then it stays to be looked at.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const {
    return path_ / name;
  }

  /// Writes a file, its folders too.
  std::filesystem::path Write(const std::string& name,
                              const std::string& text) const;

 private:
  std::filesystem::path path_;
};

/// The checkout under test.
std::filesystem::path Root();

/// Root, and the build folder that the program itself uses: models are shared.
Paths ProjectPaths();

}  // namespace curvebench::tests

#endif  // CURVEBENCH_TB_TESTS_SCRATCH_H_
