// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/regression.h"
#include "families/families.h"
#include "families/gf2m.h"
#include "tests/scratch.h"

namespace curvebench::tests {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

Configuration Find(const std::string& variant, const std::string& name) {
  for (Configuration& c :
       ReadManifest(Root() / "rtl" / variant, ProjectPaths())) {
    if (c.name == name) return c;
  }
  throw std::runtime_error("no " + variant + "/" + name);
}

/// The configuration with another manifest.
Configuration With(Configuration c,
                   const std::function<void(Variant*)>& change) {
  auto variant = std::make_shared<Variant>(*c.variant);
  change(variant.get());
  c.variant = variant;
  return c;
}

mpz_class LoadOf(const Configuration& c, const Vector& vector,
                 const std::string& name) {
  const std::vector<Slot> loads = Gf2mFamily().Describe(c).Loads();
  for (size_t i = 0; i < loads.size(); ++i) {
    if (loads[i].name == name) return FromBytes(vector.loads[i]);
  }
  throw std::runtime_error("no load " + name);
}

std::map<std::string, int> Kinds(const std::vector<Vector>& vectors) {
  std::map<std::string, int> kinds;
  for (const Vector& vector : vectors) ++kinds[vector.kind];
  return kinds;
}

bool Same(const std::vector<Vector>& a, const std::vector<Vector>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Vector& x, const Vector& y) {
                      return x.loads == y.loads && x.results == y.results &&
                             x.kind == y.kind && x.label == y.label;
                    });
}

// ------------------------------------------------------------------- the port

TEST(Gf2mPort, SlotsFollowTheContract) {
  const Interface port = Gf2mFamily().Describe(Find("gf2m/digit", "d8"));
  EXPECT_EQ(port.addr_bits, 4);
  EXPECT_EQ(port.StatusAddress(), 15);
  ASSERT_EQ(port.operands.size(), 3u);
  ASSERT_TRUE(port.key);
  EXPECT_TRUE(port.key->secret);
  ASSERT_EQ(port.results.size(), 2u);
  EXPECT_EQ(port.results[0].address, 8);
  EXPECT_EQ(port.results[1].address, 9);
  for (const Slot& slot : port.Loads()) {
    EXPECT_EQ(slot.bits, 233);
    EXPECT_EQ(slot.bytes, 32);
  }
  const Interface mul = Gf2mFamily().Describe(Find("gf2m/mul", "d8_m571"));
  EXPECT_FALSE(mul.key);
  EXPECT_EQ(mul.operands.size(), 2u);
  EXPECT_EQ(mul.operands[1].bytes, 72);
}

TEST(Gf2mPort, FixedAndUnusedOperandsHaveNoSlot) {
  const Configuration c = With(Find("gf2m/digit", "d8"), [](Variant* v) {
    v->inputs = {{"k", "any"}, {"x", "fixed:B-233"}, {"y", "fixed:B-233"}};
    v->outputs = {"x"};
  });
  const Interface port = Gf2mFamily().Describe(c);
  EXPECT_TRUE(port.operands.empty());
  EXPECT_EQ(port.results.size(), 1u);
}

