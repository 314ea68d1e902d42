// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_PORT_H_
#define CURVEBENCH_TB_BENCH_PORT_H_

#include <cstdint>

#include "bench/shim/model_api.h"

namespace curvebench {

/// Anything with the pins of the byte port and a clock that we step.
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
};

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_PORT_H_
