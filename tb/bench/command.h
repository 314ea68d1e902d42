// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_COMMAND_H_
#define CURVEBENCH_TB_BENCH_COMMAND_H_

#include <filesystem>
#include <string>
#include <vector>

namespace curvebench {

struct CommandResult {
  int status = 0;
  std::string output;  ///< standard output and error, as they came
};

/// Runs a program found on PATH and waits for it.
/// @throws InputError if there is no such program
CommandResult RunCommand(const std::vector<std::string>& words,
                         const std::filesystem::path& directory = ".");

/// Where a program on PATH lies.
/// @throws InputError if there is none
std::filesystem::path FindProgram(const std::string& name);

/// First line that a program prints for `option`, e.g. its version.
std::string FirstLine(const std::string& program, const std::string& option);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_COMMAND_H_
