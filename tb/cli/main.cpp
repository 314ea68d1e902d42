// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <exception>
#include <iostream>

#include "bench/error.h"
#include "cli/commands.h"
#include "families/families.h"

namespace {

struct Command {
  const char* name;
  int (*run)(const curvebench::Context&, const curvebench::Words&);
  const char* summary;
};

constexpr Command kCommands[] = {
    {"list", curvebench::List, "variants and configurations, or their slots"},
    {"run", curvebench::Run, "one operation on the simulated hardware"},
    {"verify", curvebench::Verify, "test variants against golden and contract"},
    {"compare", curvebench::Compare,
     "results beside published figures, or two "
     "sets side by side"},
    {"vectors", curvebench::Vectors, "write the stimulus as a vector file"},
    {"new", curvebench::New, "write the folder of a new variant"},
    {"replay", curvebench::Replay, "run one test again, with a wave"},
    {"wave", curvebench::Wave, "one vector as a wave, signals in groups"},
    {"explore", curvebench::Explore,
     "programs of Kummer accelerators from their description"},
    {"report", curvebench::Report, "the results as one HTML page"},
    {"bench", curvebench::Bench, "simulated cycles per second"},
    {"fpga", curvebench::Fpga, "synthesis estimates: area and logic delay"},
    {"gate", curvebench::Gate, "the regression on the synthesised netlist"},
    {"board", curvebench::Board, "a simulated board behind a pseudo-terminal"},
    {"mutate", curvebench::Mutate,
     "faults in the RTL that the tests must find"},
    {"coverage", curvebench::Coverage, "lines, toggles, functional points"},
    {"prove", curvebench::Prove, "constant time, port rules, modules"},
    {"lint", curvebench::Lint, "Verilator's warnings of all configurations"},
    {"readme", curvebench::Readme, "write or check the README's table"},
};

void Help(std::ostream& out) {
  out << "curvebench: co-verification of elliptic-curve hardware\n\n"
         "usage: curvebench COMMAND [WORDS]     COMMAND --help tells more\n\n";
  for (const Command& command : kCommands) {
    out << "  " << command.name
        << std::string(10 - std::string(command.name).size(), ' ')
        << command.summary << '\n';
  }
  out << "\nexit status: 0 right, 1 a test failed, 2 bad input\n";
}

}  // namespace

int main(int argc, char** argv) {
  const curvebench::Words words(argv + 1, argv + argc);
  if (words.empty() || words[0] == "--help" || words[0] == "help") {
    Help(words.empty() ? std::cerr : std::cout);
    return words.empty() ? 2 : 0;
  }
  try {
    curvebench::Context context;
    context.paths.root = CURVEBENCH_SOURCE_DIR;
    context.paths.build = CURVEBENCH_BINARY_DIR;
    context.families = curvebench::AllFamilies();
    for (const Command& command : kCommands) {
      if (words[0] == command.name) {
        return command.run(context, {words.begin() + 1, words.end()});
      }
    }
    std::cerr << "error: no command '" << words[0] << "'\n\n";
    Help(std::cerr);
    return 2;
  } catch (const curvebench::InputError& error) {
    std::cerr << "error: " << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "internal error: " << error.what() << '\n';
    return 3;
  }
}
