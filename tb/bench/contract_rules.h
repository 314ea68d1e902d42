// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_CONTRACT_RULES_H_
#define CURVEBENCH_TB_BENCH_CONTRACT_RULES_H_

#include <stdexcept>
#include <string>
#include <vector>

#include "bench/session.h"

namespace curvebench {

/// Thrown by a rule that a configuration has nothing for, with the reason.
class NotAvailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One rule of the byte-port contract (docs/contract.md) as a test of any
/// variant of any family. It reports through GoogleTest expectations.
struct ContractRule {
  std::string name;
  void (*check)(Session&);
  /// It asks for no number of clock edges: it can be tried on a board whose
  /// clock runs by itself.
  bool any_clock = false;
};

/// All rules, in the order of the document.
const std::vector<ContractRule>& ContractRules();

/// Fails the running test with every field in which the answer is wrong.
/// @return true if nothing is wrong
bool ExpectAnswer(Session& session, const Vector& vector,
                  const Observation& seen, const std::string& when);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_CONTRACT_RULES_H_
