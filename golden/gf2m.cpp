// SPDX-License-Identifier: Apache-2.0
#include "golden/gf2m.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace golden {
namespace {

using Limb = std::uint64_t;
constexpr unsigned kLimbBits = 64;
// Up to this degree a product fits in one limb.
constexpr unsigned kSmallDegree = 32;

std::size_t BitLength(const mpz_class& value) {
  return value == 0 ? 0 : mpz_sizeinbase(value.get_mpz_t(), 2);
}

void CheckExponents(const std::vector<unsigned>& exponents,
                    unsigned max_degree) {
  if (exponents.size() < 2 || exponents.back() != 0) {
    throw std::invalid_argument(
        "field polynomial: give the exponents in descending order, ending in "
        "0, e.g. {233, 74, 0}");
  }
  for (std::size_t i = 1; i < exponents.size(); ++i) {
    if (exponents[i - 1] <= exponents[i]) {
      throw std::invalid_argument(
          "field polynomial: exponents must be strictly descending, but " +
          std::to_string(exponents[i - 1]) + " stands before " +
          std::to_string(exponents[i]));
    }
  }
  if (exponents.front() < 2 || exponents.front() > max_degree) {
    throw std::invalid_argument(
        "field polynomial: degree " + std::to_string(exponents.front()) +
        " is outside [2, " + std::to_string(max_degree) + "]");
  }
}

mpz_class PolynomialFromExponents(const std::vector<unsigned>& exponents) {
  mpz_class value;
  for (unsigned e : exponents) mpz_setbit(value.get_mpz_t(), e);
  return value;
}

mpz_class PolynomialGcd(mpz_class a, mpz_class b) {
  while (b != 0) {
    while (BitLength(a) >= BitLength(b)) {
      a ^= b << (BitLength(a) - BitLength(b));
    }
    std::swap(a, b);
  }
  return a;
}

// Rabin's test with the Frobenius map of `field`, which needs only that its
// polynomial f has degree m: x^(2^m) = x mod f, and x^(2^(m/p)) - x prime to f
// for every prime p that divides m.
template <class Field>
bool IsIrreducible(const Field& field) {
  const unsigned m = field.degree();
  const mpz_class modulus = PolynomialFromExponents(field.exponents());
  typename Field::Element power = field.FromMpz(2);
  for (unsigned i = 1; i <= m; ++i) {
    power = field.Sqr(power);
    if (i == m) return field.ToMpz(power) == 2;
    if (m % i != 0) continue;
    const unsigned p = m / i;
    bool p_is_prime = true;
    for (unsigned d = 2; d * d <= p; ++d) p_is_prime &= p % d != 0;
    const mpz_class difference = field.ToMpz(power) ^ 2;
    if (p_is_prime && PolynomialGcd(modulus, difference) != 1) return false;
  }
  return false;
}

void ThrowReducible() {
  throw std::invalid_argument(
      "field polynomial is reducible: there is no such field; check the "
      "exponents");
}

mpz_class BytesToMpz(std::span<const std::uint8_t> bytes) {
  mpz_class value;
  mpz_import(value.get_mpz_t(), bytes.size(), 1, 1, 1, 0, bytes.data());
  return value;
}

std::vector<std::uint8_t> MpzToBytes(const mpz_class& value, unsigned degree,
                                     std::size_t width) {
  const std::size_t needed = (degree + 7) / 8;
  if (width == 0) width = needed;
  if (width < needed) {
    throw std::invalid_argument("an element of GF(2^" + std::to_string(degree) +
                                ") needs " + std::to_string(needed) +
                                " bytes, but a width of " +
                                std::to_string(width) + " was asked for");
  }
  std::vector<std::uint8_t> bytes(width, 0);
  const std::size_t used = (BitLength(value) + 7) / 8;
  mpz_export(bytes.data() + (width - used), nullptr, 1, 1, 1, 0,
             value.get_mpz_t());
  return bytes;
}

void CheckElement(const mpz_class& value, unsigned degree) {
  if (value < 0 || BitLength(value) > degree) {
    throw std::invalid_argument(
        "0x" + value.get_str(16) + " is not an element of GF(2^" +
        std::to_string(degree) + "): it must have at most " +
        std::to_string(degree) + " bits; reduce it first");
  }
}

template <class Field>
typename Field::Element ComputeHalfTrace(const Field& field,
                                         const typename Field::Element& a) {
  if (field.degree() % 2 == 0) {
    throw std::logic_error("the half-trace exists only for odd m; m is " +
                           std::to_string(field.degree()) +
                           ": use SolveQuadratic");
  }
  typename Field::Element sum = a;
  for (unsigned i = 0; i < (field.degree() - 1) / 2; ++i) {
    sum = field.Add(field.Sqr(field.Sqr(sum)), a);
  }
  return sum;
}

// Odd m: half-trace. Even m: IEEE Std 1363-2000, A.4.7, with the first power
// of x that has trace 1 in place of a random element.
template <class Field>
std::optional<typename Field::Element> Solve(const Field& field,
                                             const typename Field::Element& c) {
  if (field.Trace(c)) return std::nullopt;
  if (field.degree() % 2 == 1) return field.HalfTrace(c);
  typename Field::Element tau = field.One();
  const typename Field::Element x = field.FromMpz(2);
  while (!field.Trace(tau)) tau = field.Mul(tau, x);
  typename Field::Element z = field.Zero();
  typename Field::Element w = c;
  for (unsigned i = 1; i < field.degree(); ++i) {
    const typename Field::Element w2 = field.Sqr(w);
    z = field.Add(field.Sqr(z), field.Mul(w2, tau));
    w = field.Add(w2, c);
  }
  return z;
}

// ---- carry-less products of limb vectors ----

template <std::size_t N>
void MultiplyPortable(const Limb* a, const Limb* b, Limb* product) {
  // table[u] = u(x) b(x), N + 1 limbs, for all u of degree below 4.
  std::array<std::array<Limb, N + 1>, 16> table{};
  std::copy(b, b + N, table[1].begin());
  for (std::size_t u = 2; u < 16; u += 2) {
    const auto& half = table[u / 2];
    table[u][0] = half[0] << 1;
    for (std::size_t j = 1; j <= N; ++j) {
      table[u][j] = half[j] << 1 | half[j - 1] >> (kLimbBits - 1);
    }
    for (std::size_t j = 0; j <= N; ++j) {
      table[u + 1][j] = table[u][j] ^ table[1][j];
    }
  }
  std::array<Limb, 2 * N> sum{};
  for (int shift = kLimbBits - 4; shift >= 0; shift -= 4) {
    for (std::size_t i = 0; i < N; ++i) {
      const auto& row = table[a[i] >> shift & 15];
      for (std::size_t j = 0; j <= N; ++j) sum[i + j] ^= row[j];
    }
    if (shift == 0) break;
    for (std::size_t j = 2 * N - 1; j > 0; --j) {
      sum[j] = sum[j] << 4 | sum[j - 1] >> (kLimbBits - 4);
    }
    sum[0] <<= 4;
  }
  std::copy(sum.begin(), sum.end(), product);
}

// Moves bit i of a 32-bit value to bit 2i.
Limb Spread(std::uint32_t value) {
  Limb x = value;
  x = (x | x << 16) & 0x0000ffff0000ffffU;
  x = (x | x << 8) & 0x00ff00ff00ff00ffU;
  x = (x | x << 4) & 0x0f0f0f0f0f0f0f0fU;
  x = (x | x << 2) & 0x3333333333333333U;
  x = (x | x << 1) & 0x5555555555555555U;
  return x;
}

void SquarePortable(const Limb* a, Limb* square, std::size_t limbs) {
  for (std::size_t i = 0; i < limbs; ++i) {
    square[2 * i] = Spread(static_cast<std::uint32_t>(a[i]));
    square[2 * i + 1] = Spread(static_cast<std::uint32_t>(a[i] >> 32));
  }
}

#if defined(__x86_64__)
template <std::size_t N>
__attribute__((target("pclmul,sse2"))) void MultiplyPclmul(const Limb* a,
                                                           const Limb* b,
                                                           Limb* product) {
  __m128i column[2 * N - 1];
  for (auto& c : column) c = _mm_setzero_si128();
  for (std::size_t i = 0; i < N; ++i) {
    const __m128i ai = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(a + i));
    for (std::size_t j = 0; j < N; ++j) {
      const __m128i bj =
          _mm_loadl_epi64(reinterpret_cast<const __m128i*>(b + j));
      column[i + j] =
          _mm_xor_si128(column[i + j], _mm_clmulepi64_si128(ai, bj, 0));
    }
  }
  Limb carry = 0;
  for (std::size_t k = 0; k < 2 * N - 1; ++k) {
    Limb pair[2];
    _mm_storeu_si128(reinterpret_cast<__m128i*>(pair), column[k]);
    product[k] = pair[0] ^ carry;
    carry = pair[1];
  }
  product[2 * N - 1] = carry;
}

