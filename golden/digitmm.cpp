// SPDX-License-Identifier: Apache-2.0
#include "golden/digitmm.h"

#include <algorithm>
#include <stdexcept>

namespace golden {

namespace {

mpz_class PowerOfTwo(unsigned exponent) { return mpz_class(1) << exponent; }

unsigned Bits(const mpz_class& value) {
  return value == 0
             ? 0
             : static_cast<unsigned>(mpz_sizeinbase(value.get_mpz_t(), 2));
}

// Bits that hold 0 ... largest.
unsigned WidthFor(unsigned long largest) {
  unsigned width = 1;
  while (largest >> width) ++width;
  return width;
}

}  // namespace

mpz_class ModularProduct(const mpz_class& x, const mpz_class& y,
                         const mpz_class& m) {
  if (m == 0) throw std::domain_error("the modulus is 0: give 1 or more");
  return x * y % m;
}

mpz_class MontgomeryQuotient(const mpz_class& x, const mpz_class& y,
                             const mpz_class& m, unsigned bits) {
  const mpz_class r = PowerOfTwo(bits);
  mpz_class inverse;
  if (mpz_invert(inverse.get_mpz_t(), m.get_mpz_t(), r.get_mpz_t()) == 0) {
    throw std::domain_error("Montgomery's product needs an odd modulus");
  }
  const mpz_class q = (r - x * y % r * inverse % r) % r;
  return (x * y + q * m) >> bits;
}

mpz_class MontgomeryProduct(const mpz_class& x, const mpz_class& y,
                            const mpz_class& m, unsigned bits) {
  return MontgomeryQuotient(x, y, m, bits) % m;
}

mpz_class NistPrime(unsigned n) {
  const auto p = PowerOfTwo;
  switch (n) {
    case 192:
      return p(192) - p(64) - 1;
    case 224:
      return p(224) - p(96) + 1;
    case 256:
      return p(256) - p(224) + p(192) + p(96) - 1;
    case 384:
      return p(384) - p(128) - p(96) + p(32) - 1;
    case 521:
      return p(521) - 1;
    default:
      throw std::invalid_argument("no NIST prime of " + std::to_string(n) +
                                  " bits: take 192, 224, 256, 384 or 521");
  }
}

DigitMmModel::DigitMmModel(unsigned n, unsigned d, const mpz_class& m)
    : n_(n), d_(d), m_(m) {
  if (m == 0) throw std::domain_error("the modulus is 0: give 1 or more");
  if (n < 1 || d < 1 || Bits(m) > n) {
    throw std::invalid_argument("need n >= 1, d >= 1 and a modulus of n bits");
  }
  zeros_ = n - Bits(m);
  m_ <<= zeros_;
  g_ = PowerOfTwo(n) - m_;
}

const mpz_class& DigitMmModel::Fits(const mpz_class& value, unsigned width) {
  if (value < 0 || Bits(value) > width) {
    throw std::logic_error("a value of " + std::to_string(Bits(value)) +
                           " bits in a register of " + std::to_string(width));
  }
  return value;
}

unsigned long DigitMmModel::Digit(const mpz_class& y, unsigned i) const {
  const mpz_class digit =
      (y >> (d_ * (digits() - 1 - i))) & (PowerOfTwo(d_) - 1);
  return digit.get_ui();
}

mpz_class DigitMmModel::Low(const mpz_class& value) const {
  return value & (PowerOfTwo(n_) - 1);
}

void DigitMmModel::Count(EventCounts* counts, const char* name, bool happened) {
  if (counts != nullptr) (*counts)[name] += happened ? 1 : 0;
}

mpz_class DigitMmModel::Subtract(const mpz_class& a, bool* taken) const {
  Fits(a, n_ + 1);
  const bool take = a >= m_;
  if (taken != nullptr) *taken = take;
  return Fits(take ? mpz_class(a - m_) : a, n_);
}

std::vector<mpz_class> DigitMmModel::Table(const mpz_class& step,
                                           unsigned entries) const {
  std::vector<mpz_class> table = {0};
  while (table.size() < entries) table.push_back(Subtract(table.back() + step));
  return table;
}

std::vector<mpz_class> DigitMmModel::Array(const mpz_class& x,
                                           EventCounts* counts) const {
  bool taken = false;
  std::vector<mpz_class> s = {Subtract(Fits(x, n_), &taken)};
  Count(counts, "x reduced", taken);
  while (s.size() < d_) {
    const mpz_class twice = 2 * s.back();
    s.push_back(Subtract(twice, &taken));
    Count(counts, "S reduced with a carry", taken && Bits(twice) > n_);
    Count(counts, "S reduced below the top bit", taken && Bits(twice) <= n_);
  }
  return s;
}

mpz_class DigitMmModel::Select(const std::vector<mpz_class>& s,
                               unsigned long digit) const {
  mpz_class p = 0;
  for (unsigned j = 0; j < d_; ++j) {
    if (digit >> j & 1) p += s[j];
  }
  return p;
}

mpz_class DigitMmModel::Multiply(const mpz_class& x, const mpz_class& y,
                                 EventCounts* counts,
                                 DigitMmTrace* trace) const {
  Fits(x, n_);
  Fits(y, n_);
  if (trace != nullptr) *trace = DigitMmTrace{};
  // m = 2^s M: x y mod m, s doublings modulo m, and s bits off the bottom.
  mpz_class z = Product(x, y, counts, trace);
  for (unsigned i = 0; i < zeros_; ++i) {
    bool taken = false;
    z = Subtract(2 * z, &taken);
    Count(counts, "doubling reduced", taken);
  }
  if ((z & (PowerOfTwo(zeros_) - 1)) != 0) {
    throw std::logic_error("bits below 2^s after s doublings");
  }
  return z >> zeros_;
}

namespace {

// MM-New: the carry of the accumulator becomes a G in the next digit.
class Deferred : public DigitMmModel {
 public:
  Deferred(unsigned n, unsigned d, const mpz_class& m)
      : DigitMmModel(n, d, m),
        entries_((1u << d) + d),
        table_(Table(g_, entries_)) {}

