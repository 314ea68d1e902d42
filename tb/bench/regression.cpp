// SPDX-License-Identifier: Apache-2.0
#include "bench/regression.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/model_builder.h"
#include "bench/seed.h"
#include "bench/serial_line.h"
#include "bench/workers.h"

namespace curvebench {
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using nlohmann::json;

namespace {

double Since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// A board is as fast for long runs as for short ones; the line costs more.
constexpr int kRunsOnBoard = 4;

// Calls `tell` once if it still lives after that time.
class SlowWatch {
 public:
  SlowWatch(std::chrono::milliseconds patience, std::function<void()> tell)
      : thread_([this, patience, tell](const std::stop_token& stop) {
          std::unique_lock<std::mutex> lock(mutex_);
          const bool over = wake_.wait_for(
              lock, stop, patience, [&stop] { return stop.stop_requested(); });
          if (!over) tell();
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // last: it ends before what it uses
};

// One operation before hundreds: on a board with another bitstream each would
// wait for a done that does not come.
void TryBoard(Session* session, const std::string& backend) {
  if (session->ordinary().empty()) return;
  std::string problem;
  try {
    Rig rig(session, "TryBoard");
    PortDriver& driver = rig.driver();
    // Some values fit by chance into a slot of another size.
    constexpr size_t kLoads = 8;
    uint8_t status = 0;
    for (size_t i = std::min(kLoads, session->ordinary().size()); i-- > 0;) {
      driver.Reset();
      driver.LoadAll(session->Ordinary(i));
      status |= driver.ReadStatus();
    }
    if (status & (kOperandError | kProtocolError)) {
      problem = "the first operands are refused: " + StatusText(status);
    } else {
      driver.Start();
      status = driver.ReadStatus();
      if (!(status & (kBusy | kDone))) {
        problem = "the first run does not start: " + StatusText(status);
      } else if (driver.RunToDone(1) > 1) {
        problem = "the first run does not end";
      }
    }
  } catch (const std::runtime_error& error) {
    problem = error.what();
  }
  if (problem.empty()) return;
  throw InputError("--backend", backend, problem,
                   "is this configuration's bitstream on the board? "
                   "(docs/uart.md)");
}

// The whole test of one configuration; runs in a child process.
Row TestOne(const Configuration& configuration, const Family& family,
            const Paths& paths, const RegressionOptions& options,
            std::shared_ptr<const std::vector<Vector>> vectors,
            const ContractPlan& plan, const Progress& progress, Row row) {
  const ModelBuilder builder(paths);
  Session session(configuration, family, builder, options.seed,
                  std::move(vectors));
  session.plan = plan;
  session.random_contents = options.random_contents;
  if (options.backend.empty()) {
    const SlowWatch watch(options.patience,
                          [&progress, building = row]() mutable {
                            building.status = kBuilding;
                            if (progress) progress(building, 0, 0);
                          });
    const BuiltModel& built = session.Built(Flavour::kFast);
    row.rtl_hash = built.rtl_hash;
    row.warnings = built.warnings;
  } else {
    // What RTL the board holds is not known: no hash.
    session.line = OpenBackend(options.backend, options.baud,
                               session.interface().addr_bits);
    session.plan = {kRunsOnBoard, false};
    TryBoard(&session, options.backend);
  }
  CheckOptions checks;
  checks.filter = options.filter;
  checks.contract = options.files.empty();
  checks.replay_arguments = ReplayArguments(options);
  if (checks.contract && session.plan.runs_per_rule == 0) {
    checks.contract = false;
    row.contract_skipped = 1;
  }
  RunChecks(&session, checks, &row);
  return row;
}

}  // namespace

std::string ReplayArguments(const RegressionOptions& options) {
  std::string words = " --seed " + std::to_string(options.seed);
  if (options.count > 0) words += " --count " + std::to_string(options.count);
  for (const fs::path& file : options.files) {
    words += " --vectors " + file.string();
  }
  return words;
}

std::vector<Vector> MakeVectors(const Configuration& configuration,
                                const Family& family,
                                const RegressionOptions& options,
                                FileVectors* read) {
  if (options.files.empty()) {
    const std::string key = family.StimulusKey(configuration);
    return family.Stimulus(configuration, MixSeed(options.seed, key),
                           options.count);
  }
  std::vector<Vector> all;
  for (const fs::path& file : options.files) {
    FileVectors one =
        family.ReadVectors(configuration, file.string(), ReadJson(file));
    std::move(one.vectors.begin(), one.vectors.end(), std::back_inserter(all));
    read->records += one.records;
    for (const auto& [reason, count] : one.skipped) {
      read->skipped[reason] += count;
    }
  }
  return all;
}

ContractPlan PlanContract(const Configuration& configuration,
                          const std::vector<Configuration>& all) {
  const uint64_t kLongRun = 700'000;
  const auto cycles = [kLongRun](const Configuration& c) {
    return std::max<uint64_t>(c.cycles.value_or(kLongRun), 1);
  };
  bool smallest = true;
  for (const Configuration& other : all) {
    if (cycles(other) < cycles(configuration)) smallest = false;
  }
  if (cycles(configuration) > kLongRun && !smallest) return {};
  const uint64_t edges_per_rule = smallest ? 4'000'000 : 600'000;
  ContractPlan plan;
  // Large data paths of few cycles are slow for each of them.
  const uint64_t most = smallest ? 1000 : 100;
  plan.runs_per_rule = static_cast<int>(
      std::clamp<uint64_t>(edges_per_rule / cycles(configuration), 2, most));
  plan.state = smallest;
  return plan;
}

RegressionResult RunRegression(const std::vector<Configuration>& configurations,
                               const Families& families, const Paths& paths,
                               const RegressionOptions& options,
                               const Progress& progress) {
  const Clock::time_point start = Clock::now();
  RegressionResult result;
  if (options.backend.empty()) ModelBuilder(paths).BuildRuntime();

  const size_t count = configurations.size();
  result.rows.resize(count);
  size_t finished = 0;
  const auto finish = [&](size_t index) {
    ++finished;
    if (progress) progress(result.rows[index], finished, count);
  };

  // Configurations with the same stimulus follow each other, so that only one
  // set of vectors is held at a time.
  std::vector<std::string> keys(count);
  std::vector<size_t> order;
  for (size_t i = 0; i < count; ++i) {
    try {
      result.rows[i] = MakeRow(configurations[i], paths);
      if (!options.backend.empty()) {
        // A board may hold other RTL than these sources.
        for (json& figures : result.rows[i].synthesis) figures = nullptr;
      }
      const Family& family =
          FindFamily(families, configurations[i].variant->family);
      family.Describe(configurations[i]);
      keys[i] = family.StimulusKey(configurations[i]);
      if (!options.files.empty()) {
        keys[i] += configurations[i].variant->inputs.dump();
      }
      order.push_back(i);
    } catch (const std::exception& error) {
      Row& row = result.rows[i];
      row.family = configurations[i].variant->family;
      row.variant = configurations[i].variant->name;
      row.configuration = configurations[i].name;
      row.error = error.what();
      finish(i);
    }
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return keys[a] < keys[b]; });

