// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_TESTS_REPORT_FIXTURE_H_
#define CURVEBENCH_TB_TESTS_REPORT_FIXTURE_H_

#include <string>

#include "bench/results.h"

namespace curvebench::tests {

/// A passed row of gf2m with every figure set.
Row ReportRow(const std::string& variant, const std::string& configuration,
              int m, uint64_t cycles, int lut);

/// Two sizes of one variant and one of another.
Results ReportResults();

}  // namespace curvebench::tests

#endif  // CURVEBENCH_TB_TESTS_REPORT_FIXTURE_H_
