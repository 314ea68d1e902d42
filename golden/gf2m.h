// SPDX-License-Identifier: Apache-2.0
/// @file
/// Arithmetic in GF(2^m), polynomial basis: a slow reference on mpz_class and
/// a fast implementation on 64-bit limbs with the same interface.
///
/// In both, bit i of a value is the coefficient of x^i. A field polynomial is
/// given by its exponents in descending order, e.g. {233, 74, 0}.
#ifndef CURVEBENCH_GOLDEN_GF2M_H_
#define CURVEBENCH_GOLDEN_GF2M_H_

#include <gmpxx.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

namespace golden {

/// The field written down as its definition: shift-and-add products, extended
/// Euclid for the inverse. Meant to be checked by eye, not to be fast.
///
/// Elements are integers of at most m bits. Every operation throws
/// std::invalid_argument for an operand that is negative or wider than m bits.
class Gf2mSpec {
 public:
  using Element = mpz_class;

  /// @param exponents strictly descending, first m in [2, 4096], last 0.
  /// @throws std::invalid_argument if the list is malformed or the polynomial
  ///   is reducible (Rabin's test).
  explicit Gf2mSpec(std::vector<unsigned> exponents);

  unsigned degree() const { return exponents_.front(); }
  const std::vector<unsigned>& exponents() const { return exponents_; }
  /// The field polynomial, m + 1 bits.
  const mpz_class& modulus() const { return modulus_; }

  Element Zero() const { return 0; }
  Element One() const { return 1; }
  bool IsZero(const Element& a) const { return a == 0; }

  /// @throws std::invalid_argument if value is negative or has a bit >= m.
  Element FromMpz(const mpz_class& value) const;
  mpz_class ToMpz(const Element& a) const { return a; }
  /// Big-endian, any length; leading zero bytes are allowed.
  /// @throws std::invalid_argument if a bit at or above m is set.
  Element FromBytes(std::span<const std::uint8_t> bytes) const;
  /// Big-endian, left-padded to `width` bytes (0: ceil(m/8)).
  /// @throws std::invalid_argument if the field needs more bytes than `width`.
  std::vector<std::uint8_t> ToBytes(const Element& a,
                                    std::size_t width = 0) const;
  /// Remainder of a polynomial of any degree modulo the field polynomial.
  Element Reduce(mpz_class value) const;

  Element Add(const Element& a, const Element& b) const;
  Element Mul(const Element& a, const Element& b) const;
  Element Sqr(const Element& a) const;
  /// Extended Euclid (Hankerson, Menezes, Vanstone, Guide to Elliptic Curve
  /// Cryptography, Algorithm 2.48). @throws std::domain_error for a = 0.
  Element Inverse(const Element& a) const;
  /// 1/a, and 0 for a = 0, as a^(2^m - 2) gives it.
  Element InverseOrZero(const Element& a) const;
  /// The only square root, a^(2^(m-1)).
  Element Sqrt(const Element& a) const;
  /// a + a^2 + a^4 + ... + a^(2^(m-1)), which is 0 or 1.
  bool Trace(const Element& a) const;
  /// Sum of a^(4^i), i = 0 ... (m-1)/2. @throws std::logic_error for even m.
  Element HalfTrace(const Element& a) const;
  /// One z with z^2 + z = c (the other is z + 1); empty if Tr(c) = 1.
  std::optional<Element> SolveQuadratic(const Element& c) const;

 private:
  void CheckRange(const Element& a) const;

  std::vector<unsigned> exponents_;
  mpz_class modulus_;
};

/// An element of Gf2mField: limb j holds bits 64j ... 64j+63. Limbs and bits at
/// or above m are zero.
struct Gf2mElement {
  static constexpr std::size_t kLimbs = 9;
  std::array<std::uint64_t, kLimbs> limbs{};

  friend bool operator==(const Gf2mElement&, const Gf2mElement&) = default;
};

/// How Gf2mField multiplies 64-bit words without carries.
enum class CarrylessMultiply {
  kAuto,      ///< kPclmul where the processor has it, else kPortable
  kPclmul,    ///< PCLMULQDQ instruction
  kPortable,  ///< 4-bit windows (Guide to ECC, Algorithm 2.36)
};

/// Products and squarings of one Itoh-Tsujii inversion.
struct ItohTsujiiCost {
  unsigned products;
  unsigned squarings;
};

/// Fast GF(2^m), m <= 571, modulo a trinomial or pentanomial. Elements must
/// come from this field: operands are not checked.
class Gf2mField {
 public:
  using Element = Gf2mElement;
  static constexpr unsigned kMaxDegree = 571;

