// SPDX-License-Identifier: Apache-2.0
// What the vectors make happen inside the accelerator: its numbers below 2P in
// Montgomery form, step by step, and the bits that steer its swaps.
#include "families/kummer.h"
#include "golden/digitmm.h"

namespace curvebench {

namespace {

using Counts = std::map<std::string, uint64_t>;

/// The units' arithmetic, R = 2^136. It computes the very numbers of the RTL:
/// no result depends on the architecture or on the order of operations.
class StepModel {
 public:
  StepModel(const mpz_class& p, Counts* counts) : p_(p), counts_(*counts) {}

  void Ladder(const KummerOperands& o, unsigned m) {
    const golden::KummerSurface& s = o.surface;
    const golden::KummerPoint e_hat = Enter(s.e_hat), e = Enter(s.e);
    const golden::KummerWrapped w = {Enter(o.base[0]), Enter(o.base[1]),
                                     Enter(o.base[2])};
    golden::KummerPoint v1 = Enter(s.mu), v2;
    v2[3] = Product(w[0], w[1]);
    v2[1] = Product(w[1], w[2]);
    v2[2] = Product(w[0], w[2]);
    v2[0] = Product(v2[3], w[2]);
    for (unsigned i = m; i-- > 0;) {
      const bool bit = mpz_tstbit(o.k.get_mpz_t(), i);
      if (bit) std::swap(v1, v2);
      const golden::KummerPoint a = Hadamard(v1), b = Hadamard(v2);
      v1 = Half(a, a, e_hat);
      v2 = Half(b, a, e_hat);
      for (size_t j = 0; j < 4; ++j) v1[j] = Product(v1[j], e[j]);
      for (size_t j = 1; j < 4; ++j) v2[j] = Product(v2[j], w[j - 1]);
      if (bit) std::swap(v1, v2);
    }
    for (const golden::KummerPoint* v : {&v1, &v2}) {
      for (const mpz_class& c : *v) {
        counts_["result 0 that was P"] += Product(c, 1) == p_;
      }
    }
  }

 private:
  mpz_class Enter(const mpz_class& value) const {
    const mpz_class r = mpz_class(1) << 136;
    return golden::MontgomeryQuotient(value, r * r % p_, p_, 136);
  }
  golden::KummerPoint Enter(const golden::KummerPoint& v) const {
    return {Enter(v[0]), Enter(v[1]), Enter(v[2]), Enter(v[3])};
  }
  // Squares of H(a b e_hat).
  golden::KummerPoint Half(const golden::KummerPoint& a,
                           const golden::KummerPoint& b,
                           const golden::KummerPoint& e_hat) {
    golden::KummerPoint v;
    for (size_t j = 0; j < 4; ++j) {
      v[j] = Product(Product(a[j], b[j]), e_hat[j]);
    }
    v = Hadamard(v);
    for (mpz_class& c : v) c = Product(c, c);
    return v;
  }
  mpz_class Product(const mpz_class& a, const mpz_class& b) {
    const mpz_class r = golden::MontgomeryQuotient(a, b, p_, 136);
    ++counts_[r < p_ ? "product below P" : "product at or above P"];
    counts_["product 0 held as 0"] += r == 0;
    counts_["product 0 held as P"] += r == p_;
    return r;
  }
  mpz_class Sum(const mpz_class& a, const mpz_class& b) {
    const mpz_class r = a + b;
    const bool above = r >= 2 * p_;
    ++counts_[above ? "sum at or above 2P" : "sum below 2P"];
    return above ? mpz_class(r - 2 * p_) : r;
  }
  mpz_class Difference(const mpz_class& a, const mpz_class& b) {
    const mpz_class r = a - b;
    ++counts_[r < 0 ? "difference below 0" : "difference not below 0"];
    return r < 0 ? mpz_class(r + 2 * p_) : r;
  }
  golden::KummerPoint Hadamard(const golden::KummerPoint& v) {
    const mpz_class a = Sum(v[0], v[1]), b = Sum(v[2], v[3]);
    const mpz_class c = Difference(v[0], v[1]), d = Difference(v[2], v[3]);
    return {Sum(a, b), Difference(a, b), Sum(c, d), Difference(c, d)};
  }

  const mpz_class p_;
  Counts& counts_;
};

}  // namespace

std::map<std::string, uint64_t> KummerEvents(const KummerOperands& operands,
                                             unsigned m) {
  Counts counts;
  for (const char* name :
       {"product below P", "product at or above P", "product 0 held as 0",
        "product 0 held as P", "sum below 2P", "sum at or above 2P",
        "difference below 0", "difference not below 0",
        "result 0 that was P"}) {
    counts[name] = 0;
  }
  StepModel(operands.surface.p, &counts).Ladder(operands, m);
  return counts;
}

std::map<std::string, uint64_t> KummerFamily::Coverage(
    const Configuration& configuration,
    const std::vector<Vector>& vectors) const {
  const KummerTarget target(configuration);
  const unsigned m = target.m();
  Counts counts;
  constexpr size_t kEvery = 4;  // of those with a long P
  for (size_t i = 0; i < vectors.size(); ++i) {
    const Vector& v = vectors[i];
    if (v.refused >= 0) {
      const mpz_class p = FromBytes(v.loads[0]);
      counts["P refused as even"] += p > 0 && mpz_even_p(p.get_mpz_t());
      counts["P refused as 0 or 1"] += p < 2;
      counts["P refused as too long"] +=
          BitLength(p) > KummerTarget::kModulusBits;
      continue;
    }
    const KummerOperands o = KummerTarget::Operands(v);
    const mpz_class& p = o.surface.p;
    counts["P of one word"] += BitLength(p) <= 34;
    counts["P of 134 bits"] += BitLength(p) == 134;
    for (size_t j = 0; j < 3; ++j) {
      const mpz_class& w = o.base[j];
      const std::string name = "coordinate " + std::to_string(j + 1);
      counts[name + " = 0"] += w == 0;
      counts[name + " = P"] += w == p;
      counts[name + " = multiple of P"] += w > p && w % p == 0;
      counts[name + " above 2P"] += w > 2 * p;
    }
    bool zero = false;
    for (const mpz_class& w : o.base) zero |= w % p == 0;
    if (target.on_surface()) counts["off the surface"] += v.error && !zero;
    if (v.error) continue;
    counts["mu, e or e_hat at or above P"] +=
        o.surface.mu[0] >= p || o.surface.e[0] >= p || o.surface.e_hat[0] >= p;
    // What the swap unit sees: the bit, its change, and the last one.
    bool before = false;
    for (unsigned bit = m; bit-- > 0;) {
      const bool now = mpz_tstbit(o.k.get_mpz_t(), bit);
      ++counts[std::string("bit ") + (before ? "1" : "0") +
               (now ? ", then 1" : ", then 0")];
      before = now;
    }
    counts["first bit 1"] += mpz_tstbit(o.k.get_mpz_t(), m - 1) != 0;
    ++counts[before ? "last bit 1" : "last bit 0"];
    if (BitLength(p) <= 34 || i % kEvery == 0) {
      for (const auto& [name, count] : KummerEvents(o, m)) {
        counts[name] += count;
      }
    }
  }
  return counts;
}

}  // namespace curvebench
