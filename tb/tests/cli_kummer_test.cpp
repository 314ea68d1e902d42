// SPDX-License-Identifier: Apache-2.0
// Kummer accelerators through the command line: descriptions that become
// variants, the sweep, the vector files, and input that is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/json_file.h"
#include "tests/program.h"

namespace curvebench::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

class KummerCommandTest : public testing::Test {
 protected:
  ProgramResult Explore(std::vector<std::string> words) {
    words.insert(words.begin(), {"explore", "kummer"});
    return Curvebench(scratch_, words);
  }
  std::string Write(const std::string& name, const json& document) {
    scratch_.Write(name, document.dump());
    return (scratch_ / name).string();
  }
  static json Description() {
    return {{"name", "mine"},
            {"clusters", 1},
            {"units_per_cluster", {{"addsub", 2}, {"mult", 1}}},
            {"swap", "v2"},
            {"w", {68}},
            {"m", {16}}};
  }
  static std::string Vectors(const char* name) {
    return (Root() / "golden/vectors" / name).string();
  }

  Scratch scratch_;
};

TEST_F(KummerCommandTest, DescriptionBecomesAVariantThatRuns) {
  const std::string folder = (scratch_ / "mine").string();
  const ProgramResult made =
      Explore({Write("my.json", Description()), "--rounds", "200", "--out",
               folder, "--listing", "--format", "csv"});
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_THAT(made.out, AllOf(HasSubstr("mine,68,11,"), HasSubstr("read   "),
                              HasSubstr("jump")));
  const VerifyResult result = Verify(scratch_, {folder});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.Row("w68").at("status"), "pass");
}

TEST_F(KummerCommandTest, LengthAndLatencyMayBeLeftOut) {
  json document = Description();
  document.erase("m");
  const std::string folder = (scratch_ / "mine").string();
  const ProgramResult made =
      Explore({Write("my.json", document), "--rounds", "10", "--out", folder});
  ASSERT_EQ(made.status, 0) << made.err;
  const json list = ReadJson(folder + "/variant.json").at("configurations");
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].at("size").at("m"), 256);
}

