// SPDX-License-Identifier: Apache-2.0
#include "bench/workers.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
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
    return {{"answer", nullptr},
            {"error", ValidUtf8(error.what())},
            {"input", true}};
  } catch (const std::exception& error) {
    return {{"answer", nullptr},
            {"error", ValidUtf8(error.what())},
            {"input", false}};
  }
}

// What killed processes left behind: "...-PID" of a process that is gone.
void Sweep(const fs::path& folder, const std::string& mark) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    const size_t at = name.rfind(mark);
    if (at == std::string::npos) continue;
    const std::string digits = name.substr(at + mark.size());
    if (digits.empty() || digits.size() > 9 ||
        digits.find_first_not_of("0123456789") != std::string::npos) {
      continue;
    }
    if (kill(std::stoi(digits), 0) != 0 && errno == ESRCH) {
      fs::remove_all(entry.path(), ignored);
    }
  }
}

// The child's part: never returns, or the parent's clean-up would run twice.
[[noreturn]] void Child(pid_t parent, int seconds, const fs::path& file,
                        const std::function<json()>& answer) {
  // A parent that is killed takes its children along; an endless loop in RTL
  // ends with the alarm.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  alarm(static_cast<unsigned>(seconds));
  // What RTL prints must not stand among the results.
  dup2(STDERR_FILENO, STDOUT_FILENO);
  try {
    WriteText(file,
              answer().dump(-1, ' ', false, json::error_handler_t::replace));
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << '\n';
    _exit(1);
  }
  std::cout.flush();
  std::cerr.flush();
  _exit(0);
}

}  // namespace

void RunWorkers(
    size_t count, int jobs, const fs::path& build,
    const std::function<json(size_t)>& work,
    const std::function<void(size_t, const WorkerResult&)>& finished,
    const std::function<void(size_t)>& before, int seconds) {
  const pid_t self = getpid();
  const fs::path scratch = build / ("workers-" + std::to_string(self));
  Sweep(build, "workers-");
  Sweep(build / "models", ".new-");
  fs::remove_all(scratch);
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
    } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
      result.error = "no end within " + std::to_string(seconds) +
                     " s: a hanging model, or too short a time (--timeout)";
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
      Child(self, seconds, file(i), [&]() { return Answer(work, i); });
    }
    running[pid] = i;
  }
  while (!running.empty()) reap();
}

}  // namespace curvebench
