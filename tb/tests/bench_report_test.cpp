// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "bench/json_file.h"
#include "bench/report.h"
#include "bench/report_plot.h"
#include "tests/report_fixture.h"
#include "tests/scratch.h"

namespace curvebench::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

ReportInput MakeInput() {
  ReportInput input;
  input.date = "2030-01-02 03:04 UTC";
  input.results = ReportResults();
  input.families = {
      {"gf2m",
       "pmul",
       {{"m", 233}, {"poly", {233, 74, 0}}},
       {{"paper_v7",
         {{"what", "the paper's"},
          {"size", {{"m", 233}}},
          {"device", "Virtex-7"},
          {"cycles", 716459},
          {"lut", 2346}}},
        {"no_lut", {{"size", {{"m", 233}}}, {"cycles", 99}, {"lut", nullptr}}},
        {"other_size",
         {{"size", {{"m", 571}}}, {"cycles", 98765}, {"lut", 4321}}}}}};
  return input;
}

std::string Html(const ReportInput& input) {
  return ReportHtml(input, Root() / "tb" / "cli" / "templates");
}

/// The page without the JSON, which holds every text anyway.
std::string Shown(const ReportInput& input) {
  const std::string page = Html(input);
  const size_t begin = page.find("<script type=\"application/json\"");
  return page.substr(0, begin);
}

int CountOf(const std::string& text, const std::string& part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Report, HoldsEveryRowAndNumber) {
  ReportInput input = MakeInput();
  input.results.rows[0].cycles_min = 85190;
  input.results.rows[0].setup_cycles = 513;
  const std::string page = Shown(input);
  for (const char* text : {"85,190..85,194",
                           "41,979",
                           "656,842",
                           "3,111",
                           "2,222",
                           "1,234",
                           ">64<",
                           "1,437",
                           ">3<",
                           ">2.5<",
                           "3.352",
                           "1,100/1,100",
                           "27/27/4",
                           "716,459",
                           "2,346",
                           ">391<",
                           "161.5",
                           "4,450",
                           "paper_v7",
                           ">513<",
                           "measured",
                           "gf2m/digit",
                           "gf2m/serial",
                           "d8_m163",
                           "summary of digit"}) {
    EXPECT_THAT(page, HasSubstr(text));
  }
  // Ratios are ours / published: cycles, LUT and their product.
  EXPECT_THAT(page, AllOf(HasSubstr(">0.119<"), HasSubstr(">1.326<"),
                          HasSubstr(">0.158<")));
  EXPECT_EQ(CountOf(page, "<tr data-row="), 3);
}

TEST(Report, HeadNamesRevisionDateSeedAndTools) {
  EXPECT_THAT(
      Shown(MakeInput()),
      AllOf(HasSubstr("abc1234"), HasSubstr("2030-01-02 03:04 UTC"),
            HasSubstr("<dt>seed</dt><dd>77</dd>"), HasSubstr("Verilator 5.006"),
            HasSubstr("Yosys 0.23 for tests")));
}

TEST(Report, EmbedsTheRowsAsTheyAre) {
  ReportInput input = MakeInput();
  input.results.rows[0].summary = "</script><!-- & \" ' \u2028 ü";
  const std::string page = Html(input);
  const std::string mark = "id=\"data\">";
  const size_t begin = page.find(mark) + mark.size();
  const std::string text =
      page.substr(begin, page.find("</script>", begin) - begin);
  EXPECT_EQ(json::parse(text), ToJson(input.results));
}

