// SPDX-License-Identifier: Apache-2.0
#include "families/kummer.h"

#include <algorithm>
#include <random>

#include "bench/error.h"

namespace curvebench {
using nlohmann::json;

namespace {

mpz_class PowerOfTwo(unsigned exponent) { return mpz_class(1) << exponent; }

}  // namespace

KummerTarget::KummerTarget(const Configuration& configuration) {
  const Variant& v = *configuration.variant;
  const std::string file = v.file().string();
  if (v.operation != "ladder") {
    throw InputError(file, "operation", "kummer has no '" + v.operation + "'",
                     "write \"operation\": \"ladder\"");
  }
  if (!configuration.size.contains("m") ||
      !configuration.size["m"].is_number_unsigned() ||
      configuration.size["m"] < 2 || configuration.size["m"] > 8000) {
    throw InputError(file, "configuration " + configuration.name + ", size",
                     "has no m from 2 to 8000", "write \"size\": {\"m\": 256}");
  }
  m_ = configuration.size["m"];
  json inputs = {{"p", "odd"},     {"mu", "any"}, {"e", "any"},
                 {"e_hat", "any"}, {"w", "any"},  {"k", "any"}};
  on_surface_ =
      v.inputs.is_object() && v.inputs.value("w", json()) == "surface";
  if (on_surface_) inputs["w"] = "surface";
  if (v.inputs != inputs) {
    throw InputError(file, "inputs", "are not those of the family",
                     "write \"inputs\": " + inputs.dump() +
                         ", with \"w\": \"surface\" if a base off the "
                         "surface is refused");
  }
  for (const std::string& output : v.outputs) {
    if (output != "v1" && output != "v2") {
      throw InputError(file, "outputs", "'" + output + "' is no result",
                       "results: v1, v2");
    }
  }
  const auto add = [this](const std::string& name, int bits) {
    const int address = static_cast<int>(port_.operands.size());
    port_.operands.push_back({name, address, bits, 17, false, false, ""});
  };
  port_.addr_bits = 5;
  add("p", kModulusBits);
  for (const char* name : {"mu", "e", "e_hat", "w"}) {
    const int count = std::string(name) == "w" ? 3 : 4;
    for (int j = 1; j <= count; ++j) {
      add(name + std::to_string(j), kOperandBits);
    }
  }
  port_.key =
      Slot{"k",   0, static_cast<int>(m_), (static_cast<int>(m_) + 7) / 8, true,
           false, ""};
  int address = 16;
  for (const char* point : {"v1", "v2"}) {
    for (const char* coordinate : {"x", "y", "z", "t"}) {
      port_.results.push_back({std::string(point) + coordinate, address++,
                               kOperandBits, 17, true, false, point});
    }
  }
}

std::optional<Vector> KummerTarget::Make(const KummerOperands& operands,
                                         const std::string& kind,
                                         const std::string& label,
                                         std::string* why) const {
  const mpz_class& p = operands.surface.p;
  if (!TakesModulus(p) || BitLength(p) > kModulusBits) {
    *why = "P is even, below 3 or above 134 bits";
    return std::nullopt;
  }
  if (operands.k < 0 || BitLength(operands.k) > m_) {
    *why = "the scalar has more than " + std::to_string(m_) + " bits";
    return std::nullopt;
  }
  std::vector<mpz_class> values = {p};
  const golden::KummerSurface& s = operands.surface;
  for (const golden::KummerPoint* constants : {&s.mu, &s.e, &s.e_hat}) {
    values.insert(values.end(), constants->begin(), constants->end());
  }
  values.insert(values.end(), operands.base.begin(), operands.base.end());
  Vector vector;
  vector.kind = kind;
  vector.label = label;
  for (const mpz_class& value : values) {
    if (value < 0 || BitLength(value) > kOperandBits) {
      *why = "an operand is negative or has more than 136 bits";
      return std::nullopt;
    }
    vector.loads.push_back(ToBytes(value, 17));
  }
  vector.loads.push_back(
      ToBytes(operands.k, static_cast<size_t>(port_.key->bytes)));

  golden::KummerSurface reduced = s;
  golden::KummerWrapped base = operands.base;
  for (golden::KummerPoint* constants :
       {&reduced.mu, &reduced.e, &reduced.e_hat}) {
    for (mpz_class& c : *constants) c %= p;
  }
  for (mpz_class& c : base) {
    c %= p;
    vector.error |= c == 0;
  }
  vector.error |= on_surface_ && !reduced.Contains(reduced.Unwrap(base));
  if (vector.error) {
    vector.results.assign(8, Bytes(17));
    return vector;
  }
  const golden::KummerPair v = reduced.Ladder(operands.k, base, m_);
  for (const golden::KummerPoint* point : {&v.v1, &v.v2}) {
    for (const mpz_class& c : *point) {
      vector.results.push_back(ToBytes(c, 17));
    }
  }
  return vector;
}

Vector KummerTarget::MakeRefused(const mpz_class& p,
                                 const std::string& label) const {
  Vector vector;
  vector.kind = "refused";
  vector.label = label;
  vector.refused = 0;
  for (const Slot& slot : port_.Loads()) {
    vector.loads.emplace_back(static_cast<size_t>(slot.bytes));
  }
  vector.loads[0] = ToBytes(p, 17);
  vector.results.assign(8, Bytes(17));
  return vector;
}

KummerOperands KummerTarget::Operands(const Vector& v) {
  KummerOperands o;
  o.surface.p = FromBytes(v.loads[0]);
  for (size_t j = 0; j < 4; ++j) {
    o.surface.mu[j] = FromBytes(v.loads[1 + j]);
    o.surface.e[j] = FromBytes(v.loads[5 + j]);
    o.surface.e_hat[j] = FromBytes(v.loads[9 + j]);
  }
  for (size_t j = 0; j < 3; ++j) o.base[j] = FromBytes(v.loads[13 + j]);
  o.k = FromBytes(v.loads[16]);
  return o;
}

Interface KummerFamily::Describe(const Configuration& configuration) const {
  return KummerTarget(configuration).port();
}

std::string KummerFamily::StimulusKey(const Configuration& c) const {
  return name() + " m " + c.size.value("m", json(0)).dump() +
         (KummerTarget(c).on_surface() ? ", on the surface" : "");
}

std::vector<std::pair<int, Bytes>> KummerFamily::Forbidden(
    const Configuration& configuration) const {
  (void)configuration;
  std::vector<std::pair<int, Bytes>> forbidden;
  for (const mpz_class& p :
       {mpz_class(0), mpz_class(1), mpz_class(2), PowerOfTwo(127),
        mpz_class(PowerOfTwo(134) - 2), mpz_class(0x100)}) {
    forbidden.emplace_back(0, ToBytes(p, 17));
  }
  return forbidden;
}

bool KummerFamily::Accepts(const Configuration& configuration, int load,
                           const Bytes& value) const {
  (void)configuration;
  return load != 0 || KummerTarget::TakesModulus(FromBytes(value));
}

namespace {

/// Directed cases by class, then random ones.
class Stimulus {
 public:
  Stimulus(const Configuration& configuration, uint64_t seed, int count)
      : target_(configuration),
        random_(seed),
        count_(static_cast<size_t>(count > 0           ? count
                                   : target_.m() >= 64 ? 72
                                                       : 250)) {}

