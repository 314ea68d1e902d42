// SPDX-License-Identifier: Apache-2.0
// Models: random initial contents are random, waves change nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/model.h"
#include "bench/model_builder.h"
#include "bench/port_driver.h"
#include "bench/port_model.h"
#include "bench/seed.h"
#include "families/gf2m.h"
#include "tests/rtl_copy.h"
#include "tests/scratch.h"

namespace curvebench::tests {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

// 16 bytes that no reset touches, shown by address; done shows one more bit.
constexpr char kCanary[] = R"(
  reg [127:0] contents_q;
  reg         bit_q;
  always @(posedge clk) begin
    if (ld) contents_q <= {contents_q[119:0], din};
    if (lk) bit_q <= din[0];
  end
  always @* begin
    dout = contents_q[8*addr+:8];
    done = bit_q;
  end
  wire unused = &{1'b0, rst, start, data};
)";

class CanaryTest : public testing::Test {
 protected:
  static constexpr int kRounds = 32;

  CanaryTest() {
    WriteTinyVariant(scratch_ / "canary", kCanary);
    configuration_ = ReadManifest(scratch_ / "canary", ProjectPaths()).at(0);
    const Interface port = Gf2mFamily().Describe(configuration_);
    library_ = std::make_unique<ModelLibrary>(
        ModelBuilder(ProjectPaths())
            .Build(configuration_, port, Flavour::kFast)
            .library);
  }

  /// All 16 bytes and the bit, as they are after reset.
  std::string Contents(uint64_t seed, bool randomize = true) {
    const auto model = library_->Create(seed, randomize);
    model->pins.rst = 1;
    model->Tick();
    model->pins.rst = 0;
    std::string text;
    for (uint32_t address = 0; address < 16; ++address) {
      model->pins.addr = address;
      model->Tick();
      text += static_cast<char>(model->pins.sampled_dout);
    }
    return text + (model->pins.done ? "1" : "0");
  }

  Scratch scratch_;
  Configuration configuration_;
  std::unique_ptr<ModelLibrary> library_;
};

TEST_F(CanaryTest, DamagedLibraryIsMadeAnew) {
  Paths paths = ProjectPaths();
  const auto build = [&] {
    return ModelBuilder(paths).Build(
        configuration_, Gf2mFamily().Describe(configuration_), Flavour::kFast);
  };
  const fs::path library = build().library;
  library_.reset();
  const std::string whole = ReadText(library);
  testing::internal::CaptureStderr();
  for (const std::string& left :
       {std::string(), whole.substr(0, whole.size() / 2),
        std::string(whole.size(), 'x')}) {
    WriteText(library, left);
    EXPECT_FALSE(build().cached);
    EXPECT_TRUE(build().cached);
  }
  fs::remove(library);
  EXPECT_FALSE(build().cached);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("damaged"));
  EXPECT_NO_THROW(ModelLibrary{library});
}

TEST_F(CanaryTest, InitialContentsAreRandom) {
  std::set<std::string> seen;
  int ones = 0, done = 0;
  for (uint64_t seed = 1; seed <= kRounds; ++seed) {
    // As the harness does it: neighbouring seeds of the tool are alike.
    const std::string text = Contents(MixSeed(seed, "canary"));
    seen.insert(text);
    for (size_t i = 0; i < 16; ++i) {
      ones += std::popcount(static_cast<unsigned char>(text[i]));
    }
    done += text.back() == '1';
  }
  EXPECT_EQ(seen.size(), static_cast<size_t>(kRounds))
      << "seeds share contents";
  // 4096 bits: seven standard deviations around one half.
  EXPECT_NEAR(ones, 2048, 7 * 32);
  EXPECT_GT(done, 4);
  EXPECT_LT(done, kRounds - 4);
}

TEST_F(CanaryTest, OneSeedRepeats) {
  EXPECT_EQ(Contents(77), Contents(77));
  const std::string first = Contents(78);
  Contents(79);
  EXPECT_EQ(Contents(78), first) << "other models between change nothing";
}

TEST_F(CanaryTest, AllSixtyFourBitsOfTheSeedCount) {
  const std::string base = Contents(1);
  for (int bit = 1; bit < 64; ++bit) {
    EXPECT_NE(Contents(1 | (uint64_t{1} << bit)), base) << "bit " << bit;
  }
}

TEST_F(CanaryTest, WithoutRandomContentsAllIsZero) {
  EXPECT_EQ(Contents(5, false), std::string(16, '\0') + "0");
}

