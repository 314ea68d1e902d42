// SPDX-License-Identifier: Apache-2.0
#include "families/gf2m.h"

#include <algorithm>
#include <functional>

#include "bench/error.h"

namespace curvebench {
using nlohmann::json;
using Operands = std::map<std::string, mpz_class>;

namespace {

// Up to here every operand tuple is run.
constexpr unsigned kToyDegree = 7;

// An optional operand of pmul: a factor, not 0, that randomises the projective
// coordinates and leaves no trace in the result.
const char* const kBlind = "blind";

std::vector<std::string> OperandNames(const std::string& operation) {
  if (operation == "pmul") return {"x", "y", "b", kBlind};
  if (operation == "mul") return {"a", "b"};
  return {"a"};
}

std::vector<unsigned> Polynomial(const Configuration& c) {
  const std::string file = c.variant->file().string();
  const std::string place = "configuration " + c.name + ", size";
  const unsigned m = SizeOf(c, "m", kMostDegree);
  const json poly = c.size.value("poly", json(nullptr));
  const bool listed = poly.is_array() &&
                      std::all_of(poly.begin(), poly.end(), [&](const json& e) {
                        return e.is_number_integer() && e >= 0 && e <= m;
                      });
  if (!poly.is_null() && !listed) {
    throw InputError(file, place + ".poly", "is " + poly.dump(),
                     "list the exponents, integers from m down to 0");
  }
  for (const auto& [key, value] : c.size.items()) {
    if (key != "m" && key != "poly") {
      throw InputError(file, place + "." + key, "is no size of gf2m",
                       "sizes: m, poly");
    }
  }
  try {
    std::vector<unsigned> exponents = listed ? poly.get<std::vector<unsigned>>()
                                             : golden::StandardPolynomial(m);
    if (exponents.empty() || exponents[0] != m) {
      throw std::invalid_argument("poly does not begin with m");
    }
    golden::Gf2mField check(exponents);
    return exponents;
  } catch (const std::exception& error) {
    throw InputError(file, place, error.what(),
                     "poly lists the exponents of an irreducible trinomial or "
                     "pentanomial, the largest first");
  }
}

mpz_class PowerOfTwo(unsigned exponent) { return mpz_class(1) << exponent; }

// The blinding factor of a product: never 0, often an edge, and the same
// whenever the operands are.
mpz_class BlindingFactor(const Operands& operands, unsigned m) {
  const mpz_class& k = operands.at("k");
  const mpz_class ones = PowerOfTwo(m) - 1;
  switch (mpz_fdiv_ui(k.get_mpz_t(), 8)) {
    case 0:
      return 1;
    case 1:
      return ones;
    case 2:
      return PowerOfTwo(m - 1);
    default: {
      const mpz_class& x = operands.at("x");
      const mpz_class mixed = k * x * x + 3 * operands.at("y") + k;
      return mixed % ones + 1;
    }
  }
}

std::string Name(const mpz_class& k) {
  return k < 100000 ? k.get_str() : Hex(k);
}

}  // namespace

Gf2mTarget::Gf2mTarget(const Configuration& configuration)
    : configuration_(configuration),
      field_(Polynomial(configuration)),
      operation_(configuration.variant->operation) {
  const Variant& v = *configuration.variant;
  const std::string file = v.file().string();
  const std::vector<std::string> operations = {"pmul", "mul", "sqr", "inv"};
  if (std::find(operations.begin(), operations.end(), operation_) ==
      operations.end()) {
    throw InputError(file, "operation", "gf2m has no '" + operation_ + "'",
                     "take pmul, mul, sqr or inv");
  }
  const int bits = static_cast<int>(m());
  const int bytes = 4 * ((bits + 31) / 32);
  const std::vector<std::string> names = OperandNames(operation_);
  for (const auto& [name, domain] : v.inputs.items()) {
    const bool known =
        std::find(names.begin(), names.end(), name) != names.end() ||
        (is_pmul() && name == "k");
    if (!known) {
      throw InputError(
          file, "inputs." + name, "is no operand of " + operation_,
          is_pmul() ? "operands: k, x, y, b, blind" : "operands: a, b");
    }
    if (domain.is_string() && domain.get<std::string>() != "any") {
      const std::string text = domain;
      if (text.rfind("fixed:", 0) != 0 ||
          (name != "x" && name != "y" && name != "b") || !is_pmul()) {
        throw InputError(
            file, "inputs." + name,
            "'" + text + "' does not go with this operand",
            "write \"any\", {\"min\": \"1\", \"max\": \"2^m-1\"}, or, for "
            "x, y and b of pmul, \"fixed:B-233\"");
      }
      const std::string curve = text.substr(6);
      if (fixed_ && fixed_->name != curve && fixed_->sec_name != curve) {
        throw InputError(
            file, "inputs." + name,
            "fixed to " + curve + ", another operand to " + fixed_->name,
            "fix all to one curve");
      }
      try {
        fixed_ = golden::FindNistBinaryCurve(curve);
      } catch (const std::invalid_argument& error) {
        throw InputError(file, "inputs." + name, error.what(),
                         "write fixed:B-233, for example");
      }
      if (fixed_->m() != m()) {
        throw InputError(file, "inputs." + name,
                         curve + " has m = " + std::to_string(fixed_->m()) +
                             ", the configuration " + std::to_string(m()),
                         "declare one variant for each curve");
      }
    }
  }
  int address = 0;
  for (const std::string& name : names) {
    const int slot = address++;
    if (!v.inputs.contains(name)) continue;
    const json& domain = v.inputs[name];
    if (domain.is_string() && domain != "any") continue;  // built in
    const bool optional =
        std::find(v.optional_slots.begin(), v.optional_slots.end(), name) !=
        v.optional_slots.end();
    port_.operands.push_back(
        {name, slot, bits, bytes, name == kBlind, optional, ""});
  }
  if (is_pmul()) {
    if (!v.inputs.contains("k")) {
      throw InputError(file, "inputs", "pmul has no key k",
                       "write \"k\": {\"min\": \"0\", \"max\": \"2^m-1\"}");
    }
    port_.key = Slot{"k", 0, bits, bytes, true, false, ""};
    if (v.HasOutput("x")) {
      port_.results.push_back({"xQ", 8, bits, bytes, true, false, "x"});
    }
    if (v.HasOutput("y")) {
      port_.results.push_back({"yQ", 9, bits, bytes, true, false, "y"});
    }
  } else {
    port_.results.push_back({"r", 8, bits, bytes, false, false, "r"});
  }
  for (const std::string& name : v.optional_slots) {
    const std::vector<Slot> loads = port_.Loads();
    if (std::none_of(loads.begin(), loads.end(),
                     [&](const Slot& slot) { return slot.name == name; })) {
      throw InputError(file, "optional_slots", "'" + name + "' has no slot",
                       "name operands of 'inputs' that are not fixed");
    }
  }
  for (const auto& [name, domain] : v.inputs.items()) {
    std::string ignored;
    if (domain.is_object()) Accepts(name, 0, &ignored);  // evaluates the bounds
  }
  const std::vector<std::string> outputs =
      is_pmul() ? std::vector<std::string>{"x", "y", "identity"}
                : std::vector<std::string>{"r"};
  for (const std::string& output : v.outputs) {
    if (std::find(outputs.begin(), outputs.end(), output) == outputs.end()) {
      throw InputError(file, "outputs",
                       "'" + output + "' is no result of " + operation_,
                       is_pmul() ? "results: x, y, identity" : "results: r");
    }
  }
  if (port_.results.empty()) {
    throw InputError(file, "outputs", "names no result",
                     is_pmul() ? "results: x, y, identity" : "results: r");
  }
}

bool Gf2mTarget::Accepts(const std::string& operand, const mpz_class& value,
                         std::string* why) const {
  const json& inputs = configuration_.variant->inputs;
  if (!inputs.contains(operand)) return true;  // not needed
  const json& domain = inputs[operand];
  if (domain.is_object()) {
    std::map<std::string, mpz_class> symbols = {{"m", m()}};
    if (fixed_) symbols["n"] = fixed_->n;
    mpz_class least, most;
    try {
      least = ParseBound(domain["min"], symbols);
      most = ParseBound(domain["max"], symbols);
    } catch (const std::invalid_argument& error) {
      throw InputError(configuration_.variant->file().string(),
                       "inputs." + operand, error.what(),
                       "symbols: m, and n where the curve is fixed");
    }
    if (least > most) {
      throw InputError(configuration_.variant->file().string(),
                       "inputs." + operand, "min is above max",
                       "exchange them");
    }
    if (value < least || value > most) {
      *why = operand + " outside the declared range";
      return false;
    }
  } else if (domain != "any") {
    const mpz_class& constant = operand == "x"   ? fixed_->gx
                                : operand == "y" ? fixed_->gy
                                                 : fixed_->b;
    if (value != constant) {
      *why = operand + " is fixed to " + fixed_->name;
      return false;
    }
  }
  return true;
}

Gf2mTarget::Point Gf2mTarget::Product(const mpz_class& k, const mpz_class& x,
                                      const mpz_class& y,
                                      const mpz_class& b) const {
  return golden::ToMpzPoint(
      field_,
      golden::ProcessorProduct(field_, field_.FromMpz(b), field_.FromMpz(x),
                               field_.FromMpz(y), k));
}

bool Gf2mTarget::IsBlinded() const {
  return configuration_.variant->inputs.contains(kBlind);
}

std::optional<Vector> Gf2mTarget::Make(const Operands& given,
                                       const std::string& kind,
                                       const std::string& label,
                                       std::string* why) const {
  Operands operands = given;
  if (IsBlinded() && !operands.count(kBlind)) {
    operands[kBlind] = BlindingFactor(operands, m());
  }
  for (const auto& [name, value] : operands) {
    if (!Accepts(name, value, why)) return std::nullopt;
  }
  Vector vector;
  vector.kind = kind;
  vector.label = label;
  for (const Slot& slot : port_.Loads()) {
    vector.loads.push_back(
        ToBytes(operands.at(slot.name), static_cast<size_t>(slot.bytes)));
  }
  std::map<std::string, mpz_class> results;
  if (is_pmul()) {
    const Point q = Product(operands.at("k"), operands.at("x"),
                            operands.at("y"), operands.at("b"));
    vector.identity = q.is_infinity();
    results["x"] = vector.identity ? mpz_class(0) : q.x();
    results["y"] = vector.identity ? mpz_class(0) : q.y();
  } else {
    const Field::Element a = field_.FromMpz(operands.at("a"));
    const Field::Element r =
        operation_ == "mul"   ? field_.Mul(a, field_.FromMpz(operands.at("b")))
        : operation_ == "sqr" ? field_.Sqr(a)
                              : field_.InverseOrZero(a);
    results["r"] = field_.ToMpz(r);
  }
  for (const Slot& slot : port_.results) {
    vector.results.push_back(
        ToBytes(results.at(slot.output), static_cast<size_t>(slot.bytes)));
  }
  return vector;
}

std::optional<Vector> Gf2mTarget::MakeRefused(const std::string& operand,
                                              const mpz_class& value,
                                              const std::string& label) const {
  const std::vector<Slot> loads = port_.Loads();
  for (size_t i = 0; i < loads.size(); ++i) {
    if (loads[i].name != operand) continue;
    Vector vector;
    vector.kind = "out_of_range";
    vector.label = label;
    vector.refused = static_cast<int>(i);
    for (const Slot& slot : loads) {
      vector.loads.emplace_back(static_cast<size_t>(slot.bytes));
    }
    vector.loads[i] = ToBytes(value, static_cast<size_t>(loads[i].bytes));
    for (const Slot& slot : port_.results) {
      vector.results.emplace_back(static_cast<size_t>(slot.bytes));
    }
    return vector;
  }
  return std::nullopt;
}

Interface Gf2mFamily::Describe(const Configuration& configuration) const {
  return Gf2mTarget(configuration).port();
}

std::vector<std::pair<int, Bytes>> Gf2mFamily::Forbidden(
    const Configuration& configuration) const {
  if (!configuration.variant->inputs.contains(kBlind)) return {};
  const std::vector<Slot> loads = Describe(configuration).Loads();
  std::vector<std::pair<int, Bytes>> forbidden;
  for (size_t i = 0; i < loads.size(); ++i) {
    if (loads[i].name != kBlind) continue;
    forbidden.emplace_back(i, Bytes(static_cast<size_t>(loads[i].bytes)));
  }
  return forbidden;
}

bool Gf2mFamily::Accepts(const Configuration& configuration, int load,
                         const Bytes& value) const {
  for (const auto& [slot, bytes] : Forbidden(configuration)) {
    if (slot == load && bytes == value) return false;
  }
  return true;
}

std::string Gf2mFamily::StimulusKey(const Configuration& c) const {
  const Variant& v = *c.variant;
  return name() + v.operation + c.size.dump() + v.inputs.dump() +
         json(v.outputs).dump();
}

namespace {

/// The stimulus of one configuration: directed cases by class, then random.
class Stimulus {
 public:
  Stimulus(const Configuration& configuration, uint64_t seed, int count)
      : target_(configuration), random_(seed), count_(count) {}