  EventCounts Events() const override {
    EventCounts events = {{"G folded", 0},
                          {"last subtraction taken", 0},
                          {"last subtraction not taken", 0},
                          {"x reduced", 0}};
    // What cannot happen is not waited for: one digit never finds a carry.
    if (digits() > 1) {
      events["deferred G in a digit"] = 0;
      events["table at 2^d and above"] = 0;
    }
    if (n_ > 2 * d_) events["top table entry"] = 0;
    if (d_ > 1) {
      events["S reduced with a carry"] = 0;
      events["S reduced below the top bit"] = 0;
    }
    if (n_ > 1) events["doubling reduced"] = 0;
    return events;
  }
  unsigned cycles() const override { return digits() + d_ + 2 + zeros_; }
  unsigned setup_cycles() const override { return entries_ - 2; }

 private:
  mpz_class Product(const mpz_class& x, const mpz_class& y, EventCounts* counts,
                    DigitMmTrace* trace) const override {
    const std::vector<mpz_class> s = Array(x, counts);
    if (trace != nullptr) trace->s = s;
    mpz_class z = 0;
    bool ov = false;
    for (unsigned i = 0; i < digits(); ++i) {
      DigitMmStep step;
      step.digit = Digit(y, i);
      step.p = Select(s, step.digit);
      Count(counts, "deferred G in a digit", ov);
      const mpz_class corrected = Fits(ov ? mpz_class(z + g_) : z, n_);
      step.w = Fits((corrected << d_) + step.p, n_ + d_ + 1);
      step.e = mpz_class(step.w >> n_).get_ui();
      step.c = table_.at(step.e);
      Count(counts, "table at 2^d and above", step.e >= 1ul << d_);
      Count(counts, "top table entry", step.e + 1 == entries_);
      const mpz_class sum = Fits(step.c + Low(step.w), n_ + 1);
      ov = Bits(sum) > n_;
      z = Low(sum);
      step.ov = ov;
      step.z = z;
      if (trace != nullptr) trace->steps.push_back(step);
    }
    Count(counts, "G folded", ov);
    z = Fits(ov ? mpz_class(z + g_) : z, n_);
    if (trace != nullptr) trace->folded = z;
    bool taken = false;
    z = Subtract(z, &taken);
    Count(counts, "last subtraction taken", taken);
    Count(counts, "last subtraction not taken", !taken);
    if (trace != nullptr) trace->reduced = z;
    return z;
  }

  const unsigned entries_;
  const std::vector<mpz_class> table_;
};

// No S array, and no G in the loop: the carry is one more bit of the index.
class Absorbed : public DigitMmModel {
 public:
  Absorbed(unsigned n, unsigned d, const mpz_class& m)
      : DigitMmModel(n, d, m),
        entries_((3u << d) - 1),
        table_(Table(g_, entries_)) {}

