// SPDX-License-Identifier: Apache-2.0
#include "bench/coverage.h"

#include <unistd.h>

#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <tuple>

#include "bench/checks.h"
#include "bench/constant_time.h"
#include "bench/contract_rules.h"
#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/model_builder.h"
#include "bench/netlist.h"
#include "bench/session.h"

namespace curvebench {
namespace fs = std::filesystem;
using nlohmann::json;

bool CoveragePoint::operator<(const CoveragePoint& other) const {
  return std::tie(file, line, column, kind, object, scope, module) <
         std::tie(other.file, other.line, other.column, other.kind,
                  other.object, other.scope, other.module);
}

namespace {

// "v_toggle/module__parameters"
void SetPage(const std::string& page, CoveragePoint* point) {
  const size_t slash = page.find('/');
  point->kind = page.substr(2, slash - 2);
  point->module = page.substr(slash + 1);
  point->module = point->module.substr(0, point->module.find("__"));
}

}  // namespace

CoverageCounts ReadCoverage(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  if (line.rfind("# SystemC::Coverage", 0) != 0) {
    throw std::runtime_error("no coverage file of Verilator: " + line);
  }
  CoverageCounts counts;
  while (std::getline(lines, line)) {
    // C '\001key\002value\001key\002value' count
    const size_t begin = line.find('\'');
    const size_t end = line.rfind('\'');
    if (line.empty() || line[0] != 'C' || begin == end) continue;
    CoveragePoint point;
    std::istringstream fields(line.substr(begin + 1, end - begin - 1));
    for (std::string field; std::getline(fields, field, '\001');) {
      const size_t split = field.find('\002');
      if (split == std::string::npos) continue;
      const std::string key = field.substr(0, split);
      const std::string value = field.substr(split + 1);
      if (key == "f") point.file = value;
      if (key == "l") point.line = std::stoi(value);
      if (key == "n") point.column = std::stoi(value);
      if (key == "o") point.object = value;
      // Before the first dot stands the model's own name.
      if (key == "h") point.scope = value.substr(value.find('.'));
      if (key == "page") SetPage(value, &point);
    }
    counts[point] += std::stoull(line.substr(end + 1));
  }
  return counts;
}

std::set<CoveragePoint> PointsWithoutCode(const std::string& source) {
  // Declared: __vlCoverInsert(&(vlSymsp->__Vcoverage[12]), first, "file", 14,
  // 16, ".scope", "v_toggle/module", "object", "lines"); counted: any other
  // use of the element.
  static const std::string counter = "__Vcoverage[";
  static const std::string declares = "), first,";
  std::map<CoveragePoint, size_t> declared;
  std::set<size_t> counted;
  for (size_t at = source.find(counter); at != std::string::npos;
       at = source.find(counter, at)) {
    at += counter.size();
    const size_t close = source.find(']', at);
    if (close == std::string::npos) break;
    if (source[at] < '0' || source[at] > '9') continue;  // the array itself
    const size_t index = std::stoul(source.substr(at, close - at));
    at = close + 1;
    if (source.compare(at, declares.size(), declares) != 0) {
      counted.insert(index);
      continue;
    }
    at += declares.size();
    std::vector<std::string> words;
    while (words.size() < 6 && at < source.size()) {
      if (source[at] == '"') {
        const size_t end = source.find('"', at + 1);
        words.push_back(source.substr(at + 1, end - at - 1));
        at = end + 1;
      } else if (source[at] >= '0' && source[at] <= '9') {
        const size_t end = source.find(',', at);
        words.push_back(source.substr(at, end - at));
        at = end;
      } else {
        ++at;
      }
    }
    if (words.size() < 6) break;
    CoveragePoint point;
    point.file = words[0];
    point.line = std::stoi(words[1]);
    point.column = std::stoi(words[2]);
    point.scope = words[3];
    SetPage(words[4], &point);
    point.object = words[5];
    declared[point] = index;
  }
  std::set<CoveragePoint> without;
  for (const auto& [point, index] : declared) {
    if (!counted.count(index)) without.insert(point);
  }
  return without;
}

std::string CoverageExclusions::Reason(const std::string& file, int line) {
  auto it = files_.find(file);
  if (it == files_.end()) {
    it = files_.emplace(file, std::map<int, std::string>{}).first;
    static const std::regex one(R"(//\s*coverage:\s*(.*\S))");
    static const std::regex off(R"(//\s*coverage off:?\s*(.*))");
    static const std::regex on(R"(//\s*coverage on)");
    std::istringstream lines(ReadText(file));
    std::string text, range;
    int number = 0, begun = 0;
    while (std::getline(lines, text)) {
      ++number;
      std::smatch match;
      if (std::regex_search(text, match, on)) range.clear();
      if (std::regex_search(text, match, off)) {
        range = match[1];
        begun = number;
        if (range.empty()) {
          throw InputError(file, "line " + std::to_string(number),
                           "excludes lines from coverage without a reason",
                           "write // coverage off: REASON");
        }
      }
      if (!range.empty()) it->second[number] = range;
      if (std::regex_search(text, match, one)) it->second[number] = match[1];
    }
    if (!range.empty()) {
      throw InputError(file, "line " + std::to_string(begun),
                       "excludes the rest of the file from coverage",
                       "write // coverage on behind the last line meant");
    }
  }
  const auto found = it->second.find(line);
  return found == it->second.end() ? "" : found->second;
}

namespace {

// Bits with one value only, by "scope name" as the flattened design has them.
std::map<std::string, std::vector<Bit>> Constants(
    const Configuration& configuration, const Paths& paths) {
  try {
    Netlist netlist(GatesOf(configuration, paths));
    // From a reset on, whatever the inputs do.
    const Netlist::State reset =
        netlist.Step(netlist.Unknown(), {{"rst", {k1}}});
    netlist.Closure(reset, {});
    return netlist.Constants();
  } catch (const std::runtime_error&) {
    return {};  // nothing is excluded
  }
}

bool IsConstant(const CoveragePoint& point, const std::string& top,
                const std::map<std::string, std::vector<Bit>>& constants) {
  if (point.kind != "toggle") return false;
  static const std::regex form(R"(^(.*?)(?:\[(\d+)\])?$)");
  std::smatch match;
  if (!std::regex_match(point.object, match, form)) return false;
  std::string scope = point.scope;  // ".top.a.b"
  const std::string prefix = "." + top;
  if (scope.rfind(prefix, 0) != 0) return false;
  scope = scope.substr(prefix.size());
  std::string name = match[1];
  if (!scope.empty()) name = scope.substr(1) + "." + name;
  for (const auto& [made, written] :
       {std::pair("__BRA__", "["), {"__KET__", "]"}, {"__DOT__", "."}}) {
    for (size_t at; (at = name.find(made)) != std::string::npos;) {
      name.replace(at, 7, written);
    }
  }
  const auto it = constants.find(name);
  if (it == constants.end()) return false;
  const size_t bit = match[2].matched ? std::stoul(match[2]) : 0;
  return bit < it->second.size() && it->second[bit] < kPublic;
}

constexpr char kNoCode[] =
    "no code in the model: runs at elaboration only, or parameters switch it "
    "off (Verilator)";
constexpr char kOneValue[] =
    "the bit has one value in every reachable state (structure)";

// All of the C++ that Verilator made of a model.
std::string ModelSource(const fs::path& folder) {
  std::string text;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".cpp") text += ReadText(entry.path());
  }
  return text;
}

}  // namespace

