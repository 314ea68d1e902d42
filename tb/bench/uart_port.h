// SPDX-License-Identifier: Apache-2.0
// The host's side of rtl/common/uart_shell.v (protocol: docs/uart.md).
#ifndef CURVEBENCH_TB_BENCH_UART_PORT_H_
#define CURVEBENCH_TB_BENCH_UART_PORT_H_

#include <chrono>
#include <memory>
#include <string>

#include "bench/port.h"

namespace curvebench {

/// A line that carries bytes both ways.
class ByteStream {
 public:
  virtual ~ByteStream() = default;
  virtual void Write(const Bytes& bytes) = 0;
  /// @return `count` bytes, or fewer if the time is over
  virtual Bytes Read(size_t count, std::chrono::milliseconds timeout) = 0;
  /// Forgets what has come so far.
  virtual void Discard() = 0;
};

/// Bits of an answer byte; bits 7..4 are 01d0, d = done.
enum UartAnswer : uint8_t {
  kFramingError = 0x01,
  kBrokenOff = 0x02,
  kUnknownCommand = 0x04,
  kOverrun = 0x08,
  kAnswerDone = 0x20,
  kAnswer = 0x40,
};

/// Text of the errors in an answer: "framing error, overrun".
std::string UartErrors(uint8_t answer);

/// Times after which a board counts as dead.
struct UartTimeouts {
  std::chrono::milliseconds answer{1000};  ///< beside the time of the bytes
  std::chrono::milliseconds run{60'000};   ///< from start to done
};

/// The byte port of a board behind a line.
class UartPort : public Port {
 public:
  using Timeouts = UartTimeouts;

  /// @param name of the line, for messages
  /// @param baud for the time that bytes take
  UartPort(std::unique_ptr<ByteStream> stream, const std::string& name,
           int baud, const Timeouts& timeouts = {});

  /// Finds the shell at the other end, whatever state it is in.
  /// @param addr_bits that the core's port must have
  /// @throws InputError if nothing answers, or another port does
  void Connect(int addr_bits);

  bool CountsEdges() const override { return false; }
  void Tick() override;
  uint64_t Run(uint64_t max_edges) override;
  void Load(bool key, uint32_t address, const Bytes& bytes) override;
  Bytes Read(uint32_t address, int count) override;
  uint64_t WaitWhileBusy(uint32_t status_address, uint64_t max_edges) override;

 private:
  /// Sends a frame, takes its answer byte and `count` bytes behind it.
  /// @throws std::runtime_error if they do not come, or tell an error
  Bytes Ask(const Bytes& frame, size_t count);
  std::chrono::milliseconds Time(size_t bytes) const;

  std::unique_ptr<ByteStream> stream_;
  std::string name_;
  int baud_;
  Timeouts timeouts_;
};

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_UART_PORT_H_