TEST(Gf2mPort, FaultsOfTheManifestAreNamed) {
  const Configuration good = Find("gf2m/digit", "d8");
  const auto message = [](const Configuration& c) -> std::string {
    try {
      Gf2mFamily().Describe(c);
    } catch (const InputError& error) {
      return error.what();
    }
    return "taken";
  };
  EXPECT_THAT(message(With(good, [](Variant* v) { v->operation = "add"; })),
              AllOf(HasSubstr("operation"), HasSubstr("'add'"),
                    HasSubstr("pmul, mul, sqr or inv")));
  EXPECT_THAT(message(With(good, [](Variant* v) { v->inputs["z"] = "any"; })),
              AllOf(HasSubstr("inputs.z"), HasSubstr("k, x, y, b")));
  EXPECT_THAT(message(With(good, [](Variant* v) { v->inputs.erase("k"); })),
              AllOf(HasSubstr("inputs"), HasSubstr("no key")));
  EXPECT_THAT(
      message(With(good, [](Variant* v) { v->inputs["x"] = "fixed:P-256"; })),
      AllOf(HasSubstr("inputs.x"), HasSubstr("fixed:B-233")));
  EXPECT_THAT(
      message(With(good, [](Variant* v) { v->inputs["x"] = "fixed:B-163"; })),
      AllOf(HasSubstr("inputs.x"), HasSubstr("163"), HasSubstr("233")));
  EXPECT_THAT(message(With(good, [](Variant* v) { v->outputs = {"z"}; })),
              AllOf(HasSubstr("outputs"), HasSubstr("'z'")));
  EXPECT_THAT(message(With(good, [](Variant* v) { v->outputs = {}; })),
              HasSubstr("outputs"));
  for (const json& size : {json::object(), json{{"m", "233"}},
                           json{{"m", 233}, {"poly", {232, 1, 0}}},
                           json{{"m", 233}, {"poly", json::array()}},
                           json{{"m", 234}}, json{{"m", 233}, {"poly", "x"}},
                           json{{"m", 0}}, json{{"m", -5}}, json{{"m", 1}}}) {
    Configuration c = good;
    c.size = size;
    EXPECT_THAT(message(c), AllOf(HasSubstr("variant.json"), HasSubstr("size"),
                                  HasSubstr("\n  ")))
        << size;
  }
}

TEST(Gf2mPort, UnknownFamilyIsNamedWithTheKnownOnes) {
  const Families families = AllFamilies();
  EXPECT_EQ(FindFamily(families, "gf2m").name(), "gf2m");
  EXPECT_THAT(
      [&] { FindFamily(families, "gf3m"); },
      ThrowsMessage<InputError>(AllOf(HasSubstr("gf3m"), HasSubstr("gf2m"))));
}

// --------------------------------------------------------------- the stimulus

TEST(Gf2mStimulus, EveryClassIsInTheDefaultSet) {
  const std::vector<Vector> vectors =
      Gf2mFamily().Stimulus(Find("gf2m/digit", "d8"), 1, 0);
  EXPECT_GE(vectors.size(), 100u);
  const auto kinds = Kinds(vectors);
  for (const char* kind : {"near_order", "small", "order_2", "order_4", "ones",
                           "random", "near_power", "above_order",
                           "power_of_two", "other_b", "leading_zeros"}) {
    EXPECT_GE(kinds.count(kind), 1u) << kind;
  }
  EXPECT_GE(kinds.at("random"), 20);
}

TEST(Gf2mStimulus, TheTellingScalarsAreThere) {
  const Configuration c = Find("gf2m/digit", "d8");
  const std::vector<Vector> vectors = Gf2mFamily().Stimulus(c, 1, 0);
  std::set<std::pair<bool, std::string>> seen;  // K-233?, scalar
  const mpz_class nk = golden::FindNistBinaryCurve("K-233").n;
  const mpz_class nb = golden::FindNistBinaryCurve("B-233").n;
  std::set<mpz_class> scalars;
  int infinities = 0;
  for (const Vector& v : vectors) {
    scalars.insert(LoadOf(c, v, "k"));
    infinities += v.identity;
    if (v.identity) {
      for (const Bytes& r : v.results) EXPECT_EQ(FromBytes(r), 0);
    }
  }
  const auto either = [&](int d) {
    return scalars.count(nk + d) > 0 || scalars.count(nb + d) > 0;
  };
  EXPECT_TRUE(either(-1));
  EXPECT_TRUE(either(0));
  EXPECT_TRUE(either(1));
  EXPECT_TRUE(either(-2));
  EXPECT_TRUE(scalars.count(0));
  EXPECT_TRUE(scalars.count(1));
  EXPECT_TRUE(scalars.count(2));
  EXPECT_TRUE(scalars.count((mpz_class(1) << 233) - 1));
  EXPECT_GE(infinities, 3);
}

