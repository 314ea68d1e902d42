// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_CLI_REGRESSION_OPTIONS_H_
#define CURVEBENCH_TB_CLI_REGRESSION_OPTIONS_H_

#include "bench/regression.h"
#include "cli/arguments.h"

namespace curvebench {

/// Adds --seed, --count, --vectors: what decides which vectors are run.
void AddStimulusOptions(Arguments* arguments);

/// Adds --timeout, seconds a configuration may take.
void AddTimeoutOption(Arguments* arguments);
/// @throws InputError below 1
int ReadTimeout(const Arguments& arguments);

/// @throws InputError for values out of range
RegressionOptions ReadStimulusOptions(const Arguments& arguments);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_CLI_REGRESSION_OPTIONS_H_
