// SPDX-License-Identifier: Apache-2.0
// rtl/common/uart_board.v around any variant, and its line in simulation.
#ifndef CURVEBENCH_TB_BENCH_UART_BOARD_H_
#define CURVEBENCH_TB_BENCH_UART_BOARD_H_

#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "bench/family.h"
#include "bench/model.h"
#include "bench/model_builder.h"
#include "bench/uart_port.h"

namespace curvebench {

/// Parameters of uart_board.
struct BoardOptions {
  int clock_hz = 12'000'000;
  int baud = 57'600;
  int quiet = 4096;  ///< bits of silence that break a frame off

  /// Clock cycles of a bit, as the board counts them.
  int Divider() const { return (clock_hz + baud / 2) / baud; }
};

/// The configuration with uart_board as its top.
Configuration BoardConfiguration(const Configuration& configuration,
                                 const Interface& port, const Paths& paths,
                                 const BoardOptions& options);

/// The board's pins: clk, rx, tx, led.
TopPorts BoardPorts();

/// The host's end of the two wires of a simulated board, bit by bit.
class BoardWire {
 public:
  /// @param period of a bit in clock cycles of the board; need not be whole
  BoardWire(Model* board, double period);

  void SetPeriod(double period) { period_ = period; }
  /// A frame of the line: start bit, eight bits, stop bit.
  void Send(uint8_t byte);
  void Send(const Bytes& bytes);
  /// Level of rx for some bits; fractions count.
  void Drive(int level, double bits);
  /// Clock cycles with rx as it is.
  void Step(uint64_t cycles);

  /// Bytes that the board has sent, the oldest first.
  std::deque<uint8_t>& received() { return received_; }
  /// Bytes of the board whose stop bit was low.
  int bad_stops() const { return bad_stops_; }
  int led() const { return *led_; }

 private:
  void Listen();

  Model& board_;
  double period_;
  double owed_ = 0;  // part of a cycle that the bits so far are short of
  uint8_t* rx_;
  const uint8_t* tx_;
  const uint8_t* led_;
  // The receiver: cycles since the start bit's edge, -1 while idle.
  double since_ = -1;
  int bits_ = 0;
  uint8_t shift_ = 0;
  std::deque<uint8_t> received_;
  int bad_stops_ = 0;
};

/// A simulated board as a line; time is the board's.
class SimulatedLine : public ByteStream {
 public:
  SimulatedLine(BoardWire* wire, int clock_hz)
      : wire_(*wire), clock_hz_(clock_hz) {}

  void Write(const Bytes& bytes) override { wire_.Send(bytes); }
  Bytes Read(size_t count, std::chrono::milliseconds timeout) override;
  void Discard() override { wire_.received().clear(); }

 private:
  BoardWire& wire_;
  int clock_hz_;
};

/// A pseudo-terminal whose other end is a simulated board.
class BoardTerminal {
 public:
  /// @throws InputError if the system gives none
  explicit BoardTerminal(BoardWire* wire);
  ~BoardTerminal();
  BoardTerminal(const BoardTerminal&) = delete;
  BoardTerminal& operator=(const BoardTerminal&) = delete;

  /// Device to open, "/dev/pts/3".
  const std::string& name() const { return name_; }

  /// Carries bytes both ways. The board's clock stands still while nobody
  /// speaks for a while, so that an idle board costs no time.
  /// @param once end when the first program that opened the device closes it
  /// @param stop asked often; true ends the loop
  void Serve(bool once, const std::function<bool()>& stop);

 private:
  BoardWire& wire_;
  int master_;
  std::string name_;
};

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_UART_BOARD_H_