__attribute__((target("pclmul,sse2"))) void SquarePclmul(const Limb* a,
                                                         Limb* square,
                                                         std::size_t limbs) {
  for (std::size_t i = 0; i < limbs; ++i) {
    const __m128i ai = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(a + i));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(square + 2 * i),
                     _mm_clmulepi64_si128(ai, ai, 0));
  }
}
#endif

using MulFunction = void (*)(const Limb*, const Limb*, Limb*);

template <std::size_t... I>
MulFunction SelectPortable(std::size_t limbs, std::index_sequence<I...>) {
  constexpr std::array<MulFunction, sizeof...(I)> kTable = {
      &MultiplyPortable<I + 1>...};
  return kTable.at(limbs - 1);
}

#if defined(__x86_64__)
template <std::size_t... I>
MulFunction SelectPclmul(std::size_t limbs, std::index_sequence<I...>) {
  constexpr std::array<MulFunction, sizeof...(I)> kTable = {
      &MultiplyPclmul<I + 1>...};
  return kTable.at(limbs - 1);
}
#endif

// ---- helpers on limb arrays ----

template <std::size_t N>
void XorShiftedLeft(std::array<Limb, N>& target,
                    const std::array<Limb, N>& value, unsigned shift) {
  const std::size_t words = shift / kLimbBits;
  const unsigned bits = shift % kLimbBits;
  for (std::size_t i = N; i-- > words;) {
    Limb limb = value[i - words] << bits;
    if (bits != 0 && i > words) {
      limb |= value[i - words - 1] >> (kLimbBits - bits);
    }
    target[i] ^= limb;
  }
}