  std::string held_key;
  std::shared_ptr<const std::vector<Vector>> vectors;
  FileVectors read;
  RunWorkers(
      order.size(), options.jobs, paths.build,
      [&](size_t n) {
        const Configuration& configuration = configurations[order[n]];
        return ToJson(TestOne(
            configuration, FindFamily(families, configuration.variant->family),
            paths, options, vectors,
            PlanContract(configuration,
                         ReadManifest(configuration.variant->folder, paths)),
            progress, result.rows[order[n]]));
      },
      [&](size_t n, const WorkerResult& worker) {
        Row& row = result.rows[order[n]];
        if (worker.error.empty()) {
          row = RowFromJson(worker.answer);
        } else {
          row.status = worker.input ? "not_run" : "fail";
          row.error = worker.error;
        }
        finish(order[n]);
      },
      [&](size_t n) {
        const size_t i = order[n];
        if (!vectors || keys[i] != held_key) {
          const Clock::time_point golden_start = Clock::now();
          read = FileVectors();
          vectors = std::make_shared<const std::vector<Vector>>(MakeVectors(
              configurations[i],
              FindFamily(families, configurations[i].variant->family), options,
              &read));
          held_key = keys[i];
          result.golden_seconds += Since(golden_start);
        }
        Row& row = result.rows[i];
        row.records = read.records;
        row.skipped = read.skipped;
        if (!progress) return;
        Row begun = row;
        begun.status = kBegun;
        progress(begun, finished, count);
      },
      options.seconds);
  result.seconds = Since(start);
  return result;
}

}  // namespace curvebench
