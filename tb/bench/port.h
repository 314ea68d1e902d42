// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_PORT_H_
#define CURVEBENCH_TB_BENCH_PORT_H_

#include <cstdint>

#include "bench/number.h"
#include "bench/shim/model_api.h"

namespace curvebench {

/// Anything with the pins of the byte port: a model whose clock we step, or a
/// board behind a line, whose clock runs by itself.
class Port {
 public:
  virtual ~Port() = default;

  /// Inputs for the next edge, outputs of the last one.
  ModelPins pins;

  /// One clock cycle with the inputs in `pins`.
  virtual void Tick() = 0;
  /// Clock cycles with the inputs in `pins` until done is high after an edge.
  /// @return edges taken, or max_edges + 1 if done stayed low
  virtual uint64_t Run(uint64_t max_edges) = 0;

  /// False if idle edges pass between calls: then edges returned are 0, reads
  /// and loads go through the functions below, and dout is not seen otherwise.
  virtual bool CountsEdges() const { return true; }
  /// Bytes into an operand, or into the key, one at each edge.
  virtual void Load(bool key, uint32_t address, const Bytes& bytes);
  /// `count` bytes of the slot at `address`, by the read rule.
  virtual Bytes Read(uint32_t address, int count);
  /// Waits while status bit 1 is set.
  /// @return edges from the last one to idle, 0 if it was never busy
  /// @throws std::runtime_error after max_edges
  virtual uint64_t WaitWhileBusy(uint32_t status_address, uint64_t max_edges);
};

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_PORT_H_
