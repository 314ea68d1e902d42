// SPDX-License-Identifier: Apache-2.0
#include "explore/kummer_machine.h"

#include <stdexcept>

#include "explore/kummer_schedule.h"

namespace curvebench::kummer {

namespace {

const mpz_class& R() {
  static const mpz_class r = mpz_class(1) << 136;
  return r;
}

std::string UnitName(int unit) {
  const char* const names[] = {"addsub0", "addsub1", "mult0", "mult1", "cswap"};
  return names[unit];
}

}  // namespace

Machine::Machine(const Architecture& architecture, const Program& program)
    : architecture_(architecture),
      latency_(RtlLatencies(architecture.w)),
      program_(program),
      clusters_(static_cast<size_t>(architecture.clusters)) {
  for (Cluster& cluster : clusters_) cluster.memory.resize(kElements);
}

void Machine::Fail(const std::string& what) const {
  throw std::logic_error(
      architecture_.name + ", w = " + std::to_string(architecture_.w) +
      ", word " + std::to_string(word_) + " (" +
      Text(program_.code[static_cast<size_t>(word_)]) + "): " + what);
}

Machine::Value Machine::Element(size_t cluster, int address,
                                bool needed) const {
  const auto& cell = clusters_[cluster].memory.at(static_cast<size_t>(address));
  if (!cell && needed) {
    Fail("element " + std::to_string(address) + " was never written");
  }
  return cell.value_or(Value{});
}

MachineRun Machine::SetUp(const golden::KummerSurface& surface) {
  p_ = surface.p;
  mpz_class inverse;
  mpz_invert(inverse.get_mpz_t(), p_.get_mpz_t(), R().get_mpz_t());
  minus_inverse_ = R() - inverse;
  for (Cluster& cluster : clusters_) {
    for (size_t j = 0; j < 4; ++j) {
      cluster.memory[kMu + j] = {surface.mu[j], Bound::kAny};
      cluster.memory[kE + j] = {surface.e[j], Bound::kAny};
      cluster.memory[kEHat + j] = {surface.e_hat[j], Bound::kAny};
    }
  }
  return Execute(kSetupEntry, kDoublings);
}

MachineRun Machine::Run(const mpz_class& k, unsigned m,
                        const golden::KummerWrapped& base) {
  for (Cluster& cluster : clusters_) {
    for (size_t j = 0; j < 3; ++j)
      cluster.memory[kWrapped + j] = {base[j], Bound::kAny};
  }
  k_ = k;
  m_ = m;
  bit_ = m - 1;
  before_ = false;
  MachineRun run = Execute(kRunEntry, m);
  for (size_t j = 0; j < 4; ++j) {
    run.result.v1[j] =
        Element(0, kResults + static_cast<int>(j), !run.error).number;
    run.result.v2[j] = Element(clusters_.size() - 1,
                               kResults + 4 + static_cast<int>(j), !run.error)
                           .number;
  }
  return run;
}

MachineRun Machine::Execute(int entry, uint64_t loops) {
  error_ = false;
  busy_.clear();
  for (Cluster& cluster : clusters_) {
    for (UnitState& unit : cluster.units) unit = UnitState{};
  }
  uint64_t left = loops - 1;
  int64_t now = 1;  // the fetch
  word_ = entry;
  for (;; ++word_) {
    if (word_ >= kProgramWords) Fail("runs past the end of the program");
    const Instruction& word = program_.code[static_cast<size_t>(word_)];
    switch (word.opcode) {
      case Opcode::kNop:
        now += 1;
        break;
      case Opcode::kWait:
        now += word.imm;
        break;
      case Opcode::kRead:
        Read(word, now);
        break;
      case Opcode::kWrite:
        Write(word, now);
        break;
      case Opcode::kJump:
        now += kJumpCycles;
        if (left > 0) {
          --left;
          word_ = word.imm - 1;
        }
        break;
      case Opcode::kEnd: {
        MachineRun run;
        run.cycles = static_cast<uint64_t>(now) + 1;
        run.error = error_;
        run.busy = busy_;
        return run;
      }
    }
    if (word.opcode == Opcode::kRead || word.opcode == Opcode::kWrite) {
      now += architecture_.beats();
      busy_["memory"] += static_cast<uint64_t>(architecture_.beats());
    }
  }
}

Machine::Value Machine::Compute(const Instruction& word, const Value& a,
                                const Value& b, bool takes_part) {
  const auto need = [&](bool condition, const char* what) {
    if (takes_part && !condition) Fail(what);
  };
  const mpz_class twice = 2 * p_;
  if (word.unit >= kMult) {
    // (a b + q P) / R < 2P, and t < a + 2P in each round.
    need(a.bound != Bound::kAny, "factor a may not leave room in four words");
    need(b.bound != Bound::kAny || a.bound == Bound::kP,
         "the product may not be below 2P");
    const mpz_class product = a.number * b.number;
    const mpz_class q = product % R() * minus_inverse_ % R();
    return {(product + q * p_) >> 136, Bound::k2P};
  }
  const bool single = word.mode == kReduce || word.mode == kCheck;
  need(a.bound != Bound::kAny && (single || b.bound != Bound::kAny),
       "an operand of the adder may not be below 2P");
  if (single) {
    const mpz_class r = a.number >= p_ ? a.number - p_ : a.number;
    const bool bad = (r == 0) == ((word.imm & kNegate) == 0);
    if (word.mode == kCheck && takes_part && bad) error_ = true;
    return {r, Bound::kP};
  }
  mpz_class r = a.number + b.number;
  if (word.mode == kSub) r = a.number - b.number;
  if (r >= twice) r -= twice;
  if (r < 0) r += twice;
  return {r, Bound::k2P};
}

void Machine::Read(const Instruction& word, int64_t now) {
  if (word.unit == kCswap) return Swap(word, now);
  const bool mult = word.unit >= kMult;
  busy_[UnitName(word.unit)] += mult ? 16 : 4;
  for (size_t c = 0; c < clusters_.size(); ++c) {
    const bool takes_part = ((word.imm >> (2 + c)) & 1) == 0;
    UnitState& unit = clusters_[c].units[static_cast<size_t>(word.unit)];
    Place& place =
        unit.places[static_cast<size_t>(mult ? word.mode : word.imm & 3)];
    if (mult) {
      if (now < place.read + kThreadInterval) {
        Fail("the logical multiplier is busy");
      }
      for (const int64_t other : unit.products) {
        if (ArrayConflict(static_cast<int>(now - other))) {
          Fail("another product uses the array in the same cycle");
        }
      }
      unit.products.push_back(now);
      if (unit.products.size() > 4) unit.products.erase(unit.products.begin());
    } else if (now < unit.last_read + kAddSubInterval) {
      Fail("the adder is busy");
    }
    unit.last_read = now;
    const Value value = Compute(word, Element(c, word.a, takes_part),
                                Element(c, word.b, takes_part), takes_part);
    place.old_read = place.read;
    place.old_value = place.value;
    place.read = now;
    place.value = {value, Value{}};
  }
}

void Machine::Swap(const Instruction& word, int64_t now) {
  busy_[UnitName(kCswap)] += static_cast<uint64_t>(architecture_.beats());
  const bool now_bit = mpz_tstbit(k_.get_mpz_t(), bit_) != 0;
  const bool merged = architecture_.scheme == SwapScheme::kV2 ||
                      architecture_.scheme == SwapScheme::kV3Merged;
  const bool second = (word.mode & kSecond) != 0;
  const bool swap = merged ? before_ != (now_bit && !second) : now_bit;
  std::vector<std::array<Value, 2>> in;
  for (size_t c = 0; c < clusters_.size(); ++c) {
    in.push_back({Element(c, word.a, true), Element(c, word.b, true)});
  }
  std::vector<std::array<Value, 2>> out = in;
  if (clusters_.size() == 1) {
    if (swap) std::swap(out[0][0], out[0][1]);
  } else if (second) {
    if (swap) std::swap(out[0], out[1]);
  } else {
    // CS0(A, B, C, D) = (A, B, C, B) or (C, D, A, D)
    if (swap) std::swap(out[0], out[1]);
    out[1][1] = out[0][1];
  }
  for (size_t c = 0; c < clusters_.size(); ++c) {
    Place& place =
        clusters_[c].units[kCswap].places[static_cast<size_t>(word.imm & 3)];
    place.old_read = place.read;
    place.old_value = place.value;
    place.read = now;
    place.value = out[c];
  }
  if (word.mode & kAdvance) {
    before_ = now_bit;
    bit_ = bit_ == 0 ? m_ - 1 : bit_ - 1;
  }
}

const std::array<Machine::Value, 2>& Machine::Fetch(const Place& place,
                                                    int latency, int kept,
                                                    int64_t now) const {
  if (now >= place.read + latency) return place.value;
  if (now > place.read + kept) Fail("the result is being replaced");
  if (place.old_read == kLongAgo || now < place.old_read + latency) {
    Fail("the result is not there yet");
  }
  return place.old_value;
}

void Machine::Write(const Instruction& word, int64_t now) {
  for (size_t c = 0; c < clusters_.size(); ++c) {
    auto& memory = clusters_[c].memory;
    const bool takes_part = ((word.imm >> (2 + c)) & 1) == 0;
    if (word.unit == kConstant) {
      if (takes_part)
        memory.at(static_cast<size_t>(word.a)) = {word.mode, Bound::kP};
      continue;
    }
    const UnitState& unit = clusters_[c].units[static_cast<size_t>(word.unit)];
    const bool mult = word.unit == kMult || word.unit == kMult + 1;
    const Place& place =
        unit.places[static_cast<size_t>(mult ? word.mode : word.imm & 3)];
    const bool cswap = word.unit == kCswap;
    const std::array<Value, 2>& value =
        mult    ? Fetch(place, latency_.mult, kMultKept, now)
        : cswap ? Fetch(place, latency_.cswap, kCswapKept, now)
                : Fetch(place, latency_.addsub, kAddSubKept, now);
    if (!takes_part) continue;
    memory.at(static_cast<size_t>(word.a)) = value[0];
    if (cswap) memory.at(static_cast<size_t>(word.b)) = value[1];
  }
}

}  // namespace curvebench::kummer