TEST(Gf2mStimulus, OtherSizesHaveTenMixedOnes) {
  for (const char* name : {"d8_m163", "d8_m283", "d8_m409", "d8_m571"}) {
    const auto vectors = Gf2mFamily().Stimulus(Find("gf2m/digit", name), 1, 0);
    EXPECT_GE(vectors.size(), 10u) << name;
    EXPECT_GE(Kinds(vectors).size(), 6u) << name;
  }
}

TEST(Gf2mStimulus, CountIsAtLeastWhatWasAskedFor) {
  for (const int count : {1, 17, 250}) {
    EXPECT_EQ(Gf2mFamily().Stimulus(Find("gf2m/digit", "d8"), 1, count).size(),
              static_cast<size_t>(count));
  }
  EXPECT_GE(Gf2mFamily().Stimulus(Find("gf2m/mul", "d8"), 1, 300).size(), 300u);
}

TEST(Gf2mStimulus, AllProductsOverFiveBits) {
  const Configuration c = Find("gf2m/digit", "d8_m5");
  const std::vector<Vector> vectors = Gf2mFamily().Stimulus(c, 1, 0);
  EXPECT_EQ(vectors.size(), 65536u);
  std::set<std::vector<Bytes>> tuples;
  std::set<mpz_class> constants, scalars;
  int identities = 0;
  // y^2 + xy + x^3 + b = a x^2 tells a, where x is not 0.
  std::set<bool> a;
  const golden::Gf2mField field({5, 2, 0});
  for (const Vector& v : vectors) {
    tuples.insert(v.loads);
    constants.insert(LoadOf(c, v, "b"));
    scalars.insert(LoadOf(c, v, "k"));
    identities += v.identity;
    const auto x = field.FromMpz(LoadOf(c, v, "x"));
    const auto y = field.FromMpz(LoadOf(c, v, "y"));
    const auto b = field.FromMpz(LoadOf(c, v, "b"));
    const auto rest = field.Add(field.Add(field.Sqr(y), field.Mul(x, y)),
                                field.Add(field.Mul(field.Sqr(x), x), b));
    if (field.ToMpz(x) != 0) a.insert(field.ToMpz(rest) != 0);
  }
  EXPECT_EQ(a.size(), 2u) << "both a";
  EXPECT_EQ(constants.size(), 32u) << "every b";
  EXPECT_EQ(scalars.size(), 32u) << "every scalar";
  EXPECT_GT(identities, 2048);
  // Points with x = 0 are on the curves of both a.
  EXPECT_EQ(tuples.size(), 65536u - 32 * 32);
}

TEST(Gf2mStimulus, AllProductsOverSevenBitsForThreeCurves) {
  const Configuration c = Find("gf2m/digit", "d8_m7");
  const std::vector<Vector> vectors = Gf2mFamily().Stimulus(c, 1, 0);
  EXPECT_EQ(vectors.size(), 98304u);
  std::set<mpz_class> constants, scalars;
  for (const Vector& v : vectors) {
    constants.insert(LoadOf(c, v, "b"));
    scalars.insert(LoadOf(c, v, "k"));
  }
  EXPECT_EQ(constants.size(), 3u);
  EXPECT_EQ(scalars.size(), 128u);
}

TEST(Gf2mStimulus, AllProductsOfTheFieldOverFiveBits) {
  const auto vectors = Gf2mFamily().Stimulus(Find("gf2m/mul", "d1_m5"), 1, 0);
  EXPECT_EQ(vectors.size(), 1024u);
  std::set<std::vector<Bytes>> tuples;
  for (const Vector& v : vectors) tuples.insert(v.loads);
  EXPECT_EQ(tuples.size(), 1024u);
}

TEST(Gf2mStimulus, OneSeedRepeatsAnotherDoesNot) {
  for (const auto& [variant, name] :
       {std::pair("gf2m/digit", "d8"), std::pair("gf2m/mul", "d8")}) {
    const Configuration c = Find(variant, name);
    const Gf2mFamily family;
    EXPECT_TRUE(Same(family.Stimulus(c, 7, 0), family.Stimulus(c, 7, 0)));
    EXPECT_FALSE(Same(family.Stimulus(c, 7, 0), family.Stimulus(c, 8, 0)));
    EXPECT_FALSE(Same(family.Stimulus(c, 7, 0),
                      family.Stimulus(c, 7 | uint64_t{1} << 40, 0)));
  }
}

