// SPDX-License-Identifier: Apache-2.0
#include "explore/kummer_program.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>

#include "bench/error.h"

namespace curvebench::kummer {
using nlohmann::json;

Latencies RtlLatencies(int w) {
  // Wide words leave a unit when their last part is there.
  if (w == 34) return {7, 49, 4};
  if (w == 68) return {7, 51, 2};
  return {8, 52, 2};
}

namespace {

class Reader {
 public:
  Reader(const std::string& file, const json& document)
      : file_(file), document_(document) {
    if (!document.is_object()) {
      Fail("", "is no architecture", "write an object, see docs/kummer.md");
    }
    OnlyKnown(document, "",
              "name summary clusters units_per_cluster swap w latency m "
              "published on_surface");
    OnlyKnown(Object("units_per_cluster"), "units_per_cluster.", "addsub mult");
    OnlyKnown(Object("latency"), "latency.", "addsub mult cswap");
  }

  std::vector<Architecture> Read() const {
    Architecture a;
    a.name = String("name");
    const auto plain = [](unsigned char c) { return std::isprint(c) != 0; };
    if (a.name.empty() || !std::all_of(a.name.begin(), a.name.end(), plain)) {
      Fail("name", "is empty or holds what cannot be printed",
           "write a name in letters");
    }
    a.summary = document_.contains("summary") ? String("summary") : "";
    if (a.summary.empty()) a.summary = a.name;
    a.clusters = Integer(document_, "clusters", 1, 2);
    const json units = Object("units_per_cluster");
    a.addsubs = Integer(units, "addsub", 1, 2, "units_per_cluster.");
    a.mults = Integer(units, "mult", 1, 2, "units_per_cluster.");
    a.scheme = Scheme(a.clusters);
    const json on_surface = document_.value("on_surface", json(false));
    if (!on_surface.is_boolean()) {
      Fail("on_surface", "is neither true nor false",
           "write true for a program that refuses a base off the surface");
    }
    a.on_surface = on_surface;
    std::vector<Architecture> all;
    const json widths = document_.value("w", json());
    if (!widths.is_array() || widths.empty()) {
      Fail("w", "is no list of widths", "write \"w\": [34, 68, 136]");
    }
    for (const json& w : widths) {
      if (w != 34 && w != 68 && w != 136) {
        Fail("w", w.dump() + " is no width of the memory",
             "take 34, 68 or 136");
      }
      if (std::count(widths.begin(), widths.end(), w) > 1) {
        Fail("w", w.dump() + " stands there twice", "leave one");
      }
      a.w = w;
      a.latency = RtlLatencies(a.w);
      Latency("addsub", &a.latency.addsub);
      Latency("mult", &a.latency.mult);
      Latency("cswap", &a.latency.cswap);
      all.push_back(a);
    }
    return all;
  }

 private:
  json Object(const char* key) const {
    const json object = document_.value(key, json::object());
    if (!object.is_object()) {
      Fail(key, "is no object",
           std::string("write \"") + key + "\": {\"mult\": ...}");
    }
    return object;
  }
  void OnlyKnown(const json& object, const std::string& prefix,
                 const std::string& known) const {
    for (const auto& [key, value] : object.items()) {
      if ((" " + known + " ").find(" " + key + " ") == std::string::npos) {
        Fail(prefix + key, "unknown key", "known: " + known);
      }
    }
  }
  [[noreturn]] void Fail(const std::string& field, const std::string& problem,
                         const std::string& remedy) const {
    throw InputError(file_, field, problem, remedy);
  }
  std::string String(const char* key) const {
    if (!document_.contains(key) || !document_[key].is_string()) {
      Fail(key, "is no text", std::string("write \"") + key + "\": \"...\"");
    }
    return document_[key];
  }
  int Integer(const json& object, const char* key, int least, int most,
              const std::string& prefix = "") const {
    const std::string range =
        std::to_string(least) + " to " + std::to_string(most);
    if (!object.is_object() || !object.contains(key) ||
        !object[key].is_number_integer()) {
      Fail(prefix + key, "is missing or no number", "write " + range);
    }
    const json& value = object[key];
    if (value < least || value > most) {
      Fail(prefix + key, value.dump() + " is out of range",
           "this RTL takes " + range + " here");
    }
    return value;
  }
  SwapScheme Scheme(int clusters) const {
    const std::string text = String("swap");
    if (clusters == 1 && text == "v1") return SwapScheme::kV1;
    if (clusters == 1 && text == "v2") return SwapScheme::kV2;
    if (clusters == 2 && text == "v3") return SwapScheme::kV3;
    if (clusters == 2 && text == "v3_merged") return SwapScheme::kV3Merged;
    Fail("swap",
         "'" + text + "' does not exist for " + std::to_string(clusters) +
             " cluster(s)",
         "one cluster: v1 or v2; two clusters: v3 or v3_merged");
  }
  void Latency(const char* key, int* value) const {
    const json latency = Object("latency");
    if (!latency.contains(key)) return;
    // A later write finds the result too, an earlier one does not.
    *value = Integer(latency, key, *value, 500, "latency.");
  }

