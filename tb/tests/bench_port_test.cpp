// SPDX-License-Identifier: Apache-2.0
// The contract's model and the driver, against a core in software that is
// written from the contract's text and can be given a fault.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/port_driver.h"
#include "bench/port_model.h"
#include "families/gf2m.h"

namespace curvebench {
namespace {

enum class Fault {
  kNone,
  kStartWhileBusy,
  kLoadWhileBusy,
  kLoadWithKey,
  kChangeGoesOn,
  kByteBeyondGoesOn,
  kForbiddenTaken,
  kDoneKeptByLoad,
  kMarkKeptByLoad,
  kOperandErrorLost,
  kOperandErrorStuck,
  kProtocolErrorLost,
  kProtocolErrorStuck,
  kReadableWhileBusy,
  kPastTheEnd,
  kOneCycleMore,
  kReadOneEdgeLate,
  kOperandsForgotten,
  kKeyLooksAtAddress,
  kStartWithoutOperands,
  kIdentityLost,
  kIdentityShowsResult,
  kResetKeepsMarks,
  kResetKeepsRun,
  kBusyHidden,
  kOperandReadable,
};

constexpr int kCycles = 6;
constexpr int kBytes = 4;

Interface Ports() {
  Interface port;
  port.operands = {{"a", 0, 5, kBytes, false, false, ""},
                   {"b", 1, 5, kBytes, false, false, ""}};
  port.key = Slot{"k", 0, 5, kBytes, true, false, ""};
  port.results = {{"r", 8, 5, kBytes, false, false, "r"}};
  return port;
}

unsigned Function(unsigned a, unsigned b, unsigned k) {
  return (a * b + k) % 32;
}

/// r = a b + k mod 32 in six cycles; "identity" if that is 0.
class SoftwareCore : public Port {
 public:
  explicit SoftwareCore(Fault fault = Fault::kNone, int setup = 0)
      : fault_(fault), setup_(setup) {}

  void Tick() override {
    pins.sampled_done = done_;
    pins.sampled_dout = dout_;
    // Second stage of reading, then the first one.
    const uint8_t byte = ByteOf(asked_address_, asked_n_);
    dout_ = Is(Fault::kReadOneEdgeLate) ? late_ : byte;
    late_ = byte;
    n_ = pins.data ? n_ + 1 : 0;
    asked_address_ = static_cast<int>(pins.addr);
    asked_n_ = n_;
    if (pins.rst) {
      Reset();
    } else {
      Step();
    }
    pins.done = done_;
    pins.dout = dout_;
  }

  uint64_t Run(uint64_t max_edges) override {
    for (uint64_t edge = 1; edge <= max_edges; ++edge) {
      Tick();
      if (pins.done) return edge;
    }
    return max_edges + 1;
  }

 private:
  bool Is(Fault fault) const { return fault_ == fault; }

  void Reset() {
    for (int i = 0; i < 3; ++i) {
      if (!Is(Fault::kResetKeepsMarks)) marks_[i] = false;
      errors_[i] = false;
    }
    if (!Is(Fault::kResetKeepsRun)) left_ = 0;
    open_ = -1;
    count_ = settling_ = 0;
    done_ = identity_ = protocol_ = false;
    dout_ = late_ = 0;
    asked_address_ = 0;
    asked_n_ = n_ = 0;
  }

  void Step() {
    const bool busy = left_ > 0 || settling_ > 0;
    if (settling_ > 0) --settling_;
    if (left_ > 0 && --left_ == 0) {
      done_ = true;
      result_ = Function(values_[0], values_[1], values_[2]);
      identity_ = result_ == 0;
      if (Is(Fault::kOperandsForgotten)) marks_[0] = false;
    }
    if (Is(Fault::kProtocolErrorLost)) protocol_ = false;
    const int requests = pins.ld + pins.lk + pins.start;
    if (requests == 0) return;
    int slot = pins.lk ? 2 : static_cast<int>(pins.addr);
    if (Is(Fault::kKeyLooksAtAddress) && pins.lk && pins.addr > 7) slot = 9;
    if (!pins.lk && slot > 1) slot = 9;
    if (pins.start) slot = 0;
    bool refused = busy || requests > 1 || slot == 9;
    if (Is(Fault::kStartWhileBusy) && requests == 1 && pins.start)
      refused = false;
    if (Is(Fault::kLoadWhileBusy) && requests == 1 && slot < 3 && !pins.start) {
      refused = false;
    }
    if (Is(Fault::kLoadWithKey) && pins.ld && pins.lk && !pins.start && !busy) {
      refused = false;
    }
    if (refused) {
      protocol_ = true;
    } else if (pins.start) {
      Start();
    } else {
      Take(slot);
    }
  }

