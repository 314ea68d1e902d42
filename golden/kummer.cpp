// SPDX-License-Identifier: Apache-2.0
#include "golden/kummer.h"

#include <stdexcept>

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
  const KummerQuartic c = QuarticOf(*this);
  const auto& [x, y, z, t] = v;
  const mpz_class left =
      4 * c.e * c.e * mu[0] * mu[1] * mu[2] * mu[3] * x * y * z * t;
  const mpz_class root = x * x + y * y + z * z + t * t - c.f * (x * t + y * z) -
                         c.g * (x * z + y * t) - c.h * (x * y + z * t);
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
