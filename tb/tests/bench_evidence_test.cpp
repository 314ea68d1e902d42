// SPDX-License-Identifier: Apache-2.0
// The parts that mutation, coverage and proofs are made of.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/aig.h"
#include "bench/coverage.h"
#include "bench/error.h"
#include "bench/evidence.h"
#include "bench/json_file.h"
#include "bench/model_builder.h"
#include "bench/mutation.h"
#include "bench/netlist.h"
#include "tests/scratch.h"

namespace curvebench::tests {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

// ------------------------------------------------------------------- graphs

// A counter of two bits that input `up` lets count, output `full` at 3; the
// input `broken` makes it skip to 3 from 1.
constexpr char kCounter[] =
    "aag 14 2 2 1 10\n"
    "2\n4\n"
    "6 14 0\n8 28 0\n"
    "22\n"
    // bit 0: 6 xor up
    "10 6 2\n12 7 3\n14 11 13\n"
    // full = 6 & 8
    "22 8 6\n"
    // bit 1: 8 xor (6 & up), or broken & 6 & up
    "16 10 8\n18 11 9\n20 19 17\n24 10 4\n26 21 25\n28 27 27\n"
    "i0 up\ni1 broken alias\no0 full\n";

TEST(Aig, ReadsNamesAndGates) {
  const Aig aig = ReadAiger(kCounter);
  EXPECT_EQ(aig.inputs.size(), 2u);
  EXPECT_EQ(aig.latches.size(), 2u);
  EXPECT_EQ(aig.ands.size(), 10u);
  EXPECT_EQ(aig.input_names.at("broken"), 1u);
  EXPECT_EQ(aig.input_names.at("alias"), 1u);
  EXPECT_EQ(aig.output_names.at("full"), 0u);
}

TEST(Aig, RefusesOtherText) {
  EXPECT_THROW(ReadAiger("aig 1 1 0 0 0\n"), std::runtime_error);
  EXPECT_THROW(ReadAiger("aag 3 2 0 0 1\n2\n"), std::runtime_error);
}

TEST(Aig, EqualCopiesAreProvedWithoutASolver) {
  TwoCopies copies;
  copies.constants["broken"] = {0, 0};
  copies.compared = {"full"};
  const Aig miter = Miter(ReadAiger(kCounter), copies);
  Scratch scratch;
  EXPECT_EQ(ProveNever(miter, scratch.path(), "same", 20).answer,
            Verdict::kProved);
}

TEST(Aig, DifferentCopiesAreToldApart) {
  TwoCopies copies;
  copies.constants["broken"] = {0, 1};
  copies.compared = {"full"};
  Scratch scratch;
  const Verdict verdict = ProveNever(Miter(ReadAiger(kCounter), copies),
                                     scratch.path(), "different", 20);
  EXPECT_EQ(verdict.answer, Verdict::kRefuted);
  // Four counts at least: 1, 2 or 3, then 3 against 0.
  EXPECT_GT(verdict.depth, 1);
}

TEST(Aig, SeparateInputsMakeADifference) {
  TwoCopies copies;
  copies.constants["broken"] = {0, 0};
  copies.separate = {"up"};
  copies.compared = {"full"};
  Scratch scratch;
  EXPECT_EQ(ProveNever(Miter(ReadAiger(kCounter), copies), scratch.path(),
                       "separate", 20)
                .answer,
            Verdict::kRefuted);
}

TEST(Aig, ComparingNothingIsAMistake) {
  TwoCopies copies;
  copies.compared = {"ful"};
  EXPECT_THROW(Miter(ReadAiger(kCounter), copies), std::logic_error);
}

// Registers a and b toggle together; input `broken` inverts output a when they
// differ, that is never: a proof needs both registers, but no second copy.
constexpr char kTwins[] =
    "aag 10 1 2 1 7\n"
    "2\n"
    "4 5 0\n6 7 0\n"
    "21\n"
    // 13: a xor b
    "8 7 4\n10 6 5\n12 11 9\n"
    // 21: a xor (broken & 13)
    "14 13 2\n16 15 4\n18 14 5\n20 19 17\n"
    "i0 broken\no0 out\n";

TEST(Aig, AFewRegistersAreEnoughForAProof) {
  TwoCopies copies;
  copies.constants["broken"] = {0, 1};
  copies.compared = {"out"};
  copies.one_state = true;
  const Aig miter = Miter(ReadAiger(kTwins), copies);
  EXPECT_EQ(miter.latches.size(), 2u);
  const Aig none = KeepNearRegisters(miter, 0);
  EXPECT_EQ(none.latches.size(), 0u);
  EXPECT_EQ(none.inputs.size(), 2u);
  EXPECT_EQ(KeepNearRegisters(miter, 1).latches.size(), 2u);
  Scratch scratch;
  EXPECT_EQ(ProveNever(none, scratch.path(), "none", 20).answer,
            Verdict::kRefuted);
  const Verdict verdict = ProveNeverLocally(miter, scratch.path(), "twins", 20);
  EXPECT_EQ(verdict.answer, Verdict::kProved);
  EXPECT_THAT(verdict.method, HasSubstr("2 registers"));
}

// What few registers allow is no counterexample.
TEST(Aig, LocalProofsRefuteNothing) {
  TwoCopies copies;
  copies.constants["broken"] = {0, 1};
  copies.compared = {"full"};
  copies.one_state = true;
  Scratch scratch;
  EXPECT_EQ(ProveNeverLocally(Miter(ReadAiger(kCounter), copies),
                              scratch.path(), "counter", 4)
                .answer,
            Verdict::kOpen);
}

// Phase t toggles; register r takes `broken` when t is 0 and x when t is 1.
// Output kept shows r only when it holds an x, output bare always.
constexpr char kPhases[] =
    "aag 8 2 2 2 4\n"
    "2\n4\n"
    "6 7 0\n8 15 0\n"
    "16\n8\n"
    "10 6 4\n12 7 2\n14 13 11\n16 8 7\n"
    "i0 broken\ni1 x\no0 kept\no1 bare\n";

TEST(Aig, WhatNobodyReadsMayDiffer) {
  const Aig design = ReadAiger(kPhases);
  TwoCopies copies;
  copies.constants["broken"] = {0, 1};
  copies.compared = {"kept"};
  copies.one_state = true;
  Scratch scratch;
  const auto answer = [&]() {
    return ProveNever(Miter(design, copies), scratch.path(), "phases", 20)
        .answer;
  };
  EXPECT_EQ(answer(), Verdict::kRefuted) << "r is written differently";
  EXPECT_EQ(WrittenApart(design, copies), std::set<size_t>{1});
  copies.apart = {1};
  EXPECT_EQ(Miter(design, copies).latches.size(), 3u);
  EXPECT_EQ(answer(), Verdict::kProved);
  EXPECT_EQ(WrittenApart(design, copies), std::set<size_t>{1});
  copies.compared = {"bare"};
  EXPECT_EQ(answer(), Verdict::kRefuted);
}

// ----------------------------------------------------------------- netlists

json Cell(const char* type, json connections,
          json parameters = json::object()) {
  return {{"type", type},
          {"connections", std::move(connections)},
          {"parameters", std::move(parameters)}};
}

json Module(json ports, json cells, json names = json::object()) {
  return {{"modules",
           {{"top",
             {{"attributes", {{"top", "1"}}},
              {"ports", std::move(ports)},
              {"cells", std::move(cells)},
              {"netnames", std::move(names)}}}}}};
}

json In(std::vector<int> bits) {
  return {{"direction", "input"}, {"bits", bits}};
}
json Out(std::vector<int> bits) {
  return {{"direction", "output"}, {"bits", bits}};
}

TEST(Netlist, SecretsPassGatesThatTheyCanChange) {
  Netlist netlist(Module(
      {{"a", In({2})}, {"s", In({3})}, {"y", Out({4, 5, 6})}},
      {{"and", Cell("$_AND_", {{"A", {2}}, {"B", {3}}, {"Y", {4}}})},
       {"xor", Cell("$_XOR_", {{"A", {2}}, {"B", {3}}, {"Y", {5}}})},
       {"mux",
        Cell("$_MUX_", {{"A", {2}}, {"B", {2}}, {"S", {3}}, {"Y", {6}}})}}));
  netlist.Step(netlist.Unknown(), {{"a", {k0}}, {"s", {kSecret}}});
  EXPECT_THAT(netlist.Output("y"), ElementsAre(k0, kSecret, k0));
  netlist.Step(netlist.Unknown(), {{"a", {k1}}, {"s", {kSecret}}});
  EXPECT_THAT(netlist.Output("y"), ElementsAre(kSecret, kSecret, k1));
  netlist.Step(netlist.Unknown(), {{"a", {kPublic}}, {"s", {k1}}});
  EXPECT_THAT(netlist.Output("y"), ElementsAre(kPublic, kPublic, kPublic));
}

TEST(Netlist, ClosureReachesThroughRegisters) {
  // Three registers in a row behind s; the last one is the output.
  Netlist netlist(Module(
      {{"s", In({2})}, {"y", Out({5})}},
      {{"r0", Cell("$_DFF_P_", {{"D", {2}}, {"Q", {3}}, {"C", {9}}})},
       {"r1", Cell("$_DFF_P_", {{"D", {3}}, {"Q", {4}}, {"C", {9}}})},
       {"r2",
        Cell("$_DFFE_PP_", {{"D", {4}}, {"Q", {5}}, {"E", {3}}, {"C", {9}}})}},
      {{"last", {{"bits", {5}}}}}));
  netlist.Closure(netlist.Unknown(), {{"s", {k0}}});
  EXPECT_THAT(netlist.Output("y"), ElementsAre(kPublic));
  EXPECT_TRUE(netlist.SecretEnables().empty());
  netlist.Closure(netlist.Unknown(), {{"s", {kSecret}}});
  EXPECT_THAT(netlist.Output("y"), ElementsAre(kSecret));
  EXPECT_THAT(netlist.SecretEnables(), ElementsAre("last"));
  EXPECT_THAT(netlist.SecretsInFrontOf("y", {0}), ElementsAre("last"));
}

TEST(Netlist, MultiplexersThatKeepAValueAreEnables) {
  // r keeps its value unless s: reset ? 0 : s ? d : r.
  Netlist netlist(Module(
      {{"d", In({2})}, {"s", In({3})}, {"reset", In({4})}, {"y", Out({7})}},
      {{"m0", Cell("$_MUX_", {{"A", {7}}, {"B", {2}}, {"S", {3}}, {"Y", {5}}})},
       {"m1",
        Cell("$_MUX_", {{"A", {5}}, {"B", {"0"}}, {"S", {4}}, {"Y", {6}}})},
       {"r", Cell("$_DFF_P_", {{"D", {6}}, {"Q", {7}}, {"C", {9}}})}},
      {{"kept", {{"bits", {7}}}}}));
  netlist.Step(netlist.Unknown(), {{"d", {kSecret}}, {"s", {kPublic}}});
  EXPECT_TRUE(netlist.SecretEnables().empty());
  netlist.Step(netlist.Unknown(), {{"d", {kPublic}}, {"s", {kSecret}}});
  EXPECT_THAT(netlist.SecretEnables(), ElementsAre("kept"));
}

TEST(Netlist, NamesHaveTheIndexOfTheSource) {
  Netlist netlist(
      Module({{"a", In({2})}, {"y", Out({3, 4})}},
             {{"n0", Cell("$_AND_", {{"A", {2}}, {"B", {"0"}}, {"Y", {3}}})},
              {"n1", Cell("$_OR_", {{"A", {2}}, {"B", {"1"}}, {"Y", {4}}})}},
             {{"down", {{"bits", {3, 4}}, {"offset", 2}}},
              {"up", {{"bits", {3, 4}}, {"upto", 1}}}}));
  netlist.Step(netlist.Unknown(), {});
  const auto constants = netlist.Constants();
  EXPECT_EQ(constants.at("down").at(2), k0);
  EXPECT_EQ(constants.at("down").at(3), k1);
  EXPECT_THAT(constants.at("up"), ElementsAre(k1, k0));
}

json OneMemory(json write_enable) {
  return Module(
      {{"ra", In({2})}, {"wa", In({3})}, {"d", In({4})}, {"y", Out({5})}},
      {{"m", Cell("$mem_v2",
                  {{"RD_ADDR", {2}},
                   {"RD_DATA", {5}},
                   {"RD_EN", {"1"}},
                   {"WR_ADDR", {3}},
                   {"WR_DATA", {4}},
                   {"WR_EN", std::move(write_enable)}},
                  {{"MEMID", "\\rows"},
                   {"WIDTH", "1"},
                   {"SIZE", "10"},
                   {"OFFSET", "0"},
                   {"ABITS", "1"},
                   {"RD_PORTS", "1"},
                   {"WR_PORTS", "1"},
                   {"RD_CLK_ENABLE", "0"},
                   {"INIT", "10"}})}});
}

TEST(Netlist, MemoriesKeepWhatWasWritten) {
  Netlist netlist(OneMemory({"1"}));
  // Word 0 is 0, word 1 is 1 at the start.
  Netlist::State state = netlist.Step(
      netlist.Unknown(), {{"ra", {k1}}, {"wa", {k0}}, {"d", {kSecret}}});
  EXPECT_THAT(netlist.Output("y"), ElementsAre(k1));
  netlist.Step(state, {{"ra", {k0}}, {"wa", {k0}}, {"d", {k0}}});
  EXPECT_THAT(netlist.Output("y"), ElementsAre(kSecret));
  netlist.Step(state, {{"ra", {k1}}, {"wa", {k0}}, {"d", {k0}}});
  EXPECT_THAT(netlist.Output("y"), ElementsAre(k1));
  EXPECT_TRUE(netlist.SecretMemoryControls().empty());
}

TEST(Netlist, SecretAddressesAreSeen) {
  Netlist netlist(OneMemory({"0"}));
  netlist.Step(netlist.Unknown(),
               {{"ra", {kSecret}}, {"wa", {k0}}, {"d", {k0}}});
  EXPECT_THAT(netlist.Output("y"), ElementsAre(kSecret));
  EXPECT_THAT(netlist.SecretMemoryControls(), ElementsAre("rows"));
  // An address that is public but not known is no secret.
  netlist.Step(netlist.Unknown(),
               {{"ra", {kPublic}}, {"wa", {k0}}, {"d", {k0}}});
  EXPECT_THAT(netlist.Output("y"), ElementsAre(kPublic));
  EXPECT_TRUE(netlist.SecretMemoryControls().empty());
}

TEST(Netlist, UnknownCellsAndLoopsAreRefused) {
  EXPECT_THROW(
      Netlist(Module({}, {{"l", Cell("$_DLATCH_P_", json::object())}})),
      std::runtime_error);
  EXPECT_THROW(
      Netlist(Module({}, {{"a", Cell("$_NOT_", {{"A", {2}}, {"Y", {3}}})},
                          {"b", Cell("$_NOT_", {{"A", {3}}, {"Y", {2}}})}})),
      std::runtime_error);
}

// ---------------------------------------------------------------- mutations

TEST(Mutation, ListIsRead) {
  const std::vector<Mutation> list = ReadMutations(
      "mutate -ctrl curvebench_mutant 8 5 -mode const0 -module m -cell "
      "$flatten\\port.$and$/top/rtl/a.v:13$62 -port Y -portbit 3 -wire w "
      "-wirebit 0 -src /top/rtl/a.v:13.8-13.15 -src /top/rtl/a.v:14.1-20.4\n",
      "/top");
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].number, 5);
  EXPECT_EQ(list[0].mode, "const0");
  EXPECT_EQ(list[0].source, "rtl/a.v:13, rtl/a.v:14");
  EXPECT_EQ(list[0].where, "$flatten\\port.$and$a.v:13$62.Y[3]");
}

