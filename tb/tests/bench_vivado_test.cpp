// SPDX-License-Identifier: Apache-2.0
// Readers of Vivado's reports, on texts in its documented form.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/vivado.h"

namespace curvebench::tests {
namespace {

using nlohmann::json;

constexpr char kUtilisation[] = R"(
Copyright 1986-2020 Xilinx, Inc. All Rights Reserved.
| Design       : gf2m_digit
| Device       : 7vx690tffg1761-2
| Design State : Routed

Utilization Design Information

1. Slice Logic
--------------

+----------------------------+-------+-------+-----------+-------+
|          Site Type         |  Used | Fixed | Available | Util% |
+----------------------------+-------+-------+-----------+-------+
| Slice LUTs                 | 15317 |     0 |    433200 |  3.54 |
|   LUT as Logic             | 15061 |     0 |    433200 |  3.48 |
|   LUT as Memory            |   256 |     0 |    174200 |  0.15 |
|     LUT as Distributed RAM |   256 |     0 |           |       |
| Slice Registers            |  4677 |     0 |    866400 |  0.54 |
|   Register as Flip Flop    |  4677 |     0 |    866400 |  0.54 |
| F7 Muxes                   |     0 |     0 |    216600 |  0.00 |
+----------------------------+-------+-------+-----------+-------+


2. Slice Logic Distribution
---------------------------

+--------------------------------------------+-------+-------+-----------+-------+
|                  Site Type                 |  Used | Fixed | Available | Util% |
+--------------------------------------------+-------+-------+-----------+-------+
| Slice                                      |  4302 |     0 |    108300 |  3.97 |
|   SLICEL                                   |  2800 |     0 |           |       |
| LUT as Memory                              |   999 |     0 |    174200 |  0.15 |
+--------------------------------------------+-------+-------+-----------+-------+

3. Memory
---------

+-------------------+------+-------+-----------+-------+
|     Site Type     | Used | Fixed | Available | Util% |
+-------------------+------+-------+-----------+-------+
| Block RAM Tile    |  2.5 |     0 |      1470 |  0.17 |
|   RAMB36/FIFO*    |    2 |     0 |      1470 |  0.14 |
|   RAMB18          |    1 |     0 |      2940 |  0.03 |
+-------------------+------+-------+-----------+-------+

4. DSP
------

+-----------+------+-------+-----------+-------+
| Site Type | Used | Fixed | Available | Util% |
+-----------+------+-------+-----------+-------+
| DSPs      |    7 |     0 |      3600 |  0.19 |
+-----------+------+-------+-----------+-------+
)";

TEST(VivadoUtilisationTest, UsedAndAvailable) {
  const json figures = ReadVivadoUtilisation(kUtilisation);
  EXPECT_EQ(figures["lut"], (json{{"used", 15317}, {"available", 433200}}));
  EXPECT_EQ(figures["lutram"], (json{{"used", 256}, {"available", 174200}}))
      << "the first line of that name counts";
  EXPECT_EQ(figures["ff"], (json{{"used", 4677}, {"available", 866400}}));
  EXPECT_EQ(figures["slices"], (json{{"used", 4302}, {"available", 108300}}));
  EXPECT_EQ(figures["dsp"], (json{{"used", 7}, {"available", 3600}}));
}

TEST(VivadoUtilisationTest, BlockRamsCountInHalves) {
  const json figures = ReadVivadoUtilisation(kUtilisation);
  EXPECT_EQ(figures["bram36"]["used"], 2.5);
  EXPECT_EQ(figures["bram36"]["available"], 1470);
}

TEST(VivadoUtilisationTest, ColumnsAreFoundByName) {
  // Later releases have a column more; estimates carry a star, percentages of
  // next to nothing a "<".
  const json figures = ReadVivadoUtilisation(R"(
+-------------------------+------+-------+------------+-----------+-------+
|        Site Type        | Used | Fixed | Prohibited | Available | Util% |
+-------------------------+------+-------+------------+-----------+-------+
| Slice LUTs*             |   12 |     0 |          5 |    204000 | <0.01 |
+-------------------------+------+-------+------------+-----------+-------+
)");
  EXPECT_EQ(figures["lut"], (json{{"used", 12}, {"available", 204000}}));
  EXPECT_TRUE(figures["dsp"].is_null()) << "not in the report";
}

TEST(VivadoUtilisationTest, AnotherTextIsRefused) {
  EXPECT_THROW(ReadVivadoUtilisation("WNS(ns)"), std::runtime_error);
  EXPECT_THROW(ReadVivadoUtilisation(""), std::runtime_error);
}

std::string Timing(const std::string& values) {
  return R"(
------------------------------------------------------------------------------------------------
| Design Timing Summary
| ---------------------
------------------------------------------------------------------------------------------------

    WNS(ns)      TNS(ns)  TNS Failing Endpoints  TNS Total Endpoints      WHS(ns)      THS(ns)  THS Failing Endpoints  THS Total Endpoints     WPWS(ns)     TPWS(ns)  TPWS Failing Endpoints  TPWS Total Endpoints  
    -------      -------  ---------------------  -------------------      -------      -------  ---------------------  -------------------     --------     --------  ----------------------  --------------------  
)" + values +
         R"(

All user specified timing constraints are met.

------------------------------------------------------------------------------------------------
| Intra Clock Table
------------------------------------------------------------------------------------------------

Clock             WNS(ns)      TNS(ns)  TNS Failing Endpoints
-----             -------      -------  ---------------------
clk                 9.999        0.000                      0
)";
}

