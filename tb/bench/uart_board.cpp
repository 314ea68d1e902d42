// SPDX-License-Identifier: Apache-2.0
#include "bench/uart_board.h"

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "bench/error.h"

namespace curvebench {

Configuration BoardConfiguration(const Configuration& configuration,
                                 const Interface& port, const Paths& paths,
                                 const BoardOptions& options) {
  auto variant = std::make_shared<Variant>(*configuration.variant);
  for (const char* file :
       {"uart_board.v", "uart_shell.v", "uart_rx.v", "uart_tx.v"}) {
    variant->sources.push_back(paths.root / "rtl" / "common" / file);
  }
  variant->defines["CURVEBENCH_TOP"] = variant->top;
  std::string parameters;
  for (const auto& [name, value] : configuration.parameters.items()) {
    parameters += (parameters.empty() ? "." : ",.") + name + "(" +
                  VerilogValue(value) + ")";
  }
  if (!parameters.empty()) {
    variant->defines["CURVEBENCH_PARAMETERS"] = parameters;
  }
  variant->core = variant->top;
  variant->top = "uart_board";
  Configuration board = configuration;
  board.variant = variant;
  board.name += "-board";
  board.parameters = {{"A", port.addr_bits},
                      {"CLOCK_HZ", options.clock_hz},
                      {"BAUD", options.baud},
                      {"QUIET", options.quiet}};
  return board;
}

TopPorts BoardPorts() {
  return {{"clk", {false, 1}},
          {"rx", {false, 1}},
          {"tx", {true, 1}},
          {"led", {true, 1}}};
}

BoardWire::BoardWire(Model* board, double period)
    : board_(*board),
      period_(period),
      rx_(static_cast<uint8_t*>(board->FindPort("rx").data)),
      tx_(static_cast<const uint8_t*>(board->FindPort("tx").data)),
      led_(static_cast<const uint8_t*>(board->FindPort("led").data)) {
  *rx_ = 1;
}

void BoardWire::Listen() {
  if (since_ < 0) {
    if (*tx_) return;
    since_ = 0;
    bits_ = 0;
    return;
  }
  since_ += 1;
  // Bit 0 is the start bit; each is looked at in its middle.
  if (since_ < (bits_ + 0.5) * period_) return;
  if (bits_ == 9) {
    if (*tx_) {
      received_.push_back(shift_);
    } else {
      ++bad_stops_;
    }
    since_ = -1;
  } else if (bits_++ > 0) {
    shift_ = static_cast<uint8_t>(shift_ >> 1 | (*tx_ ? 0x80 : 0));
  }
}

void BoardWire::Step(uint64_t cycles) {
  for (uint64_t i = 0; i < cycles; ++i) {
    board_.Cycle();
    Listen();
  }
}

void BoardWire::Drive(int level, double bits) {
  *rx_ = static_cast<uint8_t>(level);
  owed_ += bits * period_;
  const auto cycles = static_cast<uint64_t>(owed_);
  owed_ -= static_cast<double>(cycles);
  Step(cycles);
}

void BoardWire::Send(uint8_t byte) {
  Drive(0, 1);
  for (int bit = 0; bit < 8; ++bit) Drive(byte >> bit & 1, 1);
  Drive(1, 1);
}

void BoardWire::Send(const Bytes& bytes) {
  for (const uint8_t byte : bytes) Send(byte);
}

Bytes SimulatedLine::Read(size_t count, std::chrono::milliseconds timeout) {
  std::deque<uint8_t>& received = wire_.received();
  const int64_t limit = timeout.count() * clock_hz_ / 1000;
  for (int64_t cycle = 0; cycle < limit && received.size() < count; ++cycle) {
    wire_.Step(1);
  }
  const auto end = received.begin() + static_cast<std::ptrdiff_t>(
                                          std::min(count, received.size()));
  const Bytes bytes(received.begin(), end);
  received.erase(received.begin(), end);
  return bytes;
}

BoardTerminal::BoardTerminal(BoardWire* wire)
    : wire_(*wire), master_(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
  const char* name = nullptr;
  if (master_ >= 0 && grantpt(master_) == 0 && unlockpt(master_) == 0) {
    name = ptsname(master_);
  }
  if (name == nullptr) {
    const std::string why = std::strerror(errno);
    if (master_ >= 0) close(master_);
    throw InputError("pseudo-terminal", "", why, "mount /dev/pts");
  }
  name_ = name;
  // Both ends share the settings: no echo before somebody opens the other.
  termios settings{};
  tcgetattr(master_, &settings);
  cfmakeraw(&settings);
  tcsetattr(master_, TCSANOW, &settings);
}

BoardTerminal::~BoardTerminal() { close(master_); }

void BoardTerminal::Serve(bool once, const std::function<bool()>& stop) {
  // Cycles that the board runs on behind the last byte from the host, enough to
  // end a frame that broke off; fewer once it has answered. A host that waits
  // for a run polls, and so gives it more.
  constexpr uint64_t kRunOn = 400'000;
  constexpr uint64_t kRunOnAnswered = 4'000;
  constexpr uint64_t kAtOnce = 2'000;
  uint64_t left = 0;
  bool opened = false;
  while (!stop()) {
    pollfd wait{master_, POLLIN, 0};
    poll(&wait, 1, left > 0 ? 0 : 50);
    if (wait.revents & POLLIN) {
      opened = true;
      uint8_t buffer[4096];
      const ssize_t n = read(master_, buffer, sizeof buffer);
      if (n > 0) {
        wire_.Send(Bytes(buffer, buffer + n));
        left = kRunOn;
      }
    } else if (wait.revents & POLLHUP) {
      // Nobody has the device open.
      if (once && opened) return;
      usleep(20'000);
    }
    if (left > 0) {
      wire_.Step(std::min(kAtOnce, left));
      left -= std::min(kAtOnce, left);
    }
    std::deque<uint8_t>& out = wire_.received();
    if (out.empty()) continue;
    const Bytes bytes(out.begin(), out.end());
    out.clear();
    left = kRunOnAnswered;  // from its last byte on: an answer may be long
    // A host that is gone does not read: its answers are lost.
    if (write(master_, bytes.data(), bytes.size()) < 0 && errno != EAGAIN &&
        errno != EIO) {
      throw InputError(name_, "", std::strerror(errno), "");
    }
  }
}

}  // namespace curvebench