// Two cells, one mutated at its output: that one gets a buffer, the other none.
TEST(Mutation, MutatedOutputsGetBuffers) {
  std::string mutations =
      "mutate -ctrl s 1 1 -mode cnot0 -module m -cell $a -port Y -portbit 3 "
      "-ctrlbit 1 -wire w -wirebit 0\n"
      "mutate -ctrl s 1 2 -mode inv -module m -cell $b -port A -portbit 0\n";
  const std::string changed = BufferOutputs(
      "module \\m\n"
      "  wire width 4 \\w\n"
      "  cell $not $a\n    parameter \\A_WIDTH 2\n"
      "    parameter \\Y_WIDTH 4\n    connect \\A 2'01\n"
      "    connect \\Y \\w\n  end\n"
      "  cell $not $b\n    parameter \\Y_WIDTH 4\n    connect \\A \\w\n"
      "    connect \\Y \\x\n  end\nend\n",
      &mutations);
  EXPECT_EQ(changed,
            "module \\m\n"
            "  wire width 4 \\curvebench_before_0\n"
            "  wire width 4 \\w\n"
            "  cell $not $a\n    parameter \\A_WIDTH 2\n"
            "    parameter \\Y_WIDTH 4\n    connect \\A 2'01\n"
            "    connect \\Y \\curvebench_before_0\n  end\n"
            "  cell $pos \\curvebench_buffer_0\n"
            "    parameter \\A_SIGNED 0\n    parameter \\A_WIDTH 4\n"
            "    parameter \\Y_WIDTH 4\n"
            "    connect \\A \\curvebench_before_0\n    connect \\Y \\w\n"
            "  end\n"
            "  cell $not $b\n    parameter \\Y_WIDTH 4\n    connect \\A \\w\n"
            "    connect \\Y \\x\n  end\nend\n");
  EXPECT_THAT(mutations, HasSubstr("-cell curvebench_buffer_0 -port A "
                                   "-portbit 3 -ctrlbit 1"));
  EXPECT_THAT(mutations, HasSubstr("-cell $b -port A -portbit 0"));
}

