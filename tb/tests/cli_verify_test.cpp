// SPDX-License-Identifier: Apache-2.0
// `verify`: faults of one variant cost its own row and no other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <set>

#include "bench/json_file.h"
#include "tests/program.h"
#include "tests/rtl_copy.h"

namespace curvebench::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;

constexpr char kGood[] = "gf2m/mul/d8_m5";
constexpr char kSilent[] =
    "always @* begin dout = 8'd0; done = 1'b0; end\n"
    "wire unused = &{1'b0, clk, rst, ld, lk, din, start, addr, data};\n";

class VerifyTest : public testing::Test {
 protected:
  std::string Tiny(const std::string& body) {
    WriteTinyVariant(scratch_ / "tiny", body);
    return (scratch_ / "tiny").string();
  }
  void Change(const std::string& folder,
              const std::function<void(json*)>& change) {
    json manifest = ReadJson(fs::path(folder) / "variant.json");
    change(&manifest);
    WriteText(fs::path(folder) / "variant.json", manifest.dump());
  }

  /// The bad variant first, then a good one, which must pass all the same.
  VerifyResult BesideAGoodOne(const std::string& bad, int status) {
    const VerifyResult result = Verify(scratch_, {bad, kGood});
    EXPECT_EQ(result.status, status) << result.err;
    const json good = result.Row("d8_m5");
    EXPECT_TRUE(good.is_object()) << result.err;
    if (good.is_object()) {
      EXPECT_EQ(good.at("status"), "pass");
      EXPECT_EQ(good.at("vectors"), 1024);
    }
    EXPECT_THAT(result.out, HasSubstr(kGood));
    return result;
  }

  Scratch scratch_;
};

// ----------------------------------------------------- manifests that are
// wrong

TEST_F(VerifyTest, UnknownKey) {
  const std::string bad = Tiny(kSilent);
  Change(bad, [](json* m) { (*m)["colour"] = "red"; });
  EXPECT_THAT(BesideAGoodOne(bad, 2).err,
              AllOf(HasSubstr(bad + "/variant.json: colour"),
                    HasSubstr("unknown key"), HasSubstr("allowed keys")));
}

TEST_F(VerifyTest, MissingSource) {
  const std::string bad = Tiny(kSilent);
  Change(bad, [](json* m) { (*m)["sources"] = {"tiny.v", "gone.v"}; });
  EXPECT_THAT(BesideAGoodOne(bad, 2).err,
              AllOf(HasSubstr("variant.json: sources"),
                    HasSubstr("no file 'gone.v'"), HasSubstr("looked in")));
}

TEST_F(VerifyTest, UnreadableJson) {
  const std::string bad = Tiny(kSilent);
  WriteText(fs::path(bad) / "variant.json", "{\"contract\": 1,");
  EXPECT_THAT(
      BesideAGoodOne(bad, 2).err,
      AllOf(HasSubstr(bad + "/variant.json"), HasSubstr("not valid JSON")));
}

TEST_F(VerifyTest, UnknownFamily) {
  const std::string bad = Tiny(kSilent);
  Change(bad, [](json* m) { (*m)["family"] = "gf3m"; });
  EXPECT_THAT(BesideAGoodOne(bad, 2).err,
              AllOf(HasSubstr("gf3m"), HasSubstr("known: gf2m")));
}

TEST_F(VerifyTest, SizeThatIsNoField) {
  const std::string bad = Tiny(kSilent);
  Change(bad, [](json* m) {
    (*m)["configurations"][0]["size"] = {{"m", 6}, {"poly", {6, 4, 0}}};
  });
  EXPECT_THAT(BesideAGoodOne(bad, 2).err,
              AllOf(HasSubstr("variant.json"), HasSubstr("size"),
                    HasSubstr("irreducible")));
}

