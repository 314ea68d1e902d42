// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_SERIAL_LINE_H_
#define CURVEBENCH_TB_BENCH_SERIAL_LINE_H_

#include <filesystem>
#include <memory>
#include <string>

#include "bench/uart_port.h"

namespace curvebench {

/// A file descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }

 private:
  int number_;
};

/// A terminal device, 8N1 without any translation and flow control.
class SerialLine : public ByteStream {
 public:
  /// @throws InputError if it cannot be opened, is no terminal, or is in use
  /// @throws InputError for a baud rate that the system does not know
  SerialLine(const std::filesystem::path& device, int baud);

  void Write(const Bytes& bytes) override;
  Bytes Read(size_t count, std::chrono::milliseconds timeout) override;
  void Discard() override;

 private:
  std::string device_;
  std::unique_ptr<Descriptor> file_;
};

/// Refuses what can be seen to be wrong before anything is opened.
/// @return the device
/// @throws InputError
std::string CheckBackend(const std::string& backend, int baud);

/// The board behind "uart:/dev/ttyUSB0", already connected.
/// @throws InputError if the text is no such backend, or nothing answers there
std::shared_ptr<UartPort> OpenBackend(const std::string& backend, int baud,
                                      int addr_bits);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_SERIAL_LINE_H_
