// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_CHECKS_H_
#define CURVEBENCH_TB_BENCH_CHECKS_H_

#include <optional>
#include <string>
#include <vector>

#include "bench/row.h"
#include "bench/session.h"

namespace curvebench {

/// Which tests of a configuration to run.
struct CheckOptions {
  std::string filter = "*";      ///< GoogleTest filter on test names
  bool contract = true;          ///< the contract rules beside the vectors
  std::optional<size_t> vector;  ///< only this vector of the set
  bool history = false;          ///< with `vector`: run those before it too
  std::string replay_arguments;  ///< appended to replay commands
  /// The first failure ends the run: all that counts is whether there is one.
  bool stop_at_first = false;
  /// So many vectors, spread over the set, come before the rules as the test
  /// "VectorSample", and the rest after them; 0: all come first.
  size_t sample = 0;
  /// Rules in the order in which they run; those not named follow.
  std::vector<std::string> order;
};

/// Registers the tests of a session with GoogleTest, runs them and fills the
/// row. Once in a process: GoogleTest keeps what was registered.
void RunChecks(Session* session, const CheckOptions& options, Row* row);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_CHECKS_H_
