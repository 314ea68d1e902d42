// SPDX-License-Identifier: Apache-2.0
/// @file
/// Curves y^2 + xy = x^3 + a x^2 + b over GF(2^m): the group law, fast scalar
/// products, and a step model of the x-only ladder that the processors run.
///
/// Everything is a template over the field and instantiated for Gf2mSpec and
/// Gf2mField. Scalars are non-negative mpz_class of any width.
#ifndef CURVEBENCH_GOLDEN_BINARY_CURVE_H_
#define CURVEBENCH_GOLDEN_BINARY_CURVE_H_

#include <gmpxx.h>

#include <optional>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "golden/gf2m.h"

namespace golden {

/// An affine point or the point at infinity, which has no coordinates.
template <class Element>
class BinaryPoint {
 public:
  /// The point (x, y).
  BinaryPoint(Element x, Element y)
      : coordinates_(std::in_place, std::move(x), std::move(y)) {}

  static BinaryPoint Infinity() { return BinaryPoint(); }

  bool is_infinity() const { return !coordinates_.has_value(); }
  /// @throws std::domain_error at infinity.
  const Element& x() const { return Coordinates().first; }
  /// @throws std::domain_error at infinity.
  const Element& y() const { return Coordinates().second; }

  friend bool operator==(const BinaryPoint& p, const BinaryPoint& q) {
    if (p.is_infinity() || q.is_infinity()) {
      return p.is_infinity() == q.is_infinity();
    }
    return p.x() == q.x() && p.y() == q.y();
  }

 private:
  BinaryPoint() = default;

  const std::pair<Element, Element>& Coordinates() const {
    if (is_infinity()) {
      throw std::domain_error(
          "the point at infinity has no coordinates; ask is_infinity() first");
    }
    return *coordinates_;
  }

  std::optional<std::pair<Element, Element>> coordinates_;
};

/// The same point with its coordinates as integers.
template <class Field>
BinaryPoint<mpz_class> ToMpzPoint(
    const Field& field, const BinaryPoint<typename Field::Element>& p) {
  if (p.is_infinity()) return BinaryPoint<mpz_class>::Infinity();
  return {field.ToMpz(p.x()), field.ToMpz(p.y())};
}

/// The same point with its coordinates as field elements.
/// @throws std::invalid_argument if a coordinate has a bit at or above m.
template <class Field>
BinaryPoint<typename Field::Element> FromMpzPoint(
    const Field& field, const BinaryPoint<mpz_class>& p) {
  if (p.is_infinity()) {
    return BinaryPoint<typename Field::Element>::Infinity();
  }
  return {field.FromMpz(p.x()), field.FromMpz(p.y())};
}

/// The group of y^2 + xy = x^3 + a x^2 + b. For b = 0 the cubic is singular at
/// (0, 0), which is then no member; the other points still form a group.
template <class Field>
class BinaryCurve {
 public:
  using Element = typename Field::Element;
  using Point = BinaryPoint<Element>;

  BinaryCurve(Field field, Element a, Element b);

  const Field& field() const { return field_; }
  const Element& a() const { return a_; }
  const Element& b() const { return b_; }

  /// Whether p belongs to the group.
  bool Contains(const Point& p) const;

  /// (x, x + y). No membership test, as in Add and Double.
  Point Negate(const Point& p) const;
  /// Affine addition with every case (Guide to ECC, section 3.1.2).
  Point Add(const Point& p, const Point& q) const;
  /// Affine doubling; infinity for x = 0.
  Point Double(const Point& p) const;

  /// k p by affine double-and-add: the reference.
  /// @throws std::invalid_argument if k < 0 or p is no member.
  Point MulAffine(const mpz_class& k, const Point& p) const;
  /// k p by double-and-add in Lopez-Dahab coordinates with mixed additions
  /// (Guide to ECC, Algorithms 3.24 and 3.25, generalised to any a) and one
  /// inversion: the fast one, and not the algorithm of the hardware.
  /// @throws std::invalid_argument if k < 0 or p is no member.
  Point Mul(const mpz_class& k, const Point& p) const;
  /// Whether order * p is infinity.
  bool OrderDivides(const mpz_class& order, const Point& p) const;

