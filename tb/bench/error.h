// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_ERROR_H_
#define CURVEBENCH_TB_BENCH_ERROR_H_

#include <stdexcept>
#include <string>

namespace curvebench {

/// Bad input of the user: a manifest, a vector file, an operand, an option.
/// The program ends with status 2. The message names the place, what is wrong
/// there, and what to do about it.
class InputError : public std::runtime_error {
 public:
  /// @param where   file, or option, that holds the fault
  /// @param field   key, line or value inside it; may be empty
  /// @param problem what is wrong
  /// @param remedy  what the user can do
  InputError(const std::string& where, const std::string& field,
             const std::string& problem, const std::string& remedy)
      : std::runtime_error(where + (field.empty() ? "" : ": " + field) + ": " +
                           problem + (remedy.empty() ? "" : "\n  " + remedy)) {}
};

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_ERROR_H_