// Degree of the polynomial, -1 for 0.
template <std::size_t N>
int PolynomialDegree(const std::array<Limb, N>& value) {
  for (std::size_t i = N; i-- > 0;) {
    if (value[i] != 0) {
      return static_cast<int>(kLimbBits * i) +
             static_cast<int>(std::bit_width(value[i])) - 1;
    }
  }
  return -1;
}

}  // namespace

// ---- Gf2mSpec ----

Gf2mSpec::Gf2mSpec(std::vector<unsigned> exponents)
    : exponents_(std::move(exponents)) {
  CheckExponents(exponents_, 4096);
  modulus_ = PolynomialFromExponents(exponents_);
  if (!IsIrreducible(*this)) ThrowReducible();
}

void Gf2mSpec::CheckRange(const Element& a) const { CheckElement(a, degree()); }

Gf2mSpec::Element Gf2mSpec::FromMpz(const mpz_class& value) const {
  CheckRange(value);
  return value;
}

Gf2mSpec::Element Gf2mSpec::FromBytes(
    std::span<const std::uint8_t> bytes) const {
  return FromMpz(BytesToMpz(bytes));
}

std::vector<std::uint8_t> Gf2mSpec::ToBytes(const Element& a,
                                            std::size_t width) const {
  CheckRange(a);
  return MpzToBytes(a, degree(), width);
}

Gf2mSpec::Element Gf2mSpec::Reduce(mpz_class value) const {
  if (value < 0) {
    throw std::invalid_argument("Reduce: a polynomial is not negative");
  }
  while (BitLength(value) > degree()) {
    value ^= modulus_ << (BitLength(value) - 1 - degree());
  }
  return value;
}

Gf2mSpec::Element Gf2mSpec::Add(const Element& a, const Element& b) const {
  CheckRange(a);
  CheckRange(b);
  return a ^ b;
}

Gf2mSpec::Element Gf2mSpec::Mul(const Element& a, const Element& b) const {
  CheckRange(a);
  CheckRange(b);
  mpz_class sum = 0;
  for (unsigned i = degree(); i-- > 0;) {
    sum <<= 1;
    if (mpz_tstbit(sum.get_mpz_t(), degree()) != 0) sum ^= modulus_;
    if (mpz_tstbit(a.get_mpz_t(), i) != 0) sum ^= b;
  }
  return sum;
}

