// SPDX-License-Identifier: Apache-2.0
#include "golden/kummer.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace golden {

namespace {

mpz_class Inverse(const mpz_class& value, const mpz_class& p) {
  mpz_class inverse;
  if (mpz_invert(inverse.get_mpz_t(), value.get_mpz_t(), p.get_mpz_t()) == 0) {
    throw std::domain_error("a value has no inverse modulo p: give a unit");
  }
  return inverse;
}

KummerPoint Times(const KummerPoint& a, const KummerPoint& b,
                  const mpz_class& p) {
  KummerPoint r;
  for (size_t i = 0; i < 4; ++i) r[i] = a[i] * b[i] % p;
  return r;
}

bool Degenerate(const KummerPoint& mu, const mpz_class& p) {
  const KummerPoint hat = Hadamard(mu, p);
  for (size_t i = 0; i < 4; ++i) {
    if (gcd(mu[i], p) != 1 || gcd(hat[i], p) != 1) return true;
  }
  const auto& [a, b, c, d] = mu;
  for (const mpz_class& minor :
       {mpz_class(a * d - b * c), mpz_class(a * c - b * d),
        mpz_class(a * b - c * d)}) {
    if (gcd(minor, p) != 1) return true;
  }
  return false;
}

}  // namespace

mpz_class Residue(const mpz_class& value, const mpz_class& p) {
  mpz_class r;
  mpz_mod(r.get_mpz_t(), value.get_mpz_t(), p.get_mpz_t());
  return r;
}

KummerPoint Hadamard(const KummerPoint& v, const mpz_class& p) {
  const mpz_class a = v[0] + v[1], b = v[2] + v[3];
  const mpz_class c = v[0] - v[1], d = v[2] - v[3];
  return {Residue(a + b, p), Residue(a - b, p), Residue(c + d, p),
          Residue(c - d, p)};
}

KummerPair KummerSurface::DoubleAdd(const KummerPoint& v1,
                                    const KummerPoint& v2,
                                    const KummerWrapped& difference) const {
  const KummerPoint a = Hadamard(v1, p), b = Hadamard(v2, p);
  KummerPoint d = Times(Times(a, a, p), e_hat, p);
  KummerPoint q = Times(Times(b, a, p), e_hat, p);
  d = Hadamard(d, p);
  q = Hadamard(q, p);
  d = Times(Times(d, d, p), e, p);
  q = Times(q, q, p);
  for (size_t i = 1; i < 4; ++i) q[i] = q[i] * difference[i - 1] % p;
  return {d, q};
}

KummerPair KummerSurface::Ladder(const mpz_class& k, const KummerWrapped& base,
                                 unsigned m) const {
  KummerPair v = {mu, Unwrap(base)};
  for (unsigned i = m; i-- > 0;) {
    const bool bit = mpz_tstbit(k.get_mpz_t(), i);
    if (bit) std::swap(v.v1, v.v2);
    v = DoubleAdd(v.v1, v.v2, base);
    if (bit) std::swap(v.v1, v.v2);
  }
  return v;
}

KummerPoint KummerSurface::Add(const KummerPoint& v1, const KummerPoint& v2,
                               const KummerPoint& difference) const {
  const KummerPoint h = Hadamard(mu, p);
  KummerPoint u = Times(Hadamard(v1, p), Hadamard(v2, p), p);
  for (size_t i = 0; i < 4; ++i) u[i] = u[i] * Inverse(h[i], p) % p;
  u = Hadamard(u, p);
  u = Times(u, u, p);
  for (size_t i = 0; i < 4; ++i) u[i] = u[i] * Inverse(difference[i], p) % p;
  return u;
}

KummerPoint KummerSurface::Double(const KummerPoint& v) const {
  return Add(v, v, mu);
}

