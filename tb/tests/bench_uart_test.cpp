// SPDX-License-Identifier: Apache-2.0
// The serial shell, bit by bit: a simulated board on a simulated line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "bench/error.h"
#include "bench/port_driver.h"
#include "bench/uart_board.h"
#include "families/gf2m.h"
#include "tests/scratch.h"

namespace curvebench::tests {
namespace {

using testing::HasSubstr;

constexpr int kQuiet = 64;  // bits of silence; short, to test often

BoardOptions Options() {
  BoardOptions options;
  options.clock_hz = 16 * options.baud;
  options.quiet = kQuiet;
  return options;
}

/// gf2m/digit/d8_m5 behind uart_board: point multiplication on a toy curve.
class UartTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const Configuration core = Core();
    // Lint warnings of own RTL are fatal: building is the lint test.
    library_ = new ModelLibrary(
        ModelBuilder(ProjectPaths())
            .Build(BoardConfiguration(core, Gf2mFamily().Describe(core),
                                      ProjectPaths(), Options()),
                   BoardPorts(), Flavour::kFast)
            .library);
    vectors_ = new std::vector<Vector>(Gf2mFamily().Stimulus(core, 1, 0));
  }
  static void TearDownTestSuite() {
    delete library_;
    delete vectors_;
  }
  static Configuration Core() {
    return Select({"gf2m/digit/d8_m5"}, ProjectPaths()).configurations.at(0);
  }

  UartTest()
      : configuration_(Core()),
        interface_(family_.Describe(configuration_)),
        board_(library_->Create(1)),
        wire_(board_.get(), Options().Divider()),
        port_(std::make_unique<SimulatedLine>(&wire_, Options().clock_hz),
              "simulated", Options().baud),
        driver_(&port_, interface_, 0) {
    wire_.Step(100);  // the reset at power-up
  }

  /// An ordinary vector: a finite result that is not all zeros.
  const Vector& Ordinary(size_t n) const {
    for (const Vector& v : *vectors_) {
      if (v.refused < 0 && !v.identity && FromBytes(v.results[0]) != 0 &&
          n-- == 0) {
        return v;
      }
    }
    throw std::logic_error("too few vectors");
  }

  void ExpectRun(const Vector& v) {
    driver_.Start();
    ASSERT_EQ(driver_.RunToDone(1), 0u);
    for (const Mismatch& m :
         family_.Compare(configuration_, interface_, v, driver_.Observe(0))) {
      ADD_FAILURE() << v.label << ' ' << m.field << ": expected " << m.expected
                    << ", got " << m.got;
    }
  }
  void ExpectProduct(const Vector& v) {
    driver_.Reset();
    driver_.LoadAll(v);
    ExpectRun(v);
  }

  /// Silence long enough for the shell to say what was wrong.
  std::vector<uint8_t> AfterSilence() {
    wire_.Drive(1, kQuiet + 40);
    const std::vector<uint8_t> bytes(wire_.received().begin(),
                                     wire_.received().end());
    wire_.received().clear();
    return bytes;
  }

  static ModelLibrary* library_;
  static std::vector<Vector>* vectors_;
  Gf2mFamily family_;
  Configuration configuration_;
  Interface interface_;
  std::unique_ptr<Model> board_;
  BoardWire wire_;
  UartPort port_;
  PortDriver driver_;
};

ModelLibrary* UartTest::library_ = nullptr;
std::vector<Vector>* UartTest::vectors_ = nullptr;

TEST_F(UartTest, ProductsAreRight) {
  port_.Connect(interface_.addr_bits);
  for (size_t i = 0; i < 20; ++i) ExpectProduct(Ordinary(97 * i));
  EXPECT_EQ(wire_.bad_stops(), 0);
  EXPECT_EQ(wire_.led(), 1) << "shows done";
}

TEST_F(UartTest, BytesGoToTheSlotThatIsNamed) {
  // One operand after another is changed, so that each must have its own place.
  const Vector& v = Ordinary(3);
  driver_.Reset();
  for (size_t i = v.loads.size(); i-- > 0;) {
    driver_.Load(static_cast<int>(i), v.loads[i]);
  }
  ExpectRun(v);
}

class BaudErrorTest : public UartTest,
                      public testing::WithParamInterface<double> {};

TEST_P(BaudErrorTest, IsTolerated) {
  wire_.SetPeriod(Options().Divider() * GetParam());
  port_.Connect(interface_.addr_bits);
  for (size_t i = 0; i < 8; ++i) ExpectProduct(Ordinary(31 * i));
  EXPECT_EQ(wire_.bad_stops(), 0);
}

INSTANTIATE_TEST_SUITE_P(UpToThreePercent, BaudErrorTest,
                         testing::Values(0.97, 0.985, 1.015, 1.03));

class WrongBaudTest : public UartTest,
                      public testing::WithParamInterface<double> {};

TEST_P(WrongBaudTest, IsSeen) {
  wire_.SetPeriod(Options().Divider() * GetParam());
  EXPECT_THROW(
      {
        port_.Connect(interface_.addr_bits);
        for (size_t i = 0; i < 8; ++i) ExpectProduct(Ordinary(31 * i));
      },
      std::runtime_error);
}

