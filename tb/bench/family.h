// SPDX-License-Identifier: Apache-2.0
// What the harness asks of a family of accelerators. Everything that is special
// to a family (slots, stimulus, golden values, what is secret) is behind this
// interface; bench knows no family, and a family knows no simulator.
#ifndef CURVEBENCH_TB_BENCH_FAMILY_H_
#define CURVEBENCH_TB_BENCH_FAMILY_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/manifest.h"
#include "bench/number.h"

namespace curvebench {

/// One operand, key or result of the byte port.
struct Slot {
  std::string name;       ///< the field's name for it: "x", "k", "xQ"
  int address = 0;        ///< on addr; unused for the key
  int bits = 0;           ///< a value has no bit at or above this
  int bytes = 0;          ///< W: bytes of one load or read
  bool secret = false;    ///< must not influence time or control
  bool optional = false;  ///< may stay unloaded at start
  std::string output;     ///< results: its name in the manifest's `outputs`
  /// Operands: 1 to `bytes` bytes, as many as come until start or another slot.
  bool variable = false;
};

/// The byte port of a configuration.
struct Interface {
  int addr_bits = 4;
  std::vector<Slot> operands;  ///< loaded with ld
  std::optional<Slot> key;     ///< loaded with lk
  std::vector<Slot> results;

  /// All that must be loaded: the operands in order, then the key.
  std::vector<Slot> Loads() const {
    std::vector<Slot> all = operands;
    if (key) all.push_back(*key);
    return all;
  }
  int StatusAddress() const { return (1 << addr_bits) - 1; }
};

/// One run of the accelerator and what it must answer.
struct Vector {
  /// Parallel to Interface::Loads(); an empty value is not loaded.
  std::vector<Bytes> loads;
  /// Parallel to Interface::results.
  std::vector<Bytes> results;
  bool identity = false;  ///< status bit 2 expected, results 0
  bool error = false;     ///< status bit 3 expected at done, results 0
  int refused = -1;       ///< load that must be refused (bit 3), or -1
  std::string kind;       ///< class for the counts: "random", "near_order", ...
  std::string label;      ///< for people: "k=n-1, P=G"
};

/// Vectors of a file, and what was left out of it.
struct FileVectors {
  std::vector<Vector> vectors;
  std::map<std::string, int> skipped;  ///< reason -> count
  int records = 0;
};

/// A difference between an expected and an observed field.
struct Mismatch {
  std::string field;
  std::string expected;
  std::string got;
};

/// What a run answered.
struct Observation {
  uint8_t status = 0;
  uint64_t cycles = 0;
  std::vector<Bytes> results;  ///< parallel to Interface::results
};

/// A size of a configuration ("m", "n") as a number.
/// @throws InputError unless it is an integer in 1..most
unsigned SizeOf(const Configuration& configuration, const std::string& key,
                unsigned most);

/// Calls `one` for each record of a vector file, with the record's place for
/// messages. A file is a list of records, or an object with one in `list`.
/// @throws InputError with file and place, also for whatever `one` throws
void ForEachRecord(
    const std::string& file, const nlohmann::json& document,
    const std::function<void(const std::string&, const nlohmann::json&)>& one,
    const std::string& list = "vectors");

/// One family of accelerators. Objects hold no state that a call changes.
class Family {
 public:
  virtual ~Family() = default;

  /// Folder name below rtl/.
  virtual std::string name() const = 0;

  /// Byte port of a configuration.
  /// @throws InputError if size, operation, inputs or outputs are not the
  ///   family's
  virtual Interface Describe(const Configuration& configuration) const = 0;

  /// Two configurations with the same key get the same stimulus.
  virtual std::string StimulusKey(const Configuration& configuration) const = 0;

  /// Directed edges and `count` vectors at least, or all there are where the
  /// operands have few bits, with golden results.
  virtual std::vector<Vector> Stimulus(const Configuration& configuration,
                                       uint64_t seed, int count) const = 0;

  /// Values that the contract lets load i of Interface::Loads() refuse beyond
  /// bits out of range (which bench tries by itself), e.g. an even modulus.
  virtual std::vector<std::pair<int, Bytes>> Forbidden(
      const Configuration& configuration) const {
    (void)configuration;
    return {};
  }

  /// A public measure named in cycles_extra, e.g. leading zeros of a modulus.
  /// @throws InputError if the family has no such measure
  virtual int64_t Measure(const Configuration& configuration,
                          const std::string& measure,
                          const Vector& vector) const;

  /// False for a value that load i of Interface::Loads() must refuse beyond
  /// bits out of range; agrees with Forbidden(), and is asked for any value.
  virtual bool Accepts(const Configuration& configuration, int load,
                       const Bytes& value) const {
    (void)configuration, (void)load, (void)value;
    return true;
  }

  /// How often the vectors make each rare event of the algorithm happen, found
  /// by the family's step model: name -> count. An event at 0 was not tested.
  virtual std::map<std::string, uint64_t> Coverage(
      const Configuration& configuration,
      const std::vector<Vector>& vectors) const {
    (void)configuration, (void)vectors;
    return {};
  }

  /// Differences between what was expected and what was read; none = right.
  /// Compares the promised outputs byte for byte unless a family overrides it.
  virtual std::vector<Mismatch> Compare(const Configuration& configuration,
                                        const Interface& port,
                                        const Vector& expected,
                                        const Observation& got) const;

  /// Records of a vector file that fit the configuration.
  /// @throws InputError naming record and field
  virtual FileVectors ReadVectors(const Configuration& configuration,
                                  const std::string& file,
                                  const nlohmann::json& document) const = 0;

  /// One vector from named values of the command line ("curve", "k", "x", ...),
  /// or nothing if this configuration cannot compute it; then `why` says why.
  /// @throws InputError if a value is wrong for every configuration
  virtual std::optional<Vector> FromNames(
      const Configuration& configuration,
      const std::map<std::string, std::string>& values,
      std::string* why) const = 0;

  /// Words behind `curvebench run` that compute something quickly.
  virtual std::string RunExample() const = 0;

  /// A vector as a record of a vector file, which ReadVectors takes back.
  virtual nlohmann::json ToRecord(const Configuration& configuration,
                                  const Vector& vector) const = 0;

  /// Size for `curvebench new`: what the scaffold's one configuration holds.
  virtual nlohmann::json DefaultConfiguration() const = 0;
};

/// All families by name, in the order in which tables show them.
using Families = std::vector<std::unique_ptr<Family>>;

/// @throws InputError listing the known names
const Family& FindFamily(const Families& families, const std::string& name);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_FAMILY_H_