Gf2mSpec::Element Gf2mSpec::Sqr(const Element& a) const { return Mul(a, a); }

Gf2mSpec::Element Gf2mSpec::Inverse(const Element& a) const {
  CheckRange(a);
  if (a == 0) {
    throw std::domain_error(
        "0 has no inverse; use InverseOrZero for the hardware's convention");
  }
  // Invariants: g1 a = u and g2 a = v modulo the field polynomial.
  mpz_class u = a;
  mpz_class v = modulus_;
  mpz_class g1 = 1;
  mpz_class g2 = 0;
  while (u != 1) {
    if (BitLength(u) < BitLength(v)) {
      std::swap(u, v);
      std::swap(g1, g2);
    }
    const std::size_t shift = BitLength(u) - BitLength(v);
    u ^= v << shift;
    g1 ^= g2 << shift;
  }
  return Reduce(g1);
}

Gf2mSpec::Element Gf2mSpec::InverseOrZero(const Element& a) const {
  return a == 0 ? Element(0) : Inverse(a);
}

Gf2mSpec::Element Gf2mSpec::Sqrt(const Element& a) const {
  Element root = a;
  for (unsigned i = 1; i < degree(); ++i) root = Sqr(root);
  return root;
}

bool Gf2mSpec::Trace(const Element& a) const {
  Element sum = a;
  Element power = a;
  for (unsigned i = 1; i < degree(); ++i) {
    power = Sqr(power);
    sum = Add(sum, power);
  }
  return sum == 1;
}

Gf2mSpec::Element Gf2mSpec::HalfTrace(const Element& a) const {
  return ComputeHalfTrace(*this, a);
}

std::optional<Gf2mSpec::Element> Gf2mSpec::SolveQuadratic(
    const Element& c) const {
  return Solve(*this, c);
}

// ---- Gf2mField ----

bool Gf2mField::HasPclmul() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("pclmul") != 0;
#else
  return false;
#endif
}

Gf2mField::Gf2mField(std::vector<unsigned> exponents, CarrylessMultiply method)
    : exponents_(std::move(exponents)), method_(method) {
  CheckExponents(exponents_, kMaxDegree);
  if (exponents_.size() != 3 && exponents_.size() != 5) {
    throw std::invalid_argument(
        "field polynomial: Gf2mField takes a trinomial or a pentanomial, not " +
        std::to_string(exponents_.size()) + " terms; use Gf2mSpec");
  }
  if (method_ == CarrylessMultiply::kAuto) {
    method_ =
        HasPclmul() ? CarrylessMultiply::kPclmul : CarrylessMultiply::kPortable;
  }
  if (method_ == CarrylessMultiply::kPclmul && !HasPclmul()) {
    throw std::runtime_error(
        "this processor has no PCLMULQDQ; use CarrylessMultiply::kAuto");
  }
  limbs_ = (degree() + kLimbBits - 1) / kLimbBits;
  word_folds_ = degree() - exponents_[1] >= kLimbBits;
  constexpr std::make_index_sequence<Gf2mElement::kLimbs> kSizes{};
  multiply_ = SelectPortable(limbs_, kSizes);
  square_ = &SquarePortable;
#if defined(__x86_64__)
  if (method_ == CarrylessMultiply::kPclmul) {
    multiply_ = SelectPclmul(limbs_, kSizes);
    square_ = &SquarePclmul;
  }
#endif
  for (unsigned e : exponents_) {
    modulus_.limbs[e / kLimbBits] |= Limb{1} << e % kLimbBits;
  }
  if (!IsIrreducible(*this)) ThrowReducible();
  // Traces of 1, x, ..., x^(m-1) by Newton's identities for the power sums of
  // the roots of the field polynomial.
  std::vector<bool> trace(degree());
  trace[0] = degree() % 2 == 1;
  for (unsigned i = 1; i < degree(); ++i) {
    for (std::size_t t = 1; t < exponents_.size(); ++t) {
      const unsigned j = degree() - exponents_[t];
      if (j < i) trace[i] = trace[i] != trace[i - j];
      if (j == i && i % 2 == 1) trace[i] = !trace[i];
    }
  }
  for (unsigned i = 0; i < degree(); ++i) {
    if (trace[i]) trace_mask_.limbs[i / kLimbBits] |= Limb{1} << i % kLimbBits;
  }
}

