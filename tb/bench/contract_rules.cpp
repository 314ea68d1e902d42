// SPDX-License-Identifier: Apache-2.0
#include "bench/contract_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <set>

#include "bench/port_model.h"
#include "bench/register_names.h"
#include "bench/seed.h"

namespace curvebench {

bool ExpectAnswer(Session& session, const Vector& vector,
                  const Observation& seen, const std::string& when) {
  const std::vector<Mismatch> wrong = session.family().Compare(
      session.configuration(), session.interface(), vector, seen);
  for (const Mismatch& m : wrong) {
    ADD_FAILURE() << when << ": " << m.field << "\n  expected " << m.expected
                  << "\n  got      " << m.got << "\n  vector   "
                  << vector.label;
  }
  return wrong.empty();
}

namespace {

std::mt19937_64 Generator(const Session& s, const char* rule) {
  return std::mt19937_64(MixSeed(s.seed(), s.configuration().id() + rule));
}

int LoadCount(const Session& s) {
  return static_cast<int>(s.interface().Loads().size());
}

bool IsVariable(const Session& s, int load) {
  return s.interface().Loads()[static_cast<size_t>(load)].variable;
}

// Loads that a start needs: those whose slot is not optional.
std::vector<int> NeededLoads(const Session& s) {
  std::vector<int> needed;
  const std::vector<Slot> loads = s.interface().Loads();
  for (size_t i = 0; i < loads.size(); ++i) {
    if (!loads[i].optional) needed.push_back(static_cast<int>(i));
  }
  return needed;
}

void LoadAllBut(Rig& rig, const Vector& v, int left_out) {
  for (size_t i = 0; i < v.loads.size(); ++i) {
    if (static_cast<int>(i) != left_out) {
      rig.driver().Load(static_cast<int>(i), v.loads[i]);
    }
  }
}

void ExpectStatus(Rig& rig, uint8_t status, const std::string& when) {
  const uint8_t seen = rig.driver().ReadStatus();
  if (seen == status) return;
  ADD_FAILURE() << when << ": status\n  expected " << StatusText(status)
                << "\n  got      " << StatusText(seen);
}

// A refused start: an error bit, and the core does not run.
void ExpectRefused(Rig& rig, uint8_t status, const std::string& when) {
  rig.driver().Start();
  EXPECT_FALSE(rig.pins().done) << when << ": done";
  ExpectStatus(rig, status, when + ", after a refused start");
}

void ExpectRight(Rig& rig, const Vector& v, const std::string& when) {
  ExpectAnswer(rig.session(), v, rig.RunVector(v), when);
}

uint64_t CyclesOf(Rig& rig, const Vector& v,
                  const std::string& when = "undisturbed run") {
  rig.driver().LoadAll(v);
  const Observation seen = rig.StartAndFinish();
  ExpectAnswer(rig.session(), v, seen, when);
  return seen.cycles;
}

// Edges of a run, counted from the accepting one, at which to disturb it: all
// of them for a short run, the borders and a spread for a long one.
std::vector<uint64_t> Moments(Session& s, uint64_t cycles) {
  const uint64_t most =
      static_cast<uint64_t>(std::max(2, s.plan.runs_per_rule));
  std::set<uint64_t> moments;
  if (cycles <= most) {
    for (uint64_t t = 1; t <= cycles; ++t) moments.insert(t);
  } else {
    moments = {1, cycles};
    for (uint64_t i = 1; moments.size() < most; ++i) {
      moments.insert(1 + cycles * i / (most - 1));
      if (i > most) break;
    }
    moments.erase(cycles + 1);
  }
  return {moments.begin(), moments.end()};
}

std::vector<int> UnassignedAddresses(const Session& s) {
  std::vector<int> free;
  for (int a = 0; a < 1 << s.interface().addr_bits; ++a) {
    const auto& operands = s.interface().operands;
    if (std::none_of(operands.begin(), operands.end(),
                     [&](const Slot& slot) { return slot.address == a; })) {
      free.push_back(a);
    }
  }
  return free;
}

// ---------------------------------------------------------------- reset, idle

void AfterReset(Session& s) {
  // Often enough for every bit of the status to have started as 1 once.
  for (int round = 0; round < 10; ++round) {
    Rig rig(&s, "AfterReset" + std::to_string(round));
    rig.driver().Reset();
    EXPECT_EQ(rig.pins().done, 0);
    EXPECT_EQ(rig.pins().dout, 0);
    ExpectStatus(rig, 0, "first status after reset");
    for (int address = 0; address < 1 << s.interface().addr_bits; ++address) {
      for (const uint8_t byte : rig.driver().Read(address, 3)) {
        EXPECT_EQ(byte, 0) << "slot " << address << " after reset";
      }
    }
    rig.driver().Idle(50);
    EXPECT_EQ(rig.pins().done, 0);
    ExpectStatus(rig, 0, "idle after reset");
  }
}

void RandomInitialContents(Session& s) {
  const int rounds = std::min(4, s.plan.runs_per_rule);
  for (int round = 0; round < rounds; ++round) {
    Rig rig(&s, "RandomInitialContents" + std::to_string(round));
    const std::string when = "random contents " + std::to_string(round);
    const Vector& v = s.Ordinary(static_cast<size_t>(round));
    rig.driver().Reset();
    const uint64_t first = CyclesOf(rig, v, when);
    EXPECT_EQ(first, CyclesOf(rig, v, when + ", again"))
        << when << ": the first run takes another time than the second";
  }
}

// ---------------------------------------------------------------------- loads

void StartNeedsOperands(Session& s) {
  Rig rig(&s, "StartNeedsOperands");
  const Vector& v = s.Ordinary(0);
  for (const int load : NeededLoads(s)) {
    const std::string when =
        "without load " + s.interface().Loads()[static_cast<size_t>(load)].name;
    rig.driver().Reset();
    LoadAllBut(rig, v, load);
    ExpectRefused(rig, kOperandError, when);
    rig.driver().Idle(5);
    ExpectStatus(rig, kOperandError, when + ", later");
    rig.driver().Load(load, v.loads[static_cast<size_t>(load)]);
    ExpectStatus(rig, 0, when + ": its good load clears bit 3");
  }
  ExpectAnswer(s, v, rig.StartAndFinish(), "after a refused start");
  if (!NeededLoads(s).empty()) {
    rig.driver().Reset();
    ExpectRefused(rig, kOperandError, "with nothing loaded");
  }
}

void GapsBetweenBytes(Session& s) {
  Rig rig(&s, "GapsBetweenBytes");
  std::mt19937_64 random = Generator(s, "GapsBetweenBytes");
  const Vector& v = s.Ordinary(1);
  rig.driver().Reset();
  for (size_t i = 0; i < v.loads.size(); ++i) {
    for (const uint8_t byte : v.loads[i]) {
      const int gap = static_cast<int>(random() % 4);
      for (int j = 0; j < gap; ++j) {
        // Polling, reading and a restless address between bytes are harmless.
        rig.pins().din = static_cast<uint8_t>(random());
        rig.pins().data = random() & 1;
        rig.pins().addr =
            static_cast<uint32_t>(random() % (1u << s.interface().addr_bits));
        rig.port().Tick();
      }
      rig.pins().data = 0;
      rig.driver().LoadByte(static_cast<int>(i), byte);
    }
  }
  ExpectAnswer(s, v, rig.StartAndFinish(), "loaded with gaps");
}

void KeyIgnoresAddress(Session& s) {
  if (!s.interface().key) throw NotAvailable("no key");
  Rig rig(&s, "KeyIgnoresAddress");
  std::mt19937_64 random = Generator(s, "KeyIgnoresAddress");
  const Vector& v = s.Ordinary(2);
  const int key = LoadCount(s) - 1;
  rig.driver().Reset();
  LoadAllBut(rig, v, key);
  for (const uint8_t byte : v.loads[static_cast<size_t>(key)]) {
    rig.driver().set_key_address(
        static_cast<int>(random() % (1u << s.interface().addr_bits)));
    rig.driver().LoadByte(key, byte);
  }
  ExpectAnswer(s, v, rig.StartAndFinish(), "key loaded with a restless addr");
  for (int address = 0; address < 1 << s.interface().addr_bits; ++address) {
    rig.driver().set_key_address(address);
    rig.driver().Load(key, v.loads[static_cast<size_t>(key)]);
    ExpectStatus(rig, 0, "key loaded at addr " + std::to_string(address));
  }
}

void ChangeOfSlotStartsAnew(Session& s) {
  if (LoadCount(s) < 2) throw NotAvailable("one load only");
  const Vector& v = s.Ordinary(0);
  Rig rig(&s, "ChangeOfSlotStartsAnew");
  for (const int a : NeededLoads(s)) {
    for (int b = 0; b < LoadCount(s); ++b) {
      if (b == a || v.loads[static_cast<size_t>(b)].empty()) continue;
      const Bytes& value = v.loads[static_cast<size_t>(a)];
      const std::string when =
          s.interface().Loads()[static_cast<size_t>(a)].name +
          " interrupted by " +
          s.interface().Loads()[static_cast<size_t>(b)].name;
      rig.driver().Reset();
      LoadAllBut(rig, v, a);
      for (size_t i = 0; i + 1 < value.size(); ++i) {
        rig.driver().LoadByte(a, value[i]);
      }
      rig.driver().Load(b, v.loads[static_cast<size_t>(b)]);
      if (IsVariable(s, a)) {
        // One byte would be an operand.
        rig.driver().Load(a, value);
        ExpectAnswer(s, v, rig.StartAndFinish(), when);
        continue;
      }
      rig.driver().LoadByte(a, value.back());
      ExpectRefused(rig, kOperandError, when);
      // That last byte was the first one of a new load.
      for (size_t i = 1; i < value.size(); ++i) rig.driver().LoadByte(a, 0);
      rig.driver().Load(a, value);
      ExpectStatus(rig, 0, when + ", then loaded whole");
    }
  }
  ExpectAnswer(s, v, rig.StartAndFinish(), "after interrupted loads");
}

// Vectors whose operands are taken and whose run ends without an error.
std::vector<size_t> Accepted(const Session& s) {
  std::vector<size_t> accepted;
  for (size_t i = 0; i < s.vectors().size(); ++i) {
    const Vector& v = s.vectors()[i];
    if (!v.error && v.refused < 0) accepted.push_back(i);
  }
  if (accepted.empty()) throw NotAvailable("no vector without an error");
  return accepted;
}

// The order of loads is free. Each comes first after a reset once with its
// lightest and once with its heaviest value: what an earlier load leaves in
// the core must not be needed to take it.
void LoadsInAnyOrder(Session& s) {
  if (LoadCount(s) < 2) throw NotAvailable("one load only");
  const auto weight = [&](size_t vector, size_t load) {
    int ones = 0;
    for (const uint8_t byte : s.vectors()[vector].loads[load]) {
      ones += std::popcount(byte);
    }
    return ones;
  };
  const std::vector<size_t> taken = Accepted(s);
  Rig rig(&s, "LoadsInAnyOrder");
  int runs = 0;
  for (const int load : NeededLoads(s)) {
    const size_t first = static_cast<size_t>(load);
    const auto [lightest, heaviest] = std::minmax_element(
        taken.begin(), taken.end(), [&](size_t a, size_t b) {
          return weight(a, first) < weight(b, first);
        });
    for (const size_t chosen : {*lightest, *heaviest}) {
      if (++runs > s.plan.runs_per_rule) return;
      const Vector& v = s.vectors()[chosen];
      rig.driver().Reset();
      rig.driver().Load(load, v.loads[first]);
      for (size_t i = v.loads.size(); i-- > 0;) {
        if (i != first) rig.driver().Load(static_cast<int>(i), v.loads[i]);
      }
      ExpectAnswer(s, v, rig.StartAndFinish(),
                   s.interface().Loads()[first].name + " loaded first");
    }
  }
}

// What a run leaves behind must not touch the next one: vectors in any order,
// in which only what differs is loaded, give the same answers in the same time.
void RunsInAnyOrder(Session& s) {
  std::vector<size_t> taken = Accepted(s);
  Rig rig(&s, "RunsInAnyOrder");
  std::mt19937_64 random = Generator(s, "RunsInAnyOrder");
  rig.driver().Reset();
  std::vector<Bytes> loaded(s.interface().Loads().size());
  std::optional<int64_t> usual;
  for (int run = 0; run < s.plan.runs_per_rule; ++run) {
    const Vector& v = s.vectors()[taken[random() % taken.size()]];
    const std::string when = "run " + std::to_string(run) + " of a sequence";
    for (size_t i = 0; i < v.loads.size(); ++i) {
      if (v.loads[i] == loaded[i]) continue;
      if (v.loads[i].empty()) {
        rig.driver().Reset();
        loaded.assign(loaded.size(), Bytes{});
        i = static_cast<size_t>(-1);
        continue;
      }
      rig.driver().Load(static_cast<int>(i), v.loads[i]);
      loaded[i] = v.loads[i];
    }
    const Observation seen = rig.StartAndFinish();
    if (!ExpectAnswer(s, v, seen, when)) return;
    const int64_t cycles = static_cast<int64_t>(seen.cycles) - s.ExtraCycles(v);
    if (rig.port().CountsEdges() && s.configuration().variant->constant_time &&
        cycles != usual.value_or(cycles)) {
      ADD_FAILURE() << when << ": cycles\n  expected " << *usual
                    << "\n  got      " << cycles << "\n  vector   " << v.label;
      return;
    }
    usual = cycles;
  }
}

void ByteBeyondTheLast(Session& s) {
  const Vector& v = s.Ordinary(0);
  const Vector& other = s.Ordinary(3);
  Rig rig(&s, "ByteBeyondTheLast");
  for (const int load : NeededLoads(s)) {
    if (IsVariable(s, load)) continue;  // refused: see ForbiddenValues
    const size_t i = static_cast<size_t>(load);
    const std::string when = s.interface().Loads()[i].name;
    rig.driver().Reset();
    LoadAllBut(rig, v, load);
    rig.driver().Load(load, other.loads[i]);
    rig.driver().LoadByte(load, v.loads[i][0]);
    ExpectRefused(rig, kOperandError, when + ": byte W+1 starts it anew");
    for (size_t j = 1; j < v.loads[i].size(); ++j) {
      rig.driver().LoadByte(load, v.loads[i][j]);
    }
    ExpectStatus(rig, 0, when + ": loaded twice in one go");
  }
  ExpectAnswer(s, v, rig.StartAndFinish(), "the second value counts");
}

void FirstByteClears(Session& s) {
  const Vector& v = s.Ordinary(0);
  Rig rig(&s, "FirstByteClears");
  int runs = 0;
  for (const int load : NeededLoads(s)) {
    if (++runs > s.plan.runs_per_rule) break;
    const size_t i = static_cast<size_t>(load);
    const std::string when = s.interface().Loads()[i].name;
    rig.driver().Reset();
    ExpectRight(rig, v, "before a new load of " + when);
    rig.driver().LoadByte(load, v.loads[i][0]);
    EXPECT_EQ(rig.pins().done, 0) << when << ": done after its first byte";
    ExpectStatus(rig, 0, when + ": status after its first byte");
    for (const Slot& slot : s.interface().results) {
      for (const uint8_t byte : rig.driver().Read(slot.address, slot.bytes)) {
        EXPECT_EQ(byte, 0) << when << ": " << slot.name << " still readable";
      }
    }
    if (!IsVariable(s, load)) {
      ExpectRefused(rig, kOperandError, when + ": not loaded any more");
    }
  }
}

// A slot of variable length takes bytes until start, taken or refused, or
// another slot (ChangeOfSlotStartsAnew); what comes then begins anew.
void StartEndsVariableLoad(Session& s) {
  const Vector& v = s.Ordinary(0);
  Rig rig(&s, "StartEndsVariableLoad");
  bool any = false;
  for (const int load : NeededLoads(s)) {
    if (!IsVariable(s, load)) continue;
    any = true;
    const size_t i = static_cast<size_t>(load);
    const std::string when = s.interface().Loads()[i].name;
    const Bytes& value = v.loads[i];
    rig.driver().Reset();
    rig.driver().Load(load, value);
    if (NeededLoads(s).size() > 1) {
      ExpectRefused(rig, kOperandError, when + " alone");
      rig.driver().Load(load, value);
      LoadAllBut(rig, v, load);
      ExpectAnswer(s, v, rig.StartAndFinish(), when + " after a refused start");
    } else {
      ExpectAnswer(s, v, rig.StartAndFinish(), when);
    }
    for (const size_t bytes : {size_t{1}, value.size() / 2, value.size()}) {
      if (bytes == 0) continue;
      const std::string part = when + " of " + std::to_string(bytes) + " bytes";
      rig.driver().Load(
          load, Bytes(value.begin(),
                      value.begin() + static_cast<std::ptrdiff_t>(bytes)));
      ExpectStatus(rig, 0, part + " is an operand");
      rig.StartAndFinish();
      rig.driver().Load(load, value);
      ExpectAnswer(s, v, rig.StartAndFinish(),
                   when + " after a run with " + part);
    }
  }
  if (!any) throw NotAvailable("no slot of variable length");
}

void ForbiddenValues(Session& s) {
  const Vector& v = s.Ordinary(0);
  const std::vector<Slot> loads = s.interface().Loads();
  std::vector<std::pair<int, Bytes>> forbidden =
      s.family().Forbidden(s.configuration());
  for (size_t i = 0; i < loads.size(); ++i) {
    if (v.loads[i].empty()) continue;
    if (loads[i].variable) {
      forbidden.emplace_back(static_cast<int>(i),
                             Bytes(static_cast<size_t>(loads[i].bytes) + 1));
    }
    for (int bit = loads[i].bits; bit < 8 * loads[i].bytes; ++bit) {
      // Once alone and once on top of a good value.
      for (const mpz_class& base : {mpz_class(0), FromBytes(v.loads[i])}) {
        forbidden.emplace_back(
            static_cast<int>(i),
            ToBytes(base + (mpz_class(1) << static_cast<unsigned>(bit)),
                    static_cast<size_t>(loads[i].bytes)));
      }
    }
  }
  Rig rig(&s, "ForbiddenValues");
  rig.driver().Reset();
  rig.driver().LoadAll(v);
  for (const auto& [load, value] : forbidden) {
    const size_t i = static_cast<size_t>(load);
    const std::string when = loads[i].name + " = " + Hex(value);
    rig.driver().Load(load, value);
    ExpectStatus(rig, kOperandError, when);
    if (!loads[i].optional) ExpectRefused(rig, kOperandError, when);
    for (size_t j = 0; j < loads.size(); ++j) {
      if (j == i || v.loads[j].empty()) continue;
      rig.driver().Load(static_cast<int>(j), v.loads[j]);
      ExpectStatus(rig, kOperandError,
                   when + ": stays through a good load of " + loads[j].name);
    }
    rig.driver().Load(load, v.loads[i]);
    ExpectStatus(rig, 0, when + ": cleared by a good load");
    if (testing::Test::HasFailure()) return;
  }
  ExpectAnswer(s, v, rig.StartAndFinish(), "after forbidden values");
}

// ------------------------------------------------------------------- refusals

// Edges that the port must refuse while idle; nothing else may change.
struct Refusal {
  std::string name;
  bool ld, lk, start;
  int address;
};

std::vector<Refusal> IdleRefusals(const Session& s) {
  const auto& operands = s.interface().operands;
  const int slot = operands.empty() ? 0 : operands[0].address;
  std::vector<Refusal> refusals = {{"ld with lk", true, true, false, slot},
                                   {"start with ld", true, false, true, slot},
                                   {"start with lk", false, true, true, slot},
                                   {"all three", true, true, true, slot}};
  for (const int address : UnassignedAddresses(s)) {
    refusals.push_back(
        {"ld to slot " + std::to_string(address), true, false, false, address});
  }
  if (!s.interface().key) {
    refusals.push_back({"lk without a key", false, true, false, slot});
  }
  return refusals;
}

void Drive(Rig& rig, const Refusal& refusal, uint8_t byte) {
  ModelPins& pins = rig.pins();
  pins.ld = refusal.ld;
  pins.lk = refusal.lk;
  pins.start = refusal.start;
  pins.din = byte;
  pins.addr = static_cast<uint32_t>(refusal.address);
  rig.port().Tick();
  pins.ld = pins.lk = pins.start = pins.din = 0;
}

void RefusedWhileLoading(Session& s) {
  const Vector& v = s.Ordinary(1);
  Rig rig(&s, "RefusedWhileLoading");
  rig.driver().Reset();
  // One refused edge between every two bytes: each load must come out whole.
  const std::vector<Refusal> refusals = IdleRefusals(s);
  size_t next = 0;
  for (size_t i = 0; i < v.loads.size(); ++i) {
    for (const uint8_t byte : v.loads[i]) {
      rig.driver().LoadByte(static_cast<int>(i), byte);
      Drive(rig, refusals[next++ % refusals.size()],
            static_cast<uint8_t>(~byte));
    }
  }
  ExpectStatus(rig, kProtocolError, "refused edges between bytes");
  ExpectAnswer(s, v, rig.StartAndFinish(), "refused edges between bytes");
}

void RefusedWhileIdle(Session& s) {
  const Vector& v = s.Ordinary(1);
  Rig rig(&s, "RefusedWhileIdle");
  rig.driver().Reset();
  const uint64_t cycles = CyclesOf(rig, v);
  for (const Refusal& refusal : IdleRefusals(s)) {
    Drive(rig, refusal, 0xa5);
    EXPECT_EQ(rig.pins().done, 1) << refusal.name << ": done is unharmed";
    Observation seen = rig.driver().Observe(cycles);
    EXPECT_EQ(seen.status & kProtocolError, kProtocolError) << refusal.name;
    seen.status &= static_cast<uint8_t>(~kProtocolError);
    ExpectAnswer(s, v, seen, refusal.name + " after done");
  }
  ExpectAnswer(s, v, rig.StartAndFinish(), "operands after refused edges");
  // And each alone from reset sets the bit.
  for (const Refusal& refusal : IdleRefusals(s)) {
    rig.driver().Reset();
    Drive(rig, refusal, 0x5a);
    ExpectStatus(rig, kProtocolError, refusal.name + " after reset");
  }
}

void ProtocolErrorStays(Session& s) {
  const Vector& v = s.Ordinary(2);
  Rig rig(&s, "ProtocolErrorStays");
  rig.driver().Reset();
  Drive(rig, IdleRefusals(s)[0], 0);
  rig.driver().LoadAll(v);
  ExpectStatus(rig, kProtocolError, "stays through good loads");
  rig.driver().Start();
  EXPECT_EQ(rig.driver().ReadStatus() & kProtocolError, 0)
      << "cleared by an accepted start";
  rig.driver().Reset();
  Drive(rig, IdleRefusals(s)[0], 0);
  rig.driver().Reset();
  ExpectStatus(rig, 0, "cleared by reset");
}

void RefusedWhileBusy(Session& s) {
  const Vector& v = s.Ordinary(0);
  Rig rig(&s, "RefusedWhileBusy");
  rig.driver().Reset();
  const uint64_t cycles = CyclesOf(rig, v);
  std::vector<Refusal> refusals = {{"start", false, false, true, 0}};
  for (const Slot& slot : s.interface().operands) {
    refusals.push_back(
        {"ld of " + slot.name, true, false, false, slot.address});
  }
  if (s.interface().key) refusals.push_back({"lk", false, true, false, 0});
  refusals.push_back({"ld with lk", true, true, false, 0});
  size_t next = 0;
  for (const uint64_t moment : Moments(s, cycles)) {
    const Refusal& refusal = refusals[next++ % refusals.size()];
    const std::string when = refusal.name + " at cycle " +
                             std::to_string(moment) + " of " +
                             std::to_string(cycles);
    rig.driver().Start();
    uint64_t edges = 0;
    if (moment > 1) edges = rig.driver().RunToDone(moment - 1);
    ASSERT_EQ(edges, moment > 1 ? moment : 0) << when << ": done came early";
    Drive(rig, refusal, 0xff);
    uint64_t total = moment;
    if (!rig.pins().done) {
      total += rig.driver().RunToDone(s.CycleLimit());
    }
    EXPECT_EQ(total, cycles) << when << ": changed the time";
    Observation seen = rig.driver().Observe(cycles);
    EXPECT_EQ(seen.status & kProtocolError, kProtocolError) << when;
    seen.status &= static_cast<uint8_t>(~kProtocolError);
    ExpectAnswer(s, v, seen, when);
    if (testing::Test::HasFailure()) return;
  }
  // Every kind of refusal in one run, and the operands are unharmed after it.
  rig.driver().Start();
  for (const Refusal& refusal : refusals) {
    if (!rig.pins().done) Drive(rig, refusal, 0xff);
  }
  if (!rig.pins().done) rig.driver().RunToDone(s.CycleLimit());
  ExpectAnswer(s, v, rig.StartAndFinish(), "operands after refused edges");
}

// ---------------------------------------------------------------- start, done

void StartHeldHigh(Session& s) {
  const Vector& v = s.Ordinary(1);
  Rig rig(&s, "StartHeldHigh");
  rig.driver().Reset();
  const uint64_t cycles = CyclesOf(rig, v);
  rig.pins().start = 1;
  rig.port().Tick();
  EXPECT_EQ(rig.pins().done, 0) << "start in a done cycle is accepted";
  for (int run = 0; run < 2; ++run) {
    EXPECT_EQ(rig.driver().RunToDone(s.CycleLimit()), cycles)
        << "run " << run << " under a held start";
    if (run == 1) rig.pins().start = 0;
    rig.port().Tick();
    EXPECT_EQ(rig.pins().done, run == 1)
        << "the first done cycle takes the next start";
  }
  Observation seen = rig.driver().Observe(cycles);
  EXPECT_EQ(seen.status & kProtocolError, kProtocolError)
      << "start held while busy was refused";
  seen.status &= static_cast<uint8_t>(~kProtocolError);
  ExpectAnswer(s, v, seen, "start held high");
}

void StatusWhileBusy(Session& s) {
  const Vector& v = s.Ordinary(2);
  Rig rig(&s, "StatusWhileBusy");
  rig.driver().Reset();
  const uint64_t cycles = CyclesOf(rig, v);
  rig.driver().Start();
  // Status at every edge of the run or of its first part; the lag of a read is
  // two edges.
  rig.pins().addr = static_cast<uint32_t>(s.interface().StatusAddress());
  const uint64_t watched = std::min<uint64_t>(cycles, 2000);
  for (uint64_t edge = 1; edge <= watched; ++edge) {
    rig.port().Tick();
    EXPECT_EQ(rig.pins().done, edge == cycles) << "edge " << edge;
    if (edge >= 3) {
      EXPECT_EQ(Hex(Bytes{rig.pins().sampled_dout}), Hex(Bytes{kBusy}))
          << "status " << edge << " edges after start";
    }
    if (testing::Test::HasFailure()) return;
  }
  uint64_t total = watched;
  if (!rig.pins().done) total += rig.driver().RunToDone(s.CycleLimit());
  EXPECT_EQ(total, cycles) << "polling changed the time";
  ExpectAnswer(s, v, rig.driver().Observe(total), "after polling");
}

void BackToBack(Session& s) {
  const Vector& v = s.Ordinary(0);
  Rig rig(&s, "BackToBack");
  rig.driver().Reset();
  const uint64_t cycles = CyclesOf(rig, v);
  const Observation again = rig.StartAndFinish();
  ExpectAnswer(s, v, again, "second run without reloading");
  EXPECT_EQ(again.cycles, cycles);
  // Reload one operand only: pairs of vectors that differ in that one.
  const std::vector<Vector>& all = s.vectors();
  const size_t looked_at = std::min<size_t>(all.size(), 400);
  for (size_t load = 0; load < v.loads.size(); ++load) {
    bool found = false;
    for (size_t i = 0; i < looked_at && !found; ++i) {
      for (size_t j = 0; j < looked_at && !found; ++j) {
        if (all[i].loads.size() != v.loads.size() || all[i].refused >= 0 ||
            all[j].refused >= 0 || all[i].loads[load] == all[j].loads[load]) {
          continue;
        }
        bool others_equal = true;
        for (size_t k = 0; k < v.loads.size(); ++k) {
          others_equal &= k == load || all[i].loads[k] == all[j].loads[k];
        }
        if (!others_equal) continue;
        found = true;
        ExpectRight(rig, all[i], "before a partial reload");
        rig.driver().Load(static_cast<int>(load), all[j].loads[load]);
        ExpectAnswer(s, all[j], rig.StartAndFinish(),
                     "only " + s.interface().Loads()[load].name + " reloaded");
      }
    }
  }
}

void DoneAndResultsHeld(Session& s) {
  const Vector& v = s.Ordinary(3);
  Rig rig(&s, "DoneAndResultsHeld");
  rig.driver().Reset();
  const uint64_t cycles = CyclesOf(rig, v);
  for (int round = 0; round < 3; ++round) {
    rig.driver().Idle(round * 100);
    EXPECT_EQ(rig.pins().done, 1);
    ExpectAnswer(s, v, rig.driver().Observe(cycles),
                 "read " + std::to_string(round + 2));
  }
}

void OldResultHidden(Session& s) {
  const Vector& v = s.Ordinary(1);
  Rig rig(&s, "OldResultHidden");
  rig.driver().Reset();
  const uint64_t cycles = CyclesOf(rig, v);
  if (cycles < 8) throw NotAvailable("done before the first byte is read");
  rig.driver().Start();
  uint64_t left = cycles - 5;
  for (int address = 0; address < s.interface().StatusAddress(); ++address) {
    const int bytes = static_cast<int>(std::min<uint64_t>(left, 40));
    if (bytes < 3) break;
    for (const uint8_t byte : rig.driver().Read(address, bytes - 2)) {
      EXPECT_EQ(byte, 0) << "slot " << address << " readable while busy";
    }
    left -= static_cast<uint64_t>(bytes);
  }
  // Half loaded: neither operands nor the old result show.
  rig.driver().Reset();
  ExpectRight(rig, v, "before half a load");
  rig.driver().LoadByte(NeededLoads(s).at(0), 0);
  for (int address = 0; address < s.interface().StatusAddress(); ++address) {
    for (const uint8_t byte : rig.driver().Read(address, 4)) {
      EXPECT_EQ(byte, 0) << "slot " << address << " readable half loaded";
    }
  }
}

const Vector& FirstThat(const Session& s, bool (*wanted)(const Vector&),
                        const char* reason) {
  for (const Vector& v : s.vectors()) {
    if (v.refused < 0 && wanted(v)) return v;
  }
  throw NotAvailable(reason);
}

void IdentityFlag(Session& s) {
  if (!s.configuration().variant->HasOutput("identity")) {
    throw NotAvailable("the manifest promises no identity bit");
  }
  const Vector& v = FirstThat(
      s, [](const Vector& x) { return x.identity; },
      "no vector has the identity as its result");
  Rig rig(&s, "IdentityFlag");
  rig.driver().Reset();
  ExpectRight(rig, v, "identity");
  ExpectStatus(rig, kDone | kIdentity, "identity, status again");
  ExpectRight(rig, s.Ordinary(0), "the next result clears the identity bit");
  ExpectRight(rig, v, "identity again");
  rig.driver().LoadByte(NeededLoads(s).at(0), 0);
  ExpectStatus(rig, 0, "a load takes the identity bit away");
}

void ErrorAfterStart(Session& s) {
  const Vector& v = FirstThat(
      s, [](const Vector& x) { return x.error; },
      "no vector has an error found after start");
  const Vector& good = s.Ordinary(0);
  Rig rig(&s, "ErrorAfterStart");
  rig.driver().Reset();
  ExpectRight(rig, v, "error after start");
  ExpectStatus(rig, kDone | kOperandError, "stays");
  ExpectRight(rig, good, "cleared by the next accepted start");
  ExpectRight(rig, v, "error again");
  rig.driver().LoadAll(good);
  ExpectStatus(rig, 0, "cleared by good loads");
}

void StartClearsOperandError(Session& s) {
  const Vector& v = s.Ordinary(0);
  const std::vector<Slot> loads = s.interface().Loads();
  for (size_t i = 0; i < loads.size(); ++i) {
    if (!loads[i].optional || loads[i].bits == 8 * loads[i].bytes) continue;
    Rig rig(&s, "StartClearsOperandError");
    rig.driver().Reset();
    LoadAllBut(rig, v, static_cast<int>(i));
    rig.driver().Load(
        static_cast<int>(i),
        ToBytes(mpz_class(1) << static_cast<unsigned>(loads[i].bits),
                static_cast<size_t>(loads[i].bytes)));
    ExpectStatus(rig, kOperandError, "forbidden in " + loads[i].name);
    rig.driver().Start();
    EXPECT_EQ(rig.driver().ReadStatus() & kOperandError, 0)
        << "an accepted start clears bit 3";
    return;
  }
  throw NotAvailable("every slot is needed, or has no forbidden value");
}

void LoadInDoneCycle(Session& s) {
  const Vector& v = s.Ordinary(1);
  Rig rig(&s, "LoadInDoneCycle");
  for (const int load : NeededLoads(s)) {
    const Bytes& value = v.loads[static_cast<size_t>(load)];
    rig.driver().Reset();
    rig.driver().LoadAll(v);
    rig.driver().Start();
    rig.driver().RunToDone(s.CycleLimit());
    // The next edge is the first one at which done is high.
    rig.driver().LoadByte(load, value[0]);
    EXPECT_EQ(rig.pins().done, 0) << "a byte in the first done cycle";
    for (size_t i = 1; i < value.size(); ++i) {
      rig.driver().LoadByte(load, value[i]);
    }
    ExpectStatus(rig, 0, "taken in the first done cycle");
    ExpectAnswer(s, v, rig.StartAndFinish(), "loaded from a done cycle on");
    if (s.plan.runs_per_rule < 8) return;
  }
}

// -------------------------------------------------------------------- set-up

// Loads behind which this core is busy, with the edges it took.
std::vector<std::pair<int, uint64_t>> SetupLoads(Rig& rig, const Vector& v) {
  std::vector<std::pair<int, uint64_t>> found;
  rig.driver().Reset();
  for (size_t i = 0; i < v.loads.size(); ++i) {
    if (v.loads[i].empty()) continue;
    rig.driver().Load(static_cast<int>(i), v.loads[i]);
    const uint64_t edges = rig.driver().last_setup();
    if (edges > 4) found.emplace_back(static_cast<int>(i), edges);
  }
  if (found.empty()) throw NotAvailable("no set-up");
  return found;
}

void RefusedDuringSetup(Session& s) {
  const Vector& v = s.Ordinary(0);
  Rig rig(&s, "RefusedDuringSetup");
  PortDriver hasty(&rig.port(), s.interface(), 0);
  for (const auto& [load, edges] : SetupLoads(rig, v)) {
    rig.driver().Reset();
    LoadAllBut(rig, v, load);
    hasty.Load(load, v.loads[static_cast<size_t>(load)]);
    const Refusal refusals[] = {{"start", false, false, true, 0},
                                {"ld", true, false, false, 0},
                                {"lk", false, true, false, 0}};
    for (const Refusal& refusal : refusals) {
      if (edges > 8) Drive(rig, refusal, 0xff);
    }
    rig.driver().WaitForSetup(s.SetupLimit());
    if (edges > 8) ExpectStatus(rig, kProtocolError, "refused during set-up");
    ExpectAnswer(s, v, rig.StartAndFinish(), "set-up unharmed");
  }
}

void ResetDuringSetup(Session& s) {
  const Vector& v = s.Ordinary(1);
  Rig rig(&s, "ResetDuringSetup");
  PortDriver hasty(&rig.port(), s.interface(), 0);
  for (const auto& [load, edges] : SetupLoads(rig, v)) {
    for (const uint64_t moment : {uint64_t{1}, edges / 2, edges - 1}) {
      rig.driver().Reset();
      LoadAllBut(rig, v, load);
      hasty.Load(load, v.loads[static_cast<size_t>(load)]);
      rig.driver().Idle(static_cast<int>(moment));
      rig.driver().Reset();
      ExpectStatus(rig, 0, "reset during set-up");
      ExpectRefused(rig, kOperandError, "reset during set-up");
      rig.driver().Reset();
      ExpectRight(rig, v, "after a reset during set-up");
    }
  }
}

// ----------------------------------------------------------------------- read

void ReadTiming(Session& s) {
  const Vector& v = s.Ordinary(2);
  Rig rig(&s, "ReadTiming");
  rig.driver().Reset();
  CyclesOf(rig, v);
  std::mt19937_64 random = Generator(s, "ReadTiming");
  const Interface& port = s.interface();
  const int addresses = 1 << port.addr_bits;
  const auto expected = [&](int address, int n) -> std::optional<uint8_t> {
    if (address == port.StatusAddress()) return kDone;
    for (size_t i = 0; i < port.results.size(); ++i) {
      const Slot& slot = port.results[i];
      if (slot.address != address) continue;
      if (!s.configuration().variant->HasOutput(slot.output)) return {};
      return n < slot.bytes ? v.results[i][static_cast<size_t>(n)] : 0;
    }
    return 0;
  };
  int address = 0;
  int n = 0;
  std::optional<uint8_t> one_ago, two_ago;
  for (int edge = 0; edge < 4000; ++edge) {
    const bool data = random() % 16 != 0 && edge > 0;
    if (!data) {
      address =
          random() % 2 && !port.results.empty()
              ? port.results[random() % port.results.size()].address
              : static_cast<int>(random() % static_cast<unsigned>(addresses));
    }
    // Long strobes, so that many reach past the last byte.
    const bool strobe = data && (n > 0 || random() % 4 != 0);
    n = strobe ? n + 1 : 0;
    rig.pins().addr = static_cast<uint32_t>(address);
    rig.pins().data = strobe;
    rig.port().Tick();
    if (edge >= 2 && two_ago) {
      ASSERT_EQ(Hex(Bytes{rig.pins().sampled_dout}), Hex(Bytes{*two_ago}))
          << "edge " << edge << " of a random read";
    }
    two_ago = one_ago;
    one_ago = expected(address, n);
  }
}

// The ordinary vector whose results begin with the largest bytes: a read that
// starts over shows them.
const Vector& LoudVector(const Session& s) {
  const auto loudness = [](const Vector& v) {
    uint8_t least = 0xff;
    for (const Bytes& result : v.results) least = std::min(least, result[0]);
    return least;
  };
  size_t best = 0;
  for (size_t i = 1; i < s.ordinary().size(); ++i) {
    if (loudness(s.Ordinary(i)) > loudness(s.Ordinary(best))) best = i;
  }
  return s.Ordinary(best);
}

void PastTheLastByte(Session& s) {
  const Vector& v = LoudVector(s);
  Rig rig(&s, "PastTheLastByte");
  rig.driver().Reset();
  CyclesOf(rig, v);
  for (const Slot& slot : s.interface().results) {
    // Far enough for a counter that wraps to show it.
    const Bytes bytes = rig.driver().Read(slot.address, 4 * slot.bytes + 300);
    for (size_t i = static_cast<size_t>(slot.bytes); i < bytes.size(); ++i) {
      ASSERT_EQ(bytes[i], 0) << slot.name << ", byte " << i;
    }
  }
  for (const uint8_t byte :
       rig.driver().Read(s.interface().StatusAddress(), 300)) {
    ASSERT_EQ(byte, kDone) << "status at any n";
  }
}

// ---------------------------------------------------------------------- reset

void ExpectForgotten(Rig& rig, const std::string& when) {
  Session& s = rig.session();
  EXPECT_EQ(rig.pins().done, 0) << when;
  ExpectStatus(rig, 0, when);
  for (const Slot& slot : s.interface().results) {
    for (const uint8_t byte : rig.driver().Read(slot.address, slot.bytes)) {
      EXPECT_EQ(byte, 0) << when << ": " << slot.name << " readable";
    }
  }
  if (!NeededLoads(s).empty()) ExpectRefused(rig, kOperandError, when);
}

void ResetWhileLoading(Session& s) {
  const Vector& v = s.Ordinary(0);
  Rig rig(&s, "ResetWhileLoading");
  rig.driver().Reset();
  for (const int load : NeededLoads(s)) {
    const size_t i = static_cast<size_t>(load);
    const Bytes& value = v.loads[i];
    for (const size_t sent : {size_t{1}, value.size() - 1, value.size()}) {
      const std::string when = s.interface().Loads()[i].name +
                               " reset after byte " + std::to_string(sent);
      LoadAllBut(rig, v, load);
      for (size_t j = 0; j < sent; ++j) rig.driver().LoadByte(load, value[j]);
      rig.driver().Reset();
      ExpectForgotten(rig, when);
      if (IsVariable(s, load)) {
        // Any rest is an operand, but not the rest of the old one.
        LoadAllBut(rig, v, load);
        for (size_t j = 0; j < sent; ++j) rig.driver().LoadByte(load, value[j]);
        rig.driver().Reset();
        rig.driver().Load(load, value);
        LoadAllBut(rig, v, load);
        ExpectAnswer(s, v, rig.StartAndFinish(), when + ", then whole");
        rig.driver().Reset();
        continue;
      }
      // The rest of that load must not complete anything: neither straight
      // after the reset nor behind other loads.
      for (const bool at_once : {true, false}) {
        rig.driver().Reset();
        LoadAllBut(rig, v, load);
        if (at_once) {
          for (size_t j = 0; j < sent; ++j) {
            rig.driver().LoadByte(load, value[j]);
          }
          rig.driver().Reset();
        }
        for (size_t j = sent; j < value.size(); ++j) {
          rig.driver().LoadByte(load, value[j]);
        }
        if (at_once) LoadAllBut(rig, v, load);
        ExpectRefused(rig, kOperandError, when + ", then the rest");
      }
      rig.driver().Reset();
    }
  }
  ExpectRight(rig, v, "after resets while loading");
}

void ResetWhileBusy(Session& s) {
  const Vector& v = s.Ordinary(1);
  Rig rig(&s, "ResetWhileBusy");
  rig.driver().Reset();
  const uint64_t cycles = CyclesOf(rig, v);
  for (const uint64_t moment : Moments(s, cycles)) {
    const std::string when = "reset at cycle " + std::to_string(moment);
    rig.driver().LoadAll(v);
    rig.driver().Start();
    if (moment > 1) rig.driver().RunToDone(moment - 1);
    rig.driver().Reset();
    // Straight into the next run: nothing of the old one may be left in it.
    ExpectRight(rig, s.Ordinary(moment), when + ", at once a run");
    rig.driver().LoadAll(v);
    rig.driver().Start();
    if (moment > 1) rig.driver().RunToDone(moment - 1);
    rig.driver().Reset();
    ExpectForgotten(rig, when);
    EXPECT_GT(rig.driver().RunToDone(std::min<uint64_t>(2 * cycles, 5000)),
              std::min<uint64_t>(2 * cycles, 5000))
        << when << ": done without a start";
    if (testing::Test::HasFailure()) return;
    if (testing::Test::HasFailure()) return;
  }
}

void ResetAfterDone(Session& s) {
  const Vector& v = s.Ordinary(2);
  Rig rig(&s, "ResetAfterDone");
  rig.driver().Reset();
  CyclesOf(rig, v);
  rig.driver().Reset();
  ExpectForgotten(rig, "reset after done");
  ExpectRight(rig, v, "after reset after done");
  // In the middle of reading, and with reset winning over everything. The
  // status byte is not 0 at any n.
  for (const int address :
       {s.interface().results.at(0).address, s.interface().StatusAddress()}) {
    ExpectRight(rig, v, "before a reset while reading");
    rig.pins().addr = static_cast<uint32_t>(address);
    rig.pins().data = 1;
    rig.driver().Idle(3);
    rig.pins().rst = rig.pins().start = rig.pins().ld = 1;
    rig.port().Tick();
    EXPECT_EQ(rig.pins().done, 0);
    EXPECT_EQ(rig.pins().dout, 0) << "dout after reset while reading";
    rig.pins() = ModelPins{};
    ExpectForgotten(rig, "reset while reading");
  }
  // Each request alone that would be taken if there were no reset.
  std::vector<Refusal> requests = {{"start", false, false, true, 0}};
  for (const Slot& slot : s.interface().operands) {
    requests.push_back(
        {"ld of " + slot.name, true, false, false, slot.address});
  }
  if (s.interface().key) requests.push_back({"lk", false, true, false, 0});
  int runs = 0;
  for (const Refusal& request : requests) {
    if (++runs > s.plan.runs_per_rule) break;
    const std::string when = "reset together with " + request.name;
    ExpectRight(rig, v, "before a " + when);
    rig.pins().rst = 1;
    Drive(rig, request, 0);
    rig.pins().rst = 0;
    EXPECT_EQ(rig.pins().done, 0) << when;
    ExpectForgotten(rig, when);
    rig.driver().Reset();
    ExpectRight(rig, v, "after a " + when);
  }
}

// ---------------------------------------------------------------------- state

// Everything that the model holds, by hierarchical name.
std::map<std::string, std::string> State(Rig& rig,
                                         const std::set<std::string>* only) {
  std::map<std::string, std::string> state;
  rig.model().Visit([&](const std::string& scope, const std::string& name,
                        bool is_memory, const std::string& contents) {
    // The port itself is driven by the test, and is the same in both models.
    if (scope == "TOP") return;
    if (only != nullptr && (is_memory || !only->count(name))) return;
    state[scope + "." + name] = contents;
  });
  return state;
}

// Two vectors that differ in secrets only, in every secret, and in as many of
// their bits as can be: what the algorithm does differs early. Where nothing is
// secret by itself (bare arithmetic), every operand counts as one: somebody
// will put secrets there.
std::optional<std::pair<const Vector*, const Vector*>> SecretPair(
    const Session& s) {
  std::vector<Slot> loads = s.interface().Loads();
  if (std::none_of(loads.begin(), loads.end(),
                   [](const Slot& slot) { return slot.secret; })) {
    for (Slot& slot : loads) slot.secret = true;
  }
  const std::vector<Vector>& all = s.vectors();
  const size_t looked_at = std::min<size_t>(all.size(), 400);
  std::optional<std::pair<const Vector*, const Vector*>> best;
  int most = 0;
  for (size_t i = 0; i < looked_at; ++i) {
    for (size_t j = i + 1; j < looked_at; ++j) {
      if (all[i].refused >= 0 || all[j].refused >= 0 || all[i].identity ||
          all[j].identity || all[i].error || all[j].error) {
        continue;
      }
      bool good = true;
      int bits = 0;
      for (size_t k = 0; k < loads.size() && good; ++k) {
        const bool same = all[i].loads[k] == all[j].loads[k];
        // The length of an operand shows at the port.
        good = loads[k].secret != same &&
               all[i].loads[k].size() == all[j].loads[k].size();
        for (size_t n = 0; n < all[i].loads[k].size() && good && !same; ++n) {
          bits += std::popcount(
              static_cast<unsigned>(all[i].loads[k][n] ^ all[j].loads[k][n]));
        }
      }
      if (good && bits > most) {
        most = bits;
        best = std::make_pair(&all[i], &all[j]);
      }
    }
  }
  return best;
}

void ResetClearsSecrets(Session& s) {
  const Variant& variant = *s.configuration().variant;
  if (variant.zeroize == "none") throw NotAvailable("zeroize: none");
  if (variant.is_netlist && !variant.keeps_names) {
    throw NotAvailable("registers have lost their names");
  }
  if (!s.plan.state) throw NotAvailable("left to a smaller configuration");
  const auto pair = SecretPair(s);
  if (!pair) throw NotAvailable("no two vectors that differ in secrets only");
  std::optional<std::set<std::string>> registers;
  if (variant.zeroize == "registers") {
    registers = RegisterNames(s.configuration());
  }
  const std::set<std::string>* only = registers ? &*registers : nullptr;
  // The same random contents in both: what differs comes from the secrets.
  Rig a(&s, "ResetClearsSecrets", Flavour::kDebug);
  Rig b(&s, "ResetClearsSecrets", Flavour::kDebug);
  const auto compare = [&](const std::string& when, bool same) {
    const auto state_a = State(a, only);
    const auto state_b = State(b, only);
    std::string differing;
    for (const auto& [name, contents] : state_a) {
      if (state_b.at(name) != contents) differing += "\n  " + name;
    }
    if (same) {
      EXPECT_EQ(differing, "") << when
                               << ": reset left these depending on "
                                  "secrets";
    } else {
      // The comparison must be able to see a secret at all.
      EXPECT_NE(differing, "") << when << ": the secrets are nowhere";
    }
  };
  const auto each = [&](const auto& act) {
    act(a, *pair->first);
    act(b, *pair->second);
  };
  const uint64_t cycles = s.configuration().cycles.value_or(2000);
  // A register may hold a secret for a part of the run only.
  std::set<uint64_t> moments = {0, std::min<uint64_t>(cycles / 2, 20000),
                                cycles};
  for (uint64_t i = 1; cycles < 5000 && i < 16; ++i) {
    moments.insert(cycles * i / 16);
  }
  for (const uint64_t moment : moments) {
    const std::string when =
        moment == 0 ? "after the loads" : "at cycle " + std::to_string(moment);
    if (moment > 100'000) continue;  // the debug model is slow
    each([&](Rig& rig, const Vector& v) {
      rig.driver().Reset();
      rig.driver().LoadAll(v);
      if (moment > 0) {
        rig.driver().Start();
        rig.driver().RunToDone(moment);
      }
    });
    if (only == nullptr) compare("before reset, " + when, false);
    each([](Rig& rig, const Vector&) {
      rig.driver().Reset();
      rig.driver().Idle(1);
    });
    compare("reset " + when, true);
  }
}

// ------------------------------------------------------------- random traffic

// Random legal and illegal port traffic against a model of the contract, edge
// by edge. Operands come from few vectors, so that many runs have a known
// answer.
void RandomTraffic(Session& s) {
  // Where secrets change the time, one set of operands keeps it known.
  const size_t kinds = s.configuration().variant->constant_time
                           ? std::min<size_t>(3, s.ordinary().size())
                           : 1;
  std::vector<const Vector*> known;
  for (size_t i = 0; i < kinds; ++i) known.push_back(&s.Ordinary(i));
  Rig rig(&s, "RandomTraffic");
  rig.driver().Reset();
  const uint64_t cycles = CyclesOf(rig, *known[0]) -
                          static_cast<uint64_t>(s.ExtraCycles(*known[0]));
  rig.driver().Reset();
  PortModel model(s.configuration(), s.family(), s.interface(), known, cycles);
  TrafficGenerator traffic(
      s.interface(), known, cycles,
      MixSeed(s.seed(), s.configuration().id() + "RandomTraffic"),
      s.SetupLimit() == 0 ? 0 : rig.driver().last_setup() + 8);
  const uint64_t edges = std::min<uint64_t>(40'000, 40 * cycles + 4'000);
  for (uint64_t edge = 0; edge < edges; ++edge) {
    traffic.Next(model, &rig.pins());
    const PortModel::Expected expected = model.Tick(rig.pins());
    rig.port().Tick();
    const std::string at =
        " at edge " + std::to_string(edge) + " of random traffic";
    if (expected.dout && *expected.dout != rig.pins().sampled_dout) {
      FAIL() << "dout" << at << "\n  expected " << Hex(Bytes{*expected.dout})
             << "\n  got      " << Hex(Bytes{rig.pins().sampled_dout}) << '\n'
             << traffic.History();
    }
    if (expected.done != (rig.pins().done != 0)) {
      FAIL() << "done is " << !expected.done << " in place of " << expected.done
             << at << '\n'
             << traffic.History();
    }
  }
}

}  // namespace

const std::vector<ContractRule>& ContractRules() {
  static const std::vector<ContractRule> rules = {
      {"AfterReset", AfterReset, true},
      {"RandomInitialContents", RandomInitialContents, false},
      {"StartNeedsOperands", StartNeedsOperands, true},
      {"GapsBetweenBytes", GapsBetweenBytes, true},
      {"KeyIgnoresAddress", KeyIgnoresAddress, true},
      {"ChangeOfSlotStartsAnew", ChangeOfSlotStartsAnew, true},
      {"LoadsInAnyOrder", LoadsInAnyOrder, true},
      {"RunsInAnyOrder", RunsInAnyOrder, true},
      {"ByteBeyondTheLast", ByteBeyondTheLast, true},
      {"FirstByteClears", FirstByteClears, true},
      {"StartEndsVariableLoad", StartEndsVariableLoad, true},
      {"ForbiddenValues", ForbiddenValues, true},
      {"RefusedWhileLoading", RefusedWhileLoading, true},
      {"RefusedWhileIdle", RefusedWhileIdle, true},
      {"ProtocolErrorStays", ProtocolErrorStays, true},
      {"RefusedWhileBusy", RefusedWhileBusy, false},
      {"StartHeldHigh", StartHeldHigh, false},
      {"StatusWhileBusy", StatusWhileBusy, false},
      {"BackToBack", BackToBack, true},
      {"DoneAndResultsHeld", DoneAndResultsHeld, true},
      {"OldResultHidden", OldResultHidden, false},
      {"IdentityFlag", IdentityFlag, true},
      {"ErrorAfterStart", ErrorAfterStart, true},
      {"StartClearsOperandError", StartClearsOperandError, true},
      {"LoadInDoneCycle", LoadInDoneCycle, false},
      {"RefusedDuringSetup", RefusedDuringSetup, false},
      {"ResetDuringSetup", ResetDuringSetup, false},
      {"ReadTiming", ReadTiming, false},
      {"PastTheLastByte", PastTheLastByte, true},
      {"ResetWhileLoading", ResetWhileLoading, true},
      {"ResetWhileBusy", ResetWhileBusy, false},
      {"ResetAfterDone", ResetAfterDone, true},
      {"ResetClearsSecrets", ResetClearsSecrets, false},
      {"RandomTraffic", RandomTraffic, false},
  };
  return rules;
}

}  // namespace curvebench
