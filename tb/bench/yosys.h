// SPDX-License-Identifier: Apache-2.0
// What the flows around Yosys share.
#ifndef CURVEBENCH_TB_BENCH_YOSYS_H_
#define CURVEBENCH_TB_BENCH_YOSYS_H_

#include <filesystem>
#include <string>

#include "bench/manifest.h"

namespace curvebench {

/// Dissolves the modules that were kept for mapping by themselves.
inline constexpr char kFlattenAll[] =
    "setattr -mod -unset keep_hierarchy A:keep_hierarchy\nflatten\n";

/// Version of the Yosys on PATH, asked once.
const std::string& YosysVersion();

/// Script lines that read a configuration's sources and elaborate its top.
std::string YosysRead(const Configuration& configuration);

/// Runs a script; it and its log stay in `folder` as NAME.ys and NAME.log.
/// @throws InputError with the tool's first complaint
void RunYosys(const Configuration& configuration, const std::string& script,
              const std::filesystem::path& folder, const std::string& name);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_YOSYS_H_
