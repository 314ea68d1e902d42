// SPDX-License-Identifier: Apache-2.0
// Every command but verify: what it prints and how it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>

#include "bench/json_file.h"
#include "tests/program.h"
#include "tests/rtl_copy.h"

namespace curvebench::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class CommandTest : public testing::Test {
 protected:
  ProgramResult Run(const std::vector<std::string>& words) {
    return Curvebench(scratch_, words);
  }
  /// Bad input: status 2, and a message on standard error only.
  void ExpectRefused(const std::vector<std::string>& words,
                     const std::vector<std::string>& texts) {
    const ProgramResult result = Run(words);
    SCOPED_TRACE(testing::PrintToString(words));
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("error: "));
    for (const std::string& text : texts) {
      EXPECT_THAT(result.err, HasSubstr(text));
    }
    EXPECT_THAT(result.out, IsEmpty());
  }

  Scratch scratch_;
};

// -------------------------------------------------------------------- general

TEST_F(CommandTest, HelpNamesEveryCommand) {
  const ProgramResult result = Run({"--help"});
  EXPECT_EQ(result.status, 0);
  for (const char* command : {"list", "run", "verify", "compare", "vectors",
                              "new", "replay", "bench", "lint"}) {
    EXPECT_THAT(result.out, HasSubstr(std::string("  ") + command));
    const ProgramResult help = Run({command, "--help"});
    EXPECT_EQ(help.status, 0) << command;
    EXPECT_THAT(help.out, HasSubstr(std::string("curvebench ") + command));
  }
  EXPECT_EQ(Run({"help"}).out, result.out);
}

TEST_F(CommandTest, NoCommandIsRefused) {
  const ProgramResult result = Run({});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("usage:"));
}

TEST_F(CommandTest, UnknownCommandIsNamed) {
  ExpectRefused({"verfy"}, {"no command 'verfy'", "usage:"});
}

TEST_F(CommandTest, UnknownOptionsAreNamed) {
  for (const char* command :
       {"list", "verify", "compare", "vectors", "new", "replay", "lint"}) {
    ExpectRefused({command, "--colour", "red"}, {"colour", "--help"});
  }
}

TEST_F(CommandTest, OptionsAreNotGuessed) {
  ExpectRefused({"list", "--form", "json"}, {"form"});
}

TEST_F(CommandTest, BadValuesAreNamed) {
  ExpectRefused({"list", "--format", "xml"}, {"xml", "table, json, csv or md"});
  ExpectRefused({"vectors", "gf2m/mul/d2_m5", "--seed", "many"}, {"seed"});
  ExpectRefused({"vectors", "gf2m/mul/d2_m5", "--seed", "18446744073709551616"},
                {"seed"});
  ExpectRefused({"vectors", "gf2m/mul/d2_m5", "--count", "-1"}, {"--count"});
  // Read as an unsigned number, -1 is the largest one.
  ExpectRefused({"vectors", "gf2m/mul/d2_m5", "--seed", "-1"},
                {"--seed", "is negative"});
  ExpectRefused({"replay", "gf2m/mul/d2_m5", "--vector=-1"},
                {"--vector", "is negative"});
}

// ----------------------------------------------------------------------- list

TEST_F(CommandTest, ListShowsConfigurations) {
  const ProgramResult result = Run({"list", "--format", "json"});
  EXPECT_EQ(result.status, 0) << result.err;
  std::vector<std::string> ids;
  for (const json& line : json::parse(result.out)) {
    ids.push_back(line.at("configuration"));
  }
  EXPECT_THAT(ids, testing::IsSupersetOf({"gf2m/digit/d8", "gf2m/serial/base",
                                          "gf2m/mul/d2_m5"}));
}

