// SPDX-License-Identifier: Apache-2.0
// Constants of the NIST binary curves, and scalar products against OpenSSL.
#include <gmpxx.h>
#include <gtest/gtest.h>
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/objects.h>

#include <memory>
#include <random>
#include <stdexcept>
#include <string>

#include "golden/binary_curve.h"
#include "golden/nist_binary_curves.h"

namespace golden {
namespace {

struct Free {
  void operator()(BIGNUM* p) const { BN_free(p); }
  void operator()(EC_GROUP* p) const { EC_GROUP_free(p); }
  void operator()(EC_POINT* p) const { EC_POINT_free(p); }
  void operator()(char* p) const { OPENSSL_free(p); }
};
using BignumPtr = std::unique_ptr<BIGNUM, Free>;
using GroupPtr = std::unique_ptr<EC_GROUP, Free>;
using PointPtr = std::unique_ptr<EC_POINT, Free>;
using StringPtr = std::unique_ptr<char, Free>;

void Require(bool ok, const char* call) {
  if (!ok) throw std::runtime_error(std::string("OpenSSL: ") + call);
}

BignumPtr ToBignum(const mpz_class& value) {
  BIGNUM* raw = nullptr;
  Require(BN_hex2bn(&raw, value.get_str(16).c_str()) != 0, "BN_hex2bn");
  return BignumPtr(raw);
}

mpz_class FromBignum(const BIGNUM* value) {
  const StringPtr hex(BN_bn2hex(value));
  return mpz_class(hex.get(), 16);
}

class OpensslCurve {
 public:
  explicit OpensslCurve(const std::string& sec_name)
      : group_(EC_GROUP_new_by_curve_name(OBJ_sn2nid(sec_name.c_str()))) {
    Require(group_ != nullptr, "EC_GROUP_new_by_curve_name");
  }

  const EC_GROUP* group() const { return group_.get(); }

  BinaryPoint<mpz_class> Mul(const mpz_class& k,
                             const BinaryPoint<mpz_class>& p) const {
    const PointPtr base(EC_POINT_new(group_.get()));
    const PointPtr result(EC_POINT_new(group_.get()));
    const BignumPtr x = ToBignum(p.x());
    const BignumPtr y = ToBignum(p.y());
    Require(EC_POINT_set_affine_coordinates(group_.get(), base.get(), x.get(),
                                            y.get(), nullptr) == 1,
            "EC_POINT_set_affine_coordinates");
    Require(EC_POINT_mul(group_.get(), result.get(), nullptr, base.get(),
                         ToBignum(k).get(), nullptr) == 1,
            "EC_POINT_mul");
    return Coordinates(result.get());
  }

  BinaryPoint<mpz_class> Coordinates(const EC_POINT* p) const {
    if (EC_POINT_is_at_infinity(group_.get(), p) == 1) {
      return BinaryPoint<mpz_class>::Infinity();
    }
    const BignumPtr x(BN_new());
    const BignumPtr y(BN_new());
    Require(EC_POINT_get_affine_coordinates(group_.get(), p, x.get(), y.get(),
                                            nullptr) == 1,
            "EC_POINT_get_affine_coordinates");
    return {FromBignum(x.get()), FromBignum(y.get())};
  }