KummerQuartic QuarticOf(const KummerSurface& s) {
  const auto& [a, b, c, d] = s.mu;
  const mpz_class& p = s.p;
  const mpz_class ad = Residue(a * d - b * c, p);
  const mpz_class ac = Residue(a * c - b * d, p);
  const mpz_class ab = Residue(a * b - c * d, p);
  const KummerPoint h = Hadamard(s.mu, p);
  const auto over = [&p](const mpz_class& numerator,
                         const mpz_class& denominator) {
    return Residue(numerator * Inverse(denominator, p), p);
  };
  return {over(h[0] * h[1] * h[2] * h[3], ad * ac * ab),
          over(a * a - b * b - c * c + d * d, ad),
          over(a * a - b * b + c * c - d * d, ac),
          over(a * a + b * b - c * c - d * d, ab)};
}

bool KummerSurface::Contains(const KummerPoint& v) const {
  const auto& [a, b, c, d] = mu;
  const auto& [x, y, z, t] = v;
  const mpz_class ad = a * d - b * c, ac = a * c - b * d, ab = a * b - c * d;
  const mpz_class f = a * a - b * b - c * c + d * d;
  const mpz_class g = a * a - b * b + c * c - d * d;
  const mpz_class h = a * a + b * b - c * c - d * d;
  const KummerPoint hat = Hadamard(mu, p);
  const mpz_class n = hat[0] * hat[1] * hat[2] * hat[3];
  const mpz_class left = 4 * n * n * a * b * c * d * x * y * z * t;
  const mpz_class root = ad * ac * ab * (x * x + y * y + z * z + t * t) -
                         f * ac * ab * (x * t + y * z) -
                         g * ad * ab * (x * z + y * t) -
                         h * ad * ac * (x * y + z * t);
  return Residue(left - root * root, p) == 0;
}

bool KummerSurface::Same(const KummerPoint& a, const KummerPoint& b) const {
  const auto zero = [this](const KummerPoint& v) {
    for (const mpz_class& c : v) {
      if (Residue(c, p) != 0) return false;
    }
    return true;
  };
  if (zero(a) || zero(b)) return false;
  for (size_t i = 0; i < 4; ++i) {
    for (size_t j = i + 1; j < 4; ++j) {
      if (Residue(a[i] * b[j] - a[j] * b[i], p) != 0) return false;
    }
  }
  return true;
}

std::optional<KummerWrapped> KummerSurface::Wrap(const KummerPoint& a) const {
  for (const mpz_class& c : a) {
    if (gcd(Residue(c, p), p) != 1) return std::nullopt;
  }
  KummerWrapped w;
  for (size_t i = 0; i < 3; ++i) w[i] = a[0] * Inverse(a[i + 1], p) % p;
  return w;
}

KummerPoint KummerSurface::Unwrap(const KummerWrapped& w) const {
  const mpz_class yz = w[0] * w[1] % p;
  return {yz * w[2] % p, w[1] * w[2] % p, w[0] * w[2] % p, yz};
}

std::optional<KummerSurface> SurfaceFromMu(const mpz_class& p,
                                           const KummerPoint& mu) {
  if (Degenerate(mu, p)) return std::nullopt;
  KummerSurface s;
  s.p = p;
  const KummerPoint hat = Hadamard(mu, p);
  for (size_t i = 0; i < 4; ++i) {
    s.mu[i] = Residue(mu[i], p);
    s.e[i] = Inverse(s.mu[i], p);
    s.e_hat[i] = Inverse(hat[i], p);
  }
  return s;
}

namespace {

/// Polynomials over GF(p), lowest coefficient first, monic where they divide.
class RootFinder {
 public:
  using Poly = std::vector<mpz_class>;

  explicit RootFinder(const mpz_class& p) : p_(p) {}

  /// @param f monic, of degree 1 or more
  std::optional<mpz_class> Root(const Poly& f, mpz_class pick) const {
    // The product of the linear factors divides T^p - T.
    Poly g = Gcd(f, Minus(Power({0, 1}, p_, f), {0, 1}));
    if (g.size() < 2) return std::nullopt;
    while (g.size() > 2) {
      // About half of the roots make T + pick a square.
      Poly half = Power({Residue(pick++, p_), 1}, (p_ - 1) / 2, g);
      half = Gcd(g, Minus(std::move(half), {1}));
      if (half.size() >= 2 && half.size() < g.size()) g = half;
    }
    return Residue(-g[0], p_);
  }

