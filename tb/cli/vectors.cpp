// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "bench/json_file.h"
#include "cli/regression_options.h"

namespace curvebench {
using nlohmann::json;

int Vectors(const Context& context, const Words& words) {
  Arguments arguments(
      "curvebench vectors FAMILY/VARIANT/CONFIGURATION [--count N] [--seed S]\n"
      "Writes the stimulus with golden results in the format that "
      "'verify --vectors' reads.");
  AddStimulusOptions(&arguments);
  arguments.Options()("output,o", boost::program_options::value<std::string>(),
                      "file; standard output without it");
  if (!arguments.Parse(words)) return 0;
  const RegressionOptions options = ReadStimulusOptions(arguments);
  const Configuration configuration = SelectOne(
      context, arguments.positional().empty() ? "" : arguments.positional()[0]);
  const Family& family =
      FindFamily(context.families, configuration.variant->family);
  FileVectors read;
  json list = json::array();
  for (const Vector& vector :
       MakeVectors(configuration, family, options, &read)) {
    if (vector.refused < 0) {
      list.push_back(family.ToRecord(configuration, vector));
    }
  }
  const json document = {{"description", configuration.id() + ", seed " +
                                             std::to_string(options.seed) +
                                             "; numbers in hexadecimal"},
                         {"count", list.size()},
                         {"vectors", list}};
  if (arguments.Has("output")) {
    WriteText(arguments.Get<std::string>("output"), document.dump(1) + "\n");
  } else {
    std::cout << document.dump(1) << '\n';
  }
  return 0;
}

}  // namespace curvebench