  std::vector<Vector> Make() {
    const unsigned m = target_.m();
    if (target_.is_pmul()) {
      if (m <= kToyDegree) {
        ExhaustivePmul();
      } else {
        NistPmul(count_ > 0 ? count_ : m == 233 ? 100 : 10);
        if (count_ == 0 && m == 233 && !target_.fixed_curve()) SparseZ();
      }
    } else if (m <= kToyDegree) {
      ExhaustiveField();
    } else {
      FieldOperation(count_ > 0 ? count_ : 200);
    }
    return std::move(vectors_);
  }

 private:
  void Add(const Operands& operands, const std::string& kind,
           const std::string& label) {
    std::string why;
    if (auto vector = target_.Make(operands, kind, label, &why)) {
      vectors_.push_back(std::move(*vector));
    }
  }

  // Both a, every b (b = 0, the singular cubic, too) at m = 5 and three b at
  // m = 7, of which two are each other's complement; every affine point, every
  // scalar.
  void ExhaustivePmul() {
    const unsigned m = target_.m();
    const unsigned size = 1u << m;
    std::vector<unsigned> constants = {1, 0x35, 0x4a};
    if (m <= 5) {
      constants.clear();
      for (unsigned b = 0; b < size; ++b) constants.push_back(b);
    }
    const auto& field = target_.field();
    for (const unsigned b : constants) {
      for (const unsigned a : {0u, 1u}) {
        for (unsigned x = 0; x < size; ++x) {
          for (unsigned y = 0; y < size; ++y) {
            const auto fx = field.FromMpz(x), fy = field.FromMpz(y);
            const auto left = field.Add(field.Sqr(fy), field.Mul(fx, fy));
            const auto right = field.Add(
                field.Mul(field.Sqr(fx), field.Add(fx, field.FromMpz(a))),
                field.FromMpz(b));
            if (!(left == right)) continue;
            for (unsigned k = 0; k < size; ++k) {
              Add({{"k", k}, {"x", x}, {"y", y}, {"b", b}}, "exhaustive", "");
            }
          }
        }
      }
    }
  }