TEST_F(KummerCommandTest, SweepHasAFrontAndAPicture) {
  const std::string picture = (scratch_ / "front.svg").string();
  const ProgramResult result = Explore(
      {"--sweep", "--rounds", "20", "--plot", picture, "--format", "json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json table = json::parse(result.out);
  EXPECT_EQ(table.size(), 48u);
  size_t front = 0;
  for (const json& line : table) front += line.at("front") == "*";
  EXPECT_GT(front, 3u);
  EXPECT_LT(front, table.size());
  EXPECT_THAT(ReadText(picture),
              AllOf(HasSubstr("<svg"), HasSubstr("44 DSP blocks"),
                    HasSubstr("v3_merged")));
}

// A name is text in the picture, never a command of the plotter.
TEST_F(KummerCommandTest, PictureShowsNamesAsTheyAre) {
  json document = Description();
  document["name"] = "a' at 1,1; system('touch planted'); print '";
  const std::string picture = (scratch_ / "it's.svg").string();
  const ProgramResult result = Explore(
      {Write("my.json", document), "--rounds", "10", "--plot", picture});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(ReadText(picture), HasSubstr("planted"));
  EXPECT_FALSE(fs::exists(scratch_ / "planted"));
  EXPECT_FALSE(fs::exists(picture + ".gp"));
}

TEST_F(KummerCommandTest, RtlAgreesWithTheVectorFiles) {
  const VerifyResult result = Verify(
      scratch_, {"kummer/a5/w136", "--vectors", Vectors("kummer_vectors.json"),
                 Vectors("kummer_vectors_generic.json")});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.Row("w136").at("vectors"), 58);
}

// Each ends with status 2, names file and field, and writes nothing.
TEST_F(KummerCommandTest, WrongDescriptions) {
  const auto with = [](const std::string& key, const json& value) {
    json document = Description();
    document[key] = value;
    return document;
  };
  const auto without = [](const std::string& key) {
    json document = Description();
    document.erase(key);
    return document;
  };
  const auto units = [&](const json& addsub, const json& mult) {
    return with("units_per_cluster", {{"addsub", addsub}, {"mult", mult}});
  };
  json unknown_unit = Description();
  unknown_unit["units_per_cluster"]["divider"] = 1;
  const std::vector<std::pair<json, std::string>> cases = {
      {json::array(), "is no architecture"},
      {without("name"), "name: is no text"},
      {with("name", 7), "name: is no text"},
      {with("name", ""), "name: is empty"},
      {with("name", "two\nlines"), "name: is empty or holds"},
      {with("summary", 7), "summary: is no text"},
      {without("clusters"), "clusters: is missing"},
      {with("clusters", 3), "clusters: 3 is out of range"},
      {with("clusters", 1.5), "clusters: is missing or no number"},
      {with("clusters", 18446744073709551615u), "clusters: "},
      {without("units_per_cluster"), "units_per_cluster.addsub: is missing"},
      {with("units_per_cluster", 3), "units_per_cluster: is no object"},
      {unknown_unit, "units_per_cluster.divider: unknown key"},
      {units(0, 1), "units_per_cluster.addsub: 0 is out of range"},
      {units(1, 0), "units_per_cluster.mult: 0 is out of range"},
      {units(1, 1000000), "units_per_cluster.mult: 1000000 is out of range"},
      {without("swap"), "swap: is no text"},
      {with("swap", "v3"), "swap: 'v3' does not exist for 1 cluster(s)"},
      {without("w"), "w: is no list of widths"},
      {with("w", json::array()), "w: is no list of widths"},
      {with("w", 34), "w: is no list of widths"},
      {with("w", {33}), "w: 33 is no width"},
      {with("w", {34, "68"}), "w: \"68\" is no width"},
      {with("w", {34, 68, 34}), "w: 34 stands there twice"},
      {with("m", 16), "m: "},
      {with("m", json::array()), "m: is empty"},
      {with("m", {1}), "m: "},
      {with("m", {8001}), "m: "},
      {with("m", {16, 16}), "m: 16 stands there twice"},
      {with("m", {-16}), "m: "},
      {with("latency", 60), "latency: is no object"},
      {with("latency", {{"mult", -1}}), "latency.mult: -1 is out of range"},
      {with("latency", {{"mult", 10}}), "latency.mult: 10 is out of range"},
      {with("latency", {{"mult", 501}}), "latency.mult: 501 is out of range"},
      {with("latency", {{"multi", 60}}), "latency.multi: unknown key"},
      {with("published", 5), "published: is no text"},
      {with("published", "a9"), "published: 'a9' has no rows"},
      {with("on_surface", "yes"), "on_surface: is neither true nor false"},
      {with("ports", 9), "ports: unknown key"}};
  for (const auto& [document, message] : cases) {
    const std::string folder = (scratch_ / "out").string();
    const ProgramResult result = Explore(
        {Write("my.json", document), "--rounds", "10", "--out", folder});
    EXPECT_EQ(result.status, 2) << document << result.err;
    EXPECT_THAT(result.err, AllOf(HasSubstr("my.json"), HasSubstr(message)))
        << document;
    EXPECT_FALSE(fs::exists(folder)) << document;
  }
}

TEST_F(KummerCommandTest, WrongCommands) {
  const std::string good = Write("my.json", Description());
  scratch_.Write("broken.json", "{\"name\": ");
  scratch_.Write("file", "kept");
  const std::string file = (scratch_ / "file").string();
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{}, "takes one architecture file"},
      {{(scratch_ / "none.json").string()}, "none.json"},
      {{(scratch_ / "broken.json").string()}, "broken.json"},
      {{good, good}, "takes one architecture file"},
      {{good, "--sweep"}, "takes no file with --sweep"},
      {{"--sweep", "--out", file}, "--out"},
      {{good, "--rounds", "-1"}, "--rounds"},
      {{good, "--rounds", "x"}, "--rounds"},
      {{good, "--rounds", "999999999"}, "--rounds"},
      {{good, "--format", "xml"}, "xml"},
      {{good, "--rounds", "10", "--out", file}, "file"},
      {{good, "--rounds", "10", "--plot", file + "/x.svg"}, "x.svg"},
      {{good, "--nonsense"}, "nonsense"}};
  for (const auto& [words, message] : cases) {
    const ProgramResult result = Explore(words);
    EXPECT_EQ(result.status, 2) << message << result.err;
    EXPECT_THAT(result.err, HasSubstr(message));
  }
  EXPECT_EQ(ReadText(file), "kept");
  // A folder that is no variant of this tool stays as it is.
  fs::create_directory(scratch_ / "other");
  scratch_.Write("other/variant.json", "{\"mine\": true}");
  const ProgramResult result =
      Explore({good, "--rounds", "10", "--out", (scratch_ / "other").string()});
  EXPECT_EQ(result.status, 2) << result.err;
  EXPECT_THAT(result.err, HasSubstr("architecture.json"));
  EXPECT_THAT(ReadText(scratch_ / "other/variant.json"), HasSubstr("mine"));
}

