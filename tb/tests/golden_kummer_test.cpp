// SPDX-License-Identifier: Apache-2.0
// The ladder on Kummer surfaces against the group law of the Jacobian (Cantor's
// algorithm on divisors), textbook differential additions, published constants
// and base points, and every record of the vector files.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "golden/digitmm.h"
#include "golden/kummer.h"

namespace golden {
namespace {

using Json = nlohmann::json;

Json Load(const std::string& name) {
  std::ifstream file(std::string(CURVEBENCH_SOURCE_DIR) + "/golden/" + name);
  if (!file) throw std::runtime_error("cannot read " + name);
  return Json::parse(file);
}

mpz_class Hex(const Json& value) {
  return mpz_class(value.get<std::string>(), 16);
}

template <size_t N>
std::array<mpz_class, N> Tuple(const Json& list) {
  std::array<mpz_class, N> tuple;
  for (size_t i = 0; i < N; ++i) tuple[i] = Hex(list.at(i));
  return tuple;
}

mpz_class Random(unsigned bits, std::mt19937_64* random) {
  mpz_class value = 0;
  for (unsigned i = 0; i < bits; i += 32) {
    value = (value << 32) + static_cast<uint32_t>((*random)());
  }
  return value & ((mpz_class(1) << bits) - 1);
}

mpz_class Inverse(const mpz_class& value, const mpz_class& p) {
  mpz_class inverse;
  mpz_invert(inverse.get_mpz_t(), value.get_mpz_t(), p.get_mpz_t());
  return inverse;
}

// ------------------------------------------------- second opinion: the
// Jacobian

/// Polynomials over GF(p), lowest coefficient first, no leading zeros.
using Polynomial = std::vector<mpz_class>;

class Polynomials {
 public:
  explicit Polynomials(const mpz_class& p) : p_(p) {}

  Polynomial Trim(Polynomial f) const {
    for (mpz_class& c : f) c = Residue(c, p_);
    while (!f.empty() && f.back() == 0) f.pop_back();
    return f;
  }
  Polynomial Add(const Polynomial& f, const Polynomial& g, int sign) const {
    Polynomial r(std::max(f.size(), g.size()), 0);
    for (size_t i = 0; i < f.size(); ++i) r[i] += f[i];
    for (size_t i = 0; i < g.size(); ++i) r[i] += sign * g[i];
    return Trim(r);
  }
  Polynomial Multiply(const Polynomial& f, const Polynomial& g) const {
    if (f.empty() || g.empty()) return {};
    Polynomial r(f.size() + g.size() - 1, 0);
    for (size_t i = 0; i < f.size(); ++i) {
      for (size_t j = 0; j < g.size(); ++j) r[i + j] += f[i] * g[j];
    }
    return Trim(r);
  }
  /// Quotient and remainder.
  std::pair<Polynomial, Polynomial> Divide(Polynomial f,
                                           const Polynomial& g) const {
    Polynomial q(f.size() < g.size() ? 1 : f.size() - g.size() + 1, 0);
    const mpz_class lead = Inverse(g.back(), p_);
    f = Trim(f);
    while (f.size() >= g.size()) {
      const mpz_class c = f.back() * lead % p_;
      const size_t shift = f.size() - g.size();
      q[shift] = c;
      for (size_t i = 0; i < g.size(); ++i) f[shift + i] -= c * g[i];
      f = Trim(f);
    }
    return {Trim(q), f};
  }
  /// d = gcd(a, b) = s a + t b, monic.
  void Gcd(Polynomial a, Polynomial b, Polynomial* d, Polynomial* s,
           Polynomial* t) const {
    Polynomial s0 = {1}, s1, t0, t1 = {1};
    while (!b.empty()) {
      auto [q, r] = Divide(a, b);
      a = b;
      b = r;
      std::tie(s0, s1) = std::make_pair(s1, Add(s0, Multiply(q, s1), -1));
      std::tie(t0, t1) = std::make_pair(t1, Add(t0, Multiply(q, t1), -1));
    }
    const Polynomial scale = {Inverse(a.back(), p_)};
    *d = Multiply(a, scale);
    *s = Multiply(s0, scale);
    *t = Multiply(t0, scale);
  }

