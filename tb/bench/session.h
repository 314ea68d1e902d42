// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_SESSION_H_
#define CURVEBENCH_TB_BENCH_SESSION_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/family.h"
#include "bench/model.h"
#include "bench/model_builder.h"
#include "bench/port_driver.h"
#include "bench/row.h"

namespace curvebench {

/// What the tests of one configuration found out beside pass and fail.
struct Findings {
  std::map<std::string, Count> classes;
  int vectors = 0;
  std::optional<uint64_t> cycles_min, cycles_max;
  /// The most cycles without what public operands add (cycles_extra).
  std::optional<uint64_t> cycles_base;
  std::optional<uint64_t> setup_cycles;
  /// Cycles differ between runs that differ only in secrets.
  bool time_varies = false;
};

/// How much of the contract is tried on a configuration.
struct ContractPlan {
  int runs_per_rule = 0;  ///< full runs that a rule may take; 0: no rules
  bool state = false;     ///< compare all registers after reset (slow to build)
};

/// The test of one configuration: what it is, its models, its vectors.
/// Lives in the process that tests this configuration and nothing else.
class Session {
 public:
  Session(const Configuration& configuration, const Family& family,
          const ModelBuilder& builder, uint64_t seed,
          std::shared_ptr<const std::vector<Vector>> vectors);

  const Configuration& configuration() const { return configuration_; }
  const Family& family() const { return family_; }
  const Interface& interface() const { return interface_; }
  const std::vector<Vector>& vectors() const { return *vectors_; }
  uint64_t seed() const { return seed_; }

  /// Model library, built when first asked for.
  const ModelLibrary& Library(Flavour flavour);
  const BuiltModel& Built(Flavour flavour);

  /// Edges after which a run counts as hung, or `cycle_limit`.
  uint64_t CycleLimit() const;
  /// Edges of set-up after a load that count as hung; 0 if none is claimed.
  uint64_t SetupLimit() const;
  /// Cycles of this vector by the manifest's claim, if it claims any.
  std::optional<uint64_t> Claim(const Vector& vector) const;
  /// Cycles that public operands add (cycles_extra).
  int64_t ExtraCycles(const Vector& vector) const {
    return Extra(configuration_.cycles_extra, vector);
  }
  /// Cycles that they add to the set-up (setup_extra).
  int64_t ExtraSetup(const Vector& vector) const {
    return Extra(configuration_.setup_extra, vector);
  }

  /// Vectors whose answer is an ordinary one: no identity, no error. Contract
  /// tests run these.
  const std::vector<size_t>& ordinary() const { return ordinary_; }
  const Vector& Ordinary(size_t i) const {
    return (*vectors_)[ordinary_[i % ordinary_.size()]];
  }

  /// Keeps the first ordinary vectors that this core answers rightly, so that
  /// one wrong class of operands does not fail every rule of the protocol. If
  /// there are none, the list stays.
  void KeepAnswered();

  Findings findings;

  ContractPlan plan;
  /// A board in the place of all models; then cycles are not measured.
  std::shared_ptr<Port> line;
  /// Set where the right time is known and anything longer is a failure.
  std::optional<uint64_t> cycle_limit;
  /// Values of inputs beside the byte port's, in every model.
  std::map<std::string, uint64_t> extra_inputs;
  /// Flavour of models in which nothing has to be looked into.
  Flavour flavour = Flavour::kFast;
  /// Called with every model of this flavour before it goes.
  std::function<void(Model*)> at_end;
  bool random_contents = true;  ///< of registers when a model is made
  /// Models record waves, if set: the first into this file, the others into
  /// files with a number before the suffix.
  std::optional<std::filesystem::path> wave;
  std::vector<std::filesystem::path> waves_written;
  /// Starts the wave of one model.
  void RecordWave(Model* model);

 private:
  int64_t Extra(const std::map<std::string, int64_t>& rates,
                const Vector& vector) const;

  Configuration configuration_;
  const Family& family_;
  const ModelBuilder& builder_;
  Interface interface_;
  uint64_t seed_;
  std::shared_ptr<const std::vector<Vector>> vectors_;
  std::vector<size_t> ordinary_;
  uint64_t most_extra_ = 0;  // of cycles or set-up, over all vectors
  std::map<Flavour, BuiltModel> built_;
  std::map<Flavour, std::unique_ptr<ModelLibrary>> libraries_;
};

/// A fresh model, or the session's board, with a driver on its port.
class Rig {
 public:
  /// @param name of the test; seeds the initial register contents
  Rig(Session* session, const std::string& name);
  Rig(Session* session, const std::string& name, Flavour flavour);
  ~Rig();
  Rig(const Rig&) = delete;
  Rig& operator=(const Rig&) = delete;

  Session& session() { return session_; }
  /// @throws std::logic_error if there is a board instead
  Model& model();
  Port& port() { return *port_; }
  PortDriver& driver() { return driver_; }
  ModelPins& pins() { return port_->pins; }

  /// Loads, set-up, start, run, status and results.
  /// @throws std::runtime_error if done does not come
  Observation RunVector(const Vector& vector);
  /// Start, run, status and results of what is loaded.
  Observation StartAndFinish();

 private:
  Session& session_;
  const Flavour flavour_;
  std::unique_ptr<Model> model_;  // null if a board has its place
  Port* port_;
  PortDriver driver_;
};

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_SESSION_H_