TEST(Report, TextStaysText) {
  ReportInput input = MakeInput();
  const std::string bad = "<script>alert(1)</script>\"'><img src=x onerror=y>";
  Row& row = input.results.rows[0];
  row.summary = row.variant = row.configuration = row.operation = bad;
  row.error = row.warnings = bad;
  row.status = "fail";
  row.coverage = {{bad, 3}};
  row.skipped = {{bad, 2}};
  row.published["source"] = bad;
  row.tests = {{bad, false, 0, {bad + "\nreplay: " + bad}},
               {bad, true, 0, {}, true, bad}};
  input.results.rows[1].status = "not_run";
  input.results.rows[1].error = bad;
  input.results.tool["curvebench"] = bad;
  input.families[0].published["paper_v7"]["what"] = bad;
  input.families[0].published["paper_v7"]["device"] = bad;
  input.date = bad;
  const std::string page = Html(input);
  EXPECT_EQ(CountOf(page, "<script"), 2) << "the data and the page's own";
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, Not(HasSubstr("title=\"<")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
}

TEST(Report, NeedsNoNetwork) {
  const std::string page = Html(MakeInput());
  for (const char* text : {"http:", "https:", "src=", "@import", "url("}) {
    EXPECT_THAT(page, Not(HasSubstr(text)));
  }
}

TEST(Report, EmptySetSaysSo) {
  ReportInput input;
  input.results.tool = {{"curvebench", "abc1234"}};
  input.date = "today";
  EXPECT_THAT(Shown(input), AllOf(HasSubstr("The result file has no rows."),
                                  HasSubstr("None: every row was run."),
                                  Not(HasSubstr("<table"))));
  EXPECT_THAT(ReportMarkdown({}), HasSubstr("| variant |"));
}

TEST(Report, RowOfWhichNothingIsKnown) {
  ReportInput input;
  input.results.tool = json::object();
  Row row;
  row.family = "unheard_of";
  row.variant = "v";
  row.configuration = "c";
  row.operation = "pmul";
  input.results.rows = {row};
  EXPECT_THAT(Shown(input),
              AllOf(HasSubstr("unheard_of/v"),
                    HasSubstr("the result file gives no reason"),
                    HasSubstr("No picture of area against time")));
}

TEST(Report, FailuresShowMessageAndReplayCommand) {
  ReportInput input = MakeInput();
  Row& row = input.results.rows[0];
  row.status = "fail";
  row.classes["random"].passed = 93;
  row.tests[0] = {"Vectors",
                  false,
                  1,
                  {"Failed\nvector 7\n  expected 0x1\n  got      0x2\n  "
                   "replay: build/curvebench replay gf2m/digit/d8 --vector 7"}};
  row.tests.push_back({"Hold", false, 1, {"dout changed"}});
  const std::string page = Shown(input);
  EXPECT_THAT(page, AllOf(HasSubstr("expected 0x1"), HasSubstr("1,093/1,100"),
                          HasSubstr("<code>build/curvebench replay "
                                    "gf2m/digit/d8 --vector 7</code>"),
                          HasSubstr("dout changed")));
  // A failure that names no command gets one.
  EXPECT_THAT(page, HasSubstr("<code>build/curvebench replay gf2m/digit/d8 "
                              "--test Hold</code>"));
  EXPECT_THAT(ReplayCommands(row.tests[0]),
              ElementsAre("build/curvebench replay gf2m/digit/d8 --vector 7"));
}

TEST(Report, NotRunWarningsCoverageAndReasonsAreListed) {
  ReportInput input = MakeInput();
  input.results.rows[0].coverage = {{"carry_out", 12345}, {"never", 0}};
  input.results.rows[1].status = "not_run";
  input.results.rows[1].error = "does not build";
  input.results.rows[2].warnings = "%Warning-WIDTH: here";
  EXPECT_THAT(Shown(input),
              AllOf(HasSubstr("does not build"), HasSubstr("12,345"),
                    HasSubstr("<td class=\"num zero\">0</td>"),
                    HasSubstr("%Warning-WIDTH: here"), HasSubstr("ZeroizeAll"),
                    HasSubstr("the manifest claims none")));
}

TEST(Report, PicturesHoldOursAndPublishedPointsOfTheSameSize) {
  const std::string page = Shown(MakeInput());
  const size_t begin = page.find("<svg");
  const std::string picture = page.substr(begin, page.find("</svg>") - begin);
  EXPECT_THAT(
      picture,
      AllOf(HasSubstr(">digit/d8</text>"), HasSubstr(">serial</text>"),
            HasSubstr(">paper_v7</text>"), Not(HasSubstr("no_lut")),
            Not(HasSubstr("other_size")), HasSubstr("role=\"img\""),
            HasSubstr("2 configurations of gf2m and 1 published designs")));
  EXPECT_EQ(CountOf(picture, "class=\"marker"), 3);
  // m = 163 has its own picture; the third one is cycles against size.
  EXPECT_EQ(CountOf(page, "<svg"), 3);
  EXPECT_EQ(CountOf(page, "<desc"), 3);
  EXPECT_EQ(CountOf(page, "The data as a table"), 3);
  EXPECT_THAT(page, HasSubstr("cycles against operand size, pmul"));
}

TEST(Report, MarkdownTableHasNumbersToTheRight) {
  Row row = ReportRow("digit", "d8", 233, 85194, 3111);
  row.published["source"] = "a|b<c";
  const std::string text = ReportMarkdown({row});
  EXPECT_THAT(text, AllOf(HasSubstr("| gf2m/digit/d8 | pass | 1,100/1,100 |"),
                          HasSubstr("a\\|b&lt;c"), HasSubstr("|:---|"),
                          HasSubstr("---:|"), HasSubstr(" 0.119 |")));
  std::vector<int> cells;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    cells.push_back(CountOf(line, "|") - CountOf(line, "\\|"));
    at = end + 1;
  }
  ASSERT_EQ(cells.size(), 3u);
  EXPECT_EQ(cells[0], cells[1]);
  EXPECT_EQ(cells[0], cells[2]);
}

TEST(ReportPlot, NumbersAreGrouped) {
  EXPECT_EQ(GroupedNumber(0), "0");
  EXPECT_EQ(GroupedNumber(999), "999");
  EXPECT_EQ(GroupedNumber(1000), "1,000");
  EXPECT_EQ(GroupedNumber(716459), "716,459");
  EXPECT_EQ(GroupedNumber(1234567.25, 3), "1,234,567.25");
  EXPECT_EQ(GroupedNumber(-1234), "-1,234");
  EXPECT_EQ(GroupedNumber(-123), "-123");
  EXPECT_EQ(GroupedNumber(0.1194, 3), "0.119");
}

TEST(ReportPlot, OnePointAndEqualPointsHaveAPlace) {
  ReportInput input = MakeInput();
  input.families.clear();
  input.results.rows.resize(1);
  EXPECT_THAT(Shown(input), AllOf(Not(HasSubstr("nan")), Not(HasSubstr("inf,")),
                                  HasSubstr(">digit/d8</text>")));
  for (int i = 0; i < 60; ++i) {
    input.results.rows.push_back(
        ReportRow("digit", "e" + std::to_string(i), 233, 85194, 3111));
  }
  const std::string page = Shown(input);
  EXPECT_THAT(page, Not(HasSubstr("nan")));
  EXPECT_EQ(CountOf(page, "class=\"marker"), 61);
}

}  // namespace
}  // namespace curvebench::tests