 private:
  const mpz_class p_;
};

/// A divisor by Mumford's pair.
struct Divisor {
  Polynomial u = {1}, v;
  bool operator==(const Divisor&) const = default;
};

mpz_class Words(const char* top_first) { return mpz_class(top_first, 16); }

/// y^2 = x (x-1) (x-l) (x-m) (x-n), the curve under Gaudry and Schost's
/// surface.
class Jacobian {
 public:
  Jacobian() : k_(GaudrySchost()), p_(k_.surface.p), poly_(p_), f_({0, 1}) {
    for (const mpz_class& root : {mpz_class(1), l_, m_, n_}) {
      f_ = poly_.Multiply(f_, {-root, 1});
    }
  }
  const Polynomial& f() const { return f_; }

  Divisor Add(const Divisor& a, const Divisor& b) const {
    Polynomial d1, e1, e2, d, c1, s3;
    poly_.Gcd(a.u, b.u, &d1, &e1, &e2);
    const Polynomial sum = poly_.Add(a.v, b.v, 1);
    d = d1;
    c1 = {1};
    if (!sum.empty()) poly_.Gcd(d1, sum, &d, &c1, &s3);
    const Polynomial s1 = poly_.Multiply(c1, e1), s2 = poly_.Multiply(c1, e2);
    Divisor r;
    r.u = poly_.Divide(poly_.Multiply(a.u, b.u), poly_.Multiply(d, d)).first;
    Polynomial top = poly_.Multiply(poly_.Multiply(s1, a.u), b.v);
    top = poly_.Add(top, poly_.Multiply(poly_.Multiply(s2, b.u), a.v), 1);
    top = poly_.Add(
        top, poly_.Multiply(s3, poly_.Add(poly_.Multiply(a.v, b.v), f_, 1)), 1);
    r.v = poly_.Divide(poly_.Divide(top, d).first, r.u).second;
    while (r.u.size() > 3) {
      r.u =
          poly_.Divide(poly_.Add(f_, poly_.Multiply(r.v, r.v), -1), r.u).first;
      r.v = poly_.Divide(poly_.Add({}, r.v, -1), r.u).second;
    }
    r.u = poly_.Multiply(r.u, {Inverse(r.u.back(), p_)});
    return r;
  }
  Divisor Multiply(const mpz_class& k, const Divisor& a) const {
    Divisor r;
    for (size_t i = mpz_sizeinbase(k.get_mpz_t(), 2); i-- > 0;) {
      r = Add(r, r);
      if (mpz_tstbit(k.get_mpz_t(), i)) r = Add(r, a);
    }
    return r;
  }
  Divisor RandomDivisor(std::mt19937_64* random) const {
    std::vector<std::pair<mpz_class, mpz_class>> points;
    while (points.size() < 2) {
      const mpz_class x = Random(127, random) % p_;
      mpz_class square = 0, y;
      for (size_t i = f_.size(); i-- > 0;) square = (square * x + f_[i]) % p_;
      const mpz_class power = (p_ + 1) / 4;
      mpz_powm(y.get_mpz_t(), square.get_mpz_t(), power.get_mpz_t(),
               p_.get_mpz_t());
      if (y * y % p_ == square) points.emplace_back(x, y);
    }
    const auto& [x1, y1] = points[0];
    const auto& [x2, y2] = points[1];
    const mpz_class slope =
        Residue((y2 - y1) * Inverse(Residue(x2 - x1, p_), p_), p_);
    return {poly_.Trim({x1 * x2, -(x1 + x2), 1}),
            poly_.Trim({y1 - slope * x1, slope})};
  }
  /// Image of a divisor of degree 2 on the surface.
  KummerPoint Project(const Divisor& a) const {
    const mpz_class &r = a.u[0], &q = a.u[1];
    const mpz_class t = a.v.empty() ? mpz_class(0) : a.v[0];
    const mpz_class core[] = {
        (m_ - r) * (l_ + q + n_), (l_ * n_ - r) * (m_ + q + 1),
        (n_ - r) * (l_ + q + m_), (l_ * m_ - r) * (n_ + q + 1)};
    KummerPoint point;
    for (size_t i = 0; i < 4; ++i) {
      point[i] = Residue(k_.surface.mu[i] * (core[i] * r - t * t), p_);
    }
    return point;
  }
  Divisor Base() const {
    return {{Words("2703150f9c594e0ca7e8302f93079ce8"),
             Words("7d5d9c3307e959bf27b8c76211d35e8a"), 1},
            {Words("7f26cfb225f42417316836cff8aefb11"),
             Words("444569af177a9c1c721736d8f288c942")}};
  }

