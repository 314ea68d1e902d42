// SPDX-License-Identifier: Apache-2.0
// The sub-commands of `curvebench`. Each takes the words behind its name and
// returns the exit status: 0 right, 1 something failed; InputError means 2.
#ifndef CURVEBENCH_TB_CLI_COMMANDS_H_
#define CURVEBENCH_TB_CLI_COMMANDS_H_

#include <string>
#include <vector>

#include "bench/family.h"
#include "bench/manifest.h"

namespace curvebench {

/// What every command needs.
struct Context {
  Paths paths;
  Families families;
};

using Words = std::vector<std::string>;

int List(const Context& context, const Words& words);
int Run(const Context& context, const Words& words);
int Verify(const Context& context, const Words& words);
int Compare(const Context& context, const Words& words);
int Vectors(const Context& context, const Words& words);
int New(const Context& context, const Words& words);
int Replay(const Context& context, const Words& words);
int Bench(const Context& context, const Words& words);
int Fpga(const Context& context, const Words& words);
int Gate(const Context& context, const Words& words);
int Coverage(const Context& context, const Words& words);
int Mutate(const Context& context, const Words& words);
int Prove(const Context& context, const Words& words);
int Lint(const Context& context, const Words& words);
int Readme(const Context& context, const Words& words);
int Report(const Context& context, const Words& words);
int Board(const Context& context, const Words& words);
int Explore(const Context& context, const Words& words);
int Wave(const Context& context, const Words& words);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_CLI_COMMANDS_H_
