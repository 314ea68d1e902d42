// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_REGISTER_NAMES_H_
#define CURVEBENCH_TB_BENCH_REGISTER_NAMES_H_

#include <set>
#include <string>

#include "bench/manifest.h"

namespace curvebench {

/// Names of the variables that the RTL assigns at a clock edge (left sides of
/// non-blocking assignments), from Verilator's syntax tree.
/// @throws InputError if Verilator cannot read the sources
std::set<std::string> RegisterNames(const Configuration& configuration);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_REGISTER_NAMES_H_