TEST_F(CanaryTest, TwoModelsLiveBesideEachOther) {
  const auto a = library_->Create(1), b = library_->Create(2);
  a->pins.ld = 1;
  a->pins.din = 0x5a;
  a->Tick();
  const uint8_t before = b->pins.sampled_dout;
  b->Tick();
  a->pins.ld = 0;
  a->Tick();
  EXPECT_EQ(a->pins.dout, 0x5a);
  EXPECT_EQ(a->edges(), 2u);
  EXPECT_EQ(b->edges(), 1u);
  (void)before;
}

TEST_F(CanaryTest, FastModelsHaveNoWavesAndNoNames) {
  const auto model = library_->Create(1);
  EXPECT_THROW(model->OpenWave(scratch_ / "wave.fst"), std::logic_error);
  EXPECT_THROW(model->Visit([](const auto&...) {}), std::logic_error);
}

// Two outputs and the state of every edge, of a model with and without a wave.
TEST(WaveTest, RunsAreTheSameWithAndWithoutAWave) {
  Scratch scratch;
  const Gf2mFamily family;
  const auto all = ReadManifest(Root() / "rtl/gf2m/mul", ProjectPaths());
  const auto found =
      std::find_if(all.begin(), all.end(),
                   [](const Configuration& c) { return c.name == "d2_m5"; });
  ASSERT_NE(found, all.end());
  const Interface port = family.Describe(*found);
  const std::vector<Vector> vectors = family.Stimulus(*found, 1, 0);
  std::vector<const Vector*> known = {&vectors[100], &vectors[500],
                                      &vectors[1000]};
  const ModelBuilder builder(ProjectPaths());
  const ModelLibrary fast(builder.Build(*found, port, Flavour::kFast).library);
  const ModelLibrary debug(
      builder.Build(*found, port, Flavour::kDebug).library);
  const auto run = [&](Model* model) {
    PortDriver(model, port, 0).Reset();
    PortModel contract(*found, family, port, known, *found->cycles);
    TrafficGenerator traffic(port, known, *found->cycles, 9);
    std::string outputs;
    int done = 0;
    for (int edge = 0; edge < 5000; ++edge) {
      traffic.Next(contract, &model->pins);
      contract.Tick(model->pins);
      model->Tick();
      outputs += static_cast<char>(model->pins.sampled_dout);
      outputs += model->pins.done ? '1' : '0';
      done += model->pins.done;
    }
    EXPECT_GT(done, 100);
    return outputs;
  };
  const std::string plain = run(fast.Create(3).get());
  EXPECT_EQ(run(debug.Create(3).get()), plain) << "the debug model differs";
  const auto waved = debug.Create(3);
  waved->OpenWave(scratch / "run.fst");
  EXPECT_EQ(run(waved.get()), plain) << "the wave changes the run";
  waved->CloseWave();
  EXPECT_GT(fs::file_size(scratch / "run.fst"), 1000u);
}

TEST(ModelBuilderTest, BuildsOnceAndKnowsWhatChanged) {
  Scratch scratch;
  const Paths paths = ProjectPaths();
  RtlCopy copy(scratch / "rtl", "gf2m/mul", {"d2_m5"});
  const auto read = [&] { return ReadManifest(copy.folder(), paths).at(0); };
  const Interface port = Gf2mFamily().Describe(read());
  const ModelBuilder builder(paths);
  const BuiltModel first = builder.Build(read(), port, Flavour::kFast);
  const BuiltModel again = builder.Build(read(), port, Flavour::kFast);
  EXPECT_TRUE(again.cached);
  EXPECT_EQ(again.library, first.library);
  Configuration other = read();
  other.parameters["D"] = 3;
  const auto hash_of = [&](const Configuration& c) {
    return Sha256(SourceText(c));
  };
  EXPECT_NE(hash_of(other), hash_of(read())) << "parameters count";
  const std::string before = hash_of(read());
  copy.Replace("gf2m_mul.v", "`default_nettype none", "`default_nettype none ");
  EXPECT_NE(hash_of(read()), before) << "sources count";
  Configuration defined = read();
  auto variant = std::make_shared<Variant>(*defined.variant);
  variant->defines["X"] = "1";
  defined.variant = variant;
  EXPECT_NE(hash_of(defined), hash_of(read())) << "defines count";
}

TEST(ModelBuilderTest, Sha256IsTheStandardOne) {
  EXPECT_EQ(Sha256("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace curvebench::tests
