// SPDX-License-Identifier: Apache-2.0
#include "bench/session.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "bench/seed.h"

namespace curvebench {

namespace {

bool IsZero(const Bytes& bytes) {
  return std::all_of(bytes.begin(), bytes.end(),
                     [](uint8_t byte) { return byte == 0; });
}

// How much a vector shows of a fault. 2: no value is 0 or occurs twice, and its
// last load (the key, where there is one) and result are new; 1: its results
// are not 0; 0: any other.
int Telling(const Vector& v, std::set<Bytes>* used) {
  if (std::any_of(v.results.begin(), v.results.end(), IsZero)) return 0;
  std::set<Bytes> values;
  for (const auto* list : {&v.loads, &v.results}) {
    for (const Bytes& bytes : *list) {
      if (IsZero(bytes) || !values.insert(bytes).second) return 1;
    }
  }
  std::vector<Bytes> fresh = v.results;
  if (!v.loads.empty()) fresh.push_back(v.loads.back());
  for (const Bytes& bytes : fresh) {
    if (used->count(bytes)) return 1;
  }
  used->insert(fresh.begin(), fresh.end());
  return 2;
}

}  // namespace

Session::Session(const Configuration& configuration, const Family& family,
                 const ModelBuilder& builder, uint64_t seed,
                 std::shared_ptr<const std::vector<Vector>> vectors)
    : configuration_(configuration),
      family_(family),
      builder_(builder),
      interface_(family.Describe(configuration)),
      seed_(seed),
      vectors_(std::move(vectors)) {
  // Neighbours in the stimulus are often alike; spread the choice over it.
  const size_t count = vectors_->size();
  const size_t step = count > 64 ? count / 37 : 1;
  // Telling ones first: operands that are 0, alike, or used before answer the
  // same after many faults, and a result of zeros looks like no result at all.
  std::set<Bytes> used;
  for (const int least : {2, 1, 0}) {
    for (size_t start = 0; start < step && ordinary_.size() < 32; ++start) {
      for (size_t i = start; i < count; i += step) {
        const Vector& v = (*vectors_)[i];
        if (v.identity || v.error || v.refused >= 0) continue;
        if (Telling(v, &used) < least) continue;
        if (std::find(ordinary_.begin(), ordinary_.end(), i) ==
            ordinary_.end()) {
          ordinary_.push_back(i);
        }
      }
    }
    if (!ordinary_.empty()) break;
  }
  if (configuration_.cycles_extra.empty() &&
      configuration_.setup_extra.empty()) {
    return;
  }
  for (const Vector& v : *vectors_) {
    if (v.refused >= 0) continue;
    const int64_t most = std::max(ExtraCycles(v), ExtraSetup(v));
    most_extra_ = std::max(most_extra_,
                           static_cast<uint64_t>(std::max<int64_t>(most, 0)));
  }
}

const BuiltModel& Session::Built(Flavour flavour) {
  auto it = built_.find(flavour);
  if (it == built_.end()) {
    it = built_
             .emplace(flavour,
                      builder_.Build(configuration_, interface_, flavour))
             .first;
  }
  return it->second;
}

const ModelLibrary& Session::Library(Flavour flavour) {
  std::unique_ptr<ModelLibrary>& library = libraries_[flavour];
  if (!library)
    library = std::make_unique<ModelLibrary>(Built(flavour).library);
  return *library;
}

void Session::RecordWave(Model* model) {
  std::filesystem::path file = *wave;
  if (!waves_written.empty()) {
    file.replace_extension("." + std::to_string(waves_written.size() + 1) +
                           file.extension().string());
  }
  model->OpenWave(file);
  waves_written.push_back(file);
}

uint64_t Session::CycleLimit() const {
  if (cycle_limit) return *cycle_limit + most_extra_;
  constexpr uint64_t kUnknown = 20'000'000;
  const uint64_t known = std::max(configuration_.cycles.value_or(0),
                                  findings.cycles_max.value_or(0));
  return known > 0 ? 3 * known + most_extra_ + 1000 : kUnknown;
}

uint64_t Session::SetupLimit() const {
  const std::optional<uint64_t>& claim = configuration_.setup_cycles;
  if (claim && *claim == 0 && configuration_.setup_extra.empty()) return 0;
  return 2 * claim.value_or(1'000'000) + most_extra_ + 1000;
}

int64_t Session::Extra(const std::map<std::string, int64_t>& rates,
                       const Vector& vector) const {
  int64_t extra = 0;
  for (const auto& [measure, cycles] : rates) {
    extra += cycles * family_.Measure(configuration_, measure, vector);
  }
  return extra;
}

std::optional<uint64_t> Session::Claim(const Vector& vector) const {
  if (!configuration_.cycles) return std::nullopt;
  return static_cast<uint64_t>(static_cast<int64_t>(*configuration_.cycles) +
                               ExtraCycles(vector));
}

Rig::Rig(Session* session, const std::string& name)
    : Rig(session, name, session->wave ? Flavour::kDebug : session->flavour) {}

Rig::Rig(Session* session, const std::string& name, Flavour flavour)
    : session_(*session),
      flavour_(flavour),
      model_(session->line ? nullptr
                           : session->Library(flavour).Create(
                                 MixSeed(session->seed(),
                                         session->configuration().id() + name),
                                 session->random_contents)),
      port_(session->line ? session->line.get() : model_.get()),
      driver_(port_, session->interface(), session->SetupLimit()) {
  if (model_) {
    for (const auto& [input, value] : session->extra_inputs) {
      model_->SetInput(input, value);
    }
  }
  if (model_ && session->wave && flavour == Flavour::kDebug) {
    session->RecordWave(model_.get());
  }
}

Rig::~Rig() {
  if (model_ && session_.at_end && flavour_ == session_.flavour) {
    session_.at_end(model_.get());
  }
}

Model& Rig::model() {
  if (!model_) throw std::logic_error("a board is no model");
  return *model_;
}

void Session::KeepAnswered() {
  constexpr size_t kEnough = 4;
  std::vector<size_t> answered;
  std::unique_ptr<Rig> rig;
  for (const size_t i : ordinary_) {
    if (answered.size() == kEnough) break;
    if (!rig) {
      rig = std::make_unique<Rig>(this, "KeepAnswered", flavour);
      rig->driver().Reset();
    }
    const Vector& vector = (*vectors_)[i];
    try {
      const Observation seen = rig->RunVector(vector);
      if (family_.Compare(configuration_, interface_, vector, seen).empty()) {
        answered.push_back(i);
      }
    } catch (const std::runtime_error&) {
      rig.reset();
      if (answered.empty()) return;  // it hangs: the rules will say so
    }
  }
  if (!answered.empty()) ordinary_ = answered;
}

Observation Rig::StartAndFinish() {
  driver_.Start();
  const uint64_t limit = session_.CycleLimit();
  const uint64_t cycles = driver_.RunToDone(limit);
  if (cycles > limit) {
    throw std::runtime_error("done did not come within " +
                             std::to_string(limit) + " cycles; status " +
                             Hex(Bytes{driver_.ReadStatus()}));
  }
  return driver_.Observe(cycles);
}

Observation Rig::RunVector(const Vector& vector) {
  driver_.LoadAll(vector);
  return StartAndFinish();
}

}  // namespace curvebench
