// SPDX-License-Identifier: Apache-2.0
// Step models of the digit-serial products against the spec, exhaustively for
// few bits and at random for many; every record of the vector files; the traces
// of the reference model; the published cycle counts.
#include <gtest/gtest.h>
#include <openssl/bn.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>
#include <string>

#include "golden/digitmm.h"

namespace golden {
namespace {

using Json = nlohmann::json;

Json Load(const std::string& name) {
  const std::string path =
      std::string(CURVEBENCH_SOURCE_DIR) + "/golden/" + name;
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  return Json::parse(file);
}

mpz_class Hex(const Json& value) {
  std::string text = value.get<std::string>();
  if (text.rfind("0x", 0) == 0) text = text.substr(2);
  return mpz_class(text, 16);
}

mpz_class Random(unsigned bits, std::mt19937_64& random) {
  mpz_class value = 0;
  for (unsigned i = 0; i < bits; i += 32) {
    value = (value << 32) + static_cast<uint32_t>(random());
  }
  return value & ((mpz_class(1) << bits) - 1);
}

const DigitMmKind kTableKinds[] = {DigitMmKind::kPaper, DigitMmKind::kNos,
                                   DigitMmKind::kSplit2,
                                   DigitMmKind::kCarrySave};

std::unique_ptr<DigitMmModel> MakeIfPossible(DigitMmKind kind, unsigned n,
                                             unsigned d, const mpz_class& m) {
  try {
    return MakeDigitMmModel(kind, n, d, m);
  } catch (const std::invalid_argument&) {
    return nullptr;
  }
}

// A second opinion on the product.
mpz_class OpenSslProduct(const mpz_class& x, const mpz_class& y,
                         const mpz_class& m) {
  BN_CTX* context = BN_CTX_new();
  BIGNUM *a = nullptr, *b = nullptr, *c = nullptr, *r = BN_new();
  BN_hex2bn(&a, x.get_str(16).c_str());
  BN_hex2bn(&b, y.get_str(16).c_str());
  BN_hex2bn(&c, m.get_str(16).c_str());
  BN_mod_mul(r, a, b, c, context);
  char* text = BN_bn2hex(r);
  const mpz_class result(text, 16);
  OPENSSL_free(text);
  for (BIGNUM* number : {a, b, c, r}) BN_free(number);
  BN_CTX_free(context);
  return result;
}

TEST(DigitMm, SpecAgreesWithOpenSsl) {
  std::mt19937_64 random(1);
  for (const unsigned n : {8u, 192u, 521u, 2048u}) {
    for (int i = 0; i < 50; ++i) {
      const mpz_class m = Random(n, random) + 1;
      const mpz_class x = Random(n, random), y = Random(n, random);
      EXPECT_EQ(ModularProduct(x, y, m), OpenSslProduct(x, y, m));
    }
  }
}

TEST(DigitMm, ModulusZeroIsAnError) {
  EXPECT_THROW(ModularProduct(1, 1, 0), std::domain_error);
  EXPECT_THROW(MontgomeryProduct(1, 1, 6, 8), std::domain_error);
  EXPECT_THROW(MakeDigitMmModel(DigitMmKind::kPaper, 8, 2, 0),
               std::domain_error);
  EXPECT_THROW(MakeDigitMmModel(DigitMmKind::kPaper, 8, 2, 256),
               std::invalid_argument);
}

// Every modulus, every x and y, every digit up to n + 1 bits.
TEST(DigitMm, StepModelsExhaustive) {
  for (unsigned n = 1; n <= 4; ++n) {
    for (unsigned d = 1; d <= n + 1; ++d) {
      for (unsigned m = 1; m < 1u << n; ++m) {
        for (const DigitMmKind kind : kTableKinds) {
          const auto model = MakeIfPossible(kind, n, d, m);
          if (!model) continue;
          for (unsigned x = 0; x < 1u << n; ++x) {
            for (unsigned y = 0; y < 1u << n; ++y) {
              ASSERT_EQ(model->Multiply(x, y), x * y % m)
                  << "kind " << static_cast<int>(kind) << " n=" << n
                  << " d=" << d << " M=" << m << " X=" << x << " Y=" << y;
            }
          }
        }
      }
    }
  }
}

TEST(DigitMm, StepModelsRandom) {
  std::mt19937_64 random(2);
  for (const unsigned n : {7u, 32u, 33u, 64u, 192u, 256u, 521u}) {
    for (const unsigned d : {1u, 2u, 3u, 4u, 5u, 8u}) {
      if (d > n) continue;
      for (int i = 0; i < 8; ++i) {
        mpz_class m = Random(i == 7 ? n / 2 : n, random) + (i == 7 ? 1 : 0);
        if (i < 6) mpz_setbit(m.get_mpz_t(), n - 1);
        if (m == 0) m = 1;
        for (const DigitMmKind kind : kTableKinds) {
          const auto model = MakeIfPossible(kind, n, d, m);
          if (!model) continue;
          for (int j = 0; j < 4; ++j) {
            const mpz_class x = Random(n, random), y = Random(n, random);
            ASSERT_EQ(model->Multiply(x, y), ModularProduct(x, y, m));
          }
          const mpz_class ones = (mpz_class(1) << n) - 1;
          ASSERT_EQ(model->Multiply(ones, ones), ModularProduct(ones, ones, m));
        }
      }
    }
  }
}

TEST(DigitMm, SpecialPrimes) {
  std::mt19937_64 random(3);
  for (const unsigned n : {192u, 224u, 256u, 384u, 521u}) {
    const mpz_class p = NistPrime(n);
    EXPECT_NE(mpz_probab_prime_p(p.get_mpz_t(), 30), 0) << n;
    for (const unsigned d : {1u, 2u, 4u, 8u}) {
      const auto model = MakeDigitMmModel(DigitMmKind::kSpecial, n, d, p);
      for (int i = 0; i < 20; ++i) {
        const mpz_class x = Random(n, random), y = Random(n, random);
        ASSERT_EQ(model->Multiply(x, y), x * y % p);
      }
      ASSERT_EQ(model->Multiply(p, p - 1), 0);
      ASSERT_EQ(model->Multiply(1, p), 0);
    }
  }
  EXPECT_THROW(MakeDigitMmModel(DigitMmKind::kSpecial, 8, 2, 200),
               std::invalid_argument);
}

TEST(DigitMm, Montgomery) {
  for (unsigned n = 1; n <= 4; ++n) {
    for (unsigned m = 1; m < 1u << n; m += 2) {
      for (unsigned x = 0; x < 2u << n; ++x) {
        for (unsigned y = 0; y < 2u << n; ++y) {
          const mpz_class z = MontgomeryQuotient(x, y, m, n + 2);
          ASSERT_LT(z, (1u << n) + m);
          ASSERT_EQ((z << (n + 2)) % m, x * y % m);
          if (x < 2 * m && y < 2 * m) {
            ASSERT_LT(z, 2 * m);
          }
          ASSERT_EQ(MontgomeryProduct(x, y, m, n + 2), z % m);
        }
      }
    }
  }
}

TEST(DigitMm, ReductionExhaustive) {
  for (unsigned n = 1; n <= 4; ++n) {
    for (unsigned d = 1; d <= n + 1; ++d) {
      for (unsigned m = 1; m < 1u << n; ++m) {
        for (const unsigned bits : {n, n + 1, 2 * n, 2 * n + 3}) {
          for (unsigned a = 0; a < 1u << bits; ++a) {
            ASSERT_EQ(DigitReduce(a, bits, n, d, m), a % m);
          }
        }
      }
    }
  }
}

// Every register of the traced records, and every product.
TEST(DigitMm, VectorFile) {
  const Json document = Load("vectors/digitmm_vectors.json");
  ASSERT_EQ(document["vectors"].size(), 60u);
  int traced = 0;
  for (const Json& v : document["vectors"]) {
    const unsigned n = v["n"], d = v["d"];
    const mpz_class m = Hex(v["M"]), x = Hex(v["X"]), y = Hex(v["Y"]);
    if (v["err"] == 1) {
      EXPECT_EQ(m, 0);
      continue;
    }
    EXPECT_EQ(ModularProduct(x, y, m), Hex(v["Z"]));
    const auto model = MakeDigitMmModel(DigitMmKind::kPaper, n, d, m);
    EXPECT_EQ(model->Multiply(x, y), Hex(v["Z"]));
    EXPECT_EQ(model->zeros(), v["shift"]);
    EXPECT_EQ(model->normalised(), Hex(v["M_normalised"]));
    EXPECT_EQ(model->g(), Hex(v["G"]));
    EXPECT_EQ(model->cycles(), v["cycles"].get<unsigned>() + model->zeros());
    if (!v.contains("steps")) continue;
    ++traced;
    // The records double x before the product, our models the product.
    DigitMmTrace trace;
    const mpz_class doubled = (x << model->zeros()) % model->normalised();
    model->Multiply(doubled, y, nullptr, &trace);
    ASSERT_EQ(trace.s.size(), v["S"].size());
    for (size_t i = 0; i < trace.s.size(); ++i) {
      EXPECT_EQ(trace.s[i], Hex(v["S"][i]));
    }
    ASSERT_EQ(trace.steps.size() + 1, v["steps"].size());
    for (size_t i = 0; i < trace.steps.size(); ++i) {
      const Json& step = v["steps"][i];
      EXPECT_EQ(trace.steps[i].digit, step["y"].get<unsigned long>());
      EXPECT_EQ(trace.steps[i].p, Hex(step["P"]));
      EXPECT_EQ(trace.steps[i].w, Hex(step["W"]));
      EXPECT_EQ(trace.steps[i].e, step["E"].get<unsigned long>());
      EXPECT_EQ(trace.steps[i].c, Hex(step["C"]));
      EXPECT_EQ(trace.steps[i].ov, step["ov"] != 0);
      EXPECT_EQ(trace.steps[i].z, Hex(step["Z"]));
    }
    EXPECT_EQ(trace.folded, Hex(v["steps"].back()["F1"]));
    EXPECT_EQ(trace.reduced, Hex(v["steps"].back()["F2"]));
  }
  EXPECT_EQ(traced, 5);
}

TEST(DigitMm, PublicVectorFiles) {
  const struct {
    const char* file;
    size_t records;
  } files[] = {{"modmul_public", 221}, {"modmul_edge_own", 592}};
  for (const auto& f : files) {
    const Json document =
        Load(std::string("vectors/") + f.file + ".json")["vectors"];
    ASSERT_EQ(document.size(), f.records);
    for (const Json& v : document) {
      const mpz_class a = Hex(v["a"]), b = Hex(v["b"]), m = Hex(v["m"]);
      const mpz_class r = Hex(v["r"]);
      // Signs follow Python: the result has that of the modulus.
      mpz_class mine;
      mpz_fdiv_r(mine.get_mpz_t(), mpz_class(a * b).get_mpz_t(), m.get_mpz_t());
      EXPECT_EQ(mine, r);
      if (m <= 0 || a < 0 || b < 0) continue;
      const unsigned bits = static_cast<unsigned>(std::max(
          {mpz_sizeinbase(a.get_mpz_t(), 2), mpz_sizeinbase(b.get_mpz_t(), 2),
           mpz_sizeinbase(m.get_mpz_t(), 2)}));
      EXPECT_EQ(MakeDigitMmModel(DigitMmKind::kNos, bits, 4, m)->Multiply(a, b),
                r);
      if (v.contains("mont256")) {
        EXPECT_EQ(MontgomeryProduct(a, b, m, 256), Hex(v["mont256"]));
      }
    }
  }
}

TEST(DigitMm, PublicReductions) {
  const Json document = Load("vectors/reduction_public.json")["vectors"];
  ASSERT_EQ(document.size(), 95u);
  for (const Json& v : document) {
    const mpz_class a = Hex(v["a"]), m = Hex(v["m"]);
    const auto bits = [](const mpz_class& value) {
      return static_cast<unsigned>(mpz_sizeinbase(value.get_mpz_t(), 2));
    };
    EXPECT_EQ(DigitReduce(a, bits(a), bits(m), 4, m), Hex(v["r"]));
  }
}

// The published counts: all fourteen of the paper, three and nine baselines.
TEST(DigitMm, PublishedCycles) {
  const Json rows = Load("published/digitmm.json")["rows"];
  EXPECT_EQ(rows.size(), 26u);
  int own = 0;
  for (const auto& [name, row] : rows.items()) {
    const unsigned n = row["size"]["n"], d = row["size"]["d"];
    const unsigned cycles = row["cycles"];
    if (name.rfind("new_", 0) == 0) {
      ++own;
      const mpz_class m = (mpz_class(1) << n) - 1;
      EXPECT_EQ(MakeDigitMmModel(DigitMmKind::kPaper, n, d, m)->cycles(),
                cycles)
          << name;
    } else if (name.rfind("shieh_", 0) == 0) {
      EXPECT_EQ(n + 4, cycles) << name;
    } else {
      EXPECT_GT(cycles, (n + d - 1) / d + 2) << name;
    }
    EXPECT_TRUE(row["lut"].is_number()) << name;
  }
  EXPECT_EQ(own, 14);
}

// Every event can happen; the operands here are those that make them.
TEST(DigitMm, EveryEventHappens) {
  std::mt19937_64 random(4);
  for (const unsigned d : {2u, 4u, 8u}) {
    const unsigned n = 64;
    for (const DigitMmKind kind : kTableKinds) {
      EventCounts counts;
      for (int i = 0; i < 400; ++i) {
        mpz_class m = Random(n, random);
        mpz_setbit(m.get_mpz_t(), n - 1);
        if (i % 4 == 0) m = (mpz_class(1) << n) - 1;
        if (i % 4 == 1) m >>= 3;
        const auto model = MakeDigitMmModel(kind, n, d, m);
        for (const auto& [name, zero] : model->Events()) counts[name] += zero;
        for (int j = 0; j < 8; ++j) {
          model->Multiply(Random(n, random), Random(n, random), &counts);
        }
        const mpz_class ones = (mpz_class(1) << n) - 1;
        const mpz_class two_digits = (mpz_class(2) << d) - 1;
        model->Multiply(ones, ones, &counts);
        model->Multiply(m - 1, two_digits, &counts);
        model->Multiply(ones, two_digits, &counts);
        model->Multiply(1, m, &counts);
      }
      for (const auto& [name, count] : counts) {
        EXPECT_GT(count, 0u)
            << "kind " << static_cast<int>(kind) << " d=" << d << ": " << name;
      }
    }
  }
}

}  // namespace
}  // namespace golden
