// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/results.h"
#include "bench/row.h"
#include "tests/scratch.h"

namespace curvebench::tests {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

// Every field another value than the default's.
Row FullRow() {
  Row row;
  row.family = "gf2m";
  row.variant = "digit";
  row.configuration = "d8";
  row.operation = "pmul";
  row.summary = "a \"summary\"";
  row.size = {{"m", 233}};
  row.inputs = {{"k", {{"min", "0"}, {"max", "n-1"}}}};
  row.status = "fail";
  row.error = "what went wrong";
  row.vectors = 12;
  row.classes = {{"edge", {3, 4}}, {"random", {8, 8}}};
  row.skipped = {{"too wide", 2}};
  row.contract_run = 25;
  row.contract_passed = 24;
  row.contract_skipped = 1;
  row.cycles_min = 100;
  row.cycles_max = 200;
  row.cycles_claimed = 150;
  row.setup_cycles = 5;
  row.setup_cycles_claimed = 6;
  row.constant_time = "no";
  row.addresses = "constant";
  row.rtl_hash = "abc";
  row.warnings = "a warning";
  row.synthesis = {{"yosys_xc7", {{"lut", 1000}, {"ff", 10}}},
                   {"vivado_v7",
                    {{"lut", 900},
                     {"pulse_ns", nullptr},
                     {"met", true},
                     {"power", {{"total_w", 0.5}, {"confidence", "Low"}}}}}};
  row.published = {{"source", "them"}, {"cycles", 400}, {"lut", 500}};
  row.tests = {{"Vectors", false, 1.5, {"one", "two"}},
               {"AfterReset", true, 0.25, {}}};
  return row;
}

TEST(RowTest, JsonRoundTripKeepsEverything) {
  const json before = ToJson(FullRow());
  const Row again = RowFromJson(json::parse(before.dump()));
  EXPECT_EQ(ToJson(again), before);
  EXPECT_EQ(again.tests.at(0).failures,
            (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(again.classes.at("edge").passed, 3);
  EXPECT_EQ(again.classes.at("edge").run, 4);
  EXPECT_EQ(again.cycles_claimed, 150u);
  EXPECT_EQ(again.error, "what went wrong");
}

TEST(RowTest, JsonRoundTripKeepsWhatIsUnknown) {
  Row row;
  row.family = "gf2m";
  row.variant = "v";
  row.configuration = "c";
  row.operation = "mul";
  const json before = ToJson(row);
  for (const char* key : {"cycles", "cycles_min", "cycles_claimed",
                          "setup_cycles", "published", "error"}) {
    EXPECT_TRUE(before.at(key).is_null()) << key;
  }
  EXPECT_EQ(before.at("status"), "not_run");
  EXPECT_EQ(before.at("constant_time"), "unknown");
  EXPECT_EQ(ToJson(RowFromJson(before)), before);
}

// The names that other tools read (design, section 4).
TEST(RowTest, JsonHasTheStableKeys) {
  const json row = ToJson(FullRow());
  for (const char* key :
       {"family", "variant", "configuration", "operation", "status", "vectors",
        "classes", "cycles", "cycles_claimed", "setup_cycles", "constant_time",
        "addresses", "synthesis", "published", "ratio"}) {
    EXPECT_TRUE(row.contains(key)) << key;
  }
  for (const char* key : {"yosys_xc7", "vivado_v7"}) {
    EXPECT_TRUE(row["synthesis"].contains(key)) << key;
  }
  for (const char* key : {"cycles", "lut", "lut_cycles"}) {
    EXPECT_TRUE(row["ratio"].contains(key)) << key;
  }
  const json document =
      ToJson(Results{{{"verilator", "5"}}, {FullRow(), FullRow()}});
  EXPECT_EQ(document.at("schema"), 1);
  EXPECT_EQ(document.at("tool").at("verilator"), "5");
  EXPECT_EQ(document.at("rows").size(), 2u);
}

TEST(RowTest, RatiosAreOursOverPublished) {
  Row row = FullRow();
  EXPECT_DOUBLE_EQ(*Ratio(row, "cycles"), 0.5);
  EXPECT_DOUBLE_EQ(*Ratio(row, "lut"), 2.0);
  EXPECT_DOUBLE_EQ(*Ratio(row, "lut_cycles"), 1.0);
  EXPECT_FALSE(Ratio(row, "ff"));
  row.published["lut"] = nullptr;
  EXPECT_TRUE(Ratio(row, "cycles"));
  EXPECT_FALSE(Ratio(row, "lut"));
  EXPECT_FALSE(Ratio(row, "lut_cycles"));
  row.published = nullptr;
  EXPECT_FALSE(Ratio(row, "cycles"));
  row = FullRow();
  row.synthesis["yosys_xc7"] = nullptr;
  EXPECT_FALSE(Lut(row));
  EXPECT_FALSE(Ratio(row, "lut_cycles"));
  row.cycles_max.reset();
  EXPECT_FALSE(Ratio(row, "cycles"));
}

TEST(RowTest, IdIsFamilyVariantConfigurationOrThePath) {
  Row row = FullRow();
  EXPECT_EQ(row.id(), "gf2m/digit/d8");
  row.variant = "/some/dir/mine";
  EXPECT_EQ(row.id(), "/some/dir/mine/d8");
}

TEST(RowTest, MakeRowTakesPublishedFigures) {
  const Configuration serial =
      ReadManifest(Root() / "rtl/gf2m/serial", ProjectPaths()).at(0);
  const Row row = MakeRow(serial, ProjectPaths());
  EXPECT_EQ(row.id(), "gf2m/serial/base");
  EXPECT_EQ(row.published.at("source"), "tw_virtex7");
  EXPECT_EQ(row.published.at("cycles"), 716459);
  EXPECT_EQ(row.published.at("lut"), 2346);
  EXPECT_TRUE(row.published.at("ff").is_null());
  EXPECT_EQ(row.status, "not_run");
}

TEST(RowTest, ReadResultsReadsADocument) {
  Scratch scratch;
  const auto file = scratch.Write(
      "rows.json", ToJson(Results{json::object(), {FullRow()}}).dump());
  const std::vector<Row> rows = ReadResults(file).rows;
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(ToJson(rows[0]), ToJson(FullRow()));
}

TEST(RowTest, ReadResultsNamesWhatIsNoResultFile) {
  Scratch scratch;
  json wrong_type = ToJson(Results{json::object(), {FullRow()}});
  wrong_type["rows"][0]["vectors"] = "many";
  json missing = ToJson(Results{json::object(), {FullRow()}});
  missing["rows"][0].erase("status");
  for (const std::string& text :
       {std::string("[]"), std::string("{}"), std::string("{\"schema\": 2}"),
        std::string("{\"schema\": 1}"),
        std::string("{\"schema\": 1, \"rows\": 5}"), std::string("{"),
        std::string(), std::string("null"), wrong_type.dump(),
        missing.dump()}) {
    const auto file = scratch.Write("bad.json", text);
    EXPECT_THAT([&] { ReadResults(file); },
                testing::ThrowsMessage<InputError>(
                    AllOf(HasSubstr("bad.json"), HasSubstr("\n  "))))
        << text;
  }
  EXPECT_THROW(ReadResults(scratch / "gone.json"), InputError);
}

TEST(JsonFile, WriteTextMakesFoldersAndReplaces) {
  Scratch scratch;
  WriteText(scratch / "a/b/c.txt", "one");
  WriteText(scratch / "a/b/c.txt", "two");
  EXPECT_EQ(ReadText(scratch / "a/b/c.txt"), "two");
  size_t files = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(scratch.path())) {
    files += entry.is_regular_file();
  }
  EXPECT_EQ(files, 1u) << "a temporary file is left";
}

TEST(JsonFile, UnwritablePlaceIsNamed) {
  Scratch scratch;
  scratch.Write("file", "");
  EXPECT_THAT([&] { WriteText(scratch / "file/inside.txt", "x"); },
              testing::ThrowsMessage<InputError>(AllOf(
                  HasSubstr("inside.txt"), HasSubstr("cannot be written"))));
}

}  // namespace
}  // namespace curvebench::tests