TEST_F(CommandTest, ListTakesPatterns) {
  const ProgramResult result =
      Run({"list", "gf2m/*/d8", "gf2m/serial/m5", "--format", "csv"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 4);
}

TEST_F(CommandTest, ListSlotsShowsThePort) {
  const ProgramResult result =
      Run({"list", "gf2m/digit/d8", "--slots", "--format", "csv"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("gf2m/digit/d8,ld,1,y,233,32,no"),
                    HasSubstr("gf2m/digit/d8,lk,-,k,233,32,yes"),
                    HasSubstr("gf2m/digit/d8,data,9,yQ,233,32,yes"),
                    HasSubstr("gf2m/digit/d8,data,15,status,8,1,no")));
}

TEST_F(CommandTest, ListOfNothingIsAnError) {
  ExpectRefused({"list", "gf2m/nothing*"},
                {"gf2m/nothing*", "matches no variant"});
}

TEST_F(CommandTest, ListShowsTheOthersBesideABrokenManifest) {
  scratch_.Write("bad/variant.json", "{");
  const ProgramResult result =
      Run({"list", (scratch_ / "bad").string(), "gf2m/mul/d2_m5"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("not valid JSON"));
  EXPECT_THAT(result.out, HasSubstr("gf2m/mul/d2_m5"));
}

// ------------------------------------------------------------------------ run

TEST_F(CommandTest, RunComputesTwiceTheGeneratorOfK233) {
  const ProgramResult result =
      Run({"run", "gf2m/digit/d8", "--curve", "K-233", "--k", "0x2", "--format",
           "json", "--mhz", "100"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json out = json::parse(result.out);
  json expected;
  const json document = ReadJson(Root() / "golden/vectors/edge_pmul_233.json");
  for (const json& record : document["vectors"]) {
    if (record["id"] == "edge-K-233-small-2") expected = record;
  }
  ASSERT_TRUE(expected.is_object());
  const auto number = [](const std::string& hex) {
    return mpz_class(hex.rfind("0x", 0) == 0 ? hex.substr(2) : hex, 16);
  };
  EXPECT_EQ(number(out.at("x")), number(expected["qx"]));
  EXPECT_EQ(number(out.at("y")), number(expected["qy"]));
  EXPECT_EQ(out.at("cycles"), 85194);
  EXPECT_EQ(out.at("identity"), false);
  EXPECT_EQ(out.at("status"), 1);
  EXPECT_EQ(out.at("family"), "gf2m");
  EXPECT_EQ(out.at("configuration"), "d8");
  EXPECT_EQ(out.at("curve"), "K-233");
  EXPECT_EQ(number(out.at("k")), 2);
  EXPECT_EQ(out.at("mhz"), 100);
  EXPECT_DOUBLE_EQ(out.at("time_us"), 851.94);
  for (const char* key : {"variant"}) EXPECT_TRUE(out.contains(key)) << key;
}

TEST_F(CommandTest, RunTakesTheFirstConfigurationThatFits) {
  const ProgramResult result = Run({"run", "gf2m/serial", "--curve", "K-163",
                                    "--k", "1", "--format", "json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json out = json::parse(result.out);
  EXPECT_EQ(out.at("configuration"), "m163");
  EXPECT_TRUE(out.at("time_us").is_null());
}

TEST_F(CommandTest, RunShowsInfinity) {
  const ProgramResult result =
      Run({"run", "gf2m/digit/d8_m5", "--k", "0", "--x", "1", "--y", "1", "--b",
           "1", "--format", "json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json out = json::parse(result.out);
  EXPECT_EQ(out.at("identity"), true);
  EXPECT_EQ(out.at("status"), 5);
  EXPECT_EQ(out.at("x"), "0x0");
}

TEST_F(CommandTest, RunOfABareMultiplier) {
  const ProgramResult result = Run(
      {"run", "gf2m/mul/d2_m5", "--a", "0x10", "--b", "2", "--format", "json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json out = json::parse(result.out);
  EXPECT_EQ(out.at("r"), "0x5");  // x^5 = x^2 + 1
  EXPECT_EQ(out.at("cycles"), 3);
}

TEST_F(CommandTest, HelpOfRunHasAnExampleOfEachFamilyThatWorks) {
  const std::string help = Run({"run", "--help"}).out;
  EXPECT_THAT(help, HasSubstr("list --slots FAMILY/VARIANT/CONFIGURATION"));
  const std::regex example("\n  curvebench (run (\\w+)/.*)");
  std::vector<std::string> families;
  for (std::sregex_iterator it(help.begin(), help.end(), example), end;
       it != end; ++it) {
    const ProgramResult result =
        Shell(scratch_, CURVEBENCH_BINARY_DIR "/curvebench " + (*it)[1].str());
    EXPECT_EQ(result.status, 0) << (*it)[1] << result.err;
    families.push_back((*it)[2]);
  }
  EXPECT_THAT(families, testing::ElementsAre("gf2m", "digitmm", "kummer"));
}

TEST_F(CommandTest, RunRefusesBadOperands) {
  ExpectRefused({"run", "gf2m/digit", "--curve", "P-256", "--k", "1"},
                {"--curve", "P-256"});
  ExpectRefused({"run", "gf2m/digit/d8", "--curve", "B-163", "--k", "1"},
                {"no configuration takes these operands", "m = 163"});
  ExpectRefused({"run", "gf2m/digit/d8", "--curve", "K-233"},
                {"--k", "is missing"});
  ExpectRefused({"run", "gf2m/digit/d8", "--curve", "K-233", "--k",
                 "0x" + std::string(59, 'f')},
                {"gf2m/digit/d8", "k has more than 233 bits"});
  ExpectRefused({"run", "gf2m/digit/d8", "--curve", "K-233", "--k", "two"},
                {"--k", "'two'"});
  ExpectRefused({"run", "gf2m/digit/d8", "--curve", "K-233", "--k", "-2"},
                {"--k"});
  ExpectRefused({"run", "gf2m/digit/d8", "--curve", "K-233", "--k"},
                {"--k", "no value"});
  ExpectRefused({"run", "gf2m/digit/d8", "--curve", "K-233", "--k", "2",
                 "--colour", "red"},
                {"--colour"});
  ExpectRefused(
      {"run", "gf2m/digit/d8", "--curve", "K-233", "--k", "2", "--mhz", "0"},
      {"--mhz"});
  ExpectRefused(
      {"run", "gf2m/digit/d8", "--curve", "K-233", "--k", "2", "--mhz", "inf"},
      {"--mhz"});
  ExpectRefused(
      {"run", "gf2m/digit/d8", "--curve", "K-233", "--k", "2", "--k", "3"},
      {"--k", "twice"});
  ExpectRefused({"run", "--curve", "K-233", "--k", "2"}, {"takes one variant"});
  ExpectRefused({"run", "gf2m/nothing", "--curve", "K-233", "--k", "2"},
                {"matches no variant"});
}

TEST_F(CommandTest, RunOfAWrongCoreFails) {
  const RtlCopy copy(scratch_ / "rtl", "gf2m/mul", {"d2_m5"});
  copy.Replace("gf2m/common/gf2m_reduce.v", "(M == 5) ? 2", "(M == 5) ? 3");
  const ProgramResult result =
      Run({"run", copy.name(), "--a", "0x10", "--b", "2", "--format", "json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("answer is wrong"));
  EXPECT_EQ(json::parse(result.out).at("r"), "0x9");
  EXPECT_EQ(json::parse(result.out).at("right"), false);
}

// ------------------------------------------------------------------- new, lint

TEST_F(CommandTest, NewWritesAFolderThatLintsAndBuilds) {
  const fs::path folder = scratch_ / "some/dir/mine";
  ProgramResult result =
      Run({"new", "gf2m", "mine", (scratch_ / "some/dir").string()});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr(folder.string()));
  const std::string top = ReadText(folder / "gf2m_mine.v");
  EXPECT_THAT(top, HasSubstr("Your core goes here"));
  EXPECT_THAT(top, Not(HasSubstr("{{")));
  result = Run({"lint", folder.string()});
  EXPECT_EQ(result.status, 0) << result.out;
  EXPECT_THAT(result.out, StartsWith("1 configurations, 0 with faults"));
  // It answers zeros: that is a row with failures, not a broken build.
  const VerifyResult verified = Verify(scratch_, {folder.string()});
  EXPECT_EQ(verified.status, 1) << verified.err;
  const json row = verified.Row("base");
  EXPECT_EQ(row.at("status"), "fail");
  EXPECT_TRUE(row.at("error").is_null());
  EXPECT_EQ(row.at("cycles"), 1);
  // All that is wrong are answers: the port is the shell's.
  for (const json& test : row.at("tests")) {
    for (const std::string name :
         {"AfterReset", "ResetWhileLoading", "ForbiddenValues"}) {
      if (test["name"] != name) continue;
      for (const std::string failure : test["failures"]) {
        EXPECT_THAT(failure, Not(HasSubstr("status"))) << name;
      }
    }
  }
  EXPECT_LT(verified.seconds, 240);
}

TEST_F(CommandTest, NewRefusesAnExistingFolder) {
  scratch_.Write("mine/precious.txt", "text");
  ExpectRefused({"new", "gf2m", "mine", scratch_.path().string()},
                {(scratch_ / "mine").string(), "is there already"});
  EXPECT_EQ(ReadText(scratch_ / "mine/precious.txt"), "text");
  EXPECT_FALSE(fs::exists(scratch_ / "mine/variant.json"));
}

TEST_F(CommandTest, NewRefusesBadNames) {
  const std::string here = scratch_.path().string();
  ExpectRefused({"new", "gf2m", "Mine", here}, {"Mine", "lower-case"});
  ExpectRefused({"new", "gf2m", "../x", here}, {"../x"});
  ExpectRefused({"new", "gf3m", "mine", here}, {"gf3m", "gf2m"});
  ExpectRefused({"new", "gf2m"}, {"two or three words"});
}

TEST_F(CommandTest, LintFailsOnAWarningOfOwnRtl) {
  RtlCopy copy(scratch_ / "rtl", "gf2m/mul", {"d2_m5"});
  copy.Replace("gf2m_mul_core.v", "  reg active_q;\n",
               "  reg active_q;\n  wire [3:0] wide = 5'd1;\n");
  EXPECT_EQ(Run({"lint", copy.name()}).status, 0) << "foreign: shown only";
  copy.manifest()["warnings"] = "own";
  copy.WriteManifest();
  const ProgramResult result = Run({"lint", copy.name()});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("WIDTH"));
}

// The folder of `new`, filled with the digit core: no other file is touched.
TEST_F(CommandTest, FilledScaffoldPassesAndASwapInItFailsWithAReplay) {
  ASSERT_EQ(Run({"new", "gf2m", "mine", scratch_.path().string()}).status, 0);
  const fs::path mine = scratch_ / "mine";
  const fs::path digit = Root() / "rtl/gf2m/digit";
  std::string top = ReadText(digit / "gf2m_digit.v");
  top.replace(top.find("module gf2m_digit #"), 19, "module gf2m_mine #");
  WriteText(mine / "gf2m_mine.v", top);
  fs::copy_file(digit / "gf2m_digit_core.v", mine / "gf2m_digit_core.v");
  fs::copy_file(Root() / "rtl/gf2m/common/gf2m_port.v", mine / "gf2m_port.v");
  json manifest = ReadJson(mine / "variant.json");
  manifest["sources"] = {"gf2m_mine.v",
                         "gf2m_digit_core.v",
                         "gf2m_port.v",
                         "gf2m/common/gf2m_digit_mult.v",
                         "gf2m/common/gf2m_square.v",
                         "gf2m/common/gf2m_program.v",
                         "gf2m/common/gf2m_rows.v",
                         "gf2m/common/gf2m_reduce.v",
                         "common/byte_port.v",
                         "common/byte_select.v",
                         "common/byte_shift.v"};
  manifest["configurations"] = {{{"name", "m5"},
                                 {"size", {{"m", 5}, {"poly", {5, 2, 0}}}},
                                 {"parameters", {{"M", 5}, {"D", 8}}},
                                 {"cycles", 102}}};
  WriteText(mine / "variant.json", manifest.dump());
  VerifyResult result = Verify(scratch_, {mine.string()});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.Row("m5").at("classes").at("exhaustive").at("passed"),
            65536);

  std::string port = ReadText(mine / "gf2m_port.v");
  const std::string order =
      "{wr_target == 2'd2, wr_target == 2'd1, wr_target == 2'd0}";
  ASSERT_NE(port.find(order), std::string::npos);
  port.replace(port.find(order), order.size(),
               "{wr_target == 2'd2, wr_target == 2'd0, wr_target == 2'd1}");
  WriteText(mine / "gf2m_port.v", port);
  result = Verify(scratch_, {mine.string(), "--seed", "5"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("expected"), HasSubstr("got"),
                                HasSubstr("loads"), HasSubstr("seed 5"),
                                HasSubstr("of 65536 vectors are wrong")));

  std::smatch match;
  const std::regex command(
      R"(replay: build/curvebench (replay .*--vector \d+.*))");
  ASSERT_TRUE(std::regex_search(result.err, match, command)) << result.err;
  EXPECT_THAT(match[1].str(), HasSubstr("--seed 5"));
  const ProgramResult replay =
      Shell(scratch_, CURVEBENCH_BINARY_DIR "/curvebench " + match[1].str());
  EXPECT_EQ(replay.status, 1) << replay.err;
  EXPECT_THAT(replay.out, AllOf(HasSubstr("failed"), HasSubstr("expected")));
  const std::string out = replay.out;
  ASSERT_TRUE(std::regex_search(out, match, std::regex("wave: (.*\\.fst)")))
      << out;
  const fs::path wave = match[1].str();
  ASSERT_TRUE(fs::exists(wave));
  EXPECT_GT(fs::file_size(wave), 300u);
  // The header block of an FST file: type 0, length 329.
  std::ifstream in(wave, std::ios::binary);
  char head[9] = {};
  in.read(head, sizeof head);
  EXPECT_EQ(std::string(head, sizeof head),
            std::string("\0\0\0\0\0\0\0\x01\x49", 9));
  fs::remove(wave);
}

// --------------------------------------------------------------------- replay

TEST_F(CommandTest, ReplayOfAContractTestWritesWaves) {
  const RtlCopy copy(scratch_ / "rtl", "gf2m/mul", {"d2_m5"});
  copy.Replace("common/byte_port.v", "done_q <= done & ~run & ~load;",
               "done_q <= done & ~run;");
  const VerifyResult result = Verify(scratch_, {copy.name()});
  ASSERT_EQ(result.status, 1);
  std::smatch match;
  const std::regex command(
      R"(replay: build/curvebench (replay .*--test FirstByteClears.*))");
  ASSERT_TRUE(std::regex_search(result.err, match, command)) << result.err;
  const fs::path wave = scratch_ / "waves/first.fst";
  const ProgramResult replay =
      Shell(scratch_, CURVEBENCH_BINARY_DIR "/curvebench " + match[1].str() +
                          " --wave " + wave.string());
  EXPECT_EQ(replay.status, 1) << replay.err;
  EXPECT_THAT(replay.out, HasSubstr("FirstByteClears: failed"));
  EXPECT_TRUE(fs::exists(wave)) << replay.out;
}

TEST_F(CommandTest, ReplayOfARightVectorPasses) {
  const fs::path wave = scratch_ / "right.fst";
  const ProgramResult result = Run(
      {"replay", "gf2m/mul/d2_m5", "--vector", "7", "--wave", wave.string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("passed"));
  EXPECT_TRUE(fs::exists(wave));
}

// A fault that shows only behind another vector is found with those before it.
TEST_F(CommandTest, ReplayFindsWhatDependsOnTheVectorsBefore) {
  const RtlCopy copy(scratch_ / "rtl", "gf2m/mul", {"d2_m5"});
  copy.Replace("gf2m_mul_core.v", "      result <= product;",
               "      runs_q <= runs_q + 4'd1;\n"
               "      result <= (&runs_q) ? ~product : product;");
  copy.Replace("gf2m_mul_core.v", "  reg active_q;",
               "  reg [3:0] runs_q;\n  reg active_q;");
  copy.Replace("gf2m_mul_core.v", "    if (rst) begin\n",
               "    if (rst) begin\n      runs_q <= 4'd0;\n");
  const VerifyResult result =
      Verify(scratch_, {copy.name(), "--test", "Vectors"});
  ASSERT_EQ(result.status, 1);
  std::smatch match;
  const std::regex command(
      R"(replay: build/curvebench (replay .*--vector \d+.*))");
  ASSERT_TRUE(std::regex_search(result.err, match, command)) << result.err;
  const fs::path wave = scratch_ / "history.fst";
  const ProgramResult replay =
      Shell(scratch_, CURVEBENCH_BINARY_DIR "/curvebench " + match[1].str() +
                          " --wave " + wave.string());
  EXPECT_EQ(replay.status, 1) << replay.out;
  EXPECT_THAT(replay.out, HasSubstr("once more behind the vectors before"));
  EXPECT_TRUE(fs::exists(wave));
}

TEST_F(CommandTest, ReplayRefusesWhatIsNotThere) {
  ExpectRefused({"replay", "gf2m/mul"}, {"is not one configuration"});
  ExpectRefused({"replay"}, {"takes one configuration"});
  ExpectRefused({"replay", "gf2m/mul/d2_m5", "--vector", "1024"},
                {"--vector", "only 1024"});
  const ProgramResult result =
      Run({"replay", "gf2m/mul/d2_m5", "--test", "NoSuchTest", "--wave",
           (scratch_ / "x.fst").string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("NoSuchTest"));
}

TEST_F(CommandTest, WaveIsNotWrittenOverByWhatIsMadeFromIt) {
  for (const char* name : {"x.gtkw", "x.vcd", "x.saif"}) {
    ExpectRefused({"wave", "gf2m/mul/d2_m5", "--wave",
                   (scratch_ / name).string(), "--vcd", "--saif"},
                  {"--wave", name, ".fst"});
  }
}

TEST_F(CommandTest, PlacesThatCannotBeWrittenAreNamedFirst) {
  const std::string file = scratch_.Write("file", "").string();
  for (const char* command : {"wave", "replay"}) {
    ExpectRefused({command, "gf2m/mul/d2_m5", "--wave", file + "/x.fst"},
                  {"--wave", "x.fst"});
  }
}

TEST_F(CommandTest, ReportDoesNotWriteOverItsInput) {
  const std::string text = R"({"schema": 1, "rows": [], "tool": {}})";
  const std::string file = scratch_.Write("r.json", text).string();
  ExpectRefused({"report", "--input", file, "--output", file}, {"--output"});
  EXPECT_EQ(ReadText(file), text);
}

TEST_F(CommandTest, EveryFamilyHasAScaffold) {
  for (const char* family : {"gf2m", "digitmm", "kummer"}) {
    const fs::path folder = scratch_ / family;
    const ProgramResult made = Run({"new", family, "mine", folder.string()});
    EXPECT_EQ(made.status, 0) << made.err;
    const ProgramResult slots =
        Run({"list", "--slots", (folder / "mine").string()});
    EXPECT_EQ(slots.status, 0) << slots.err;
  }
}

TEST_F(CommandTest, ReductionTakesItsOperandByName) {
  const ProgramResult result = Run({"run", "digitmm/reduce/d3_n4_l16", "--a",
                                    "0x1234", "--m", "11", "--format", "json"});
  EXPECT_EQ(result.status, 0) << result.err;
  // 0x1234 = 4660 = 423 * 11 + 7.
  EXPECT_THAT(result.out, HasSubstr("\"0x7\""));
  ExpectRefused({"run", "digitmm/reduce/d3_n4_l16", "--m", "11"},
                {"--a", "is missing"});
}

TEST_F(CommandTest, LeadingZerosOfAReductionAreBytes) {
  const auto run = [&](const std::string& a) {
    const ProgramResult result = Run({"run", "digitmm/reduce/d3_n4_l16", "--a",
                                      a, "--m", "11", "--format", "json"});
    EXPECT_EQ(result.status, 0) << result.err;
    return json::parse(result.out);
  };
  const json one = run("0x12"), two = run("0x0012");
  EXPECT_EQ(one.at("operands").at("a"), "0x12");
  EXPECT_EQ(two.at("operands").at("a"), "0x0012");
  EXPECT_LT(one.at("cycles"), two.at("cycles"));
  EXPECT_EQ(run("18").at("cycles"), one.at("cycles"));
  ExpectRefused(
      {"run", "digitmm/reduce/d3_n4_l16", "--a", "0x000012", "--m", "11"},
      {"a has 3 bytes, above 2"});
}

// -------------------------------------------------------------------- vectors

TEST_F(CommandTest, VectorsSurviveTheTripThroughAFile) {
  const std::string file = (scratch_ / "v.json").string();
  const ProgramResult written =
      Run({"vectors", "gf2m/digit/d8_m5", "--output", file});
  ASSERT_EQ(written.status, 0) << written.err;
  const json document = ReadJson(file);
  EXPECT_EQ(document.at("count"), 65536);
  EXPECT_EQ(document.at("vectors").size(), 65536u);
  const VerifyResult result =
      Verify(scratch_, {"gf2m/digit/d8_m5", "--vectors", file});
  EXPECT_EQ(result.status, 0) << result.err;
  const json row = result.Row("d8_m5");
  EXPECT_EQ(row.at("vectors"), 65536);
  EXPECT_EQ(row.at("classes").at("file").at("passed"), 65536);
  EXPECT_THAT(
      result.err,
      HasSubstr("65536 vectors from 65536 of the 65536 records in 1 file"));
}

TEST_F(CommandTest, VectorsDependOnTheSeedAlone) {
  const auto text = [&](const std::string& seed) {
    const ProgramResult result =
        Run({"vectors", "gf2m/digit/d8", "--count", "20", "--seed", seed});
    EXPECT_EQ(result.status, 0) << result.err;
    return json::parse(result.out).at("vectors").dump();
  };
  EXPECT_EQ(text("9"), text("9"));
  EXPECT_NE(text("9"), text("10"));
  EXPECT_NE(text("9"), text("18446744073709551609"));
}

TEST_F(CommandTest, VectorsNeedsOneConfiguration) {
  ExpectRefused({"vectors", "gf2m/mul"},
                {"is not one configuration", "gf2m/mul/d8"});
  ExpectRefused({"vectors"}, {"matches no variant"});
}

// -------------------------------------------------------------------- compare

json RowOf(const std::string& configuration, int cycles) {
  return {{"family", "gf2m"},
          {"variant", "digit"},
          {"configuration", configuration},
          {"operation", "pmul"},
          {"status", "pass"},
          {"vectors", 1},
          {"classes", json::object()},
          {"cycles_min", cycles},
          {"cycles_max", cycles},
          {"constant_time", "measured"},
          {"synthesis", {{"yosys_xc7", nullptr}, {"vivado_v7", nullptr}}},
          {"published", nullptr}};
}

TEST_F(CommandTest, CompareTwoFilesSideBySide) {
  const auto write = [&](const std::string& name, const json& rows) {
    return scratch_.Write(name, json{{"schema", 1}, {"rows", rows}}.dump())
        .string();
  };
  const std::string a = write("a.json", {RowOf("d8", 100), RowOf("d1", 400)});
  const std::string b = write("b.json", {RowOf("d8", 200), RowOf("d1", 3200)});
  const ProgramResult result = Run({"compare", a, b, "--format", "json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json table = json::parse(result.out);
  ASSERT_EQ(table.size(), 3u);
  EXPECT_EQ(table[0].at("b/a"), "2.000");
  EXPECT_EQ(table[1].at("b/a"), "8.000");
  EXPECT_EQ(table[2].at("b/a"), "4.000");
  for (const char* format : {"table", "csv", "md"}) {
    const ProgramResult other = Run({"compare", a, b, "--format", format});
    EXPECT_EQ(other.status, 0);
    EXPECT_THAT(other.out, HasSubstr("geometric mean"));
  }
  const ProgramResult one = Run({"compare", a, "--format", "json"});
  EXPECT_EQ(one.status, 0);
  EXPECT_EQ(json::parse(one.out).at("rows").size(), 2u);
}

TEST_F(CommandTest, CompareAgainstOneConfiguration) {
  json rows = {RowOf("d8", 100), RowOf("d1", 400)};
  for (json& row : rows) row["synthesis"]["yosys_xc7"] = {{"lut", 10}};
  const json document = {{"schema", 1}, {"rows", rows}};
  const std::string file = scratch_.Write("a.json", document.dump()).string();
  const ProgramResult result =
      Run({"compare", file, "--against", "gf2m/digit/d8", "--format", "json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json table = json::parse(result.out);
  ASSERT_EQ(table.size(), 2u);
  EXPECT_EQ(table[1].at("row"), "gf2m/digit/d1");
  EXPECT_EQ(table[1].at("x cycles"), "4.000");
  ExpectRefused({"compare", file, "--against", "gf2m/digit/d9"},
                {"--against", "family/variant/configuration"});
}

TEST_F(CommandTest, CompareRefusesWhatIsNoResult) {
  const std::string bad = scratch_.Write("bad.json", "{}").string();
  ExpectRefused({"compare", bad, bad}, {"bad.json", "no result file"});
  ExpectRefused({"compare", "a", "b", "c"}, {"one word too many"});
  ExpectRefused({"compare", bad, (scratch_ / "gone.json").string()},
                {"gone.json", "is not there"});
  ExpectRefused({"compare", (Root() / "README.md").string()},
                {"README.md", "no result file"});
  for (const char* command : {"gate", "verify", "fpga"}) {
    for (const char* jobs : {"0", "-1"}) {
      ExpectRefused({command, "--jobs", jobs}, {"--jobs", "1 or more"});
    }
  }
  ExpectRefused({"compare", bad, "--family", "gf3m"}, {});
  ExpectRefused({"compare", bad, bad, "--front"}, {"one thing at a time"});
  ExpectRefused({"compare", bad, "--front", "--published"},
                {"one thing at a time"});
  ExpectRefused({"compare", bad, bad, "--family", "gf2m"}, {"--family"});
}

}  // namespace
}  // namespace curvebench::tests
