// SPDX-License-Identifier: Apache-2.0
#include "families/digitmm.h"

#include <algorithm>
#include <random>

#include "bench/error.h"

namespace curvebench {
using nlohmann::json;

namespace {

// Up to here every M, X and Y is run.
constexpr unsigned kToyBits = 6;

mpz_class PowerOfTwo(unsigned exponent) { return mpz_class(1) << exponent; }

// Well above any modulus in use; keeps a slip of the pen out of memory.
constexpr unsigned kMostBits = 65536;

// The step model of a variant, by the algorithm its folder is named after.
std::optional<golden::DigitMmKind> KindOf(const Configuration& configuration) {
  const std::string folder = configuration.variant->folder.filename().string();
  using golden::DigitMmKind;
  if (folder == "paper") return DigitMmKind::kPaper;
  if (folder == "nos") return DigitMmKind::kNos;
  if (folder == "split2") return DigitMmKind::kSplit2;
  if (folder == "cs") return DigitMmKind::kCarrySave;
  if (folder == "special") return DigitMmKind::kSpecial;
  return std::nullopt;
}

}  // namespace

DigitMmTarget::DigitMmTarget(const Configuration& configuration)
    : n_(SizeOf(configuration, "n", kMostBits)),
      d_(SizeOf(configuration, "d", kMostBits)),
      operation_(configuration.variant->operation) {
  const Variant& v = *configuration.variant;
  const std::string file = v.file().string();
  const std::vector<std::string> operations = {"mm", "montgomery",
                                               "montgomery_lazy", "reduce"};
  if (std::find(operations.begin(), operations.end(), operation_) ==
      operations.end()) {
    throw InputError(file, "operation", "digitmm has no '" + operation_ + "'",
                     "take mm, montgomery, montgomery_lazy or reduce");
  }
  operand_bits_ =
      reduces() ? SizeOf(configuration, "l", kMostBits) : n_ + (lazy() ? 1 : 0);
  for (const auto& [name, domain] : v.inputs.items()) {
    const bool known =
        name == "m" || (reduces() ? name == "a" : name == "x" || name == "y");
    if (!known) {
      throw InputError(file, "inputs." + name, "is no operand of " + operation_,
                       reduces() ? "operands: a, m" : "operands: x, y, m");
    }
    if (domain == "any") continue;
    if (name == "m" && domain == "odd") {
      odd_ = true;
    } else if (name == "m" && domain == "fixed:NIST") {
      try {
        fixed_ = golden::NistPrime(n_);
      } catch (const std::invalid_argument& error) {
        throw InputError(file, "configuration " + configuration.name,
                         error.what(), "");
      }
    } else if (name == "x" && domain.is_object() && domain["min"] == "0" &&
               domain["max"] == "m-1") {
      x_below_m_ = true;
    } else {
      throw InputError(
          file, "inputs." + name, domain.dump() + " is not known",
          "m: any, odd or fixed:NIST (the prime of n bits); x: any "
          "or {\"min\": \"0\", \"max\": \"m-1\"}; y: any");
    }
  }
  if (v.outputs != std::vector<std::string>{"r"}) {
    throw InputError(file, "outputs", "is not the one result",
                     "write \"outputs\": [\"r\"]");
  }
  if ((lazy() || operation_ == "montgomery") && !odd_) {
    throw InputError(file, "inputs.m", "Montgomery's product needs an odd M",
                     "write \"m\": \"odd\"");
  }
  const int bits = static_cast<int>(operand_bits());
  const auto bytes = [](int width) { return 4 * ((width + 31) / 32); };
  if (reduces()) {
    if (bits % 8 != 0 || operand_bits_ <= n_) {
      throw InputError(file, "configuration " + configuration.name,
                       "size.l = " + std::to_string(bits) +
                           " is no whole number of bytes above n",
                       "l is the longest A in bits, 8 times its bytes");
    }
    port_.operands = {{"a", 0, bits, bits / 8, true, false, "", true}};
  } else {
    port_.operands = {{"x", 0, bits, bytes(bits), true, false, ""},
                      {"y", 1, bits, bytes(bits), true, false, ""}};
  }
  if (!fixed_) {
    const int width = static_cast<int>(n_);
    port_.key = Slot{"m", 0, width, bytes(width), false, false, ""};
  }
  const int width = static_cast<int>(lazy() ? n_ + 1 : n_);
  port_.results = {{"r", 8, width, bytes(width), true, false, "r"}};
}

mpz_class DigitMmTarget::Result(const mpz_class& x, const mpz_class& y,
                                const mpz_class& m) const {
  if (lazy()) return golden::MontgomeryQuotient(x, y, m, n_ + 2);
  if (operation_ == "montgomery") {
    return golden::MontgomeryProduct(x, y, m, d_ * ((n_ + d_ - 1) / d_));
  }
  return golden::ModularProduct(x, y, m);
}

std::optional<Vector> DigitMmTarget::Make(
    const mpz_class& x, const mpz_class& y, const mpz_class& m,
    const std::string& kind, const std::string& label, std::string* why,
    size_t least) const {
  if (reduces() && y != 1) {
    const mpz_class mask = PowerOfTwo(operand_bits()) - 1;
    return Make(x * y & mask, 1, m, kind, label, why, least);
  }
  if (reduces() && 8 * least > operand_bits()) {
    *why = "a has " + std::to_string(least) + " bytes, above " +
           std::to_string(operand_bits() / 8);
    return std::nullopt;
  }
  if (x < 0 || y < 0 || BitLength(x) > operand_bits() ||
      BitLength(y) > operand_bits()) {
    *why = "an operand is negative or has more than " +
           std::to_string(operand_bits()) + " bits";
    return std::nullopt;
  }
  if (fixed_ ? m != *fixed_ : BitLength(m) > n_) {
    *why = fixed_ ? "the modulus is built in, and another one"
                  : "the modulus has more than n bits";
    return std::nullopt;
  }
  if (!TakesModulus(m)) {
    *why = m == 0 ? "the modulus is 0" : "the modulus is even";
    return std::nullopt;
  }
  if (x_below_m_ && x >= m) {
    *why = "x is not below m";
    return std::nullopt;
  }
  Vector vector;
  vector.kind = kind;
  vector.label = label;
  std::vector<mpz_class> values = {x, y, m};
  if (reduces()) values = {x, m};
  const std::vector<Slot> loads = port_.Loads();
  for (size_t i = 0; i < loads.size(); ++i) {
    const size_t bytes =
        loads[i].variable
            ? std::max<size_t>({1, least, (BitLength(values[i]) + 7) / 8})
            : static_cast<size_t>(loads[i].bytes);
    vector.loads.push_back(ToBytes(values[i], bytes));
  }
  vector.results.push_back(
      ToBytes(Result(x, y, m), static_cast<size_t>(port_.results[0].bytes)));
  return vector;
}

std::optional<Vector> DigitMmTarget::MakeRefused(
    const mpz_class& m, const std::string& label) const {
  if (!port_.key || BitLength(m) > n_ || TakesModulus(m)) return std::nullopt;
  Vector vector;
  vector.kind = "refused";
  vector.label = label;
  vector.refused = static_cast<int>(port_.operands.size());
  for (const Slot& slot : port_.Loads()) {
    vector.loads.emplace_back(static_cast<size_t>(slot.bytes));
  }
  vector.loads.back() = ToBytes(m, static_cast<size_t>(port_.key->bytes));
  vector.results.emplace_back(static_cast<size_t>(port_.results[0].bytes));
  return vector;
}

Interface DigitMmFamily::Describe(const Configuration& configuration) const {
  return DigitMmTarget(configuration).port();
}

std::string DigitMmFamily::StimulusKey(const Configuration& c) const {
  // The digit does not matter for a plain product.
  const bool by_digit = c.variant->operation == "montgomery";
  return name() + c.variant->operation + c.variant->inputs.dump() + " n " +
         c.size.value("n", json(0)).dump() + " l " +
         c.size.value("l", json(0)).dump() +
         (by_digit ? " d " + c.size.value("d", json(0)).dump() : "");
}

std::vector<std::pair<int, Bytes>> DigitMmFamily::Forbidden(
    const Configuration& configuration) const {
  const DigitMmTarget target(configuration);
  std::vector<std::pair<int, Bytes>> forbidden;
  if (!target.port().key) return forbidden;
  std::vector<mpz_class> values = {0};
  if (target.odd() && target.n() > 1) {
    values.push_back(2);
    values.push_back(PowerOfTwo(target.n()) - 2);
    values.push_back(PowerOfTwo(target.n() - 1));
  }
  for (const mpz_class& value : values) {
    if (BitLength(value) > target.n()) continue;
    forbidden.emplace_back(
        static_cast<int>(target.port().operands.size()),
        ToBytes(value, static_cast<size_t>(target.port().key->bytes)));
  }
  return forbidden;
}

bool DigitMmFamily::Accepts(const Configuration& configuration, int load,
                            const Bytes& value) const {
  const DigitMmTarget target(configuration);
  return load != static_cast<int>(target.port().operands.size()) ||
         target.TakesModulus(FromBytes(value));
}

int64_t DigitMmFamily::Measure(const Configuration& configuration,
                               const std::string& measure,
                               const Vector& vector) const {
  if (measure == "missing_digits" &&
      configuration.variant->operation == "reduce") {
    if (vector.loads.empty() || vector.loads[0].empty()) return 0;
    const int head = configuration.size.at("n").get<int>() / 8;
    const int d = configuration.size.at("d");
    const auto digits = [&](int bytes) {
      return (8 * std::max(bytes - head, 0) + d - 1) / d;
    };
    return digits(configuration.size.at("l").get<int>() / 8) -
           digits(static_cast<int>(vector.loads[0].size()));
  }
  if (measure != "leading_zeros") {
    return Family::Measure(configuration, measure, vector);
  }
  if (vector.loads.empty() || vector.loads.back().empty()) return 0;
  // Straight from the bytes: this is asked for every vector of a large set.
  const int n = configuration.size.at("n");
  int zeros = n - 8 * static_cast<int>(vector.loads.back().size());
  for (const uint8_t byte : vector.loads.back()) {
    if (byte != 0) return zeros + __builtin_clz(byte) - 24;
    zeros += 8;
  }
  return 0;  // M = 0 is refused
}

std::map<std::string, uint64_t> DigitMmFamily::Coverage(
    const Configuration& configuration,
    const std::vector<Vector>& vectors) const {
  const DigitMmTarget target(configuration);
  golden::EventCounts counts;
  // Of a large set, a part of evenly spread runs of neighbours is enough.
  constexpr size_t kMost = 20'000;
  constexpr size_t kBlock = 16;
  const size_t stride = std::max<size_t>(1, vectors.size() / kMost);
  const auto kind = KindOf(configuration);
  // A way of its own to a plain product has corrections of its own.
  if (!kind && configuration.variant->operation == "mm") return counts;
  std::unique_ptr<golden::DigitMmModel> model;
  mpz_class made_for = 0;
  for (size_t i = 0; i < vectors.size(); ++i) {
    const Vector& v = vectors[i];
    if (v.refused >= 0 || (i / kBlock) % stride != 0) continue;
    const mpz_class m = target.M(v);
    if (target.reduces()) {
      golden::DigitReduce(target.X(v),
                          8 * static_cast<unsigned>(v.loads[0].size()),
                          target.n(), target.d(), m, &counts);
      continue;
    }
    if (!kind) {
      // Montgomery: what the result says of the way to it.
      const unsigned bits =
          target.lazy()
              ? target.n() + 2
              : target.d() * ((target.n() + target.d() - 1) / target.d());
      const bool above =
          golden::MontgomeryQuotient(target.X(v), target.Y(v), m, bits) >= m;
      counts["result at or above M before the subtraction"] += above;
      counts["result below M before the subtraction"] += !above;
      continue;
    }
    if (!model || m != made_for) {
      model = golden::MakeDigitMmModel(*kind, target.n(), target.d(), m);
      made_for = m;
      for (const auto& [name, zero] : model->Events()) counts[name] += zero;
    }
    model->Multiply(target.X(v), target.Y(v), &counts);
  }
  // What no operands of a toy size make happen cannot happen there.
  if (target.n() <= kToyBits) {
    std::erase_if(counts, [](const auto& event) { return event.second == 0; });
  }
  return counts;
}

namespace {

/// Directed cases by class, then random ones.
class Stimulus {
 public:
  Stimulus(const Configuration& configuration, uint64_t seed, int count)
      : target_(configuration), random_(seed), count_(count) {}

