// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/manifest.h"
#include "bench/row.h"
#include "tests/rtl_copy.h"
#include "tests/scratch.h"

namespace curvebench::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

/// A good manifest of one source in the scratch folder, to be spoiled.
class ManifestTest : public testing::Test {
 protected:
  ManifestTest() {
    WriteTinyVariant(folder_, "always @* begin dout = 0; done = 0; end");
    manifest_ = ReadJson(folder_ / "variant.json");
  }

  std::vector<Configuration> Read() {
    WriteText(folder_ / "variant.json", manifest_.dump());
    return ReadManifest(folder_, ProjectPaths());
  }

  /// The message of the error that reading must give.
  std::string Message() {
    try {
      Read();
    } catch (const InputError& error) {
      return error.what();
    } catch (const std::exception& error) {
      ADD_FAILURE() << "not an InputError: " << error.what();
      return error.what();
    }
    ADD_FAILURE() << "taken: " << manifest_;
    return "";
  }
  std::string MessageOfText(const std::string& text) {
    WriteText(folder_ / "variant.json", text);
    try {
      ReadManifest(folder_, ProjectPaths());
    } catch (const InputError& error) {
      return error.what();
    } catch (const std::exception& error) {
      ADD_FAILURE() << "not an InputError: " << error.what();
      return error.what();
    }
    ADD_FAILURE() << "taken: " << text;
    return "";
  }

  /// File, place and a second line that says what to do.
  static auto Names(const std::string& place, const std::string& remedy) {
    return AllOf(HasSubstr("variant.json: " + place + ":"), HasSubstr("\n  "),
                 HasSubstr(remedy));
  }

  Scratch scratch_;
  const fs::path folder_ = scratch_ / "mine";
  json manifest_;
};

TEST_F(ManifestTest, GoodOneIsRead) {
  manifest_["defines"] = {{"FAST", ""}, {"N", "3"}};
  manifest_["core"] = "tiny_core";
  manifest_["configurations"][0]["published"] = nullptr;
  manifest_["configurations"][0]["cycles_extra"] = {{"leading_zeros", -1}};
  const std::vector<Configuration> all = Read();
  ASSERT_EQ(all.size(), 1u);
  const Configuration& c = all[0];
  EXPECT_EQ(c.id(), folder_.string() + "/m5");
  EXPECT_EQ(c.cycles, 3u);
  EXPECT_EQ(c.setup_cycles, 0u);
  EXPECT_EQ(c.cycles_extra.at("leading_zeros"), -1);
  EXPECT_FALSE(c.published);
  EXPECT_EQ(c.variant->top, "tiny");
  EXPECT_EQ(c.variant->core, "tiny_core");
  EXPECT_EQ(c.variant->defines.at("N"), "3");
  EXPECT_FALSE(c.variant->own_warnings);
  EXPECT_TRUE(c.variant->HasOutput("r"));
  EXPECT_FALSE(c.variant->HasOutput("x"));
  EXPECT_EQ(c.variant->sources[0], fs::canonical(folder_ / "tiny.v"));
}

TEST_F(ManifestTest, ClaimsMayBeUnknown) {
  manifest_["configurations"][0]["cycles"] = nullptr;
  manifest_["configurations"][0].erase("setup_cycles");
  const Configuration c = Read().at(0);
  EXPECT_FALSE(c.cycles);
  EXPECT_FALSE(c.setup_cycles);
}

TEST_F(ManifestTest, SourcesAreFoundInTheFolderThenInRtl) {
  manifest_["sources"] = {"tiny.v", "common/byte_port.v"};
  const fs::path from_rtl = Read().at(0).variant->sources.at(1);
  EXPECT_EQ(from_rtl, fs::canonical(Root() / "rtl/common/byte_port.v"));
  scratch_.Write("mine/common/byte_port.v", "module byte_port; endmodule\n");
  EXPECT_EQ(Read().at(0).variant->sources.at(1),
            fs::canonical(folder_ / "common/byte_port.v"));
}

// ---- unknown keys, at each level

TEST_F(ManifestTest, UnknownKeyAtTheTop) {
  manifest_["colour"] = "red";
  EXPECT_THAT(Message(), AllOf(Names("colour", "allowed keys:"),
                               HasSubstr("unknown key"), HasSubstr("zeroize")));
}

TEST_F(ManifestTest, UnknownKeyInAConfiguration) {
  manifest_["configurations"].push_back(manifest_["configurations"][0]);
  manifest_["configurations"][1]["cycle"] = 7;
  EXPECT_THAT(Message(),
              AllOf(Names("configurations[1].cycle", "allowed keys:"),
                    HasSubstr("unknown key"), HasSubstr("setup_cycles")));
}

