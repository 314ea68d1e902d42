// SPDX-License-Identifier: Apache-2.0
// Modular products of integers, digit by digit. Operations:
//   mm               x y mod M
//   montgomery       x y / 2^(d ceil(n/d)) mod M, canonical, x below M
//   montgomery_lazy  x y / 2^(n+2) as Montgomery leaves it, below 2^n + M
//   reduce           a mod M for a of l bits
#ifndef CURVEBENCH_TB_FAMILIES_DIGITMM_H_
#define CURVEBENCH_TB_FAMILIES_DIGITMM_H_

#include <optional>
#include <string>
#include <vector>

#include "bench/family.h"
#include "golden/digitmm.h"

namespace curvebench {

/// Port (docs/digitmm.md): values of n bits have W = 4*ceil(n/32) bytes. ld 0
/// X, 1 Y; lk M, which is public and taken once for many products; result 8. X
/// and Y are secret. montgomery_lazy has X, Y and result of n+1 bits; reduce
/// has ld 0 A of 1 to l/8 bytes instead. A variant
/// whose `inputs` fix M ("fixed:P-256") has no lk.
class DigitMmFamily : public Family {
 public:
  std::string name() const override { return "digitmm"; }
  Interface Describe(const Configuration& configuration) const override;
  std::string StimulusKey(const Configuration& configuration) const override;
  std::vector<Vector> Stimulus(const Configuration& configuration,
                               uint64_t seed, int count) const override;
  std::vector<std::pair<int, Bytes>> Forbidden(
      const Configuration& configuration) const override;
  bool Accepts(const Configuration& configuration, int load,
               const Bytes& value) const override;
  /// "leading_zeros": those of M in n bits. "missing_digits": how many digits
  /// of d bits A has less than one of l/8 bytes, behind the floor(n/8) bytes
  /// that are taken at once.
  int64_t Measure(const Configuration& configuration,
                  const std::string& measure,
                  const Vector& vector) const override;
  std::map<std::string, uint64_t> Coverage(
      const Configuration& configuration,
      const std::vector<Vector>& vectors) const override;
  FileVectors ReadVectors(const Configuration& configuration,
                          const std::string& file,
                          const nlohmann::json& document) const override;
  std::optional<Vector> FromNames(
      const Configuration& configuration,
      const std::map<std::string, std::string>& values,
      std::string* why) const override;
  std::string RunExample() const override {
    return "digitmm/nos/d2_n256 --x 0x1234 --y 0x5678 --m 0xffffffff00000001";
  }
  nlohmann::json ToRecord(const Configuration& configuration,
                          const Vector& vector) const override;
  nlohmann::json DefaultConfiguration() const override;
};

/// What the family knows of one configuration. Builds vectors.
class DigitMmTarget {
 public:
  /// @throws InputError if the manifest's size or inputs are not of the family
  explicit DigitMmTarget(const Configuration& configuration);

  unsigned n() const { return n_; }
  unsigned d() const { return d_; }
  const std::string& operation() const { return operation_; }
  bool lazy() const { return operation_ == "montgomery_lazy"; }
  bool reduces() const { return operation_ == "reduce"; }
  /// Bits of X and Y, or of A.
  unsigned operand_bits() const { return operand_bits_; }
  const Interface& port() const { return port_; }
  /// The built-in modulus, if there is one.
  const std::optional<mpz_class>& fixed() const { return fixed_; }
  /// True if only odd moduli are taken.
  bool odd() const { return odd_; }
  /// True if the port takes this modulus.
  bool TakesModulus(const mpz_class& m) const {
    return m > 0 && (!odd_ || mpz_odd_p(m.get_mpz_t()));
  }

  /// A vector with its golden result. The A of reduce is x y, cut to l bits.
  /// @param why set to a reason if this accelerator does not take the operands
  /// @param least bytes of A, with leading zeros
  std::optional<Vector> Make(const mpz_class& x, const mpz_class& y,
                             const mpz_class& m, const std::string& kind,
                             const std::string& label, std::string* why,
                             size_t least = 1) const;
  /// A vector whose modulus must be refused.
  std::optional<Vector> MakeRefused(const mpz_class& m,
                                    const std::string& label) const;

  mpz_class X(const Vector& v) const { return FromBytes(v.loads[0]); }
  mpz_class Y(const Vector& v) const {
    return reduces() ? mpz_class(1) : FromBytes(v.loads[1]);
  }
  mpz_class M(const Vector& v) const {
    return fixed_ ? *fixed_ : FromBytes(v.loads.back());
  }

 private:
  mpz_class Result(const mpz_class& x, const mpz_class& y,
                   const mpz_class& m) const;

  unsigned n_ = 0;
  unsigned d_ = 1;
  unsigned operand_bits_ = 0;
  std::string operation_;
  bool odd_ = false;
  bool x_below_m_ = false;
  std::optional<mpz_class> fixed_;
  Interface port_;
};

}  // namespace curvebench

#endif  // CURVEBENCH_TB_FAMILIES_DIGITMM_H_
