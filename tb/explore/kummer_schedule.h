// SPDX-License-Identifier: Apache-2.0
// Schedules the segments of a Kummer accelerator: list scheduling under the
// units' latencies, places and ports, then a local search over the priorities.
#ifndef CURVEBENCH_TB_EXPLORE_KUMMER_SCHEDULE_H_
#define CURVEBENCH_TB_EXPLORE_KUMMER_SCHEDULE_H_

#include <cstdint>
#include <vector>

#include "explore/kummer_program.h"

namespace curvebench::kummer {

/// Timing rules of the units, in cycles between the first cycles of
/// instructions. They follow from the RTL's pipelines.
constexpr int kAddSubInterval = 4;  ///< reads of one adder
constexpr int kPlaces = 4;          ///< result places of an adder and of CSWAP
constexpr int kAddSubKept = 4;      ///< write at most this behind the next read
constexpr int kCswapKept = 0;       ///< the same for CSWAP
constexpr int kThreads = 3;         ///< logical multipliers of a unit
constexpr int kThreadInterval = 40;  ///< reads of one logical multiplier
constexpr int kMultKept = 48;  ///< write at most this behind the next read
constexpr int kRound = 12;     ///< a product uses the array for four
constexpr int kRounds = 4;     ///< cycles in each of four rounds
constexpr int kJumpCycles = 2;

/// True if products read so many cycles apart want the array at once.
bool ArrayConflict(int distance);

/// A segment in time.
struct Schedule {
  std::vector<Instruction> code;
  int cycles = 0;  ///< of all instructions
};

/// What the local search may spend.
struct SearchOptions {
  int rounds = 40000;
  uint64_t seed = 1;
};

/// @throws std::runtime_error if no schedule was found
Schedule ScheduleSegment(const Architecture& architecture,
                         const Segment& segment, const SearchOptions& options);

/// Schedules all segments and joins them to a program.
/// @throws InputError if it does not fit the program memory
Program MakeProgram(const Architecture& architecture,
                    const SearchOptions& options);

}  // namespace curvebench::kummer

#endif  // CURVEBENCH_TB_EXPLORE_KUMMER_SCHEDULE_H_