  const std::string file_;
  const json& document_;
};

/// Writes segments in sequential order and names their temporaries.
class Writer {
 public:
  explicit Writer(const Architecture& architecture)
      : architecture_(architecture) {}

  using Four = std::array<int, 4>;
  static Four At(int first) { return {first, first + 1, first + 2, first + 3}; }

  int New() { return next_++; }
  void Renew() { next_ = kTemporary; }
  Segment Take() {
    Segment done;
    done.swap(segment_);
    Renew();
    return done;
  }

  int Put(int unit, int mode, int a, int b, int out, int excluded = 0,
          bool negate = false) {
    segment_.push_back({unit, mode, a, b, out, -1, excluded, negate});
    return out;
  }
  int Product(int a, int b, int out, int excluded = 0) {
    return Put(kMult, 0, a, b, out, excluded);
  }
  void Exchange(int a, int b, int out, int out_b, int mode) {
    segment_.push_back({kCswap, mode, a, b, out, out_b, 0, false});
  }
  Four Hadamard(const Four& v) {
    const int a = Put(kAddSub, kAdd, v[0], v[1], New());
    const int b = Put(kAddSub, kAdd, v[2], v[3], New());
    const int c = Put(kAddSub, kSub, v[0], v[1], New());
    const int d = Put(kAddSub, kSub, v[2], v[3], New());
    return {Put(kAddSub, kAdd, a, b, New()), Put(kAddSub, kSub, a, b, New()),
            Put(kAddSub, kAdd, c, d, New()), Put(kAddSub, kSub, c, d, New())};
  }
  Four Products(const Four& a, const Four& b) {
    Four r;
    for (size_t j = 0; j < 4; ++j) r[j] = Product(a[j], b[j], New());
    return r;
  }
  void Products(const Four& a, const Four& b, const Four& out,
                size_t first = 0) {
    for (size_t j = first; j < 4; ++j) Product(a[j], b[j], out[j]);
  }

  bool two() const { return architecture_.clusters == 2; }
  const Architecture& architecture() const { return architecture_; }

