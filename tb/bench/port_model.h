// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_PORT_MODEL_H_
#define CURVEBENCH_TB_BENCH_PORT_MODEL_H_

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "bench/family.h"
#include "bench/shim/model_api.h"

namespace curvebench {

/// The byte-port contract as a model that steps edge by edge. It knows the
/// protocol, and answers only for the operand sets that it was given.
class PortModel {
 public:
  /// @param known  operand sets with known answers
  /// @param cycles of a run, without what public operands add
  PortModel(const Configuration& configuration, const Family& family,
            const Interface& interface, const std::vector<const Vector*>& known,
            uint64_t cycles);

  struct Expected {
    bool done = false;            ///< after the edge
    std::optional<uint8_t> dout;  ///< sampled by the edge; none = not checked
  };

  /// One edge with these inputs.
  Expected Tick(const ModelPins& pins);

  bool busy() const { return countdown_ > 0; }
  bool done() const { return done_; }
  /// Edges for which the core may be in set-up; the port must be left alone.
  uint64_t settling() const { return settling_; }

 private:
  struct LoadState {
    bool valid = false;
    bool error = false;
    Bytes value;
  };
  struct View {  // what a read may see at one time
    bool done = false;
    int status = 0;  // -1: not known
    const Vector* answer = nullptr;
  };

  void Step(const ModelPins& pins);
  // What the operands now loaded add at these cycles per public measure.
  uint64_t Claimed(uint64_t base,
                   const std::map<std::string, int64_t>& rates) const;
  void Clear();
  void TakeByte(size_t load, uint8_t byte);
  void Start();
  View Look() const;
  std::optional<uint8_t> Byte(int address, uint64_t n) const;

  const Configuration& configuration_;
  const Family& family_;
  const Interface interface_;
  const std::vector<Slot> slots_;  // of the loads
  const std::vector<const Vector*> known_;
  const uint64_t cycles_;
  const uint64_t setup_;

  std::vector<LoadState> loads_;
  std::optional<size_t> open_;  // load in progress
  Bytes arrived_;
  bool done_ = false;
  bool protocol_error_ = false;
  bool late_error_ = false;  // error found after start
  bool answer_known_ = true;
  const Vector* answer_ = nullptr;  // of the running or last run
  uint64_t countdown_ = 0;
  uint64_t settling_ = 0;

  uint64_t n_ = 0;
  // The read rule's lag: requests of the last two edges, views of the last
  // ones.
  std::array<std::pair<int, uint64_t>, 2> requests_ = {};
  int age_ = 0;
  std::array<View, 4> views_ = {};
};

/// Random port traffic, legal and illegal, that often gets through to a result.
class TrafficGenerator {
 public:
  /// @param patience idle edges behind a load, for cores with set-up
  TrafficGenerator(const Interface& interface,
                   const std::vector<const Vector*>& known, uint64_t cycles,
                   uint64_t seed, uint64_t patience = 0);

  /// Inputs of the next edge.
  void Next(const PortModel& model, ModelPins* pins);

  /// The last edges as text, for a failure report.
  std::string History() const;

 private:
  void Plan(const PortModel& model);
  void PlanLoad(size_t load, const Bytes& value, bool gaps);
  void PlanIdle(uint64_t edges);
  unsigned Random(unsigned below) {
    return static_cast<unsigned>(random_() % below);
  }

  const Interface interface_;
  const std::vector<Slot> slots_;
  const std::vector<const Vector*> known_;
  const uint64_t cycles_;
  const uint64_t patience_;
  std::mt19937_64 random_;
  std::deque<ModelPins> planned_;
  std::deque<ModelPins> history_;
};

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_PORT_MODEL_H_
