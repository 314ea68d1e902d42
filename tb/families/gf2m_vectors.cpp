// SPDX-License-Identifier: Apache-2.0
// The vector files of the family: products (pmul), ECDH, key pairs, public-key
// validation, ECDSA, field operations, point additions (golden only).
#include "bench/error.h"
#include "families/gf2m.h"

namespace curvebench {
using nlohmann::json;

namespace {

class Reader {
 public:
  Reader(const Configuration& configuration, const std::string& file)
      : target_(configuration), file_(file) {}

  FileVectors Read(const json& document) {
    ForEachRecord(file_, document,
                  [&](const std::string& place, const json& record) {
                    place_ = place;
                    record_ = &record;
                    ++out_.records;
                    curve_.reset();
                    One();
                  });
    return std::move(out_);
  }

 private:
  bool Has(const char* key) const { return record_->contains(key); }

  [[noreturn]] void Fail(const std::string& key, const std::string& problem,
                         const std::string& remedy) const {
    throw InputError(file_, place_ + "." + key, problem, remedy);
  }

  mpz_class NumberOf(const json& object, const std::string& key) const {
    if (!object.contains(key)) Fail(key, "is missing", "add it");
    if (!object[key].is_string()) {
      Fail(key, "is no text", "write a number in hexadecimal, in quotes");
    }
    try {
      return ParseHex(object[key].get<std::string>());
    } catch (const std::invalid_argument& error) {
      Fail(key, error.what(), "write a number in hexadecimal");
    }
  }
  mpz_class Number(const std::string& key) const {
    return NumberOf(*record_, key);
  }

  std::string Text(const std::string& key) const {
    if (!Has(key.c_str()) || !(*record_)[key].is_string()) {
      Fail(key, "is missing or no text", "add it");
    }
    return (*record_)[key];
  }

  // A field that is true or false, or absent.
  bool Flag(const std::string& key, bool absent) const {
    if (!Has(key.c_str())) return absent;
    if (!(*record_)[key].is_boolean()) {
      Fail(key, "is neither true nor false", "write one of them");
    }
    return (*record_)[key];
  }

  // The record's m, or 0.
  unsigned Degree() const {
    if (!Has("m")) return 0;
    const json& m = (*record_)["m"];
    if (!m.is_number_integer() || m < 0 || m > kMostDegree) {
      Fail("m", "is no size", "write a number from 1 to 4096");
    }
    return m;
  }

  void Skip(const std::string& reason) { ++out_.skipped[reason]; }

  std::string Label() const {
    std::string label = Has("id") ? Text("id") : "";
    if (Has("note") && (*record_)["note"].is_string()) {
      label +=
          (label.empty() ? "" : ", ") + (*record_)["note"].get<std::string>();
    }
    return label.empty() ? place_ : label;
  }

  void One() {
    if (Has("op") && Has("r")) return FieldRecord();
    if (Has("curve") && Has("xp") == false) {
      if (!FindCurve()) return;
    }
    for (const char* key : {"rx", "qcavs_x", "reason", "s", "px"}) {
      if (Has(key) && !Has("xp") && !curve_) {
        Fail("curve", "is missing", "add it");
      }
    }
    if (Has("rx")) return Addition();
    if (Has("qcavs_x")) return Ecdh();
    if (Has("reason") && Has("valid") && !Has("s")) return Validation();
    if (Has("r") && Has("s") && Has("e")) return Signature();
    if (Has("k") && (Has("px") || Has("xp"))) return Product();
    Skip("no record kind of the family (" + FirstKeys() + ")");
  }

  std::string FirstKeys() const {
    std::string keys;
    int count = 0;
    for (const auto& [key, value] : record_->items()) {
      if (count++ < 4) keys += (keys.empty() ? "" : ", ") + key;
    }
    return keys;
  }

  // The record's curve, if it is one over the configuration's field.
  bool FindCurve() {
    const std::string name = Text("curve");
    try {
      curve_ = golden::FindNistBinaryCurve(name);
    } catch (const std::invalid_argument&) {
      Skip("curve " + name + " is not of this family");
      return false;
    }
    if (curve_->m() != target_.m()) {
      Skip("m = " + std::to_string(curve_->m()) +
           ", the configuration has m = " + std::to_string(target_.m()));
      return false;
    }
    return true;
  }

