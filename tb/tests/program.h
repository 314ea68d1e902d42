// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_TESTS_PROGRAM_H_
#define CURVEBENCH_TB_TESTS_PROGRAM_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/scratch.h"

namespace curvebench::tests {

/// What a run of the program left behind.
struct ProgramResult {
  int status = -1;  ///< exit status; 128 + signal if it crashed
  std::string out;
  std::string err;
  double seconds = 0;
};

/// Runs build/curvebench with these words in the scratch folder.
ProgramResult Curvebench(const Scratch& scratch,
                         const std::vector<std::string>& words);

/// Runs a line that the program printed, from the checkout's root.
ProgramResult Shell(const Scratch& scratch, const std::string& line);

/// `verify`, with results and JUnit in the scratch folder.
struct VerifyResult : ProgramResult {
  nlohmann::json rows = nlohmann::json::array();

  /// The row of a configuration, or null.
  nlohmann::json Row(const std::string& configuration) const;
  /// Names of the tests that failed in any row.
  std::vector<std::string> FailedTests() const;
  /// Everything that failed tests said.
  std::string FailureText() const;
};
VerifyResult Verify(const Scratch& scratch,
                    const std::vector<std::string>& words);

}  // namespace curvebench::tests

#endif  // CURVEBENCH_TB_TESTS_PROGRAM_H_