TEST(VivadoTimingTest, SlackThatIsMet) {
  const json figures = ReadVivadoTiming(Timing(
      "      0.123        0.000                      0                 1234    "
      " "
      "   0.050        0.000                      0                 1234       "
      " "
      "3.232        0.000                       0                   567  "));
  EXPECT_EQ(figures["setup_ns"], 0.123);
  EXPECT_EQ(figures["hold_ns"], 0.050);
  EXPECT_EQ(figures["pulse_ns"], 3.232);
  EXPECT_EQ(figures["failing"], 0);
  EXPECT_EQ(figures["met"], true);
}

TEST(VivadoTimingTest, NegativeSlackOfEachKind) {
  struct Case {
    const char* values;
    const char* key;
    double slack;
    int failing;
  };
  for (const Case& c :
       {Case{" -0.456  -12.000  31  1234  0.050 0.000 0 1234 3.2 0.0 0 567",
             "setup_ns", -0.456, 31},
        Case{"  0.456  0.000  0  1234  -0.051 -2.000 4 1234 3.2 0.0 0 567",
             "hold_ns", -0.051, 4},
        Case{"  0.456  0.000  0  1234  0.051 0.000 0 1234 -0.700 -1.4 2 567",
             "pulse_ns", -0.700, 2}}) {
    const json figures = ReadVivadoTiming(Timing(c.values));
    EXPECT_EQ(figures[c.key], c.slack);
    EXPECT_EQ(figures["failing"], c.failing);
    EXPECT_EQ(figures["met"], false) << c.key;
  }
}

TEST(VivadoTimingTest, LargeSlackFillsItsColumn) {
  const json figures = ReadVivadoTiming(Timing(
      "-123456.789 -99999999.000 1 1 12345.678 0.0 0 1 99999.000 0.0 0 1"));
  EXPECT_EQ(figures["setup_ns"], -123456.789);
  EXPECT_EQ(figures["hold_ns"], 12345.678);
  EXPECT_EQ(figures["pulse_ns"], 99999.0);
}

TEST(VivadoTimingTest, NoSuchPathIsNoFailure) {
  const json figures = ReadVivadoTiming(
      Timing("  NA  NA  NA  NA  NA  NA  NA  NA  4.232  0.000  0  17"));
  EXPECT_TRUE(figures["setup_ns"].is_null());
  EXPECT_TRUE(figures["hold_ns"].is_null());
  EXPECT_EQ(figures["pulse_ns"], 4.232);
  EXPECT_EQ(figures["failing"], 0);
  EXPECT_EQ(figures["met"], true);
}

TEST(VivadoTimingTest, RoundedZeroWithFailingEndPointsIsNotMet) {
  EXPECT_EQ(ReadVivadoTiming(Timing("0.000 -0.001 1 9 0.1 0 0 9 1.0 0 0 9"))
                .at("met"),
            false);
}

TEST(VivadoTimingTest, AnotherTextIsRefused) {
  EXPECT_THROW(ReadVivadoTiming(kUtilisation), std::runtime_error);
  EXPECT_THROW(ReadVivadoTiming(Timing("  0.1 0.0")), std::runtime_error)
      << "a line that broke off";
  EXPECT_THROW(ReadVivadoTiming(Timing("? 0 0 1 0.1 0 0 9 1.0 0 0 9")),
               std::runtime_error);
}

TEST(VivadoPeriodTest, NumberAboveZeroAndNothingElse) {
  EXPECT_EQ(ReadVivadoPeriod("3.250\n"), 3.25);
  for (const char* text :
       {"", "\n", "0", "-4", "nan", "inf", "3.2garbage", "1e999", "x", "3 4"}) {
    EXPECT_THROW(ReadVivadoPeriod(text), std::runtime_error) << text;
  }
}

TEST(VivadoPowerTest, TotalsAndConfidence) {
  const json figures = ReadVivadoPower(R"(
1. Summary
----------

+--------------------------+--------------+
| Total On-Chip Power (W)  | 0.407        |
| Design Power Budget (W)  | Unspecified* |
| Power Budget Margin (W)  | NA           |
| Dynamic (W)              | 0.083        |
| Device Static (W)        | 0.324        |
| Effective TJA (C/W)      | 1.1          |
| Max Ambient (C)          | 84.6         |
| Confidence Level         | Medium       |
+--------------------------+--------------+
)");
  EXPECT_EQ(figures["total_w"], 0.407);
  EXPECT_EQ(figures["dynamic_w"], 0.083);
  EXPECT_EQ(figures["static_w"], 0.324);
  EXPECT_EQ(figures["confidence"], "Medium");
}

TEST(VivadoPowerTest, WordsBehindTheNumberAndAnotherText) {
  EXPECT_EQ(ReadVivadoPower("| Total On-Chip Power (W) | 61.2 (Junction temp "
                            "exceeded!) |\n")
                .at("total_w"),
            61.2);
  EXPECT_THROW(ReadVivadoPower(kUtilisation), std::runtime_error);
}

}  // namespace
}  // namespace curvebench::tests