  EventCounts Events() const override {
    EventCounts events = {{"first subtraction taken", 0},
                          {"last subtraction taken", 0},
                          {"last subtraction not taken", 0}};
    if (digits() > 1) {
      events["carry absorbed by the index"] = 0;
      events["table at 2^d and above"] = 0;
      events["table at 2^(d+1) and above"] = 0;
    }
    if (n_ > 1) events["doubling reduced"] = 0;
    return events;
  }
  unsigned cycles() const override { return digits() + 2 + zeros_; }
  unsigned setup_cycles() const override { return 2 * entries_ - 1; }

 private:
  mpz_class Product(const mpz_class& x, const mpz_class& y, EventCounts* counts,
                    DigitMmTrace* trace) const override {
    mpz_class z = 0;  // n+1 bits, at most 2^n + m - 2
    for (unsigned i = 0; i < digits(); ++i) {
      DigitMmStep step;
      step.digit = Digit(y, i);
      step.p = step.digit * x;
      Count(counts, "carry absorbed by the index", Bits(z) > n_);
      step.w = Fits((z << d_) + step.p, n_ + d_ + 2);
      step.e = mpz_class(step.w >> n_).get_ui();
      step.c = table_.at(step.e);
      Count(counts, "table at 2^d and above", step.e >= 1ul << d_);
      Count(counts, "table at 2^(d+1) and above", step.e >= 2ul << d_);
      z = Fits(step.c + Low(step.w), n_ + 1);
      step.ov = Bits(z) > n_;
      step.z = z;
      if (trace != nullptr) trace->steps.push_back(step);
    }
    const bool first = z >= m_;
    if (first) z -= m_;
    Count(counts, "first subtraction taken", first);
    if (trace != nullptr) trace->folded = z;
    bool taken = false;
    z = Subtract(z, &taken);
    Count(counts, "last subtraction taken", taken);
    Count(counts, "last subtraction not taken", !taken);
    if (trace != nullptr) trace->reduced = z;
    return z;
  }

  const unsigned entries_;
  const std::vector<mpz_class> table_;
};

// The top digit of Z and a small count index three tables: no carry chain
// stands between a register and a table.
class Split2 : public DigitMmModel {
 public:
  Split2(unsigned n, unsigned d, const mpz_class& m)
      : DigitMmModel(n, d, m), half_(d / 2) {
    if (d < 2 || d > n) {
      throw std::invalid_argument("split2 needs digits of 2 to n bits");
    }
    low_ = Table(Subtract(PowerOfTwo(n)), std::max((1u << half_) + 1, d + 4));
    high_ = Table(low_[1u << half_], (1u << (d - half_)) + 1);
    count_ = Table(high_.back(), d + 4);
  }

  EventCounts Events() const override {
    return {{"count above 0", 0},
            {"count above 1", 0},
            {"G folded", 0},
            {"first subtraction taken", 0},
            {"last subtraction taken", 0},
            {"last subtraction not taken", 0},
            {"x reduced", 0},
            {"S reduced with a carry", 0},
            {"S reduced below the top bit", 0},
            {"doubling reduced", 0}};
  }
  unsigned cycles() const override { return digits() + d_ + 3 + zeros_; }
  unsigned setup_cycles() const override {
    const auto made = low_.size() + high_.size() + count_.size() - 3;
    return 2 + 2 * static_cast<unsigned>(made);
  }

 private:
  mpz_class Product(const mpz_class& x, const mpz_class& y, EventCounts* counts,
                    DigitMmTrace* trace) const override {
    const std::vector<mpz_class> s = Array(x, counts);
    if (trace != nullptr) trace->s = s;
    const unsigned width = WidthFor(d_ + 3);
    mpz_class z = 0;
    unsigned long c = 0;
    for (unsigned i = 0; i < digits(); ++i) {
      DigitMmStep step;
      step.digit = Digit(y, i);
      step.p = Select(s, step.digit);
      const unsigned long top = mpz_class(z >> (n_ - d_)).get_ui();
      step.c =
          high_[top >> half_] + low_[top & ((1ul << half_) - 1)] + count_.at(c);
      step.w = Fits(step.c + Low(z << d_) + step.p, n_ + width);
      c = mpz_class(step.w >> n_).get_ui();
      if (c > d_ + 3) throw std::logic_error("count above d+3");
      z = Low(step.w);
      Count(counts, "count above 0", c > 0);
      Count(counts, "count above 1", c > 1);
      step.e = c;
      step.z = z;
      if (trace != nullptr) trace->steps.push_back(step);
    }
    Count(counts, "G folded", c > 0);
    z = Fits(z + low_.at(c), n_ + 1);
    if (trace != nullptr) trace->folded = z;
    // Below 3m: one subtraction may leave n+1 bits, the second one never.
    const bool first = z >= m_;
    if (first) z -= m_;
    Count(counts, "first subtraction taken", first);
    bool taken = false;
    z = Subtract(z, &taken);
    Count(counts, "last subtraction taken", taken);
    Count(counts, "last subtraction not taken", !taken);
    if (trace != nullptr) trace->reduced = z;
    return z;
  }