 private:
  Poly Trim(Poly f) const {
    for (mpz_class& c : f) c = Residue(c, p_);
    while (!f.empty() && f.back() == 0) f.pop_back();
    return f;
  }
  Poly Minus(Poly f, const Poly& g) const {
    f.resize(std::max(f.size(), g.size()));
    for (size_t i = 0; i < g.size(); ++i) f[i] -= g[i];
    return Trim(f);
  }
  Poly Modulo(Poly f, const Poly& monic) const {
    f = Trim(f);
    while (f.size() >= monic.size()) {
      const mpz_class top = f.back();
      const size_t shift = f.size() - monic.size();
      for (size_t i = 0; i < monic.size(); ++i) f[shift + i] -= top * monic[i];
      f = Trim(f);
    }
    return f;
  }
  Poly Gcd(Poly f, Poly g) const {
    while (!g.empty()) {
      const mpz_class scale = Inverse(g.back(), p_);
      for (mpz_class& c : g) c = c * scale % p_;
      f = Modulo(f, g);
      f.swap(g);
    }
    return f;
  }
  Poly Power(const Poly& base, const mpz_class& exponent,
             const Poly& monic) const {
    Poly power = Modulo({1}, monic);
    for (size_t i = mpz_sizeinbase(exponent.get_mpz_t(), 2); i-- > 0;) {
      power = Product(power, power, monic);
      if (mpz_tstbit(exponent.get_mpz_t(), i)) {
        power = Product(power, base, monic);
      }
    }
    return power;
  }
  Poly Product(const Poly& f, const Poly& g, const Poly& monic) const {
    Poly r(f.size() + g.size());
    for (size_t i = 0; i < f.size(); ++i) {
      for (size_t j = 0; j < g.size(); ++j) r[i + j] += f[i] * g[j];
    }
    return Modulo(std::move(r), monic);
  }

  const mpz_class p_;
};

}  // namespace

std::optional<KummerPoint> PointAbove(const KummerSurface& s,
                                      const std::array<mpz_class, 3>& xyz,
                                      const mpz_class& pick) {
  const KummerQuartic q = QuarticOf(s);
  const auto& [x, y, z] = xyz;
  // (T^2 + b T + c)^2 - l T
  const mpz_class b = -q.f * x - q.g * y - q.h * z;
  const mpz_class c =
      x * x + y * y + z * z - q.f * y * z - q.g * x * z - q.h * x * y;
  const mpz_class l =
      4 * q.e * q.e * s.mu[0] * s.mu[1] * s.mu[2] * s.mu[3] * x * y * z;
  RootFinder::Poly f = {c * c, 2 * b * c - l, b * b + 2 * c, 2 * b, 1};
  for (mpz_class& coefficient : f) coefficient = Residue(coefficient, s.p);
  const auto t = RootFinder(s.p).Root(f, pick);
  if (!t) return std::nullopt;
  return KummerPoint{Residue(x, s.p), Residue(y, s.p), Residue(z, s.p), *t};
}

KummerStandard GaudrySchost() {
  KummerStandard k;
  KummerSurface& s = k.surface;
  s.p = (mpz_class(1) << 127) - 1;
  const long mu[] = {-11, 22, 19, 3};
  const long e[] = {-114, 57, 66, 418};
  const long e_hat[] = {-833, 2499, 1617, 561};
  for (size_t i = 0; i < 4; ++i) {
    s.mu[i] = Residue(mu[i], s.p);
    s.e[i] = Residue(e[i], s.p);
    s.e_hat[i] = Residue(e_hat[i], s.p);
  }
  k.order = mpz_class(
      "18092513943330655534146759550502905989235088436359413130777672978011"
      "79626051");
  k.twist_order = mpz_class(
      "18092513943330655535719173264712065214413061743996835585716726235463"
      "56726339");
  k.base = {mpz_class("1be0c3dc2049c2e7aeb351a64e931a48", 16),
            mpz_class("23b416cd8eaba63064659818e07e36df", 16),
            mpz_class("5db35c384447a24dc7ae3d057215441e", 16)};
  k.twist_base = {6, mpz_class("6b373971f8a71f9d56c7af4d6b1e3068", 16), 1};
  return k;
}

}  // namespace golden
