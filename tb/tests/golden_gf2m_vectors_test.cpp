// SPDX-License-Identifier: Apache-2.0
// Every record of golden/vectors that concerns binary curves, and the published
// figures of golden/published/gf2m.json.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "golden/binary_curve.h"
#include "golden/nist_binary_curves.h"

namespace golden {
namespace {

using Json = nlohmann::json;
using IntegerPoint = BinaryPoint<mpz_class>;

Json Load(const std::string& name) {
  const std::string path =
      std::string(CURVEBENCH_SOURCE_DIR) + "/golden/" + name;
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  return Json::parse(file);
}

mpz_class Hex(const Json& value) {
  return mpz_class(value.get<std::string>(), 16);
}

// Coordinates `x` and `y` of a record; both null at infinity.
IntegerPoint Point(const Json& record, const std::string& x,
                   const std::string& y) {
  if (record.at(x).is_null() || record.at(y).is_null()) {
    EXPECT_TRUE(record.at(x).is_null() && record.at(y).is_null());
    return IntegerPoint::Infinity();
  }
  return {Hex(record.at(x)), Hex(record.at(y))};
}

mpz_class InverseModulo(const mpz_class& a, const mpz_class& n) {
  mpz_class inverse;
  if (mpz_invert(inverse.get_mpz_t(), a.get_mpz_t(), n.get_mpz_t()) == 0) {
    throw std::domain_error("no inverse modulo n");
  }
  return inverse;
}

// One curve with every model of it; products are formed in all the ways whose
// cost allows it and must agree.
class Oracle {
 public:
  explicit Oracle(const std::string& name)
      : parameters_(FindNistBinaryCurve(name)),
        curve_(MakeBinaryCurve<Gf2mField>(parameters_)),
        spec_(MakeBinaryCurve<Gf2mSpec>(parameters_)) {}

  const mpz_class& n() const { return parameters_.n; }
  unsigned h() const { return parameters_.h; }
  unsigned m() const { return parameters_.m(); }
  const BinaryCurve<Gf2mSpec>& spec() const { return spec_; }
  const Gf2mField& field() const { return curve_.field(); }
  IntegerPoint generator() const { return {parameters_.gx, parameters_.gy}; }
  int ladder_products() const { return ladder_products_; }
  int affine_products() const { return affine_products_; }
  int spec_products() const { return spec_products_; }

  IntegerPoint Add(const IntegerPoint& p, const IntegerPoint& q) const {
    const IntegerPoint sum = spec_.Add(p, q);
    EXPECT_EQ(sum, ToMpzPoint(field(), curve_.Add(FromMpzPoint(field(), p),
                                                  FromMpzPoint(field(), q))));
    return sum;
  }

  IntegerPoint Mul(const mpz_class& k, const IntegerPoint& p) {
    const auto point = FromMpzPoint(field(), p);
    const auto product = curve_.Mul(k, point);
    ++products_;
    if (!p.is_infinity() && mpz_sizeinbase(k.get_mpz_t(), 2) <= m()) {
      const BinaryLadder<Gf2mField> ladder(field(), curve_.b(), point.x(),
                                           point.y());
      EXPECT_EQ(ladder.Mul(k), product) << k.get_str(16);
      ++ladder_products_;
    }
    if (products_ % 4 == 1) {
      EXPECT_EQ(curve_.MulAffine(k, point), product) << k.get_str(16);
      ++affine_products_;
    }
    if (products_ % 128 == 1) {
      EXPECT_EQ(spec_.MulAffine(k, p), ToMpzPoint(field(), product));
      ++spec_products_;
    }
    return ToMpzPoint(field(), product);
  }

 private:
  BinaryCurveParameters parameters_;
  BinaryCurve<Gf2mField> curve_;
  BinaryCurve<Gf2mSpec> spec_;
  int products_ = 0;
  int ladder_products_ = 0;
  int affine_products_ = 0;
  int spec_products_ = 0;
};

class GoldenVectors : public testing::Test {
 protected:
  // Records of a file; the header's count must be right.
  static Json Records(const std::string& file) {
    const Json document = Load("vectors/" + file + ".json");
    EXPECT_EQ(document.at("count").get<std::size_t>(),
              document.at("vectors").size());
    return document.at("vectors");
  }

