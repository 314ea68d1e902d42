// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "bench/command.h"
#include "bench/model_builder.h"
#include "cli/arguments.h"

namespace curvebench {

int Lint(const Context& context, const Words& words) {
  Arguments arguments(
      "curvebench lint [VARIANT ...]\n"
      "Verilator --lint-only -Wall on every configuration; warnings of foreign "
      "RTL are shown and do not fail.");
  if (!arguments.Parse(words)) return 0;
  int errors = 0;
  int failed = 0;
  int count = 0;
  for (const Configuration& c :
       SelectOrReport(context, arguments.positional(), &errors)) {
    std::vector<std::string> command = {"verilator", "--lint-only"};
    const std::vector<std::string> own = ModelBuilder::VerilatorArguments(c);
    command.insert(command.end(), own.begin(), own.end());
    const CommandResult result = RunCommand(command);
    ++count;
    if (!result.output.empty()) {
      std::cout << c.id() << ":\n" << result.output;
    }
    if (result.status != 0) ++failed;
  }
  std::cout << count << " configurations, " << failed << " with faults\n";
  if (errors) return 2;
  return failed ? 1 : 0;
}

}  // namespace curvebench
