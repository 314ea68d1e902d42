// SPDX-License-Identifier: Apache-2.0
#include "bench/port_model.h"

#include <algorithm>
#include <sstream>

#include "bench/port_driver.h"

namespace curvebench {

PortModel::PortModel(const Configuration& configuration, const Family& family,
                     const Interface& interface,
                     const std::vector<const Vector*>& known, uint64_t cycles)
    : configuration_(configuration),
      family_(family),
      interface_(interface),
      slots_(interface.Loads()),
      known_(known),
      cycles_(cycles),
      setup_(configuration.setup_cycles.value_or(100'000)),
      loads_(slots_.size()) {}

PortModel::Expected PortModel::Tick(const ModelPins& pins) {
  Expected expected;
  if (age_ >= 2) expected.dout = Byte(requests_[1].first, requests_[1].second);
  n_ = pins.data ? n_ + 1 : 0;
  requests_[1] = requests_[0];
  requests_[0] = {static_cast<int>(pins.addr), n_};
  ++age_;
  Step(pins);
  if (pins.rst) {
    // Reads that were asked for before a reset are void.
    age_ = 0;
    n_ = 0;
  }
  for (size_t i = views_.size() - 1; i > 0; --i) views_[i] = views_[i - 1];
  views_[0] = Look();
  expected.done = done_;
  return expected;
}

void PortModel::Clear() {
  for (LoadState& load : loads_) load = LoadState{};
  open_.reset();
  arrived_.clear();
  done_ = protocol_error_ = late_error_ = false;
  answer_known_ = true;
  answer_ = nullptr;
  countdown_ = settling_ = 0;
}

void PortModel::Step(const ModelPins& pins) {
  if (pins.rst) {
    Clear();
    return;
  }
  const bool was_busy = countdown_ > 0;
  if (settling_ > 0) --settling_;
  if (was_busy && --countdown_ == 0) {
    done_ = true;
    late_error_ = answer_ != nullptr && answer_->error;
  }
  if (!pins.ld && !pins.lk && !pins.start) return;
  if (was_busy || pins.ld + pins.lk + pins.start > 1) {
    protocol_error_ = true;
    return;
  }
  if (pins.start) {
    Start();
    return;
  }
  if (pins.lk) {
    if (interface_.key) {
      TakeByte(slots_.size() - 1, pins.din);
    } else {
      protocol_error_ = true;
    }
    return;
  }
  for (size_t i = 0; i < interface_.operands.size(); ++i) {
    if (interface_.operands[i].address == static_cast<int>(pins.addr)) {
      TakeByte(i, pins.din);
      return;
    }
  }
  protocol_error_ = true;
}

void PortModel::TakeByte(size_t load, uint8_t byte) {
  const size_t size = static_cast<size_t>(slots_[load].bytes);
  const bool variable = slots_[load].variable;
  if (open_ != load || (arrived_.size() == size && !variable)) {
    open_ = load;
    arrived_.clear();
    loads_[load].valid = false;
    done_ = false;
  }
  arrived_.push_back(byte);
  if (arrived_.size() < size && !variable) return;
  const mpz_class value = FromBytes(arrived_);
  const bool good =
      arrived_.size() <= size &&
      (value == 0 || mpz_sizeinbase(value.get_mpz_t(), 2) <=
                         static_cast<size_t>(slots_[load].bits)) &&
      family_.Accepts(configuration_, static_cast<int>(load), arrived_);
  loads_[load].valid = good;
  loads_[load].error = !good;
  loads_[load].value = arrived_;
  if (good) {
    late_error_ = false;
    const uint64_t setup = Claimed(setup_, configuration_.setup_extra);
    settling_ = setup > 0 ? setup + 3 : 0;
  }
}

uint64_t PortModel::Claimed(uint64_t base,
                            const std::map<std::string, int64_t>& rates) const {
  if (rates.empty()) return base;
  // What was refused is not there: a modulus out of range has no leading zeros.
  Vector loaded;
  for (const LoadState& load : loads_) {
    loaded.loads.push_back(load.valid ? load.value : Bytes{});
  }
  int64_t cycles = static_cast<int64_t>(base);
  for (const auto& [measure, rate] : rates) {
    cycles += rate * family_.Measure(configuration_, measure, loaded);
  }
  return static_cast<uint64_t>(std::max<int64_t>(cycles, 0));
}

void PortModel::Start() {
  if (open_ && slots_[*open_].variable) open_.reset();
  bool ready = true;
  for (size_t i = 0; i < loads_.size(); ++i) {
    if (!loads_[i].valid && !slots_[i].optional) {
      loads_[i].error = true;
      ready = false;
    }
  }
  if (!ready) return;
  for (LoadState& load : loads_) load.error = false;
  protocol_error_ = late_error_ = false;
  done_ = false;
  countdown_ = Claimed(cycles_, configuration_.cycles_extra);
  answer_ = nullptr;
  for (const Vector* vector : known_) {
    bool same = true;
    for (size_t i = 0; i < loads_.size(); ++i) {
      same &= loads_[i].value == vector->loads[i];
    }
    if (same) answer_ = vector;
  }
  answer_known_ = answer_ != nullptr;
}

PortModel::View PortModel::Look() const {
  View view;
  view.done = done_;
  view.answer = answer_;
  int status = 0;
  if (done_) status |= kDone;
  if (countdown_ > 0) status |= kBusy;
  if (done_ && answer_ != nullptr && answer_->identity) status |= kIdentity;
  if (late_error_) status |= kOperandError;
  for (const LoadState& load : loads_) {
    if (load.error) status |= kOperandError;
  }
  if (protocol_error_) status |= kProtocolError;
  // The answer to other operands may be the identity or an error.
  view.status = (done_ && !answer_known_) || settling_ > 0 ? -1 : status;
  return view;
}

std::optional<uint8_t> PortModel::Byte(int address, uint64_t n) const {
  // A change within the lag may be seen or not.
  for (const View& view : views_) {
    if (view.done != views_[0].done || view.status != views_[0].status ||
        view.answer != views_[0].answer) {
      return std::nullopt;
    }
  }
  const View& view = views_[0];
  if (address == interface_.StatusAddress()) {
    if (view.status < 0) return std::nullopt;
    return static_cast<uint8_t>(view.status);
  }
  for (size_t i = 0; i < interface_.results.size(); ++i) {
    const Slot& slot = interface_.results[i];
    if (slot.address != address) continue;
    if (!view.done || n >= static_cast<uint64_t>(slot.bytes)) return 0;
    if (view.answer == nullptr ||
        !configuration_.variant->HasOutput(slot.output)) {
      return std::nullopt;
    }
    return view.answer->results[i][static_cast<size_t>(n)];
  }
  return 0;
}

TrafficGenerator::TrafficGenerator(const Interface& interface,
                                   const std::vector<const Vector*>& known,
                                   uint64_t cycles, uint64_t seed,
                                   uint64_t patience)
    : interface_(interface),
      slots_(interface.Loads()),
      known_(known),
      cycles_(cycles),
      patience_(patience),
      random_(seed) {}

void TrafficGenerator::Next(const PortModel& model, ModelPins* pins) {
  while (planned_.empty()) Plan(model);
  *pins = planned_.front();
  // A load may complete in the middle of a plan: the rest waits for its set-up.
  if (model.settling() > 0 && !pins->rst &&
      (pins->ld || pins->lk || pins->start)) {
    *pins = ModelPins{};
  } else {
    planned_.pop_front();
  }
  history_.push_back(*pins);
  if (history_.size() > 32) history_.pop_front();
}

void TrafficGenerator::PlanIdle(uint64_t edges) {
  ModelPins idle;
  idle.addr = Random(2) ? static_cast<uint32_t>(interface_.StatusAddress())
                        : Random(1u << interface_.addr_bits);
  for (uint64_t i = 0; i < edges; ++i) planned_.push_back(idle);
}

void TrafficGenerator::PlanLoad(size_t load, const Bytes& value, bool gaps) {
  ModelPins pins;
  const bool key = load == interface_.operands.size();
  for (const uint8_t byte : value) {
    if (gaps) PlanIdle(Random(3));
    pins.din = byte;
    pins.ld = !key;
    pins.lk = key;
    pins.addr = key ? Random(1u << interface_.addr_bits)
                    : static_cast<uint32_t>(interface_.operands[load].address);
    planned_.push_back(pins);
  }
}

void TrafficGenerator::Plan(const PortModel& model) {
  if (model.settling() > 0) {
    PlanIdle(model.settling() + 1);
    return;
  }
  const unsigned addresses = 1u << interface_.addr_bits;
  const Vector& vector = *known_[Random(static_cast<unsigned>(known_.size()))];
  ModelPins pins;
  switch (Random(16)) {
    case 0:
    case 1:
    case 2:  // one whole set of operands, one load after the other
      for (size_t i = 0; i < slots_.size(); ++i) {
        PlanLoad(i, vector.loads[i], Random(2));
        if (patience_ > 0) PlanIdle(patience_);
      }
      break;
    case 3:
    case 4: {  // one operand
      const unsigned load = Random(static_cast<unsigned>(slots_.size()));
      PlanLoad(load, vector.loads[load], Random(2));
      break;
    }
    case 5: {  // the first part of one
      const unsigned load = Random(static_cast<unsigned>(slots_.size()));
      Bytes part = vector.loads[load];
      if (part.empty()) break;
      part.resize(1 + Random(static_cast<unsigned>(part.size())));
      PlanLoad(load, part, Random(2));
      break;
    }
    case 6: {  // one with a bit out of range, or too long
      const unsigned load = Random(static_cast<unsigned>(slots_.size()));
      Bytes value = vector.loads[load];
      if (!value.empty() && slots_[load].bits < 8 * slots_[load].bytes) {
        const int bit = slots_[load].bits;
        value[value.size() - 1 - static_cast<size_t>(bit / 8)] |=
            static_cast<uint8_t>(1 << (bit % 8));
      } else if (slots_[load].variable) {
        value.resize(static_cast<size_t>(slots_[load].bytes) + 1);
      }
      PlanLoad(load, value, false);
      break;
    }
    case 7:
    case 8:
    case 9:
      pins.start = 1;
      planned_.push_back(pins);
      if (Random(4) == 0) planned_.push_back(pins);
      break;
    case 10:
    case 11:  // up to and a little past the end of a run
      PlanIdle(model.busy() ? cycles_ / (1 + Random(3)) + Random(3)
                            : Random(8));
      if (planned_.empty()) PlanIdle(1);
      break;
    case 12:
    case 13: {  // a burst of reading
      pins.addr =
          Random(3) == 0 || interface_.results.empty()
              ? Random(addresses)
              : static_cast<uint32_t>(interface_
                                          .results[Random(static_cast<unsigned>(
                                              interface_.results.size()))]
                                          .address);
      planned_.push_back(pins);
      pins.data = 1;
      const unsigned length =
          Random(2 * static_cast<unsigned>(interface_.results.at(0).bytes) + 4);
      for (unsigned i = 0; i < length; ++i) planned_.push_back(pins);
      break;
    }
    case 14:
      if (Random(3) == 0) {
        pins.rst = 1;
        pins.start = Random(2);
        pins.ld = Random(2);
        planned_.push_back(pins);
      }
      [[fallthrough]];
    default: {  // anything at all on the request pins
      pins = ModelPins{};
      pins.ld = Random(2);
      pins.lk = Random(2);
      pins.start = Random(2);
      pins.din = static_cast<uint8_t>(random_());
      pins.addr = Random(addresses);
      planned_.push_back(pins);
      break;
    }
  }
}

std::string TrafficGenerator::History() const {
  std::ostringstream text;
  text << "last edges (rst ld lk start data addr din):";
  std::string last;
  int times = 0;
  const auto flush = [&] {
    if (times > 0) text << "\n  " << last;
    if (times > 1) text << "   x " << times;
  };
  for (const ModelPins& pins : history_) {
    std::ostringstream line;
    line << int{pins.rst} << ' ' << int{pins.ld} << ' ' << int{pins.lk} << ' '
         << int{pins.start} << ' ' << int{pins.data} << ' ' << pins.addr << ' '
         << Hex(Bytes{pins.din});
    if (line.str() != last) {
      flush();
      last = line.str();
      times = 0;
    }
    ++times;
  }
  flush();
  return text.str();
}

}  // namespace curvebench
