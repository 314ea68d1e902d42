// SPDX-License-Identifier: Apache-2.0
#include "bench/mutation_score.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "bench/model_builder.h"
#include "bench/workers.h"
#include "bench/yosys.h"

namespace curvebench {
using nlohmann::json;

namespace {

// Edges of the first sample of vectors: most mutants do not live longer.
constexpr uint64_t kSampleEdges = 1'500'000;

// Seconds of a first attempt to prove a mutant equivalent.
constexpr int kQuickProof = 4;

// A right run takes what it takes: a little more and a mutant counts as hung.
constexpr uint64_t kPatience = 64;

CheckOptions Checks(uint64_t cycles) {
  CheckOptions checks;
  checks.stop_at_first = true;
  checks.sample = static_cast<size_t>(std::clamp<uint64_t>(
      kSampleEdges / std::max<uint64_t>(cycles, 1), 4, 4000));
  return checks;
}

std::string FirstLine(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

// Which test killed it, or why it lives.
json Outcome(const Row& row) {
  for (const TestOutcome& test : row.tests) {
    if (test.passed || test.skipped) continue;
    return {{"killed_by", test.name},
            {"why", test.failures.empty() ? "" : FirstLine(test.failures[0])}};
  }
  return {{"killed_by", nullptr}};
}

json Describe(const Mutation& m) {
  return {{"number", m.number},
          {"mode", m.mode},
          {"where", m.where},
          {"source", m.source}};
}

}  // namespace

json ScoreMutants(const Configuration& configuration, const Family& family,
                  const Paths& paths, const MutationOptions& options,
                  const MutantProgress& progress) {
  const RegressionOptions& regression = options.regression;
  const Mutator mutator(paths);
  const MutatedRtl rtl =
      mutator.Make(configuration, family.Describe(configuration), options.count,
                   regression.seed);
  FileVectors read;
  const auto vectors = std::make_shared<const std::vector<Vector>>(
      MakeVectors(configuration, family, regression, &read));
  const ModelBuilder builder(paths);
  Session session(rtl.configuration, family, builder, regression.seed, vectors);
  session.plan = PlanContract(
      configuration, ReadManifest(configuration.variant->folder, paths));
  // Built and loaded once, here; the processes below inherit it.
  session.Library(Flavour::kFast);
  if (session.plan.state && configuration.variant->zeroize != "none") {
    session.Library(Flavour::kDebug);
  }
  CheckOptions checks = Checks(configuration.cycles.value_or(10'000));
  const auto run = [&](int mutant) {
    if (!rtl.mutations.empty()) {
      session.extra_inputs[Mutator::kInput] = static_cast<uint64_t>(mutant);
    }
    Row row = MakeRow(configuration, paths);
    RunChecks(&session, checks, &row);
    return row;
  };

  Row unharmed;
  std::string failure;
  RunWorkers(
      1, 1, paths.build, [&](size_t) { return ToJson(run(0)); },
      [&](size_t, const WorkerResult& result) {
        failure = result.error;
        if (failure.empty()) unharmed = RowFromJson(result.answer);
      });
  if (!failure.empty() || unharmed.status != "pass") {
    const json outcome = Outcome(unharmed);
    throw std::runtime_error(configuration.id() + ": fails without a mutant" +
                             (failure.empty()
                                  ? ", test " + outcome["killed_by"].dump() +
                                        ": " + outcome.value("why", "")
                                  : ": " + failure));
  }
  // What was quick on the unharmed design comes first.
  std::vector<TestOutcome> by_time = unharmed.tests;
  std::stable_sort(by_time.begin(), by_time.end(),
                   [](const TestOutcome& a, const TestOutcome& b) {
                     return a.seconds < b.seconds;
                   });
  for (const TestOutcome& test : by_time) checks.order.push_back(test.name);
  const uint64_t cycles = unharmed.cycles_max.value_or(0);
  if (cycles > 0) session.cycle_limit = cycles + kPatience;

  const size_t count = rtl.mutations.size();
  std::vector<json> outcomes(count, json::object());
  std::vector<size_t> alive(count);
  std::iota(alive.begin(), alive.end(), size_t{0});
  const auto test = [&](const std::string& tests) {
    checks.filter = tests;
    size_t finished = 0;
    RunWorkers(
        alive.size(), regression.jobs, paths.build,
        [&](size_t n) { return Outcome(run(rtl.mutations[alive[n]].number)); },
        [&](size_t n, const WorkerResult& result) {
          json& outcome = outcomes[alive[n]];
          outcome.update(Describe(rtl.mutations[alive[n]]));
          // A model that crashes or stops does not answer: that is seen.
          outcome.update(result.error.empty() ? result.answer
                                              : json{{"killed_by", "crash"},
                                                     {"why", result.error}});
          if (progress) progress(outcome, ++finished, alive.size());
        });
    std::erase_if(
        alive, [&](size_t i) { return outcomes[i]["killed_by"].is_string(); });
  };
  using Proof =
      Verdict (Mutator::*)(const MutatedRtl&, const Mutation&, int) const;
  const auto prove = [&](Proof proof, int seconds) {
    if (!alive.empty()) mutator.PrepareProofs(rtl);
    RunWorkers(
        alive.size(), regression.jobs, paths.build,
        [&](size_t n) {
          const Mutation& mutation = rtl.mutations[alive[n]];
          const Verdict verdict = (mutator.*proof)(rtl, mutation, seconds);
          return json{{"answer", verdict.answer},
                      {"method", verdict.method},
                      {"depth", verdict.depth}};
        },
        [&](size_t n, const WorkerResult& result) {
          json& outcome = outcomes[alive[n]];
          outcome["equivalent"] = result.error.empty() &&
                                  result.answer["answer"] == Verdict::kProved;
          outcome["proof"] = result.error.empty()
                                 ? result.answer["method"].get<std::string>()
                                 : result.error;
          if (result.error.empty() && !outcome["equivalent"].get<bool>()) {
            const std::string depth =
                std::to_string(result.answer["depth"].get<int>()) + " cycles";
            outcome["proof"] = result.answer["answer"] == Verdict::kRefuted
                                   ? "differs after " + depth
                                   : "no difference in " + depth;
          }
          if (progress && outcome["equivalent"].get<bool>()) {
            progress(outcome, alive.size(), alive.size());
          }
        });
    std::erase_if(
        alive, [&](size_t i) { return outcomes[i]["equivalent"].get<bool>(); });
  };
  // The quick ways first. At full size the rules take long, and most that live
  // after a few vectors are proven equivalent in a second.
  const double rules =
      std::accumulate(unharmed.tests.begin(), unharmed.tests.end(), 0.0,
                      [](double sum, const TestOutcome& test) {
                        const bool vectors = test.name == kSampleTest ||
                                             test.name == kVectorTest;
                        return sum + (vectors ? 0 : test.seconds);
                      });
  const std::string sample = std::string("*.") + kSampleTest;
  const std::string all = std::string("*.") + kVectorTest;
  test(kSampleTest);
  if (rules > kQuickProof) {
    prove(&Mutator::NoStepDiffers,
          std::min(kQuickProof, options.proof_seconds));
  }
  test("*-" + sample + ":" + all);
  prove(&Mutator::NoStepDiffers, std::max(1, options.proof_seconds / 2));
  prove(&Mutator::Reconverges, options.proof_seconds);
  prove(&Mutator::Equivalent, options.proof_seconds);
  test(kVectorTest);

  std::map<std::string, int> killed_by;
  json survivors = json::array(), proven = json::array();
  int killed = 0;
  for (const json& outcome : outcomes) {
    if (outcome["killed_by"].is_string()) {
      ++killed_by[outcome["killed_by"]];
      ++killed;
    } else {
      (outcome["equivalent"].get<bool>() ? proven : survivors)
          .push_back(outcome);
    }
  }
  const int proper = static_cast<int>(count - proven.size());
  return {{"mutants", count},
          {"killed", killed},
          {"equivalent", proven.size()},
          {"survived", survivors.size()},
          {"score", proper > 0 ? json(static_cast<double>(killed) / proper)
                               : json(nullptr)},
          {"seed", regression.seed},
          {"killed_by", killed_by},
          {"survivors", survivors},
          {"proven", proven},
          {"tool", YosysVersion()}};
}

}  // namespace curvebench