  struct Curve {
    golden::BinaryCurveParameters parameters;
    golden::BinaryCurve<golden::Gf2mField> group;
  };

  mpz_class RandomScalar(const mpz_class& below) {
    return golden::RandomBits(target_.m() + 64, random_) % below;
  }

  Operands At(const Curve& curve, const mpz_class& k,
              const golden::BinaryPoint<golden::Gf2mElement>& p) {
    const auto& field = target_.field();
    return {{"k", k},
            {"x", field.ToMpz(p.x())},
            {"y", field.ToMpz(p.y())},
            {"b", field.ToMpz(curve.group.b())}};
  }

  // Scalars by class; each call gives the class's next member.
  mpz_class Scalar(const std::string& kind, unsigned i, const mpz_class& n,
                   std::string* label) {
    const unsigned m = target_.m();
    if (kind == "small") {
      *label = "k=" + std::to_string(i % 65);
      return i % 65;
    }
    if (kind == "near_order") {
      // n-1, n, n+1, then outwards to n-64.
      const int distance = i == 0   ? 1
                           : i == 1 ? 0
                           : i == 2 ? -1
                                    : static_cast<int>(i - 1) % 65;
      *label = distance == 0  ? "k=n"
               : distance > 0 ? "k=n-" + std::to_string(distance)
                              : "k=n+1";
      return n - distance;
    }
    if (kind == "power_of_two") {
      const unsigned exponent = i * 37 % m;
      *label = "k=2^" + std::to_string(exponent);
      return PowerOfTwo(exponent);
    }
    if (kind == "near_power") {
      const unsigned exponent = i * 41 % (m - 1);
      *label = "k=n-2^" + std::to_string(exponent);
      return (n - PowerOfTwo(exponent) + n) % n;
    }
    if (kind == "leading_zeros") {
      const unsigned bits = 1 + i * 43 % (m - 1);
      *label = std::to_string(m - bits) + " leading zeros";
      return PowerOfTwo(bits - 1) + RandomScalar(PowerOfTwo(bits - 1));
    }
    if (kind == "ones") {
      if (i == 0) {
        *label = "k=2^m-1";
        return PowerOfTwo(m) - 1;
      }
      const unsigned bits = 1 + i * 47 % m;
      *label = "k=2^" + std::to_string(bits) + "-1";
      return PowerOfTwo(bits) - 1;
    }
    if (kind == "above_order") {
      *label = "k in [n, 2^m)";
      const mpz_class room = PowerOfTwo(m) - n;
      return n + RandomScalar(room);
    }
    *label = "random k";
    return RandomScalar(PowerOfTwo(m));
  }

