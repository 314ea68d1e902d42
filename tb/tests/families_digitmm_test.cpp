// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "bench/error.h"
#include "bench/regression.h"
#include "families/digitmm.h"
#include "tests/scratch.h"

namespace curvebench::tests {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::ThrowsMessage;

Configuration Reduce(const json& size) {
  const std::vector<Configuration> all =
      ReadManifest(Root() / "rtl" / "digitmm" / "reduce", ProjectPaths());
  Configuration c = all.at(0);
  c.size = size;
  return c;
}

TEST(DigitMmReduce, TakesAnOperandOfOneToAllBytes) {
  const Configuration c = Reduce({{"n", 13}, {"d", 3}, {"l", 40}});
  const Slot slot = DigitMmFamily().Describe(c).operands.at(0);
  EXPECT_TRUE(slot.variable);
  EXPECT_EQ(slot.bytes, 5);
  std::set<size_t> lengths;
  for (const Vector& v : DigitMmFamily().Stimulus(c, 1, 0)) {
    ASSERT_GE(v.loads[0].size(), 1u);
    ASSERT_LE(v.loads[0].size(), 5u);
    lengths.insert(v.loads[0].size());
  }
  EXPECT_EQ(lengths.size(), 5u) << "every length is tried";
}

TEST(DigitMmReduce, MissingDigitsAreThoseBehindTheHead) {
  const Configuration c = Reduce({{"n", 13}, {"d", 3}, {"l", 40}});
  const auto missing = [&](size_t bytes) {
    Vector v;
    v.loads = {Bytes(bytes), Bytes{0x10, 0x01}};
    return DigitMmFamily().Measure(c, "missing_digits", v);
  };
  // One byte is taken at once; the other four are 32 bits, 11 digits.
  EXPECT_EQ(missing(5), 0);
  EXPECT_EQ(missing(4), 11 - 8);
  EXPECT_EQ(missing(2), 11 - 3);
  EXPECT_EQ(missing(1), 11);
  EXPECT_EQ(missing(0), 0) << "not loaded";
}

TEST(DigitMmReduce, LongestOperandIsWholeBytesAboveTheModulus) {
  for (const int l : {12, 41, 8}) {
    EXPECT_THAT(
        [&] {
          DigitMmFamily().Describe(Reduce({{"n", 13}, {"d", 3}, {"l", l}}));
        },
        ThrowsMessage<InputError>(HasSubstr("8 times its bytes")));
  }
}

TEST(DigitMmReduce, LeadingZerosOfAFileAreBytes) {
  const Configuration c = Reduce({{"n", 13}, {"d", 3}, {"l", 40}});
  const json file = {{{"a", "000000ff"}, {"m", "11"}, {"r", "0"}},
                     {{"a", "ff"}, {"m", "0x11"}, {"r", "0x0"}},
                     {{"a", "0000000000000000ff"}, {"m", "11"}, {"r", "0"}}};
  const FileVectors read = DigitMmFamily().ReadVectors(c, "f", file);
  ASSERT_EQ(read.vectors.size(), 3u);
  EXPECT_EQ(read.vectors[0].loads[0].size(), 4u);
  EXPECT_EQ(read.vectors[1].loads[0].size(), 1u);
  EXPECT_EQ(read.vectors[2].loads[0].size(), 5u) << "no more than fit";
}

}  // namespace
}  // namespace curvebench::tests
