// SPDX-License-Identifier: Apache-2.0
#include "golden/nist_binary_curves.h"

#include <array>
#include <stdexcept>

namespace golden {
namespace {

struct CurveRow {
  const char* name;
  const char* sec_name;
  unsigned m;
  unsigned a;
  const char* b;
  const char* gx;
  const char* gy;
  const char* n;
  unsigned h;
};

constexpr std::array<CurveRow, 10> kCurves = {{
    {"K-163", "sect163k1", 163, 1, "1",
     "2fe13c0537bbc11acaa07d793de4e6d5e5c94eee8",
     "289070fb05d38ff58321f2e800536d538ccdaa3d9",
     "4000000000000000000020108a2e0cc0d99f8a5ef", 2},
    {"B-163", "sect163r2", 163, 1, "20a601907b8c953ca1481eb10512f78744a3205fd",
     "3f0eba16286a2d57ea0991168d4994637e8343e36",
     "d51fbc6c71a0094fa2cdd545b11c5c0c797324f1",
     "40000000000000000000292fe77e70c12a4234c33", 2},
    {"K-233", "sect233k1", 233, 0, "1",
     "17232ba853a7e731af129f22ff4149563a419c26bf50a4c9d6eefad6126",
     "1db537dece819b7f70f555a67c427a8cd9bf18aeb9b56e0c11056fae6a3",
     "8000000000000000000000000000069d5bb915bcd46efb1ad5f173abdf", 4},
    {"B-233", "sect233r1", 233, 1,
     "66647ede6c332c7f8c0923bb58213b333b20e9ce4281fe115f7d8f90ad",
     "fac9dfcbac8313bb2139f1bb755fef65bc391f8b36f8f8eb7371fd558b",
     "1006a08a41903350678e58528bebf8a0beff867a7ca36716f7e01f81052",
     "1000000000000000000000000000013e974e72f8a6922031d2603cfe0d7", 2},
    {"K-283", "sect283k1", 283, 0, "1",
     "503213f78ca44883f1a3b8162f188e553cd265f23c1567a16876913b0c2a"
     "c2458492836",
     "1ccda380f1c9e318d90f95d07e5426fe87e45c0e8184698e45962364e341"
     "16177dd2259",
     "1ffffffffffffffffffffffffffffffffffe9ae2ed07577265dff7f94451"
     "e061e163c61",
     4},
    {"B-283", "sect283r1", 283, 1,
     "27b680ac8b8596da5a4af8a19a0303fca97fd7645309fa2a581485af6263"
     "e313b79a2f5",
     "5f939258db7dd90e1934f8c70b0dfec2eed25b8557eac9c80e2e198f8cdb"
     "ecd86b12053",
     "3676854fe24141cb98fe6d4b20d02b4516ff702350eddb0826779c813f0d"
     "f45be8112f4",
     "3ffffffffffffffffffffffffffffffffffef90399660fc938a90165b042"
     "a7cefadb307",
     2},
    {"K-409", "sect409k1", 409, 0, "1",
     "60f05f658f49c1ad3ab1890f7184210efd0987e307c84c27accfb8f9f67c"
     "c2c460189eb5aaaa62ee222eb1b35540cfe9023746",
     "1e369050b7c4e42acba1dacbf04299c3460782f918ea427e6325165e9ea1"
     "0e3da5f6c42e9c55215aa9ca27a5863ec48d8e0286b",
     "7ffffffffffffffffffffffffffffffffffffffffffffffffffe5f83b2d4"
     "ea20400ec4557d5ed3e3e7ca5b4b5c83b8e01e5fcf",
     4},
    {"B-409", "sect409r1", 409, 1,
     "21a5c2c8ee9feb5c4b9a753b7b476b7fd6422ef1f3dd674761fa99d6ac27"
     "c8a9a197b272822f6cd57a55aa4f50ae317b13545f",
     "15d4860d088ddb3496b0c6064756260441cde4af1771d4db01ffe5b34e59"
     "703dc255a868a1180515603aeab60794e54bb7996a7",
     "61b1cfab6be5f32bbfa78324ed106a7636b9c5a7bd198d0158aa4f5488d0"
     "8f38514f1fdf4b4f40d2181b3681c364ba0273c706",
     "10000000000000000000000000000000000000000000000000001e2aad6a"
     "612f33307be5fa47c3c9e052f838164cd37d9a21173",
     2},
    {"K-571", "sect571k1", 571, 0, "1",
     "26eb7a859923fbc82189631f8103fe4ac9ca2970012d5d46024804801841"
     "ca44370958493b205e647da304db4ceb08cbbd1ba39494776fb988b47174"
     "dca88c7e2945283a01c8972",
     "349dc807f4fbf374f4aeade3bca95314dd58cec9f307a54ffc61efc006d8"
     "a2c9d4979c0ac44aea74fbebbb9f772aedcb620b01a7ba7af1b320430c85"
     "91984f601cd4c143ef1c7a3",
     "200000000000000000000000000000000000000000000000000000000000"
     "00000000000131850e1f19a63e4b391a8db917f4138b630d84be5d639381"
     "e91deb45cfe778f637c1001",
     4},
    {"B-571", "sect571r1", 571, 1,
     "2f40e7e2221f295de297117b7f3d62f5c6a97ffcb8ceff1cd6ba8ce4a9a1"
     "8ad84ffabbd8efa59332be7ad6756a66e294afd185a78ff12aa520e4de73"
     "9baca0c7ffeff7f2955727a",
     "303001d34b856296c16c0d40d3cd7750a93d1d2955fa80aa5f40fc8db7b2"
     "abdbde53950f4c0d293cdd711a35b67fb1499ae60038614f1394abfa3b4c"
     "850d927e1e7769c8eec2d19",
     "37bf27342da639b6dccfffeb73d69d78c6c27a6009cbbca1980f8533921e"
     "8a684423e43bab08a576291af8f461bb2a8b3531d2f0485c19b16e2f1516"
     "e23dd3c1a4827af1b8ac15b",
     "3fffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
     "fffffffffffe661ce18ff55987308059b186823851ec7dd9ca1161de93d5"
     "174d66e8382e9bb2fe84e47",
     2},
}};

constexpr std::array<unsigned, 7> kDegrees = {5, 7, 163, 233, 283, 409, 571};

void Require(bool condition, const BinaryCurveParameters& parameters,
             const std::string& relation) {
  if (!condition) {
    throw std::logic_error("curve " + parameters.name + ": " + relation +
                           " does not hold; correct its constants");
  }
}

}  // namespace

std::vector<unsigned> StandardDegrees() {
  return {kDegrees.begin(), kDegrees.end()};
}

std::vector<unsigned> StandardPolynomial(unsigned m) {
  switch (m) {
    case 5:
      return {5, 2, 0};
    case 7:
      return {7, 1, 0};
    case 163:
      return {163, 7, 6, 3, 0};
    case 233:
      return {233, 74, 0};
    case 283:
      return {283, 12, 7, 5, 0};
    case 409:
      return {409, 87, 0};
    case 571:
      return {571, 10, 5, 2, 0};
    default:
      break;
  }
  std::string known;
  for (unsigned degree : kDegrees)
    known.append(" ").append(std::to_string(degree));
  throw std::invalid_argument("no standard polynomial for m = " +
                              std::to_string(m) + "; known degrees:" + known);
}

Gf2mField StandardField(unsigned m) { return Gf2mField(StandardPolynomial(m)); }

std::vector<std::string> NistBinaryCurveNames() {
  std::vector<std::string> names;
  names.reserve(kCurves.size());
  for (const CurveRow& row : kCurves) names.emplace_back(row.name);
  return names;
}

BinaryCurveParameters FindNistBinaryCurve(std::string_view name) {
  std::string known;
  for (const CurveRow& row : kCurves) {
    if (name == row.name || name == row.sec_name) {
      return {row.name,
              row.sec_name,
              StandardPolynomial(row.m),
              row.a,
              mpz_class(row.b, 16),
              mpz_class(row.gx, 16),
              mpz_class(row.gy, 16),
              mpz_class(row.n, 16),
              row.h};
    }
    known.append(" ").append(row.name);
  }
  throw std::invalid_argument("unknown curve '" + std::string(name) +
                              "'; known curves:" + known +
                              " (or their sect names)");
}

mpz_class PointOrder(const BinaryCurveParameters& parameters,
                     const BinaryPoint<mpz_class>& p) {
  const auto curve = MakeBinaryCurve<Gf2mField>(parameters);
  const auto point = FromMpzPoint(curve.field(), p);
  for (const mpz_class& large : {mpz_class(1), parameters.n}) {
    for (unsigned small = 1; small <= parameters.h; small *= 2) {
      mpz_class order = large * small;
      if (curve.OrderDivides(order, point)) return order;
    }
  }
  throw std::logic_error("curve " + parameters.name +
                         ": a point's order does not divide h n; correct its "
                         "constants");
}

void CheckConstants(const BinaryCurveParameters& parameters) {
  Require(parameters.a <= 1, parameters, "a in {0, 1}");
  Require(parameters.b != 0, parameters, "b != 0");
  const unsigned m = parameters.m();
  const auto curve = MakeBinaryCurve<Gf2mField>(parameters);
  const auto generator = Generator(curve.field(), parameters);
  Require(curve.Contains(generator), parameters, "generator on the curve");
  Require(mpz_probab_prime_p(parameters.n.get_mpz_t(), 40) != 0, parameters,
          "order is prime");
  Require(curve.MulAffine(parameters.n, generator).is_infinity(), parameters,
          "n G = O");
  // |h n - (2^m + 1)| <= 2 * 2^(m/2), squared.
  mpz_class field_size;
  mpz_setbit(field_size.get_mpz_t(), m);
  const mpz_class excess = parameters.h * parameters.n - field_size - 1;
  Require(excess * excess <= 4 * field_size, parameters,
          "h n within Hasse's bound");
  Require(parameters.n * parameters.n > 16 * field_size, parameters,
          "n > 4 * 2^(m/2), so that h n is the group's order");
  // #E = 2 mod 4 if Tr(a) = 1, else 0 mod 4.
  const bool order4 = !curve.PointsOfOrder4().empty();
  Require(parameters.h % 4 == (order4 ? 0U : 2U), parameters,
          "h = 0 mod 4 exactly if there are points of order 4");
}

}  // namespace golden
