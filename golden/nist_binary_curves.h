// SPDX-License-Identifier: Apache-2.0
/// @file
/// The ten NIST curves over GF(2^m) and the field polynomials of the suite.
#ifndef CURVEBENCH_GOLDEN_NIST_BINARY_CURVES_H_
#define CURVEBENCH_GOLDEN_NIST_BINARY_CURVES_H_

#include <gmpxx.h>

#include <string>
#include <string_view>
#include <vector>

#include "golden/binary_curve.h"

namespace golden {

/// Domain parameters of y^2 + xy = x^3 + a x^2 + b.
struct BinaryCurveParameters {
  std::string name;                 ///< FIPS name, e.g. "B-233"
  std::string sec_name;             ///< SEC 2 name, e.g. "sect233r1"
  std::vector<unsigned> exponents;  ///< field polynomial, descending
  unsigned a;                       ///< 0 or 1
  mpz_class b;                      ///< m bits
  mpz_class gx;                     ///< generator, m bits
  mpz_class gy;                     ///< generator, m bits
  mpz_class n;                      ///< prime order of the generator
  unsigned h;                       ///< cofactor: 2 or 4

  unsigned m() const { return exponents.front(); }
};

/// The degrees of the suite's fields: 5, 7 (toys), 163, 233, 283, 409, 571.
std::vector<unsigned> StandardDegrees();

/// Exponents of the field polynomial for one of StandardDegrees, descending
/// (FIPS 186-4, D.1.3; x^5 + x^2 + 1 and x^7 + x + 1 for the toys).
/// @throws std::invalid_argument, naming the known degrees, for another m.
std::vector<unsigned> StandardPolynomial(unsigned m);

/// Gf2mField for one of StandardDegrees.
Gf2mField StandardField(unsigned m);

/// FIPS names of all curves: K-163, B-163, ..., K-571, B-571.
std::vector<std::string> NistBinaryCurveNames();

/// Parameters by FIPS or SEC 2 name (FIPS 186-4, D.1.3; SEC 2 v2, section 3).
/// @throws std::invalid_argument, listing the names, for an unknown one.
BinaryCurveParameters FindNistBinaryCurve(std::string_view name);

/// The curve of `parameters` over either field class.
template <class Field>
BinaryCurve<Field> MakeBinaryCurve(const BinaryCurveParameters& parameters) {
  const Field field(parameters.exponents);
  return BinaryCurve<Field>(field, field.FromMpz(parameters.a),
                            field.FromMpz(parameters.b));
}

/// The generator as a point over `field`.
template <class Field>
BinaryPoint<typename Field::Element> Generator(
    const Field& field, const BinaryCurveParameters& parameters) {
  return {field.FromMpz(parameters.gx), field.FromMpz(parameters.gy)};
}

/// Order of p on the curve: the smallest divisor d of h n with d p = O, found
/// among 1, 2, 4, n, 2n, 4n. A scalar may be reduced modulo it.
/// @throws std::invalid_argument if p is not on the curve.
mpz_class PointOrder(const BinaryCurveParameters& parameters,
                     const BinaryPoint<mpz_class>& p);

/// Checks the constants: a in {0, 1}, b != 0, field irreducible, G on the
/// curve, n prime (40 Miller-Rabin rounds), n G = O, h n within Hasse's bound
/// and the only multiple of n there, h a multiple of the small torsion.
/// @throws std::logic_error that names the curve and the failed relation.
void CheckConstants(const BinaryCurveParameters& parameters);

}  // namespace golden

#endif  // CURVEBENCH_GOLDEN_NIST_BINARY_CURVES_H_
