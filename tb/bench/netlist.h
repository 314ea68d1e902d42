// SPDX-License-Identifier: Apache-2.0
// The gates of a design, and where secrets can get in them.
#ifndef CURVEBENCH_TB_BENCH_NETLIST_H_
#define CURVEBENCH_TB_BENCH_NETLIST_H_

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace curvebench {

/// What is known of a bit in all runs that an analysis stands for. kSecret: it
/// may differ between runs that differ in secrets only; kPublic: it does not,
/// though its value is not known.
enum Bit : uint8_t { k0 = 0, k1 = 1, kPublic = 2, kSecret = 3 };

/// The bit in runs of either kind.
Bit Join(Bit a, Bit b);

/// A flattened design as Yosys's write_json gives it, in gates, $_DFF_P_,
/// $_DFFE_PP_ and $mem_v2 with asynchronous reads.
class Netlist {
 public:
  /// Registers and memories.
  struct State {
    std::vector<Bit> registers;
    std::vector<std::vector<Bit>> memories;  ///< word by word
    bool operator==(const State&) const = default;
    /// What is true of both.
    void Join(const State& other);
  };
  using Inputs = std::map<std::string, std::vector<Bit>>;  ///< bit 0 first

  /// @throws std::runtime_error if a cell is of another kind, or logic loops
  explicit Netlist(const nlohmann::json& document);

  size_t registers() const { return flops_.size(); }
  size_t memories() const { return memories_.size(); }
  size_t gates() const { return gates_.size(); }

  /// Nothing is known: all public.
  State Unknown() const;
  /// One clock cycle. Inputs that are not named are public and unknown.
  State Step(const State& state, const Inputs& inputs);
  /// All states after any number of cycles from here, joined.
  State Closure(const State& state, const Inputs& inputs);

  /// Names that people gave, with their bits by their index, as far as they
  /// have one value only in the state and under the inputs of the last Step():
  /// "port.engine.busy" -> {k0}; kPublic stands for the others.
  std::map<std::string, std::vector<Bit>> Constants() const;

  /// Output before the edge of the last Step().
  std::vector<Bit> Output(const std::string& port) const;
  /// Names of memories whose address or enable was secret in the last Step(),
  /// and of registers for which a secret decided whether they keep their value.
  std::vector<std::string> SecretMemoryControls() const;
  std::vector<std::string> SecretEnables() const;
  /// Names of registers, without their bit, that are secret.
  std::vector<std::string> SecretRegisters(const State& state) const;
  size_t CountSecret(const State& state) const;
  /// Names of the secret registers and memories that some of these bits of an
  /// output read directly.
  std::vector<std::string> SecretsInFrontOf(
      const std::string& port, const std::vector<size_t>& bits) const;

 private:
  enum class Kind : uint8_t { kNot, kBuf, kAnd, kOr, kXor, kMux, kRead };
  struct Gate {
    Kind kind;
    bool invert = false;  // the output
    bool invert_b = false;
    uint32_t a = 0, b = 0, s = 0, y = 0;
    uint32_t memory = 0, port = 0;  // kRead: all of its outputs at once
  };
  struct Flop {
    uint32_t d, q, enable;  // enable: a net; net 1 is the constant 1
    std::string name;
    // Selects of the multiplexers between its output and its own input: with
    // the enable, what decides whether it keeps its value.
    std::vector<uint32_t> keeps;
  };
  struct Port {
    std::vector<uint32_t> address, data, enable;
  };
  struct Memory {
    std::string name;
    size_t width = 0, size = 0, offset = 0;
    std::vector<Port> reads, writes;
    std::vector<Bit> init;
  };

  void Sort();
  void FindKeeps();
  void Evaluate(const State& state, const Inputs& inputs);
  void Read(const Memory& memory, const std::vector<Bit>& words,
            const Port& port);
  void Write(const Memory& memory, const Port& port, std::vector<Bit>* words);
  // The words that an address may select.
  struct Words {
    size_t mask = 0, value = 0;  // of the address bits that are known
    bool one = false;            // all of them are
    bool secret = false;
    bool Has(size_t address) const { return (address & mask) == value; }
  };
  Words Select(const Memory& memory, const Port& port) const;
  std::vector<uint32_t> Nets(const nlohmann::json& bits);

  std::vector<Gate> gates_;
  std::vector<Flop> flops_;
  std::vector<Memory> memories_;
  std::map<std::string, std::vector<uint32_t>> inputs_, outputs_, named_;
  std::vector<Bit> nets_;
};

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_NETLIST_H_