  std::vector<Vector> Make() {
    // First some plain products under one modulus: contract tests use them.
    const mpz_class m = Random(target_.n(), true);
    for (int i = 0; i < 40; ++i) {
      const mpz_class y =
          i % 4 ? mpz_class(Random(target_.n(), false)) : last_y_;
      last_y_ = y;
      const mpz_class top = i % 8 < 4 ? Modulus(m) : Random(target_.n(), true);
      Add(Random(target_.n(), false), y, top, "random", "");
    }
    if (target_.n() <= kToyBits) {
      Exhaustive();
    } else {
      Directed(count_ > 0 ? static_cast<size_t>(count_) : 400);
    }
    Refuse(0, "M=0");
    if (target_.odd()) {
      Refuse(2, "M=2");
      Refuse(PowerOfTwo(target_.n()) - 2, "M=2^n-2");
    }
    return std::move(vectors_);
  }

 private:
  mpz_class Random(unsigned bits, bool top) {
    mpz_class value = 0;
    for (unsigned i = 0; i < bits; i += 32) {
      value = (value << 32) + static_cast<uint32_t>(random_());
    }
    value &= PowerOfTwo(bits) - 1;
    if (top) {
      mpz_setbit(value.get_mpz_t(), bits - 1);
      if (target_.odd()) mpz_setbit(value.get_mpz_t(), 0);
    }
    return value;
  }