 private:
  const KummerStandard k_;
  const mpz_class p_;
  const Polynomials poly_;
  // Rosenhain invariants, as published with the uKummer software.
  const mpz_class l_ = Words("15555555555555555555555555555552");
  const mpz_class m_ = Words("73e334fbb315130e05a505c31919a746");
  const mpz_class n_ = Words("552ab1b63bf799716b5806482d2d21f3");
  Polynomial f_;
};

// -------------------------------------------------------------------- surfaces

class KummerTest : public testing::Test {
 protected:
  /// A point of the Jacobian or its twist: a multiple of a base point.
  KummerPoint RandomPoint() {
    const KummerWrapped& base = random_() % 2 ? k_.base : k_.twist_base;
    return s_.Ladder(Random(250, &random_), base, 256).v1;
  }
  KummerWrapped RandomBase() { return *s_.Wrap(RandomPoint()); }

  const KummerStandard k_ = GaudrySchost();
  const KummerSurface& s_ = k_.surface;
  std::mt19937_64 random_{1};
};

TEST_F(KummerTest, ConstantsAreRelated) {
  const KummerPoint hat = Hadamard(s_.mu, s_.p);
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(Residue(s_.mu[i] * s_.e[i], s_.p), 1254);
    EXPECT_EQ(Residue(hat[i] * s_.e_hat[i], s_.p), Residue(-27489, s_.p));
  }
  const KummerQuartic q = QuarticOf(s_);
  EXPECT_EQ(q.e.get_str(), "116367742519616076583650120870536308194");
  EXPECT_EQ(q.f.get_str(), "145242473685766417331928186098925456110");
  EXPECT_EQ(q.g.get_str(), "81667768061025231231209905783624370749");
  EXPECT_EQ(q.h.get_str(), "54058235547640725801037772083642107170");
  EXPECT_TRUE(s_.Contains(s_.mu));
  EXPECT_NE(mpz_probab_prime_p(k_.order.get_mpz_t(), 20), 0);
  EXPECT_NE(mpz_probab_prime_p(k_.twist_order.get_mpz_t(), 20), 0);
  const mpz_class difference = 16 * (k_.order - k_.twist_order);
  EXPECT_EQ(Residue(difference, 2 * (s_.p + 1)), 0);
}

TEST_F(KummerTest, PointsAboveAreOnTheSurface) {
  const KummerQuartic q = QuarticOf(s_);
  const auto& [a, b, c, d] = s_.mu;
  int found = 0;
  for (int i = 0; i < 40; ++i) {
    const std::array<mpz_class, 3> xyz = {Random(127, &random_) % s_.p,
                                          Random(127, &random_) % s_.p,
                                          Random(127, &random_) % s_.p};
    const auto point = PointAbove(s_, xyz, i);
    if (!point) continue;
    ++found;
    EXPECT_TRUE(s_.Contains(*point));
    // As published, with denominators.
    const auto& [x, y, z, t] = *point;
    const mpz_class root = x * x + y * y + z * z + t * t -
                           q.f * (x * t + y * z) - q.g * (x * z + y * t) -
                           q.h * (x * y + z * t);
    EXPECT_EQ(Residue(4 * q.e * q.e * a * b * c * d * x * y * z * t, s_.p),
              Residue(root * root, s_.p));
    // A group law holds on it: 3 P by two ways.
    const auto base = s_.Wrap(*point);
    ASSERT_TRUE(base);
    EXPECT_TRUE(s_.Same(s_.Ladder(2, *base, 8).v2, s_.Ladder(3, *base, 8).v1));
    KummerPoint beside = *point;
    beside[3] += 1;
    EXPECT_FALSE(s_.Contains(beside));
  }
  EXPECT_GT(found, 10);
}

TEST_F(KummerTest, BasePointsHaveTheirOrders) {
  for (const auto& [base, order, other] :
       {std::tie(k_.base, k_.order, k_.twist_order),
        std::tie(k_.twist_base, k_.twist_order, k_.order)}) {
    const KummerPoint point = s_.Unwrap(base);
    EXPECT_TRUE(s_.Contains(point));
    EXPECT_EQ(*s_.Wrap(point), base);
    EXPECT_TRUE(s_.Same(s_.Ladder(order, base, 251).v1, s_.mu));
    EXPECT_FALSE(s_.Same(s_.Ladder(other, base, 251).v1, s_.mu));
  }
}

TEST_F(KummerTest, EdgeScalars) {
  const KummerWrapped base = k_.base;
  const KummerPoint point = s_.Unwrap(base);
  const auto product = [&](const mpz_class& k) {
    return s_.Ladder(k, base, 256);
  };
  EXPECT_TRUE(s_.Same(product(0).v1, s_.mu));
  EXPECT_TRUE(s_.Same(product(0).v2, point));
  EXPECT_TRUE(s_.Same(product(1).v1, point));
  EXPECT_TRUE(s_.Same(product(1).v2, s_.Double(point)));
  EXPECT_TRUE(s_.Same(product(k_.order - 1).v1, point));
  EXPECT_TRUE(s_.Same(product(k_.order - 1).v2, s_.mu));
  const mpz_class top = (mpz_class(1) << 256) - 1;
  EXPECT_TRUE(s_.Same(product(top).v1, product(top % k_.order).v1));
  EXPECT_TRUE(s_.Same(product(7).v1, product(k_.order - 7).v1));
  const KummerWrapped identity = *s_.Wrap(s_.mu);
  EXPECT_TRUE(s_.Same(s_.Ladder(top, identity, 256).v1, s_.mu));
  const auto& [a, b, c, d] = s_.mu;
  for (const KummerPoint& two :
       {KummerPoint{b, a, d, c}, KummerPoint{c, d, a, b},
        KummerPoint{d, c, b, a}}) {
    EXPECT_TRUE(s_.Contains(two));
    EXPECT_TRUE(s_.Same(s_.Ladder(12, *s_.Wrap(two), 256).v1, s_.mu));
    EXPECT_TRUE(s_.Same(s_.Ladder(13, *s_.Wrap(two), 256).v1, two));
  }
}

TEST_F(KummerTest, LadderIsRepeatedAddition) {
  for (int i = 0; i < 3; ++i) {
    const KummerPoint point = RandomPoint();
    std::vector<KummerPoint> multiple = {s_.mu, point, s_.Double(point)};
    const unsigned k = 40 + static_cast<unsigned>(random_() % 60);
    while (multiple.size() <= k + 1) {
      const size_t n = multiple.size();
      multiple.push_back(s_.Add(multiple[n - 1], point, multiple[n - 2]));
    }
    const KummerPair v = s_.Ladder(k, *s_.Wrap(point), 16);
    EXPECT_TRUE(s_.Same(v.v1, multiple[k]));
    EXPECT_TRUE(s_.Same(v.v2, multiple[k + 1]));
    EXPECT_TRUE(s_.Contains(v.v1));
  }
}

TEST_F(KummerTest, ScalarsCommute) {
  for (int i = 0; i < 4; ++i) {
    const KummerWrapped base = RandomBase();
    const mpz_class a = Random(128, &random_), b = Random(127, &random_);
    const KummerPoint pa = s_.Ladder(a, base, 256).v1;
    const KummerPoint pb = s_.Ladder(b, base, 256).v1;
    const KummerPoint ab = s_.Ladder(a, *s_.Wrap(pb), 256).v1;
    EXPECT_TRUE(s_.Same(ab, s_.Ladder(b, *s_.Wrap(pa), 256).v1));
    EXPECT_TRUE(s_.Same(ab, s_.Ladder(a * b, base, 256).v1));
    const KummerPoint minus = s_.Ladder(abs(a - b), base, 256).v1;
    EXPECT_TRUE(s_.Same(s_.Add(pa, pb, minus), s_.Ladder(a + b, base, 256).v1));
  }
}

TEST_F(KummerTest, LadderIsTheGroupLawOfTheJacobian) {
  const Jacobian jacobian;
  const Divisor base = jacobian.Base();
  EXPECT_EQ(*s_.Wrap(jacobian.Project(base)), k_.base);
  EXPECT_EQ(jacobian.Multiply(k_.order, base), Divisor{});
  for (int i = 0; i < 3; ++i) {
    const Divisor d = jacobian.RandomDivisor(&random_);
    EXPECT_TRUE(s_.Contains(jacobian.Project(d)));
    EXPECT_EQ(jacobian.Multiply(16 * k_.order, d), Divisor{});
    const mpz_class k = Random(250, &random_);
    const KummerPair v = s_.Ladder(k, *s_.Wrap(jacobian.Project(d)), 256);
    EXPECT_TRUE(s_.Same(v.v1, jacobian.Project(jacobian.Multiply(k, d))));
    EXPECT_TRUE(s_.Same(v.v2, jacobian.Project(jacobian.Multiply(k + 1, d))));
  }
}

TEST_F(KummerTest, ZeroCoordinatesCannotBeWrapped) {
  EXPECT_FALSE(s_.Wrap({0, 1, 2, 3}).has_value());
  EXPECT_FALSE(s_.Wrap({1, 1, s_.p, 3}).has_value());
  EXPECT_FALSE(s_.Same({0, 0, 0, 0}, s_.mu));
}

// Over tiny fields intermediate coordinates are 0 often, which is harmless.
TEST(KummerToy, MultiplesFitTogether) {
  std::mt19937_64 random(2);
  int ladders = 0;
  for (const unsigned p : {103u, 257u, 1009u}) {
    // About every p-th random point is on its surface.
    for (unsigned tries = 0; tries < 8 * p; ++tries) {
      KummerPoint mu, point;
      for (mpz_class& c : mu) c = static_cast<unsigned long>(random() % p);
      for (mpz_class& c : point) c = static_cast<unsigned long>(random() % p);
      const auto s = SurfaceFromMu(p, mu);
      if (!s || !s->Contains(point)) continue;
      const auto base = s->Wrap(point);
      if (!base) continue;
      for (unsigned k = 0; k < 200; ++k, ++ladders) {
        const KummerPair v = s->Ladder(k, *base, 8);
        EXPECT_TRUE(s->Same(v.v2, s->Ladder(k + 1, *base, 8).v1));
      }
    }
  }
  EXPECT_GT(ladders, 1000);
}

// --------------------------------------------------------------- vector files

TEST(KummerVectors, StandardSurface) {
  const Json file = Load("vectors/kummer_vectors.json");
  const KummerStandard k = GaudrySchost();
  const KummerSurface& s = k.surface;
  EXPECT_EQ(s.p, Hex(file["p"]));
  EXPECT_EQ(s.mu, Tuple<4>(file["mu"]));
  EXPECT_EQ(s.e, Tuple<4>(file["eps"]));
  EXPECT_EQ(s.e_hat, Tuple<4>(file["eps_hat"]));
  EXPECT_EQ(k.order, Hex(file["N"]));
  EXPECT_EQ(k.twist_order, Hex(file["N_twist"]));
  ASSERT_EQ(file["vectors"].size(), 40u);
  for (const Json& record : file["vectors"]) {
    SCOPED_TRACE(record["tag"].get<std::string>());
    const KummerWrapped base = Tuple<3>(record["base_wrapped"]);
    EXPECT_EQ(s.Unwrap(base), Tuple<4>(record["base_point"]));
    const KummerPair v =
        s.Ladder(Hex(record["k"]), base, record["m"].get<unsigned>());
    EXPECT_EQ(v.v1, Tuple<4>(record["V1_projective"]));
    EXPECT_EQ(v.v2, Tuple<4>(record["V2_projective"]));
    EXPECT_TRUE(s.Same(v.v1, Tuple<4>(record["V1_normalized_x1"])));
    if (!record["V1_wrapped"].is_null()) {
      EXPECT_EQ(*s.Wrap(v.v1), Tuple<3>(record["V1_wrapped"]));
    }
  }
}

TEST(KummerVectors, DensePrimes) {
  const Json file = Load("vectors/kummer_vectors_generic.json");
  ASSERT_EQ(file["ladder"].size(), 18u);
  const mpz_class r = mpz_class(1) << 136;
  for (const Json& record : file["ladder"]) {
    const mpz_class p = Hex(record["p"]);
    const auto s = SurfaceFromMu(p, Tuple<4>(record["mu"]));
    ASSERT_TRUE(s.has_value());
    EXPECT_EQ(s->e, Tuple<4>(record["eps"]));
    EXPECT_EQ(s->e_hat, Tuple<4>(record["eps_hat"]));
    EXPECT_EQ(r % p, Hex(record["R_mod_p"]));
    EXPECT_EQ(r * r % p, Hex(record["R2_mod_p"]));
    const KummerPair v =
        s->Ladder(Hex(record["k"]), Tuple<3>(record["base_wrapped"]),
                  record["m"].get<unsigned>());
    EXPECT_EQ(v.v1, Tuple<4>(record["V1_projective"]));
    EXPECT_EQ(v.v2, Tuple<4>(record["V2_projective"]));
  }
}

TEST(KummerVectors, MontgomeryProducts) {
  const Json list =
      Load("vectors/kummer_vectors_generic.json")["montmul_R_2^136_range_0_2p"];
  ASSERT_EQ(list.size(), 30u);
  for (const Json& record : list) {
    EXPECT_EQ(MontgomeryQuotient(Hex(record["a"]), Hex(record["b"]),
                                 Hex(record["p"]), 136),
              Hex(record["ab_over_R_unreduced"]));
  }
}

}  // namespace
}  // namespace golden
