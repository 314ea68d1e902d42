// SPDX-License-Identifier: Apache-2.0
#include "bench/aig.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <random>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <unordered_map>

#include "bench/command.h"
#include "bench/json_file.h"

namespace curvebench {

Aig ReadAiger(const std::string& text) {
  std::istringstream in(text);
  const auto fail = [](const char* what) -> std::runtime_error {
    return std::runtime_error(std::string("unreadable AIGER text: ") + what);
  };
  std::string line;
  std::getline(in, line);
  std::istringstream header(line);
  std::string magic;
  size_t inputs = 0, latches = 0, outputs = 0, ands = 0;
  Aig aig;
  header >> magic >> aig.variables >> inputs >> latches >> outputs >> ands;
  if (!header || magic != "aag") throw fail("no aag header");
  const auto numbers = [&](size_t least) {
    if (!std::getline(in, line)) throw fail("it ends early");
    std::istringstream words(line);
    std::vector<uint32_t> values;
    for (uint32_t value; words >> value;) values.push_back(value);
    if (values.size() < least) throw fail("a line is too short");
    return values;
  };
  for (size_t i = 0; i < inputs; ++i) aig.inputs.push_back(numbers(1)[0]);
  for (size_t i = 0; i < latches; ++i) {
    const auto n = numbers(2);
    aig.latches.push_back({n[0], n[1], n.size() > 2 ? n[2] : 0});
  }
  for (size_t i = 0; i < outputs; ++i) aig.outputs.push_back(numbers(1)[0]);
  for (size_t i = 0; i < ands; ++i) {
    const auto n = numbers(3);
    aig.ands.push_back({n[0], n[1], n[2]});
  }
  while (std::getline(in, line) && line != "c") {
    const size_t space = line.find(' ');
    if (space == std::string::npos || space < 2) continue;
    const size_t index = std::stoul(line.substr(1, space - 1));
    // One place may have several names, separated by spaces.
    std::istringstream names(line.substr(space + 1));
    for (std::string name; names >> name;) {
      if (line[0] == 'i') aig.input_names[name] = index;
      if (line[0] == 'o') aig.output_names[name] = index;
    }
  }
  std::sort(aig.ands.begin(), aig.ands.end(),
            [](const Aig::And& a, const Aig::And& b) {
              return a.literal < b.literal;
            });
  for (const Aig::And& a : aig.ands) {
    if (a.left > a.literal || a.right > a.literal) {
      throw fail("gates are not in topological order");
    }
  }
  return aig;
}

namespace {

/// Numbers variables as the binary format wants them: inputs, latches, gates.
class Builder {
 public:
  uint32_t Input() {
    if (!result_.latches.empty() || !result_.ands.empty()) {
      throw std::logic_error("inputs come first");
    }
    result_.inputs.push_back(Fresh());
    return result_.inputs.back();
  }
  uint32_t Latch(uint32_t init) {
    result_.latches.push_back({Fresh(), 0, init});
    return result_.latches.back().literal;
  }
  void SetNext(size_t latch, uint32_t next) {
    result_.latches[latch].next = next;
  }
  uint32_t And(uint32_t a, uint32_t b) {
    if (a > b) std::swap(a, b);
    if (a == 0 || a == (b ^ 1)) return 0;
    if (a == 1 || a == b) return b;
    const uint64_t key = (static_cast<uint64_t>(a) << 32) | b;
    const auto [it, is_new] = known_.emplace(key, 0);
    if (is_new) {
      it->second = Fresh();
      result_.ands.push_back({it->second, b, a});
    }
    return it->second;
  }
  uint32_t Or(uint32_t a, uint32_t b) { return And(a ^ 1, b ^ 1) ^ 1; }
  uint32_t Xor(uint32_t a, uint32_t b) {
    return Or(And(a, b ^ 1), And(a ^ 1, b));
  }
  Aig Finish(uint32_t output) {
    result_.outputs = {output};
    return std::move(result_);
  }

 private:
  uint32_t Fresh() { return 2 * ++result_.variables; }

