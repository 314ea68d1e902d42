// SPDX-License-Identifier: Apache-2.0
#include "bench/port.h"

#include <stdexcept>
#include <string>

#include "bench/port_driver.h"

namespace curvebench {

void Port::Load(bool key, uint32_t address, const Bytes& bytes) {
  pins.addr = address;
  for (const uint8_t byte : bytes) {
    pins.din = byte;
    (key ? pins.lk : pins.ld) = 1;
    Tick();
  }
  pins.ld = pins.lk = 0;
  pins.din = 0;
}

Bytes Port::Read(uint32_t address, int count) {
  Bytes bytes(static_cast<size_t>(count));
  pins.addr = address;
  for (int edge = 0; edge < count + 2; ++edge) {
    // Edge 0 has data low and asks for byte 0; each edge with data high asks
    // for the next one; the answer is there two edges later.
    pins.data = edge > 0 && edge < count;
    Tick();
    if (edge >= 2) bytes[static_cast<size_t>(edge - 2)] = pins.sampled_dout;
  }
  pins.data = 0;
  return bytes;
}

uint64_t Port::WaitWhileBusy(uint32_t status_address, uint64_t max_edges) {
  // What edge s samples is the state after edge s-2 (the read rule's lag).
  const uint64_t first = pins.addr == status_address && pins.data == 0 ? 2 : 3;
  pins.addr = status_address;
  pins.data = 0;
  for (uint64_t edge = 1; edge < first; ++edge) Tick();
  for (uint64_t edge = first; edge <= max_edges + 3; ++edge) {
    Tick();
    if (!(pins.sampled_dout & kBusy)) return edge == first ? 0 : edge - 2;
  }
  throw std::runtime_error("still busy " + std::to_string(max_edges) +
                           " cycles after the last load");
}

}  // namespace curvebench