  void NistPmul(int count) {
    const auto& field = target_.field();
    const unsigned m = target_.m();
    std::vector<Curve> curves;
    for (const char* letter : {"K-", "B-"}) {
      const auto parameters =
          golden::FindNistBinaryCurve(letter + std::to_string(m));
      if (target_.fixed_curve() &&
          target_.fixed_curve()->name != parameters.name) {
        continue;
      }
      curves.push_back(
          {parameters, golden::MakeBinaryCurve<golden::Gf2mField>(parameters)});
    }
    // A curve with any b; its order is not known, scalars do not need it.
    const auto other_b = golden::RandomElement(field, random_);
    Curve other{curves[0].parameters, {field, field.One(), other_b}};

    // The classes take turns, so that any count is mixed; the first members of
    // each are the most telling ones.
    const std::vector<std::string> kinds = {
        "near_order", "random",     "small",         "order_2",
        "ones",       "near_power", "above_order",   "power_of_two",
        "random",     "other_b",    "leading_zeros", "order_4",
        "near_order", "small",      "random",        "random"};
    std::map<std::string, unsigned> used;
    const size_t wanted = static_cast<size_t>(count);
    for (unsigned turn = 0; vectors_.size() < wanted; ++turn) {
      if (turn > 64 * wanted + 1024) break;  // narrow inputs reject the rest
      const std::string& kind = kinds[turn % kinds.size()];
      const unsigned i = used[kind]++;
      const Curve& curve = curves[(turn + turn / kinds.size()) % curves.size()];
      const mpz_class& n = curve.parameters.n;
      std::string label;
      const auto generator = golden::Generator(field, curve.parameters);
      if (kind == "order_2" || kind == "order_4") {
        const bool second = kind == "order_2";
        mpz_class k = i < 4 ? mpz_class(3 - i) : Scalar("random", i, n, &label);
        if (second) {
          Add(At(curve, k, curve.group.PointOfOrder2()), kind,
              "P of order 2, k=" + Name(k));
        } else {
          const auto points = curve.group.PointsOfOrder4();
          if (points.empty()) continue;
          Add(At(curve, k + 1, points[i % points.size()]), kind,
              "P of order 4, k=" + Name(k + 1));
        }
      } else if (kind == "other_b") {
        const mpz_class k = Scalar("random", i, n, &label);
        Add(At(other, k, other.group.RandomPoint(random_)), kind,
            "random b, random P, " + label);
      } else {
        const mpz_class k = Scalar(kind, i, n, &label);
        // Half of the points are the generator: fixed cores see all classes.
        const bool base = kind != "random" ? i % 4 != 3 : i % 2 == 0;
        auto p = base || target_.fixed_curve()
                     ? generator
                     : curve.group.RandomPoint(random_);
        if (kind == "small" && i % 4 == 3) p = curve.group.Negate(p);
        Add(At(curve, k, p), kind,
            curve.parameters.name + ", " + label +
                (base ? ", P=G" : ", random P"));
      }
    }
  }

