// SPDX-License-Identifier: Apache-2.0
/// @file
/// Modular products of integers: what they are (spec model on mpz_class), and
/// how the digit-serial algorithms get there, register by register (step
/// models).
///
/// n is the width of the modulus, d the bits of a digit, K = ceil(n/d). The
/// step models work on the normalised modulus m = M * 2^s, 2^(n-1) <= m < 2^n,
/// and on G = 2^n - m. They throw std::logic_error if a value does not fit the
/// register that the hardware has for it.
///
/// Source: Pan, Song, Yang, "Digit-serial modular multiplication", IET
/// Circuits, Devices and Systems 12(5), 2018, 10.1049/iet-cds.2017.0300.
#ifndef CURVEBENCH_GOLDEN_DIGITMM_H_
#define CURVEBENCH_GOLDEN_DIGITMM_H_

#include <gmpxx.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace golden {

/// x * y mod m. @throws std::domain_error for m = 0
mpz_class ModularProduct(const mpz_class& x, const mpz_class& y,
                         const mpz_class& m);

/// (x y + q m) / R with R = 2^bits and q = -x y / m mod R: Montgomery's product
/// before any subtraction, congruent to x y / R.
/// @throws std::domain_error for an even m
mpz_class MontgomeryQuotient(const mpz_class& x, const mpz_class& y,
                             const mpz_class& m, unsigned bits);

/// x y / 2^bits mod m, below m. @throws std::domain_error for an even m
mpz_class MontgomeryProduct(const mpz_class& x, const mpz_class& y,
                            const mpz_class& m, unsigned bits);

/// The prime of NIST's curve over a field of n bits (192, 224, 256, 384, 521).
/// @throws std::invalid_argument for another n
mpz_class NistPrime(unsigned n);

/// How often something happened in the runs of a step model, by name.
using EventCounts = std::map<std::string, std::uint64_t>;

/// Registers after one digit.
struct DigitMmStep {
  unsigned long digit = 0;
  mpz_class p;          ///< digit times x, by way of S
  mpz_class w;          ///< what the digit's adders sum up
  unsigned long e = 0;  ///< table index, or the small count of split2 and cs
  mpz_class c;          ///< what the table gave for it
  bool ov = false;      ///< carry of the accumulator
  mpz_class z;          ///< accumulator (cs: its sum word)
};

/// One run.
struct DigitMmTrace {
  std::vector<mpz_class> s;  ///< S array
  std::vector<DigitMmStep> steps;
  mpz_class folded;   ///< after the last deferred correction
  mpz_class reduced;  ///< below m
};

/// The algorithms with a step model.
enum class DigitMmKind {
  kPaper,      ///< MM-New (Algorithm 4)
  kNos,        ///< without S array, carry absorbed by the table index
  kSplit2,     ///< digit looked up in two halves, one carry chain a cycle
  kCarrySave,  ///< redundant accumulator
  kSpecial,    ///< without S array and table, for moduli with a small G
};

/// One modulus in one algorithm.
class DigitMmModel {
 public:
  virtual ~DigitMmModel() = default;

  /// x y mod M for any x, y below 2^n.
  /// @param counts   added to, may be null
  /// @param trace    overwritten, may be null
  mpz_class Multiply(const mpz_class& x, const mpz_class& y,
                     EventCounts* counts = nullptr,
                     DigitMmTrace* trace = nullptr) const;

  /// Every event that Multiply may count, at 0.
  virtual EventCounts Events() const = 0;
  /// Start to done, `zeros()` included.
  virtual unsigned cycles() const = 0;
  /// Table set-up without the normalisation.
  virtual unsigned setup_cycles() const = 0;
  /// Leading zeros of M, s.
  unsigned zeros() const { return zeros_; }
  const mpz_class& normalised() const { return m_; }
  const mpz_class& g() const { return g_; }

 protected:
  DigitMmModel(unsigned n, unsigned d, const mpz_class& m);

  /// The product modulo the normalised m, before the doublings.
  virtual mpz_class Product(const mpz_class& x, const mpz_class& y,
                            EventCounts* counts, DigitMmTrace* trace) const = 0;

  unsigned digits() const { return (n_ + d_ - 1) / d_; }
  /// Digit i of y, 0 the most significant one.
  unsigned long Digit(const mpz_class& y, unsigned i) const;
  /// a mod m for a < 2m, as one subtraction.
  mpz_class Subtract(const mpz_class& a, bool* taken = nullptr) const;
  /// value if it fits. @throws std::logic_error
  static const mpz_class& Fits(const mpz_class& value, unsigned width);
  /// e * step mod m, e = 0 ... entries-1, made by additions.
  std::vector<mpz_class> Table(const mpz_class& step, unsigned entries) const;
  mpz_class Low(const mpz_class& value) const;
  /// S_j = 2^j x mod m, j = 0 ... d-1.
  std::vector<mpz_class> Array(const mpz_class& x, EventCounts* counts) const;
  /// Sum of S_j over the digit's bits.
  mpz_class Select(const std::vector<mpz_class>& s, unsigned long digit) const;
  static void Count(EventCounts* counts, const char* name, bool happened);

  const unsigned n_;
  const unsigned d_;
  unsigned zeros_ = 0;
  mpz_class m_;
  mpz_class g_;
};

/// @throws std::domain_error for m = 0, std::invalid_argument for sizes that
///   the algorithm does not have
std::unique_ptr<DigitMmModel> MakeDigitMmModel(DigitMmKind kind, unsigned n,
                                               unsigned d, const mpz_class& m);

/// a mod m for a of any length, digit by digit (Algorithm 3 with the next
/// digit of a in the place that the shift frees): Z starts as the top n bits,
/// then ceil((bits-n)/d) digits, one fold, one subtraction.
/// @param bits length of a, leading zeros included
mpz_class DigitReduce(const mpz_class& a, unsigned bits, unsigned n, unsigned d,
                      const mpz_class& m, EventCounts* counts = nullptr);

}  // namespace golden

#endif  // CURVEBENCH_GOLDEN_DIGITMM_H_
