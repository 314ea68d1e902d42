// SPDX-License-Identifier: Apache-2.0
// The exploration of Kummer accelerators: instructions, scheduler and model;
// the programs in rtl/kummer are what their descriptions give; their cycles
// beside the published ones; the multiplier takes three products at a time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "bench/command.h"
#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/number.h"
#include "explore/kummer_machine.h"
#include "explore/kummer_schedule.h"
#include "golden/digitmm.h"
#include "tests/scratch.h"

namespace curvebench::kummer {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

const fs::path kRoot = CURVEBENCH_SOURCE_DIR;
const char* const kVariants[] = {"a1", "a2", "a3", "a4", "a5"};

std::vector<Architecture> Described(const std::string& variant) {
  const fs::path file = kRoot / "rtl/kummer" / variant / "architecture.json";
  return ReadArchitectures(file.string(), ReadJson(file));
}

TEST(KummerProgram, WordsSurviveEncoding) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    Instruction word;
    word.opcode = static_cast<Opcode>(random() % 6);
    word.unit = static_cast<int>(random() % 8);
    word.mode = static_cast<int>(random() % 4);
    word.a = static_cast<int>(random() % 512);
    word.b = static_cast<int>(random() % 512);
    word.imm = static_cast<int>(random() % 512);
    const uint64_t code = Encode(word);
    EXPECT_LT(code, uint64_t{1} << 36);
    EXPECT_EQ(Decode(code), word);
  }
}

// 19 M + 12 S + 32 additions, and one more product where both clusters of two
// run the same instructions.
TEST(KummerProgram, StepHasTheOperationsOfTheLadder) {
  for (const char* variant : kVariants) {
    const Architecture a = Described(variant)[0];
    int products = 0, sums = 0;
    for (const Operation& op : MakeSegments(a).step) {
      products += op.unit == kMult;
      sums += op.unit == kAddSub;
    }
    EXPECT_EQ(products, a.clusters == 1 ? 31 : 16) << variant;
    EXPECT_EQ(sums, a.clusters == 1 ? 32 : 16) << variant;
  }
}

TEST(KummerSchedule, ArrayIsSharedByRounds) {
  EXPECT_TRUE(ArrayConflict(0));
  EXPECT_TRUE(ArrayConflict(3));
  EXPECT_FALSE(ArrayConflict(4));
  EXPECT_FALSE(ArrayConflict(8));
  EXPECT_TRUE(ArrayConflict(9));
  EXPECT_TRUE(ArrayConflict(-36));
  EXPECT_TRUE(ArrayConflict(39));
  EXPECT_FALSE(ArrayConflict(40));
  EXPECT_FALSE(ArrayConflict(48));
}

TEST(KummerSchedule, AnyLatencyGivesARightProgram) {
  const golden::KummerStandard standard = golden::GaudrySchost();
  for (const auto& [addsub, mult, cswap] :
       {std::array{3, 11, 0}, std::array{0, 350, 0},
        std::array{490, 440, 490}}) {
    for (const char* variant : kVariants) {
      for (Architecture a : Described(variant)) {
        a.latency.addsub += addsub;
        a.latency.mult += mult;
        a.latency.cswap += cswap;
        const Program program = MakeProgram(a, {10, 7});
        Machine machine(a, program);
        EXPECT_EQ(machine.SetUp(standard.surface).cycles,
                  static_cast<uint64_t>(program.setup_cycles));
        const MachineRun run = machine.Run(0x2b, 7, standard.base);
        EXPECT_EQ(run.result, standard.surface.Ladder(0x2b, standard.base, 7));
        EXPECT_EQ(run.cycles, static_cast<uint64_t>(program.step_cycles * 7 +
                                                    program.fixed_cycles));
      }
    }
  }
}

TEST(KummerSchedule, ModelFindsAnEarlyFetch) {
  const golden::KummerStandard standard = golden::GaudrySchost();
  Architecture a = Described("a1")[0];
  // The model knows the RTL's latency, whatever the scheduler was told.
  a.latency.mult -= 1;
  const Program program = MakeProgram(a, {10, 1});
  Machine machine(a, program);
  EXPECT_THROW(machine.SetUp(standard.surface), std::logic_error);
}

