// SPDX-License-Identifier: Apache-2.0
// Group law and ladder: exhaustive on toy fields, edge cases on real ones.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <random>
#include <stdexcept>
#include <vector>

#include "golden/binary_curve.h"
#include "golden/nist_binary_curves.h"

namespace golden {
namespace {

using FastCurve = BinaryCurve<Gf2mField>;
using FastPoint = FastCurve::Point;
using SpecCurve = BinaryCurve<Gf2mSpec>;

std::vector<FastPoint> AllFinitePoints(const FastCurve& curve) {
  std::vector<FastPoint> points;
  const unsigned size = 1U << curve.field().degree();
  for (unsigned x = 0; x < size; ++x) {
    for (unsigned y = 0; y < size; ++y) {
      const FastPoint p(curve.field().FromMpz(x), curve.field().FromMpz(y));
      if (curve.Contains(p)) points.push_back(p);
    }
  }
  return points;
}

// Every product of every point by every scalar of m bits, five ways: repeated
// addition, affine over both fields, Lopez-Dahab and the ladder.
int CheckAllProducts(unsigned m, unsigned a, unsigned b, bool with_spec) {
  const Gf2mField field = StandardField(m);
  const Gf2mSpec spec(StandardPolynomial(m));
  const FastCurve curve(field, field.FromMpz(a), field.FromMpz(b));
  const SpecCurve spec_curve(spec, a, b);
  int products = 0;
  for (const FastPoint& p : AllFinitePoints(curve)) {
    const BinaryLadder<Gf2mField> ladder(field, curve.b(), p.x(), p.y());
    FastPoint expected = FastPoint::Infinity();
    for (unsigned k = 0; k < 1U << m; ++k) {
      const bool good =
          ladder.Mul(k) == expected && curve.Mul(k, p) == expected &&
          curve.MulAffine(k, p) == expected &&
          ProcessorProduct(field, curve.b(), p.x(), p.y(), k) == expected &&
          (!with_spec || spec_curve.MulAffine(k, ToMpzPoint(field, p)) ==
                             ToMpzPoint(field, expected));
      if (!good) {
        ADD_FAILURE() << "m = " << m << " a = " << a << " b = " << b
                      << " x = " << field.ToMpz(p.x())
                      << " y = " << field.ToMpz(p.y()) << " k = " << k;
        return products;
      }
      ++products;
      expected = curve.Add(expected, p);
    }
  }
  return products;
}

TEST(GoldenToyCurve, Degree5EveryProduct) {
  int products = 0;
  for (unsigned a = 0; a < 2; ++a) {
    for (unsigned b = 1; b < 32; ++b)
      products += CheckAllProducts(5, a, b, true);
  }
  // A curve and its twist have 64 finite points between them.
  EXPECT_EQ(products, 31 * 64 * 32);
}

TEST(GoldenToyCurve, Degree7EveryProduct) {
  int products = 0;
  for (unsigned a = 0; a < 2; ++a) {
    for (unsigned b : {1U, 3U, 9U}) {
      products += CheckAllProducts(7, a, b, false);
    }
  }
  EXPECT_EQ(products, 3 * 256 * 128);
}

// Every operand that the hardware can be given, on a curve or not, b = 0 too.
TEST(GoldenToyCurve, Degree5EveryOperand) {
  const Gf2mField field = StandardField(5);
  std::vector<Gf2mElement> elements;
  for (unsigned i = 0; i < 32; ++i) elements.push_back(field.FromMpz(i));
  int products = 0;
  for (const auto& b : elements) {
    for (const auto& x : elements) {
      for (const auto& y : elements) {
        const BinaryLadder<Gf2mField> ladder(field, b, x, y);
        for (unsigned k = 0; k < 32; ++k) {
          ASSERT_EQ(ladder.Mul(k), ProcessorProduct(field, b, x, y, k))
              << "b = " << field.ToMpz(b) << " x = " << field.ToMpz(x)
              << " y = " << field.ToMpz(y) << " k = " << k;
          ++products;
        }
      }
    }
  }
  EXPECT_EQ(products, 1 << 20);
}

// The ladder over the plain field: the same states and intermediate values.
TEST(GoldenToyCurve, LadderStatesOfBothFields) {
  const Gf2mField field = StandardField(5);
  const Gf2mSpec spec(StandardPolynomial(5));
  for (unsigned b = 0; b < 32; b += 3) {
    for (unsigned x = 0; x < 32; x += 2) {
      const unsigned y = (7 * x + b) % 32;
      const BinaryLadder<Gf2mField> fast(field, field.FromMpz(b),
                                         field.FromMpz(x), field.FromMpz(y));
      const BinaryLadder<Gf2mSpec> slow(spec, b, x, y);
      for (unsigned k = 0; k < 32; ++k) {
        const auto s = fast.Trace(k);
        const auto t = slow.Trace(k);
        ASSERT_EQ(s.size(), 6U);
        ASSERT_EQ(t.size(), 6U);
        for (std::size_t i = 0; i < 6; ++i) {
          ASSERT_EQ(field.ToMpz(s[i].X1), t[i].X1);
          ASSERT_EQ(field.ToMpz(s[i].Z1), t[i].Z1);
          ASSERT_EQ(field.ToMpz(s[i].X2), t[i].X2);
          ASSERT_EQ(field.ToMpz(s[i].Z2), t[i].Z2);
        }
        const auto u = fast.Recover(s.back());
        const auto v = slow.Recover(t.back());
        ASSERT_EQ(field.ToMpz(u.xZ1), v.xZ1);
        ASSERT_EQ(field.ToMpz(u.xZ2), v.xZ2);
        ASSERT_EQ(field.ToMpz(u.Z1Z2), v.Z1Z2);
        ASSERT_EQ(field.ToMpz(u.w), v.w);
        ASSERT_EQ(field.ToMpz(u.x_q), v.x_q);
        ASSERT_EQ(field.ToMpz(u.y_q), v.y_q);
        ASSERT_EQ(ToMpzPoint(field, u.result), v.result);
        ASSERT_EQ(fast.Mul(k), u.result);
      }
    }
  }
}

// One trace by hand: GF(2^5), b = 9, P = (6, 21), k = 22, states as (X1, Z1,
// X2, Z2) after each iteration with the exchange undone.
TEST(GoldenToyCurve, LadderStatesByHand) {
  const BinaryLadder<Gf2mSpec> ladder(Gf2mSpec(StandardPolynomial(5)), 9, 6,
                                      21);
  const std::vector<LadderState<mpz_class>> expected = {
      {1, 0, 6, 1},    {6, 1, 20, 20}, {20, 20, 26, 5},
      {20, 28, 6, 22}, {22, 9, 14, 2}, {30, 24, 31, 7}};
  const auto states = ladder.Trace(22);
  EXPECT_EQ(states, expected);
  const auto recovery = ladder.Recover(states.back());
  EXPECT_EQ(recovery.xZ1, 26);
  EXPECT_EQ(recovery.xZ2, 18);
  EXPECT_EQ(recovery.Z1Z2, 2);
  EXPECT_EQ(recovery.w, 7);
  EXPECT_EQ(recovery.x_q, 8);
  EXPECT_EQ(recovery.y_q, 15);
  EXPECT_EQ(recovery.result, BinaryPoint<mpz_class>(8, 15));
}

// Addition table of whole toy groups: closed, commutative, inverses, and
// associative.
TEST(GoldenToyCurve, GroupLaws) {
  const Gf2mField field = StandardField(5);
  for (unsigned a = 0; a < 2; ++a) {
    for (unsigned b : {0U, 1U, 6U, 19U}) {
      const FastCurve curve(field, field.FromMpz(a), field.FromMpz(b));
      std::vector<FastPoint> group = AllFinitePoints(curve);
      group.push_back(FastPoint::Infinity());
      for (const auto& p : group) {
        ASSERT_TRUE(curve.Add(p, curve.Negate(p)).is_infinity());
        ASSERT_EQ(curve.Double(p), curve.Add(p, p));
        ASSERT_EQ(curve.Add(p, FastPoint::Infinity()), p);
        ASSERT_TRUE(curve.OrderDivides(group.size(), p));
        for (const auto& q : group) {
          const FastPoint sum = curve.Add(p, q);
          ASSERT_TRUE(curve.Contains(sum));
          ASSERT_EQ(sum, curve.Add(q, p));
          for (const auto& r : group) {
            ASSERT_EQ(curve.Add(sum, r), curve.Add(p, curve.Add(q, r)));
          }
        }
      }
    }
  }
}

TEST(GoldenToyCurve, LiftXFindsEveryPoint) {
  for (unsigned m : {5U, 7U}) {
    const Gf2mField field = StandardField(m);
    for (unsigned a = 0; a < 2; ++a) {
      for (unsigned b : {0U, 1U, 9U}) {
        const FastCurve curve(field, field.FromMpz(a), field.FromMpz(b));
        std::size_t lifted = 0;
        for (unsigned x = 0; x < 1U << m; ++x) {
          const auto p = curve.LiftX(field.FromMpz(x));
          if (!p) continue;
          ASSERT_TRUE(curve.Contains(*p));
          ASSERT_EQ(p->x(), field.FromMpz(x));
          lifted += x == 0 ? 1 : 2;
        }
        ASSERT_EQ(lifted, AllFinitePoints(curve).size());
      }
    }
  }
}

TEST(GoldenBinaryPoint, InfinityIsAType) {
  const auto infinity = FastPoint::Infinity();
  const FastPoint origin(Gf2mElement{}, Gf2mElement{});
  EXPECT_TRUE(infinity.is_infinity());
  EXPECT_FALSE(origin.is_infinity());
  EXPECT_FALSE(infinity == origin);
  EXPECT_FALSE(origin == infinity);
  EXPECT_EQ(infinity, FastPoint::Infinity());
  EXPECT_THROW(infinity.x(), std::domain_error);
  EXPECT_THROW(infinity.y(), std::domain_error);
  const Gf2mField field = StandardField(5);
  EXPECT_EQ(FromMpzPoint(field, ToMpzPoint(field, infinity)), infinity);
  const FastPoint p(field.FromMpz(3), field.FromMpz(30));
  EXPECT_FALSE(p == FastPoint(field.FromMpz(3), field.FromMpz(31)));
  EXPECT_EQ(FromMpzPoint(field, ToMpzPoint(field, p)), p);
  EXPECT_THROW(FromMpzPoint(field, BinaryPoint<mpz_class>(32, 0)),
               std::invalid_argument);
}

class GoldenLadder : public testing::TestWithParam<std::string> {
 protected:
  const BinaryCurveParameters parameters_ = FindNistBinaryCurve(GetParam());
  const FastCurve curve_ = MakeBinaryCurve<Gf2mField>(parameters_);
  const Gf2mField& field_ = curve_.field();
  std::mt19937_64 rng_{0x5eed0002};
};

// Scalars 2^i, n - 2^i for every i, small ones, those around n and 2^m.
TEST_P(GoldenLadder, EdgeScalars) {
  const unsigned m = parameters_.m();
  const mpz_class& n = parameters_.n;
  std::vector<mpz_class> scalars;
  const mpz_class top = (mpz_class(1) << m) - 1;
  for (unsigned i = 0; i < m; ++i) {
    scalars.push_back(mpz_class(1) << i);
    scalars.push_back(top >> i);
    if ((mpz_class(1) << i) < n) scalars.push_back(n - (mpz_class(1) << i));
  }
  for (int i = 0; i <= 64; ++i) {
    scalars.push_back(i);
    scalars.push_back(n - i);
  }
  scalars.push_back(n + 1);
  if (2 * n <= top) scalars.push_back(2 * n);
  std::vector<FastPoint> points = {curve_.RandomPoint(rng_)};
  if (m < 400) points.push_back(Generator(field_, parameters_));
  for (const FastPoint& p : points) {
    const BinaryLadder<Gf2mField> ladder(field_, curve_.b(), p.x(), p.y());
    for (const mpz_class& k : scalars) {
      ASSERT_EQ(ladder.Mul(k), curve_.Mul(k, p)) << k.get_str(16);
    }
  }
}

// (X1 : Z1) is jP and (X2 : Z2) is (j+1)P after every iteration.
TEST_P(GoldenLadder, StatesAreMultiples) {
  const FastPoint p = curve_.RandomPoint(rng_);
  const mpz_class k = RandomBits(parameters_.m(), rng_) >> 3;
  const BinaryLadder<Gf2mField> ladder(field_, curve_.b(), p.x(), p.y());
  const auto states = ladder.Trace(k);
  ASSERT_EQ(states.size(), parameters_.m() + 1);
  EXPECT_EQ(states.front(), ladder.Initial());
  for (std::size_t i = 0; i < states.size(); ++i) {
    const mpz_class j = k >> (parameters_.m() - i);
    const auto& s = states[i];
    const auto check = [&](const FastPoint& expected, const Gf2mElement& X,
                           const Gf2mElement& Z) {
      if (expected.is_infinity()) return field_.IsZero(Z) && !field_.IsZero(X);
      return !field_.IsZero(Z) && field_.Mul(expected.x(), Z) == X;
    };
    ASSERT_TRUE(check(curve_.Mul(j, p), s.X1, s.Z1)) << i;
    ASSERT_TRUE(check(curve_.Mul(j + 1, p), s.X2, s.Z2)) << i;
  }
  EXPECT_EQ(ladder.Recover(states.back()).result, curve_.Mul(k, p));
}

TEST_P(GoldenLadder, AffineAgreesWithLopezDahab) {
  for (int i = 0; i < 4; ++i) {
    const FastPoint p = curve_.RandomPoint(rng_);
    const mpz_class k = RandomBits(parameters_.m() + 20, rng_);
    ASSERT_EQ(curve_.Mul(k, p), curve_.MulAffine(k, p));
  }
}

// Slow, so one product with a short scalar each.
TEST_P(GoldenLadder, SpecAgrees) {
  const SpecCurve spec = MakeBinaryCurve<Gf2mSpec>(parameters_);
  const FastPoint p = curve_.RandomPoint(rng_);
  const BinaryPoint<mpz_class> q = ToMpzPoint(field_, p);
  ASSERT_TRUE(spec.Contains(q));
  const mpz_class k = RandomBits(24, rng_);
  const auto expected = spec.MulAffine(k, q);
  EXPECT_EQ(ToMpzPoint(field_, curve_.Mul(k, p)), expected);
  EXPECT_EQ(spec.Mul(k, q), expected);
  EXPECT_EQ(spec.Negate(q), ToMpzPoint(field_, curve_.Negate(p)));
}

TEST_P(GoldenLadder, LowOrderPoints) {
  const FastPoint p2 = curve_.PointOfOrder2();
  ASSERT_TRUE(curve_.Contains(p2));
  EXPECT_TRUE(field_.IsZero(p2.x()));
  EXPECT_TRUE(curve_.Double(p2).is_infinity());
  EXPECT_EQ(curve_.Negate(p2), p2);
  EXPECT_EQ(curve_.LiftX(field_.Zero()), p2);
  EXPECT_EQ(PointOrder(parameters_, ToMpzPoint(field_, p2)), 2);

  std::vector<FastPoint> points = {p2};
  const std::vector<FastPoint> order4 = curve_.PointsOfOrder4();
  ASSERT_EQ(order4.size(), parameters_.h == 4 ? 2U : 0U);
  for (const FastPoint& p4 : order4) {
    EXPECT_EQ(curve_.Double(p4), p2);
    EXPECT_EQ(PointOrder(parameters_, ToMpzPoint(field_, p4)), 4);
    points.push_back(p4);
  }
  // Mixed orders 2n and 4n.
  const FastPoint g = Generator(field_, parameters_);
  EXPECT_EQ(PointOrder(parameters_, ToMpzPoint(field_, g)), parameters_.n);
  const std::size_t torsion = points.size();
  for (std::size_t i = 0; i < torsion; ++i) {
    const FastPoint mixed = curve_.Add(g, points[i]);
    EXPECT_EQ(PointOrder(parameters_, ToMpzPoint(field_, mixed)),
              parameters_.n * (i == 0 ? 2 : 4));
    points.push_back(mixed);
  }
  EXPECT_EQ(PointOrder(parameters_, BinaryPoint<mpz_class>::Infinity()), 1);
  EXPECT_THROW(PointOrder(parameters_, BinaryPoint<mpz_class>(1, 2)),
               std::invalid_argument);

  for (const FastPoint& p : points) {
    const BinaryLadder<Gf2mField> ladder(field_, curve_.b(), p.x(), p.y());
    for (int j = 0; j < 9; ++j) {
      for (const mpz_class& k : {mpz_class(j), mpz_class(parameters_.n - 4 + j),
                                 RandomBits(parameters_.m(), rng_)}) {
        const FastPoint expected = curve_.MulAffine(k, p);
        ASSERT_EQ(ladder.Mul(k), expected) << k.get_str(16);
        ASSERT_EQ(curve_.Mul(k, p), expected) << k.get_str(16);
        ASSERT_EQ(ProcessorProduct(field_, curve_.b(), p.x(), p.y(), k),
                  expected);
      }
    }
  }
}

// Any (x, y) with x != 0 lies on a curve with this b: the hardware needs no a.
TEST_P(GoldenLadder, AnyPointAnyA) {
  for (int i = 0; i < 8; ++i) {
    const Gf2mElement x = RandomElement(field_, rng_);
    const Gf2mElement y = RandomElement(field_, rng_);
    const Gf2mElement b = i == 0 ? field_.Zero() : RandomElement(field_, rng_);
    const Gf2mElement a = RecoverA(field_, b, x, y);
    const FastCurve other(field_, a, b);
    ASSERT_TRUE(other.Contains(FastPoint(x, y)));
    const mpz_class k = RandomBits(parameters_.m(), rng_);
    const BinaryLadder<Gf2mField> ladder(field_, b, x, y);
    ASSERT_EQ(ladder.Mul(k), other.MulAffine(k, FastPoint(x, y)));
    ASSERT_EQ(ladder.Mul(k), ProcessorProduct(field_, b, x, y, k));
  }
  EXPECT_EQ(RecoverA(field_, curve_.b(), Generator(field_, parameters_).x(),
                     Generator(field_, parameters_).y()),
            curve_.a());
  EXPECT_THROW(RecoverA(field_, curve_.b(), field_.Zero(), field_.One()),
               std::domain_error);
}

// x = 0 off the curve, and b = 0 (specs: P or O by k alone).
TEST_P(GoldenLadder, DegenerateOperands) {
  const Gf2mElement zero = field_.Zero();
  const Gf2mElement y = RandomElement(field_, rng_);
  const FastPoint p(zero, y);
  ASSERT_FALSE(curve_.Contains(p));
  const BinaryLadder<Gf2mField> off_curve(field_, curve_.b(), zero, y);
  const BinaryLadder<Gf2mField> b_zero(field_, zero, zero, y);
  std::vector<mpz_class> scalars = {parameters_.n, parameters_.n - 1,
                                    (mpz_class(1) << parameters_.m()) - 1,
                                    mpz_class(1) << (parameters_.m() - 1)};
  for (int i = 0; i < 20; ++i) {
    scalars.push_back(i);
    scalars.push_back(RandomBits(parameters_.m(), rng_));
  }
  for (const mpz_class& k : scalars) {
    const bool odd = mpz_odd_p(k.get_mpz_t()) != 0;
    EXPECT_EQ(off_curve.Mul(k), odd ? p : FastPoint::Infinity());
    EXPECT_EQ(ProcessorProduct(field_, curve_.b(), zero, y, k),
              odd ? p : FastPoint::Infinity());
    EXPECT_EQ(b_zero.Mul(k), k == 1 ? p : FastPoint::Infinity());
    EXPECT_EQ(ProcessorProduct(field_, zero, zero, y, k),
              k == 1 ? p : FastPoint::Infinity());
  }
}

TEST_P(GoldenLadder, Refusals) {
  const FastPoint g = Generator(field_, parameters_);
  const FastPoint off(g.x(), field_.Add(g.y(), field_.One()));
  EXPECT_THROW(curve_.Mul(3, off), std::invalid_argument);
  EXPECT_THROW(curve_.MulAffine(3, off), std::invalid_argument);
  EXPECT_THROW(curve_.Mul(-1, g), std::invalid_argument);
  EXPECT_THROW(curve_.MulAffine(-1, g), std::invalid_argument);
  const BinaryLadder<Gf2mField> ladder(field_, curve_.b(), g.x(), g.y());
  const mpz_class wide = mpz_class(1) << parameters_.m();
  EXPECT_THROW(ladder.Mul(wide), std::invalid_argument);
  EXPECT_THROW(ladder.Trace(wide), std::invalid_argument);
  EXPECT_THROW(ladder.Mul(-1), std::invalid_argument);
  EXPECT_THROW(ProcessorProduct(field_, curve_.b(), g.x(), g.y(), wide),
               std::invalid_argument);
  const FastCurve singular(field_, field_.One(), field_.Zero());
  EXPECT_THROW(singular.PointOfOrder2(), std::domain_error);
  EXPECT_THROW(singular.PointsOfOrder4(), std::domain_error);
  EXPECT_FALSE(singular.Contains(FastPoint(field_.Zero(), field_.Zero())));
  EXPECT_EQ(singular.LiftX(field_.Zero()), std::nullopt);
}

TEST_P(GoldenLadder, RandomPointsAreOnTheCurveAndReproducible) {
  std::mt19937_64 again{0x5eed0002};
  for (int i = 0; i < 10; ++i) {
    const FastPoint p = curve_.RandomPoint(rng_);
    EXPECT_TRUE(curve_.Contains(p));
    EXPECT_EQ(p, curve_.RandomPoint(again));
    EXPECT_TRUE(curve_.OrderDivides(parameters_.h * parameters_.n, p));
  }
}

INSTANTIATE_TEST_SUITE_P(Curves, GoldenLadder,
                         testing::ValuesIn(NistBinaryCurveNames()),
                         [](const auto& info) {
                           std::string name = info.param;
                           name.erase(name.find('-'), 1);
                           return name;
                         });

}  // namespace
}  // namespace golden
