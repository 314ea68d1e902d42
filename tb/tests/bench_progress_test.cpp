// SPDX-License-Identifier: Apache-2.0
// What a regression says while it works.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/progress.h"
#include "bench/regression.h"
#include "families/families.h"
#include "tests/rtl_copy.h"
#include "tests/scratch.h"

namespace curvebench::tests {
namespace {

using testing::HasSubstr;
using testing::Not;

// RTL that does not build is never cached.
TEST(Progress, BuildThatTakesLongIsNamed) {
  const Scratch scratch;
  WriteTinyVariant(scratch / "slow", "no Verilog");
  const Paths paths = ProjectPaths();
  const auto run = [&](std::chrono::milliseconds patience, bool quiet) {
    RegressionOptions options;
    options.patience = patience;
    testing::internal::CaptureStderr();
    RunRegression(ReadManifest(scratch / "slow", paths), AllFamilies(), paths,
                  options, ProgressLine(quiet));
    return testing::internal::GetCapturedStderr();
  };
  const std::string line =
      "building " + (scratch / "slow").string() + "/m5 ...\n";
  using std::chrono_literals::operator""ms;
  EXPECT_THAT(run(0ms, false), HasSubstr(line));
  EXPECT_THAT(run(1'000'000ms, false), Not(HasSubstr(line)));
  EXPECT_EQ(run(0ms, true), "");
}

}  // namespace
}  // namespace curvebench::tests