  std::vector<Vector> Make() {
    // In turn, so that any count is mixed: contract tests use the first ones.
    Ordinary(12);
    Reloads();
    Scalars();
    Bases();
    Moduli();
    Unreduced();
    Errors();
    for (const auto& [p, label] :
         std::vector<std::pair<mpz_class, std::string>>{
             {0, "P=0"},
             {1, "P=1"},
             {2, "P=2"},
             {PowerOfTwo(134) - 2, "P=2^134-2"},
             {PowerOfTwo(134) + 1, "P=2^134+1"},
             {PowerOfTwo(136) - 1, "P=2^136-1"}}) {
      vectors_.push_back(target_.MakeRefused(p, label));
    }
    if (vectors_.size() < count_) Ordinary(count_ - vectors_.size());
    return std::move(vectors_);
  }

 private:
  mpz_class Random(unsigned bits) {
    mpz_class value = 0;
    for (unsigned i = 0; i < bits; i += 32) {
      value = (value << 32) + static_cast<uint32_t>(random_());
    }
    return value & (PowerOfTwo(bits) - 1);
  }
  mpz_class Scalar() { return Random(target_.m()); }

  // A prime with its top bit set.
  mpz_class Prime(unsigned bits) {
    mpz_class p;
    do {
      p = Random(bits) | PowerOfTwo(bits - 1);
      mpz_nextprime(p.get_mpz_t(), p.get_mpz_t());
    } while (BitLength(p) != bits);
    return p;
  }

