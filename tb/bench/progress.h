// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_PROGRESS_H_
#define CURVEBENCH_TB_BENCH_PROGRESS_H_

#include <cstddef>

#include "bench/row.h"

namespace curvebench {

/// Progress of a regression on standard error: one line that renews itself on a
/// terminal, plain lines elsewhere.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);
  void operator()(const Row& row, size_t done, size_t total) const;

 private:
  bool quiet_;
  bool terminal_;
};

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_PROGRESS_H_
