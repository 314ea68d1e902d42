// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_ICARUS_H_
#define CURVEBENCH_TB_BENCH_ICARUS_H_

#include <vector>

#include "bench/family.h"

namespace curvebench {

/// What a second simulator made of the same RTL and vectors.
struct IcarusRun {
  double seconds = 0;  ///< of the simulation, without compiling
  uint64_t edges = 0;  ///< clock edges simulated
  bool right = false;  ///< every result as expected
};

/// Simulates vectors with Icarus Verilog through a generated Verilog bench.
/// @throws InputError if iverilog is missing or cannot read the sources
IcarusRun RunIcarus(const Configuration& configuration, const Family& family,
                    const Interface& port, const std::vector<Vector>& vectors,
                    const std::filesystem::path& scratch);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_ICARUS_H_
