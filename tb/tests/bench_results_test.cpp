// SPDX-License-Identifier: Apache-2.0
// What is kept of earlier runs, and that nothing gets lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>

#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/model_builder.h"
#include "bench/results.h"
#include "bench/synthesis.h"
#include "tests/rtl_copy.h"
#include "tests/scratch.h"

namespace curvebench::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

/// A checkout of two variants, and one folder outside.
class ResultsTest : public testing::Test {
 protected:
  ResultsTest() {
    for (const char* folder : {"rtl/gf2m/one", "rtl/gf2m/two", "outside"}) {
      WriteTinyVariant(scratch_ / folder,
                       "always @* begin dout = 0; done = 0; end");
    }
    fs::create_directories(scratch_ / "docs");
    fs::copy(Root() / "docs/variant.schema.json", scratch_ / "docs");
    for (const char* folder : {"constraints", "scripts", "rtl/common"}) {
      fs::create_symlink(Root() / folder, scratch_ / folder);
    }
    paths_ = ProjectPaths();
    paths_.root = scratch_.path();
    paths_.build = scratch_ / "build";
  }

  Row RowOf(const std::string& folder) {
    const Configuration c = ReadManifest(scratch_ / folder, paths_).at(0);
    Row row = MakeRow(c, paths_);
    row.status = "pass";
    row.rtl_hash = Sha256(SourceText(c));
    return row;
  }
  void Update(const std::string& folder) {
    UpdateLastResults(Results{json::object(), {RowOf(folder)}}, paths_);
  }
  std::vector<std::string> Variants() {
    std::vector<std::string> variants;
    for (const Row& row : ReadResults(ResultsFile(paths_)).rows) {
      variants.push_back(fs::path(row.variant).filename().string());
    }
    return variants;
  }

  const Scratch scratch_;
  Paths paths_;
};

TEST_F(ResultsTest, RowsOfOtherVariantsStay) {
  Update("rtl/gf2m/one");
  Update("outside");
  Update("rtl/gf2m/two");
  EXPECT_THAT(Variants(), UnorderedElementsAre("one", "two", "outside"));
}

TEST_F(ResultsTest, RowsOfChangedRtlGo) {
  Update("rtl/gf2m/one");
  Update("outside");
  for (const char* folder : {"rtl/gf2m/one", "outside"}) {
    const fs::path source = scratch_ / folder / "tiny.v";
    WriteText(source, ReadText(source) + "// changed\n");
  }
  testing::internal::CaptureStderr();
  Update("rtl/gf2m/two");
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_THAT(Variants(), UnorderedElementsAre("two"));
  EXPECT_THAT(told, AllOf(HasSubstr("2 rows"), HasSubstr("gf2m/one/m5"),
                          HasSubstr("outside/m5")));
  EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1);
  testing::internal::CaptureStderr();
  Update("rtl/gf2m/two");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(ResultsTest, BrokenManifestLosesNoRow) {
  Update("rtl/gf2m/one");
  WriteText(scratch_ / "rtl/gf2m/one/variant.json", "{");
  Update("rtl/gf2m/two");
  EXPECT_THAT(Variants(), UnorderedElementsAre("one", "two"));
}

TEST_F(ResultsTest, FiguresOfAFolderOutsideAreJoined) {
  Update("outside");
  const Configuration c = ReadManifest(scratch_ / "outside", paths_).at(0);
  const fs::path cached =
      scratch_ / "build/synthesis" / YosysXc7(paths_).Hash(c).substr(0, 16);
  WriteText(cached / "result.json", "{\"lut\": 77}");
  EXPECT_EQ(Lut(LastResults(paths_).rows.at(0)), 77);
  WriteText(scratch_ / "outside/variant.json", "{");
  EXPECT_EQ(LastResults(paths_).rows.size(), 1u);
  fs::remove_all(scratch_ / "outside");
  EXPECT_EQ(LastResults(paths_).rows.size(), 1u);
}

TEST_F(ResultsTest, ParallelRunsLoseNoRow) {
  const std::vector<std::string> folders = {"rtl/gf2m/one", "rtl/gf2m/two",
                                            "outside"};
  std::vector<Row> rows;
  for (const std::string& folder : folders) rows.push_back(RowOf(folder));
  for (const Row& row : rows) {
    if (fork() == 0) {
      int status = 1;
      try {
        for (int i = 0; i < 20; ++i) {
          UpdateLastResults(Results{json::object(), {row}}, paths_);
        }
        status = 0;
      } catch (const std::exception&) {
      }
      _exit(status);
    }
  }
  for (size_t i = 0; i < rows.size(); ++i) {
    int status = 0;
    wait(&status);
    EXPECT_EQ(status, 0);
  }
  EXPECT_THAT(Variants(), UnorderedElementsAre("one", "two", "outside"));
}