TEST_F(VerifyTest, SelectionOfNothingRunsNothing) {
  const VerifyResult result = Verify(scratch_, {kGood, "gf2m/nothing"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("matches no variant"));
  EXPECT_TRUE(result.rows.empty());
}

// ----------------------------------------------------------- RTL that is wrong

TEST_F(VerifyTest, WrongPortWidth) {
  const std::string bad = Tiny(kSilent);
  const fs::path source = fs::path(bad) / "tiny.v";
  std::string text = ReadText(source);
  const std::string port = "[3:0] addr";
  text.replace(text.find(port), port.size(), "[4:0] addr");
  WriteText(source, text);
  const VerifyResult result = BesideAGoodOne(bad, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("top tiny"), HasSubstr("'addr'"),
                                HasSubstr("5 bits"), HasSubstr("4 bits")));
  EXPECT_EQ(result.Row("m5").at("status"), "not_run");
  EXPECT_THAT(result.Row("m5").at("error").get<std::string>(),
              HasSubstr("addr"));
}

TEST_F(VerifyTest, TopWithoutDone) {
  const std::string bad = Tiny("");
  WriteText(fs::path(bad) / "tiny.v",
            "module tiny (input clk, rst, ld, lk, input [7:0] din, input "
            "start, input [3:0] addr, input data, output [7:0] dout);\n"
            "assign dout = 8'd0;\nendmodule\n");
  EXPECT_THAT(BesideAGoodOne(bad, 2).err,
              AllOf(HasSubstr("top tiny"), HasSubstr("no port 'done'"),
                    HasSubstr("output of 1 bit")));
}

TEST_F(VerifyTest, PortOfTheWrongDirection) {
  const std::string bad = Tiny("");
  WriteText(fs::path(bad) / "tiny.v",
            "module tiny (input clk, rst, ld, lk, input [7:0] din, input "
            "start, input [3:0] addr, input data, input done, output [7:0] "
            "dout);\nassign dout = 8'd0;\nendmodule\n");
  EXPECT_THAT(BesideAGoodOne(bad, 2).err,
              AllOf(HasSubstr("'done'"), HasSubstr("input")));
}

TEST_F(VerifyTest, OnePortTooMany) {
  const std::string bad = Tiny(kSilent);
  const fs::path source = fs::path(bad) / "tiny.v";
  std::string text = ReadText(source);
  text.replace(text.find("input  wire       clk,"), 22,
               "input  wire       clk, input wire extra,");
  WriteText(source, text);
  EXPECT_THAT(BesideAGoodOne(bad, 2).err, HasSubstr("'extra'"));
}

TEST_F(VerifyTest, TopThatDoesNotExist) {
  const std::string bad = Tiny(kSilent);
  Change(bad, [](json* m) { (*m)["top"] = "nobody"; });
  EXPECT_THAT(BesideAGoodOne(bad, 2).err,
              AllOf(HasSubstr("variant.json"), HasSubstr("nobody")));
}

TEST_F(VerifyTest, SyntaxError) {
  const VerifyResult result = BesideAGoodOne(Tiny("assign = 5;"), 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("syntax error"), HasSubstr("tiny.v"),
                                HasSubstr("all of its messages")));
  const std::string words = "messages are in ";
  const std::string rest =
      result.err.substr(result.err.find(words) + words.size());
  const fs::path log = rest.substr(0, rest.find('\n'));
  EXPECT_TRUE(fs::exists(log)) << log;
  fs::remove(log);
  EXPECT_EQ(result.Row("m5").at("status"), "not_run");
}

TEST_F(VerifyTest, UnknownParameter) {
  const std::string bad = Tiny(kSilent);
  Change(bad, [](json* m) {
    (*m)["configurations"][0]["parameters"] = {{"NOPE", 3}};
  });
  EXPECT_THAT(BesideAGoodOne(bad, 2).err, HasSubstr("NOPE"));
}