  void Start() {
    bool ready = true;
    for (int i = 0; i < 3; ++i) {
      if (!marks_[i]) errors_[i] = true;
      ready &= marks_[i];
    }
    if (!ready && !Is(Fault::kStartWithoutOperands)) return;
    for (bool& error : errors_) error = false;
    if (!Is(Fault::kProtocolErrorStuck)) protocol_ = false;
    done_ = identity_ = false;
    left_ = kCycles + (Is(Fault::kOneCycleMore) ? 1 : 0);
  }

  void Take(int slot) {
    const bool change = open_ != slot && !Is(Fault::kChangeGoesOn);
    if (change || count_ == 0 || count_ >= kBytes) {
      if (count_ >= kBytes && !change && Is(Fault::kByteBeyondGoesOn)) {
        count_ = kBytes - 1;
      } else {
        count_ = 0;
        word_ = 0;
      }
    }
    open_ = slot;
    if (!Is(Fault::kMarkKeptByLoad)) marks_[slot] = false;
    if (!Is(Fault::kDoneKeptByLoad)) done_ = false;
    word_ = word_ << 8 | pins.din;
    if (++count_ < kBytes) return;
    const bool good = word_ < 32 || Is(Fault::kForbiddenTaken);
    marks_[slot] = good;
    if (good) values_[slot] = word_ % 32;
    if (good && !Is(Fault::kOperandErrorStuck)) errors_[slot] = false;
    if (!good) errors_[slot] = true;
    if (good && Is(Fault::kOperandErrorLost)) {
      errors_[0] = errors_[1] = errors_[2] = false;
    }
    if (good) settling_ = setup_;
  }

  uint8_t ByteOf(int address, int n) const {
    if (address == 15) {
      uint8_t status = done_ ? kDone : 0;
      if ((left_ > 0 || settling_ > 0) && !Is(Fault::kBusyHidden)) {
        status |= kBusy;
      }
      if (done_ && identity_ && !Is(Fault::kIdentityLost)) status |= kIdentity;
      if (errors_[0] || errors_[1] || errors_[2]) status |= kOperandError;
      if (protocol_) status |= kProtocolError;
      return status;
    }
    if (address == 0 && Is(Fault::kOperandReadable)) {
      return done_ ? static_cast<uint8_t>(values_[0]) : 0;
    }
    if (address != 8) return 0;
    if (!done_ && !(Is(Fault::kReadableWhileBusy) && left_ > 0)) return 0;
    if (identity_) {
      return Is(Fault::kIdentityShowsResult) && n == 3 ? 0x1f : 0;
    }
    if (n >= kBytes && !Is(Fault::kPastTheEnd)) return 0;
    return n % kBytes == kBytes - 1 ? static_cast<uint8_t>(result_) : 0;
  }

  const Fault fault_;
  const int setup_;
  bool marks_[3] = {}, errors_[3] = {};
  unsigned values_[3] = {};
  bool done_ = false, identity_ = false, protocol_ = false;
  unsigned result_ = 0, word_ = 0;
  int left_ = 0, settling_ = 0, open_ = -1, count_ = 0;
  int n_ = 0, asked_n_ = 0, asked_address_ = 0;
  uint8_t dout_ = 0, late_ = 0;
};

Vector MakeVector(unsigned a, unsigned b, unsigned k) {
  Vector vector;
  for (const unsigned value : {a, b, k}) {
    vector.loads.push_back(ToBytes(value, kBytes));
  }
  const unsigned r = Function(a, b, k);
  vector.identity = r == 0;
  vector.results = {ToBytes(r, kBytes)};
  return vector;
}

class PortTest : public testing::Test {
 protected:
  PortTest() {
    auto variant = std::make_shared<Variant>();
    variant->outputs = {"r", "identity"};
    configuration_.variant = variant;
    configuration_.cycles = kCycles;
    configuration_.setup_cycles = 0;
  }