TEST_F(ManifestTest, UnknownKeyInAnInput) {
  manifest_["inputs"]["a"] = {{"min", "0"}, {"max", "9"}, {"step", "2"}};
  EXPECT_THAT(Message(), Names("inputs.a", "min"));
}

// ---- missing keys

TEST_F(ManifestTest, EveryRequiredKeyIsAskedFor) {
  const json schema = ReadJson(Root() / "docs/variant.schema.json");
  const json good = manifest_;
  for (const std::string key : schema["required"]) {
    manifest_ = good;
    manifest_.erase(key);
    EXPECT_THAT(Message(), AllOf(HasSubstr("variant.json"),
                                 HasSubstr("'" + key + "'"), HasSubstr("\n  ")))
        << key;
  }
  for (const char* key : {"name", "size", "parameters"}) {
    manifest_ = good;
    manifest_["configurations"][0].erase(key);
    EXPECT_THAT(
        Message(),
        AllOf(HasSubstr("variant.json"), HasSubstr("configurations[0]"),
              HasSubstr(std::string("'") + key + "'"), HasSubstr("\n  ")))
        << key;
  }
}

// ---- wrong types and values

TEST_F(ManifestTest, WrongValuesAreNamedWithWhatIsAllowed) {
  const json good = manifest_;
  struct Case {
    std::string pointer;
    json value;
    std::string place;
    std::string remedy;
  };
  const std::vector<Case> cases = {
      {"/top", 5, "top", "string"},
      {"/top", "a-b", "top", "matching"},
      {"/family", "GF2M", "family", "matching"},
      {"/contract", 2, "contract", "[1]"},
      {"/contract", "1", "contract", "[1]"},
      {"/sources", "tiny.v", "sources", "array"},
      {"/sources", json::array(), "sources", "array"},
      {"/sources/0", "tiny.vhd", "sources[0]", "matching"},
      {"/defines", json::array(), "defines", "object"},
      {"/warnings", "some", "warnings", "foreign"},
      {"/zeroize", "most", "zeroize", "registers"},
      {"/constant_time", "yes", "constant_time", "boolean"},
      {"/inputs/a", 7, "inputs.a", ""},
      {"/inputs/a", "fixed:", "inputs.a", ""},
      {"/inputs/a", {{"min", 0}, {"max", "9"}}, "inputs.a", ""},
      {"/outputs", "r", "outputs", "array"},
      {"/summary", "", "summary", "string"},
      {"/configurations", json::object(), "configurations", "array"},
      {"/configurations", json::array(), "configurations", "array"},
      {"/configurations/0/name", "D8", "configurations[0].name", "matching"},
      {"/configurations/0/name", "a/b", "configurations[0].name", "matching"},
      {"/configurations/0/cycles", "3", "configurations[0].cycles", "integer"},
      {"/configurations/0/cycles", 3.5, "configurations[0].cycles", "integer"},
      {"/configurations/0/cycles", -3, "configurations[0].cycles",
       "at least 1"},
      {"/configurations/0/cycles", 0, "configurations[0].cycles", "at least 1"},
      {"/configurations/0/setup_cycles", -1, "configurations[0].setup_cycles",
       "at least 0"},
      {"/configurations/0/size", 5, "configurations[0].size", "object"},
      {"/configurations/0/parameters/M", 1.5, "configurations[0].parameters.M",
       ""},
      {"/configurations/0/published", 3, "configurations[0].published",
       "string"},
  };
  for (const Case& c : cases) {
    manifest_ = good;
    manifest_[json::json_pointer(c.pointer)] = c.value;
    SCOPED_TRACE(c.pointer + " = " + c.value.dump());
    EXPECT_THAT(Message(), AllOf(HasSubstr("variant.json: " + c.place),
                                 HasSubstr("\n  "), HasSubstr(c.remedy)));
  }
}

TEST_F(ManifestTest, TwoConfigurationsOfOneName) {
  manifest_["configurations"].push_back(manifest_["configurations"][0]);
  EXPECT_THAT(Message(),
              AllOf(Names("configurations", "rename"), HasSubstr("'m5'")));
}

TEST_F(ManifestTest, MissingFilesAreNamedWithWhereTheyWereLookedFor) {
  const json good = manifest_;
  for (const char* key : {"sources", "include", "data"}) {
    manifest_ = good;
    manifest_[key] = {"gone.v"};
    EXPECT_THAT(Message(), AllOf(Names(key, "looked in"), HasSubstr("'gone.v'"),
                                 HasSubstr(folder_.string()),
                                 HasSubstr((Root() / "rtl").string())));
  }
}

// ---- files that are none