TEST_F(VerifyTest, WarningsAreFatalForOwnAndShownForForeign) {
  const std::string body = std::string(kSilent) + "wire [3:0] narrow = 5'd1;";
  const std::string folder = Tiny(body);
  VerifyResult result = Verify(scratch_, {folder, "--test", "AfterReset"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.Row("m5").at("warnings").get<std::string>(),
              HasSubstr("WIDTH"));
  Change(folder, [](json* m) { (*m)["warnings"] = "own"; });
  result = Verify(scratch_, {folder, "--test", "AfterReset"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("WIDTH"));
}

// Sources need not be UTF-8; a quoted line of them must not break the row.
TEST_F(VerifyTest, WarningsInAnotherEncoding) {
  const std::string folder =
      Tiny(std::string(kSilent) + "wire [3:0] narrow = 5'd1; // caf\xe9");
  const VerifyResult result =
      Verify(scratch_, {folder, "--test", "AfterReset"});
  EXPECT_EQ(result.status, 0) << result.err;
  ASSERT_TRUE(result.Row("m5").is_object());
  EXPECT_EQ(result.Row("m5").at("status"), "pass");
}

// ----------------------------------------------------- models that misbehave

TEST_F(VerifyTest, DoneThatNeverRisesIsQuicklyKnown) {
  const VerifyResult result = BesideAGoodOne(Tiny(kSilent), 1);
  EXPECT_EQ(result.Row("m5").at("status"), "fail");
  EXPECT_THAT(result.FailureText(), AllOf(HasSubstr("done did not come"),
                                          HasSubstr("runs without done")));
  EXPECT_LT(result.seconds, 45);
}

// Without a claim nothing says how long to wait.
TEST_F(VerifyTest, DoneThatNeverRisesWithoutAClaim) {
  const std::string bad = Tiny(kSilent);
  Change(bad, [](json* m) {
    (*m)["configurations"][0]["cycles"] = nullptr;
    (*m)["configurations"][0].erase("setup_cycles");
  });
  const VerifyResult result = BesideAGoodOne(bad, 1);
  EXPECT_EQ(result.Row("m5").at("status"), "fail");
  EXPECT_LT(result.seconds, 90);
}

TEST_F(VerifyTest, BusyThatNeverEnds) {
  const std::string bad = Tiny(
      "always @* begin dout = 8'h02; done = 1'b0; end\n"
      "wire unused = &{1'b0, clk, rst, ld, lk, din, start, addr, data};\n");
  Change(bad, [](json* m) { (*m)["configurations"][0]["setup_cycles"] = 100; });
  const VerifyResult result = BesideAGoodOne(bad, 1);
  EXPECT_THAT(result.FailureText(), HasSubstr("still busy"));
  EXPECT_LT(result.seconds, 60);
}

TEST_F(VerifyTest, DoneThatIsAlwaysHigh) {
  const VerifyResult result = BesideAGoodOne(
      Tiny("always @* begin dout = 8'h01; done = 1'b1; end\n"
           "wire unused = &{1'b0, clk, rst, ld, lk, din, start, addr, data};"),
      1);
  EXPECT_THAT(result.FailedTests(), Contains("AfterReset"));
}

class EndingTest
    : public VerifyTest,
      public testing::WithParamInterface<std::pair<std::string, std::string>> {
};

TEST_P(EndingTest, FailsItsOwnRow) {
  const auto& [statement, word] = GetParam();
  const std::string bad =
      Tiny("always @(posedge clk) if (start) " + statement + ";\n" + kSilent);
  const VerifyResult result = BesideAGoodOne(bad, 1);
  const json row = result.Row("m5");
  EXPECT_EQ(row.at("status"), "fail");
  EXPECT_THAT(result.err, AllOf(HasSubstr(bad), HasSubstr(word)));
}

std::string EndingName(
    const testing::TestParamInfo<std::pair<std::string, std::string>>& info) {
  const std::vector<std::string> names = {"Finish",   "Stop",  "Fatal",
                                          "Segfault", "Abort", "Exit"};
  return names.at(info.index);
}

INSTANTIATE_TEST_SUITE_P(
    Rtl, EndingTest,
    testing::Values(std::pair("$finish", "the RTL called $finish"),
                    std::pair("$stop", "the RTL called $stop"),
                    std::pair("$fatal", "the RTL called $"),
                    std::pair("$c(\"*(volatile int*)8 = 0;\")", "crashed"),
                    std::pair("$c(\"abort();\")", "crashed"),
                    std::pair("$c(\"exit(0);\")", "ended early")),
    EndingName);

TEST_F(VerifyTest, FinishInAnInitialBlock) {
  const VerifyResult result =
      BesideAGoodOne(Tiny(std::string("initial $finish;\n") + kSilent), 1);
  EXPECT_THAT(result.err, HasSubstr("$finish"));
}

// ------------------------------------------------------------ rows and reports

TEST_F(VerifyTest, StatusIsZeroOnlyIfAllPassed) {
  EXPECT_EQ(Verify(scratch_, {kGood}).status, 0);
  EXPECT_EQ(Verify(scratch_, {kGood, Tiny(kSilent)}).status, 1);
}

TEST_F(VerifyTest, OptionsOutOfRange) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--jobs", "0"},
        {"--jobs", "two"},
        {"--count", "-1"},
        {"--format", "xml"},
        {"--seed", ""}}) {
    std::vector<std::string> all = {kGood};
    all.insert(all.end(), words.begin(), words.end());
    const VerifyResult result = Verify(scratch_, all);
    EXPECT_EQ(result.status, 2) << words[0] << ' ' << words[1];
    EXPECT_THAT(result.err, HasSubstr(words[0]));
    EXPECT_TRUE(result.rows.empty());
  }
}

