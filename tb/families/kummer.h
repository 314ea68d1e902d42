// SPDX-License-Identifier: Apache-2.0
// Ladders on Kummer surfaces over GF(P), P loaded at run time.
#ifndef CURVEBENCH_TB_FAMILIES_KUMMER_H_
#define CURVEBENCH_TB_FAMILIES_KUMMER_H_

#include <optional>
#include <string>
#include <vector>

#include "bench/family.h"
#include "golden/kummer.h"

namespace curvebench {

/// Port (docs/kummer.md): 5 address bits. ld 0 P, 1-4 mu, 5-8 e, 9-12 e_hat,
/// 13-15 the wrapped base, 17 bytes each; lk k of m bits, which is secret;
/// results 16-19 V1 = [k]B, 20-23 V2 = [k+1]B.
class KummerFamily : public Family {
 public:
  std::string name() const override { return "kummer"; }
  Interface Describe(const Configuration& configuration) const override;
  std::string StimulusKey(const Configuration& configuration) const override;
  std::vector<Vector> Stimulus(const Configuration& configuration,
                               uint64_t seed, int count) const override;
  std::vector<std::pair<int, Bytes>> Forbidden(
      const Configuration& configuration) const override;
  bool Accepts(const Configuration& configuration, int load,
               const Bytes& value) const override;
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
    return "kummer/a4/w34_m16 --k 0x5";
  }
  nlohmann::json ToRecord(const Configuration& configuration,
                          const Vector& vector) const override;
  nlohmann::json DefaultConfiguration() const override;
};

/// Operands as they are loaded: values of 136 bits, not reduced.
struct KummerOperands {
  golden::KummerSurface surface;
  golden::KummerWrapped base;
  mpz_class k;
};

/// How often a ladder over m bits makes rare things happen in the units: name
/// -> count, with every name.
std::map<std::string, uint64_t> KummerEvents(const KummerOperands& operands,
                                             unsigned m);

/// What the family knows of one configuration. Builds vectors.
class KummerTarget {
 public:
  static constexpr unsigned kModulusBits = 134;
  static constexpr unsigned kOperandBits = 136;

  /// @throws InputError if the manifest's size or inputs are not of the family
  explicit KummerTarget(const Configuration& configuration);

  /// Bits of the scalar.
  unsigned m() const { return m_; }
  /// A base that is not on the surface ends a run with an error.
  bool on_surface() const { return on_surface_; }
  const Interface& port() const { return port_; }
  /// True if the port takes this modulus.
  static bool TakesModulus(const mpz_class& p) {
    return p >= 3 && mpz_odd_p(p.get_mpz_t());
  }

  /// A vector with its golden results; a wrapped coordinate that is 0 modulo P
  /// makes it one with an error, a base off the surface where that is checked.
  /// @param why set to a reason if this accelerator does not take the operands
  std::optional<Vector> Make(const KummerOperands& operands,
                             const std::string& kind, const std::string& label,
                             std::string* why) const;
  /// A vector whose modulus must be refused.
  Vector MakeRefused(const mpz_class& p, const std::string& label) const;
  /// The operands of a vector.
  static KummerOperands Operands(const Vector& vector);

 private:
  unsigned m_ = 0;
  bool on_surface_ = false;
  Interface port_;
};

}  // namespace curvebench

#endif  // CURVEBENCH_TB_FAMILIES_KUMMER_H_
