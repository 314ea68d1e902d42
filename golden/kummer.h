// SPDX-License-Identifier: Apache-2.0
/// @file
/// Kummer surfaces of genus-2 Jacobians in squared theta coordinates over
/// GF(p), and the ladder on them.
///
/// A point is (X : Y : Z : T); a Kummer point has no sign. The wrapped form of
/// a point is (X/Y, X/Z, X/T). All arithmetic is ring arithmetic modulo p, so
/// that every function but Wrap and SurfaceFromMu works for any odd p >= 3.
///
/// Sources: Gallin, Celik, Tisserand, Indocrypt 2017 (ladder, scaling); Renes,
/// Schwabe, Smith, Batina, CHES 2016 (formulas, constants).
#ifndef CURVEBENCH_GOLDEN_KUMMER_H_
#define CURVEBENCH_GOLDEN_KUMMER_H_

#include <gmpxx.h>

#include <array>
#include <optional>

namespace golden {

/// X, Y, Z, T, each in 0 ... p-1.
using KummerPoint = std::array<mpz_class, 4>;
/// X/Y, X/Z, X/T.
using KummerWrapped = std::array<mpz_class, 3>;

/// [k]P and [k+1]P.
struct KummerPair {
  KummerPoint v1, v2;
  bool operator==(const KummerPair&) const = default;
};

/// Residue in 0 ... p-1.
mpz_class Residue(const mpz_class& value, const mpz_class& p);

/// (x+y+z+t, x+y-z-t, x-y+z-t, x-y-z+t) mod p.
KummerPoint Hadamard(const KummerPoint& a, const mpz_class& p);

/// A surface by the constants that its ladder uses. Any common factor may be
/// multiplied to e, to e_hat and to mu: results change by a factor.
struct KummerSurface {
  mpz_class p;
  KummerPoint mu;     ///< squared theta constants: the identity
  KummerPoint e;      ///< proportional to 1/mu
  KummerPoint e_hat;  ///< proportional to 1/H(mu)

  /// 2 v1 and v1 + v2, given the wrapped difference v1 - v2.
  KummerPair DoubleAdd(const KummerPoint& v1, const KummerPoint& v2,
                       const KummerWrapped& difference) const;

  /// Montgomery's ladder over the m low bits of k, most significant first.
  KummerPair Ladder(const mpz_class& k, const KummerWrapped& base,
                    unsigned m) const;

  /// v1 + v2 given v1 - v2, by the textbook formula with inversions. Slow and
  /// independent of DoubleAdd. @throws std::domain_error for a zero coordinate
  ///   of the difference
  KummerPoint Add(const KummerPoint& v1, const KummerPoint& v2,
                  const KummerPoint& difference) const;
  /// 2 v by the textbook formula.
  KummerPoint Double(const KummerPoint& v) const;

  /// True if the point satisfies the surface's quartic, multiplied by the
  /// squares of its denominators so that it has a meaning for any mu and p.
  bool Contains(const KummerPoint& a) const;
  /// True for the same point in other coordinates; (0:0:0:0) is no point.
  bool Same(const KummerPoint& a, const KummerPoint& b) const;

  /// @return nothing if a coordinate is 0
  std::optional<KummerWrapped> Wrap(const KummerPoint& a) const;
  /// The representative that the ladder starts from:
  /// (w1 w2 w3 : w2 w3 : w1 w3 : w1 w2).
  KummerPoint Unwrap(const KummerWrapped& w) const;
};

/// Coefficients of 4 E^2 abcd XYZT = (X^2+Y^2+Z^2+T^2 - F(XT+YZ) - G(XZ+YT)
/// - H(XY+ZT))^2 with (a, b, c, d) = mu.
struct KummerQuartic {
  mpz_class e, f, g, h;
};
/// @throws std::domain_error if mu is degenerate
KummerQuartic QuarticOf(const KummerSurface& surface);

/// The surface of mu with e = 1/mu and e_hat = 1/H(mu).
/// @return nothing if mu is degenerate modulo p
std::optional<KummerSurface> SurfaceFromMu(const mpz_class& p,
                                           const KummerPoint& mu);

/// A point of a surface over a prime field by its first coordinates: the fourth
/// one is a root of the quartic.
/// @param pick chooses among the roots, and how they are split
/// @return nothing if there is none in the field
/// @throws std::domain_error if mu is degenerate
std::optional<KummerPoint> PointAbove(const KummerSurface& surface,
                                      const std::array<mpz_class, 3>& xyz,
                                      const mpz_class& pick);

/// Gaudry and Schost's surface over 2^127 - 1 in the scaling of uKummer.
struct KummerStandard {
  KummerSurface surface;
  mpz_class order;           ///< N, the Jacobian has 16 N points
  mpz_class twist_order;     ///< N', its twist has 16 N'
  KummerWrapped base;        ///< of uKummer and qDSA, order N
  KummerWrapped twist_base;  ///< of SUPERCOP's scalarmult, order N'
};
KummerStandard GaudrySchost();

}  // namespace golden

#endif  // CURVEBENCH_GOLDEN_KUMMER_H_