  mpz_class Modulus(const mpz_class& m) const {
    return target_.fixed() ? *target_.fixed() : m;
  }

  void Add(const mpz_class& x, const mpz_class& y, const mpz_class& m,
           const std::string& kind, const std::string& label) {
    std::string why;
    // Every third A has its full length, whatever its value.
    const size_t least = target_.reduces() && vectors_.size() % 3 == 0
                             ? target_.operand_bits() / 8
                             : 1;
    auto vector = target_.Make(x, y, Modulus(m), kind, label, &why, least);
    // Operands that a variant does not take are brought into its range.
    if (!vector && target_.TakesModulus(m) && x >= 0 && y >= 0) {
      vector = target_.Make(x % Modulus(m), y, Modulus(m), kind, label, &why);
    }
    if (vector) vectors_.push_back(std::move(*vector));
  }

  void Refuse(const mpz_class& m, const std::string& label) {
    if (auto vector = target_.MakeRefused(m, label)) {
      vectors_.push_back(std::move(*vector));
    }
  }

  void Exhaustive() {
    const unsigned size = 1u << target_.n();
    if (target_.reduces()) {
      for (unsigned m = 1; m < size; ++m) Residues(m);
      return;
    }
    const unsigned operands = 1u << target_.operand_bits();
    for (unsigned m = 1; m < size; ++m) {
      if (!target_.TakesModulus(m)) continue;
      for (unsigned x = 0; x < operands; ++x) {
        std::string why;
        for (unsigned y = 0; y < operands; ++y) {
          auto vector = target_.Make(x, y, m, "exhaustive", "", &why);
          if (!vector) break;
          vectors_.push_back(std::move(*vector));
        }
      }
    }
  }

