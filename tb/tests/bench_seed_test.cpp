// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "bench/regression.h"
#include "bench/seed.h"

namespace curvebench {
namespace {

TEST(Seed, TwoSeedsDiffer) {
  EXPECT_NE(MixSeed(1, "Vectors"), MixSeed(2, "Vectors"));
}

TEST(Seed, OneSeedRepeats) {
  EXPECT_EQ(MixSeed(12345, "a/b/c"), MixSeed(12345, "a/b/c"));
  // Written down once: seeds in old reports keep their meaning.
  EXPECT_EQ(MixSeed(1, "Vectors"), MixSeed(1, std::string("Vec") + "tors"));
}

TEST(Seed, NamesDiffer) {
  std::set<uint64_t> seeds;
  for (const char* name : {"", "a", "b", "ab", "ba", "a/b", "a/b/", "A"}) {
    seeds.insert(MixSeed(1, name));
  }
  EXPECT_EQ(seeds.size(), 8u);
}

// Seeds that overflowed a narrower type all became the same one.
TEST(Seed, AllSixtyFourBitsCount) {
  for (const uint64_t seed : {uint64_t{0}, uint64_t{1}, ~uint64_t{0}}) {
    const uint64_t base = MixSeed(seed, "Vectors");
    for (int bit = 0; bit < 64; ++bit) {
      const uint64_t other = MixSeed(seed ^ (uint64_t{1} << bit), "Vectors");
      const int changed = std::popcount(base ^ other);
      EXPECT_GT(changed, 8) << "bit " << bit;
      EXPECT_NE(static_cast<uint32_t>(base), static_cast<uint32_t>(other))
          << "bit " << bit << " in the lower half";
    }
  }
}

TEST(Seed, ReplayArgumentsKeepTheWholeSeed) {
  RegressionOptions options;
  options.seed = 0xfedcba9876543210u;
  options.count = 7;
  options.files = {"a.json", "b.json"};
  EXPECT_EQ(ReplayArguments(options),
            " --seed 18364758544493064720 --count 7 --vectors a.json --vectors "
            "b.json");
  options = RegressionOptions{};
  EXPECT_EQ(ReplayArguments(options), " --seed 1");
}

}  // namespace
}  // namespace curvebench
