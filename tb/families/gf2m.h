// SPDX-License-Identifier: Apache-2.0
// GF(2^m): point multiplication on y^2 + xy = x^3 + a x^2 + b (operation
// "pmul") and the field operations "mul", "sqr", "inv" alone.
#ifndef CURVEBENCH_TB_FAMILIES_GF2M_H_
#define CURVEBENCH_TB_FAMILIES_GF2M_H_

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "bench/family.h"
#include "golden/nist_binary_curves.h"

namespace curvebench {

/// Port (docs/contract.md): a value has W = 4*ceil(m/32) bytes.
/// pmul: ld 0 x, 1 y, 2 b; lk k; results 8 xQ, 9 yQ; k is secret. Operands that
///   the manifest fixes ("fixed:B-233") or does not name have no slot.
/// pmul may also have ld 3 blind, a factor (not 0, secret) that randomises the
/// projective coordinates and does not change the result.
/// mul: ld 0 a, 1 b; sqr, inv: ld 0 a; result 8 r. No secrets of its own.
class Gf2mFamily : public Family {
 public:
  std::string name() const override { return "gf2m"; }
  Interface Describe(const Configuration& configuration) const override;
  bool Accepts(const Configuration& configuration, int load,
               const Bytes& value) const override;
  std::vector<std::pair<int, Bytes>> Forbidden(
      const Configuration& configuration) const override;
  std::string StimulusKey(const Configuration& configuration) const override;
  std::vector<Vector> Stimulus(const Configuration& configuration,
                               uint64_t seed, int count) const override;
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
    return "gf2m/digit/d8 --curve K-233 --k 0x5";
  }
  nlohmann::json ToRecord(const Configuration& configuration,
                          const Vector& vector) const override;
  nlohmann::json DefaultConfiguration() const override;
};

/// Well above any field in use; keeps a slip of the pen out of memory.
inline constexpr unsigned kMostDegree = 4096;

/// What the family knows of one configuration: its field, and which operands
/// its accelerator takes. Builds vectors; shared by stimulus and file reader.
class Gf2mTarget {
 public:
  using Field = golden::Gf2mField;
  using Point = golden::BinaryPoint<mpz_class>;

  /// @throws InputError if the manifest's size or inputs are not of the family
  explicit Gf2mTarget(const Configuration& configuration);

  unsigned m() const { return field_.degree(); }
  const Field& field() const { return field_; }
  const std::string& operation() const { return operation_; }
  bool is_pmul() const { return operation_ == "pmul"; }
  const Interface& port() const { return port_; }
  /// NIST curve whose constants are built in, if any.
  const std::optional<golden::BinaryCurveParameters>& fixed_curve() const {
    return fixed_;
  }

  /// A blinding factor is among the operands.
  bool IsBlinded() const;

  /// Named operands (k, x, y, b or a, b) into one vector with golden results; a
  /// blinding factor that is not given is derived from the others.
  /// @param why set to a reason if this accelerator does not take them
  std::optional<Vector> Make(const std::map<std::string, mpz_class>& operands,
                             const std::string& kind, const std::string& label,
                             std::string* why) const;

  /// Whether the manifest's inputs let an operand have this value.
  bool Takes(const std::string& operand, const mpz_class& value) const {
    std::string ignored;
    return Accepts(operand, value, &ignored);
  }

  /// A vector whose load of `operand` must be refused.
  std::optional<Vector> MakeRefused(const std::string& operand,
                                    const mpz_class& value,
                                    const std::string& label) const;

  /// What the hardware must answer, found without its algorithm.
  Point Product(const mpz_class& k, const mpz_class& x, const mpz_class& y,
                const mpz_class& b) const;

 private:
  bool Accepts(const std::string& operand, const mpz_class& value,
               std::string* why) const;

  const Configuration configuration_;
  Field field_;
  std::string operation_;
  std::optional<golden::BinaryCurveParameters> fixed_;
  Interface port_;
};

}  // namespace curvebench

#endif  // CURVEBENCH_TB_FAMILIES_GF2M_H_
