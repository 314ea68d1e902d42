// SPDX-License-Identifier: Apache-2.0
// What the flows around Yosys share.
#ifndef CURVEBENCH_TB_BENCH_YOSYS_H_
#define CURVEBENCH_TB_BENCH_YOSYS_H_

#include <filesystem>
#include <string>

#include "bench/manifest.h"

namespace curvebench {

/// Lines of a Yosys script that read a configuration and elaborate its top.
std::string YosysRead(const Configuration& configuration);

/// Runs a script; NAME.ys and NAME.log stay in the folder.
/// @throws InputError with Yosys's first error
void RunYosys(const Configuration& configuration, const std::string& script,
              const std::filesystem::path& folder, const std::string& name);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_YOSYS_H_
