// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_SEED_H_
#define CURVEBENCH_TB_BENCH_SEED_H_

#include <cstdint>
#include <string_view>

namespace curvebench {

/// Seed of one test: the run's seed mixed with the test's name (FNV-1a, then
/// the finaliser of SplitMix64), so that filters and order change nothing.
constexpr uint64_t MixSeed(uint64_t seed, std::string_view name) {
  uint64_t hash = 0xcbf29ce484222325ull ^ seed;
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  }
  hash += 0x9e3779b97f4a7c15ull;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9ull;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebull;
  return hash ^ (hash >> 31);
}

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_SEED_H_