  // k = 1 ends a ladder with Z2 = x^2, k = 2 with Z1 = x^2: here one power of
  // the variable for each, so a test for zero that misses a bit calls it zero.
  void SparseZ() {
    const auto& field = target_.field();
    for (unsigned e = 0; e < target_.m(); ++e) {
      const auto x = field.Sqrt(field.FromMpz(PowerOfTwo(e)));
      const auto y = golden::RandomElement(field, random_);
      // y^2 + x y = x^3 + b
      const auto b =
          field.Add(field.Mul(y, field.Add(y, x)), field.Mul(x, field.Sqr(x)));
      const unsigned k = 1 + e % 2;
      Add({{"k", k},
           {"x", field.ToMpz(x)},
           {"y", field.ToMpz(y)},
           {"b", field.ToMpz(b)}},
          "sparse_z",
          "k=" + std::to_string(k) + ", x^2=2^" + std::to_string(e));
    }
  }

  void ExhaustiveField() {
    const unsigned size = 1u << target_.m();
    for (unsigned a = 0; a < size; ++a) {
      for (unsigned b = 0; b < (target_.operation() == "mul" ? size : 1); ++b) {
        Operands operands = {{"a", a}};
        if (target_.operation() == "mul") operands["b"] = b;
        Add(operands, "exhaustive", "");
      }
    }
  }

