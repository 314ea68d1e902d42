// SPDX-License-Identifier: Apache-2.0
// Switching activity of small waves, against numbers found by hand.
#include <fstapi.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/wave_file.h"
#include "tests/scratch.h"

namespace curvebench::tests {
namespace {

using testing::HasSubstr;
using testing::Not;

class SaifTest : public testing::Test {
 protected:
  /// TOP with clk, a bus of two bits, a memory word and a net that another
  /// scope shares; TOP.core with that net under its own name.
  ///
  ///   time   0  10  20  30  40        100 (end)
  ///   clk    0   1   0   1   0
  ///   bus   01      10      x0 (at 40)
  ///   word   x at 0, 11 at 30
  std::filesystem::path Wave() {
    const auto file = scratch_ / "small.fst";
    void* fst = fstWriterCreate(file.c_str(), 1);
    const auto variable = [&](const char* name, uint32_t bits,
                              fstHandle alias = 0) {
      return fstWriterCreateVar(fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits,
                                name, alias);
    };
    fstWriterSetScope(fst, FST_ST_VCD_MODULE, "TOP", nullptr);
    const fstHandle clk = variable("clk", 1);
    const fstHandle bus = variable("bus [4:3]", 2);
    fstWriterSetScope(fst, FST_ST_VCD_MODULE, "core", nullptr);
    variable("clock", 1, clk);
    const fstHandle word = variable("mem[2] [0:1]", 2);
    fstWriterSetUpscope(fst);
    fstWriterSetUpscope(fst);
    const auto at = [&](uint64_t time) { fstWriterEmitTimeChange(fst, time); };
    const auto set = [&](fstHandle net, const char* value) {
      fstWriterEmitValueChange(fst, net, value);
    };
    at(0);
    set(clk, "0");
    set(bus, "01");
    set(word, "xx");
    at(10);
    set(clk, "1");
    at(20);
    set(clk, "0");
    set(bus, "10");
    at(30);
    set(clk, "1");
    set(word, "11");
    at(40);
    set(clk, "0");
    set(bus, "x0");
    at(100);
    fstWriterClose(fst);
    return file;
  }

  std::string Saif(uint64_t unit_ps) {
    const auto file = scratch_ / "small.saif";
    WriteSaif(Wave(), file, unit_ps);
    return ReadText(file);
  }

  Scratch scratch_;
};

TEST_F(SaifTest, TimesAndChangesOfEveryBit) {
  const std::string text = Saif(1);
  EXPECT_THAT(text, HasSubstr("(SAIFVERSION \"2.0\")"));
  EXPECT_THAT(text, HasSubstr("(TIMESCALE 1 ps)\n(DURATION 100)"));
  // High from 10 to 20 and from 30 to 40; four changes.
  EXPECT_THAT(text, HasSubstr("(clk (T0 80) (T1 20) (TX 0) (TC 4))"));
  // The left bit: 0 to 20, 1 to 40, then x; into x is no change.
  EXPECT_THAT(text, HasSubstr("(bus\\[4\\] (T0 20) (T1 20) (TX 60) (TC 1))"));
  EXPECT_THAT(text, HasSubstr("(bus\\[3\\] (T0 80) (T1 20) (TX 0) (TC 1))"));
  // Ascending range; x to 30, then 1.
  EXPECT_THAT(text,
              HasSubstr("(mem\\[2\\]\\[0\\] (T0 0) (T1 70) (TX 30) (TC 0))"));
  EXPECT_THAT(text,
              HasSubstr("(mem\\[2\\]\\[1\\] (T0 0) (T1 70) (TX 30) (TC 0))"));
}

TEST_F(SaifTest, HierarchyAndSharedNets) {
  const std::string text = Saif(1);
  EXPECT_THAT(text, HasSubstr("(INSTANCE TOP\n(NET\n(clk "));
  EXPECT_THAT(text, HasSubstr("(INSTANCE core\n(NET\n(clock (T0 80) (T1 20)"))
      << "a shared net stands under each of its names";
  EXPECT_EQ(std::count(text.begin(), text.end(), '('),
            std::count(text.begin(), text.end(), ')'));
}

TEST_F(SaifTest, TheUnitScalesTimesAndNotChanges) {
  const std::string text = Saif(2500);
  EXPECT_THAT(text, HasSubstr("(DURATION 250000)"));
  EXPECT_THAT(text, HasSubstr("(clk (T0 200000) (T1 50000) (TX 0) (TC 4))"));
}

TEST_F(SaifTest, WhatIsNoWaveIsRefused) {
  const auto file = scratch_.Write("no.fst", "text");
  EXPECT_THROW(WriteSaif(file, scratch_ / "no.saif", 1), InputError);
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "no.saif"));
}

}  // namespace
}  // namespace curvebench::tests