TEST_F(VerifyTest, FilterThatMatchesNothingIsNoSuccess) {
  const VerifyResult result = Verify(scratch_, {kGood, "--test", "NoSuchTest"});
  EXPECT_NE(result.status, 0) << result.out;
}

TEST_F(VerifyTest, FilterRunsOneTest) {
  const VerifyResult result = Verify(scratch_, {kGood, "--test", "ReadTiming"});
  EXPECT_EQ(result.status, 0);
  ASSERT_EQ(result.Row("d8_m5").at("tests").size(), 1u);
  EXPECT_EQ(result.Row("d8_m5")["tests"][0]["name"], "ReadTiming");
}

TEST_F(VerifyTest, OneSeedGivesTheSameRowsInAnyOrderAndNumberOfJobs) {
  const std::string broken = Tiny(kSilent);
  const auto rows = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all = {"--seed", "3"};
    all.insert(all.begin(), words.begin(), words.end());
    json sorted = json::object();
    for (json row : Verify(scratch_, all).rows) {
      for (json& test : row["tests"]) test.erase("seconds");
      sorted[row["configuration"].get<std::string>()] = row;
    }
    return sorted;
  };
  const json once = rows({kGood, "gf2m/mul/d2_m5", broken, "--jobs", "1"});
  EXPECT_EQ(once.size(), 3u);
  EXPECT_EQ(rows({broken, "gf2m/mul/d2_m5", kGood, "--jobs", "3"}), once);
}

TEST_F(VerifyTest, JUnitHoldsEveryTestOfEveryRow) {
  const VerifyResult result = Verify(scratch_, {kGood, Tiny(kSilent)});
  boost::property_tree::ptree tree;
  boost::property_tree::read_xml((scratch_ / "junit.xml").string(), tree);
  size_t suites = 0, cases = 0, failures = 0;
  for (const auto& [tag, suite] : tree.get_child("testsuites")) {
    if (tag != "testsuite") continue;
    ++suites;
    size_t here = 0;
    for (const auto& [inner, node] : suite) {
      if (inner != "testcase") continue;
      ++here;
      failures += node.count("failure");
    }
    EXPECT_EQ(suite.get<size_t>("<xmlattr>.tests"), here);
    cases += here;
  }
  size_t tests = 0;
  for (const json& row : result.rows) tests += row.at("tests").size();
  EXPECT_EQ(suites, 2u);
  EXPECT_EQ(cases, tests);
  EXPECT_EQ(failures, result.FailedTests().size());
  EXPECT_GT(failures, 0u);
}

TEST_F(VerifyTest, JsonOnStandardOutputIsTheDocument) {
  const VerifyResult result =
      Verify(scratch_, {kGood, "--format", "json", "--test", "AfterReset"});
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("schema"), 1);
  EXPECT_EQ(document.at("rows").size(), 1u);
  EXPECT_TRUE(document.at("tool").contains("verilator"));
}