  void FieldOperation(int count) {
    const unsigned m = target_.m();
    const bool two = target_.operation() == "mul";
    std::vector<std::pair<std::string, mpz_class>> edges = {
        {"0", 0},
        {"1", 1},
        {"x", 2},
        {"x^(m-1)", PowerOfTwo(m - 1)},
        {"all ones", PowerOfTwo(m) - 1},
        {"low half ones", PowerOfTwo(m / 2) - 1},
        {"high half ones", PowerOfTwo(m) - PowerOfTwo(m / 2)}};
    // Every tap of the polynomial, where reductions begin and end.
    for (const unsigned e : target_.field().exponents()) {
      if (e > 0 && e < m) {
        edges.emplace_back("x^" + std::to_string(e), PowerOfTwo(e));
        edges.emplace_back("x^(m-" + std::to_string(e) + ")",
                           PowerOfTwo(m - e));
      }
    }
    for (const auto& [name_a, a] : edges) {
      if (!two) {
        Add({{"a", a}}, "edge", name_a);
        continue;
      }
      for (const auto& [name_b, b] : edges) {
        Add({{"a", a}, {"b", b}}, "edge", name_a + " * " + name_b);
      }
    }
    while (vectors_.size() < static_cast<size_t>(count) ||
           vectors_.size() % 64 != 0) {
      Operands operands = {{"a", golden::RandomBits(m, random_)}};
      if (two) operands["b"] = golden::RandomBits(m, random_);
      Add(operands, "random", "");
    }
  }