TEST(Gf2mStimulus, RunSeedReachesTheVectors) {
  const Configuration c = Find("gf2m/digit", "d8");
  const Gf2mFamily family;
  const auto make = [&](uint64_t seed) {
    RegressionOptions options;
    options.seed = seed;
    FileVectors read;
    return MakeVectors(c, family, options, &read);
  };
  EXPECT_TRUE(Same(make(3), make(3)));
  EXPECT_FALSE(Same(make(3), make(4)));
  EXPECT_FALSE(Same(make(3), make(3 | uint64_t{1} << 63)));
}

TEST(Gf2mStimulus, ConfigurationsOfOneSizeShareIt) {
  const Gf2mFamily family;
  EXPECT_EQ(family.StimulusKey(Find("gf2m/digit", "d8")),
            family.StimulusKey(Find("gf2m/serial", "base")));
  EXPECT_NE(family.StimulusKey(Find("gf2m/digit", "d8")),
            family.StimulusKey(Find("gf2m/digit", "d8_m163")));
  EXPECT_NE(family.StimulusKey(Find("gf2m/digit", "d8")),
            family.StimulusKey(Find("gf2m/mul", "d8")));
}

TEST(Gf2mStimulus, DeclaredRangesAreKept) {
  const Configuration c = With(Find("gf2m/digit", "d8"), [](Variant* v) {
    v->inputs["k"] = {{"min", "1"}, {"max", "n-2"}};
    for (const char* name : {"x", "y", "b"}) v->inputs[name] = "fixed:B-233";
  });
  const mpz_class n = golden::FindNistBinaryCurve("B-233").n;
  const std::vector<Vector> vectors = Gf2mFamily().Stimulus(c, 1, 0);
  EXPECT_GE(vectors.size(), 100u);
  for (const Vector& v : vectors) {
    ASSERT_EQ(v.loads.size(), 1u) << "only the key is loaded";
    const mpz_class k = LoadOf(c, v, "k");
    EXPECT_GE(k, 1);
    EXPECT_LE(k, n - 2);
    EXPECT_FALSE(v.identity);
  }
  const auto kinds = Kinds(vectors);
  for (const char* kind : {"near_order", "small", "random", "power_of_two"}) {
    EXPECT_TRUE(kinds.count(kind)) << kind;
  }
  EXPECT_FALSE(kinds.count("above_order"));
}

TEST(Gf2mStimulus, FixedBasePointIsTheCurvesGenerator) {
  const Configuration c = With(Find("gf2m/digit", "d8"), [](Variant* v) {
    for (const char* name : {"x", "y"}) v->inputs[name] = "fixed:K-233";
  });
  const auto curve = golden::FindNistBinaryCurve("K-233");
  for (const Vector& v : Gf2mFamily().Stimulus(c, 1, 0)) {
    EXPECT_EQ(LoadOf(c, v, "b"), curve.b);
    if (LoadOf(c, v, "k") == 1) {
      EXPECT_EQ(FromBytes(v.results[0]), curve.gx);
      EXPECT_EQ(FromBytes(v.results[1]), curve.gy);
    }
  }
}

TEST(Gf2mStimulus, UnknownSymbolInARangeIsNamed) {
  const Configuration c = With(Find("gf2m/digit", "d8"), [](Variant* v) {
    v->inputs["k"] = {{"min", "1"}, {"max", "n-2"}};
  });
  EXPECT_THAT([&] { Gf2mFamily().Stimulus(c, 1, 0); },
              ThrowsMessage<InputError>(
                  AllOf(HasSubstr("variant.json: inputs.k"), HasSubstr("'n'"),
                        HasSubstr("where the curve is fixed"))));
}