TEST_F(KummerCommandTest, WrongVectorFiles) {
  json record =
      ReadJson(Vectors("kummer_vectors_generic.json")).at("ladder").at(0);
  const auto with = [&](const char* key, const json& value) {
    json changed = record;
    changed[key] = value;
    return json{{"vectors", json::array({changed})}};
  };
  const auto without = [&](const char* key) {
    json changed = record;
    changed.erase(key);
    return json{{"vectors", json::array({changed})}};
  };
  const std::string too_long(35, 'f');
  const std::vector<std::pair<json, std::string>> cases = {
      {json(5), "vectors.json"},
      {{{"vectors", 5}}, "vectors.json"},
      {{{"vectors", json::array({5})}}, "vectors[0]"},
      {without("p"), "vectors[0].p: is missing"},
      {with("p", 7), "vectors[0].p: is no text"},
      {with("p", "xyz"), "vectors[0].p"},
      {with("p", "10"), "P is even"},
      {with("p", "0"), "P is even, below 3"},
      {with("p", std::string(34, 'f')), "above 134 bits"},
      {with("mu", {"1", "2"}), "vectors[0].mu: is no list of 4"},
      {with("eps", "1"), "vectors[0].eps: is no list of 4"},
      {with("base_wrapped", {"1", "2", 3}), "vectors[0].base_wrapped"},
      {with("base_wrapped", {"1", "2", too_long}), "more than 136 bits"},
      {with("m", "256"), "vectors[0].m: is no number"},
      {with("m", -1), "vectors[0].m: is no number"},
      {with("m", 1.5), "vectors[0].m: is no number"},
      {with("m", 0), "vectors[0].m: is no number"},
      {with("m", 18446744073709551615u), "vectors[0].m: is no number"},
      {with("k", "-1"), "vectors[0].k"},
      {with("tag", 5), "vectors[0].tag: is no text"},
      {without("V1_projective"), "vectors[0].V1_projective: is missing"},
      {with("V1_projective", {"1", "2", "3", "4"}), "golden"}};
  for (const auto& [document, message] : cases) {
    const VerifyResult result = Verify(
        scratch_,
        {"kummer/a5/w136", "--vectors", Write("vectors.json", document)});
    EXPECT_EQ(result.status, 2) << document << result.err;
    EXPECT_THAT(result.err, HasSubstr(message)) << document;
  }
}

TEST_F(KummerCommandTest, WrongOperands) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{}, "--k"},
      {{"--k", "5", "--p", "0x10"}, "P is even"},
      {{"--k", "5", "--p", "1"}, "below 3"},
      {{"--k", "5", "--p", "0x4" + std::string(33, '1')}, "above 134 bits"},
      {{"--k", "-5"}, "--k"},
      {{"--k", "0x1" + std::string(64, '0')}, "more than 256 bits"},
      {{"--k", "5", "--w1", "0x1" + std::string(34, '0')}, "136 bits"},
      {{"--k", "5", "--curve", "B-233"}, "is no surface"},
      {{"--k", "5", "--w4", "1"}, "w4"}};
  for (const auto& [operands, message] : cases) {
    std::vector<std::string> words = {"run", "kummer/a5/w136"};
    words.insert(words.end(), operands.begin(), operands.end());
    const ProgramResult result = Curvebench(scratch_, words);
    EXPECT_EQ(result.status, 2) << message << result.err;
    EXPECT_THAT(result.err, HasSubstr(message));
  }
}

}  // namespace
}  // namespace curvebench::tests
