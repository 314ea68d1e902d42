// SPDX-License-Identifier: Apache-2.0
#include "golden/binary_curve.h"

#include <string>

namespace golden {
namespace {

std::size_t ScalarBits(const mpz_class& k) {
  return k == 0 ? 0 : mpz_sizeinbase(k.get_mpz_t(), 2);
}

bool ScalarBit(const mpz_class& k, std::size_t i) {
  return mpz_tstbit(k.get_mpz_t(), i) != 0;
}

void CheckNotNegative(const mpz_class& k) {
  if (k < 0) {
    throw std::invalid_argument("scalar is negative; negate the point instead");
  }
}

void CheckKeyWidth(const mpz_class& k, unsigned m) {
  CheckNotNegative(k);
  if (ScalarBits(k) > m) {
    throw std::invalid_argument(
        "scalar 0x" + k.get_str(16) + " has more than " + std::to_string(m) +
        " bits, which the key register does not hold; reduce it modulo the "
        "order of the point");
  }
}

// (X : Y : Z) stands for (X/Z, Y/Z^2), Z = 0 for infinity, on
// Y^2 + XYZ = X^3 Z + a X^2 Z^2 + b Z^4.
template <class Field>
class LopezDahab {
 public:
  using Element = typename Field::Element;

  LopezDahab(const Field& field, const Element& a, const Element& b)
      : field_(field), a_(a), b_(b), X_(field.One()), Y_(), Z_(field.Zero()) {}

  void Double() {
    const Element X2 = field_.Sqr(X_);
    const Element Z2 = field_.Sqr(Z_);
    const Element bZ4 = field_.Mul(b_, field_.Sqr(Z2));
    const Element Z3 = field_.Mul(X2, Z2);
    const Element X3 = field_.Add(field_.Sqr(X2), bZ4);
    const Element sum =
        field_.Add(field_.Add(field_.Mul(a_, Z3), field_.Sqr(Y_)), bZ4);
    Y_ = field_.Add(field_.Mul(bZ4, Z3), field_.Mul(X3, sum));
    X_ = X3;
    Z_ = Z3;
  }

  void Add(const Element& x, const Element& y) {
    if (field_.IsZero(Z_)) {
      X_ = x;
      Y_ = y;
      Z_ = field_.One();
      return;
    }
    const Element Z2 = field_.Sqr(Z_);
    const Element A = field_.Add(Y_, field_.Mul(y, Z2));
    const Element B = field_.Add(X_, field_.Mul(x, Z_));
    if (field_.IsZero(B)) {
      // Same x: either the same point or its negative.
      if (field_.IsZero(A)) {
        Double();
      } else {
        Z_ = field_.Zero();
      }
      return;
    }
    const Element C = field_.Mul(Z_, B);
    const Element AC = field_.Mul(A, C);
    const Element Z3 = field_.Sqr(C);
    const Element X3 = field_.Add(
        field_.Add(field_.Sqr(A), AC),
        field_.Mul(field_.Sqr(B), field_.Add(C, field_.Mul(a_, Z2))));
    const Element D = field_.Add(field_.Mul(x, Z3), X3);
    Y_ = field_.Add(field_.Mul(D, field_.Add(AC, Z3)),
                    field_.Mul(field_.Add(x, y), field_.Sqr(Z3)));
    X_ = X3;
    Z_ = Z3;
  }

  BinaryPoint<Element> ToAffine() const {
    if (field_.IsZero(Z_)) return BinaryPoint<Element>::Infinity();
    const Element w = field_.Inverse(Z_);
    return {field_.Mul(X_, w), field_.Mul(Y_, field_.Sqr(w))};
  }