TEST_F(ResultsTest, UnreadableFileIsKept) {
  Update("rtl/gf2m/one");
  WriteText(ResultsFile(paths_), "{ torn");
  Update("rtl/gf2m/two");
  EXPECT_THAT(Variants(), UnorderedElementsAre("two"));
  EXPECT_EQ(ReadText(scratch_ / "build/results.json.unreadable"), "{ torn");
}

/// Synthesis of a small configuration, with nothing cached and nothing
/// committed.
class SharedFolderTest : public testing::Test {
 protected:
  SharedFolderTest() {
    paths_.build = scratch_.path();
    paths_.root = scratch_ / "root";
  }

  const Scratch scratch_;
  Paths paths_ = ProjectPaths();
  const Configuration multiplier_ =
      Select({"gf2m/mul/d2_m5"}, paths_).configurations.at(0);
};

TEST_F(SharedFolderTest, TwoProcessesAtOnceFindTheSameFigures) {
  const std::vector<fs::path> files = {scratch_ / "one", scratch_ / "two"};
  for (const fs::path& file : files) {
    if (fork() == 0) {
      int status = 1;
      try {
        WriteText(file, YosysXc7(paths_).Synthesise(multiplier_).dump());
        status = 0;
      } catch (const std::exception&) {
      }
      _exit(status);
    }
  }
  for (size_t i = 0; i < files.size(); ++i) {
    int status = 0;
    wait(&status);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(ReadText(files[0]), ReadText(files[1]));
  EXPECT_GT(ReadJson(files[0]).at("lut"), 0);
}

TEST_F(SharedFolderTest, WhoWaitsTakesWhatTheOtherMade) {
  const YosysXc7 yosys(paths_);
  const fs::path folder =
      scratch_ / "synthesis" / yosys.Hash(multiplier_).substr(0, 16);
  auto lock = std::make_unique<FileLock>(folder / "lock");
  auto answer = std::async(std::launch::async,
                           [&] { return yosys.Synthesise(multiplier_); });
  EXPECT_EQ(answer.wait_for(std::chrono::milliseconds(300)),
            std::future_status::timeout);
  const json made = {{"lut", 12345}};
  WriteText(folder / "result.json", made.dump());
  lock.reset();
  EXPECT_EQ(answer.get(), made);
}

TEST_F(SharedFolderTest, DamagedNetlistIsMadeAnew) {
  const YosysXc7 yosys(paths_);
  const fs::path netlist = yosys.Netlist(multiplier_);
  const std::string whole = ReadText(netlist);
  for (const std::string& left : {std::string(), whole.substr(0, 500)}) {
    WriteText(netlist, left);
    EXPECT_EQ(ReadText(yosys.Netlist(multiplier_)), whole);
  }
}

TEST_F(SharedFolderTest, CheckMeasuresWhatIsCommitted) {
  const YosysXc7 yosys(paths_);
  json claim = yosys.Measure(multiplier_);
  const json lut = claim["lut"];
  claim["lut"] = 1;
  WriteText(QorFile(paths_, "gf2m"),
            json{{"rows", {{multiplier_.id(), claim}}}}.dump());
  fs::remove_all(scratch_ / "synthesis");
  EXPECT_TRUE(yosys.Cached(multiplier_).is_null());
  EXPECT_EQ(yosys.Known(multiplier_)["lut"], 1);
  EXPECT_EQ(yosys.Measure(multiplier_)["lut"], lut);
}

TEST(Figures, BrokenCacheCountsAsNone) {
  Scratch scratch;
  for (const char* text : {"", "{\"lut\":", "[]", "5", "{\"lut\": \"x\"}",
                           "{\"lut\": 5, \"flow\": 5}"}) {
    EXPECT_EQ(CachedFigures(scratch.Write("result.json", text)), nullptr)
        << text;
  }
  EXPECT_EQ(CachedFigures(scratch / "gone.json"), nullptr);
  const json good = {{"lut", 5}, {"core", {{"lut", 4}}}};
  EXPECT_EQ(CachedFigures(scratch.Write("result.json", good.dump())), good);
}

TEST(Figures, DamagedQorFileIsNamed) {
  Scratch scratch;
  for (const char* text :
       {"", "[]", "5", "{}", "{\"rows\": 5}", "{\"rows\": []}",
        "{\"rows\": {\"a\": 5}}", "{\"rows\": {\"a\": {\"lut\": \"x\"}}}",
        "{\"rows\": {\"a\": {\"hash\": 7}}}",
        "{\"rows\": {\"a\": {\"hash\": \"h\"}}}"}) {
    const fs::path file = scratch.Write("qor.json", text);
    EXPECT_THAT([&] { CommittedFigures(file, "a", "h"); },
                testing::ThrowsMessage<InputError>(
                    AllOf(HasSubstr("qor.json"), HasSubstr("\n  "))))
        << text;
  }
  const json figures = {{"lut", 5},    {"lutram", 0},    {"ff", 7},
                        {"dsp", 0},    {"carry", 0},     {"bram36", 0.5},
                        {"hash", "h"}, {"logic_ns", 1.5}};
  for (const json& absurd : {json(-1), json(nullptr), json(1e30), json("5")}) {
    for (const char* key : {"lut", "ff", "bram36", "logic_ns"}) {
      json row = figures;
      row[key] = absurd;
      const fs::path file =
          scratch.Write("qor.json", json{{"rows", {{"a", row}}}}.dump());
      EXPECT_THROW(ReadQor(file), InputError) << key << absurd;
      row.erase(key);
      scratch.Write("qor.json", json{{"rows", {{"a", row}}}}.dump());
      EXPECT_THROW(ReadQor(file), InputError) << key;
    }
  }
  const fs::path file =
      scratch.Write("qor.json", json{{"rows", {{"a", figures}}}}.dump());
  EXPECT_EQ(CommittedFigures(file, "a", "h"), figures);
  EXPECT_EQ(CommittedFigures(file, "a", "other"), nullptr);
  EXPECT_EQ(CommittedFigures(file, "b", "h"), nullptr);
}

TEST_F(ResultsTest, MalformedRowsNameTheFileAndThePart) {
  const json good = ToJson(RowOf("rtl/gf2m/one"));
  const std::vector<std::pair<std::string, json>> faults = {
      {"/inputs/x", 5},
      {"/inputs/x", {{"min", "0"}}},
      {"/synthesis", nullptr},
      {"/synthesis", 5},
      {"/synthesis/yosys_xc7", {{"lut", "x"}}},
      {"/published", {{"source", 5}}},
      {"/published", {{"cycles", "x"}}},
      {"/cycles_max", -5},
      {"/status", 5},
      {"/classes", 7},
      {"/tests", {{{"name", 1}}}}};
  for (const auto& [place, value] : faults) {
    json row = good;
    row[json::json_pointer(place)] = value;
    const fs::path file = scratch_.Write(
        "spoiled.json", json{{"schema", 1}, {"rows", {row}}}.dump());
    try {
      ReadResults(file);
      ADD_FAILURE() << place << " " << value;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), AllOf(HasSubstr("spoiled.json"),
                                      HasSubstr("is no result file")));
    }
  }
  const fs::path file =
      scratch_.Write("spoiled.json", "{\"schema\": 1, \"rows\": {}}");
  EXPECT_THROW(ReadResults(file), InputError);
}