  // Every A of one byte, and of two: all of nine bits, and a part of the rest.
  void Residues(unsigned m) {
    const unsigned step = 37;
    std::string why;
    const size_t most = std::min(target_.operand_bits() / 8, 2u);
    for (size_t bytes = 1; bytes <= most; ++bytes) {
      for (unsigned a = 0; a < 1u << (8 * bytes); a += a < 512 ? 1 : step) {
        auto vector = target_.Make(a, 1, m, "exhaustive", "", &why, bytes);
        if (vector) vectors_.push_back(std::move(*vector));
      }
    }
  }

  std::vector<std::pair<std::string, mpz_class>> Moduli() {
    const unsigned n = target_.n();
    const mpz_class top = PowerOfTwo(n), half = PowerOfTwo(n - 1);
    std::vector<std::pair<std::string, mpz_class>> moduli = {
        {"M=2^n-1", top - 1},
        {"M=2^n-3", top - 3},
        {"M=2^(n-1)+1", half + 1},
        {"M=2^(n-1)+9", half + 9},
        {"random M", Random(n, true)},
        {"random M", Random(n, true)},
        {"M=2^(n-1)", half},
        {"even M", Random(n, true) & ~mpz_class(1)},
        {"M=2^n-2", top - 2},
        {"M of n-1 bits", Random(n - 1, true)},
        {"M of n-5 bits", Random(n - 5, true)},
        {"M of n/2 bits", Random(n / 2, true)},
        {"M of 5 bits", Random(5, true)},
        {"M=1", 1},
        {"M=2", 2},
        {"M=3", 3},
        {"M=2^(n/2)", PowerOfTwo(n / 2)},
        {"M=2^(n-2)-1", PowerOfTwo(n - 2) - 1}};
    for (const unsigned bits : {192u, 224u, 256u, 384u, 521u}) {
      if (bits <= n && (bits == n || n - bits < 64)) {
        moduli.emplace_back("P-" + std::to_string(bits),
                            golden::NistPrime(bits));
      }
    }
    return moduli;
  }

