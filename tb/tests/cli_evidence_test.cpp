// SPDX-License-Identifier: Apache-2.0
// mutate, coverage and prove through the command line, with their controls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "bench/json_file.h"
#include "tests/program.h"
#include "tests/rtl_copy.h"

namespace curvebench::tests {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// ------------------------------------------------------------------- mutate

TEST(Mutate, EveryMutantIsKilledProvenOrShown) {
  Scratch scratch;
  const RtlCopy copy(scratch / "rtl", "gf2m/mul", {"d2_m5"});
  const ProgramResult result =
      Curvebench(scratch, {"mutate", copy.name(), "--mutants", "60", "--format",
                           "json", "--quiet"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json score = json::parse(result.out).at(copy.name() + "/d2_m5");
  EXPECT_EQ(score.at("mutants"), 60);
  EXPECT_EQ(score.at("killed").get<int>() + score.at("equivalent").get<int>() +
                score.at("survived").get<int>(),
            60);
  EXPECT_GE(score.at("score"), 0.99);
  EXPECT_EQ(score.at("survivors").size(), score.at("survived"));
  // Most fall to the vectors, some to rules of the port.
  EXPECT_GT(score.at("killed_by").size(), 2u);
}

// Nothing but 0 * 0 = 0 shows too little: what lives must be shown with its
// line, and none of it may be proven equivalent that the whole regression
// kills.
TEST(Mutate, WeakTestsLeaveSurvivorsWithTheirLines) {
  Scratch scratch;
  const RtlCopy copy(scratch / "rtl", "gf2m/mul", {"d2_m5"});
  scratch.Write("one.json",
                R"([{"op": "mul", "m": 5, "a": "0", "b": "0", "r": "0"}])");
  const ProgramResult weak = Curvebench(
      scratch, {"mutate", copy.name(), "--mutants", "60", "--vectors",
                (scratch / "one.json").string(), "--format", "json"});
  EXPECT_EQ(weak.status, 1) << weak.err;
  const json score = json::parse(weak.out).at(copy.name() + "/d2_m5");
  ASSERT_GT(score.at("survived"), 5);
  EXPECT_LT(score.at("score"), 0.98);
  for (const json& mutant : score.at("survivors")) {
    EXPECT_THAT(mutant.at("source").get<std::string>(), HasSubstr(".v:"));
    EXPECT_THAT(mutant.at("proof").get<std::string>(), HasSubstr("differs"));
  }
  EXPECT_THAT(weak.err, HasSubstr("survivor: "));
  // Vectors of a file are no evidence of the configuration's own tests.
  const auto file = ProjectPaths().build / "evidence.json";
  if (std::filesystem::exists(file)) {
    EXPECT_THAT(ReadText(file), Not(HasSubstr(copy.name())));
  }
  const RtlCopy other(scratch / "other", "gf2m/mul", {"d2_m5"});
  const ProgramResult whole = Curvebench(
      scratch, {"mutate", other.name(), "--mutants", "60", "--format", "json"});
  const json all = json::parse(whole.out).at(other.name() + "/d2_m5");
  std::set<int> alive;
  for (const char* kind : {"survivors", "proven"}) {
    for (const json& mutant : all.at(kind))
      alive.insert(mutant.at("number").get<int>());
  }
  EXPECT_GE(score.at("equivalent"), 1);
  for (const json& mutant : score.at("proven")) {
    EXPECT_TRUE(alive.count(mutant.at("number").get<int>())) << mutant;
  }
}

TEST(Mutate, RtlThatFailsByItselfIsRefused) {
  Scratch scratch;
  const RtlCopy copy(scratch / "rtl", "gf2m/mul", {"d2_m5"});
  copy.Replace("gf2m/common/gf2m_reduce.v", "(M == 5) ? 2", "(M == 5) ? 3");
  const ProgramResult result =
      Curvebench(scratch, {"mutate", copy.name(), "--mutants", "5"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("fails without a mutant"));
}

TEST(Mutate, BadOptionsAreRefused) {
  Scratch scratch;
  const ProgramResult result =
      Curvebench(scratch, {"mutate", "gf2m/mul/d2_m5", "--mutants", "0"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("--mutants"));
}

// -------------------------------------------------------------------- prove

json Proof(const ProgramResult& result, const std::string& id) {
  return json::parse(result.out).at("configurations").at(id);
}

TEST(Prove, LadderIsProvedBothWays) {
  Scratch scratch;
  const ProgramResult result =
      Curvebench(scratch, {"prove", "gf2m/digit/d8_m5", "--only", "time",
                           "--both", "--seconds", "500", "--format", "json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json proof = Proof(result, "gf2m/digit/d8_m5");
  EXPECT_EQ(proof.at("constant_time"), "proved");
  EXPECT_EQ(proof.at("structure").at("answer"), "clean");
  EXPECT_EQ(proof.at("self_composition").at("answer"), "proved");
  // Which row takes a sum is for the key's bits to say.
  EXPECT_EQ(proof.at("addresses"), "secret");
  EXPECT_THAT(proof.at("structure").at("secret_addresses"),
              Contains("enable of core.rows.x1_q"));
  EXPECT_GT(proof.at("structure").at("secret_registers"), 0);
}

// A program in the memory of the operands, and a secret that must not be 0: the
// joined states of all cycles would call everything secret.
TEST(Prove, ProgramsAreFollowedCycleByCycle) {
  Scratch scratch;
  for (const std::string id :
       {"gf2m/compact/block_m5", "gf2m/blinded/block_m5"}) {
    const ProgramResult result = Curvebench(
        scratch, {"prove", id, "--only", "time", "--format", "json"});
    EXPECT_EQ(result.status, 0) << result.err;
    const json proof = Proof(result, id);
    EXPECT_EQ(proof.at("constant_time"), "proved") << id;
    EXPECT_EQ(proof.at("method"), "structure by cycle") << id;
    EXPECT_GT(proof.at("structure").at("cycles"), 500) << id;
    EXPECT_EQ(proof.at("addresses"), "secret") << id;
  }
}

// The same program with a pass that a digit of the key makes shorter (m = 5 has
// one digit in each third: nothing to be shortened).
TEST(Prove, EarlyEndOfAPassIsNoConstantTime) {
  Scratch scratch;
  const RtlCopy copy(scratch / "rtl", "gf2m/compact", {"block_m7"});
  copy.Replace("gf2m_compact_core.v",
               "(feed ? n_end : third_q[1] & last_digit)",
               "(feed ? n_end : third_q[1] & (last_digit | key_bit))");
  const ProgramResult result =
      Curvebench(scratch, {"prove", copy.name(), "--only", "time", "--seconds",
                           "5", "--format", "json"});
  const json proof = Proof(result, copy.name() + "/block_m7");
  EXPECT_NE(proof.at("constant_time"), "proved");
  EXPECT_EQ(proof.at("structure").at("answer"), "reached");
}

// The control: an exit from the ladder on a key bit is seen in each way.
TEST(Prove, EarlyExitOnAKeyBitIsCaughtThreeTimes) {
  Scratch scratch;
  RtlCopy copy(scratch / "rtl", "gf2m/digit", {"d8_m5"});
  copy.Replace("gf2m/common/gf2m_program.v",
               "      LADDER_END: if (~none_left) pc_next = LADDER;",
               "      SETUP_END: if (key_bit) pc_next = FINISH;\n"
               "      LADDER_END: if (~none_left) pc_next = LADDER;");
  copy.manifest()["configurations"][0]["cycles"] = nullptr;
  copy.WriteManifest();
  const std::string id = copy.name() + "/d8_m5";
  const ProgramResult result = Curvebench(
      scratch, {"prove", copy.name(), "--only", "time", "--format", "json"});
  EXPECT_EQ(result.status, 1) << result.err;
  const json proof = Proof(result, id);
  EXPECT_EQ(proof.at("constant_time"), "no");
  EXPECT_EQ(proof.at("structure").at("answer"), "reached");
  EXPECT_THAT(proof.at("structure").at("reached"), Contains("done"));
  EXPECT_EQ(proof.at("self_composition").at("answer"), "refuted");
  EXPECT_GT(proof.at("self_composition").at("depth"), 16);

  const VerifyResult measured =
      Verify(scratch, {copy.name(), "--test", "Vectors"});
  EXPECT_EQ(measured.status, 1);
  EXPECT_EQ(measured.Row("d8_m5").at("constant_time"), "no");
  EXPECT_THAT(measured.FailureText(), HasSubstr("time depends on operands"));
}

// A load that is refused while busy, and a key bit, delay the end: undisturbed
// runs all take the same time.
TEST(Prove, RefusedLoadsBelongToTheRun) {
  Scratch scratch;
  const RtlCopy copy(scratch / "rtl", "gf2m/digit", {"d8_m5"});
  copy.Replace("gf2m/common/gf2m_program.v",
               "      LADDER_END: if (~none_left) pc_next = LADDER;",
               "      SETUP_END: if (key_bit & lk) pc_next = SETUP_END;\n"
               "      LADDER_END: if (~none_left) pc_next = LADDER;");
  copy.Replace("gf2m/common/gf2m_program.v", "    input  wire          clk,",
               "    input  wire          lk,\n    input  wire          clk,");
  copy.Replace("gf2m_digit_core.v", "    input  wire         clk,",
               "    input  wire         lk,\n    input  wire         clk,");
  copy.Replace("gf2m_digit_core.v", " control (", " control (.lk(lk),");
  copy.Replace("gf2m_digit.v", ") core (", ") core (.lk(lk),");
  const ProgramResult result =
      Curvebench(scratch, {"prove", copy.name(), "--only", "time", "--seconds",
                           "20", "--format", "json"});
  const json proof = Proof(result, copy.name() + "/d8_m5");
  EXPECT_NE(proof.at("constant_time"), "proved");
  EXPECT_THAT(proof.at("structure").at("reached"), Contains("done"));
}

TEST(Prove, PortRulesFindABrokenPort) {
  Scratch scratch;
  const RtlCopy good(scratch / "good", "gf2m/mul", {"d2_m5"});
  const ProgramResult kept = Curvebench(
      scratch, {"prove", good.name(), "--only", "port", "--format", "json"});
  EXPECT_EQ(kept.status, 0) << kept.err;
  EXPECT_NE(Proof(kept, good.name() + "/d2_m5").at("port_rules").at("answer"),
            "refuted");
  const RtlCopy bad(scratch / "bad", "gf2m/mul", {"d2_m5"});
  bad.Replace("common/byte_port.v", "~past & done_q &", "~past &");
  const ProgramResult broken = Curvebench(
      scratch, {"prove", bad.name(), "--only", "port", "--format", "json"});
  EXPECT_EQ(broken.status, 1) << broken.err;
  EXPECT_EQ(Proof(broken, bad.name() + "/d2_m5").at("port_rules").at("answer"),
            "refuted");
}

TEST(Prove, UnknownKindsAreRefused) {
  Scratch scratch;
  const ProgramResult result =
      Curvebench(scratch, {"prove", "gf2m/mul/d2_m5", "--only", "area"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("--only"));
}

// ----------------------------------------------------------------- coverage

TEST(Coverage, TableAndPageShowEveryModule) {
  Scratch scratch;
  const RtlCopy copy(scratch / "rtl", "gf2m/mul", {"d2_m5"});
  const ProgramResult result = Curvebench(
      scratch, {"coverage", copy.name(), "--output",
                (scratch / "page.html").string(), "--format", "json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json summary = json::parse(result.out);
  EXPECT_EQ(summary.at("line").at("percent"), 100);
  EXPECT_GE(summary.at("toggle").at("percent"), 98);
  EXPECT_EQ(summary.at("functional").at("percent"), 100);
  EXPECT_TRUE(summary.at("modules").contains("byte_port"));
  const std::string page = ReadText(scratch / "page.html");
  EXPECT_THAT(page, HasSubstr("byte_port"));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, Not(HasSubstr("href=")));
  // Functions that run at elaboration only, and tables of constants.
  EXPECT_THAT(page, HasSubstr("runs at elaboration only"));
  EXPECT_THAT(page, HasSubstr("one value in every reachable state"));
}

// The instructions of a ladder are the lines of a function that runs.
TEST(Coverage, LinesOfFunctionsThatRunAreCounted) {
  Scratch scratch;
  const ProgramResult result = Curvebench(
      scratch, {"coverage", "gf2m/serial/m5", "--output",
                (scratch / "page.html").string(), "--format", "json"});
  const json program =
      json::parse(result.out).at("modules").at("gf2m_program").at("line");
  // At m = 5 the program has no step for the ones in m - 1, a few lines of 87.
  EXPECT_EQ(program.at("counted"), 87) << result.err;
  EXPECT_GE(program.at("covered"), 80) << result.err;
}

// A line that nothing executes, a bit that nothing sets and one that is set and
// never cleared are seen; registers of any contents at the start hide nothing.
TEST(Coverage, WhatIsNotReachedIsSeen) {
  Scratch scratch;
  const RtlCopy copy(scratch / "rtl", "gf2m/mul", {"d2_m5"});
  copy.Replace("common/byte_port.v", "  reg          late_q; ",
               "  reg never_q;\n  reg once_q;\n  reg          late_q; ");
  copy.Replace("common/byte_port.v", "    // Loads\n",
               "    // Loads\n"
               "    never_q <= rst & ld & lk & start & data & (din == 8'ha5) &"
               " (dout == 8'h1b);\n"
               "    if (never_q) once_q <= 1'b0;\n"
               "    else if (start) once_q <= 1'b1;\n");
  const ProgramResult result = Curvebench(
      scratch, {"coverage", copy.name(), "--output",
                (scratch / "page.html").string(), "--format", "json"});
  EXPECT_EQ(result.status, 1) << result.err;
  const json summary = json::parse(result.out);
  EXPECT_LT(summary.at("line").at("percent"), 100);
  const std::string missed = summary.at("missed").dump();
  EXPECT_THAT(missed, HasSubstr("toggle never_q"));
  EXPECT_THAT(missed, HasSubstr("toggle once_q"));
  EXPECT_THAT(missed, HasSubstr("byte_port.v:176 line"));
}

}  // namespace
}  // namespace curvebench::tests
