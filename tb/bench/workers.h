// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_WORKERS_H_
#define CURVEBENCH_TB_BENCH_WORKERS_H_

#include <cstddef>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace curvebench {

/// Longer than any piece takes that is alive.
inline constexpr int kWorkerSeconds = 1800;

/// What became of one piece of work.
struct WorkerResult {
  nlohmann::json answer;
  std::string error;   ///< message of an exception, or how the process died
  bool input = false;  ///< the error was an InputError
};

/// Runs work(0) ... work(count - 1), each in a forked process of its own, some
/// at a time, and hands over their answers as they come. What crashes or throws
/// costs its own piece and nothing else.
/// @param seconds after which a piece counts as hanging
/// @param before called in this process before piece i is started
void RunWorkers(
    size_t count, int jobs, const std::filesystem::path& build,
    const std::function<nlohmann::json(size_t)>& work,
    const std::function<void(size_t, const WorkerResult&)>& finished,
    const std::function<void(size_t)>& before = nullptr,
    int seconds = kWorkerSeconds);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_WORKERS_H_
