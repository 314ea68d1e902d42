// SPDX-License-Identifier: Apache-2.0
// GF(2^m): fast limbs against the plain definition and against NTL.
#include <NTL/GF2X.h>
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "golden/gf2m.h"
#include "golden/nist_binary_curves.h"

namespace golden {
namespace {

using Exponents = std::vector<unsigned>;

NTL::GF2X ToNtl(const mpz_class& value) {
  std::vector<unsigned char> bytes(mpz_sizeinbase(value.get_mpz_t(), 256) + 1,
                                   0);
  mpz_export(bytes.data(), nullptr, -1, 1, 0, 0, value.get_mpz_t());
  return NTL::GF2XFromBytes(bytes.data(), static_cast<long>(bytes.size()));
}

mpz_class FromNtl(const NTL::GF2X& value) {
  std::vector<unsigned char> bytes(
      static_cast<std::size_t>(NTL::NumBytes(value)) + 1, 0);
  NTL::BytesFromGF2X(bytes.data(), value, static_cast<long>(bytes.size()));
  mpz_class result;
  mpz_import(result.get_mpz_t(), bytes.size(), -1, 1, 0, 0, bytes.data());
  return result;
}

// 0, 1, x, every byte border and the bits around m, all ones, alternating bits,
// the low part of f, and random elements.
std::vector<mpz_class> Operands(const Exponents& exponents, int random,
                                std::mt19937_64& rng) {
  const unsigned m = exponents.front();
  const mpz_class ones = (mpz_class(1) << m) - 1;
  mpz_class alternating;
  for (unsigned i = 0; i < m; i += 2) {
    mpz_setbit(alternating.get_mpz_t(), i);
  }
  mpz_class low;
  for (unsigned e : exponents) {
    if (e != m) mpz_setbit(low.get_mpz_t(), e);
  }
  std::vector<mpz_class> result = {0,
                                   1,
                                   2,
                                   3,
                                   ones,
                                   ones - 1,
                                   ones >> 1,
                                   alternating,
                                   ones ^ alternating,
                                   low,
                                   mpz_class(1) << (m - 1),
                                   mpz_class(1) << (m / 2)};
  for (unsigned i = 63; i < m; i += 64) {
    result.push_back(mpz_class(1) << i);
    if (i + 1 < m) result.push_back(mpz_class(1) << (i + 1));
  }
  for (int i = 0; i < random; ++i) result.push_back(RandomBits(m, rng));
  return result;
}

std::string FieldName(const testing::TestParamInfo<Exponents>& info) {
  std::string name;
  for (unsigned e : info.param) name.append("_").append(std::to_string(e));
  return name.substr(1);
}

// The seven fields of the suite, then polynomials that reach the other
// reduction paths: m a multiple of 64, a second exponent near m, even m.
std::vector<Exponents> Fields() {
  std::vector<Exponents> fields;
  for (unsigned m : StandardDegrees()) fields.push_back(StandardPolynomial(m));
  fields.insert(fields.end(), {{2, 1, 0},
                               {6, 1, 0},
                               {8, 4, 3, 1, 0},
                               {33, 10, 0},
                               {64, 4, 3, 1, 0},
                               {89, 38, 0},
                               {127, 1, 0},
                               {128, 7, 2, 1, 0},
                               {192, 7, 2, 1, 0},
                               {320, 4, 3, 1, 0},
                               {256, 10, 5, 2, 0}});
  return fields;
}

class GoldenGf2m : public testing::TestWithParam<Exponents> {
 protected:
  // Every way to multiply that this machine has.
  static std::vector<Gf2mField> FastFields() {
    std::vector<Gf2mField> fields;
    fields.emplace_back(GetParam(), CarrylessMultiply::kPortable);
    if (Gf2mField::HasPclmul()) {
      fields.emplace_back(GetParam(), CarrylessMultiply::kPclmul);
    }
    return fields;
  }

