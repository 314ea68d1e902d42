// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_MODEL_H_
#define CURVEBENCH_TB_BENCH_MODEL_H_

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "bench/port.h"

namespace curvebench {

class Model;

/// A loaded model library; it makes models.
class ModelLibrary {
 public:
  /// @throws std::runtime_error if the library cannot be loaded
  explicit ModelLibrary(const std::filesystem::path& library);

  /// A fresh model in a context of its own.
  /// @param seed of the initial register contents
  /// @param randomize random contents, or zeros
  std::unique_ptr<Model> Create(uint64_t seed, bool randomize = true) const;

 private:
  std::shared_ptr<void> handle_;
  std::filesystem::path folder_;
  const ModelApi* api_ = nullptr;
};

/// One simulated accelerator, or a board with one.
class Model : public Port {
 public:
  Model(std::shared_ptr<void> handle, const ModelApi* api, int seed,
        bool randomize);
  ~Model() override;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  /// The byte port; only tops that have it.
  void Tick() override {
    api_->tick(model_, &pins);
    ++edges_;
  }
  uint64_t Run(uint64_t max_edges) override;
  void Bare(uint64_t edges) { api_->bare(model_, edges); }

  /// One port of any top, to be set before and read after Cycle().
  /// @throws std::logic_error if the top has no such port
  ModelPort FindPort(const std::string& name) const;
  /// One clock cycle with the ports as they stand.
  void Cycle() {
    api_->cycle(model_);
    ++edges_;
  }

  /// Edges since the model was made.
  uint64_t edges() const { return edges_; }

  /// @throws std::logic_error if the library is not of the debug flavour
  void OpenWave(const std::filesystem::path& file);
  void CloseWave() { api_->close_wave(model_); }

  /// An input beside the byte port's (Variant::extra_inputs); it stays.
  /// @throws std::logic_error if the model has none of that name
  void SetInput(const std::string& name, uint64_t value);

  /// Counters of line and toggle coverage, in Verilator's own format.
  /// @throws std::logic_error if the library is not of the coverage flavour
  void WriteCoverage(const std::filesystem::path& file);

  /// Every variable: hierarchical scope, name, memory or not, contents.
  /// @throws std::logic_error if the library is not of the debug flavour
  void Visit(const std::function<void(const std::string& scope,
                                      const std::string& name, bool is_memory,
                                      const std::string& contents)>& visitor);

 private:
  std::shared_ptr<void> handle_;  // keeps the library loaded
  const ModelApi* api_;
  void* model_;
  uint64_t edges_ = 0;
};

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_MODEL_H_