Gf2mField::Element Gf2mField::One() const {
  Element one;
  one.limbs[0] = 1;
  return one;
}

Gf2mField::Element Gf2mField::FromMpz(const mpz_class& value) const {
  CheckElement(value, degree());
  Element a;
  mpz_export(a.limbs.data(), nullptr, -1, sizeof(Limb), 0, 0,
             value.get_mpz_t());
  return a;
}

mpz_class Gf2mField::ToMpz(const Element& a) const {
  mpz_class value;
  mpz_import(value.get_mpz_t(), a.limbs.size(), -1, sizeof(Limb), 0, 0,
             a.limbs.data());
  return value;
}

Gf2mField::Element Gf2mField::FromBytes(
    std::span<const std::uint8_t> bytes) const {
  return FromMpz(BytesToMpz(bytes));
}

std::vector<std::uint8_t> Gf2mField::ToBytes(const Element& a,
                                             std::size_t width) const {
  return MpzToBytes(ToMpz(a), degree(), width);
}

Gf2mField::Element Gf2mField::Add(const Element& a, const Element& b) const {
  Element sum;
  for (std::size_t i = 0; i < a.limbs.size(); ++i) {
    sum.limbs[i] = a.limbs[i] ^ b.limbs[i];
  }
  return sum;
}

Gf2mField::Element Gf2mField::Mul(const Element& a, const Element& b) const {
  Wide wide;
  multiply_(a.limbs.data(), b.limbs.data(), wide.data());
  return Reduce(wide);
}

Gf2mField::Element Gf2mField::Sqr(const Element& a) const {
  Wide wide;
  square_(a.limbs.data(), wide.data(), limbs_);
  return Reduce(wide);
}

// Only the first 2 * limbs_ limbs of `wide` are set.
Gf2mField::Element Gf2mField::Reduce(Wide& wide) const {
  if (word_folds_) return ReduceByWords(wide);
  return degree() <= kSmallDegree ? ReduceSmall(wide)
                                  : ReduceByVectorFolds(wide);
}

// x^m = sum of x^e: a limb at bit 64i moves down by m - e bits for each e. As
// m - e >= 64 no limb folds onto itself, so one pass from the top is exact.
Gf2mField::Element Gf2mField::ReduceByWords(Wide& wide) const {
  const std::size_t top = degree() / kLimbBits;
  const unsigned top_bits = degree() % kLimbBits;
  const std::size_t lowest_whole = top_bits == 0 ? top : top + 1;
  for (std::size_t i = 2 * limbs_; i-- > lowest_whole;) {
    const Limb limb = wide[i];
    for (std::size_t t = 1; t < exponents_.size(); ++t) {
      const unsigned down = degree() - exponents_[t];
      const std::size_t j = i - down / kLimbBits;
      const unsigned bits = down % kLimbBits;
      wide[j] ^= limb >> bits;
      if (bits != 0) wide[j - 1] ^= limb << (kLimbBits - bits);
    }
  }
  if (top_bits != 0) {
    const Limb limb = wide[top] >> top_bits;
    wide[top] &= (Limb{1} << top_bits) - 1;
    for (std::size_t t = 1; t < exponents_.size(); ++t) {
      const std::size_t j = exponents_[t] / kLimbBits;
      const unsigned bits = exponents_[t] % kLimbBits;
      wide[j] ^= limb << bits;
      if (bits != 0) wide[j + 1] ^= limb >> (kLimbBits - bits);
    }
  }
  Element a;
  std::copy_n(wide.begin(), limbs_, a.limbs.begin());
  return a;
}

Gf2mField::Element Gf2mField::ReduceSmall(const Wide& wide) const {
  Limb value = wide[0];
  while (const Limb high = value >> degree()) {
    value &= (Limb{1} << degree()) - 1;
    for (std::size_t t = 1; t < exponents_.size(); ++t) {
      value ^= high << exponents_[t];
    }
  }
  Element a;
  a.limbs[0] = value;
  return a;
}

