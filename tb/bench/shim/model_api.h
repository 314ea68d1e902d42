// SPDX-License-Identifier: Apache-2.0
// The C interface between the bench and a model library. Each configuration is
// one shared library; the bench loads it by name and is never relinked.
#ifndef CURVEBENCH_TB_BENCH_SHIM_MODEL_API_H_
#define CURVEBENCH_TB_BENCH_SHIM_MODEL_API_H_

#include <cstddef>
#include <cstdint>

/// The byte port. Inputs are what the next rising edge samples.
struct ModelPins {
  uint8_t rst = 0;
  uint8_t ld = 0;
  uint8_t lk = 0;
  uint8_t din = 0;
  uint8_t start = 0;
  uint8_t data = 0;
  uint32_t addr = 0;
  // What that edge found on the outputs, before it changed anything.
  uint8_t sampled_done = 0;
  uint8_t sampled_dout = 0;
  // The outputs once the edge has done its work.
  uint8_t done = 0;
  uint8_t dout = 0;
};

/// A port of a model's top, whatever it is. Bits beyond `bits` are 0.
struct ModelPort {
  void* data = nullptr;
  size_t bytes = 0;
  int bits = 0;
  int output = 0;
};

/// Called once for each variable of a model. `data` is valid during the call.
using ModelVisitor = void (*)(void* context, const char* scope,
                              const char* name, int is_memory, const void* data,
                              size_t bytes);

struct ModelApi {
  /// @param seed seed of the random initial values, not 0
  /// @param randomize 1: registers start with random contents, 0: with zeros
  void* (*create)(int seed, int randomize);
  void (*destroy)(void* model);
  /// Finds a port of the top by its name. @return 0 if there is none
  int (*port)(void* model, const char* name, ModelPort* port);
  /// One clock cycle with the ports as they stand.
  void (*cycle)(void* model);
  /// The next two drive the byte port and are null where the top has none.
  /// One clock cycle.
  void (*tick)(void* model, ModelPins* pins);
  /// Idle cycles until done is high after an edge.
  /// @return edges taken, or max_edges + 1 if done stayed low
  uint64_t (*run)(void* model, ModelPins* pins, uint64_t max_edges);
  /// Cycles with nothing around the evaluation: the yardstick for run().
  void (*bare)(void* model, uint64_t edges);
  /// Starts an FST wave. @return 0 if the library was built without waves
  int (*open_wave)(void* model, const char* file);
  void (*close_wave)(void* model);
  /// Visits every variable. @return 0 if the library was built without names
  int (*visit)(void* model, void* context, ModelVisitor visitor);
  /// Drives an input beside the byte port's; it stays.
  /// @return 0 if the library was built without an input of that name
  int (*set_input)(void* model, const char* name, uint64_t value);
  /// Writes the counters of line and toggle coverage.
  /// @return 0 if the library was built without them
  int (*write_coverage)(void* model, const char* file);
};

/// The one symbol of a model library.
extern "C" const ModelApi* curvebench_model_api();

#endif  // CURVEBENCH_TB_BENCH_SHIM_MODEL_API_H_
