// SPDX-License-Identifier: Apache-2.0
#include "bench/port_driver.h"

#include <algorithm>

namespace curvebench {

std::string StatusText(uint8_t status) {
  const char* const kNames[] = {"done",          "busy",           "identity",
                                "operand error", "protocol error", "fault",
                                "bit 6",         "bit 7"};
  std::string names;
  for (int bit = 0; bit < 8; ++bit) {
    if (!(status >> bit & 1)) continue;
    names += (names.empty() ? "" : ", ") + std::string(kNames[bit]);
  }
  return Hex(Bytes{status}) + " (" + (names.empty() ? "no bit" : names) + ")";
}

void PortDriver::Reset(int edges) {
  open_load_ = -1;
  port_.pins = ModelPins{};
  port_.pins.rst = 1;
  for (int i = 0; i < edges; ++i) port_.Tick();
  port_.pins.rst = 0;
}

void PortDriver::Idle(int edges) {
  for (int i = 0; i < edges; ++i) port_.Tick();
}

void PortDriver::Load(int load, const Bytes& bytes) {
  const bool key = load == static_cast<int>(interface_.operands.size());
  // Any address may stand beside lk: this one shows a set-up of one cycle.
  const int address = key ? key_address_.value_or(interface_.StatusAddress())
                          : interface_.operands.at(load).address;
  const Slot slot = interface_.Loads().at(static_cast<size_t>(load));
  const int whole = slot.variable ? static_cast<int>(bytes.size()) : slot.bytes;
  if (load != open_load_) sent_ = 0;
  for (size_t at = 0; at < bytes.size();) {
    const size_t part =
        std::min(bytes.size() - at, static_cast<size_t>(whole - sent_));
    const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    port_.Load(key, static_cast<uint32_t>(address),
               Bytes(first, first + static_cast<std::ptrdiff_t>(part)));
    open_load_ = load;
    at += part;
    sent_ += static_cast<int>(part);
    if (sent_ < whole) continue;
    // Set-up may follow the last byte, and refuses further loads meanwhile.
    sent_ = 0;
    if (setup_limit_ > 0) last_setup_ = WaitForSetup(setup_limit_);
  }
}

void PortDriver::LoadAll(const Vector& vector) {
  for (size_t i = 0; i < vector.loads.size(); ++i) {
    Load(static_cast<int>(i), vector.loads[i]);
  }
}

uint64_t PortDriver::WaitForSetup(uint64_t max_edges) {
  return port_.WaitWhileBusy(static_cast<uint32_t>(interface_.StatusAddress()),
                             max_edges);
}

void PortDriver::Start() {
  port_.pins.start = 1;
  port_.Tick();
  port_.pins.start = 0;
}

uint8_t PortDriver::ReadStatus() {
  return Read(interface_.StatusAddress(), 1)[0];
}

Bytes PortDriver::Read(int address, int count) {
  return port_.Read(static_cast<uint32_t>(address), count);
}

Observation PortDriver::Observe(uint64_t cycles) {
  Observation seen;
  seen.cycles = cycles;
  seen.status = ReadStatus();
  for (const Slot& slot : interface_.results) {
    seen.results.push_back(Read(slot.address, slot.bytes));
  }
  return seen;
}

}  // namespace curvebench
