// SPDX-License-Identifier: Apache-2.0
#include "bench/uart_port.h"

#include <algorithm>
#include <stdexcept>

#include "bench/error.h"
#include "bench/port_driver.h"

namespace curvebench {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

namespace {

constexpr uint8_t kVersion = 1;
constexpr uint32_t kStatusAddress = 0xff;  // all ones, whatever the width

bool IsAnswer(uint8_t byte) { return (byte & 0xd0) == kAnswer; }

}  // namespace

std::string UartErrors(uint8_t answer) {
  std::string text;
  const auto add = [&](UartAnswer bit, const char* name) {
    if (answer & bit) text += (text.empty() ? "" : ", ") + std::string(name);
  };
  add(kFramingError, "framing error");
  add(kBrokenOff, "frame broken off");
  add(kUnknownCommand, "unknown command");
  add(kOverrun, "bytes before the last answer was out");
  return text;
}

UartPort::UartPort(std::unique_ptr<ByteStream> stream, const std::string& name,
                   int baud, const Timeouts& timeouts)
    : stream_(std::move(stream)),
      name_(name),
      baud_(baud),
      timeouts_(timeouts) {}

milliseconds UartPort::Time(size_t bytes) const {
  return timeouts_.answer +
         milliseconds(12'000 * static_cast<int64_t>(bytes) / baud_);
}

void UartPort::Connect(int addr_bits) {
  // A frame that somebody broke off ends in silence, and its answer is not
  // ours.
  constexpr int kTries = 3;
  for (int i = 0; i < kTries; ++i) {
    stream_->Discard();
    stream_->Write({'I'});
    const Bytes answer = stream_->Read(3, Time(4));
    if (answer.size() != 3 || !IsAnswer(answer[0]) ||
        (answer[0] & ~kAnswerDone) != kAnswer) {
      continue;
    }
    if (answer[1] != kVersion) {
      throw InputError(name_, "",
                       "speaks version " + std::to_string(answer[1]) +
                           " of the protocol, not 1",
                       "make the bitstream with this checkout");
    }
    if (answer[2] != addr_bits) {
      throw InputError(name_, "",
                       "the port there has " + std::to_string(answer[2]) +
                           " address bits, this configuration has " +
                           std::to_string(addr_bits),
                       "load the bitstream of the configuration that you name");
    }
    return;
  }
  throw InputError(name_, "", "nothing answers there",
                   "check cable, bitstream and --baud (docs/uart.md)");
}

Bytes UartPort::Ask(const Bytes& frame, size_t count) {
  const std::string command(1, static_cast<char>(frame[0]));
  stream_->Write(frame);
  // An answer that tells an error stands alone: more would not come.
  const Bytes answer = stream_->Read(1, Time(1 + frame.size()));
  if (answer.empty()) {
    throw std::runtime_error(name_ + ": no answer to command " + command);
  }
  if (!IsAnswer(answer[0])) {
    stream_->Discard();
    throw std::runtime_error(name_ + ": " + Hex(Bytes{answer[0]}) +
                             " is no answer to command " + command);
  }
  const std::string errors = UartErrors(answer[0]);
  if (!errors.empty()) {
    throw std::runtime_error(name_ + ": " + errors + " at command " + command);
  }
  const Bytes bytes = count == 0 ? Bytes{} : stream_->Read(count, Time(count));
  if (bytes.size() != count) {
    throw std::runtime_error(name_ + ": the answer to command " + command +
                             " broke off after " +
                             std::to_string(bytes.size()) + " of " +
                             std::to_string(count) + " bytes");
  }
  pins.sampled_done = pins.done;
  pins.done = (answer[0] & kAnswerDone) != 0;
  return bytes;
}

void UartPort::Tick() {
  const auto bits = static_cast<uint8_t>(
      (pins.rst & 1) | (pins.ld & 1) << 1 | (pins.lk & 1) << 2 |
      (pins.start & 1) << 3 | (pins.data & 1) << 4);
  Ask({'E', bits, static_cast<uint8_t>(pins.addr), pins.din}, 0);
}

uint64_t UartPort::Run(uint64_t max_edges) {
  const auto end = Clock::now() + timeouts_.run;
  do {
    if (Read(kStatusAddress, 1)[0] & kDone) {
      pins.done = 1;
      return 0;
    }
  } while (Clock::now() < end);
  return max_edges + 1;
}

void UartPort::Load(bool key, uint32_t address, const Bytes& bytes) {
  constexpr size_t kMost = 256;
  for (size_t at = 0; at < bytes.size(); at += kMost) {
    const size_t count = std::min(kMost, bytes.size() - at);
    Bytes frame;
    if (key) {
      frame = {'K'};
    } else {
      frame = {'L', static_cast<uint8_t>(address)};
    }
    frame.push_back(static_cast<uint8_t>(count));  // 256 is 0
    const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    frame.insert(frame.end(), first,
                 first + static_cast<std::ptrdiff_t>(count));
    Ask(frame, 0);
  }
}

Bytes UartPort::Read(uint32_t address, int count) {
  return Ask({'G', static_cast<uint8_t>(address),
              static_cast<uint8_t>(count >> 8), static_cast<uint8_t>(count)},
             static_cast<size_t>(count));
}

uint64_t UartPort::WaitWhileBusy(uint32_t status_address, uint64_t) {
  const auto end = Clock::now() + timeouts_.run;
  do {
    if (!(Read(status_address, 1)[0] & kBusy)) return 0;
  } while (Clock::now() < end);
  throw std::runtime_error(name_ + ": still busy " +
                           std::to_string(timeouts_.run.count()) +
                           " ms after the last load");
}

}  // namespace curvebench