INSTANTIATE_TEST_SUITE_P(TenPercentAndTwice, WrongBaudTest,
                         testing::Values(0.5, 0.9, 1.1, 2.0));

TEST_F(UartTest, FramingErrorIsToldAndHarmless) {
  const Vector& v = Ordinary(1);
  driver_.Reset();
  driver_.LoadAll(v);
  // A reset command whose stop bit is low must not reset.
  wire_.Drive(0, 1);
  for (int bit = 0; bit < 8; ++bit) wire_.Drive('R' >> bit & 1, 1);
  wire_.Drive(0, 1);
  EXPECT_THAT(AfterSilence(), testing::ElementsAre(kAnswer | kFramingError));
  ExpectRun(v);
}

TEST_F(UartTest, FramingErrorInsideAFrameDropsTheRest) {
  const Vector& v = Ordinary(1);
  driver_.Reset();
  driver_.LoadAll(v);
  wire_.Send({'L', 0, 4, 0});
  wire_.Drive(0, 10);  // no stop bit
  wire_.Drive(1, 1);
  // What is left of the frame looks like commands.
  wire_.Send({'R', 'S'});
  EXPECT_THAT(AfterSilence(), testing::ElementsAre(kAnswer | kFramingError));
  // The byte before the error has been taken: x is not loaded any more.
  EXPECT_EQ(driver_.ReadStatus(), 0);
  driver_.Start();
  EXPECT_EQ(driver_.ReadStatus(), kOperandError);
  // A change of slot starts it anew.
  driver_.Load(1, v.loads[1]);
  driver_.Load(0, v.loads[0]);
  ExpectRun(v);
}

TEST_F(UartTest, BreakIsOneErrorAndEnds) {
  wire_.Drive(0, 3 * kQuiet);
  EXPECT_TRUE(wire_.received().empty()) << "told before the line is free";
  EXPECT_THAT(AfterSilence(), testing::ElementsAre(kAnswer | kFramingError));
  ExpectProduct(Ordinary(2));
}

TEST_F(UartTest, ShortGlitchIsNoStartBit) {
  driver_.Reset();
  for (int i = 0; i < 20; ++i) {
    wire_.Drive(0, 0.3);
    wire_.Drive(1, 2);
  }
  EXPECT_TRUE(AfterSilence().empty());
  ExpectProduct(Ordinary(2));
}

TEST_F(UartTest, BrokenOffFrameTimesOut) {
  const Vector& v = Ordinary(4);
  const std::vector<Bytes> parts = {{'L'},
                                    {'L', 0},
                                    {'L', 0, 4},
                                    {'L', 0, 4, 0, 0, 0},
                                    {'K'},
                                    {'K', 4},
                                    {'K', 4, 0, 0, 0},
                                    {'G'},
                                    {'G', 8, 0},
                                    {'E', 1, 0},
                                    {'E'}};
  for (const Bytes& part : parts) {
    driver_.Reset();
    driver_.LoadAll(v);
    wire_.Send(part);
    EXPECT_THAT(AfterSilence(), testing::ElementsAre(kAnswer | kBrokenOff))
        << testing::PrintToString(part);
    ExpectProduct(v);
  }
}

TEST_F(UartTest, PausesShorterThanTheLimitAreNoBreak) {
  const Vector& v = Ordinary(4);
  driver_.Reset();
  driver_.LoadAll(v);
  for (const uint8_t byte : Bytes{'L', 0, 4}) {
    wire_.Send(byte);
    wire_.Drive(1, kQuiet - 12);
  }
  wire_.Send(v.loads[0]);
  wire_.Drive(1, 12);
  EXPECT_THAT(
      std::vector<uint8_t>(wire_.received().begin(), wire_.received().end()),
      testing::ElementsAre(kAnswer));
  wire_.received().clear();
  ExpectRun(v);
}

TEST_F(UartTest, GarbageBetweenFramesDoesNoHarm) {
  std::mt19937_64 random(1);
  int errors = 0;
  for (int round = 0; round < 40; ++round) {
    ExpectProduct(Ordinary(static_cast<size_t>(5 * round)));
    const int count = 1 + static_cast<int>(random() % 30);
    for (int i = 0; i < count; ++i) wire_.Send(static_cast<uint8_t>(random()));
    for (const uint8_t byte : AfterSilence()) {
      errors += (byte & kAnswer) && !UartErrors(byte).empty();
    }
  }
  EXPECT_GT(errors, 30) << "garbage is told of";
}

TEST_F(UartTest, CommandsBehindGarbageAreNotRun) {
  const Vector& v = Ordinary(5);
  driver_.Reset();
  driver_.LoadAll(v);
  wire_.Send({0x00, 'R', 'S', 'L', 0, 4, 1, 2, 3, 4});
  EXPECT_THAT(AfterSilence(), testing::ElementsAre(kAnswer | kUnknownCommand));
  ExpectRun(v);
}

