// SPDX-License-Identifier: Apache-2.0
// Vector files and named operands of the family. Records are ladders with k, m,
// base_wrapped, V1_projective and V2_projective; P and the constants (p, mu,
// eps, eps_hat) stand in the record, or beside the list for all of them.
#include "bench/error.h"
#include "families/kummer.h"

namespace curvebench {
using nlohmann::json;

namespace {

class Reader {
 public:
  Reader(const Configuration& configuration, const std::string& file,
         const json& document)
      : target_(configuration), file_(file), document_(document) {}

  FileVectors Read() {
    const bool ladders = document_.is_object() && document_.contains("ladder");
    ForEachRecord(
        file_, document_,
        [&](const std::string& place, const json& record) {
          place_ = place;
          record_ = &record;
          ++out_.records;
          One();
        },
        ladders ? "ladder" : "vectors");
    return std::move(out_);
  }

 private:
  // In the record, or for all records beside the list.
  const json& Field(const char* key) const {
    if (record_->contains(key)) return (*record_)[key];
    if (document_.is_object() && document_.contains(key)) {
      return document_[key];
    }
    throw InputError(file_, place_ + "." + key, "is missing",
                     "write it into the record, or beside the list");
  }
  mpz_class Number(const json& value, const std::string& field) const {
    if (!value.is_string()) {
      throw InputError(file_, place_ + "." + field, "is no text",
                       "write a number in hexadecimal, in quotes");
    }
    try {
      return ParseHex(value.get<std::string>());
    } catch (const std::invalid_argument& error) {
      throw InputError(file_, place_ + "." + field, error.what(),
                       "write a number in hexadecimal");
    }
  }
  template <size_t N>
  std::array<mpz_class, N> Numbers(const char* key) const {
    const json& list = Field(key);
    if (!list.is_array() || list.size() != N) {
      throw InputError(file_, place_ + "." + key,
                       "is no list of " + std::to_string(N),
                       "write so many numbers in hexadecimal, in quotes");
    }
    std::array<mpz_class, N> numbers;
    for (size_t i = 0; i < N; ++i) numbers[i] = Number(list[i], key);
    return numbers;
  }

  void One() {
    if (!record_->contains("k") || !record_->contains("base_wrapped")) {
      ++out_.skipped["no ladder"];
      return;
    }
    const json& m = Field("m");
    if (!m.is_number_unsigned() || m < 1 || m > 8000) {
      throw InputError(file_, place_ + ".m", "is no number from 1 to 8000",
                       "write how many bits of k the ladder took");
    }
    KummerOperands o;
    o.surface = {Number(Field("p"), "p"), Numbers<4>("mu"), Numbers<4>("eps"),
                 Numbers<4>("eps_hat")};
    o.base = Numbers<3>("base_wrapped");
    o.k = Number(Field("k"), "k");
    std::string label = place_;
    if (record_->contains("tag")) {
      if (!(*record_)["tag"].is_string()) {
        throw InputError(file_, place_ + ".tag", "is no text",
                         "write a short text, or leave it out");
      }
      label = (*record_)["tag"];
    }
    if (m.get<unsigned>() != target_.m()) {
      // Leading zeros of k change the coordinates, by a factor alone.
      Projective(o, m, label);
      return;
    }
    std::string why;
    auto vector = target_.Make(o, "file", label, &why);
    if (!vector) {
      ++out_.skipped[why];
      return;
    }
    const std::array<mpz_class, 4> v1 = Numbers<4>("V1_projective");
    const std::array<mpz_class, 4> v2 = Numbers<4>("V2_projective");
    for (size_t j = 0; j < 4; ++j) {
      if (FromBytes(vector->results[j]) != v1[j] ||
          FromBytes(vector->results[4 + j]) != v2[j]) {
        throw InputError(file_, place_, "golden computes another result",
                         "the record is wrong, or golden is: compare with a "
                         "third implementation");
      }
    }
    out_.vectors.push_back(std::move(*vector));
  }