// Of two read ports the first has a clock.
TEST(Mutation, PinsThatDoNothingHaveNoMutants) {
  const std::string rtlil =
      "module \\m\n  cell $mem_v2 $rom\n"
      "    parameter \\RD_CLK_ENABLE 2'01\n    connect \\RD_EN 2'11\n  end\n"
      "  cell $dffe $b\n    connect \\EN \\x\n  end\nend\n";
  const std::string enable =
      "mutate -ctrl s 1 1 -mode const0 -cell $rom -port RD_EN -portbit 0\n";
  const std::string others =
      "mutate -ctrl s 1 2 -mode inv -cell $rom -port RD_ADDR -portbit 1\n"
      "mutate -ctrl s 1 3 -mode inv -cell $rom -port RD_DATA -portbit 1\n"
      "mutate -ctrl s 1 4 -mode inv -cell $b -port EN -portbit 0\n";
  std::string idle;
  for (const char* pin : {"RD_EN", "RD_CLK", "RD_ARST", "RD_SRST"}) {
    idle += std::string("mutate -ctrl s 1 5 -mode inv -cell $rom -port ") +
            pin + " -portbit 1\n";
  }
  EXPECT_EQ(DropIdlePins(rtlil, enable + idle + others), enable + others);
}

TEST(Mutation, OtherLinesAreRefused) {
  EXPECT_THROW(ReadMutations("mutate -mode inv\n", "/"), std::runtime_error);
  EXPECT_THROW(ReadMutations("hierarchy\n", "/"), std::runtime_error);
}

