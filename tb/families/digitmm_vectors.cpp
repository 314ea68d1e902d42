// SPDX-License-Identifier: Apache-2.0
// Vector files and named operands of the family. Records: {n, M, X, Y, Z, err}
// as in golden/vectors/digitmm_vectors.json, and {a, b, m, r} of the public
// collections.
#include "bench/error.h"
#include "families/digitmm.h"

namespace curvebench {
using nlohmann::json;

namespace {

class Reader {
 public:
  Reader(const Configuration& configuration, const std::string& file)
      : target_(configuration), file_(file) {}

  FileVectors Read(const json& document) {
    ForEachRecord(file_, document,
                  [&](const std::string& place, const json& record) {
                    place_ = place;
                    record_ = &record;
                    ++out_.records;
                    One();
                  });
    return std::move(out_);
  }

 private:
  bool Has(const char* key) const { return record_->contains(key); }
  void Skip(const std::string& reason) { ++out_.skipped[reason]; }

  bool Negative(const char* key) const {
    return (*record_)[key].is_string() &&
           (*record_)[key].get<std::string>().rfind("-", 0) == 0;
  }

  mpz_class Number(const char* key) const {
    if (!(*record_)[key].is_string()) {
      throw InputError(file_, place_ + "." + key, "is no text",
                       "write a number in hexadecimal, in quotes");
    }
    try {
      return ParseHex((*record_)[key].get<std::string>());
    } catch (const std::invalid_argument& error) {
      throw InputError(file_, place_ + "." + key, error.what(),
                       "write a number in hexadecimal");
    }
  }

  void One() {
    if (target_.reduces()) return Reduction();
    const bool own = Has("M") && Has("X") && Has("Y") && Has("Z");
    const bool published = Has("a") && Has("b") && Has("m") && Has("r");
    if (!own && !published) return Skip("no record kind of the family");
    if (published && (Negative("a") || Negative("b") || Negative("m"))) {
      return Skip("a negative operand");
    }
    std::string label = record_->value("note", "");
    if (label.empty()) label = place_;
    const mpz_class m = Number(own ? "M" : "m");
    if (own && (*record_)["n"].get<unsigned>() > target_.n()) {
      return Skip("n above that of the configuration");
    }
    if (m == 0) {
      if (auto refused = target_.MakeRefused(m, label)) {
        out_.vectors.push_back(std::move(*refused));
        return;
      }
      return Skip("the modulus is 0, and the variant takes none");
    }
    // A recorded product says nothing of Montgomery's: golden alone does.
    std::string why;
    auto vector = target_.Make(Number(own ? "X" : "a"), Number(own ? "Y" : "b"),
                               m, "file", label, &why);
    if (!vector) return Skip(why);
    if (target_.operation() == "mm") {
      const mpz_class result = Number(own ? "Z" : "r");
      if (FromBytes(vector->results[0]) != result) {
        throw InputError(file_, place_, "golden computes another result",
                         "the record is wrong, or golden is: compare with a "
                         "third implementation");
      }
    }
    out_.vectors.push_back(std::move(*vector));
  }

  void Reduction() {
    if (!Has("a") || !Has("m") || !Has("r") || Has("b")) {
      return Skip("no reduction");
    }
    if (Negative("a") || Negative("m")) return Skip("a negative operand");
    std::string why;
    const mpz_class a = Number("a");
    // Leading zeros in the text are bytes of the operand.
    const size_t bytes =
        std::min<size_t>(HexBytes((*record_)["a"]), target_.operand_bits() / 8);
    auto vector = target_.Make(a, 1, Number("m"), "file", place_, &why, bytes);
    if (!vector) return Skip(why);
    if (FromBytes(vector->results[0]) != Number("r")) {
      throw InputError(file_, place_, "golden computes another result",
                       "the record is wrong, or golden is: compare with a "
                       "third implementation");
    }
    out_.vectors.push_back(std::move(*vector));
  }

  const DigitMmTarget target_;
  const std::string file_;
  std::string place_;
  const json* record_ = nullptr;
  FileVectors out_;
};

}  // namespace

FileVectors DigitMmFamily::ReadVectors(const Configuration& configuration,
                                       const std::string& file,
                                       const json& document) const {
  return Reader(configuration, file).Read(document);
}

std::optional<Vector> DigitMmFamily::FromNames(
    const Configuration& configuration,
    const std::map<std::string, std::string>& values, std::string* why) const {
  const DigitMmTarget target(configuration);
  std::map<std::string, mpz_class> operands;
  size_t least = 1;
  if (target.reduces()) operands["y"] = 1;
  if (target.fixed()) operands["m"] = *target.fixed();
  for (const auto& [name, text] : values) {
    const bool known =
        name == "m" ||
        (target.reduces() ? name == "a" : name == "x" || name == "y");
    if (!known) {
      throw InputError(
          "--" + name, text, "is no operand of this variant",
          target.reduces() ? "operands: --a, --m" : "operands: --x, --y, --m");
    }
    try {
      // The operand of a reduction is the first one, as X is.
      operands[name == "a" ? "x" : name] = ParseNumber(text);
      // Its leading zeros are bytes.
      if (name == "a" && HasHexPrefix(text)) least = HexBytes(text);
    } catch (const std::invalid_argument& error) {
      throw InputError("--" + name, text, error.what(), "");
    }
  }
  for (const std::string name : {"x", "y", "m"}) {
    if (!operands.count(name)) {
      throw InputError(
          target.reduces() && name == "x" ? "--a" : "--" + name, "",
          "is missing",
          target.reduces() ? "give --a and --m" : "give --x, --y and --m");
    }
  }
  return target.Make(operands["x"], operands["y"], operands["m"], "user", "",
                     why, least);
}

json DigitMmFamily::ToRecord(const Configuration& configuration,
                             const Vector& vector) const {
  const DigitMmTarget target(configuration);
  if (target.reduces()) {
    const mpz_class modulus = target.M(vector);
    return {{"a", FullHex(vector.loads[0])},
            {"m", Hex(modulus)},
            {"r", Hex(vector.results[0])},
            {"class", vector.kind},
            {"note", vector.label}};
  }
  json record = {{"n", target.n()},
                 {"d", target.d()},
                 {"M", Hex(target.M(vector))},
                 {"X", Hex(vector.loads[0])},
                 {"Y", Hex(vector.loads[1])},
                 {"err", vector.refused >= 0 ? 1 : 0},
                 {"class", vector.kind},
                 {"note", vector.label}};
  // Z is the plain product, whatever the variant computes of it.
  const mpz_class m = target.M(vector);
  record["Z"] = Hex(
      m == 0 ? mpz_class(0)
             : golden::ModularProduct(target.X(vector), target.Y(vector), m));
  return record;
}

json DigitMmFamily::DefaultConfiguration() const {
  return {{"operation", "mm"},
          {"inputs", {{"x", "any"}, {"y", "any"}, {"m", "any"}}},
          {"outputs", {"r"}},
          {"size", {{"n", 512}, {"d", 2}}},
          {"parameters", {{"N", 512}, {"D", 2}}}};
}

}  // namespace curvebench