  /// Edge of the first difference between core and contract, or -1.
  int FirstDifference(Port* core, uint64_t seed, int edges) {
    std::vector<const Vector*> known;
    for (const Vector& vector : vectors_) known.push_back(&vector);
    PortModel model(configuration_, family_, port_, known, kCycles);
    TrafficGenerator traffic(port_, known, kCycles, seed);
    PortDriver(core, port_, 0).Reset();
    for (int edge = 0; edge < edges; ++edge) {
      traffic.Next(model, &core->pins);
      const PortModel::Expected expected = model.Tick(core->pins);
      core->Tick();
      runs_ += expected.done;
      if (expected.dout && *expected.dout != core->pins.sampled_dout) {
        why_ = "dout " + std::to_string(core->pins.sampled_dout) + " for " +
               std::to_string(*expected.dout) + ", " + traffic.History();
        return edge;
      }
      if (expected.done != (core->pins.done != 0)) {
        why_ = "done, " + traffic.History();
        return edge;
      }
    }
    return -1;
  }

  Configuration configuration_;
  const Gf2mFamily family_;  // refuses nothing beyond its width
  const Interface port_ = Ports();
  const std::vector<Vector> vectors_ = {
      MakeVector(3, 7, 9), MakeVector(31, 30, 29), MakeVector(4, 7, 4)};
  int runs_ = 0;
  std::string why_;
};

TEST_F(PortTest, GoodCoreKeepsTheContract) {
  EXPECT_TRUE(vectors_[2].identity) << "one set answers the identity";
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    SoftwareCore core;
    EXPECT_EQ(FirstDifference(&core, seed, 20'000), -1)
        << "seed " << seed << ": " << why_;
  }
  EXPECT_GT(runs_, 5000) << "hardly ever done: the traffic shows little";
}

class FaultTest : public PortTest, public testing::WithParamInterface<int> {};

TEST_P(FaultTest, IsSeenByRandomTraffic) {
  const auto fault = static_cast<Fault>(GetParam());
  bool seen = false;
  for (uint64_t seed = 1; seed <= 3 && !seen; ++seed) {
    SoftwareCore core(fault);
    seen = FirstDifference(&core, seed, 20'000) >= 0;
  }
  EXPECT_TRUE(seen);
}

INSTANTIATE_TEST_SUITE_P(
    Each, FaultTest,
    testing::Range(1, static_cast<int>(Fault::kOperandReadable) + 1));

TEST_F(PortTest, TrafficRepeatsWithItsSeed) {
  std::vector<const Vector*> known = {&vectors_[0]};
  PortModel model(configuration_, family_, port_, known, kCycles);
  TrafficGenerator a(port_, known, kCycles, 5), b(port_, known, kCycles, 5),
      c(port_, known, kCycles, 6);
  int other = 0;
  for (int edge = 0; edge < 500; ++edge) {
    ModelPins x, y, z;
    a.Next(model, &x);
    b.Next(model, &y);
    c.Next(model, &z);
    EXPECT_EQ(x.din, y.din);
    EXPECT_EQ(x.addr, y.addr);
    EXPECT_EQ(x.ld + 2 * x.lk + 4 * x.start, y.ld + 2 * y.lk + 4 * y.start);
    other += x.din != z.din || x.addr != z.addr || x.start != z.start;
  }
  EXPECT_GT(other, 50);
  EXPECT_EQ(a.History(), b.History());
}

TEST_F(PortTest, DriverRunsAVector) {
  SoftwareCore core;
  PortDriver driver(&core, port_, 0);
  driver.Reset();
  EXPECT_EQ(driver.ReadStatus(), 0);
  for (const Vector& vector : vectors_) {
    driver.LoadAll(vector);
    driver.Start();
    EXPECT_EQ(driver.RunToDone(100), static_cast<uint64_t>(kCycles));
    const Observation seen = driver.Observe(kCycles);
    EXPECT_EQ(seen.status, vector.identity ? kDone | kIdentity : kDone);
    EXPECT_EQ(seen.results, vector.results);
    EXPECT_EQ(seen.cycles, static_cast<uint64_t>(kCycles));
  }
}

TEST_F(PortTest, DriverTellsWhenDoneStaysAway) {
  SoftwareCore core;
  PortDriver driver(&core, port_, 0);
  driver.Reset();
  EXPECT_EQ(driver.RunToDone(25), 26u);
}

TEST_F(PortTest, DriverMeasuresSetup) {
  // Behind an operand a set-up of one edge is over before a status is seen;
  // behind the key the address is free to ask for it at once.
  for (const auto& [load, setup] :
       {std::pair(0, 0), std::pair(0, 2), std::pair(0, 3), std::pair(0, 40),
        std::pair(2, 0), std::pair(2, 1), std::pair(2, 2), std::pair(2, 40)}) {
    SoftwareCore core(Fault::kNone, setup);
    PortDriver driver(&core, port_, 100);
    driver.Reset();
    EXPECT_EQ(driver.WaitForSetup(100), 0u) << "nothing loaded";
    driver.Load(load, vectors_[0].loads[static_cast<size_t>(load)]);
    EXPECT_EQ(driver.last_setup(), static_cast<uint64_t>(setup))
        << "load " << load;
    driver.LoadAll(vectors_[0]);
    driver.Start();
    EXPECT_EQ(driver.RunToDone(100), static_cast<uint64_t>(kCycles));
  }
}

/// Its measure is what leading zeros of a modulus are: negative out of range.
class MeasuringFamily : public Gf2mFamily {
 public:
  int64_t Measure(const Configuration&, const std::string&,
                  const Vector& vector) const override {
    const Bytes& key = vector.loads.back();
    return key.empty() ? 0 : 31 - static_cast<int64_t>(FromBytes(key).get_ui());
  }
};

TEST_F(PortTest, RefusedOperandAddsNoCycles) {
  configuration_.setup_cycles = 5;
  configuration_.setup_extra = {{"measure", 1}};
  const MeasuringFamily family;
  PortModel model(configuration_, family, port_, {&vectors_[0]}, kCycles);
  const auto load = [&](size_t slot, unsigned value) {
    for (const uint8_t byte : ToBytes(value, kBytes)) {
      ModelPins pins;
      pins.din = byte;
      pins.ld = slot < 2;
      pins.lk = slot == 2;
      pins.addr = static_cast<uint32_t>(slot);
      model.Tick(pins);
    }
  };
  load(2, 30);
  EXPECT_EQ(model.settling(), 5u + 1 + 3);
  for (int edge = 0; edge < 20; ++edge) model.Tick(ModelPins{});
  load(2, 0xffffff);
  load(0, 3);
  EXPECT_EQ(model.settling(), 5u + 3);
}

TEST_F(PortTest, DriverGivesUpOnEndlessSetup) {
  SoftwareCore core(Fault::kNone, 1'000'000);
  PortDriver driver(&core, port_, 50);
  driver.Reset();
  EXPECT_THAT([&] { driver.Load(0, vectors_[0].loads[0]); },
              testing::ThrowsMessage<std::runtime_error>(
                  testing::HasSubstr("still busy")));
}

TEST_F(PortTest, DriverReadsPastTheEndAsZeros) {
  SoftwareCore core;
  PortDriver driver(&core, port_, 0);
  driver.Reset();
  driver.LoadAll(vectors_[0]);
  driver.Start();
  driver.RunToDone(100);
  Bytes expected = vectors_[0].results[0];
  expected.resize(9, 0);
  EXPECT_EQ(driver.Read(8, 9), expected);
}

}  // namespace
}  // namespace curvebench