// ----------------------------------------------------------------- coverage

constexpr char kPoints[] =
    "# SystemC::Coverage-3\n"
    "C '\001f\002/x/a.v\001l\00212\001n\0023\001page\002v_toggle/port__A4\001o"
    "\002busy[2]\001h\002TOP.top.p' 7\n"
    "C '\001f\002/x/a.v\001l\00220\001n\0025\001page\002v_line/port__A4\001o"
    "\002block\001h\002TOP.top.p' 0\n";

TEST(Coverage, PointsAreRead) {
  const CoverageCounts counts = ReadCoverage(kPoints);
  ASSERT_EQ(counts.size(), 2u);
  const auto& [toggle, count] = *counts.begin();
  EXPECT_EQ(toggle.kind, "toggle");
  EXPECT_EQ(toggle.object, "busy[2]");
  EXPECT_EQ(toggle.module, "port");
  EXPECT_EQ(toggle.scope, ".top.p");
  EXPECT_EQ(toggle.line, 12);
  EXPECT_EQ(count, 7u);
  EXPECT_THROW(ReadCoverage("something else\n"), std::runtime_error);
}

TEST(Coverage, PointsWithoutCodeAreFound) {
  // Lines wrap where Verilator likes, and a counter may serve two points.
  const std::string source =
      "__vlCoverInsert(&(vlSymsp->__Vcoverage[0]), first, \"/x/a.v\", 12, 3,\n"
      "    \".top.p\", \"v_line/port__A4\", \"block\", \"12-14\");\n"
      "__vlCoverInsert(&(vlSymsp->__Vcoverage[1]), first, \"/x/a.v\", 15, 3,"
      " \".top.p\", \"v_toggle/port__A4\", \"q[1]\", \"\");\n"
      "vlSymsp->__Vcoverage[1].fetch_add(1, std::memory_order_relaxed);\n"
      "std::atomic<uint32_t> __Vcoverage[2];\n";
  // The array's size is no use of element 2.
  const std::set<CoveragePoint> points = PointsWithoutCode(source);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points.begin()->line, 12);
  EXPECT_EQ(points.begin()->kind, "line");
  EXPECT_EQ(points.begin()->module, "port");
  EXPECT_EQ(points.begin()->scope, ".top.p");
}