  Oracle& Curve(const Json& record) {
    const auto name = record.at("curve").get<std::string>();
    return curves_.try_emplace(name, name).first->second;
  }

  // Records {curve, k, px, py, qx, qy, q_inf}; returns how many.
  int CheckProducts(const std::string& file) {
    int count = 0;
    for (const Json& record : Records(file)) {
      Oracle& curve = Curve(record);
      const IntegerPoint q = Point(record, "qx", "qy");
      EXPECT_EQ(q.is_infinity(), record.at("q_inf").get<bool>());
      EXPECT_EQ(curve.Mul(Hex(record.at("k")), Point(record, "px", "py")), q)
          << record.at("id");
      ++count;
    }
    return count;
  }

  int LadderProducts() const {
    int sum = 0;
    for (const auto& [name, curve] : curves_) sum += curve.ladder_products();
    return sum;
  }

  std::map<std::string, Oracle> curves_;
};

TEST_F(GoldenVectors, CavpKeyPair) {
  EXPECT_EQ(CheckProducts("cavp_keypair_233"), 20);
  EXPECT_EQ(LadderProducts(), 20);
}

TEST_F(GoldenVectors, EcSec2) {
  EXPECT_EQ(CheckProducts("ecsec2_kG_233"), 1000);
  EXPECT_EQ(LadderProducts(), 1000);
}

TEST_F(GoldenVectors, EdgeProducts) {
  EXPECT_EQ(CheckProducts("edge_pmul_233"), 1081);
  // The other 25 scalars are wider than the key.
  EXPECT_EQ(LadderProducts(), 1056);
  EXPECT_GE(curves_.at("K-233").affine_products(), 100);
  EXPECT_GE(curves_.at("B-233").spec_products(), 4);
}

TEST_F(GoldenVectors, OpensslEvp) {
  EXPECT_EQ(CheckProducts("openssl_evp_233"), 16);
}

TEST_F(GoldenVectors, NistExample) {
  EXPECT_EQ(CheckProducts("nist_example_ecdsa_233"), 2);
}

TEST_F(GoldenVectors, ReferenceProducts) {
  int count = 0;
  for (const Json& record : Load("vectors/gf2m_vectors.json")) {
    Oracle& curve = Curve(record);
    ASSERT_EQ(record.at("m").get<unsigned>(), curve.m());
    ASSERT_EQ(record.at("a").get<unsigned>(), curve.spec().a());
    ASSERT_EQ(Hex(record.at("b")), curve.spec().b());
    const IntegerPoint q = record.at("infinity").get<bool>()
                               ? IntegerPoint::Infinity()
                               : Point(record, "xq", "yq");
    EXPECT_EQ(curve.Mul(Hex(record.at("k")), Point(record, "xp", "yp")), q)
        << record;
    ++count;
  }
  EXPECT_EQ(count, 112);
  EXPECT_EQ(LadderProducts(), 112);
}

TEST_F(GoldenVectors, CavpCofactorDiffieHellman) {
  int count = 0;
  for (const Json& record : Records("cavp_cdh_233")) {
    Oracle& curve = Curve(record);
    const Json& computed = record.at("computed");
    const mpz_class d = Hex(record.at("d"));
    const IntegerPoint q = Point(record, "qcavs_x", "qcavs_y");
    ASSERT_EQ(record.at("h").get<unsigned>(), curve.h());
    EXPECT_EQ(curve.Mul(d, curve.generator()),
              Point(record, "qiut_x", "qiut_y"));
    const mpz_class hd = curve.h() * d;
    EXPECT_EQ(hd % curve.n(), Hex(computed.at("hd_mod_n")));
    const IntegerPoint shared(Hex(record.at("ziut")),
                              Hex(computed.at("hdP_y")));
    EXPECT_EQ(curve.Mul(hd, q), shared) << record.at("id");
    EXPECT_EQ(curve.Mul(hd % curve.n(), q), shared);
    EXPECT_EQ(curve.Mul(d, q), Point(computed, "dP_x", "dP_y"));
    ++count;
  }
  EXPECT_EQ(count, 26);
}

TEST_F(GoldenVectors, CavpPublicKeyValidation) {
  std::map<std::string, int> classes;
  for (const Json& record : Records("cavp_pkv_233")) {
    Oracle& curve = Curve(record);
    const Gf2mSpec& field = curve.spec().field();
    const Json& computed = record.at("computed");
    const mpz_class x = Hex(record.at("qx"));
    const mpz_class y = Hex(record.at("qy"));
    const bool in_range = x >> curve.m() == 0 && y >> curve.m() == 0;
    EXPECT_EQ(in_range, computed.at("in_range").get<bool>());
    EXPECT_EQ(curve.spec().Contains({field.Reduce(x), field.Reduce(y)}),
              computed.at("on_curve_if_reduced").get<bool>());
    bool valid = false;
    if (!in_range) {
      ++classes["out of range"];
      EXPECT_THROW(FromMpzPoint(curve.field(), IntegerPoint(x, y)),
                   std::invalid_argument);
      EXPECT_FALSE(computed.at("on_curve").get<bool>());
    } else if (!curve.spec().Contains({x, y})) {
      ++classes["off curve"];
      EXPECT_FALSE(computed.at("on_curve").get<bool>());
      EXPECT_THROW(curve.Mul(curve.n(), {x, y}), std::invalid_argument);
    } else {
      EXPECT_TRUE(computed.at("on_curve").get<bool>());
      valid = curve.Mul(curve.n(), {x, y}).is_infinity();
      EXPECT_EQ(valid, computed.at("order_n").get<bool>());
      if (!valid) {
        EXPECT_EQ(PointOrder(FindNistBinaryCurve(
                                 record.at("curve").get<std::string>()),
                             {x, y}),
                  2 * curve.n());
      }
      ++classes[valid ? "valid" : "wrong order"];
    }
    EXPECT_EQ(valid, record.at("valid").get<bool>()) << record.at("id");
  }
  const std::map<std::string, int> expected = {
      {"out of range", 4}, {"off curve", 10}, {"wrong order", 2}, {"valid", 8}};
  EXPECT_EQ(classes, expected);
}

TEST_F(GoldenVectors, CavpSignatures) {
  std::map<std::string, int> classes;
  for (const Json& record : Records("cavp_ecdsa_233")) {
    Oracle& curve = Curve(record);
    const mpz_class& n = curve.n();
    const Json& computed = record.at("computed");
    const IntegerPoint q = Point(record, "qx", "qy");
    const mpz_class e = Hex(record.at("e"));
    const mpz_class r = Hex(record.at("r"));
    const mpz_class s = Hex(record.at("s"));
    const bool generation = record.at("type") == "siggen";
    if (generation) {
      const mpz_class d = Hex(record.at("d"));
      const mpz_class k = Hex(record.at("k"));
      EXPECT_EQ(curve.Mul(d, curve.generator()), q);
      const IntegerPoint kg = curve.Mul(k, curve.generator());
      EXPECT_EQ(kg, Point(computed, "kG_x", "kG_y"));
      EXPECT_EQ(kg.x() % n, r) << record.at("id");
      EXPECT_EQ(InverseModulo(k, n) * (e + r * d) % n, s) << record.at("id");
      ++classes["generation"];
    }
    const mpz_class w = InverseModulo(s, n);
    const mpz_class u1 = e * w % n;
    const mpz_class u2 = r * w % n;
    const IntegerPoint u1g = curve.Mul(u1, curve.generator());
    const IntegerPoint u2q = curve.Mul(u2, q);
    const IntegerPoint sum = curve.Add(u1g, u2q);
    const bool valid = !sum.is_infinity() && sum.x() % n == r;
    if (generation) {
      EXPECT_TRUE(valid) << record.at("id");
      continue;
    }
    EXPECT_EQ(u1, Hex(computed.at("u1")));
    EXPECT_EQ(u2, Hex(computed.at("u2")));
    EXPECT_EQ(curve.spec().Contains(q), computed.at("q_on_curve").get<bool>());
    EXPECT_EQ(u1g, Point(computed, "u1G_x", "u1G_y"));
    EXPECT_EQ(u2q, Point(computed, "u2Q_x", "u2Q_y"));
    EXPECT_EQ(sum, Point(computed, "sum_x", "sum_y"));
    EXPECT_EQ(valid, record.at("valid").get<bool>()) << record.at("id");
    ++classes[valid ? "accepted" : "refused"];
  }
  EXPECT_EQ(classes["generation"], 92);
  EXPECT_EQ(classes["accepted"] + classes["refused"], 100);
  EXPECT_GE(classes["accepted"], 10);
  EXPECT_GE(classes["refused"], 50);
}

TEST_F(GoldenVectors, EdgeSums) {
  int count = 0;
  for (const Json& record : Records("edge_padd_233")) {
    const IntegerPoint p = Point(record, "px", "py");
    const IntegerPoint q = Point(record, "qx", "qy");
    const IntegerPoint r = Point(record, "rx", "ry");
    EXPECT_EQ(p.is_infinity(), record.at("p_inf").get<bool>());
    EXPECT_EQ(q.is_infinity(), record.at("q_inf").get<bool>());
    EXPECT_EQ(r.is_infinity(), record.at("r_inf").get<bool>());
    EXPECT_EQ(Curve(record).Add(p, q), r) << record.at("id");
    EXPECT_EQ(Curve(record).Add(q, p), r) << record.at("id");
    ++count;
  }
  EXPECT_EQ(count, 146);
}

TEST_F(GoldenVectors, FieldOperations) {
  const Gf2mSpec spec(StandardPolynomial(233));
  const Gf2mField fast(StandardPolynomial(233));
  const Gf2mField portable(StandardPolynomial(233),
                           CarrylessMultiply::kPortable);
  std::map<std::string, int> count;
  for (const Json& record : Records("gf233_field")) {
    const auto op = record.at("op").get<std::string>();
    const mpz_class a = Hex(record.at("a"));
    const mpz_class r = Hex(record.at("r"));
    const mpz_class b = op == "mul" ? Hex(record.at("b")) : mpz_class(0);
    ++count[op];
    EXPECT_EQ(op == "mul"   ? spec.Mul(a, b)
              : op == "sqr" ? spec.Sqr(a)
                            : spec.Inverse(a),
              r)
        << record;
    for (const Gf2mField* field : {&fast, &portable}) {
      const auto x = field->FromMpz(a);
      const auto result = op == "mul"   ? field->Mul(x, field->FromMpz(b))
                          : op == "sqr" ? field->Sqr(x)
                                        : field->Inverse(x);
      EXPECT_EQ(field->ToMpz(result), r) << record;
      if (op == "inv") {
        EXPECT_EQ(field->ToMpz(field->InverseEuclid(x)), r) << record;
      }
    }
  }
  const std::map<std::string, int> expected = {
      {"mul", 513}, {"sqr", 133}, {"inv", 233}};
  EXPECT_EQ(count, expected);
}

// The published rows carry the agreed keys, and the printed times follow from
// the printed cycles and clock (the paper rounds some and truncates others).
TEST(GoldenPublished, Gf2mTable) {
  const Json document = Load("published/gf2m.json");
  EXPECT_FALSE(document.at("source").get<std::string>().empty());
  EXPECT_GE(document.at("notes").size(), 3U);
  int timed = 0;
  for (const auto& [name, row] : document.at("rows").items()) {
    for (const char* key :
         {"what", "size", "device", "cycles", "slices", "lut", "ff", "dsp",
          "bram", "mhz", "time_us", "power_mw", "place"}) {
      EXPECT_TRUE(row.contains(key)) << name << " lacks " << key;
    }
    EXPECT_FALSE(row.at("place").get<std::string>().empty()) << name;
    if (row.at("cycles").is_null() || row.at("mhz").is_null() ||
        row.at("time_us").is_null()) {
      continue;
    }
    const double time =
        row.at("cycles").get<double>() / row.at("mhz").get<double>();
    EXPECT_NEAR(time, row.at("time_us").get<double>(), 1.0) << name;
    ++timed;
  }
  EXPECT_EQ(document.at("rows").size(), 14U);
  EXPECT_EQ(timed, 10);
  const Json& row = document.at("rows").at("tw_virtex7");
  EXPECT_EQ(row.at("cycles"), 469 + 233 * 2566 + 118112);
  for (const char* name : {"tw_virtex7", "tw_virtex6"}) {
    const Json& area = document.at("rows").at(name);
    EXPECT_EQ(area.at("lut").get<int>(), 6 * area.at("slices").get<int>());
  }
}

}  // namespace
}  // namespace golden