json MeasureCoverage(const Configuration& configuration, const Family& family,
                     const Paths& paths, const RegressionOptions& options) {
  FileVectors read;
  const auto vectors = std::make_shared<const std::vector<Vector>>(
      MakeVectors(configuration, family, options, &read));
  const ModelBuilder builder(paths);
  Session session(configuration, family, builder, options.seed, vectors);
  session.flavour = Flavour::kCoverage;
  // Registers of any contents would seem to have moved when reset clears them.
  session.random_contents = false;
  session.plan = PlanContract(
      configuration, ReadManifest(configuration.variant->folder, paths));
  CoverageCounts counts;
  const fs::path file =
      paths.build / ("coverage-" + std::to_string(getpid()) + ".dat");
  const auto read_counts = [&file](Model* model) {
    model->WriteCoverage(file);
    return ReadCoverage(ReadText(file));
  };
  // What changes while a model is made is no toggle.
  const CoverageCounts made = read_counts(
      session.Library(Flavour::kCoverage).Create(options.seed, false).get());
  session.at_end = [&](Model* model) {
    for (const auto& [point, count] : read_counts(model)) {
      uint64_t& sum = counts[point];
      if (point.kind != "toggle") {
        sum += count;
      } else if (count >= made.at(point) + 2) {
        ++sum;  // up and down, or down and up
      }
    }
  };
  Row row = MakeRow(configuration, paths);
  RunChecks(&session, CheckOptions{}, &row);
  std::error_code ignored;
  fs::remove(file, ignored);

  const auto constants = Constants(configuration, paths);
  const std::set<CoveragePoint> without = PointsWithoutCode(
      ModelSource(session.Built(Flavour::kCoverage).library.parent_path()));
  json points = json::array();
  for (const auto& [p, count] : counts) {
    const bool one_value = IsConstant(p, configuration.variant->top, constants);
    points.push_back({{"file", p.file},
                      {"line", p.line},
                      {"column", p.column},
                      {"kind", p.kind},
                      {"object", p.object},
                      {"module", p.module},
                      {"excluded", without.count(p) ? kNoCode
                                   : one_value      ? kOneValue
                                                    : ""},
                      {"count", count}});
  }
  // Functional: classes of vectors, rules of the contract, what the family
  // declares.
  std::map<std::string, uint64_t> functional = row.coverage;
  for (const auto& [kind, count] : row.classes) {
    functional["vectors: " + kind] += static_cast<uint64_t>(count.run);
  }
  for (const TestOutcome& test : row.tests) {
    if (!test.skipped) functional["rule: " + test.name] += 1;
  }
  return {{"points", points},
          {"functional", functional},
          {"status", row.status},
          {"id", configuration.id()}};
}

