// SPDX-License-Identifier: Apache-2.0
// Cycle-accurate model of the Kummer accelerator: executes the 36-bit words
// with the timing of the RTL's sequencer and units, on numbers.
#ifndef CURVEBENCH_TB_EXPLORE_KUMMER_MACHINE_H_
#define CURVEBENCH_TB_EXPLORE_KUMMER_MACHINE_H_

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "explore/kummer_program.h"
#include "golden/kummer.h"

namespace curvebench::kummer {

/// What one program did.
struct MachineRun {
  uint64_t cycles = 0;  ///< as the byte port counts them
  bool error = false;   ///< an element failed its check
  golden::KummerPair result;
  /// Busy cycles by unit: "memory", "addsub0", "mult0", "cswap", ...
  std::map<std::string, uint64_t> busy;
};

/// One accelerator with one program. It throws std::logic_error, naming the
/// word of the program, where the hardware would compute something else: a
/// result fetched too early or too late, two products in the array at once, an
/// element read before it was written, an operand that some operand of the
/// accelerator makes too large for its unit.
class Machine {
 public:
  Machine(const Architecture& architecture, const Program& program);

  /// Loads P and the constants, runs the set-up.
  MachineRun SetUp(const golden::KummerSurface& surface);
  /// Runs the ladder over m bits of k.
  MachineRun Run(const mpz_class& k, unsigned m,
                 const golden::KummerWrapped& base);

 private:
  /// What the program alone says of an element, whatever the operands are.
  enum class Bound { kP, k2P, kAny };
  struct Value {
    mpz_class number;
    Bound bound = Bound::kAny;  ///< below P, below 2P, any 136 bits
  };
  struct Place {
    int64_t read = kLongAgo;
    std::array<Value, 2> value;  // cswap: for ports A and B
    int64_t old_read = kLongAgo;
    std::array<Value, 2> old_value;
  };
  struct UnitState {
    int64_t last_read = kLongAgo;
    std::vector<int64_t> products;
    std::array<Place, 4> places;
  };
  struct Cluster {
    std::vector<std::optional<Value>> memory;
    std::array<UnitState, 5> units;
  };
  static constexpr int64_t kLongAgo = -1'000'000'000;

  MachineRun Execute(int entry, uint64_t loops);
  void Read(const Instruction& word, int64_t now);
  void Write(const Instruction& word, int64_t now);
  void Swap(const Instruction& word, int64_t now);
  Value Compute(const Instruction& word, const Value& a, const Value& b,
                bool takes_part);
  const std::array<Value, 2>& Fetch(const Place& place, int latency, int kept,
                                    int64_t now) const;
  Value Element(size_t cluster, int address, bool needed) const;
  [[noreturn]] void Fail(const std::string& what) const;

  const Architecture architecture_;
  const Latencies latency_;
  const Program& program_;
  std::vector<Cluster> clusters_;
  mpz_class p_, minus_inverse_;
  mpz_class k_;
  unsigned m_ = 0, bit_ = 0;
  bool before_ = false;
  bool error_ = false;
  int word_ = 0;
  std::map<std::string, uint64_t> busy_;
};

}  // namespace curvebench::kummer

#endif  // CURVEBENCH_TB_EXPLORE_KUMMER_MACHINE_H_