TEST_F(ManifestTest, TruncatedJson) {
  const std::string text = manifest_.dump(2);
  for (const size_t length : {text.size() - 2, text.size() / 2, size_t{1}}) {
    EXPECT_THAT(MessageOfText(text.substr(0, length)),
                AllOf(HasSubstr("variant.json"), HasSubstr("not valid JSON"),
                      HasSubstr("line"), HasSubstr("\n  correct")));
  }
}

TEST_F(ManifestTest, EmptyFile) {
  EXPECT_THAT(MessageOfText(""),
              AllOf(HasSubstr("variant.json"), HasSubstr("not valid JSON"),
                    HasSubstr("\n  ")));
}

TEST_F(ManifestTest, JsonThatIsNoObject) {
  for (const char* text : {"[]", "null", "7", "\"text\""}) {
    EXPECT_THAT(MessageOfText(text),
                AllOf(HasSubstr("variant.json"), HasSubstr("\n  ")))
        << text;
  }
}

TEST_F(ManifestTest, BinaryRubbish) {
  EXPECT_THAT(MessageOfText(std::string("\x00\xff\xfe{", 4)),
              HasSubstr("not valid JSON"));
}

TEST_F(ManifestTest, DirectoryInPlaceOfTheFile) {
  fs::remove(folder_ / "variant.json");
  fs::create_directory(folder_ / "variant.json");
  try {
    ReadManifest(folder_, ProjectPaths());
    FAIL() << "taken";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("variant.json"), HasSubstr("cannot be read"),
                      HasSubstr("\n  check")));
  }
}

TEST_F(ManifestTest, DirectoryInPlaceOfASource) {
  fs::create_directory(folder_ / "folder.v");
  manifest_["sources"] = {"folder.v"};
  EXPECT_THAT(Message(),
              AllOf(Names("sources", "looked in"), HasSubstr("folder.v")));
}

TEST_F(ManifestTest, PublishedRowMustExist) {
  manifest_["configurations"][0]["published"] = "nobody_2099";
  const Configuration c = Read().at(0);
  EXPECT_THAT([&] { MakeRow(c, ProjectPaths()); },
              testing::ThrowsMessage<InputError>(
                  AllOf(HasSubstr("published"), HasSubstr("nobody_2099"),
                        HasSubstr("known:"), HasSubstr("tw_virtex7"))));
}

// ---- selections

/// A checkout of its own with four variants.
class SelectTest : public testing::Test {
 protected:
  SelectTest() {
    fs::create_directories(scratch_.path() / "root");
    fs::create_directory_symlink(Root() / "docs", scratch_ / "root/docs");
    for (const char* name :
         {"one/alpha", "one/beta", "two/alpha", "two/gamma"}) {
      const fs::path folder = scratch_ / "root/rtl" / name;
      WriteTinyVariant(folder, "");
      json manifest = ReadJson(folder / "variant.json");
      manifest["configurations"].push_back(manifest["configurations"][0]);
      manifest["configurations"][1]["name"] = "m7";
      WriteText(folder / "variant.json", manifest.dump());
    }
    WriteTinyVariant(scratch_ / "outside", "");
    paths_ = {scratch_ / "root", scratch_ / "build"};
  }

  std::vector<std::string> Ids(const std::vector<std::string>& patterns) {
    std::vector<std::string> ids;
    for (const Configuration& c : Select(patterns, paths_).configurations) {
      ids.push_back(c.id());
    }
    return ids;
  }

  Scratch scratch_;
  Paths paths_;
};

TEST_F(SelectTest, NoPatternIsEverything) { EXPECT_EQ(Ids({}).size(), 8u); }

TEST_F(SelectTest, FamilyVariantAndConfiguration) {
  EXPECT_EQ(Ids({"one"}).size(), 4u);
  EXPECT_THAT(Ids({"one/alpha"}), ElementsAre("one/alpha/m5", "one/alpha/m7"));
  EXPECT_THAT(Ids({"one/alpha/m7"}), ElementsAre("one/alpha/m7"));
}

TEST_F(SelectTest, Globs) {
  EXPECT_THAT(Ids({"*/alpha/m5"}), ElementsAre("one/alpha/m5", "two/alpha/m5"));
  EXPECT_THAT(Ids({"two/[g]*"}), ElementsAre("two/gamma/m5", "two/gamma/m7"));
  EXPECT_THAT(Ids({"t?o/*/m7"}), ElementsAre("two/alpha/m7", "two/gamma/m7"));
}

TEST_F(SelectTest, SeveralPatternsGiveEachOnce) {
  EXPECT_THAT(Ids({"one/alpha/m5", "one/alpha", "*/alpha/m5"}),
              ElementsAre("one/alpha/m5", "one/alpha/m7", "two/alpha/m5"));
}