TEST_F(VerifyTest, QuietPrintsNoProgress) {
  EXPECT_EQ(Verify(scratch_, {kGood, "--quiet"}).err, "");
  EXPECT_THAT(Verify(scratch_, {kGood}).err, HasSubstr("[1/1] gf2m/mul/d8_m5"));
}

// The file that `compare` reads keeps the rows that this run did not make. The
// rows made here are whole ones, and what was there is put back.
TEST_F(VerifyTest, ResultsKeepTheOtherRows) {
  const fs::path results = fs::path(CURVEBENCH_BINARY_DIR) / "results.json";
  const fs::path kept = scratch_ / "kept.json";
  const bool existed = fs::exists(results);
  if (existed) fs::copy_file(results, kept);
  const auto run = [&](const std::string& what) {
    const ProgramResult result = Curvebench(
        scratch_,
        {"verify", what, "--junit", (scratch_ / "junit.xml").string()});
    EXPECT_EQ(result.status, 0) << result.err;
    std::map<std::string, json> rows;
    const json document = ReadJson(results);
    for (const json& row : document.at("rows")) {
      rows[row.at("variant").get<std::string>() + "/" +
           row.at("configuration").get<std::string>()] = row;
    }
    return rows;
  };
  const auto first = run("gf2m/mul/d2_m5");
  const auto second = run(kGood);
  EXPECT_TRUE(second.count("mul/d8_m5"));
  for (const auto& [id, row] : first) {
    ASSERT_TRUE(second.count(id)) << id;
    if (id != "mul/d8_m5") {
      EXPECT_EQ(second.at(id), row);
    }
  }
  // An outside variant has its row as long as nothing else is run.
  const RtlCopy copy(scratch_ / "rtl", "gf2m/mul", {"d1_m5"});
  const auto third = run(copy.name());
  EXPECT_TRUE(third.count("mul/d8_m5"));
  EXPECT_TRUE(third.count(copy.name() + "/d1_m5"));
  fs::remove(results);
  if (existed) fs::rename(kept, results);
}

// -------------------------------------------------------------------- vectors

TEST_F(VerifyTest, VectorFilesAreCountedWithWhatWasSkippedAndWhy) {
  const std::string folder = (Root() / "golden/vectors").string();
  const VerifyResult result = Verify(
      scratch_, {"gf2m/mul/d8", "--vectors", folder + "/gf233_field.json",
                 folder + "/cavp_keypair_233.json"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("513 vectors from 513 of the 899 records in 2 "
                              "files, 386 records skipped"),
                    HasSubstr("133  operation sqr")));
  EXPECT_EQ(result.Row("d8").at("vectors"), 513);
  EXPECT_EQ(result.Row("d8").at("tests").size(), 1u) << "no contract rules";
}

TEST_F(VerifyTest, BadVectorFiles) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"{", "not valid JSON"},
      {"5", "vectors"},
      {"[5]", "vectors[0]"},
      {R"([{"op": "mul", "m": 5, "a": "1", "b": "zz", "r": "1"}])",
       "vectors[0].b"},
      {R"([{"op": "mul", "m": 5, "a": "2", "b": "2", "r": "1"}])",
       "golden computes another"}};
  for (const auto& [text, message] : cases) {
    const std::string file = scratch_.Write("v.json", text).string();
    const VerifyResult result = Verify(scratch_, {kGood, "--vectors", file});
    EXPECT_EQ(result.status, 2) << text << result.err;
    EXPECT_THAT(result.err, AllOf(HasSubstr("v.json"), HasSubstr(message)));
  }
  const VerifyResult result =
      Verify(scratch_, {kGood, "--vectors", (scratch_ / "gone.json").string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("gone.json"));
}

TEST_F(VerifyTest, VectorsThatAllDoNotFitAreNoSuccess) {
  const std::string file =
      (Root() / "golden/vectors/cavp_keypair_233.json").string();
  const VerifyResult result = Verify(scratch_, {kGood, "--vectors", file});
  EXPECT_EQ(result.Row("d8_m5").at("status"), "not_run");
  EXPECT_THAT(result.err, HasSubstr("20 records skipped"));
}