  Aig result_;
  std::unordered_map<uint64_t, uint32_t> known_;
};

// "din[3]" of "din" is bit 3, "done" of "done" bit 0; else -1.
int BitOf(const std::string& name, const std::string& prefix) {
  if (name == prefix) return 0;
  if (name.rfind(prefix + "[", 0) != 0) return -1;
  return std::stoi(name.substr(prefix.size() + 1));
}

/// Two copies, and where they meet.
struct Pair {
  Builder builder;
  uint32_t differ = 0;  ///< whether anything compared does
  /// What each copy would write to a register.
  std::vector<std::pair<uint32_t, uint32_t>> next;
};

Pair MakePair(const Aig& design, const TwoCopies& copies) {
  std::vector<std::string> names(design.inputs.size());
  for (const auto& [name, index] : design.input_names) names[index] = name;
  Pair pair;
  Builder& builder = pair.builder;
  std::vector<uint32_t> map[2];
  for (auto& m : map) m.assign(design.variables + 1, 0);
  for (size_t i = 0; i < design.inputs.size(); ++i) {
    const uint32_t variable = design.inputs[i] / 2;
    bool done = false;
    for (const auto& [prefix, values] : copies.constants) {
      const int bit = BitOf(names[i], prefix);
      if (bit < 0) continue;
      map[0][variable] = (values.first >> bit) & 1;
      map[1][variable] = (values.second >> bit) & 1;
      done = true;
    }
    if (done) continue;
    map[0][variable] = map[1][variable] = builder.Input();
    for (const std::string& prefix : copies.separate) {
      if (BitOf(names[i], prefix) >= 0) map[1][variable] = builder.Input();
    }
  }
  const size_t count = design.latches.size();
  for (const Aig::Latch& latch : design.latches) {
    map[0][latch.literal / 2] = builder.Latch(latch.init);
  }
  std::vector<size_t> second;  // registers that the second copy has too
  for (size_t i = 0; i < count; ++i) {
    const Aig::Latch& latch = design.latches[i];
    map[1][latch.literal / 2] = map[0][latch.literal / 2];
    if (copies.one_state && !copies.apart.count(i)) continue;
    map[1][latch.literal / 2] = builder.Latch(latch.init);
    second.push_back(i);
  }
  const auto literal = [&](int copy, uint32_t old) {
    return map[copy][old / 2] ^ (old & 1);
  };
  for (int copy = 0; copy < 2; ++copy) {
    for (const Aig::And& a : design.ands) {
      map[copy][a.literal / 2] =
          builder.And(literal(copy, a.left), literal(copy, a.right));
    }
  }
  const auto compare = [&](uint32_t old) {
    pair.differ =
        builder.Or(pair.differ, builder.Xor(literal(0, old), literal(1, old)));
  };
  for (size_t i = 0; i < count; ++i) {
    const uint32_t next = design.latches[i].next;
    builder.SetNext(i, literal(0, next));
    pair.next.emplace_back(literal(0, next), literal(1, next));
    if (copies.one_state && !copies.apart.count(i)) compare(next);
  }
  for (size_t i = 0; i < second.size(); ++i) {
    builder.SetNext(count + i, literal(1, design.latches[second[i]].next));
  }
  size_t found = 0;
  for (const auto& [name, index] : design.output_names) {
    for (const std::string& prefix : copies.compared) {
      if (BitOf(name, prefix) < 0) continue;
      ++found;
      compare(design.outputs[index]);
    }
  }
  if (found == 0) throw std::logic_error("no output of these names");
  return pair;
}

}  // namespace

Aig Miter(const Aig& design, const TwoCopies& copies) {
  Pair pair = MakePair(design, copies);
  return pair.builder.Finish(pair.differ);
}

std::set<size_t> WrittenApart(const Aig& design, const TwoCopies& copies) {
  constexpr int kWords = 1024;  // of 64 random cycles
  Pair pair = MakePair(design, copies);
  const Aig both = pair.builder.Finish(pair.differ);
  std::set<size_t> written = copies.apart;
  std::mt19937_64 random;
  std::vector<uint64_t> values(both.variables + 1, 0);
  const auto value = [&](uint32_t literal) {
    return values[literal / 2] ^ (0 - static_cast<uint64_t>(literal & 1));
  };
  for (int word = 0; word < kWords; ++word) {
    for (const uint32_t input : both.inputs) values[input / 2] = random();
    for (const Aig::Latch& latch : both.latches) {
      values[latch.literal / 2] = random();
    }
    for (const Aig::And& a : both.ands) {
      values[a.literal / 2] = value(a.left) & value(a.right);
    }
    for (size_t i = 0; i < pair.next.size(); ++i) {
      const auto& [first, second] = pair.next[i];
      if (value(first) != value(second)) written.insert(i);
    }
  }
  return written;
}

Aig AnyOutput(const Aig& design) {
  Builder builder;
  std::vector<uint32_t> map(design.variables + 1, 0);
  const auto literal = [&](uint32_t old) { return map[old / 2] ^ (old & 1); };
  for (const uint32_t input : design.inputs) map[input / 2] = builder.Input();
  for (const Aig::Latch& latch : design.latches) {
    map[latch.literal / 2] = builder.Latch(latch.init);
  }
  for (const Aig::And& a : design.ands) {
    map[a.literal / 2] = builder.And(literal(a.left), literal(a.right));
  }
  for (size_t i = 0; i < design.latches.size(); ++i) {
    builder.SetNext(i, literal(design.latches[i].next));
  }
  uint32_t any = 0;
  for (const uint32_t output : design.outputs) {
    any = builder.Or(any, literal(output));
  }
  return builder.Finish(any);
}

Aig KeepNearRegisters(const Aig& design, int layers) {
  // What each variable is: gate or register; inputs have neither.
  constexpr size_t kNone = SIZE_MAX;
  std::vector<size_t> gate(design.variables + 1, kNone);
  std::vector<size_t> latch(design.variables + 1, kNone);
  for (size_t i = 0; i < design.ands.size(); ++i) {
    gate[design.ands[i].literal / 2] = i;
  }
  for (size_t i = 0; i < design.latches.size(); ++i) {
    latch[design.latches[i].literal / 2] = i;
  }
  std::vector<char> seen(design.variables + 1, 0);
  std::vector<size_t> border;  // registers reached and not yet kept
  const auto reach = [&](uint32_t root) {
    std::vector<uint32_t> stack = {root / 2};
    while (!stack.empty()) {
      const uint32_t v = stack.back();
      stack.pop_back();
      if (seen[v]) continue;
      seen[v] = 1;
      if (latch[v] != kNone) border.push_back(latch[v]);
      if (gate[v] == kNone) continue;
      stack.push_back(design.ands[gate[v]].left / 2);
      stack.push_back(design.ands[gate[v]].right / 2);
    }
  };
  for (const uint32_t output : design.outputs) reach(output);
  std::vector<char> kept(design.latches.size(), 0);
  for (int layer = 0; layer < layers && !border.empty(); ++layer) {
    const std::vector<size_t> found = std::move(border);
    border.clear();
    for (const size_t i : found) kept[i] = 1;
    for (const size_t i : found) reach(design.latches[i].next);
  }

  Builder builder;
  std::vector<uint32_t> map(design.variables + 1, 0);
  const auto literal = [&](uint32_t old) { return map[old / 2] ^ (old & 1); };
  for (const uint32_t input : design.inputs) {
    if (seen[input / 2]) map[input / 2] = builder.Input();
  }
  for (const size_t i : border) {
    map[design.latches[i].literal / 2] = builder.Input();
  }
  std::vector<size_t> order;
  for (size_t i = 0; i < design.latches.size(); ++i) {
    if (!kept[i]) continue;
    map[design.latches[i].literal / 2] = builder.Latch(design.latches[i].init);
    order.push_back(i);
  }
  for (const Aig::And& a : design.ands) {
    if (!seen[a.literal / 2]) continue;
    map[a.literal / 2] = builder.And(literal(a.left), literal(a.right));
  }
  for (size_t i = 0; i < order.size(); ++i) {
    builder.SetNext(i, literal(design.latches[order[i]].next));
  }
  return builder.Finish(literal(design.outputs.at(0)));
}

std::string WriteAiger(const Aig& aig) {
  std::ostringstream out;
  out << "aig " << aig.variables << ' ' << aig.inputs.size() << ' '
      << aig.latches.size() << ' ' << aig.outputs.size() << ' '
      << aig.ands.size() << '\n';
  for (const Aig::Latch& latch : aig.latches) {
    out << latch.next;
    if (latch.init != 0) out << ' ' << latch.init;
    out << '\n';
  }
  for (const uint32_t output : aig.outputs) out << output << '\n';
  const auto number = [&](uint32_t value) {
    while (value >= 0x80) {
      out.put(static_cast<char>(value | 0x80));
      value >>= 7;
    }
    out.put(static_cast<char>(value));
  };
  for (const Aig::And& a : aig.ands) {
    const uint32_t large = std::max(a.left, a.right);
    number(a.literal - large);
    number(large - std::min(a.left, a.right));
  }
  return out.str();
}

Verdict ProveNever(const Aig& aig, const std::filesystem::path& folder,
                   const std::string& name, int seconds, bool search) {
  if (aig.outputs.at(0) == 0) {
    return {Verdict::kProved, 0, "the same logic"};
  }
  const std::filesystem::path file = folder / (name + ".aig");
  WriteText(file, WriteAiger(aig));
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  const auto left = [&]() {
    return std::max<int64_t>(
        1, std::chrono::duration_cast<std::chrono::seconds>(end - Clock::now())
               .count());
  };
  // Only some commands of ABC watch the clock: it is stopped from outside.
  const auto abc = [&](const std::string& script, int64_t most) {
    const std::string output =
        RunCommand({"timeout", "-s", "KILL", std::to_string(most), "yosys-abc",
                    "-q", "read " + file.string() + "; " + script})
            .output;
    WriteText(folder / (name + ".log"), output);
    return output;
  };
  const std::string none = "no answer in " + std::to_string(seconds) + " s";
  if (aig.latches.empty()) {
    const std::string output = abc("iprove", left());
    if (output.find("UNSATISFIABLE") != std::string::npos) {
      return {Verdict::kProved, 0, "SAT"};
    }
    if (output.find("SATISFIABLE") != std::string::npos) {
      return {Verdict::kRefuted, 1, "SAT"};
    }
    return {Verdict::kOpen, 0, none};
  }
  static const std::regex asserted(R"(asserted in frame (\d+))");
  static const std::regex frames(R"(asserted in (\d+) frames)");
  std::smatch match;
  const int64_t half = std::max<int64_t>(1, seconds / 2);
  // Registers that are always equal become one, and what is left is for PDR.
  const auto pdr = [&](const std::string& options) {
    return abc("scorr; scorr -F 2; dc2; scleanup; pdr " + options + "-T " +
                   std::to_string(half),
               std::min(left(), half + half / 2 + 1));
  };
  // Above that correspondences take too long, and abstraction finds by itself
  // which registers matter.
  constexpr size_t kMost = 600;
  std::string output;
  if (search || aig.latches.size() <= kMost) output = pdr("");
  if (!search && output.empty()) {
    output = abc("pdr -t -T " + std::to_string(seconds), left() + 1);
  } else if (!search && output.find("UNDECIDED") != std::string::npos) {
    output = pdr("-t ");  // which finds other proofs
  }
  if (output.find("combinational") != std::string::npos) {
    // No register is left that matters: one more question to SAT.
    output = abc("scorr; scorr -F 2; dc2; scleanup; iprove", left());
    if (output.find("UNSATISFIABLE") != std::string::npos) {
      return {Verdict::kProved, 0, "signal correspondence by induction"};
    }
    output.clear();
  }
  if (output.find("Property proved") != std::string::npos) {
    return {Verdict::kProved, 0, "property-directed reachability"};
  }
  if (!std::regex_search(output, match, asserted) && search) {
    // Without an induction before it, which may be what took the time.
    const int64_t rest = left();
    output = abc("bmc3 -T " + std::to_string(rest), rest + 5);
    std::regex_search(output, match, asserted);
  }
  if (!match.empty()) {
    return {Verdict::kRefuted, std::stoi(match[1]) + 1, "counterexample"};
  }
  const int depth =
      std::regex_search(output, match, frames) ? std::stoi(match[1]) : 0;
  return {Verdict::kOpen, depth, none};
}

Verdict ProveNeverLocally(const Aig& aig, const std::filesystem::path& folder,
                          const std::string& name, int seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  size_t before = 0;
  for (int layers = 0; Clock::now() < end; ++layers) {
    const Aig near = KeepNearRegisters(aig, layers);
    const size_t kept = near.latches.size();
    if (layers > 0 && kept == before) break;
    before = kept;
    const auto left =
        std::chrono::duration_cast<std::chrono::seconds>(end - Clock::now());
    Verdict verdict = ProveNever(
        near, folder, name, std::max(1, static_cast<int>(left.count())), false);
    if (verdict.answer == Verdict::kProved) {
      verdict.method += ", " + std::to_string(kept) + " registers";
      return verdict;
    }
  }
  return {};
}

}  // namespace curvebench
