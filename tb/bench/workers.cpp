// SPDX-License-Identifier: Apache-2.0
#include "bench/workers.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>

#include "bench/error.h"
#include "bench/json_file.h"

namespace curvebench {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

json Answer(const std::function<json(size_t)>& work, size_t i) {
  try {
    return {{"answer", work(i)}, {"error", ""}, {"input", false}};
  } catch (const InputError& error) {
    return {{"answer", nullptr}, {"error", error.what()}, {"input", true}};
  } catch (const std::exception& error) {
    return {{"answer", nullptr}, {"error", error.what()}, {"input", false}};
  }
}

}  // namespace

void RunWorkers(
    size_t count, int jobs, const fs::path& build,
    const std::function<json(size_t)>& work,
    const std::function<void(size_t, const WorkerResult&)>& finished,
    const std::function<void(size_t)>& before) {
  const fs::path scratch = build / ("workers-" + std::to_string(getpid()));
  fs::create_directories(scratch);
  std::map<pid_t, size_t> running;
  // Whatever happens below, no child is left and no file stays.
  const std::shared_ptr<void> cleanup(nullptr, [&](void*) {
    while (!running.empty() && waitpid(-1, nullptr, 0) > 0) {
    }
    std::error_code ignored;
    fs::remove_all(scratch, ignored);
  });
  const auto file = [&](size_t i) {
    return scratch / (std::to_string(i) + ".json");
  };
  const auto reap = [&]() {
    int status = 0;
    const auto it = running.find(waitpid(-1, &status, 0));
    if (it == running.end()) return;
    const size_t i = it->second;
    running.erase(it);
    WorkerResult result;
    // A model may call exit(0): without an answer that is no success.
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && fs::exists(file(i))) {
      const json document = ReadJson(file(i));
      result = {document["answer"], document["error"], document["input"]};
    } else if (WIFSIGNALED(status)) {
      result.error =
          std::string("the process crashed: ") + strsignal(WTERMSIG(status));
    } else {
      result.error = "the process ended early";
    }
    finished(i, result);
  };
  for (size_t i = 0; i < count; ++i) {
    if (before) {
      const json prepared = Answer(
          [&](size_t piece) {
            before(piece);
            return json(nullptr);
          },
          i);
      if (const std::string error = prepared["error"]; !error.empty()) {
        finished(i, {nullptr, error, prepared["input"]});
        continue;
      }
    }
    while (running.size() >= static_cast<size_t>(jobs)) reap();
    std::cout.flush();
    std::cerr.flush();
    const pid_t pid = fork();
    if (pid < 0) throw std::runtime_error("cannot start a process");
    if (pid == 0) {
      WriteText(file(i), Answer(work, i).dump(-1, ' ', false,
                                              json::error_handler_t::replace));
      std::cout.flush();
      std::cerr.flush();
      _exit(0);
    }
    running[pid] = i;
  }
  while (!running.empty()) reap();
}

}  // namespace curvebench
