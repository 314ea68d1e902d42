// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <sstream>

#include "bench/error.h"
#include "bench/render.h"

namespace curvebench {
namespace {

using boost::property_tree::ptree;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Row MakeRow(const std::string& variant, uint64_t cycles, int lut) {
  Row row;
  row.family = "gf2m";
  row.variant = variant;
  row.configuration = "d8";
  row.operation = "pmul";
  row.size = {{"m", 233}};
  row.inputs = json::object();
  row.status = "pass";
  row.vectors = 10;
  row.classes = {{"edge", {4, 4}}, {"random", {6, 6}}};
  row.contract_run = row.contract_passed = 25;
  row.cycles_min = row.cycles_max = cycles;
  row.constant_time = "measured";
  row.synthesis["yosys_xc7"] = {{"lut", lut}};
  row.published = nullptr;
  return row;
}

std::string Cell(const Table& table, size_t line, const std::string& column) {
  for (size_t i = 0; i < table.heading.size(); ++i) {
    if (table.heading[i] == column) return table.lines.at(line).at(i);
  }
  ADD_FAILURE() << "no column " << column;
  return "";
}

const Table kPlain{{"name", "n", "text"},
                   {{"a", "1", "x,y"}, {"long name", "1,234", "say \"hi\""}}};

TEST(Render, TableAlignsNumbersRight) {
  EXPECT_EQ(Render(kPlain, Format::kTable),
            "name       n      text\n"
            "---------  -----  --------\n"
            "a              1  x,y\n"
            "long name  1,234  say \"hi\"\n");
}

TEST(Render, CsvQuotesCommasQuotesAndNewlines) {
  EXPECT_EQ(Render(kPlain, Format::kCsv),
            "name,n,text\n"
            "a,1,\"x,y\"\n"
            "long name,\"1,234\",\"say \"\"hi\"\"\"\n");
  EXPECT_EQ(Render({{"a"}, {{"two\nlines"}}}, Format::kCsv),
            "a\n\"two\nlines\"\n");
}

TEST(Render, CsvQuotesCarriageReturns) {
  EXPECT_EQ(Render({{"a"}, {{"one\rtwo"}}}, Format::kCsv), "a\n\"one\rtwo\"\n");
}

TEST(Render, MarkdownEscapesBarsAndNewlines) {
  EXPECT_EQ(Render({{"a", "b|c"}, {{"x|y", "two\nlines"}}}, Format::kMarkdown),
            "| a | b\\|c |\n"
            "|---|---|\n"
            "| x\\|y | two lines |\n");
}

TEST(Render, JsonIsAListOfObjects) {
  const json list = json::parse(Render(kPlain, Format::kJson));
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(
      list[1],
      (json{{"name", "long name"}, {"n", "1,234"}, {"text", "say \"hi\""}}));
}

TEST(Render, NoLinesAreStillAHeading) {
  EXPECT_EQ(Render({{"a", "b"}, {}}, Format::kCsv), "a,b\n");
  EXPECT_EQ(Render({{"a", "b"}, {}}, Format::kJson), "[]\n");
}

TEST(Render, FormatsByName) {
  EXPECT_EQ(ParseFormat("table"), Format::kTable);
  EXPECT_EQ(ParseFormat("json"), Format::kJson);
  EXPECT_EQ(ParseFormat("csv"), Format::kCsv);
  EXPECT_EQ(ParseFormat("md"), Format::kMarkdown);
  EXPECT_THAT([] { ParseFormat("xml"); },
              testing::ThrowsMessage<InputError>(AllOf(
                  HasSubstr("xml"), HasSubstr("table, json, csv or md"))));
}

TEST(Comparison, ShowsFiguresPublishedOnesAndRatios) {
  Row row = MakeRow("digit", 85194, 1234);
  row.published = {{"source", "them"}, {"cycles", 170388}, {"lut", 2468}};
  const Table table = ComparisonTable({row});
  EXPECT_EQ(Cell(table, 0, "variant"), "gf2m/digit/d8");
  EXPECT_EQ(Cell(table, 0, "vectors"), "10/10");
  EXPECT_EQ(Cell(table, 0, "contract"), "25/25");
  EXPECT_EQ(Cell(table, 0, "cycles"), "85,194");
  EXPECT_EQ(Cell(table, 0, "LUT"), "1,234");
  EXPECT_EQ(Cell(table, 0, "cycles pub."), "170,388");
  EXPECT_EQ(Cell(table, 0, "x cycles"), "0.500");
  EXPECT_EQ(Cell(table, 0, "x LUT"), "0.500");
  EXPECT_EQ(Cell(table, 0, "x LUT*cycles"), "0.250");
}

TEST(Comparison, ShowsRangesAndGaps) {
  Row row = MakeRow("digit", 1000, 1);
  row.cycles_min = 999;
  row.synthesis["yosys_xc7"] = nullptr;
  row.classes["edge"].passed = 1;
  Row never;
  never.family = "gf2m";
  const Table table = ComparisonTable({row, never});
  EXPECT_EQ(Cell(table, 0, "cycles"), "999..1,000");
  EXPECT_EQ(Cell(table, 0, "vectors"), "7/10");
  EXPECT_EQ(Cell(table, 0, "LUT"), "-");
  EXPECT_EQ(Cell(table, 0, "x cycles"), "-");
  EXPECT_EQ(Cell(table, 1, "cycles"), "-");
  EXPECT_EQ(Cell(table, 1, "status"), "not_run");
}

TEST(SideBySideTest, PairsByIdWithRatiosAndTheirGeometricMean) {
  const Table table = SideBySide({MakeRow("a", 100, 10), MakeRow("b", 100, 10)},
                                 {MakeRow("b", 800, 10), MakeRow("a", 200, 5)});
  ASSERT_EQ(table.lines.size(), 3u);
  EXPECT_EQ(Cell(table, 0, "a"), "gf2m/a/d8");
  EXPECT_EQ(Cell(table, 0, "b"), "gf2m/a/d8");
  EXPECT_EQ(Cell(table, 0, "b/a"), "2.000");
  EXPECT_EQ(Cell(table, 0, "LUT b/a"), "0.500");
  EXPECT_EQ(Cell(table, 0, "LUT*cycles b/a"), "1.000");
  EXPECT_EQ(Cell(table, 1, "b/a"), "8.000");
  EXPECT_EQ(Cell(table, 2, "a"), "geometric mean");
  EXPECT_EQ(Cell(table, 2, "b/a"), "4.000");
  EXPECT_EQ(Cell(table, 2, "LUT b/a"), "0.707");
}

TEST(SideBySideTest, RowsOfOneSideOnlyAreShown) {
  const Table table =
      SideBySide({MakeRow("a", 100, 10), MakeRow("gone", 7, 10)},
                 {MakeRow("a", 200, 10), MakeRow("new", 9, 10)});
  ASSERT_EQ(table.lines.size(), 4u);
  EXPECT_EQ(Cell(table, 1, "a"), "gf2m/gone/d8");
  EXPECT_EQ(Cell(table, 1, "b"), "-");
  EXPECT_EQ(Cell(table, 1, "cycles a"), "7");
  EXPECT_EQ(Cell(table, 2, "a"), "-");
  EXPECT_EQ(Cell(table, 2, "b"), "gf2m/new/d8");
  EXPECT_EQ(Cell(table, 2, "cycles b"), "9");
  EXPECT_EQ(Cell(table, 3, "b/a"), "2.000");
}

TEST(SideBySideTest, TwoVariantsPairByConfiguration) {
  Row other = MakeRow("b", 300, 10);
  Row unmatched = MakeRow("b", 1, 1);
  unmatched.configuration = "d99";
  const Table table = SideBySide({MakeRow("a", 100, 10)}, {unmatched, other});
  ASSERT_EQ(table.lines.size(), 2u);
  EXPECT_EQ(Cell(table, 0, "b"), "gf2m/b/d8");
  EXPECT_EQ(Cell(table, 0, "b/a"), "3.000");
}

TEST(SideBySideTest, TwoVariantsWithOtherNamesPairBySize) {
  Row other = MakeRow("b", 50, 10);
  other.configuration = "base";
  const Table table = SideBySide({MakeRow("a", 100, 10)}, {other});
  EXPECT_EQ(Cell(table, 0, "b/a"), "0.500");
}

TEST(SideBySideTest, NothingInCommonHasNoMean) {
  Row other = MakeRow("b", 50, 10);
  other.configuration = "base";
  other.size = {{"m", 163}};
  const Table table = SideBySide({MakeRow("a", 100, 10)}, {other});
  ASSERT_EQ(table.lines.size(), 1u);
  EXPECT_EQ(Cell(table, 0, "b/a"), "-");
}

TEST(SideBySideTest, UnknownFiguresAreLeftOutOfTheMean) {
  Row unknown = MakeRow("b", 1, 10);
  unknown.cycles_min.reset();
  unknown.cycles_max.reset();
  const Table table = SideBySide({MakeRow("a", 100, 10), MakeRow("b", 100, 10)},
                                 {MakeRow("a", 300, 10), unknown});
  EXPECT_EQ(Cell(table, 1, "b/a"), "-");
  EXPECT_EQ(Cell(table, 2, "b/a"), "3.000");
}

ptree ParseXml(const std::string& text) {
  std::istringstream in(text);
  ptree tree;
  boost::property_tree::read_xml(in, tree);
  return tree;
}

TEST(JUnitTest, CountsTestsFailuresAndErrors) {
  Row row = MakeRow("a", 1, 1);
  row.tests = {{"Vectors", false, 1.5, {"first", "second"}},
               {"AfterReset", true, 0.25, {}},
               {"ReadTiming", false, 0, {}}};
  Row broken = MakeRow("b", 1, 1);
  broken.error = "does not build";
  const ptree tree = ParseXml(JUnit({row, broken}));
  std::vector<ptree> suites;
  for (const auto& [tag, suite] : tree.get_child("testsuites")) {
    if (tag == "testsuite") suites.push_back(suite);
  }
  ASSERT_EQ(suites.size(), 2u);
  EXPECT_EQ(suites[0].get<std::string>("<xmlattr>.name"), "gf2m/a/d8");
  EXPECT_EQ(suites[0].get<int>("<xmlattr>.tests"), 3);
  EXPECT_EQ(suites[0].get<int>("<xmlattr>.failures"), 2);
  EXPECT_EQ(suites[0].get<int>("<xmlattr>.errors"), 0);
  EXPECT_DOUBLE_EQ(suites[0].get<double>("<xmlattr>.time"), 1.75);
  const ptree first = suites[0].get_child("testcase");
  EXPECT_EQ(first.get<std::string>("<xmlattr>.classname"), "gf2m/a/d8");
  EXPECT_EQ(first.get<std::string>("<xmlattr>.name"), "Vectors");
  EXPECT_EQ(first.get<std::string>("failure.<xmlattr>.message"), "first");
  EXPECT_THAT(first.get<std::string>("failure"), HasSubstr("second"));
  EXPECT_EQ(suites[1].get<int>("<xmlattr>.tests"), 1);
  EXPECT_EQ(suites[1].get<int>("<xmlattr>.errors"), 1);
  EXPECT_EQ(suites[1].get<std::string>("testcase.error.<xmlattr>.message"),
            "does not build");
}

TEST(JUnitTest, SpecialCharactersSurvive) {
  const std::string text = "a < b && \"c\" > 'd'\n\ttab";
  Row row = MakeRow("x<y>&\"z\"", 1, 1);
  row.tests = {{"Vectors", false, 0, {text}}};
  const ptree tree = ParseXml(JUnit({row}));
  const ptree suite = tree.get_child("testsuites.testsuite");
  EXPECT_EQ(suite.get<std::string>("<xmlattr>.name"), "gf2m/x<y>&\"z\"/d8");
  EXPECT_EQ(suite.get<std::string>("testcase.failure"), text + "\n");
}

// XML 1.0 has no place for most control characters, escaped or not.
TEST(JUnitTest, ControlCharactersAreLeftOut) {
  Row row = MakeRow("a", 1, 1);
  row.error = std::string("colour \x1b[31mred\x1b[0m \x01 end");
  const std::string xml = JUnit({row});
  for (const char c : xml) {
    const auto code = static_cast<unsigned char>(c);
    EXPECT_TRUE(code >= 32 || c == '\n' || c == '\t' || c == '\r')
        << static_cast<int>(code);
  }
  EXPECT_THAT(xml, Not(HasSubstr("&#")));
  EXPECT_THAT(xml, AllOf(HasSubstr("red"), HasSubstr("end")));
}

TEST(FailuresTest, PassedRowHasNone) {
  Row row = MakeRow("a", 1, 1);
  row.tests = {{"Vectors", true, 0, {}}};
  EXPECT_EQ(Failures(row), "");
}

TEST(FailuresTest, FailedRowTellsClassesTimeAndPreconditions) {
  Row row = MakeRow("a", 1000, 1);
  row.status = "fail";
  row.cycles_min = 990;
  row.classes["edge"].passed = 1;
  row.inputs = {{"k", {{"min", "1"}, {"max", "n-2"}}}, {"x", "any"}};
  row.tests = {{"Vectors", false, 0, {"expected 0x1\n got 0x2"}},
               {"AfterReset", true, 0, {}}};
  EXPECT_THAT(
      Failures(row),
      AllOf(HasSubstr("gf2m/a/d8, Vectors failed"), HasSubstr("expected 0x1"),
            HasSubstr("edge: 1 of 4 right"), HasSubstr("cycles 990..1,000"),
            HasSubstr("n-2"), Not(HasSubstr("AfterReset"))));
}

TEST(Render, PublishedRowsFindWhatBeatsThem) {
  std::vector<Row> rows = {MakeRow("small", 900, 50), MakeRow("fast", 100, 800),
                           MakeRow("failing", 1, 1), MakeRow("other_op", 2, 2),
                           MakeRow("other_size", 3, 3)};
  rows[2].status = "fail";
  rows[3].operation = "mul";
  rows[4].size = {{"m", 163}};
  const json size = {{"m", 233}};
  const json published = {
      {"a_both", {{"size", size}, {"cycles", 1000}, {"lut", 1000}}},
      {"b_one_only", {{"size", size}, {"cycles", 90}, {"lut", 900}}},
      {"c_equal", {{"size", size}, {"cycles", 900}, {"lut", 50}}},
      {"d_no_size", {{"size", {{"m", 7}}}, {"cycles", 9}, {"lut", 9}}},
      {"e_no_lut", {{"size", size}, {"cycles", 9}, {"lut", nullptr}}},
  };
  const Table table = AgainstPublished(rows, published, "pmul");
  ASSERT_EQ(table.lines.size(), 4u) << "without LUTs there is nothing to beat";
  // small: 0.9 x 0.05 = 0.045; fast: 0.1 x 0.8 = 0.08.
  EXPECT_EQ(Cell(table, 0, "ours"), "gf2m/small/d8");
  EXPECT_EQ(Cell(table, 0, "x LUT*cycles"), "0.045");
  EXPECT_EQ(Cell(table, 0, "verdict"), "fewer of both");
  EXPECT_EQ(Cell(table, 1, "ours"), "gf2m/fast/d8");
  EXPECT_EQ(Cell(table, 1, "x cycles"), "1.111");
  EXPECT_EQ(Cell(table, 1, "verdict"), "nearest");
  EXPECT_EQ(Cell(table, 2, "verdict"), "nearest") << "equal is not fewer";
  EXPECT_EQ(Cell(table, 3, "verdict"), "no row");

  const Table folded = Folded(table, Format::kTable);
  ASSERT_EQ(folded.lines.size(), 4u);
  EXPECT_EQ(Cell(folded, 3, "published"), "1 others");
  EXPECT_THAT(Cell(folded, 3, "verdict"), HasSubstr("no passing row"));
  EXPECT_EQ(Folded(table, Format::kJson).lines, table.lines);
  EXPECT_EQ(Folded(folded, Format::kTable).lines, folded.lines);
}

TEST(Render, FrontHoldsWhatNoOtherRowBeats) {
  std::vector<Row> rows = {
      MakeRow("fast", 100, 800),    MakeRow("small", 900, 50),
      MakeRow("beaten", 901, 50),   MakeRow("larger", 100, 801),
      MakeRow("between", 500, 500), MakeRow("failing", 1, 1),
      MakeRow("other_op", 2, 2),    MakeRow("other_size", 3, 3)};
  rows[5].status = "fail";
  rows[6].operation = "mul";
  rows[7].size = {{"m", 163}};
  const Table table = Front(rows, "m");
  std::vector<std::string> front;
  for (size_t i = 0; i < table.lines.size(); ++i) {
    front.push_back(Cell(table, i, "front"));
  }
  EXPECT_EQ(front, (std::vector<std::string>{
                       "gf2m/other_op/d8", "gf2m/other_size/d8",
                       "gf2m/small/d8", "gf2m/between/d8", "gf2m/fast/d8"}));
  EXPECT_EQ(Cell(table, 2, "of rows"), "5");
}

TEST(Render, AgainstAVariantStandsTheLeastProductOfTheOthers) {
  std::vector<Row> rows = {
      MakeRow("paper", 100, 100), MakeRow("a", 90, 100),
      MakeRow("b", 80, 100),      MakeRow("c", 1, 1),
      MakeRow("d", 1, 1),         MakeRow("paper", 70, 10)};
  rows[3].status = "fail";
  rows[4].size = {{"m", 163}};
  rows[5].size = {{"m", 5}};
  const Table table = Against(rows, "paper");
  ASSERT_EQ(table.lines.size(), 2u);
  EXPECT_EQ(Cell(table, 0, "best other"), "gf2m/b/d8");
  EXPECT_EQ(Cell(table, 0, "ratio"), "0.800");
  EXPECT_EQ(Cell(table, 1, "best other"), "-");
}

TEST(Render, AgainstOneRowStandAllOfItsSize) {
  std::vector<Row> rows = {MakeRow("a", 50, 100), MakeRow("paper", 100, 100),
                           MakeRow("b", 100, 300), MakeRow("c", 1, 1),
                           MakeRow("d", 1, 1)};
  rows[3].status = "fail";
  rows[4].size = {{"m", 163}};
  const Table table = AgainstRow(rows, rows[1]);
  ASSERT_EQ(table.lines.size(), 3u);
  EXPECT_EQ(Cell(table, 0, "row"), "gf2m/paper/d8");
  EXPECT_EQ(Cell(table, 0, "x LUT*cycles"), "1.000");
  EXPECT_EQ(Cell(table, 1, "row"), "gf2m/a/d8");
  EXPECT_EQ(Cell(table, 1, "x cycles"), "0.500");
  EXPECT_EQ(Cell(table, 2, "x LUT"), "3.000");
  EXPECT_TRUE(AgainstRow(rows, rows[3]).lines.empty());
}

TEST(Render, StepsComeFromTwoSizesOfOneConfiguration) {
  std::vector<Row> rows = {MakeRow("a", 1000, 1), MakeRow("a", 520, 1),
                           MakeRow("a", 100, 1), MakeRow("b", 900, 1)};
  rows[0].size = {{"m", 100}};
  rows[0].published = {{"source", "theirs"}, {"cycles", 1250}};
  rows[1].size = {{"m", 40}};
  rows[1].configuration = "d8_m40";
  rows[2].size = {{"m", 20}};
  rows[2].configuration = "d8_m20";
  rows[2].status = "fail";
  rows[3].size = {{"m", 100}};
  const Table table = StepTable(rows);
  ASSERT_EQ(table.lines.size(), 1u) << "failing, or without a second size";
  // (1000 - 520) / 60, and 1250 / 100 rounded down.
  EXPECT_EQ(Cell(table, 0, "cycles a bit"), "8.00");
  EXPECT_EQ(Cell(table, 0, "its cycles a bit"), "12");
  EXPECT_EQ(Cell(table, 0, "x cycles a bit"), "0.667");
  rows[1].size["poly"] = 3;
  EXPECT_TRUE(StepTable(rows).lines.empty()) << "not in m alone";
}

}  // namespace
}  // namespace curvebench