TEST(JsonFile, LinksAndDevicesAreWrittenThrough) {
  const Scratch scratch;
  const fs::path file = scratch.Write("file", "old");
  fs::create_symlink(file, scratch / "link");
  WriteText(scratch / "link", "new");
  EXPECT_TRUE(fs::is_symlink(scratch / "link"));
  EXPECT_EQ(ReadText(file), "new");
  WriteText("/dev/null", "nothing");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(JsonFile, EmptyFileAndDeviceReadAsNothing) {
  const Scratch scratch;
  EXPECT_EQ(ReadText(scratch.Write("empty", "")), "");
  EXPECT_EQ(ReadText("/dev/null"), "");
  EXPECT_THROW(ReadText(scratch / "gone"), InputError);
  EXPECT_THROW(ReadText(scratch.path()), InputError);
}

TEST(JsonFile, TargetsAreJudgedBeforeTheRun) {
  const Scratch scratch;
  CheckWritable("--output", scratch / "fresh.json");
  for (const fs::path& file :
       {fs::path(""), scratch.path(), scratch / "no/folder/x.json"}) {
    try {
      CheckWritable("--output", file);
      ADD_FAILURE() << file;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("--output"));
    }
  }
  EXPECT_FALSE(fs::exists(scratch / "no")) << "asking makes no folder";
}

}  // namespace
}  // namespace curvebench::tests