  const Gf2mTarget target_;
  std::mt19937_64 random_;
  const int count_;
  std::vector<Vector> vectors_;
};

}  // namespace

std::vector<Vector> Gf2mFamily::Stimulus(const Configuration& configuration,
                                         uint64_t seed, int count) const {
  return curvebench::Stimulus(configuration, seed, count).Make();
}

std::map<std::string, uint64_t> Gf2mFamily::Coverage(
    const Configuration& configuration,
    const std::vector<Vector>& vectors) const {
  const Gf2mTarget target(configuration);
  const unsigned m = target.m();
  const std::vector<Slot> loads = target.port().Loads();
  const mpz_class ones = PowerOfTwo(m) - 1;
  const bool exhaustive = m <= kToyDegree;
  std::map<std::string, uint64_t> counts;
  // A class that the manifest's inputs leave out is not there to be counted.
  const auto count = [&](const std::string& name, bool possible, bool hit) {
    if (possible) counts[name] += hit;
  };
  for (const Vector& v : vectors) {
    if (v.refused >= 0) continue;
    Operands operands;
    for (size_t i = 0; i < loads.size(); ++i) {
      operands[loads[i].name] = FromBytes(v.loads[i]);
    }
    if (!target.is_pmul()) {
      for (const auto& [name, value] : operands) {
        count(name + " = 0", true, value == 0);
        count(name + " = 1", true, value == 1);
        count(name + " = all ones", true, value == ones);
        count(name + " has bit m-1", true, value >= PowerOfTwo(m - 1));
      }
      continue;
    }
    const mpz_class& k = operands["k"];
    const bool every_k = target.Takes("k", 0) && target.Takes("k", ones);
    count("k = 0", every_k, k == 0);
    count("k = 1", every_k, k == 1);
    count("k = 2", every_k, k == 2);
    count("k = 2^m-1", every_k, k == ones);
    count("k has bit m-1", true, k >= PowerOfTwo(m - 1));
    count("k lacks bit m-1", true, k < PowerOfTwo(m - 1));
    count("Q = O", target.port().results.size() > 1, v.identity);
    if (operands.count("x")) {
      count("x = 0", true, operands["x"] == 0);
      const bool same = !v.identity && !v.results.empty() &&
                        FromBytes(v.results[0]) == operands["x"];
      count("Q = P or -P", true, same);
    }
    if (operands.count("b")) {
      count("b = 0", exhaustive && m <= 5, operands["b"] == 0);
      count("b = 1", true, operands["b"] == 1);
      count("b > 1", true, operands["b"] > 1);
    }
  }
  return counts;
}

std::optional<Vector> Gf2mFamily::FromNames(
    const Configuration& configuration,
    const std::map<std::string, std::string>& values, std::string* why) const {
  const Gf2mTarget target(configuration);
  Operands operands;
  const std::vector<std::string> names = OperandNames(target.operation());
  for (const auto& [name, text] : values) {
    const bool known =
        name == "curve" || (target.is_pmul() && name == "k") ||
        std::find(names.begin(), names.end(), name) != names.end();
    if (!known) {
      throw InputError(
          "--" + name, text, "is no operand of " + target.operation(),
          target.is_pmul() ? "operands: --curve, --k, --x, --y, --b, --blind"
                           : "operands: --a, --b");
    }
    if (name == "curve") continue;
    try {
      operands[name] = ParseNumber(text);
    } catch (const std::invalid_argument& error) {
      throw InputError("--" + name, text, error.what(), "");
    }
  }
  if (const auto it = values.find("curve"); it != values.end()) {
    golden::BinaryCurveParameters curve;
    try {
      curve = golden::FindNistBinaryCurve(it->second);
    } catch (const std::invalid_argument& error) {
      throw InputError("--curve", it->second, error.what(), "");
    }
    if (curve.m() != target.m()) {
      *why = curve.name + " has m = " + std::to_string(curve.m());
      return std::nullopt;
    }
    // emplace: what was given by name stays.
    operands.emplace("x", curve.gx);
    operands.emplace("y", curve.gy);
    operands.emplace("b", curve.b);
    const auto group = golden::MakeBinaryCurve<golden::Gf2mField>(curve);
    const auto& field = target.field();
    const auto own = [&](const char* name) {
      return field.FromMpz(operands.at(name));
    };
    for (const char* name : {"x", "y", "b"}) {
      if (BitLength(operands.at(name)) > target.m()) {
        *why = std::string(name) + " has more than " +
               std::to_string(target.m()) + " bits";
        return std::nullopt;
      }
    }
    if (operands.at("b") != curve.b ||
        !group.Contains(
            golden::BinaryPoint<golden::Gf2mElement>(own("x"), own("y")))) {
      throw InputError("--x, --y, --b", values.at("curve"),
                       "is a curve that the point is not on",
                       "leave --curve away and give --x, --y and --b");
    }
  }
  std::vector<std::string> needed = names;
  if (target.is_pmul()) needed.push_back("k");
  for (const std::string& name : needed) {
    if (name == kBlind && !operands.count(name)) continue;  // Make chooses one
    if (!operands.count(name)) {
      throw InputError("--" + name, "", "is missing",
                       target.is_pmul()
                           ? "give --k and --curve, or --k, --x, --y and --b"
                           : "give " + std::string("--a") +
                                 (names.size() > 1 ? " and --b" : ""));
    }
    if (BitLength(operands[name]) > target.m()) {
      *why = name + " has more than " + std::to_string(target.m()) + " bits";
      return std::nullopt;
    }
  }
  return target.Make(operands, "user", "", why);
}

json Gf2mFamily::ToRecord(const Configuration& configuration,
                          const Vector& vector) const {
  const Gf2mTarget target(configuration);
  json record = {{"m", target.m()}};
  const auto digits = [](const Bytes& bytes) {
    return FromBytes(bytes).get_str(16);
  };
  const std::vector<Slot> loads = target.port().Loads();
  if (!target.is_pmul()) {
    record["op"] = target.operation();
    for (size_t i = 0; i < loads.size(); ++i) {
      record[loads[i].name] = digits(vector.loads[i]);
    }
    record["r"] = digits(vector.results[0]);
    return record;
  }
  if (target.fixed_curve()) {
    const auto& curve = *target.fixed_curve();
    record["b"] = curve.b.get_str(16);
    record["xp"] = curve.gx.get_str(16);
    record["yp"] = curve.gy.get_str(16);
  }
  for (size_t i = 0; i < loads.size(); ++i) {
    const std::string& slot = loads[i].name;
    record[slot == "x"   ? "xp"
           : slot == "y" ? "yp"
                         : slot] = digits(vector.loads[i]);
  }
  record["infinity"] = vector.identity;
  for (size_t i = 0; i < vector.results.size(); ++i) {
    record[target.port().results[i].output == "x" ? "xq" : "yq"] =
        digits(vector.results[i]);
  }
  record["class"] = vector.kind;
  record["note"] = vector.label;
  return record;
}

json Gf2mFamily::DefaultConfiguration() const {
  return {{"operation", "pmul"},
          {"inputs",
           {{"k", {{"min", "0"}, {"max", "2^m-1"}}},
            {"x", "any"},
            {"y", "any"},
            {"b", "any"}}},
          {"outputs", {"x", "y", "identity"}},
          {"size", {{"m", 233}, {"poly", {233, 74, 0}}}},
          {"parameters", {{"M", 233}}}};
}

}  // namespace curvebench