// What no test with operands can show for certain: a product with an operand
// that was loaded needs R^2 below P, and as the other factor.
TEST(KummerSchedule, ModelFindsAnOperandThatMayBeTooLarge) {
  const golden::KummerStandard standard = golden::GaudrySchost();
  const Architecture a = Described("a1")[0];
  const Program good = MakeProgram(a, {10, 1});
  const auto message = [&](const Program& program) -> std::string {
    Machine machine(a, program);
    try {
      machine.SetUp(standard.surface);
      machine.Run(5, 4, standard.base);
    } catch (const std::logic_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message(good), "");
  Program swapped = good, not_reduced = good;
  for (Instruction& i : swapped.code) {
    if (i.opcode == Opcode::kRead && i.unit == kMult && i.b == kMu) {
      std::swap(i.a, i.b);
    }
  }
  EXPECT_THAT(message(swapped), HasSubstr("factor a may not leave room"));
  for (int at = 0; at < kRunEntry; ++at) {
    Instruction& i = not_reduced.code[static_cast<size_t>(at)];
    if (i.opcode == Opcode::kRead && i.mode == kReduce) i.mode = kAdd;
  }
  EXPECT_THAT(message(not_reduced), HasSubstr("may not be below 2P"));
}

TEST(KummerProgram, BaseOffTheSurfaceIsAnErrorWhereItIsChecked) {
  const golden::KummerStandard standard = golden::GaudrySchost();
  for (const char* swap : {"v2", "v3"}) {
    const json description = {
        {"name", "checked"},
        {"clusters", swap == std::string("v2") ? 1 : 2},
        {"units_per_cluster", {{"addsub", 1}, {"mult", 1}}},
        {"swap", swap},
        {"w", {34}},
        {"on_surface", true}};
    const Architecture a = ReadArchitectures("my.json", description)[0];
    const Program program = MakeProgram(a, {10, 1});
    Machine machine(a, program);
    machine.SetUp(standard.surface);
    const MachineRun good = machine.Run(0x2b, 7, standard.base);
    EXPECT_FALSE(good.error);
    EXPECT_EQ(good.result, standard.surface.Ladder(0x2b, standard.base, 7));
    EXPECT_FALSE(machine.Run(1, 7, standard.twist_base).error);
    for (size_t j = 0; j < 3; ++j) {
      golden::KummerWrapped beside = standard.base;
      beside[j] += 1;
      const MachineRun run = machine.Run(0x2b, 7, beside);
      EXPECT_TRUE(run.error) << swap;
      EXPECT_EQ(run.cycles, good.cycles);
    }
  }
}

TEST(KummerSchedule, DescriptionsAreChecked) {
  const auto message = [](const std::string& text) -> std::string {
    try {
      ReadArchitectures("my.json", json::parse(text));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(message("[]"), HasSubstr("my.json: is no architecture"));
  EXPECT_THAT(message(R"({"names": 1})"), HasSubstr("names: unknown key"));
  const std::string good =
      R"("name": "x", "units_per_cluster": {"addsub": 1, "mult": 1})";
  EXPECT_THAT(message("{" + good + R"(, "clusters": 3})"),
              HasSubstr("clusters: 3 is out of range"));
  EXPECT_THAT(message("{" + good + R"(, "clusters": 1, "swap": "v3"})"),
              HasSubstr("'v3' does not exist for 1 cluster(s)"));
  EXPECT_THAT(
      message("{" + good + R"(, "clusters": 1, "swap": "v1", "w": [35]})"),
      HasSubstr("35 is no width of the memory"));
  EXPECT_THAT(message("{" + good + R"(, "clusters": 1, "swap": "v1",
                      "w": [34], "latency": {"mult": 20}})"),
              HasSubstr("latency.mult: 20 is out of range"));
}

// No program is written by hand: each file is what the tool gives.
TEST(KummerVariants, ProgramsComeFromTheirDescriptions) {
  for (const auto& entry : fs::directory_iterator(kRoot / "rtl/kummer")) {
    const std::string variant = entry.path().filename();
    if (variant == "common") continue;
    for (const Architecture& a : Described(variant)) {
      const fs::path file = kRoot / "rtl/kummer" / variant /
                            ("program_w" + std::to_string(a.w) + ".hex");
      EXPECT_EQ(ReadText(file), HexText(MakeProgram(a, {})))
          << "write it again: build/curvebench explore kummer rtl/kummer/"
          << variant << "/architecture.json --out rtl/kummer/" << variant;
    }
  }
}

TEST(KummerVariants, StepsBesideThePublishedOnes) {
  const json published =
      ReadJson(kRoot / "golden/published/kummer.json")["rows"];
  std::map<std::string, int> step;
  int lower = 0, compared = 0;
  for (const char* variant : kVariants) {
    std::map<std::string, int> cycles;
    const fs::path folder = kRoot / "rtl/kummer" / variant;
    const json manifest = ReadJson(folder / "variant.json");
    for (const json& c : manifest["configurations"]) {
      cycles[c["name"]] = c["cycles"];
    }
    for (const int w : {34, 68, 136}) {
      const std::string name = "w" + std::to_string(w);
      const int rest = cycles.at(name) - cycles.at(name + "_m128");
      ASSERT_EQ(rest % 128, 0);
      const std::string id = variant + ("_" + name);
      step[id] = rest / 128;
      if (!published.contains(id + "_v5")) continue;
      const int theirs = published[id + "_v5"]["cycles"].get<int>() / 256;
      EXPECT_LE(step[id], 1.05 * theirs) << id;
      lower += step[id] < theirs;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 12);
  EXPECT_GE(lower, 8);
  EXPECT_LT(step["a5_w34"], step["a4_w34"]);
}

// Products begin every 4 cycles, three in each 48: the array works in every
// cycle from the first to the last, and each product is right.
TEST(KummerHtmm, ThreeProductsInFlightLeaveNoBubble) {
  constexpr int kProducts = 30;
  std::mt19937_64 random(3);
  const auto number = [&random](unsigned bits) {
    mpz_class value = 0;
    for (unsigned i = 0; i < bits; i += 32) {
      value = (value << 32) + static_cast<uint32_t>(random());
    }
    return mpz_class(value & ((mpz_class(1) << bits) - 1));
  };
  const mpz_class p = number(134) | (mpz_class(1) << 133) | 1;
  mpz_class inverse;
  const mpz_class word = mpz_class(1) << 34;
  mpz_invert(inverse.get_mpz_t(), p.get_mpz_t(), word.get_mpz_t());
  std::string events;
  for (int n = 0; n < kProducts; ++n) {
    mpz_class a = number(136) % (2 * p), b = number(136) % (2 * p);
    if (n == 4) a = b = 2 * p - 1;
    if (n == 7) a = 0;
    if (n == 8) b = p;
    const int start = 48 * (n / 3) + 4 * (n % 3);
    const std::string thread = std::to_string(n % 3);
    events += "      if (t == " + std::to_string(start) +
              ") begin we = 1; thread = " + thread + "; a = 136'h" +
              a.get_str(16) + "; b = 136'h" + b.get_str(16) + "; end\n";
    events += "      if (t == " + std::to_string(start + 60) +
              ") begin from = " + thread + "; #1 if (out !== 136'h" +
              golden::MontgomeryQuotient(a, b, p, 136).get_str(16) +
              ") $display(\"wrong " + std::to_string(n) + "\"); end\n";
  }
  const tests::Scratch scratch;
  const std::string bench =
      "module bench;\n  reg clk = 0, rst = 1, we = 0;\n"
      "  reg [1:0] thread = 0, from = 0;\n  reg [135:0] a = 0, b = 0;\n"
      "  wire [135:0] out;\n"
      "  integer t, first = -1, last = -1, busy = 0, clash = 0;\n"
      "  kummer_htmm #(.W(136)) dut (.clk(clk), .rst(rst), .in_we(we), "
      ".in_thread(thread), .in_beat(2'd0), .in_a(a), .in_b(b), .p(136'h" +
      p.get_str(16) + "), .p_inv(34'h" + mpz_class(word - inverse).get_str(16) +
      "), .out_thread(from), .out_beat(2'd0), .out(out));\n"
      "  initial begin\n    #1 clk = 1; #1 clk = 0; rst = 0;\n"
      "    for (t = 0; t < 600; t = t + 1) begin\n      we = 0;\n" +
      events +
      "      if (|dut.active) begin busy = busy + 1; last = t;\n"
      "        if (first < 0) first = t; end\n"
      "      if (^dut.active === 1'b0 && |dut.active) clash = clash + 1;\n"
      "      #1 clk = 1; #1 clk = 0;\n    end\n"
      "    $display(\"busy %0d span %0d clash %0d\", busy, last - first + 1, "
      "clash);\n    $finish;\n  end\nendmodule\n";
  WriteText(scratch.path() / "bench.v", bench);
  std::vector<std::string> words = {"iverilog",
                                    "-g2005",
                                    "-s",
                                    "bench",
                                    "-o",
                                    (scratch.path() / "bench.vvp").string(),
                                    (scratch.path() / "bench.v").string()};
  for (const char* module :
       {"htmm", "mul34", "mullow34", "operand", "result", "delay4"}) {
    words.push_back(
        (kRoot / "rtl/kummer/common" / (std::string("kummer_") + module + ".v"))
            .string());
  }
  const CommandResult compiled = RunCommand(words);
  ASSERT_EQ(compiled.status, 0) << compiled.output;
  const CommandResult run =
      RunCommand({"vvp", "-n", (scratch.path() / "bench.vvp").string()});
  EXPECT_THAT(run.output, HasSubstr("busy 480 span 480 clash 0"));
  EXPECT_THAT(run.output, testing::Not(HasSubstr("wrong")));
}

}  // namespace
}  // namespace curvebench::kummer