  // A surface of random theta constants, and a base that need not be on it
  // unless that is checked: the ladder's arithmetic does not care.
  KummerOperands Over(const mpz_class& p) {
    KummerOperands o;
    for (int tries = 0; tries < 50; ++tries) {
      golden::KummerPoint mu;
      for (mpz_class& c : mu) c = Random(140) % p;
      const auto surface = golden::SurfaceFromMu(p, mu);
      if (!surface) continue;
      o.surface = *surface;
      break;
    }
    if (o.surface.p == 0) {
      // Tiny or composite P: constants without a meaning.
      o.surface.p = p;
      for (golden::KummerPoint* constants :
           {&o.surface.mu, &o.surface.e, &o.surface.e_hat}) {
        for (mpz_class& c : *constants) c = Random(140) % p;
      }
    }
    for (mpz_class& c : o.base) c = Random(140) % (p - 1) + 1;
    o.k = Scalar();
    if (target_.on_surface()) OntoSurface(&o);
    return o;
  }

  // Over a prime any point; over a ring, where roots are hard, the identity.
  void OntoSurface(KummerOperands* o) {
    const golden::KummerSurface& s = o->surface;
    if (const auto identity = s.Wrap(s.mu)) o->base = *identity;
    if (mpz_probab_prime_p(s.p.get_mpz_t(), 20) == 0) return;
    if (!golden::SurfaceFromMu(s.p, s.mu)) return;
    for (int tries = 0; tries < 50; ++tries) {
      std::array<mpz_class, 3> xyz;
      for (mpz_class& c : xyz) c = Random(140) % s.p;
      const auto point = golden::PointAbove(s, xyz, Random(34));
      const auto base = point ? s.Wrap(*point) : std::nullopt;
      if (!base) continue;
      o->base = *base;
      return;
    }
  }

  void Add(const KummerOperands& o, const std::string& kind,
           const std::string& label) {
    std::string why;
    if (auto vector = target_.Make(o, kind, label, &why)) {
      vectors_.push_back(std::move(*vector));
    }
  }

  void Ordinary(size_t count) {
    for (size_t i = 0; i < count; ++i) {
      const unsigned bits = i % 3 == 2 ? 34 + random_() % 101 : 128;
      KummerOperands o = Over(Prime(bits));
      if (i % 3 == 2) Raise(&o);
      Add(o, "random", "prime of " + std::to_string(bits) + " bits");
    }
  }

  // Neighbours differ in one load.
  void Reloads() {
    const KummerOperands first = Over(Prime(128));
    Add(first, "reload", "");
    KummerOperands o = first;
    o.surface.p = Prime(127);
    Add(o, "reload", "P alone");
    for (size_t j : {0u, 3u}) {
      o = first;
      o.surface.mu[j] += 1;
      Add(o, "reload", "mu alone");
      o = first;
      o.surface.e[j] += 1;
      Add(o, "reload", "e alone");
      o = first;
      o.surface.e_hat[j] += 1;
      Add(o, "reload", "e_hat alone");
    }
    o = first;
    o.base[1] += 1;
    Add(o, "reload", "base alone");
    o = first;
    o.k = PowerOfTwo(target_.m()) - 1 - o.k;
    Add(o, "reload", "k alone");
  }

  void Scalars() {
    const golden::KummerStandard standard = golden::GaudrySchost();
    const mpz_class top = PowerOfTwo(target_.m());
    mpz_class stripes = 0;
    for (unsigned i = 0; i < target_.m(); i += 2) {
      mpz_setbit(stripes.get_mpz_t(), i);
    }
    const std::vector<std::pair<std::string, mpz_class>> scalars = {
        {"k=0", 0},
        {"k=1", 1},
        {"k=2", 2},
        {"k=3", 3},
        {"k=N-1", standard.order - 1},
        {"k=N", standard.order},
        {"k=N+1", standard.order + 1},
        {"k=2^m-1", top - 1},
        {"k=2^(m-1)", top / 2},
        {"k=2^m-2", top - 2},
        {"k=0101..", stripes},
        {"k=1010..", top - 1 - stripes}};
    for (const auto& [label, k] : scalars) {
      Add({standard.surface, standard.base, k}, "scalar", label);
    }
  }

  void Bases() {
    const golden::KummerStandard standard = golden::GaudrySchost();
    const golden::KummerSurface& s = standard.surface;
    const auto& [a, b, c, d] = s.mu;
    Add({s, standard.twist_base, Scalar()}, "base", "on the twist");
    Add({s, *s.Wrap(s.mu), Scalar()}, "base", "identity");
    Add({s, *s.Wrap({b, a, d, c}), Scalar()}, "base", "order 2");
    Add({s, *s.Wrap({d, c, b, a}), Scalar()}, "base", "order 2");
    const golden::KummerPoint other =
        s.Ladder(Random(250), standard.base, 256).v1;
    Add({s, *s.Wrap(other), Scalar()}, "base", "multiple of the base");
    Add({s, {1, 1, 1}, Scalar()}, "base", "off the surface");
    Add({s, {s.p - 1, s.p - 1, s.p - 1}, Scalar()}, "base", "all -1");
  }

