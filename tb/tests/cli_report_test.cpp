// SPDX-License-Identifier: Apache-2.0
// `curvebench report` in a browser, and `curvebench wave`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/json_file.h"
#include "tests/program.h"
#include "tests/report_fixture.h"

namespace curvebench::tests {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Writes results as a report and opens it in Chromium.
void OpenInBrowser(const Results& results) {
  const Scratch scratch;
  scratch.Write("rows.json", ToJson(results).dump());
  const ProgramResult made = Curvebench(
      scratch, {"report", "--input", "rows.json", "--output", "page.html"});
  ASSERT_EQ(made.status, 0) << made.err;
  const ProgramResult seen =
      Shell(scratch, "scripts/test-report " + (scratch / "page.html").string());
  if (seen.status == 77) GTEST_SKIP() << seen.out;
  EXPECT_EQ(seen.status, 0) << seen.out << seen.err;
}

TEST(ReportInBrowser, NumbersSortingAndFilteringAreRight) {
  OpenInBrowser(ReportResults());
}

TEST(ReportInBrowser, EmptySetLoads) {
  Results results = ReportResults();
  results.rows.clear();
  OpenInBrowser(results);
}

TEST(ReportInBrowser, RowsOfEveryKind) {
  Results results = ReportResults();
  Row failed = ReportRow("</script><script>throw 1</script>", "d1", 233, 9, 7);
  failed.status = "fail";
  failed.constant_time = "no";
  failed.cycles_min = 1;
  failed.tests[0].passed = false;
  failed.tests[0].failures = {"<b>wrong</b>"};
  failed.coverage = {{"event", 0}};
  Row empty;
  empty.family = "other";
  empty.variant = "/some/where";
  empty.configuration = "c";
  empty.operation = "mul";
  empty.size = empty.inputs = nlohmann::json::object();
  empty.warnings = "%Warning-WIDTH";
  results.rows.push_back(failed);
  results.rows.push_back(empty);
  OpenInBrowser(results);
}

TEST(ReportCommand, BadWordsAreRefused) {
  const Scratch scratch;
  for (const auto& [words, text] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"report", "--format", "pdf"}, "take html, md or svg"},
           {{"report", "--format", "svg"}, "give both or none"},
           {{"report", "--format", "svg", "--family", "gf3m"}, "gf3m"},
           {{"report", "--input", "absent.json"}, "absent.json"},
           {{"report", "word"}, "one word too many"},
           {{"wave"}, "takes one configuration"},
           {{"wave", "gf2m/mul/d8_m5", "--vector", "99999"},
            "there are only"}}) {
    const ProgramResult result = Curvebench(scratch, words);
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_THAT(result.err, HasSubstr(text));
  }
}

TEST(ReportCommand, PictureOfAFamilyStandsAlone) {
  const Scratch scratch;
  scratch.Write("rows.json", ToJson(ReportResults()).dump());
  const ProgramResult result =
      Curvebench(scratch, {"report", "--input", "rows.json", "--format", "svg",
                           "--family", "gf2m"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.rfind("<svg xmlns=", 0), 0u) << result.out;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("LUT against cycles"), HasSubstr("<style>"),
                    HasSubstr("class=\"marker")));
}

TEST(ReportCommand, MarkdownGoesToStandardOutput) {
  const Scratch scratch;
  scratch.Write("rows.json", ToJson(ReportResults()).dump());
  const ProgramResult result =
      Curvebench(scratch, {"report", "--input", "rows.json", "--format", "md"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("| gf2m/serial/base | pass |"),
                                Not(HasSubstr("<"))));
}

TEST(WaveCommand, WritesWaveSaveFileAndVcd) {
  const Scratch scratch;
  const ProgramResult result =
      Curvebench(scratch, {"wave", "gf2m/mul/d8_m5", "--vector", "9", "--wave",
                           "w/one.fst", "--vcd"});
  ASSERT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("right after 1 cycles"),
                    HasSubstr("open: gtkwave w/one.fst w/one.gtkw")));
  EXPECT_GT(fs::file_size(scratch / "w/one.fst"), 100u);
  const std::string save = ReadText(scratch / "w/one.gtkw");
  EXPECT_THAT(save, AllOf(HasSubstr("[dumpfile] \"one.fst\""),
                          HasSubstr("@800200\n-port\n"),
                          HasSubstr("-control\n"), HasSubstr("-data path\n"),
                          HasSubstr("TOP.din[7:0]\n"), HasSubstr("TOP.clk\n")));
  const std::string vcd = ReadText(scratch / "w/one.vcd");
  EXPECT_THAT(vcd, AllOf(HasSubstr("$enddefinitions"), HasSubstr(" din "),
                         HasSubstr("\n#")));
}

}  // namespace
}  // namespace curvebench::tests