 private:
  GroupPtr group_;
};

class GoldenNistCurve : public testing::TestWithParam<std::string> {
 protected:
  const BinaryCurveParameters parameters_ = FindNistBinaryCurve(GetParam());
};

TEST_P(GoldenNistCurve, ConstantsHold) {
  EXPECT_NO_THROW(CheckConstants(parameters_));
}

// The self-check sees a wrong bit in any constant.
TEST_P(GoldenNistCurve, ConstantsCheckNotices) {
  BinaryCurveParameters bad = parameters_;
  bad.b ^= 4;
  EXPECT_THROW(CheckConstants(bad), std::logic_error);
  bad = parameters_;
  bad.gx ^= 1;
  EXPECT_THROW(CheckConstants(bad), std::logic_error);
  bad = parameters_;
  bad.gy ^= 1;
  EXPECT_THROW(CheckConstants(bad), std::logic_error);
  bad = parameters_;
  bad.n += 2;
  EXPECT_THROW(CheckConstants(bad), std::logic_error);
  bad = parameters_;
  bad.h = 6 - bad.h;
  EXPECT_THROW(CheckConstants(bad), std::logic_error);
  bad = parameters_;
  bad.h += 4;
  EXPECT_THROW(CheckConstants(bad), std::logic_error);
  bad = parameters_;
  bad.a = 1 - bad.a;
  EXPECT_THROW(CheckConstants(bad), std::logic_error);
  bad = parameters_;
  bad.b = 0;
  EXPECT_THROW(CheckConstants(bad), std::logic_error);
  bad = parameters_;
  bad.a = 2;
  EXPECT_THROW(CheckConstants(bad), std::logic_error);
}

TEST_P(GoldenNistCurve, ConstantsEqualOpenssl) {
  const OpensslCurve openssl(parameters_.sec_name);
  const BignumPtr p(BN_new());
  const BignumPtr a(BN_new());
  const BignumPtr b(BN_new());
  ASSERT_EQ(
      EC_GROUP_get_curve(openssl.group(), p.get(), a.get(), b.get(), nullptr),
      1);
  EXPECT_EQ(FromBignum(p.get()), Gf2mSpec(parameters_.exponents).modulus());
  EXPECT_EQ(FromBignum(a.get()), parameters_.a);
  EXPECT_EQ(FromBignum(b.get()), parameters_.b);
  EXPECT_EQ(FromBignum(EC_GROUP_get0_order(openssl.group())), parameters_.n);
  EXPECT_EQ(FromBignum(EC_GROUP_get0_cofactor(openssl.group())), parameters_.h);
  EXPECT_EQ(openssl.Coordinates(EC_GROUP_get0_generator(openssl.group())),
            BinaryPoint<mpz_class>(parameters_.gx, parameters_.gy));
}

TEST_P(GoldenNistCurve, ProductsEqualOpenssl) {
  const OpensslCurve openssl(parameters_.sec_name);
  const auto curve = MakeBinaryCurve<Gf2mField>(parameters_);
  const Gf2mField& field = curve.field();
  std::mt19937_64 rng(0x5eed0003);
  int products = 0;
  for (int i = 0; i < 6; ++i) {
    const auto p =
        i == 0 ? Generator(field, parameters_) : curve.RandomPoint(rng);
    const BinaryPoint<mpz_class> q = ToMpzPoint(field, p);
    ASSERT_NE(q.y(), 0);
    std::vector<mpz_class> scalars;
    for (int k = 0; k <= 8; ++k) scalars.emplace_back(k);
    for (int d = -2; d <= 1; ++d) scalars.push_back(parameters_.n + d);
    for (int r = 0; r < 6; ++r) {
      scalars.push_back(RandomBits(parameters_.m(), rng));
    }
    const BinaryLadder<Gf2mField> ladder(field, curve.b(), p.x(), p.y());
    for (const mpz_class& k : scalars) {
      const auto expected = openssl.Mul(k, q);
      ASSERT_EQ(ToMpzPoint(field, curve.Mul(k, p)), expected)
          << "k = " << k.get_str(16) << " x = " << q.x().get_str(16);
      ASSERT_EQ(ToMpzPoint(field, ladder.Mul(k)), expected) << k.get_str(16);
      ++products;
    }
  }
  EXPECT_EQ(products, 6 * 19);
}

INSTANTIATE_TEST_SUITE_P(Curves, GoldenNistCurve,
                         testing::ValuesIn(NistBinaryCurveNames()),
                         [](const auto& info) {
                           std::string name = info.param;
                           name.erase(name.find('-'), 1);
                           return name;
                         });

// On K-233 the points of order 4 are (1, 0) and (1, 1), each the negative of
// the other. OpenSSL 3.0 takes y = 0 for "its own negative", so its products of
// (1, 0) are wrong for k = 3 mod 4. If a later OpenSSL is right, the test says
// so in a property and passes.
TEST(GoldenOpensslTrap, PointWithYZero) {
  const BinaryCurveParameters parameters = FindNistBinaryCurve("K-233");
  const auto curve = MakeBinaryCurve<Gf2mField>(parameters);
  const auto spec = MakeBinaryCurve<Gf2mSpec>(parameters);
  const OpensslCurve openssl(parameters.sec_name);
  const BinaryPoint<mpz_class> p(1, 0);
  const BinaryPoint<mpz_class> minus_p(1, 1);
  ASSERT_TRUE(spec.Contains(p));
  EXPECT_EQ(spec.Negate(p), minus_p);
  int wrong = 0;
  for (int k = 0; k < 12; ++k) {
    const auto ours =
        ToMpzPoint(curve.field(), curve.Mul(k, FromMpzPoint(curve.field(), p)));
    EXPECT_EQ(ours, spec.MulAffine(k, p));
    if (k % 4 == 3) {
      EXPECT_EQ(ours, minus_p);
    }
    if (!(openssl.Mul(k, p) == ours)) {
      ++wrong;
      EXPECT_EQ(k % 4, 3) << "OpenSSL differs where it was right before";
    }
  }
  EXPECT_TRUE(wrong == 0 || wrong == 3) << wrong;
  RecordProperty("openssl_y_zero_defect", wrong == 0 ? "absent" : "present");
}

TEST(GoldenNistCurves, Lookup) {
  EXPECT_EQ(NistBinaryCurveNames().size(), 10U);
  EXPECT_EQ(FindNistBinaryCurve("sect233r1").name, "B-233");
  EXPECT_EQ(FindNistBinaryCurve("K-571").m(), 571U);
  try {
    FindNistBinaryCurve("B-234");
    FAIL() << "an unknown curve was found";
  } catch (const std::invalid_argument& e) {
    const std::string message = e.what();
    EXPECT_NE(message.find("B-234"), std::string::npos);
    for (const std::string& name : NistBinaryCurveNames()) {
      EXPECT_NE(message.find(name), std::string::npos) << name;
    }
  }
  try {
    StandardPolynomial(8);
    FAIL() << "an unknown degree was found";
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find("571"), std::string::npos);
  }
  for (unsigned m : StandardDegrees()) {
    EXPECT_EQ(StandardField(m).degree(), m);
  }
}

}  // namespace
}  // namespace golden
