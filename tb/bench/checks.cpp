// SPDX-License-Identifier: Apache-2.0
#include "bench/checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>

#include "bench/contract_rules.h"

namespace curvebench {
namespace {

constexpr int kReportedFailures = 3;
constexpr int kHangsAllowed = 2;

/// A GoogleTest test made at run time.
class Check : public testing::Test {
 public:
  explicit Check(std::function<void()> body) : body_(std::move(body)) {}

 private:
  void TestBody() override { body_(); }

  std::function<void()> body_;
};

/// Runs vectors back to back on one model and keeps the counts.
class VectorRun {
 public:
  /// Which part of the set runs.
  enum class Part { kAll, kSample, kRest };

  VectorRun(Session* session, const CheckOptions& options, Part part)
      : session_(*session), options_(options), part_(part) {}

  void Run() {
    const std::vector<Vector>& vectors = session_.vectors();
    const size_t last = options_.vector ? *options_.vector + 1 : vectors.size();
    const size_t first = options_.vector && !options_.history ? last - 1 : 0;
    // A wave of a whole set would be huge: only the vector asked for is kept.
    const auto wave = session_.wave;
    if (options_.history) session_.wave.reset();
    Renew();
    for (size_t i = first; i < last && hangs_ <= kHangsAllowed; ++i) {
      if (options_.history && i + 1 == last) {
        session_.wave = wave;
        session_.RecordWave(&rig_->model());
      }
      if (Chosen(i, vectors.size())) One(i, vectors[i]);
    }
    Finish();
  }

 private:
  bool Chosen(size_t index, size_t count) const {
    if (part_ == Part::kAll) return true;
    // An odd step, so that it does not fall in with turns of the classes.
    const size_t step = std::max<size_t>(1, count / options_.sample) | 1;
    return (index % step == 0) == (part_ == Part::kSample);
  }

  void Renew() {
    rig_ = std::make_unique<Rig>(&session_, kVectorTest,
                                 options_.vector && options_.history
                                     ? Flavour::kDebug
                                 : session_.wave ? Flavour::kDebug
                                                 : session_.flavour);
    rig_->driver().Reset();
    loaded_.assign(session_.interface().Loads().size(), Bytes{});
  }

  void One(size_t index, const Vector& vector) {
    Findings& findings = session_.findings;
    Count& count = findings.classes[vector.kind];
    ++count.run;
    ++findings.vectors;
    std::vector<Mismatch> wrong;
    try {
      wrong = vector.refused >= 0 ? Refuse(vector) : Answer(vector);
    } catch (const std::exception& error) {
      wrong.push_back({"run", "done", error.what()});
      ++hangs_;
      Renew();
    }
    if (wrong.empty()) {
      ++count.passed;
    } else {
      Report(index, vector, wrong);
    }
  }

  // Only what changed is loaded: operands and key stay valid after a run.
  void Load(const Vector& vector) {
    // An operand that is to stay unloaded needs a reset if it was loaded.
    for (size_t i = 0; i < vector.loads.size(); ++i) {
      if (vector.loads[i].empty() && !loaded_[i].empty()) {
        rig_->driver().Reset();
        loaded_.assign(loaded_.size(), Bytes{});
      }
    }
    for (size_t i = 0; i < vector.loads.size(); ++i) {
      if (loaded_[i] == vector.loads[i]) continue;
      rig_->driver().Load(static_cast<int>(i), vector.loads[i]);
      loaded_[i] = vector.loads[i];
      if (rig_->port().CountsEdges()) {
        NoteSetup(rig_->driver().last_setup(), vector, i);
      }
    }
  }

  // What public operands add (setup_extra) does not count. The rest must be
  // the same each time a slot is loaded.
  void NoteSetup(uint64_t edges, const Vector& vector, size_t load) {
    std::optional<uint64_t>& most = session_.findings.setup_cycles;
    const auto extra = static_cast<uint64_t>(session_.ExtraSetup(vector));
    const uint64_t base = edges - std::min(edges, extra);
    most = std::max(most.value_or(0), base);
    const auto [usual, first] = setup_of_.emplace(load, base);
    if (!first && usual->second != base && !vector.error &&
        session_.configuration().variant->constant_time && !setup_varies_) {
      setup_varies_ = session_.findings.time_varies = true;
      ADD_FAILURE() << "time of set-up depends on operands: " << usual->second
                    << " and " << base
                    << " edges, but the manifest claims constant_time\n"
                       "  vector   "
                    << vector.label << LoadsOf(vector);
    }
  }

  std::vector<Mismatch> Refuse(const Vector& vector) {
    const size_t load = static_cast<size_t>(vector.refused);
    // Bit 3 must come from this load.
    rig_->driver().Reset();
    loaded_.assign(loaded_.size(), Bytes{});
    rig_->driver().Load(vector.refused, vector.loads[load]);
    loaded_[load].clear();
    const uint8_t status = rig_->driver().ReadStatus();
    if (status & kOperandError) return {};
    return {{"status after the load", "bit 3 set", Hex(Bytes{status})}};
  }

