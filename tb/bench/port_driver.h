// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_PORT_DRIVER_H_
#define CURVEBENCH_TB_BENCH_PORT_DRIVER_H_

#include <cstdint>
#include <functional>
#include <optional>

#include "bench/family.h"
#include "bench/port.h"

namespace curvebench {

/// Status byte of the contract (docs/contract.md).
enum Status : uint8_t {
  kDone = 0x01,
  kBusy = 0x02,
  kIdentity = 0x04,
  kOperandError = 0x08,
  kProtocolError = 0x10,
  kFault = 0x20,
};

/// A status byte as people read it: "0x05 (done, identity)".
std::string StatusText(uint8_t status);

/// Speaks the byte-port contract to whatever has the port: a simulated model,
/// or a board behind a serial line.
class PortDriver {
 public:
  /// @param setup_limit most edges that the core may be busy after a load; 0 if
  ///   it never is (then loads are not polled for it)
  PortDriver(Port* port, const Interface& interface, uint64_t setup_limit)
      : port_(*port), interface_(interface), setup_limit_(setup_limit) {}

  Port& port() { return port_; }
  const Interface& interface() const { return interface_; }

  /// Reset for some edges; everything else idle.
  void Reset(int edges = 1);
  void Idle(int edges);

  /// One byte into load i of Interface::Loads(); waits for set-up behind the
  /// last one.
  void LoadByte(int load, uint8_t byte) { Load(load, {byte}); }
  /// What stands on addr beside the bytes of the key, which must not matter;
  /// the status byte's address, unless set.
  void set_key_address(int address) { key_address_ = address; }
  /// A value, or a part of one, most significant byte first.
  void Load(int load, const Bytes& bytes);
  /// Every load of the vector that is not empty.
  void LoadAll(const Vector& vector);

  /// Edges of set-up behind the last whole load.
  uint64_t last_setup() const { return last_setup_; }
  /// Waits while status bit 1 is set after a load.
  /// @return edges from the last load edge to idle, 0 if it was never busy
  /// @throws std::runtime_error after max_edges
  uint64_t WaitForSetup(uint64_t max_edges);

  /// One edge with start high.
  void Start();
  /// Idle until done, after Start().
  /// @return edges after the accepting one, or max_edges + 1
  uint64_t RunToDone(uint64_t max_edges) { return port_.Run(max_edges); }

  /// Status byte; takes three edges.
  uint8_t ReadStatus();
  /// `count` bytes of the slot at `address`, as the read rule delivers them.
  Bytes Read(int address, int count);
  /// Status and all results after a run that took `cycles`.
  Observation Observe(uint64_t cycles);

 private:
  Port& port_;
  Interface interface_;
  uint64_t setup_limit_;
  uint64_t last_setup_ = 0;
  std::optional<int> key_address_;
  int open_load_ = -1;  // load in progress
  int sent_ = 0;        // its bytes so far
};

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_PORT_DRIVER_H_