  void FieldRecord() {
    const std::string op = Text("op");
    // Files without m are of the field whose elements they pad to.
    const unsigned m = Has("m") ? Degree() : Text("r").size() == 60 ? 233u : 0u;
    if (m != target_.m()) {
      return Skip("m = " + std::to_string(m) +
                  ", the configuration has m = " + std::to_string(target_.m()));
    }
    if (op != target_.operation()) {
      return Skip("operation " + op + ", the variant has " +
                  target_.operation());
    }
    std::map<std::string, mpz_class> operands = {{"a", Number("a")}};
    if (op == "mul") operands["b"] = Number("b");
    Emit(operands, "file", {{"r", Number("r")}}, false);
  }

  struct Expected {
    bool identity = false;
    std::optional<mpz_class> x, y;
  };

  void Product() {
    std::map<std::string, mpz_class> operands = {{"k", Number("k")}};
    Expected expected;
    if (Has("xp")) {
      const unsigned m = Degree();
      if (m != target_.m()) {
        return Skip(
            "m = " + std::to_string(m) +
            ", the configuration has m = " + std::to_string(target_.m()));
      }
      if (Has("curve") && !FindCurve()) return;
      operands["x"] = Number("xp");
      operands["y"] = Number("yp");
      operands["b"] = Number("b");
      expected.identity = Flag("infinity", false);
      if (!expected.identity) {
        if (Has("xq")) expected.x = Number("xq");
        if (Has("yq")) expected.y = Number("yq");
      }
    } else {
      operands["x"] = Number("px");
      operands["y"] = Number("py");
      operands["b"] = curve_->b;
      expected.identity = Flag("q_inf", false);
      if (!expected.identity) {
        expected.x = Number("qx");
        expected.y = Number("qy");
      }
    }
    Multiply(operands["k"], operands["x"], operands["y"], operands["b"],
             expected);
  }

  // k P with what the record says of it, as far as it says anything.
  void Multiply(mpz_class k, const mpz_class& x, const mpz_class& y,
                const mpz_class& b, const Expected& expected) {
    if (!target_.is_pmul()) {
      return Skip("operation pmul, the variant has " + target_.operation());
    }
    if (mpz_sizeinbase(k.get_mpz_t(), 2) > target_.m()) {
      if (!curve_) return Skip("scalar wider than the key, order not known");
      try {
        k %= golden::PointOrder(*curve_, {x, y});
      } catch (const std::invalid_argument&) {
        return Skip("scalar wider than the key, point off the curve");
      }
      if (mpz_sizeinbase(k.get_mpz_t(), 2) > target_.m()) {
        return Skip("scalar wider than the key even modulo the point's order");
      }
    }
    std::map<std::string, mpz_class> results;
    if (expected.x) results["x"] = *expected.x;
    if (expected.y) results["y"] = *expected.y;
    Emit({{"k", k}, {"x", x}, {"y", y}, {"b", b}}, "file", results,
         expected.identity);
  }

  // The record's figures are the expected ones; golden must agree with them.
  void Emit(const std::map<std::string, mpz_class>& operands,
            const std::string& kind,
            const std::map<std::string, mpz_class>& results, bool identity) {
    for (const auto& [name, value] : operands) {
      if (mpz_sizeinbase(value.get_mpz_t(), 2) > target_.m()) {
        return Skip(name + " has more than m bits");
      }
    }
    std::string why;
    std::optional<Vector> vector = target_.Make(operands, kind, Label(), &why);
    if (!vector) return Skip(why);
    bool agree = vector->identity == identity;
    for (size_t i = 0; i < vector->results.size(); ++i) {
      const auto it = results.find(target_.port().results[i].output);
      if (it == results.end()) continue;
      agree = agree && FromBytes(vector->results[i]) == it->second;
      vector->results[i] = ToBytes(it->second, vector->results[i].size());
    }
    if (!agree) {
      throw InputError(file_, place_, "golden computes another result",
                       "the record is wrong, or golden is: compare with a "
                       "third implementation");
    }
    out_.vectors.push_back(std::move(*vector));
  }

  void Ecdh() {
    const mpz_class d = Number("d");
    if (!Has("computed")) Fail("computed", "is missing", "add it");
    const json& computed = (*record_)["computed"];
    const mpz_class x = Number("qcavs_x"), y = Number("qcavs_y");
    Multiply(d, curve_->gx, curve_->gy, curve_->b,
             {false, Number("qiut_x"), Number("qiut_y")});
    Multiply(d * curve_->h, x, y, curve_->b,
             {false, Number("ziut"), NumberOf(computed, "hdP_y")});
    Multiply(d, x, y, curve_->b,
             {false, NumberOf(computed, "dP_x"), NumberOf(computed, "dP_y")});
  }