  std::vector<Mismatch> Answer(const Vector& vector) {
    Load(vector);
    // Where no set-up is claimed a few samples keep the claim honest.
    if (session_.findings.vectors <= 3 && rig_->port().CountsEdges()) {
      NoteSetup(rig_->driver().WaitForSetup(session_.CycleLimit()), vector,
                vector.loads.size());
    }
    const Observation seen = rig_->StartAndFinish();
    // An error found after start may end early; the claim is for answers.
    if (!vector.error && rig_->port().CountsEdges()) Time(vector, seen.cycles);
    return session_.family().Compare(session_.configuration(),
                                     session_.interface(), vector, seen);
  }

  void Time(const Vector& vector, uint64_t cycles) {
    Findings& f = session_.findings;
    f.cycles_min = std::min(f.cycles_min.value_or(cycles), cycles);
    f.cycles_max = std::max(f.cycles_max.value_or(cycles), cycles);
    const int64_t secret_part =
        static_cast<int64_t>(cycles) - session_.ExtraCycles(vector);
    const auto base = static_cast<uint64_t>(std::max<int64_t>(secret_part, 0));
    f.cycles_base = std::max(f.cycles_base.value_or(base), base);
    if (base_cycles_ && *base_cycles_ != secret_part) f.time_varies = true;
    base_cycles_ = base_cycles_.value_or(secret_part);
    const std::optional<uint64_t> claim = session_.Claim(vector);
    if (claim && *claim != cycles && ++unclaimed_ == 1) {
      ADD_FAILURE() << "cycles\n  claimed  " << *claim << "\n  measured "
                    << cycles << "\n  vector   " << vector.label
                    << LoadsOf(vector);
    }
  }

  std::string LoadsOf(const Vector& vector) const {
    std::string text = "\n  loads";
    const std::vector<Slot> loads = session_.interface().Loads();
    for (size_t i = 0; i < loads.size(); ++i) {
      text += "\n    " + loads[i].name + " = " + Hex(vector.loads[i]);
    }
    return text;
  }

  void Report(size_t index, const Vector& vector,
              const std::vector<Mismatch>& wrong) {
    if (++failures_ > kReportedFailures) return;
    std::string text = session_.configuration().id() + ": vector " +
                       std::to_string(index) + " (" + vector.kind +
                       (vector.label.empty() ? "" : ": " + vector.label) + ")";
    for (const Mismatch& m : wrong) {
      text += "\n  " + m.field + "\n    expected " + m.expected +
              "\n    got      " + m.got;
    }
    text += LoadsOf(vector);
    text += "\n  seed " + std::to_string(session_.seed()) +
            "\n  replay: build/curvebench replay " +
            session_.configuration().id() + " --test Vectors --vector " +
            std::to_string(index) + options_.replay_arguments;
    ADD_FAILURE() << text;
  }

  void Finish() {
    const Findings& f = session_.findings;
    if (failures_ > kReportedFailures) {
      ADD_FAILURE() << failures_ << " of " << f.vectors
                    << " vectors are wrong; the first " << kReportedFailures
                    << " are shown";
    }
    if (hangs_ > kHangsAllowed) {
      ADD_FAILURE() << "stopped after " << hangs_ << " runs without done";
    }
    if (f.time_varies && f.cycles_min != f.cycles_max) {
      const std::string range = std::to_string(*f.cycles_min) + " to " +
                                std::to_string(*f.cycles_max);
      if (session_.configuration().variant->constant_time) {
        ADD_FAILURE() << "time depends on operands: " << range
                      << " cycles, but the manifest claims constant_time";
      }
    }
    const std::optional<uint64_t>& setup =
        session_.configuration().setup_cycles;
    if (setup && f.setup_cycles && *setup != *f.setup_cycles) {
      ADD_FAILURE() << "setup_cycles\n  claimed  " << *setup << "\n  measured "
                    << *f.setup_cycles;
    }
  }

  Session& session_;
  const CheckOptions& options_;
  const Part part_;
  std::unique_ptr<Rig> rig_;
  std::vector<Bytes> loaded_;
  std::optional<int64_t> base_cycles_;
  std::map<size_t, uint64_t> setup_of_;  // load -> edges of set-up
  bool setup_varies_ = false;
  int failures_ = 0;
  int hangs_ = 0;
  int unclaimed_ = 0;
};

/// Collects what GoogleTest reports.
class Collector : public testing::EmptyTestEventListener {
 public:
  Collector(Session* session, const CheckOptions& options, Row* row)
      : session_(*session), options_(options), row_(*row) {}

