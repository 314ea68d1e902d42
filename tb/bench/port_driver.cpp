// SPDX-License-Identifier: Apache-2.0
#include "bench/port_driver.h"

#include <stdexcept>

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

void PortDriver::LoadByte(int load, uint8_t byte) {
  const bool key = load == static_cast<int>(interface_.operands.size());
  ModelPins& pins = port_.pins;
  pins.din = byte;
  if (key) {
    pins.lk = 1;
    // Any address may stand beside lk: this one shows a set-up of one cycle.
    pins.addr = static_cast<uint32_t>(interface_.StatusAddress());
  } else {
    pins.ld = 1;
    pins.addr = static_cast<uint32_t>(interface_.operands.at(load).address);
  }
  port_.Tick();
  pins.ld = pins.lk = 0;
  pins.din = 0;
  // Set-up may follow the last byte, and refuses further loads meanwhile.
  if (load != open_load_) sent_ = 0;
  open_load_ = load;
  if (++sent_ == interface_.Loads()[static_cast<size_t>(load)].bytes) {
    sent_ = 0;
    if (setup_limit_ > 0) last_setup_ = WaitForSetup(setup_limit_);
  }
}

void PortDriver::Load(int load, const Bytes& bytes) {
  for (const uint8_t byte : bytes) LoadByte(load, byte);
}

void PortDriver::LoadAll(const Vector& vector) {
  for (size_t i = 0; i < vector.loads.size(); ++i) {
    Load(static_cast<int>(i), vector.loads[i]);
  }
}

uint64_t PortDriver::WaitForSetup(uint64_t max_edges) {
  ModelPins& pins = port_.pins;
  const uint32_t status = static_cast<uint32_t>(interface_.StatusAddress());
  // What edge s samples is the state after edge s-2 (the read rule's lag).
  const uint64_t first = pins.addr == status && pins.data == 0 ? 2 : 3;
  pins.addr = status;
  pins.data = 0;
  for (uint64_t edge = 1; edge < first; ++edge) port_.Tick();
  for (uint64_t edge = first; edge <= max_edges + 3; ++edge) {
    port_.Tick();
    if (!(pins.sampled_dout & kBusy)) return edge == first ? 0 : edge - 2;
  }
  throw std::runtime_error("still busy " + std::to_string(max_edges) +
                           " cycles after the last load");
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
  ModelPins& pins = port_.pins;
  Bytes bytes(static_cast<size_t>(count));
  pins.addr = static_cast<uint32_t>(address);
  for (int edge = 0; edge < count + 2; ++edge) {
    // Edge 0 has data low and asks for byte 0; each edge with data high asks
    // for the next one; the answer is there two edges later.
    pins.data = edge > 0 && edge < count;
    port_.Tick();
    if (edge >= 2) bytes[static_cast<size_t>(edge - 2)] = pins.sampled_dout;
  }
  pins.data = 0;
  return bytes;
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