  void Moduli() {
    const std::vector<std::pair<std::string, mpz_class>> moduli = {
        {"P=3", 3},
        {"P=5", 5},
        {"P=103", 103},
        {"P=2^34-1", PowerOfTwo(34) - 1},
        {"P=2^34+1", PowerOfTwo(34) + 1},
        {"P=2^68-1", PowerOfTwo(68) - 1},
        {"P=2^68+1", PowerOfTwo(68) + 1},
        {"P=2^102+1", PowerOfTwo(102) + 1},
        {"P=2^128-159", PowerOfTwo(128) - 159},
        {"P=2^133+1", PowerOfTwo(133) + 1},
        {"P=2^134-1", PowerOfTwo(134) - 1},
        {"P=2^134-45", PowerOfTwo(134) - 45},
        {"prime of 34 bits", Prime(34)},
        {"prime of 68 bits", Prime(68)},
        {"prime of 102 bits", Prime(102)}};
    for (const auto& [label, p] : moduli) Add(Over(p), "modulus", label);
    // A result 0 that the products leave as P: over a small field one in some
    // hundred ladders has it.
    for (int tries = 0; tries < 3000; ++tries) {
      const KummerOperands o = Over(31);
      if (KummerEvents(o, target_.m())["result 0 that was P"] == 0) continue;
      Add(o, "modulus", "a result is 0, and P before the last subtraction");
      break;
    }
  }

  // Adds multiples of P, as high as 136 bits allow for the base.
  void Raise(KummerOperands* o) {
    const mpz_class& p = o->surface.p;
    const mpz_class room = (PowerOfTwo(136) - 1) / p - 1;
    for (golden::KummerPoint* constants :
         {&o->surface.mu, &o->surface.e, &o->surface.e_hat}) {
      for (mpz_class& c : *constants) c += p * (Random(100) % (room + 1));
    }
    for (mpz_class& c : o->base) c += p * room;
  }

  // Values at and above P stand for their residues. The largest P leave the
  // least room: their products are nearest to the bounds of the units.
  void Unreduced() {
    for (const unsigned bits : {128u, 40u, 134u, 134u, 134u, 134u}) {
      KummerOperands o = Over(Prime(bits));
      Raise(&o);
      Add(o, "unreduced", "P of " + std::to_string(bits) + " bits");
    }
    const mpz_class ones = PowerOfTwo(136) - 1;
    for (const mpz_class& p :
         {mpz_class(PowerOfTwo(128) - 159), mpz_class(PowerOfTwo(134) - 1),
          Prime(134), Prime(134), Prime(134), Prime(134)}) {
      KummerOperands o = Over(p);
      for (golden::KummerPoint* constants :
           {&o.surface.mu, &o.surface.e, &o.surface.e_hat}) {
        constants->fill(ones);
      }
      o.base.fill(ones);
      Add(o, "unreduced", "all ones");
    }
    KummerOperands o = Over(Prime(128));
    o.surface.mu[1] = o.surface.e[2] = o.surface.e_hat[3] = o.surface.p;
    Add(o, "unreduced", "constants 0 as P");
  }

  void Errors() {
    for (size_t j = 0; j < 3; ++j) {
      KummerOperands o = Over(Prime(128));
      o.base[j] = 0;
      Add(o, "error", "a wrapped coordinate is 0");
      o.base[j] = o.surface.p;
      Add(o, "error", "a wrapped coordinate is P");
      o.base[j] = 255 * o.surface.p;
      Add(o, "error", "a wrapped coordinate is 255 P");
    }
    KummerOperands o = Over(7);
    o.base = {0, 14, 7};
    Add(o, "error", "all wrapped coordinates are 0 modulo 7");
    if (!target_.on_surface()) return;
    for (size_t j = 0; j < 3; ++j) {
      o = Over(Prime(128));
      o.base[j] += 1;
      Add(o, "error", "beside the surface");
      o = Over(Prime(134));
      o.base[j] = o.surface.p - o.base[j];
      Add(o, "error", "a coordinate of the other sign");
    }
    const golden::KummerStandard standard = golden::GaudrySchost();
    o = {standard.surface, standard.base, Scalar()};
    o.surface.mu[0] += 1;
    Add(o, "error", "base of another surface");
  }

  const KummerTarget target_;
  std::mt19937_64 random_;
  const size_t count_;
  std::vector<Vector> vectors_;
};

}  // namespace

std::vector<Vector> KummerFamily::Stimulus(const Configuration& configuration,
                                           uint64_t seed, int count) const {
  return curvebench::Stimulus(configuration, seed, count).Make();
}

}  // namespace curvebench
