// SPDX-License-Identifier: Apache-2.0
// Place and route for iCE40: the readers, one small design for real, one that
// is too large.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/error.h"
#include "bench/ice40.h"
#include "bench/json_file.h"
#include "families/gf2m.h"
#include "tests/rtl_copy.h"
#include "tests/scratch.h"

namespace curvebench::tests {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(Ice40ReaderTest, Report) {
  const json figures = ReadNextpnrReport(R"({
    "critical_paths": [],
    "fmax": {"clk$SB_IO_IN_$glb_clk": {"achieved": 77.81, "constraint": 150.0},
             "slow": {"achieved": 61.5, "constraint": 150.0}},
    "utilization": {"ICESTORM_LC": {"available": 7680, "used": 1021},
                    "ICESTORM_RAM": {"available": 32, "used": 3},
                    "SB_IO": {"available": 256, "used": 4}}})");
  EXPECT_EQ(figures["lc"], 1021);
  EXPECT_EQ(figures["lc_available"], 7680);
  EXPECT_EQ(figures["bram"], 3);
  EXPECT_EQ(figures["bram_available"], 32);
  EXPECT_EQ(figures["fmax_mhz"], 61.5) << "the slowest clock counts";
}

TEST(Ice40ReaderTest, ReportWithoutAClock) {
  EXPECT_TRUE(ReadNextpnrReport(R"({"fmax": {}, "utilization": {
      "ICESTORM_LC": {"available": 7680, "used": 1},
      "ICESTORM_RAM": {"available": 32, "used": 0}}})")
                  .at("fmax_mhz")
                  .is_null());
}

TEST(Ice40ReaderTest, AnotherTextIsRefused) {
  EXPECT_THROW(ReadNextpnrReport("{}"), std::runtime_error);
  EXPECT_THROW(ReadNextpnrReport("Info: done"), std::runtime_error);
  EXPECT_THROW(ReadIce40Cells("{}"), std::runtime_error);
}

TEST(Ice40ReaderTest, UtilisationInALog) {
  const json used = ReadNextpnrUtilisation(
      "Info: Device utilisation:\n"
      "Info: \t         ICESTORM_LC:  9211/ 7680   119%\n"
      "Info: \t        ICESTORM_RAM:     0/   32     0%\n");
  EXPECT_EQ(used, (json{{"lc", 9211}, {"bram", 0}}));
  EXPECT_TRUE(ReadNextpnrUtilisation("ERROR: something").empty());
}

TEST(Ice40ReaderTest, CellsOfAStatistic) {
  EXPECT_EQ(
      ReadIce40Cells(R"({"design": {"num_cells_by_type": {
      "SB_LUT4": 10, "SB_DFF": 3, "SB_DFFESR": 9, "SB_RAM40_4K": 2,
      "SB_RAM40_4KNR": 1, "SB_CARRY": 4}}})"),
      (json{{"lut", 10}, {"ff", 12}, {"bram", 3}, {"carry", 4}, {"lc", 12}}));
}

class Ice40FlowTest : public testing::Test {
 protected:
  json Run(const Configuration& c) {
    return flow_.PlaceAndRoute(c, Gf2mFamily().Describe(c));
  }
  Scratch scratch_;
  // A build folder of its own: what others cached proves nothing.
  Ice40Flow flow_{Paths{Root(), scratch_.path()}};
};

TEST_F(Ice40FlowTest, ASmallDesignIsRoutedAndKept) {
  const Configuration c =
      Select({"gf2m/mul/d1_m5"}, ProjectPaths()).configurations.at(0);
  const json figures = Run(c);
  EXPECT_EQ(figures["fits"], true);
  EXPECT_TRUE(figures["reason"].is_null());
  EXPECT_GT(figures["lc"], 50);
  EXPECT_LT(figures["lc"], 1500);
  EXPECT_EQ(figures["lc_available"], 7680);
  EXPECT_GT(figures["fmax_mhz"].get<double>(), 12)
      << "the board's oscillator must be slow enough";
  EXPECT_THAT(figures["tool"].get<std::string>(),
              testing::AllOf(HasSubstr("Yosys"), HasSubstr("nextpnr")));
  // A bitstream of this device: preamble of the format, and its only size.
  const auto file = scratch_.path() / figures["bitstream"].get<std::string>();
  const std::string bits = ReadText(file);
  EXPECT_THAT(bits, HasSubstr("\x7e\xaa\x99\x7e"));
  EXPECT_GT(bits.size(), 130'000u);
  // The second time nothing runs.
  const auto written = std::filesystem::last_write_time(file);
  EXPECT_EQ(Run(c), figures);
  EXPECT_EQ(flow_.Known(c), figures);
  EXPECT_EQ(std::filesystem::last_write_time(file), written);
}

TEST_F(Ice40FlowTest, WhatDoesNotFitIsARow) {
  // 8,192 flip-flops are more than the device has.
  WriteTinyVariant(scratch_ / "large", R"(
  reg [8191:0] long_q;
  always @(posedge clk) begin
    if (ld | lk | rst | start) long_q <= {long_q[8183:0], din};
    dout <= long_q[8191-:8] ^ {8{data & addr[0]}};
    done <= long_q[0];
  end
  wire unused = &{1'b0, addr[3:1]};
)");
  const json figures =
      Run(ReadManifest(scratch_ / "large", ProjectPaths()).at(0));
  EXPECT_EQ(figures["fits"], false);
  EXPECT_GE(figures["lc"], 8192);
  EXPECT_TRUE(figures["fmax_mhz"].is_null());
  EXPECT_TRUE(figures["bitstream"].is_null());
  EXPECT_THAT(figures["reason"].get<std::string>(),
              HasSubstr("logic cells of 7680"));
}

TEST_F(Ice40FlowTest, RtlThatYosysCannotReadIsAnError) {
  WriteTinyVariant(scratch_ / "broken", "  no_such_module here ();\n");
  EXPECT_THROW(Run(ReadManifest(scratch_ / "broken", ProjectPaths()).at(0)),
               InputError);
}

TEST_F(Ice40FlowTest, TheHashKnowsTheSources) {
  const RtlCopy copy(scratch_ / "copy", "gf2m/mul", {"d1_m5"});
  const auto hash = [&] {
    return flow_.Hash(ReadManifest(copy.folder(), ProjectPaths()).at(0));
  };
  const std::string before = hash();
  EXPECT_EQ(hash(), before);
  copy.Replace("common/byte_shift.v", "`default_nettype wire",
               "`default_nettype wire\n");
  EXPECT_NE(hash(), before);
}

}  // namespace
}  // namespace curvebench::tests