  // A record of another m: golden must reach the same point with this one's.
  void Projective(const KummerOperands& o, unsigned m,
                  const std::string& label) {
    if (mpz_sizeinbase(o.k.get_mpz_t(), 2) > m) {
      ++out_.skipped["k has more than the record's m bits"];
      return;
    }
    std::string why;
    auto vector = target_.Make(o, "file", label, &why);
    if (!vector) {
      ++out_.skipped[why];
      return;
    }
    golden::KummerPoint v1;
    for (size_t j = 0; j < 4; ++j) v1[j] = FromBytes(vector->results[j]);
    if (!o.surface.Same(v1, Numbers<4>("V1_projective"))) {
      throw InputError(file_, place_, "golden reaches another point",
                       "the record is wrong, or golden is: compare with a "
                       "third implementation");
    }
    out_.vectors.push_back(std::move(*vector));
  }

  const KummerTarget target_;
  const std::string file_;
  const json& document_;
  std::string place_;
  const json* record_ = nullptr;
  FileVectors out_;
};

}  // namespace

FileVectors KummerFamily::ReadVectors(const Configuration& configuration,
                                      const std::string& file,
                                      const json& document) const {
  return Reader(configuration, file, document).Read();
}

std::optional<Vector> KummerFamily::FromNames(
    const Configuration& configuration,
    const std::map<std::string, std::string>& values, std::string* why) const {
  const KummerTarget target(configuration);
  const golden::KummerStandard standard = golden::GaudrySchost();
  KummerOperands o;
  o.surface = standard.surface;
  o.base = standard.base;
  std::map<std::string, mpz_class*> places = {{"p", &o.surface.p}, {"k", &o.k}};
  for (size_t j = 0; j < 4; ++j) {
    const std::string number = std::to_string(j + 1);
    places["mu" + number] = &o.surface.mu[j];
    places["e" + number] = &o.surface.e[j];
    places["e_hat" + number] = &o.surface.e_hat[j];
    if (j < 3) places["w" + number] = &o.base[j];
  }
  bool scalar = false;
  for (const auto& [name, text] : values) {
    if (name == "curve") {
      if (text != "gaudry-schost") {
        throw InputError("--curve", text, "is no surface known here",
                         "known: gaudry-schost; others by --p, --mu1 ... "
                         "--mu4, --e1 ..., --e_hat1 ...");
      }
      continue;
    }
    const auto place = places.find(name);
    if (place == places.end()) {
      throw InputError("--" + name, text, "is no operand of a ladder",
                       "operands: --k, --w1 --w2 --w3, --curve or --p, --mu1 "
                       "... --mu4, --e1 ... --e4, --e_hat1 ... --e_hat4");
    }
    try {
      *place->second = ParseNumber(text);
    } catch (const std::invalid_argument& error) {
      throw InputError("--" + name, text, error.what(),
                       "write a number, such as 17 or 0x11");
    }
    scalar |= name == "k";
  }
  if (!scalar) {
    throw InputError("--k", "", "is missing", "give a scalar, e.g. --k 5");
  }
  return target.Make(o, "user", "", why);
}

json KummerFamily::ToRecord(const Configuration& configuration,
                            const Vector& vector) const {
  const KummerTarget target(configuration);
  const KummerOperands o = KummerTarget::Operands(vector);
  const auto list = [](const auto& values) {
    json texts = json::array();
    for (const mpz_class& value : values) texts.push_back(Hex(value));
    return texts;
  };
  json record = {{"p", Hex(o.surface.p)},
                 {"mu", list(o.surface.mu)},
                 {"eps", list(o.surface.e)},
                 {"eps_hat", list(o.surface.e_hat)},
                 {"m", target.m()},
                 {"k", Hex(o.k)},
                 {"base_wrapped", list(o.base)},
                 {"class", vector.kind},
                 {"tag", vector.label}};
  json v1 = json::array(), v2 = json::array();
  for (size_t j = 0; j < 4; ++j) {
    v1.push_back(Hex(vector.results[j]));
    v2.push_back(Hex(vector.results[4 + j]));
  }
  record["V1_projective"] = v1;
  record["V2_projective"] = v2;
  return record;
}

json KummerFamily::DefaultConfiguration() const {
  return {{"operation", "ladder"},
          {"inputs",
           {{"p", "odd"},
            {"mu", "any"},
            {"e", "any"},
            {"e_hat", "any"},
            {"w", "any"},
            {"k", "any"}}},
          {"outputs", {"v1", "v2"}},
          {"size", {{"m", 256u}}},
          {"parameters", {{"M", 256}}}};
}

}  // namespace curvebench