TEST(Coverage, ExclusionsNeedAReason) {
  Scratch scratch;
  const auto file = scratch.Write("a.v",
                                  "wire a;\n"
                                  "wire b;  // coverage: tied off\n"
                                  "// coverage off: tables\n"
                                  "wire c;\n"
                                  "// coverage on\n"
                                  "wire d;\n");
  CoverageExclusions exclusions;
  EXPECT_EQ(exclusions.Reason(file, 1), "");
  EXPECT_EQ(exclusions.Reason(file, 2), "tied off");
  EXPECT_EQ(exclusions.Reason(file, 4), "tables");
  EXPECT_EQ(exclusions.Reason(file, 6), "");
  const auto silent = scratch.Write("b.v", "// coverage off\nwire a;\n");
  EXPECT_THROW(exclusions.Reason(silent, 1), InputError);
  const auto open = scratch.Write("c.v", "// coverage off: x\nwire a;\n");
  EXPECT_THROW(exclusions.Reason(open, 1), InputError);
}

TEST(Coverage, APointCountsOnceForAllConfigurations) {
  Scratch scratch;
  const std::string file = scratch.Write("a.v", "wire a;\nwire b;\nwire c;\n");
  const auto point = [&](int line, const char* kind, int count, bool constant) {
    return json{{"file", file},   {"line", line},
                {"column", 1},    {"kind", kind},
                {"object", "a"},  {"module", "m"},
                {"count", count}, {"excluded", constant ? "tied" : ""}};
  };
  const json one = {{"points",
                     {point(1, "toggle", 0, true), point(2, "toggle", 0, true),
                      point(3, "line", 2, false)}},
                    {"functional", {{"k = 0", 1}, {"k = 1", 0}}}};
  const json two = {{"points",
                     {point(1, "toggle", 4, false), point(2, "toggle", 0, true),
                      point(3, "line", 0, false)}},
                    {"functional", {{"k = 0", 0}, {"k = 1", 0}}}};
  const CoverageSummary summary = Summarise({one, two}, ProjectPaths());
  EXPECT_EQ(summary.toggle.covered, 1u);
  EXPECT_EQ(summary.toggle.counted, 1u);
  EXPECT_EQ(summary.toggle.excluded, 1u);
  EXPECT_EQ(summary.line.covered, 1u);
  EXPECT_EQ(summary.functional.covered, 1u);
  EXPECT_EQ(summary.functional.counted, 2u);
  EXPECT_THAT(summary.missed, ElementsAre("functional: k = 1"));
}