CoverageSummary Summarise(const std::vector<json>& measured,
                          const Paths& paths) {
  struct Merged {
    uint64_t count = 0;
    bool reachable = false;
    std::string reason;
  };
  // Instances and parameters fall together: a module is one text.
  std::map<CoveragePoint, Merged> points;
  std::map<std::string, uint64_t> functional;
  for (const json& one : measured) {
    for (const json& p : one.at("points")) {
      CoveragePoint key{p["file"],   p["line"], p["column"], p["kind"],
                        p["object"], "",        p["module"]};
      Merged& merged = points[key];
      merged.count += p["count"].get<uint64_t>();
      merged.reason = p["excluded"];
      merged.reachable |= merged.reason.empty();
    }
    for (const auto& [name, count] : one.at("functional").items()) {
      functional[name] += count.get<uint64_t>();
    }
  }
  CoverageSummary summary;
  CoverageExclusions exclusions;
  for (const auto& [point, merged] : points) {
    CoverageSummary::Module& module = summary.modules[point.module];
    std::string file = point.file;
    const std::string below = paths.root.string() + "/";
    if (file.rfind(below, 0) == 0) file = file.substr(below.size());
    module.file = file;
    const bool toggle = point.kind == "toggle";
    std::string reason = exclusions.Reason(point.file, point.line);
    if (reason.empty() && !merged.reachable) reason = merged.reason;
    for (CoverageSummary::Figure* figure :
         {toggle ? &module.toggle : &module.line,
          toggle ? &summary.toggle : &summary.line}) {
      if (merged.count > 0) {
        ++figure->covered;
        ++figure->counted;
      } else if (!reason.empty()) {
        ++figure->excluded;
      } else {
        ++figure->counted;
      }
    }
    if (merged.count > 0) continue;
    if (!reason.empty()) {
      ++summary.reasons[reason];
      continue;
    }
    summary.missed.push_back(file + ":" + std::to_string(point.line) + " " +
                             point.kind + " " + point.object);
  }
  for (const auto& [name, count] : functional) {
    ++summary.functional.counted;
    if (count > 0) {
      ++summary.functional.covered;
    } else {
      summary.missed.push_back("functional: " + name);
    }
  }
  return summary;
}

json ToJson(const CoverageSummary& summary) {
  const auto figure = [](const CoverageSummary::Figure& f) {
    return json{{"covered", f.covered},
                {"counted", f.counted},
                {"excluded", f.excluded},
                {"percent", f.Percent()}};
  };
  json modules = json::object();
  for (const auto& [name, module] : summary.modules) {
    modules[name] = {{"file", module.file},
                     {"line", figure(module.line)},
                     {"toggle", figure(module.toggle)}};
  }
  return {{"line", figure(summary.line)},
          {"toggle", figure(summary.toggle)},
          {"functional", figure(summary.functional)},
          {"modules", modules},
          {"excluded", summary.reasons},
          {"missed", summary.missed}};
}

}  // namespace curvebench