  const unsigned half_;
  std::vector<mpz_class> low_, high_, count_;
};

// Z stays a sum and a carry word; carries that leave bit n-1 are counted.
class CarrySave : public DigitMmModel {
 public:
  CarrySave(unsigned n, unsigned d, const mpz_class& m)
      : DigitMmModel(n, d, m) {
    if (d > n) throw std::invalid_argument("cs needs digits of 1 to n bits");
    // Indexed by the top digits of both words, and by the last count.
    table_ =
        Table(Subtract(PowerOfTwo(n)), std::max((1u << (d + 1)) - 1, d + 4));
    const unsigned top = 1u << d;
    count_ = Table(
        table_.size() > top ? table_[top] : Subtract(table_.back() + table_[1]),
        d + 3);
  }

  EventCounts Events() const override {
    EventCounts events = {{"ejected carries above 0", 0},
                          {"index above 2^d - 1", 0},
                          {"fold above 1", 0},
                          {"first subtraction taken", 0},
                          {"last subtraction taken", 0},
                          {"last subtraction not taken", 0},
                          {"x reduced", 0},
                          {"doubling reduced", 0}};
    if (d_ > 1) {
      events["S reduced with a carry"] = 0;
      events["S reduced below the top bit"] = 0;
    }
    return events;
  }
  unsigned cycles() const override { return digits() + d_ + 4 + zeros_; }
  unsigned setup_cycles() const override {
    return 3 * d_ + 6 + 2 * static_cast<unsigned>(table_.size());
  }

 private:
  mpz_class Product(const mpz_class& x, const mpz_class& y, EventCounts* counts,
                    DigitMmTrace* trace) const override {
    const std::vector<mpz_class> s = Array(x, counts);
    if (trace != nullptr) trace->s = s;
    mpz_class sum = 0, carry = 0;
    unsigned long ejected = 0;
    for (unsigned i = 0; i < digits(); ++i) {
      DigitMmStep step;
      step.digit = Digit(y, i);
      const mpz_class index = (sum >> (n_ - d_)) + (carry >> (n_ - d_));
      step.e = Fits(index, d_ + 1).get_ui();
      Count(counts, "index above 2^d - 1", step.e >= 1ul << d_);
      std::vector<mpz_class> rows = {table_.at(step.e), count_.at(ejected)};
      for (unsigned j = 0; j < d_; ++j) {
        rows.push_back(step.digit >> j & 1 ? s[j] : mpz_class(0));
      }
      mpz_class a = Low(sum << d_), b = Low(carry << d_);
      ejected = 0;
      for (const mpz_class& row : rows) {
        const mpz_class majority = ((a & b) | (a & row) | (b & row)) << 1;
        a = a ^ b ^ row;
        b = Low(majority);
        ejected += Bits(majority) > n_;
      }
      sum = a;
      carry = b;
      if (ejected > d_ + 2) throw std::logic_error("more than d+2 carries");
      Count(counts, "ejected carries above 0", ejected > 0);
      step.z = sum;
      step.w = carry;
      if (trace != nullptr) trace->steps.push_back(step);
    }
    mpz_class t = Fits(sum + carry, n_ + 1);
    const unsigned long fold = ejected + (Bits(t) > n_);
    Count(counts, "fold above 1", fold > 1);
    t = Fits(Low(t) + table_.at(fold), n_ + 1);
    if (trace != nullptr) trace->folded = t;
    const bool first = t >= m_;
    if (first) t -= m_;
    Count(counts, "first subtraction taken", first);
    bool taken = false;
    t = Subtract(t, &taken);
    Count(counts, "last subtraction taken", taken);
    Count(counts, "last subtraction not taken", !taken);
    if (trace != nullptr) trace->reduced = t;
    return t;
  }