TEST_F(UartTest, BytesBeforeTheAnswerIsOutAreTold) {
  const Vector& v = Ordinary(6);
  driver_.Reset();
  driver_.LoadAll(v);
  ExpectRun(v);
  wire_.Send({'G', 8, 0, 4, 'R'});
  const std::vector<uint8_t> bytes = AfterSilence();
  ASSERT_GE(bytes.size(), 2u);
  EXPECT_LT(bytes.size(), 6u) << "the read is stopped";
  EXPECT_EQ(bytes.front(), kAnswer | kAnswerDone);
  EXPECT_EQ(bytes.back(), kAnswer | kAnswerDone | kOverrun);
  EXPECT_EQ(driver_.ReadStatus(), kDone) << "the reset was dropped";
}

TEST_F(UartTest, ALongReadCanBeStopped) {
  const Vector& v = Ordinary(6);
  ExpectProduct(v);
  wire_.Send({'G', 8, 0xff, 0xff});
  wire_.Drive(1, 200);
  port_.Connect(interface_.addr_bits);
  ExpectRun(v);
}

TEST_F(UartTest, LongLoadsAndReads) {
  const Vector& v = Ordinary(7);
  driver_.Reset();
  driver_.LoadAll(v);
  // 256 bytes are a count of 0. The last four are the value.
  Bytes many(256, 0);
  std::copy(v.loads[0].begin(), v.loads[0].end(), many.end() - 4);
  port_.Load(false, 0, many);
  // And 600 bytes are three frames.
  Bytes more(600, 0);
  std::copy(v.loads[3].begin(), v.loads[3].end(), more.end() - 4);
  port_.Load(true, 0, more);
  ExpectRun(v);
  const Bytes read = port_.Read(8, 300);
  EXPECT_EQ(Bytes(read.begin(), read.begin() + 4), v.results[0]);
  EXPECT_EQ(Bytes(read.begin() + 4, read.end()), Bytes(296, 0));
  EXPECT_EQ(port_.Read(15, 300), Bytes(300, kDone)) << "status at any n";
  EXPECT_TRUE(port_.Read(8, 0).empty());
}

TEST_F(UartTest, EdgesOfAnyPins) {
  const Vector& v = Ordinary(8);
  driver_.Reset();
  driver_.LoadAll(v);
  // ld with lk is refused and told in the status; start clears the bit.
  port_.pins = ModelPins{};
  port_.pins.ld = port_.pins.lk = 1;
  port_.Tick();
  port_.pins = ModelPins{};
  EXPECT_EQ(driver_.ReadStatus(), kProtocolError);
  ExpectRun(v);
  // Reset wins over everything.
  port_.pins.rst = port_.pins.start = port_.pins.ld = 1;
  port_.Tick();
  port_.pins = ModelPins{};
  EXPECT_EQ(driver_.ReadStatus(), 0);
  driver_.Start();
  EXPECT_EQ(driver_.ReadStatus(), kOperandError) << "nothing is loaded";
}

TEST_F(UartTest, StartIsOneEdge) {
  const Vector& v = Ordinary(9);
  driver_.Reset();
  driver_.LoadAll(v);
  wire_.Send('S');
  EXPECT_EQ(AfterSilence().size(), 1u);
  EXPECT_EQ(driver_.RunToDone(1), 0u);
  EXPECT_EQ(driver_.ReadStatus(), kDone)
      << "a start held for longer would be a protocol error";
}

TEST_F(UartTest, ConnectFindsTheShellInTheMiddleOfAFrame) {
  wire_.Send({'L', 0, 200, 1, 2});
  port_.Connect(interface_.addr_bits);
  ExpectProduct(Ordinary(0));
}

TEST_F(UartTest, ConnectRefusesAnotherPort) {
  try {
    port_.Connect(interface_.addr_bits + 1);
    FAIL() << "must be refused";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("4 address bits"));
  }
}

TEST_F(UartTest, ErrorsHaveNames) {
  EXPECT_EQ(UartErrors(kAnswer | kAnswerDone), "");
  EXPECT_EQ(UartErrors(kAnswer | kFramingError | kBrokenOff),
            "framing error, frame broken off");
  EXPECT_THAT(UartErrors(kUnknownCommand), HasSubstr("unknown command"));
  EXPECT_THAT(UartErrors(kOverrun), HasSubstr("before the last answer"));
}

TEST(BoardConfigurationTest, ADividerIsRounded) {
  BoardOptions options;
  EXPECT_EQ(options.Divider(), 208);  // 208.33
  options.clock_hz = 16'000'000;
  EXPECT_EQ(options.Divider(), 278);  // 277.78
}

TEST(BoardConfigurationTest, ATopThatIsNoBoardIsRefused) {
  const Configuration core =
      Select({"gf2m/mul/d1_m5"}, ProjectPaths()).configurations.at(0);
  EXPECT_THROW(
      ModelBuilder(ProjectPaths()).Build(core, BoardPorts(), Flavour::kFast),
      InputError);
}

}  // namespace
}  // namespace curvebench::tests
