// SPDX-License-Identifier: Apache-2.0
#include "tests/scratch.h"

#include <gtest/gtest.h>

#include "bench/json_file.h"

namespace curvebench::tests {
namespace fs = std::filesystem;

Scratch::Scratch() {
  const testing::TestInfo* info =
      testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(info->test_suite_name()) + "." + info->name();
  for (char& c : name) {
    if (c == '/') c = '-';
  }
  path_ = fs::path(CURVEBENCH_BINARY_DIR) / "test-scratch" / name;
  fs::remove_all(path_);
  fs::create_directories(path_);
}

Scratch::~Scratch() {
  if (testing::Test::HasFailure()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path Scratch::Write(const std::string& name,
                        const std::string& text) const {
  WriteText(path_ / name, text);
  return path_ / name;
}

fs::path Root() { return CURVEBENCH_SOURCE_DIR; }

Paths ProjectPaths() { return {Root(), CURVEBENCH_BINARY_DIR}; }

}  // namespace curvebench::tests