// ------------------------------------------------------- hostile input

TEST_F(VerifyTest, OddInputsAndSizesCostTheirOwnRow) {
  const std::vector<std::function<void(json*)>> faults = {
      [](json* m) { (*m)["inputs"]["a"] = "odd"; },
      [](json* m) { (*m)["inputs"]["a"] = "fixed:B-233"; },
      [](json* m) { (*m)["configurations"][0]["size"]["m"] = 4294967301; },
      [](json* m) {
        (*m)["configurations"][0]["size"]["poly"] = {4294967301, 2, 0};
      },
      [](json* m) {
        (*m)["configurations"][0]["size"]["poly"] = {5.7, 2.2, 0.1};
      },
      [](json* m) { (*m)["configurations"][0]["size"]["n"] = 5; },
      [](json* m) {
        (*m)["inputs"]["a"] = {{"min", "100"}, {"max", "200"}};
      },
  };
  for (const auto& fault : faults) {
    const std::string bad = Tiny(kSilent);
    Change(bad, fault);
    EXPECT_THAT(BesideAGoodOne(bad, 2).err, HasSubstr("variant.json"));
  }
}

TEST_F(VerifyTest, InoutIsNoOutput) {
  const std::string bad = Tiny(
      "always @* done = 1'b0;\n"
      "wire unused = &{1'b0, clk, rst, ld, lk, din, start, addr, data};\n");
  std::string text = ReadText(scratch_ / "tiny/tiny.v");
  const std::string right = "output reg  [7:0] dout";
  ASSERT_NE(text.find(right), std::string::npos);
  text.replace(text.find(right), right.size(), "inout  wire [7:0] dout");
  WriteText(scratch_ / "tiny/tiny.v", text);
  EXPECT_THAT(BesideAGoodOne(bad, 2).err,
              AllOf(HasSubstr("port 'dout'"), HasSubstr("inout")));
}

TEST_F(VerifyTest, EndlessLoopInRtlIsEnded) {
  const std::string bad =
      Tiny(std::string(kSilent) +
           "always @(posedge clk) begin : hang\n"
           "  integer i; i = 0; while (rst | (i == 0)) i = 0;\nend\n");
  const VerifyResult result = Verify(scratch_, {bad, "--timeout", "60"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("--timeout"));
}

TEST_F(VerifyTest, PrintingRtlLeavesJsonReadable) {
  const RtlCopy copy(scratch_ / "copy", "gf2m/mul", {"d8_m5"});
  copy.Replace("gf2m_mul.v", "endmodule",
               "  always @(posedge clk) if (rst) $display(\"hello {}\");\n"
               "endmodule");
  const ProgramResult result = Curvebench(
      scratch_,
      {"run", copy.name(), "--a", "3", "--b", "5", "--format", "json"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(json::parse(result.out).at("r"), "0xf");
}

TEST_F(VerifyTest, VectorRecordsThatLackPartsNameThePlace) {
  const std::vector<std::pair<std::string, std::string>> files = {
      {"[{\"op\": \"mul\", \"m\": 5, \"a\": 1, \"b\": \"1\", \"r\": \"1\"}]",
       "vectors[0]"},
      {"[{\"k\": 1e999}]", "is not valid JSON"},
      {"[{\"m\": 4294967529, \"op\": \"mul\", \"r\": \"1\"}]", "vectors[0]"},
      {"{\"vectors\": [3]}", "vectors[0]"},
      {"[{\"note\": \"\xe9\"}]", "is not valid JSON"},
      {"[{\"k\": \"1\", \"foo\": 2}]", "holds no record"},
      {"[]", "holds no record"},
  };
  for (const auto& [text, message] : files) {
    const fs::path file = scratch_.Write("v.json", text);
    const ProgramResult result =
        Curvebench(scratch_, {"verify", kGood, "--vectors", file.string(),
                              "--output", (scratch_ / "r.json").string()});
    EXPECT_EQ(result.status, 2) << text;
    EXPECT_THAT(result.err, HasSubstr(message)) << text;
  }
}

}  // namespace
}  // namespace curvebench::tests