  void Directed(size_t count) {
    const unsigned n = target_.n();
    std::vector<std::pair<std::string, mpz_class>> moduli = Moduli();
    if (target_.fixed()) moduli = {{"the prime", *target_.fixed()}};
    const mpz_class ones = PowerOfTwo(target_.operand_bits()) - 1;
    for (const auto& [name, m] : moduli) {
      if (!target_.TakesModulus(m)) continue;
      const std::vector<std::pair<std::string, mpz_class>> edges = {
          {"0", 0},
          {"1", 1},
          {"M-1", m - 1},
          {"M", m},
          {"M+1", m + 1},
          {"all ones", ones},
          {"2^(n-1)", PowerOfTwo(n - 1)}};
      // A part of all pairs, another one under each modulus.
      for (size_t i = 0; i < edges.size(); ++i) {
        for (size_t j = 0; j < edges.size(); ++j) {
          if ((i + 2 * j + vectors_.size()) % 3 != 0 && !target_.fixed())
            continue;
          Add(edges[i].second, edges[j].second, m, "edge",
              name + ", X=" + edges[i].first + ", Y=" + edges[j].first);
        }
      }
      for (int i = 0; i < 3; ++i) {
        Add(Random(n, false), Random(n, false), m, "modulus", name);
      }
      Add(Random(n, false), ones, m, "modulus", name + ", Y=all ones");
      Add(m - 1, m - 1, m, "modulus", name + ", (M-1)^2");
    }
    // After a digit 1 the accumulator is M-1, all ones at its top; a digit of
    // ones after it reaches the last entry of every table.
    for (const mpz_class& m :
         {mpz_class(PowerOfTwo(n) - 1), mpz_class(PowerOfTwo(n) - 5)}) {
      for (unsigned ones_below = 2; ones_below <= std::min(n, 12u);
           ++ones_below) {
        const mpz_class y = PowerOfTwo(ones_below) - 1;
        const std::string label = "Y=2^" + std::to_string(ones_below) + "-1";
        Add(m - 1, y, m, "table_top", label + ", X=M-1");
        Add(PowerOfTwo(n) - 1, y, m, "table_top", label + ", X=all ones");
      }
    }
    while (vectors_.size() < count) {
      const mpz_class m = Random(n, true);
      for (int i = 0; i < 4; ++i) {
        Add(Random(target_.operand_bits(), false),
            Random(target_.operand_bits(), false), m, "random", "");
      }
    }
  }

  const DigitMmTarget target_;
  std::mt19937_64 random_;
  const int count_;
  mpz_class last_y_ = 5;
  std::vector<Vector> vectors_;
};

}  // namespace

std::vector<Vector> DigitMmFamily::Stimulus(const Configuration& configuration,
                                            uint64_t seed, int count) const {
  return curvebench::Stimulus(configuration, seed, count).Make();
}

}  // namespace curvebench