// For larger m whose second exponent lies less than a limb below: fold the
// whole part at or above m until nothing is left.
Gf2mField::Element Gf2mField::ReduceByVectorFolds(Wide& wide) const {
  std::fill(wide.begin() + 2 * limbs_, wide.end(), 0);
  const std::size_t top = degree() / kLimbBits;
  const unsigned top_bits = degree() % kLimbBits;
  while (PolynomialDegree(wide) >= static_cast<int>(degree())) {
    Wide high{};
    for (std::size_t i = top; i < 2 * limbs_; ++i) {
      high[i - top] = wide[i] >> top_bits;
      if (top_bits != 0 && i + 1 < 2 * limbs_) {
        high[i - top] |= wide[i + 1] << (kLimbBits - top_bits);
      }
      wide[i] = i == top ? wide[i] & ((Limb{1} << top_bits) - 1) : 0;
    }
    for (std::size_t t = 1; t < exponents_.size(); ++t) {
      XorShiftedLeft(wide, high, exponents_[t]);
    }
  }
  Element a;
  std::copy_n(wide.begin(), limbs_, a.limbs.begin());
  return a;
}

Gf2mField::Element Gf2mField::SqrTimes(Element a, unsigned count) const {
  for (unsigned i = 0; i < count; ++i) a = Sqr(a);
  return a;
}

Gf2mField::Element Gf2mField::Inverse(const Element& a) const {
  return InverseEuclid(a);
}

// beta = a^(2^k - 1); k runs through the leading parts of m - 1 in binary.
Gf2mField::Element Gf2mField::InverseItohTsujii(const Element& a) const {
  const unsigned target = degree() - 1;
  Element beta = a;
  unsigned k = 1;
  for (unsigned i = static_cast<unsigned>(std::bit_width(target)) - 1;
       i-- > 0;) {
    beta = Mul(beta, SqrTimes(beta, k));
    k *= 2;
    if ((target >> i & 1) != 0) {
      beta = Mul(Sqr(beta), a);
      k += 1;
    }
  }
  return Sqr(beta);
}

Gf2mField::Element Gf2mField::InverseEuclid(const Element& a) const {
  if (IsZero(a)) {
    throw std::domain_error(
        "0 has no inverse; use InverseOrZero for the hardware's convention");
  }
  // deg g1 + deg v <= m and deg g2 + deg u <= m hold throughout, so nine limbs
  // are enough.
  auto u = a.limbs;
  auto v = modulus_.limbs;
  auto g1 = One().limbs;
  auto g2 = Zero().limbs;
  int u_degree = PolynomialDegree(u);
  int v_degree = static_cast<int>(degree());
  while (u_degree != 0) {
    if (u_degree < v_degree) {
      std::swap(u, v);
      std::swap(g1, g2);
      std::swap(u_degree, v_degree);
    }
    const auto shift = static_cast<unsigned>(u_degree - v_degree);
    XorShiftedLeft(u, v, shift);
    XorShiftedLeft(g1, g2, shift);
    u_degree = PolynomialDegree(u);
  }
  return {g1};
}

Gf2mField::Element Gf2mField::Sqrt(const Element& a) const {
  return SqrTimes(a, degree() - 1);
}

bool Gf2mField::Trace(const Element& a) const {
  Limb parity = 0;
  for (std::size_t i = 0; i < limbs_; ++i) {
    parity ^= a.limbs[i] & trace_mask_.limbs[i];
  }
  return std::popcount(parity) % 2 == 1;
}

Gf2mField::Element Gf2mField::HalfTrace(const Element& a) const {
  return ComputeHalfTrace(*this, a);
}

std::optional<Gf2mField::Element> Gf2mField::SolveQuadratic(
    const Element& c) const {
  return Solve(*this, c);
}

ItohTsujiiCost CountItohTsujii(unsigned m) {
  if (m < 2) throw std::invalid_argument("CountItohTsujii: m must be >= 2");
  const unsigned e = m - 1;
  return {static_cast<unsigned>(std::bit_width(e) + std::popcount(e)) - 2, e};
}

mpz_class RandomBits(unsigned bits, std::mt19937_64& rng) {
  std::vector<Limb> words((bits + kLimbBits - 1) / kLimbBits);
  for (auto& word : words) word = rng();
  if (bits % kLimbBits != 0) words.back() &= (Limb{1} << bits % kLimbBits) - 1;
  mpz_class value;
  mpz_import(value.get_mpz_t(), words.size(), -1, sizeof(Limb), 0, 0,
             words.data());
  return value;
}

}  // namespace golden