  std::mt19937_64 rng_{0x5eed0001};
};

TEST_P(GoldenGf2m, ProductsAgreeWithSpecAndNtl) {
  const Gf2mSpec spec(GetParam());
  const NTL::GF2XModulus modulus(ToNtl(spec.modulus()));
  const std::vector<mpz_class> operands = Operands(GetParam(), 12, rng_);
  for (const Gf2mField& fast : FastFields()) {
    for (const mpz_class& a : operands) {
      for (const mpz_class& b : operands) {
        const mpz_class expected =
            FromNtl(NTL::MulMod(ToNtl(a), ToNtl(b), modulus));
        const auto fa = fast.FromMpz(a);
        const auto fb = fast.FromMpz(b);
        ASSERT_EQ(fast.ToMpz(fast.Mul(fa, fb)), expected)
            << a.get_str(16) << " * " << b.get_str(16);
        ASSERT_EQ(fast.Mul(fa, fb), fast.Mul(fb, fa));
        ASSERT_EQ(fast.ToMpz(fast.Add(fa, fb)), mpz_class(a ^ b));
      }
    }
  }
  for (const mpz_class& a : operands) {
    for (std::size_t i = 0; i < operands.size(); i += 5) {
      const mpz_class& b = operands[i];
      ASSERT_EQ(spec.Mul(a, b),
                FromNtl(NTL::MulMod(ToNtl(a), ToNtl(b), modulus)));
      ASSERT_EQ(spec.Mul(a, b), spec.Mul(b, a));
    }
  }
}

TEST_P(GoldenGf2m, ManyRandomProducts) {
  const Gf2mSpec spec(GetParam());
  const NTL::GF2XModulus modulus(ToNtl(spec.modulus()));
  for (const Gf2mField& fast : FastFields()) {
    for (int i = 0; i < 1000; ++i) {
      const auto a = RandomElement(fast, rng_);
      const auto b = RandomElement(fast, rng_);
      ASSERT_EQ(fast.ToMpz(fast.Mul(a, b)),
                FromNtl(NTL::MulMod(ToNtl(fast.ToMpz(a)), ToNtl(fast.ToMpz(b)),
                                    modulus)));
      ASSERT_EQ(fast.Sqr(a), fast.Mul(a, a));
    }
  }
}

TEST_P(GoldenGf2m, SquareIsProductWithItself) {
  const Gf2mSpec spec(GetParam());
  for (const Gf2mField& fast : FastFields()) {
    for (const mpz_class& a : Operands(GetParam(), 8, rng_)) {
      const auto fa = fast.FromMpz(a);
      ASSERT_EQ(fast.Sqr(fa), fast.Mul(fa, fa)) << a.get_str(16);
      ASSERT_EQ(fast.ToMpz(fast.Sqr(fa)), spec.Sqr(a)) << a.get_str(16);
      ASSERT_EQ(fast.SqrTimes(fa, 3), fast.Sqr(fast.Sqr(fast.Sqr(fa))));
      ASSERT_EQ(fast.SqrTimes(fa, fast.degree()), fa);
    }
  }
}

TEST_P(GoldenGf2m, InverseBothWays) {
  const Gf2mSpec spec(GetParam());
  const NTL::GF2XModulus modulus(ToNtl(spec.modulus()));
  for (const Gf2mField& fast : FastFields()) {
    for (const mpz_class& a : Operands(GetParam(), 20, rng_)) {
      const auto fa = fast.FromMpz(a);
      if (a == 0) continue;
      const mpz_class expected = FromNtl(NTL::InvMod(ToNtl(a), modulus));
      ASSERT_EQ(fast.ToMpz(fast.InverseItohTsujii(fa)), expected);
      ASSERT_EQ(fast.ToMpz(fast.InverseEuclid(fa)), expected);
      ASSERT_EQ(fast.ToMpz(fast.Inverse(fa)), expected);
      ASSERT_EQ(fast.ToMpz(fast.InverseOrZero(fa)), expected);
      ASSERT_EQ(spec.Inverse(a), expected);
      ASSERT_EQ(spec.InverseOrZero(a), expected);
      ASSERT_EQ(fast.Mul(fa, fast.Inverse(fa)), fast.One());
    }
    ASSERT_EQ(fast.Inverse(fast.One()), fast.One());
    EXPECT_THROW(fast.Inverse(fast.Zero()), std::domain_error);
    EXPECT_THROW(fast.InverseEuclid(fast.Zero()), std::domain_error);
    EXPECT_EQ(fast.InverseOrZero(fast.Zero()), fast.Zero());
    EXPECT_EQ(fast.InverseItohTsujii(fast.Zero()), fast.Zero());
  }
  EXPECT_THROW(spec.Inverse(0), std::domain_error);
  EXPECT_EQ(spec.InverseOrZero(0), 0);
  EXPECT_EQ(spec.Inverse(1), 1);
}

TEST_P(GoldenGf2m, RootTraceAndQuadratic) {
  const Gf2mSpec spec(GetParam());
  const Gf2mField fast(GetParam());
  int solved = 0;
  int unsolved = 0;
  for (const mpz_class& a : Operands(GetParam(), 12, rng_)) {
    const auto fa = fast.FromMpz(a);
    ASSERT_EQ(fast.Sqr(fast.Sqrt(fa)), fa);
    const bool trace = spec.Trace(a);
    ASSERT_EQ(fast.Trace(fa), trace) << a.get_str(16);
    const auto z = fast.SolveQuadratic(fa);
    ASSERT_EQ(z.has_value(), !trace);
    if (z) {
      ++solved;
      ASSERT_EQ(fast.Add(fast.Sqr(*z), *z), fa);
    } else {
      ++unsolved;
    }
    if (fast.degree() % 2 == 1) {
      const auto h = fast.HalfTrace(fa);
      const auto rest = trace ? fast.One() : fast.Zero();
      ASSERT_EQ(fast.Add(fast.Add(fast.Sqr(h), h), rest), fa);
    } else {
      EXPECT_THROW(fast.HalfTrace(fa), std::logic_error);
    }
  }
  EXPECT_GT(solved, 0);
  EXPECT_GT(unsolved, 0);
}

// The slow root and half-trace, once per field.
TEST_P(GoldenGf2m, SpecRootAndQuadratic) {
  const Gf2mSpec spec(GetParam());
  const mpz_class a = RandomElement(spec, rng_);
  EXPECT_EQ(spec.Sqr(spec.Sqrt(a)), a);
  const mpz_class c = spec.Add(spec.Sqr(a), a);
  const auto z = spec.SolveQuadratic(c);
  ASSERT_TRUE(z.has_value());
  EXPECT_EQ(spec.Add(spec.Sqr(*z), *z), c);
  EXPECT_TRUE(*z == a || *z == mpz_class(a ^ 1));
  EXPECT_FALSE(spec.Trace(c));
}

TEST_P(GoldenGf2m, Conversions) {
  const Gf2mSpec spec(GetParam());
  const Gf2mField fast(GetParam());
  const unsigned m = fast.degree();
  const std::size_t least = (m + 7) / 8;
  for (const mpz_class& a : Operands(GetParam(), 8, rng_)) {
    const auto fa = fast.FromMpz(a);
    ASSERT_EQ(fast.ToMpz(fa), a);
    for (std::size_t width : {std::size_t{0}, least, least + 3, 4 * 18ul}) {
      const std::vector<std::uint8_t> bytes = fast.ToBytes(fa, width);
      ASSERT_EQ(bytes.size(), width == 0 ? least : width);
      ASSERT_EQ(bytes, spec.ToBytes(a, width));
      ASSERT_EQ(fast.FromBytes(bytes), fa);
      ASSERT_EQ(spec.FromBytes(bytes), a);
    }
  }
  // Most significant byte first.
  std::vector<std::uint8_t> two(least + 1, 0);
  two.back() = 2;
  EXPECT_EQ(fast.ToMpz(fast.FromBytes(two)), 2);
  EXPECT_EQ(fast.ToBytes(fast.One(), least).back(), 1);

  const mpz_class too_wide = mpz_class(1) << m;
  EXPECT_THROW(fast.FromMpz(too_wide), std::invalid_argument);
  EXPECT_THROW(spec.FromMpz(too_wide), std::invalid_argument);
  EXPECT_THROW(fast.FromMpz(-1), std::invalid_argument);
  EXPECT_THROW(spec.Mul(too_wide, 1), std::invalid_argument);
  EXPECT_THROW(spec.Add(1, too_wide), std::invalid_argument);
  std::vector<std::uint8_t> high(least + 1, 0);
  high[least - m / 8] = static_cast<std::uint8_t>(1 << m % 8);
  EXPECT_THROW(fast.FromBytes(high), std::invalid_argument);
  EXPECT_THROW(spec.FromBytes(high), std::invalid_argument);
  if (least > 1) {
    EXPECT_THROW(fast.ToBytes(fast.One(), least - 1), std::invalid_argument);
  }
}

TEST_P(GoldenGf2m, ReduceAnyDegree) {
  const Gf2mSpec spec(GetParam());
  const NTL::GF2X modulus = ToNtl(spec.modulus());
  for (unsigned bits = 1; bits < 3 * spec.degree(); bits += 7) {
    const mpz_class value = RandomBits(bits, rng_);
    ASSERT_EQ(spec.Reduce(value), FromNtl(ToNtl(value) % modulus));
  }
  EXPECT_EQ(spec.Reduce(spec.modulus()), 0);
}

INSTANTIATE_TEST_SUITE_P(Fields, GoldenGf2m, testing::ValuesIn(Fields()),
                         FieldName);

class GoldenGf2mToy : public testing::TestWithParam<unsigned> {};

TEST_P(GoldenGf2mToy, AllProductsInversesAndRoots) {
  const Gf2mSpec spec(StandardPolynomial(GetParam()));
  std::vector<Gf2mField> fields;
  fields.emplace_back(spec.exponents(), CarrylessMultiply::kPortable);
  if (Gf2mField::HasPclmul()) {
    fields.emplace_back(spec.exponents(), CarrylessMultiply::kPclmul);
  }
  const NTL::GF2X modulus = ToNtl(spec.modulus());
  const unsigned size = 1U << GetParam();
  for (const Gf2mField& fast : fields) {
    for (unsigned a = 0; a < size; ++a) {
      const auto fa = fast.FromMpz(a);
      for (unsigned b = 0; b < size; ++b) {
        const mpz_class r = fast.ToMpz(fast.Mul(fa, fast.FromMpz(b)));
        ASSERT_EQ(r, spec.Mul(a, b)) << a << " * " << b;
        ASSERT_EQ(r, FromNtl(ToNtl(a) * ToNtl(b) % modulus)) << a << " * " << b;
      }
      ASSERT_EQ(fast.ToMpz(fast.InverseOrZero(fa)), spec.InverseOrZero(a));
      ASSERT_EQ(fast.ToMpz(fast.Sqrt(fa)), spec.Sqrt(a));
      ASSERT_EQ(fast.Trace(fa), spec.Trace(a));
      ASSERT_EQ(fast.ToMpz(fast.HalfTrace(fa)), spec.HalfTrace(a));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Degrees, GoldenGf2mToy, testing::Values(5U, 7U),
                         testing::PrintToStringParamName());

TEST(GoldenGf2mField, RejectsBadPolynomials) {
  for (const Exponents& bad : std::vector<Exponents>{{},
                                                     {5},
                                                     {5, 2},
                                                     {2, 5, 0},
                                                     {5, 5, 0},
                                                     {1, 0},
                                                     {4, 2, 0},
                                                     {233, 73, 0},
                                                     {163, 7, 6, 5, 0},
                                                     {572, 1, 0}}) {
    EXPECT_THROW(Gf2mField{bad}, std::invalid_argument);
  }
  // Products of factors of degree m/2 or m/3, which x^(2^m) = x lets through.
  EXPECT_THROW(Gf2mSpec({4, 2, 0}), std::invalid_argument);
  EXPECT_THROW(Gf2mSpec({6, 5, 4, 3, 2, 1, 0}), std::invalid_argument);
  // All-one polynomials: fields, but with 13 terms not for the fast class.
  EXPECT_NO_THROW(Gf2mSpec({4, 3, 2, 1, 0}));
  EXPECT_NO_THROW(Gf2mSpec({12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}));
  EXPECT_THROW(Gf2mField({12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}),
               std::invalid_argument);
}

// Every polynomial of degree 2 ... 8 with constant term: accepted exactly if
// NTL finds no factor by trial division.
TEST(GoldenGf2mField, IrreducibilityExhaustive) {
  int fields = 0;
  for (unsigned f = 5; f < 512; f += 2) {
    Exponents exponents;
    for (int i = 8; i >= 0; --i) {
      if ((f >> i & 1) != 0) exponents.push_back(static_cast<unsigned>(i));
    }
    bool irreducible = true;
    for (unsigned g = 2; 2 * std::bit_width(g) <= std::bit_width(f) + 1; ++g) {
      if (NTL::IsZero(ToNtl(f) % ToNtl(g))) irreducible = false;
    }
    if (irreducible) {
      ++fields;
      EXPECT_NO_THROW(Gf2mSpec{exponents}) << f;
    } else {
      EXPECT_THROW(Gf2mSpec{exponents}, std::invalid_argument) << f;
    }
  }
  // 1 + 2 + 3 + 6 + 9 + 18 + 30 irreducible polynomials of degree 2 ... 8.
  EXPECT_EQ(fields, 69);
}

TEST(GoldenGf2mField, ItohTsujiiCost) {
  const ItohTsujiiCost cost = CountItohTsujii(233);
  EXPECT_EQ(cost.products, 10U);
  EXPECT_EQ(cost.squarings, 232U);
  EXPECT_EQ(CountItohTsujii(163).products, 9U);
  EXPECT_EQ(CountItohTsujii(571).squarings, 570U);
  EXPECT_THROW(CountItohTsujii(1), std::invalid_argument);
}

TEST(GoldenGf2mField, MethodSelection) {
  const Exponents exponents = StandardPolynomial(233);
  EXPECT_EQ(Gf2mField(exponents, CarrylessMultiply::kPortable).method(),
            CarrylessMultiply::kPortable);
  EXPECT_EQ(Gf2mField(exponents).method(), Gf2mField::HasPclmul()
                                               ? CarrylessMultiply::kPclmul
                                               : CarrylessMultiply::kPortable);
  if (!Gf2mField::HasPclmul()) {
    EXPECT_THROW(Gf2mField(exponents, CarrylessMultiply::kPclmul),
                 std::runtime_error);
  }
}

TEST(GoldenGf2mField, RandomBitsIsReproducible) {
  std::mt19937_64 a(7);
  std::mt19937_64 b(7);
  std::mt19937_64 c(8);
  const mpz_class first = RandomBits(233, a);
  EXPECT_EQ(first, RandomBits(233, b));
  EXPECT_NE(first, RandomBits(233, c));
  std::size_t widest = 0;
  for (int i = 0; i < 64; ++i) {
    const mpz_class value = RandomBits(65, a);
    widest = std::max(widest, mpz_sizeinbase(value.get_mpz_t(), 2));
  }
  EXPECT_EQ(widest, 65U);
}

}  // namespace
}  // namespace golden