 private:
  const Architecture& architecture_;
  Segment segment_;
  int next_ = kTemporary;
};

constexpr int kNotCluster0 = 1;
constexpr int kNotCluster1 = 2;

// y, z, t -> (yz t : z t : y t : yz)
void Unwrap(Writer* w, int y, int z, int t, int out, int excluded) {
  w->Product(y, z, out + 3, excluded);
  w->Product(z, t, out + 1, excluded);
  w->Product(y, t, out + 2, excluded);
  // Of both clusters' yz only the one that counts is kept under its name.
  w->Product(out + 3, t, out, excluded);
}

// Fails unless the point is on the surface of mu, both in Montgomery form: the
// quartic of golden::KummerSurface::OnSurface, which needs no inversion.
void CheckSurface(Writer* w, const Writer::Four& mu, const Writer::Four& point,
                  int excluded) {
  const auto put = [&](int mode, int x, int y) {
    return w->Put(kAddSub, mode, x, y, w->New());
  };
  const auto add = [&](int x, int y) { return put(kAdd, x, y); };
  const auto sub = [&](int x, int y) { return put(kSub, x, y); };
  const auto mul = [&](int x, int y) { return w->Product(x, y, w->New()); };
  const auto [a, b, c, d] = mu;
  const auto [x, y, z, t] = point;
  const int aa = mul(a, a), bb = mul(b, b), cc = mul(c, c), dd = mul(d, d);
  const int ab = mul(a, b), cd = mul(c, d);
  const int u = sub(mul(a, d), mul(b, c)), v = sub(mul(a, c), mul(b, d));
  const int s = sub(ab, cd), uv = mul(u, v);
  const int f = mul(sub(add(aa, dd), add(bb, cc)), mul(v, s));
  const int g = mul(sub(add(aa, cc), add(bb, dd)), mul(u, s));
  const int h = mul(sub(add(aa, bb), add(cc, dd)), uv);
  const Writer::Four hat = w->Hadamard(mu);
  const int n = mul(mul(hat[0], hat[1]), mul(hat[2], hat[3]));
  const int xy = mul(x, y), zt = mul(z, t);
  const int squares = add(add(mul(x, x), mul(y, y)), add(mul(z, z), mul(t, t)));
  const int plus = mul(mul(uv, s), squares);
  const int minus = add(
      add(mul(f, add(mul(x, t), mul(y, z))), mul(g, add(mul(x, z), mul(y, t)))),
      mul(h, add(xy, zt)));
  const int root = sub(plus, minus);
  const int product = mul(mul(mul(n, n), mul(ab, cd)), mul(xy, zt));
  const int twice = add(product, product);
  const int difference = sub(mul(root, root), add(twice, twice));
  w->Put(kAddSub, kCheck, difference, difference, -1, excluded, true);
}

// Operands as they were loaded may be above 2P: as factor b that is harmless,
// while factor a has to leave room in 136 bits for a + 2P.
Segment Prologue(Writer* w) {
  const bool on_surface = w->architecture().on_surface;
  for (int j = 0; j < 4; ++j) w->Product(kRSquare, kEHat + j, kCHat + j);
  if (w->two()) {
    w->Product(kRSquare, kOne, kCE, kNotCluster0);
    for (int j = 1; j < 4; ++j) {
      w->Product(kRSquare, kWrapped + j - 1, kCE + j, kNotCluster0);
    }
    for (int j = 0; j < 4; ++j) {
      w->Product(kRSquare, kE + j, kCE + j, kNotCluster1);
    }
    for (int j = 1; j < 4; ++j) {
      w->Put(kAddSub, kCheck, kCE + j, kCE + j, -1, kNotCluster0);
    }
    Unwrap(w, kCE + 1, kCE + 2, kCE + 3, kV1, kNotCluster0);
    for (int j = 0; j < 4; ++j) {
      w->Product(kRSquare, kMu + j, kV1 + j, kNotCluster1);
    }
    if (on_surface) {
      Writer::Four mu;
      for (int j = 0; j < 4; ++j) {
        mu[static_cast<size_t>(j)] = w->Product(kRSquare, kMu + j, w->New());
      }
      CheckSurface(w, mu, Writer::At(kV1), kNotCluster0);
    }
    return w->Take();
  }
  for (int j = 0; j < 3; ++j) {
    w->Product(kRSquare, kWrapped + j, kCWrapped + j);
  }
  for (int j = 0; j < 4; ++j) w->Product(kRSquare, kE + j, kCE + j);
  for (int j = 0; j < 3; ++j) {
    w->Put(kAddSub, kCheck, kCWrapped + j, kCWrapped + j, -1);
  }
  for (int j = 0; j < 4; ++j) w->Product(kRSquare, kMu + j, kV1 + j);
  Unwrap(w, kCWrapped, kCWrapped + 1, kCWrapped + 2, kV2, 0);
  if (on_surface) CheckSurface(w, Writer::At(kV1), Writer::At(kV2), 0);
  return w->Take();
}

Segment ClusterStep(Writer* w) {
  using Four = Writer::Four;
  const bool merged = w->architecture().scheme == SwapScheme::kV3Merged;
  const Four h = w->Hadamard(Writer::At(kV1));
  Four x, y;
  for (size_t j = 0; j < 4; ++j) {
    x[j] = w->New();
    y[j] = w->New();
    w->Exchange(h[j], h[j], x[j], y[j], merged ? kAdvance : 0);
  }
  Four m = w->Products(w->Products(x, y), Writer::At(kCHat));
  m = w->Hadamard(m);
  m = w->Products(m, m);
  if (merged) {
    w->Products(m, Writer::At(kCE), Writer::At(kV1));
    return w->Take();
  }
  m = w->Products(m, Writer::At(kCE));
  for (int j = 0; j < 4; j += 2) {
    const size_t i = static_cast<size_t>(j);
    w->Exchange(m[i], m[i + 1], kV1 + j, kV1 + j + 1, kSecond | kAdvance);
  }
  return w->Take();
}

Segment Step(Writer* w) {
  using Four = Writer::Four;
  if (w->two()) return ClusterStep(w);
  const bool v1 = w->architecture().scheme == SwapScheme::kV1;
  Four x, y;
  for (int j = 0; j < 4; ++j) {
    const size_t i = static_cast<size_t>(j);
    x[i] = w->New();
    y[i] = w->New();
    w->Exchange(kV1 + j, kV2 + j, x[i], y[i], v1 ? 0 : kAdvance);
  }
  const Four a = w->Hadamard(x), b = w->Hadamard(y);
  Four d = w->Products(w->Products(a, a), Writer::At(kCHat));
  Four q = w->Products(w->Products(a, b), Writer::At(kCHat));
  d = w->Hadamard(d);
  q = w->Hadamard(q);
  d = w->Products(d, d);
  Four v = Writer::At(kV1), u = Writer::At(kV2);
  if (v1) {
    for (size_t j = 0; j < 4; ++j) {
      v[j] = w->New();
      u[j] = w->New();
    }
  }
  w->Product(q[0], q[0], u[0]);
  for (size_t j = 1; j < 4; ++j) q[j] = w->Product(q[j], q[j], w->New());
  w->Products(d, Writer::At(kCE), v);
  w->Products(q, Writer::At(kCWrapped - 1), u, 1);
  if (v1) {
    for (int j = 0; j < 4; ++j) {
      const size_t i = static_cast<size_t>(j);
      w->Exchange(v[i], u[i], kV1 + j, kV2 + j, kAdvance);
    }
  }
  return w->Take();
}

Segment Epilogue(Writer* w) {
  if (w->architecture().scheme == SwapScheme::kV3Merged) {
    for (int j = 0; j < 4; j += 2) {
      w->Exchange(kV1 + j, kV1 + j + 1, kV1 + j, kV1 + j + 1, kSecond);
    }
  } else if (w->architecture().scheme == SwapScheme::kV2) {
    for (int j = 0; j < 4; ++j) {
      w->Exchange(kV1 + j, kV2 + j, kV1 + j, kV2 + j, kSecond);
    }
  }
  for (int j = 0; j < (w->two() ? 4 : 8); ++j) {
    const int plain = w->Product(kV1 + j, kOne, w->New());
    if (w->two()) {
      // Cluster 0 holds V1 and cluster 1 V2, each at its result slots.
      const int result = w->Put(kAddSub, kReduce, plain, plain, kResults + j);
      w->Put(kAddSub, kReduce, result, result, kResults + 4 + j);
    } else {
      w->Put(kAddSub, kReduce, plain, plain, kResults + j);
    }
  }
  return w->Take();
}

}  // namespace

std::vector<Architecture> ReadArchitectures(const std::string& file,
                                            const json& document) {
  return Reader(file, document).Read();
}

Segments MakeSegments(const Architecture& architecture) {
  Writer w(architecture);
  Segments s;
  w.Put(kConstant, 1, 0, 0, kOne);
  w.Put(kConstant, 1, 0, 0, kRSquare);
  s.first = w.Take();
  w.Put(kAddSub, kAdd, kRSquare, kRSquare, kRSquare);
  s.doubling = w.Take();
  // 2^17 R -> 2^34 R -> 2^68 R -> 2^136 R = R^2
  for (int i = 0; i < 3; ++i) w.Product(kRSquare, kRSquare, kRSquare);
  // Below P, so that a product with any 136 bits is below 2P.
  w.Put(kAddSub, kReduce, kRSquare, kRSquare, kRSquare);
  s.squares = w.Take();
  s.prologue = Prologue(&w);
  s.step = Step(&w);
  s.epilogue = Epilogue(&w);
  return s;
}

uint64_t Encode(const Instruction& i) {
  const auto field = [](int value, int low) {
    return static_cast<uint64_t>(value) << low;
  };
  return field(static_cast<int>(i.opcode), 32) | field(i.unit, 29) |
         field(i.mode, 27) | field(i.a, 18) | field(i.b, 9) | field(i.imm, 0);
}

Instruction Decode(uint64_t word) {
  const auto field = [word](int low, int bits) {
    return static_cast<int>((word >> low) & ((1u << bits) - 1));
  };
  Instruction i;
  i.opcode = static_cast<Opcode>(field(32, 4));
  i.unit = field(29, 3);
  i.mode = field(27, 2);
  i.a = field(18, 9);
  i.b = field(9, 9);
  i.imm = field(0, 9);
  return i;
}

std::string Text(const Instruction& i) {
  const char* const units[] = {"addsub0", "addsub1", "mult0", "mult1",
                               "cswap",   "const",   "?",     "?"};
  const char* const modes[] = {"add", "sub", "reduce", "check"};
  std::string unit = units[i.unit & 7];
  char text[80] = "";
  switch (i.opcode) {
    case Opcode::kNop:
      return "nop";
    case Opcode::kWait:
      return "wait   " + std::to_string(i.imm);
    case Opcode::kJump:
      return "jump   " + std::to_string(i.imm);
    case Opcode::kEnd:
      return "end";
    case Opcode::kRead:
    case Opcode::kWrite:
      break;
  }
  const bool read = i.opcode == Opcode::kRead;
  if (i.unit == kMult || i.unit == kMult + 1 || i.unit == kConstant) {
    unit += "." + std::to_string(i.mode);
  } else if (read && i.unit < kMult) {
    unit += std::string(".") + modes[i.mode];
  } else if (read) {
    unit += std::string(i.mode & kSecond ? ".second" : "") +
            (i.mode & kAdvance ? ".advance" : "");
  }
  const bool both = read || i.unit == kCswap;
  std::snprintf(text, sizeof text, "%-6s %-22s %3d %s", read ? "read" : "write",
                unit.c_str(), i.a, both ? std::to_string(i.b).c_str() : "");
  std::string line = text;
  if (i.imm & 3) line += "  place " + std::to_string(i.imm & 3);
  if (i.imm & 4) line += "  not cluster 0";
  if (i.imm & 8) line += "  not cluster 1";
  if (i.imm & kNegate) line += "  must be 0";
  return line;
}

std::string HexText(const Program& program) {
  std::string text;
  char line[16];
  for (const Instruction& i : program.code) {
    std::snprintf(line, sizeof line, "%09llx\n",
                  static_cast<unsigned long long>(Encode(i)));
    text += line;
  }
  return text;
}

std::string ListingText(const Program& program, int w) {
  std::string text;
  char line[128];
  int cycle = 0;
  const auto list = [&](int from, int count) {
    for (int at = from; at < from + count; ++at) {
      const Instruction& i = program.code[static_cast<size_t>(at)];
      std::snprintf(line, sizeof line, "%4d %6d  %09llx  ", at, cycle,
                    static_cast<unsigned long long>(Encode(i)));
      text += line + Text(i) + "\n";
      const bool transfer =
          i.opcode == Opcode::kRead || i.opcode == Opcode::kWrite;
      cycle += transfer                    ? 136 / w
               : i.opcode == Opcode::kWait ? i.imm
               : i.opcode == Opcode::kJump ? 2
                                           : 1;
    }
  };
  text += "word  cycle  code       instruction (each loop once)\n";
  list(kSetupEntry, program.setup_words);
  text += "run\n";
  cycle = 0;
  list(kRunEntry, program.run_words);
  return text;
}

}  // namespace curvebench::kummer