 private:
  const Field& field_;
  const Element& a_;
  const Element& b_;
  Element X_;
  Element Y_;
  Element Z_;
};

}  // namespace

template <class Field>
BinaryCurve<Field>::BinaryCurve(Field field, Element a, Element b)
    : field_(std::move(field)), a_(std::move(a)), b_(std::move(b)) {}

template <class Field>
bool BinaryCurve<Field>::Contains(const Point& p) const {
  if (p.is_infinity()) return true;
  const Element& x = p.x();
  const Element& y = p.y();
  if (field_.IsZero(b_) && field_.IsZero(x)) return false;
  const Element left = field_.Add(field_.Sqr(y), field_.Mul(x, y));
  const Element right =
      field_.Add(field_.Mul(field_.Sqr(x), field_.Add(x, a_)), b_);
  return left == right;
}

template <class Field>
typename BinaryCurve<Field>::Point BinaryCurve<Field>::Negate(
    const Point& p) const {
  if (p.is_infinity()) return p;
  return {p.x(), field_.Add(p.x(), p.y())};
}

template <class Field>
typename BinaryCurve<Field>::Point BinaryCurve<Field>::Double(
    const Point& p) const {
  if (p.is_infinity() || field_.IsZero(p.x())) return Point::Infinity();
  const Element slope =
      field_.Add(p.x(), field_.Mul(p.y(), field_.Inverse(p.x())));
  const Element x = field_.Add(field_.Add(field_.Sqr(slope), slope), a_);
  const Element y = field_.Add(field_.Sqr(p.x()),
                               field_.Mul(field_.Add(slope, field_.One()), x));
  return {x, y};
}

template <class Field>
typename BinaryCurve<Field>::Point BinaryCurve<Field>::Add(
    const Point& p, const Point& q) const {
  if (p.is_infinity()) return q;
  if (q.is_infinity()) return p;
  if (p.x() == q.x()) return p.y() == q.y() ? Double(p) : Point::Infinity();
  const Element dx = field_.Add(p.x(), q.x());
  const Element slope =
      field_.Mul(field_.Add(p.y(), q.y()), field_.Inverse(dx));
  const Element x =
      field_.Add(field_.Add(field_.Sqr(slope), slope), field_.Add(dx, a_));
  const Element y =
      field_.Add(field_.Add(field_.Mul(slope, field_.Add(p.x(), x)), x), p.y());
  return {x, y};
}

template <class Field>
void BinaryCurve<Field>::CheckProduct(const mpz_class& k,
                                      const Point& p) const {
  CheckNotNegative(k);
  if (!Contains(p)) {
    throw std::invalid_argument(
        "point (0x" + field_.ToMpz(p.x()).get_str(16) + ", 0x" +
        field_.ToMpz(p.y()).get_str(16) +
        ") is not on the curve; use RecoverA to find the a that it satisfies, "
        "or ProcessorProduct for what the hardware gives");
  }
}

template <class Field>
typename BinaryCurve<Field>::Point BinaryCurve<Field>::MulAffine(
    const mpz_class& k, const Point& p) const {
  CheckProduct(k, p);
  Point sum = Point::Infinity();
  for (std::size_t i = ScalarBits(k); i-- > 0;) {
    sum = Double(sum);
    if (ScalarBit(k, i)) sum = Add(sum, p);
  }
  return sum;
}

template <class Field>
typename BinaryCurve<Field>::Point BinaryCurve<Field>::Mul(
    const mpz_class& k, const Point& p) const {
  CheckProduct(k, p);
  if (p.is_infinity()) return p;
  LopezDahab<Field> sum(field_, a_, b_);
  for (std::size_t i = ScalarBits(k); i-- > 0;) {
    sum.Double();
    if (ScalarBit(k, i)) sum.Add(p.x(), p.y());
  }
  return sum.ToAffine();
}

template <class Field>
bool BinaryCurve<Field>::OrderDivides(const mpz_class& order,
                                      const Point& p) const {
  return Mul(order, p).is_infinity();
}

template <class Field>
std::optional<typename BinaryCurve<Field>::Point> BinaryCurve<Field>::LiftX(
    const Element& x) const {
  if (field_.IsZero(x)) {
    if (field_.IsZero(b_)) return std::nullopt;
    return PointOfOrder2();
  }
  // With y = x z: z^2 + z = x + a + b / x^2.
  const Element c = field_.Add(field_.Add(x, a_),
                               field_.Mul(b_, field_.Sqr(field_.Inverse(x))));
  const std::optional<Element> z = field_.SolveQuadratic(c);
  if (!z) return std::nullopt;
  return Point(x, field_.Mul(x, *z));
}

template <class Field>
typename BinaryCurve<Field>::Point BinaryCurve<Field>::RandomPoint(
    std::mt19937_64& rng) const {
  for (;;) {
    const std::optional<Point> p = LiftX(RandomElement(field_, rng));
    const bool negate = (rng() >> 63) != 0;
    if (p) return negate ? Negate(*p) : *p;
  }
}

template <class Field>
typename BinaryCurve<Field>::Point BinaryCurve<Field>::PointOfOrder2() const {
  if (field_.IsZero(b_)) {
    throw std::domain_error("a cubic with b = 0 has no point of order 2");
  }
  return {field_.Zero(), field_.Sqrt(b_)};
}

template <class Field>
std::vector<typename BinaryCurve<Field>::Point>
BinaryCurve<Field>::PointsOfOrder4() const {
  if (field_.IsZero(b_)) {
    throw std::domain_error("a cubic with b = 0 has no point of order 4");
  }
  const std::optional<Point> p = LiftX(field_.Sqrt(field_.Sqrt(b_)));
  if (!p) return {};
  return {*p, Negate(*p)};
}

template <class Field>
typename Field::Element RecoverA(const Field& field,
                                 const typename Field::Element& b,
                                 const typename Field::Element& x,
                                 const typename Field::Element& y) {
  if (field.IsZero(x)) {
    throw std::domain_error("no a follows from a point with x = 0");
  }
  const typename Field::Element x2 = field.Sqr(x);
  const typename Field::Element sum = field.Add(
      field.Add(field.Sqr(y), field.Mul(x, y)), field.Add(field.Mul(x2, x), b));
  return field.Mul(sum, field.Inverse(x2));
}

template <class Field>
BinaryLadder<Field>::BinaryLadder(Field field, Element b, Element x, Element y)
    : field_(std::move(field)),
      b_(std::move(b)),
      x_(std::move(x)),
      y_(std::move(y)) {}

template <class Field>
void BinaryLadder<Field>::CheckScalar(const mpz_class& k) const {
  CheckKeyWidth(k, field_.degree());
}

template <class Field>
typename BinaryLadder<Field>::State BinaryLadder<Field>::Initial() const {
  return {field_.One(), field_.Zero(), x_, field_.One()};
}

template <class Field>
typename BinaryLadder<Field>::State BinaryLadder<Field>::Step(
    const State& state, bool bit) const {
  State s = state;
  if (bit) {
    std::swap(s.X1, s.X2);
    std::swap(s.Z1, s.Z2);
  }
  const Element t = field_.Mul(s.X1, s.Z2);
  const Element u = field_.Mul(s.X2, s.Z1);
  s.Z2 = field_.Sqr(field_.Add(t, u));
  s.X2 = field_.Add(field_.Mul(t, u), field_.Mul(x_, s.Z2));
  const Element t2 = field_.Sqr(s.X1);
  const Element u2 = field_.Sqr(s.Z1);
  s.Z1 = field_.Mul(t2, u2);
  s.X1 = field_.Add(field_.Sqr(t2), field_.Mul(b_, field_.Sqr(u2)));
  if (bit) {
    std::swap(s.X1, s.X2);
    std::swap(s.Z1, s.Z2);
  }
  return s;
}

template <class Field>
std::vector<typename BinaryLadder<Field>::State> BinaryLadder<Field>::Trace(
    const mpz_class& k) const {
  CheckScalar(k);
  std::vector<State> states;
  states.reserve(field_.degree() + 1);
  states.push_back(Initial());
  for (unsigned i = field_.degree(); i-- > 0;) {
    states.push_back(Step(states.back(), ScalarBit(k, i)));
  }
  return states;
}

template <class Field>
LadderRecovery<typename Field::Element> BinaryLadder<Field>::Recover(
    const State& s) const {
  const Element xZ1 = field_.Mul(x_, s.Z1);
  const Element xZ2 = field_.Mul(x_, s.Z2);
  const Element Z1Z2 = field_.Mul(s.Z1, s.Z2);
  const Element w = field_.InverseOrZero(field_.Mul(xZ1, s.Z2));
  const Element x_q = field_.Mul(field_.Mul(s.X1, xZ2), w);
  const Element bracket =
      field_.Add(field_.Mul(field_.Add(s.X1, xZ1), field_.Add(s.X2, xZ2)),
                 field_.Mul(field_.Add(field_.Sqr(x_), y_), Z1Z2));
  const Element y_q =
      field_.Add(field_.Mul(field_.Mul(field_.Add(x_q, x_), bracket), w), y_);
  BinaryPoint<Element> result(x_q, y_q);
  if (field_.IsZero(s.Z1)) {
    result = BinaryPoint<Element>::Infinity();
  } else if (field_.IsZero(s.Z2)) {
    result = BinaryPoint<Element>(x_, field_.Add(x_, y_));
  }
  return {xZ1, xZ2, Z1Z2, w, x_q, y_q, result};
}

template <class Field>
BinaryPoint<typename Field::Element> BinaryLadder<Field>::Mul(
    const mpz_class& k) const {
  CheckScalar(k);
  State state = Initial();
  for (unsigned i = field_.degree(); i-- > 0;) {
    state = Step(state, ScalarBit(k, i));
  }
  return Recover(state).result;
}

template <class Field>
BinaryPoint<typename Field::Element> ProcessorProduct(
    const Field& field, const typename Field::Element& b,
    const typename Field::Element& x, const typename Field::Element& y,
    const mpz_class& k) {
  using Point = BinaryPoint<typename Field::Element>;
  CheckKeyWidth(k, field.degree());
  if (field.IsZero(x)) {
    const bool returns_p = field.IsZero(b) ? k == 1 : ScalarBit(k, 0);
    return returns_p ? Point(x, y) : Point::Infinity();
  }
  const BinaryCurve<Field> curve(field, RecoverA(field, b, x, y), b);
  return curve.Mul(k, Point(x, y));
}

template class BinaryCurve<Gf2mSpec>;
template class BinaryCurve<Gf2mField>;
template class BinaryLadder<Gf2mSpec>;
template class BinaryLadder<Gf2mField>;
template Gf2mSpec::Element RecoverA(const Gf2mSpec&, const Gf2mSpec::Element&,
                                    const Gf2mSpec::Element&,
                                    const Gf2mSpec::Element&);
template Gf2mField::Element RecoverA(const Gf2mField&,
                                     const Gf2mField::Element&,
                                     const Gf2mField::Element&,
                                     const Gf2mField::Element&);
template BinaryPoint<Gf2mSpec::Element> ProcessorProduct(
    const Gf2mSpec&, const Gf2mSpec::Element&, const Gf2mSpec::Element&,
    const Gf2mSpec::Element&, const mpz_class&);
template BinaryPoint<Gf2mField::Element> ProcessorProduct(
    const Gf2mField&, const Gf2mField::Element&, const Gf2mField::Element&,
    const Gf2mField::Element&, const mpz_class&);

}  // namespace golden