  std::vector<mpz_class> table_, count_;
};

// No S array, and e G in place of C[e]: right where G is so small that the
// largest e G is below m, because then it needs no reduction.
class Special : public DigitMmModel {
 public:
  Special(unsigned n, unsigned d, const mpz_class& m) : DigitMmModel(n, d, m) {
    if ((PowerOfTwo(d + 1) - 2) * g_ >= m_) {
      throw std::invalid_argument(
          "special needs a modulus just below 2^n: (2^(d+1)-2) (2^n - M) < M");
    }
  }

  EventCounts Events() const override {
    return {{"last subtraction taken", 0},
            {"last subtraction not taken", 0},
            {"index above 2^d - 1", 0}};
  }
  unsigned cycles() const override { return digits() + 2; }
  unsigned setup_cycles() const override { return 0; }

 private:
  mpz_class Product(const mpz_class& x, const mpz_class& y, EventCounts* counts,
                    DigitMmTrace* trace) const override {
    mpz_class z = 0;
    bool ov = false;
    for (unsigned i = 0; i < digits(); ++i) {
      DigitMmStep step;
      step.digit = Digit(y, i);
      step.p = step.digit * x;
      Count(counts, "deferred G in a digit", ov);
      const mpz_class corrected = Fits(ov ? mpz_class(z + g_) : z, n_);
      step.w = Fits((corrected << d_) + step.p, n_ + d_ + 1);
      step.e = mpz_class(step.w >> n_).get_ui();
      Count(counts, "index above 2^d - 1", step.e >= 1ul << d_);
      step.c = step.e * g_;
      const mpz_class sum = Fits(step.c + Low(step.w), n_ + 1);
      ov = Bits(sum) > n_;
      z = Low(sum);
      step.ov = ov;
      step.z = z;
      if (trace != nullptr) trace->steps.push_back(step);
    }
    Count(counts, "G folded", ov);
    z = Fits(ov ? mpz_class(z + g_) : z, n_);
    if (trace != nullptr) trace->folded = z;
    bool taken = false;
    z = Subtract(z, &taken);
    Count(counts, "last subtraction taken", taken);
    Count(counts, "last subtraction not taken", !taken);
    if (trace != nullptr) trace->reduced = z;
    return z;
  }
};

}  // namespace

std::unique_ptr<DigitMmModel> MakeDigitMmModel(DigitMmKind kind, unsigned n,
                                               unsigned d, const mpz_class& m) {
  if (d > 12) throw std::invalid_argument("a table for d > 12: take less");
  switch (kind) {
    case DigitMmKind::kPaper:
      return std::make_unique<Deferred>(n, d, m);
    case DigitMmKind::kNos:
      return std::make_unique<Absorbed>(n, d, m);
    case DigitMmKind::kSplit2:
      return std::make_unique<Split2>(n, d, m);
    case DigitMmKind::kCarrySave:
      return std::make_unique<CarrySave>(n, d, m);
    case DigitMmKind::kSpecial:
      return std::make_unique<Special>(n, d, m);
  }
  throw std::invalid_argument("no such algorithm");
}

mpz_class DigitReduce(const mpz_class& a, unsigned bits, unsigned n, unsigned d,
                      const mpz_class& m, EventCounts* counts) {
  if (m == 0) throw std::domain_error("the modulus is 0: give 1 or more");
  const unsigned zeros = n - Bits(m);
  const mpz_class normal = m << zeros;
  const mpz_class g = PowerOfTwo(n) - normal;
  const mpz_class mask = PowerOfTwo(n) - 1;
  // Leading zeros of M: a 2^s mod m 2^s is 2^s times the wanted one.
  const mpz_class value = a << zeros;
  const unsigned total = bits + zeros;
  const unsigned k = total > n ? (total - n + d - 1) / d : 0;
  mpz_class z = value >> (k * d);
  bool ov = false;
  const auto count = [&](const char* name, bool happened) {
    if (counts != nullptr) (*counts)[name] += happened ? 1 : 0;
  };
  for (unsigned i = k; i-- > 0;) {
    count("deferred G in a digit", ov);
    if (ov) z += g;
    const mpz_class digit = (value >> (i * d)) & (PowerOfTwo(d) - 1);
    const mpz_class w = (z << d) + digit;
    const mpz_class e = w >> n;
    const mpz_class c = e * PowerOfTwo(n) % normal;
    z = c + (w & mask);
    ov = Bits(z) > n;
    z &= mask;
  }
  count("G folded", ov);
  if (ov) z += g;
  if (Bits(z) > n) throw std::logic_error("a carry after the last G");
  count("last subtraction taken", z >= normal);
  count("last subtraction not taken", z < normal);
  if (z >= normal) z -= normal;
  return z >> zeros;
}

}  // namespace golden