  bool OnCurve(const mpz_class& x, const mpz_class& y) const {
    const auto curve = golden::MakeBinaryCurve<golden::Gf2mField>(*curve_);
    return curve.Contains({curve.field().FromMpz(x), curve.field().FromMpz(y)});
  }

  void Validation() {
    const mpz_class x = Number("qx"), y = Number("qy");
    if (!target_.is_pmul()) {
      return Skip("operation pmul, the variant has " + target_.operation());
    }
    for (const auto& [name, value] :
         {std::pair<std::string, mpz_class>{"x", x}, {"y", y}}) {
      if (mpz_sizeinbase(value.get_mpz_t(), 2) <= target_.m()) continue;
      auto vector = target_.MakeRefused(name, value, Label());
      if (!vector) return Skip(name + " is no operand of the variant");
      out_.vectors.push_back(std::move(*vector));
      return;
    }
    if (!OnCurve(x, y)) return Skip("point off the curve");
    const bool order_n =
        record_->value("computed", json::object()).value("order_n", false);
    if (order_n) return Multiply(curve_->n, x, y, curve_->b, {true, {}, {}});
    // On the curve with a cofactor in its order: n Q is another point, and the
    // record says no more of it than that.
    const auto q = target_.Product(curve_->n, x, y, curve_->b);
    if (q.is_infinity()) {
      throw InputError(file_, place_, "n Q is infinity, the record says not",
                       "the record is wrong, or golden is");
    }
    Multiply(curve_->n, x, y, curve_->b, {false, q.x(), q.y()});
  }

  void Signature() {
    if (!Has("computed")) Fail("computed", "is missing", "add it");
    const json& computed = (*record_)["computed"];
    const mpz_class qx = Number("qx"), qy = Number("qy"), r = Number("r");
    const auto& c = *curve_;
    if (Text("type") == "siggen") {
      const mpz_class x = NumberOf(computed, "kG_x");
      if (x % c.n != r) Fail("r", "is not x(kG) mod n", "correct the record");
      Multiply(Number("k"), c.gx, c.gy, c.b,
               {false, x, NumberOf(computed, "kG_y")});
      Multiply(Number("d"), c.gx, c.gy, c.b, {false, qx, qy});
      return;
    }
    if (!OnCurve(qx, qy)) return Skip("point off the curve");
    const mpz_class u1 = NumberOf(computed, "u1"),
                    u2 = NumberOf(computed, "u2");
    const Expected left{false, NumberOf(computed, "u1G_x"),
                        NumberOf(computed, "u1G_y")};
    const Expected right{false, NumberOf(computed, "u2Q_x"),
                         NumberOf(computed, "u2Q_y")};
    Multiply(u1, c.gx, c.gy, c.b, left);
    Multiply(u2, qx, qy, c.b, right);
    // The sum is golden's part: the products above are what the hardware does.
    const auto group = golden::MakeBinaryCurve<golden::Gf2mField>(c);
    const auto& f = group.field();
    const auto sum = group.Add({f.FromMpz(*left.x), f.FromMpz(*left.y)},
                               {f.FromMpz(*right.x), f.FromMpz(*right.y)});
    const bool valid = !sum.is_infinity() && f.ToMpz(sum.x()) % c.n == r;
    if (valid != Flag("valid", !valid)) {
      Fail("valid", "golden verifies the signature otherwise",
           "the record is wrong, or golden is");
    }
  }

  void Addition() {
    const auto group = golden::MakeBinaryCurve<golden::Gf2mField>(*curve_);
    const auto& f = group.field();
    using Point = golden::BinaryPoint<golden::Gf2mElement>;
    const auto point = [&](const char* x, const char* y) {
      if ((*record_)[x].is_null()) return Point::Infinity();
      return Point(f.FromMpz(Number(x)), f.FromMpz(Number(y)));
    };
    if (!(group.Add(point("px", "py"), point("qx", "qy")) ==
          point("rx", "ry"))) {
      Fail("rx", "golden adds otherwise", "the record is wrong, or golden is");
    }
    Skip("point addition, checked in golden only");
  }

  const Gf2mTarget target_;
  const std::string file_;
  std::string place_;
  const json* record_ = nullptr;
  std::optional<golden::BinaryCurveParameters> curve_;
  FileVectors out_;
};

}  // namespace

FileVectors Gf2mFamily::ReadVectors(const Configuration& configuration,
                                    const std::string& file,
                                    const json& document) const {
  return Reader(configuration, file).Read(document);
}

}  // namespace curvebench