// ----------------------------------------------------------------- evidence

TEST(Evidence, StaysWithItsRtlAndJoinsRows) {
  Scratch scratch;
  Paths paths = ProjectPaths();
  paths.build = scratch.path();
  const Configuration c =
      Select({"gf2m/mul/d2_m5"}, paths).configurations.at(0);
  const std::string hash = Sha256(SourceText(c));
  EXPECT_TRUE(EvidenceOf(paths, c.id(), hash).empty());
  KeepEvidence(paths, c, "prove",
               {{"constant_time", "proved"}, {"addresses", "constant"}});
  KeepEvidence(paths, c, "mutation", {{"score", 1.0}});
  const json evidence = EvidenceOf(paths, c.id(), hash);
  EXPECT_EQ(evidence.at("mutation").at("score"), 1.0);
  EXPECT_TRUE(EvidenceOf(paths, c.id(), "other").empty());

  Row row;
  row.constant_time = "measured";
  JoinEvidence(evidence, &row);
  EXPECT_EQ(row.constant_time, "proved");
  EXPECT_EQ(row.addresses, "constant");
  // Two different times were seen: no proof can undo that.
  row.constant_time = "no";
  JoinEvidence(evidence, &row);
  EXPECT_EQ(row.constant_time, "no");
}

}  // namespace
}  // namespace curvebench::tests