// ------------------------------------------------------------------ the files

FileVectors ReadFile(const Configuration& c, const std::string& name) {
  const auto file = Root() / "golden/vectors" / name;
  return Gf2mFamily().ReadVectors(c, file.string(), ReadJson(file));
}

int Skipped(const FileVectors& read) {
  int sum = 0;
  for (const auto& [reason, count] : read.skipped) {
    EXPECT_NE(reason, "");
    sum += count;
  }
  return sum;
}

struct FileCase {
  std::string file;
  int records;
  int vectors;
  int skipped;
};

void PrintTo(const FileCase& c, std::ostream* out) { *out << c.file; }

class Gf2mFiles : public testing::TestWithParam<FileCase> {};

// On a point multiplier with m = 233. The counts are those of the folder's
// README: a Diffie-Hellman record holds three products, a signature two. Ten
// public keys are off the curve; two scalars of points of the orders 2n and 4n
// stay wider than the key.
TEST_P(Gf2mFiles, EveryRecordIsRunOrSkippedWithAReason) {
  const FileCase& expected = GetParam();
  const FileVectors read = ReadFile(Find("gf2m/digit", "d8"), expected.file);
  EXPECT_EQ(read.records, expected.records);
  EXPECT_EQ(static_cast<int>(read.vectors.size()), expected.vectors);
  EXPECT_EQ(Skipped(read), expected.skipped);
  for (const Vector& v : read.vectors) {
    EXPECT_TRUE(v.kind == "file" || v.kind == "out_of_range") << v.kind;
    EXPECT_NE(v.label, "");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Files, Gf2mFiles,
    testing::Values(FileCase{"cavp_keypair_233.json", 20, 20, 0},
                    FileCase{"cavp_cdh_233.json", 26, 78, 0},
                    FileCase{"cavp_pkv_233.json", 24, 14, 10},
                    FileCase{"cavp_ecdsa_233.json", 192, 384, 0},
                    FileCase{"nist_example_ecdsa_233.json", 2, 2, 0},
                    FileCase{"ecsec2_kG_233.json", 1000, 1000, 0},
                    FileCase{"openssl_evp_233.json", 16, 16, 0},
                    FileCase{"edge_pmul_233.json", 1081, 1079, 2},
                    FileCase{"edge_padd_233.json", 146, 0, 146},
                    FileCase{"gf233_field.json", 879, 0, 879},
                    FileCase{"gf2m_vectors.json", 112, 56, 56}),
    [](const auto& info) {
      return info.param.file.substr(0, info.param.file.find('.'));
    });

TEST(Gf2mFile, FieldRecordsRunOnTheirOperation) {
  FileVectors read = ReadFile(Find("gf2m/mul", "d8"), "gf233_field.json");
  EXPECT_EQ(read.vectors.size(), 513u);
  EXPECT_EQ(Skipped(read), 133 + 233);
  for (const auto& [operation, count] :
       {std::pair("sqr", 133u), std::pair("inv", 233u)}) {
    const Configuration c = With(Find("gf2m/mul", "d8"), [&](Variant* v) {
      v->operation = operation;
      v->inputs = {{"a", "any"}};
    });
    EXPECT_EQ(ReadFile(c, "gf233_field.json").vectors.size(), count);
  }
}

TEST(Gf2mFile, OtherSizesAreSkippedWithTheirSize) {
  const FileVectors read =
      ReadFile(Find("gf2m/digit", "d8_m163"), "cavp_keypair_233.json");
  EXPECT_TRUE(read.vectors.empty());
  ASSERT_EQ(read.skipped.size(), 1u);
  EXPECT_THAT(read.skipped.begin()->first,
              AllOf(HasSubstr("233"), HasSubstr("163")));
  EXPECT_EQ(read.skipped.begin()->second, 20);
  EXPECT_EQ(ReadFile(Find("gf2m/digit", "d8_m163"), "gf2m_vectors.json")
                .vectors.size(),
            56u);
}

TEST(Gf2mFile, OutOfRangeKeysAreRefusedLoads) {
  const Configuration c = Find("gf2m/digit", "d8");
  int refused = 0;
  for (const Vector& v : ReadFile(c, "cavp_pkv_233.json").vectors) {
    if (v.refused < 0) continue;
    ++refused;
    EXPECT_EQ(v.kind, "out_of_range");
    const mpz_class value =
        FromBytes(v.loads.at(static_cast<size_t>(v.refused)));
    EXPECT_GT(mpz_sizeinbase(value.get_mpz_t(), 2), 233u);
  }
  int expected = 0;
  const json document = ReadJson(Root() / "golden/vectors/cavp_pkv_233.json");
  for (const json& record : document["vectors"]) {
    expected += !record["computed"]["in_range"].get<bool>();
  }
  EXPECT_EQ(refused, expected);
  EXPECT_GT(refused, 0);
}

json Product(const std::string& k) {
  const auto curve = golden::FindNistBinaryCurve("B-233");
  json record = {{"curve", "B-233"}, {"k", k}};
  record["px"] = curve.gx.get_str(16);
  record["py"] = curve.gy.get_str(16);
  record["qx"] = curve.gx.get_str(16);
  record["qy"] = curve.gy.get_str(16);
  return record;
}

FileVectors Read(const json& document, const Configuration& c) {
  return Gf2mFamily().ReadVectors(c, "some.json", document);
}

TEST(Gf2mFile, BareListsAndObjectsAreTheSame) {
  const Configuration c = Find("gf2m/digit", "d8");
  const json list = {Product("1")};
  EXPECT_EQ(Read(list, c).vectors.size(), 1u);
  EXPECT_EQ(Read({{"vectors", list}}, c).vectors.size(), 1u);
  EXPECT_EQ(Read(json::array(), c).records, 0);
}

TEST(Gf2mFile, WideScalarIsReducedByTheOrderOfThePoint) {
  const Configuration c = Find("gf2m/digit", "d8");
  const mpz_class n = golden::FindNistBinaryCurve("B-233").n;
  const mpz_class wide = n * 1000 + 1;
  ASSERT_GT(mpz_sizeinbase(wide.get_mpz_t(), 2), 233u);
  const FileVectors read = Read(json::array({Product(wide.get_str(16))}), c);
  ASSERT_EQ(read.vectors.size(), 1u);
  EXPECT_EQ(LoadOf(c, read.vectors[0], "k"), 1);
}

TEST(Gf2mFile, WideScalarOfAPointOfCompositeOrderIsReducedByTwoN) {
  const Configuration c = Find("gf2m/digit", "d8");
  const auto parameters = golden::FindNistBinaryCurve("B-233");
  const auto curve = golden::MakeBinaryCurve<golden::Gf2mField>(parameters);
  const auto& f = curve.field();
  // G + (point of order 2) has the order 2n, and (2n 1000 + n) times it is the
  // point of order 2.
  const auto two = curve.PointOfOrder2();
  const auto p = curve.Add(golden::Generator(f, parameters), two);
  json record =
      Product(mpz_class(2000 * parameters.n + parameters.n).get_str(16));
  record["px"] = f.ToMpz(p.x()).get_str(16);
  record["py"] = f.ToMpz(p.y()).get_str(16);
  record["qx"] = f.ToMpz(two.x()).get_str(16);
  record["qy"] = f.ToMpz(two.y()).get_str(16);
  const FileVectors read = Read(json::array({record}), c);
  ASSERT_EQ(read.vectors.size() + static_cast<size_t>(Skipped(read)), 1u);
  ASSERT_EQ(read.vectors.size(), 1u) << read.skipped.begin()->first;
  EXPECT_EQ(LoadOf(c, read.vectors[0], "k"), parameters.n);
}

TEST(Gf2mFile, WideScalarWithoutACurveIsSkippedWithTheReason) {
  json record = Product("1");
  record.erase("curve");
  record["m"] = 233;
  record["b"] = golden::FindNistBinaryCurve("B-233").b.get_str(16);
  for (const char* key : {"x", "y"}) {
    record[std::string(key) + "p"] = record["p" + std::string(key)];
    record[std::string(key) + "q"] = record["q" + std::string(key)];
  }
  const Configuration c = Find("gf2m/digit", "d8");
  EXPECT_EQ(Read(json::array({record}), c).vectors.size(), 1u);
  record["k"] = std::string(60, 'f');
  const FileVectors read = Read(json::array({record}), c);
  EXPECT_TRUE(read.vectors.empty());
  EXPECT_EQ(read.skipped.at("scalar wider than the key, order not known"), 1);
}

TEST(Gf2mFile, WhatDoesNotFitTheVariantIsSkippedWithTheReason) {
  const Configuration narrow = With(Find("gf2m/digit", "d8"), [](Variant* v) {
    v->inputs["k"] = {{"min", "2"}, {"max", "2^m-1"}};
  });
  EXPECT_EQ(Read(json::array({Product("1")}), narrow)
                .skipped.at("k outside the declared range"),
            1);
  const Configuration fixed = With(Find("gf2m/digit", "d8"), [](Variant* v) {
    for (const char* name : {"x", "y", "b"}) v->inputs[name] = "fixed:K-233";
  });
  EXPECT_EQ(Skipped(Read(json::array({Product("1")}), fixed)), 1);
  EXPECT_EQ(Skipped(Read(json::array({{{"colour", "red"}}}), narrow)), 1);
  json foreign = Product("1");
  foreign["curve"] = "P-256";
  EXPECT_EQ(Read(json::array({foreign}), narrow)
                .skipped.at("curve P-256 is not of this family"),
            1);
}

TEST(Gf2mFile, MalformedRecordsNameFileRecordAndField) {
  const Configuration c = Find("gf2m/digit", "d8");
  const auto message = [&](const json& document) -> std::string {
    try {
      Read(document, c);
    } catch (const InputError& error) {
      return error.what();
    } catch (const std::exception& error) {
      ADD_FAILURE() << "not an InputError: " << error.what() << "\n"
                    << document;
      return error.what();
    }
    return "taken";
  };
  EXPECT_THAT(message(5), AllOf(HasSubstr("some.json"), HasSubstr("vectors")));
  EXPECT_THAT(message({{"vectors", 5}}), HasSubstr("some.json: vectors"));
  EXPECT_THAT(message(json::array({Product("1"), 5})),
              HasSubstr("some.json: vectors[1]"));
  struct Case {
    std::string field;
    json value;
  };
  for (const Case& one : std::vector<Case>{{"k", "xyz"},
                                           {"k", ""},
                                           {"k", "-1"},
                                           {"k", 5},
                                           {"px", nullptr},
                                           {"qy", true},
                                           {"curve", 7},
                                           {"q_inf", "yes"},
                                           {"id", 7}}) {
    json record = Product("1");
    record[one.field] = one.value;
    const std::string text = message(json::array({Product("1"), record}));
    EXPECT_THAT(text, AllOf(HasSubstr("some.json: vectors[1]"),
                            HasSubstr(one.field), HasSubstr("\n  ")))
        << one.field << " = " << one.value;
  }
  for (const char* key : {"qx", "py"}) {
    json record = Product("1");
    record.erase(key);
    EXPECT_THAT(message(json::array({record})),
                AllOf(HasSubstr(std::string("vectors[0].") + key),
                      HasSubstr("missing")));
  }
  json bare = {{"op", "mul"}, {"r", "1"}, {"m", "233"}};
  EXPECT_THAT(message(json::array({bare})), HasSubstr("some.json: vectors[0]"));
  bare = {{"xp", "1"}, {"k", "1"}, {"m", -1}};
  EXPECT_THAT(
      message(json::array({bare})),
      testing::AnyOf(HasSubstr("some.json: vectors[0]"), HasSubstr("taken")));
  bare = {{"k", "1"}, {"px", "1"}};
  EXPECT_THAT(message(json::array({bare})), HasSubstr("some.json: vectors[0]"))
      << "a product without curve";
  bare = {{"rx", "1"}};
  EXPECT_THAT(message(json::array({bare})), HasSubstr("some.json: vectors[0]"))
      << "a sum without curve";
  bare = {{"curve", "B-233"}, {"rx", "1"}};
  EXPECT_THAT(message(json::array({bare})), HasSubstr("some.json: vectors[0]"))
      << "a sum without operands";
  bare = {{"curve", "B-233"},
          {"reason", "x"},
          {"valid", true},
          {"qx", "1"},
          {"qy", "1"}};
  EXPECT_THAT(
      message(json::array({bare})),
      testing::AnyOf(HasSubstr("some.json: vectors[0]"), HasSubstr("taken")));
}

TEST(Gf2mFile, RecordThatGoldenContradictsIsNamed) {
  EXPECT_THAT(
      [&] {
        Read(json::array({Product("1"), Product("2")}),
             Find("gf2m/digit", "d8"));
      },
      ThrowsMessage<InputError>(AllOf(HasSubstr("some.json: vectors[1]"),
                                      HasSubstr("golden computes another"))));
}

TEST(Gf2mFile, StimulusSurvivesTheTripThroughAFile) {
  for (const auto& [variant, name] :
       {std::pair("gf2m/digit", "d8"), std::pair("gf2m/digit", "d8_m163"),
        std::pair("gf2m/mul", "d8"), std::pair("gf2m/mul", "d1_m5")}) {
    const Configuration c = Find(variant, name);
    const Gf2mFamily family;
    const std::vector<Vector> vectors = family.Stimulus(c, 1, 0);
    json list = json::array();
    for (const Vector& v : vectors) list.push_back(family.ToRecord(c, v));
    const FileVectors read = Read(json::parse(list.dump()), c);
    ASSERT_EQ(read.vectors.size(), vectors.size()) << name;
    for (size_t i = 0; i < vectors.size(); ++i) {
      EXPECT_EQ(read.vectors[i].loads, vectors[i].loads);
      EXPECT_EQ(read.vectors[i].results, vectors[i].results);
      EXPECT_EQ(read.vectors[i].identity, vectors[i].identity);
    }
  }
}

// ----------------------------------------------------------- the command line

TEST(Gf2mNames, CurveGivesThePoint) {
  const Configuration c = Find("gf2m/digit", "d8");
  std::string why;
  const auto vector =
      Gf2mFamily().FromNames(c, {{"curve", "K-233"}, {"k", "1"}}, &why);
  ASSERT_TRUE(vector) << why;
  const auto curve = golden::FindNistBinaryCurve("K-233");
  EXPECT_EQ(LoadOf(c, *vector, "x"), curve.gx);
  EXPECT_EQ(LoadOf(c, *vector, "b"), curve.b);
  EXPECT_EQ(FromBytes(vector->results[1]), curve.gy);
}

TEST(Gf2mNames, WhatFitsNoConfigurationIsAnErrorTheRestAReason) {
  const Configuration c = Find("gf2m/digit", "d8");
  std::string why;
  const Gf2mFamily family;
  EXPECT_FALSE(family.FromNames(c, {{"curve", "B-163"}, {"k", "1"}}, &why));
  EXPECT_THAT(why, HasSubstr("163"));
  EXPECT_FALSE(family.FromNames(
      c, {{"curve", "B-233"}, {"k", "0x" + std::string(60, 'f')}}, &why));
  EXPECT_THAT(why, AllOf(HasSubstr("k"), HasSubstr("233 bits")));
  const std::vector<std::map<std::string, std::string>> wrong = {
      {{"curve", "B-233"}},
      {{"k", "1"}},
      {{"curve", "P-256"}, {"k", "1"}},
      {{"curve", "B-233"}, {"k", "one"}},
      {{"curve", "B-233"}, {"k", "1"}, {"z", "1"}}};
  for (const auto& values : wrong) {
    EXPECT_THROW(family.FromNames(c, values, &why), InputError);
  }
}

}  // namespace
}  // namespace curvebench::tests