 private:
  void OnTestStart(const testing::TestInfo& info) override {
    outcome_ = TestOutcome{};
    outcome_.name = info.name();
  }
  void OnTestPartResult(const testing::TestPartResult& part) override {
    if (part.failed()) {
      // GoogleTest puts this word before messages of one's own.
      const std::string text = part.message();
      outcome_.failures.push_back(
          text.rfind("Failed\n", 0) == 0 ? text.substr(7) : text);
    }
    if (part.skipped()) outcome_.reason = part.message();
    // GoogleTest takes this one as the end of the test, and adds nothing.
    if (part.failed() && options_.stop_at_first) {
      throw testing::AssertionException(part);
    }
  }
  void OnTestEnd(const testing::TestInfo& info) override {
    outcome_.skipped = info.result()->Skipped();
    outcome_.passed = !info.result()->Failed();
    outcome_.seconds =
        static_cast<double>(info.result()->elapsed_time()) / 1000;
    const bool vectors =
        outcome_.name == kVectorTest || outcome_.name == kSampleTest;
    if (!vectors && outcome_.skipped) {
      ++row_.contract_skipped;
    } else if (!vectors) {
      ++row_.contract_run;
      row_.contract_passed += outcome_.passed;
      if (!outcome_.passed) {
        outcome_.failures.push_back("replay: build/curvebench replay " +
                                    session_.configuration().id() + " --test " +
                                    outcome_.name + options_.replay_arguments);
      }
    }
    row_.tests.push_back(outcome_);
  }

  Session& session_;
  const CheckOptions options_;
  Row& row_;
  TestOutcome outcome_;
};

void Register(const std::string& suite, const std::string& name,
              std::function<void()> body) {
  testing::RegisterTest(
      suite.c_str(), name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
      [body = std::move(body)]() -> testing::Test* { return new Check(body); });
}

std::vector<ContractRule> InOrder(const std::vector<std::string>& order) {
  std::vector<ContractRule> rules = ContractRules();
  const auto place = [&](const ContractRule& rule) {
    return std::find(order.begin(), order.end(), rule.name) - order.begin();
  };
  std::stable_sort(rules.begin(), rules.end(),
                   [&](const ContractRule& a, const ContractRule& b) {
                     return place(a) < place(b);
                   });
  return rules;
}

}  // namespace

void RunChecks(Session* session, const CheckOptions& options, Row* row) {
  int argc = 1;
  char program[] = "curvebench";
  char* argv[] = {program, nullptr};
  testing::InitGoogleTest(&argc, argv);
  testing::GTEST_FLAG(filter) = "*." + options.filter;
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new Collector(session, options, row));
  if (options.stop_at_first) testing::GTEST_FLAG(fail_fast) = true;

  const std::string& suite = session->configuration().id();
  const auto vectors = [&](const char* name, VectorRun::Part part) {
    Register(suite, name, [session, options, part]() {
      VectorRun(session, options, part).Run();
    });
  };
  if (options.sample > 0) {
    vectors(kSampleTest, VectorRun::Part::kSample);
  } else {
    vectors(kVectorTest, VectorRun::Part::kAll);
  }
  if (options.contract && session->ordinary().empty()) {
    row->contract_skipped = static_cast<int>(ContractRules().size());
  } else if (options.contract) {
    // With the first failure the end, no vector can have been answered wrongly.
    auto kept = std::make_shared<bool>(options.stop_at_first);
    for (const ContractRule& rule : InOrder(options.order)) {
      Register(suite, rule.name, [session, rule, kept]() {
        try {
          if (session->line && !rule.any_clock) {
            throw NotAvailable("counts clock edges; the board's clock is free");
          }
          if (!*kept) session->KeepAnswered();
          *kept = true;
          rule.check(*session);
        } catch (const NotAvailable& reason) {
          GTEST_SKIP() << reason.what();
        } catch (const std::exception& error) {
          ADD_FAILURE() << error.what();
        }
      });
    }
  }
  if (options.sample > 0) vectors(kVectorTest, VectorRun::Part::kRest);
  const bool passed = RUN_ALL_TESTS() == 0;

  const Findings& f = session->findings;
  // No vector that fits is no success.
  const bool any = f.vectors > 0 || row->contract_run > 0;
  row->status = !any ? "not_run" : passed ? "pass" : "fail";
  if (!any && options.contract && options.filter == "*") {
    row->error = "no vector fits the declared inputs; widen 'inputs' in " +
                 session->configuration().variant->file().string();
  }
  row->vectors = f.vectors;
  row->classes = f.classes;
  row->cycles_min = f.cycles_min;
  row->cycles_max = f.cycles_max;
  row->cycles_base = f.cycles_base;
  row->setup_cycles = f.setup_cycles;
  row->coverage =
      session->family().Coverage(session->configuration(), session->vectors());
  if (f.cycles_min) {
    row->constant_time = f.time_varies ? "no" : "measured";
  }
}

}  // namespace curvebench
