// SPDX-License-Identifier: Apache-2.0
#include "cli/regression_options.h"

#include "bench/error.h"
#include "bench/workers.h"

namespace curvebench {
namespace po = boost::program_options;

void AddStimulusOptions(Arguments* arguments) {
  arguments->Options()("seed,s", po::value<uint64_t>()->default_value(1),
                       "seed of the run")(
      "count,n", po::value<int>()->default_value(0),
      "vectors for each configuration (0: the family's choice)")(
      "vectors,v", po::value<Words>()->multitoken(),
      "vector files instead of the stimulus");
}

void AddTimeoutOption(Arguments* arguments) {
  arguments->Options()("timeout",
                       po::value<int>()->default_value(kWorkerSeconds),
                       "seconds after which a configuration counts as hanging");
}

int ReadTimeout(const Arguments& arguments) {
  const int seconds = arguments.Get<int>("timeout");
  if (seconds < 1) {
    throw InputError("--timeout", std::to_string(seconds), "is below 1",
                     "write seconds");
  }
  return seconds;
}

RegressionOptions ReadStimulusOptions(const Arguments& arguments) {
  RegressionOptions options;
  options.seed = arguments.Get<uint64_t>("seed");
  options.count = arguments.Get<int>("count");
  if (options.count < 0) {
    throw InputError("--count", std::to_string(options.count), "is negative",
                     "write 0 or more");
  }
  if (arguments.Has("vectors")) {
    for (const std::string& file : arguments.Get<Words>("vectors")) {
      options.files.emplace_back(file);
    }
  }
  return options;
}

}  // namespace curvebench