  /// @param exponents strictly descending, three or five of them, first m in
  ///   [2, 571], last 0.
  /// @throws std::invalid_argument if the list is malformed or the polynomial
  ///   is reducible; std::runtime_error for kPclmul on a processor without it.
  explicit Gf2mField(std::vector<unsigned> exponents,
                     CarrylessMultiply method = CarrylessMultiply::kAuto);

  /// Whether kPclmul can be asked for on this machine.
  static bool HasPclmul();

  unsigned degree() const { return exponents_.front(); }
  const std::vector<unsigned>& exponents() const { return exponents_; }
  /// The method in use, never kAuto.
  CarrylessMultiply method() const { return method_; }

  Element Zero() const { return {}; }
  Element One() const;
  bool IsZero(const Element& a) const { return a == Element{}; }

  /// @throws std::invalid_argument if value is negative or has a bit >= m.
  Element FromMpz(const mpz_class& value) const;
  mpz_class ToMpz(const Element& a) const;
  /// Big-endian, any length; leading zero bytes are allowed.
  /// @throws std::invalid_argument if a bit at or above m is set.
  Element FromBytes(std::span<const std::uint8_t> bytes) const;
  /// Big-endian, left-padded to `width` bytes (0: ceil(m/8)).
  /// @throws std::invalid_argument if the field needs more bytes than `width`.
  std::vector<std::uint8_t> ToBytes(const Element& a,
                                    std::size_t width = 0) const;

  Element Add(const Element& a, const Element& b) const;
  Element Mul(const Element& a, const Element& b) const;
  Element Sqr(const Element& a) const;
  /// a^(2^count).
  Element SqrTimes(Element a, unsigned count) const;
  /// 1/a by InverseEuclid, the faster way in software.
  /// @throws std::domain_error for a = 0.
  Element Inverse(const Element& a) const;
  /// 1/a, and 0 for a = 0; the same as InverseItohTsujii.
  Element InverseOrZero(const Element& a) const { return InverseItohTsujii(a); }
  /// a^(2^m - 2) by the addition chain that follows the bits of m - 1
  /// (Itoh and Tsujii, Information and Computation 78, 1988); maps 0 to 0.
  Element InverseItohTsujii(const Element& a) const;
  /// Extended Euclid on limbs (Guide to ECC, Algorithm 2.48).
  /// @throws std::domain_error for a = 0.
  Element InverseEuclid(const Element& a) const;
  /// The only square root, a^(2^(m-1)).
  Element Sqrt(const Element& a) const;
  /// Sum of the conjugates of a, as the parity of a under a mask.
  bool Trace(const Element& a) const;
  /// Sum of a^(4^i), i = 0 ... (m-1)/2. @throws std::logic_error for even m.
  Element HalfTrace(const Element& a) const;
  /// One z with z^2 + z = c (the other is z + 1); empty if Tr(c) = 1.
  std::optional<Element> SolveQuadratic(const Element& c) const;

 private:
  static constexpr std::size_t kWideLimbs = 2 * Gf2mElement::kLimbs;
  using Wide = std::array<std::uint64_t, kWideLimbs>;
  using MulFunction = void (*)(const std::uint64_t* a, const std::uint64_t* b,
                               std::uint64_t* product);
  using SqrFunction = void (*)(const std::uint64_t* a, std::uint64_t* square,
                               std::size_t limbs);

  Element Reduce(Wide& wide) const;
  Element ReduceSmall(const Wide& wide) const;
  Element ReduceByWords(Wide& wide) const;
  Element ReduceByVectorFolds(Wide& wide) const;

  std::vector<unsigned> exponents_;
  std::size_t limbs_ = 0;
  bool word_folds_ = false;
  CarrylessMultiply method_ = CarrylessMultiply::kPortable;
  MulFunction multiply_ = nullptr;
  SqrFunction square_ = nullptr;
  Element modulus_;
  Element trace_mask_;
};

/// Cost of the addition chain in Gf2mField::InverseItohTsujii for GF(2^m),
/// m >= 2: floor(log2(m-1)) + weight(m-1) - 1 products, m - 1 squarings.
ItohTsujiiCost CountItohTsujii(unsigned m);

/// Uniform integer of `bits` bits; draws ceil(bits/64) words, low word first.
mpz_class RandomBits(unsigned bits, std::mt19937_64& rng);

/// Uniform field element, for Gf2mSpec or Gf2mField.
template <class Field>
typename Field::Element RandomElement(const Field& field,
                                      std::mt19937_64& rng) {
  return field.FromMpz(RandomBits(field.degree(), rng));
}

}  // namespace golden

#endif  // CURVEBENCH_GOLDEN_GF2M_H_