TEST_F(SelectTest, StarDoesNotCrossSlashes) {
  EXPECT_THROW(Ids({"*m7"}), InputError);
}

TEST_F(SelectTest, NoMatchIsAnErrorThatHelps) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"one/nothing", "matches no variant"},
      {"three", "matches no variant"},
      {"one/alpha/m9", "it has: m5 m7"},
      {"one/alpha/m5/more", "matches no variant"},
      {"", "matches no variant"},
      {"/no/such/folder", "is no folder with a variant.json"}};
  for (const auto& [pattern, message] : cases) {
    try {
      Select({"one/alpha", pattern}, paths_);
      ADD_FAILURE() << pattern;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), AllOf(HasSubstr(pattern), HasSubstr(message)));
    }
  }
}

TEST_F(SelectTest, ManifestThatIsALinkToItselfCostsItselfOnly) {
  fs::remove(paths_.root / "rtl/one/alpha/variant.json");
  fs::create_symlink("variant.json",
                     paths_.root / "rtl/one/alpha/variant.json");
  const Selection selection = Select({}, paths_);
  ASSERT_EQ(selection.errors.size(), 1u);
  EXPECT_THAT(selection.errors[0], HasSubstr("one/alpha/variant.json"));
  EXPECT_FALSE(selection.configurations.empty());
}

TEST_F(SelectTest, FolderAnywhere) {
  const std::string folder = (scratch_ / "outside").string();
  EXPECT_THAT(Ids({folder}), ElementsAre(folder + "/m5"));
  EXPECT_THAT(Ids({folder + "/m5"}), ElementsAre(folder + "/m5"));
  EXPECT_THAT(Ids({folder + "/m*"}), ElementsAre(folder + "/m5"));
  EXPECT_THROW(Ids({folder + "/m9"}), InputError);
}

TEST_F(SelectTest, FolderWithASlashBehindIt) {
  const std::string folder = (scratch_ / "outside").string();
  const std::vector<std::string> ids = Ids({folder + "/"});
  ASSERT_EQ(ids.size(), 1u);
  EXPECT_EQ(ids[0], folder + "/m5");
}

TEST_F(SelectTest, FolderBelowRtlHasItsShortName) {
  EXPECT_THAT(Ids({(scratch_ / "root/rtl/one/beta").string()}),
              ElementsAre("one/beta/m5", "one/beta/m7"));
}

TEST_F(SelectTest, BrokenManifestDoesNotHideTheOthers) {
  WriteText(scratch_ / "root/rtl/one/beta/variant.json", "{");
  const Selection selection = Select({}, paths_);
  EXPECT_EQ(selection.configurations.size(), 6u);
  ASSERT_EQ(selection.errors.size(), 1u);
  EXPECT_THAT(selection.errors[0], HasSubstr("one/beta/variant.json"));
}

TEST_F(ManifestTest, BracketsInKeysAreUnknownKeys) {
  for (const char* key : {"[.x", "[", "a[", "[0]", "parameters[", "[A"}) {
    manifest_[key] = 1;
    EXPECT_THAT(Message(), HasSubstr("unknown key")) << key;
    manifest_.erase(key);
  }
}

TEST_F(ManifestTest, BracketsBelowKeysAreAnErrorToo) {
  for (const char* part : {"parameters", "size"}) {
    const json kept = manifest_;
    manifest_["configurations"][0][part]["[a"] = {{"deep", 1}};
    try {
      Read();  // a size is the family's to judge
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("variant.json"));
    }
    manifest_ = kept;
  }
  manifest_["defines"]["[A"] = 5;
  EXPECT_THAT(Message(), HasSubstr("defines"));
}

TEST_F(ManifestTest, NumberBeyondEveryRange) {
  EXPECT_THAT(MessageOfText("{\"contract\": 1e999}"),
              HasSubstr("is not valid JSON"));
}

TEST_F(ManifestTest, BytesThatAreNoTextAreQuotedAsText) {
  const std::string message = MessageOfText("{\"family\": \"\xe9\"}");
  EXPECT_EQ(message, ValidUtf8(message));
}

TEST(ManifestPath, SpaceInThePath) {
  const Scratch scratch;
  WriteTinyVariant(scratch / "two words",
                   "always @* begin dout = 0; done = 0; end");
  try {
    ReadManifest(scratch / "two words", ProjectPaths());
    ADD_FAILURE() << "taken";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("two words"), HasSubstr("space"),
                                    HasSubstr("link")));
  }
}

}  // namespace
}  // namespace curvebench::tests