  /// A point with this x, the other one being its negative; empty if there is
  /// none. For x = 0 the point of order 2.
  std::optional<Point> LiftX(const Element& x) const;
  /// Uniform x until it lifts, then either sign; never infinity.
  Point RandomPoint(std::mt19937_64& rng) const;
  /// (0, sqrt(b)). @throws std::domain_error for b = 0.
  Point PointOfOrder2() const;
  /// The two points with x = b^(1/4), or none if Tr(a) = 1.
  /// @throws std::domain_error for b = 0.
  std::vector<Point> PointsOfOrder4() const;

 private:
  void CheckProduct(const mpz_class& k, const Point& p) const;

  Field field_;
  Element a_;
  Element b_;
};

/// The a of the curve through (x, y) with constant b:
/// a = (y^2 + xy + x^3 + b) / x^2. @throws std::domain_error for x = 0, where
/// the equation does not contain a.
template <class Field>
typename Field::Element RecoverA(const Field& field,
                                 const typename Field::Element& b,
                                 const typename Field::Element& x,
                                 const typename Field::Element& y);

/// The four coordinates of the ladder: X1/Z1 is x(jP), X2/Z2 is x((j+1)P) for
/// the part j of the scalar read so far; Z = 0 is infinity.
template <class Element>
struct LadderState {
  Element X1;
  Element Z1;
  Element X2;
  Element Z2;

  friend bool operator==(const LadderState&, const LadderState&) = default;
};

/// Intermediate values of the return to affine coordinates.
template <class Element>
struct LadderRecovery {
  Element xZ1;                  ///< x Z1
  Element xZ2;                  ///< x Z2
  Element Z1Z2;                 ///< Z1 Z2
  Element w;                    ///< 1 / (x Z1 Z2), 0 if that is 0
  Element x_q;                  ///< X1 (x Z2) w
  Element y_q;                  ///< before the selection for Z1 = 0, Z2 = 0
  BinaryPoint<Element> result;  ///< after the selection
};

/// The processors' algorithm, step by step, without knowledge of a: Lopez and
/// Dahab's x-only Montgomery ladder (CHES 1999) started at (O, P), always m
/// iterations, then y recovery with one inversion.
///
/// It is total: b = 0, x = 0 and points off the curve give exactly what the
/// hardware program gives.
template <class Field>
class BinaryLadder {
 public:
  using Element = typename Field::Element;
  using State = LadderState<Element>;

  /// @param x, y the base point, @param b the curve constant.
  BinaryLadder(Field field, Element b, Element x, Element y);

  /// (1, 0, x, 1).
  State Initial() const;
  /// One iteration for scalar bit `bit`; the exchange is undone at the end, so
  /// that (X1, Z1) stays with jP.
  State Step(const State& state, bool bit) const;
  /// m + 1 states: [0] the initial one, [i] after bit m - i of k.
  /// @throws std::invalid_argument if k is negative or has a bit >= m.
  std::vector<State> Trace(const mpz_class& k) const;
  /// Back to affine; w and the products as the hardware forms them.
  LadderRecovery<Element> Recover(const State& state) const;
  /// k P. @throws std::invalid_argument if k is negative or has a bit >= m.
  BinaryPoint<Element> Mul(const mpz_class& k) const;

 private:
  void CheckScalar(const mpz_class& k) const;

  Field field_;
  Element b_;
  Element x_;
  Element y_;
};

/// The product that a processor must return for any operands, found without
/// the ladder. x != 0: k (x, y) on the curve of RecoverA, by BinaryCurve::Mul.
/// x = 0, b != 0: (0, y) for odd k, infinity for even k, on the curve or not.
/// x = 0, b = 0: (0, y) for k = 1, else infinity.
/// @throws std::invalid_argument if k is negative or has a bit >= m.
template <class Field>
BinaryPoint<typename Field::Element> ProcessorProduct(
    const Field& field, const typename Field::Element& b,
    const typename Field::Element& x, const typename Field::Element& y,
    const mpz_class& k);

extern template class BinaryCurve<Gf2mSpec>;
extern template class BinaryCurve<Gf2mField>;
extern template class BinaryLadder<Gf2mSpec>;
extern template class BinaryLadder<Gf2mField>;

}  // namespace golden

#endif  // CURVEBENCH_GOLDEN_BINARY_CURVE_H_
