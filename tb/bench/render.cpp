// SPDX-License-Identifier: Apache-2.0
#include "bench/render.h"

#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "bench/error.h"

namespace curvebench {
using nlohmann::json;

namespace {

std::string Fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

// Verdict on a published row that none of ours answers.
constexpr char kNoRow[] = "no row";

// 716459 -> "716,459".
std::string Grouped(uint64_t value) {
  std::string digits = std::to_string(value);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<size_t>(at), ",");
  }
  return digits;
}

std::string Cycles(const Row& row) {
  if (!row.cycles_min) return "-";
  if (*row.cycles_min == *row.cycles_max) return Grouped(*row.cycles_max);
  const std::string range =
      Grouped(*row.cycles_min) + ".." + Grouped(*row.cycles_max);
  // Only public operands make the difference: the plain figure first.
  return row.cycles_base == row.cycles_min
             ? Grouped(*row.cycles_base) + "+" +
                   Grouped(*row.cycles_max - *row.cycles_base)
             : range;
}

std::string Figure(const json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || object[key].is_null()) {
    return "-";
  }
  const double value = object[key].get<double>();
  return value == std::floor(value) ? Grouped(static_cast<uint64_t>(value))
                                    : Fixed(value, 1);
}

std::string RatioCell(const Row& row, const char* figure) {
  const auto ratio = Ratio(row, figure);
  return ratio ? Fixed(*ratio, 3) : "-";
}

std::string Escape(const std::string& cell, Format format) {
  std::string text;
  if (format == Format::kCsv) {
    if (cell.find_first_of(",\"\n\r") == std::string::npos) return cell;
    for (const char c : cell) text += c == '"' ? "\"\"" : std::string(1, c);
    return "\"" + text + "\"";
  }
  for (const char c : cell) {
    if (c == '|') {
      text += "\\|";
    } else {
      text += c == '\n' ? ' ' : c;
    }
  }
  return text;
}

bool IsNumber(const std::string& cell) {
  return cell == "-" ||
         (!cell.empty() && std::isdigit(static_cast<unsigned char>(cell[0])) &&
          cell.find_first_not_of("0123456789.,/+") == std::string::npos);
}

std::string ColumnTable(const Table& table) {
  std::vector<size_t> width;
  for (const std::string& cell : table.heading) width.push_back(cell.size());
  for (const auto& line : table.lines) {
    for (size_t i = 0; i < line.size(); ++i) {
      width[i] = std::max(width[i], line[i].size());
    }
  }
  std::ostringstream text;
  const auto put = [&](const std::vector<std::string>& line) {
    std::string out;
    for (size_t i = 0; i < line.size(); ++i) {
      const std::string space(width[i] - line[i].size(), ' ');
      out += (i ? "  " : "") +
             (i && IsNumber(line[i]) ? space + line[i] : line[i] + space);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    text << out << '\n';
  };
  put(table.heading);
  std::vector<std::string> rule;
  for (const size_t w : width) rule.push_back(std::string(w, '-'));
  put(rule);
  for (const auto& line : table.lines) put(line);
  return text.str();
}

std::string Separated(const Table& table, Format format) {
  const bool csv = format == Format::kCsv;
  std::ostringstream text;
  const auto put = [&](const std::vector<std::string>& line) {
    for (size_t i = 0; i < line.size(); ++i) {
      text << (csv ? (i ? "," : "") : (i ? " | " : "| "))
           << Escape(line[i], format);
    }
    text << (csv ? "\n" : " |\n");
  };
  put(table.heading);
  if (!csv) {
    for (size_t i = 0; i < table.heading.size(); ++i) {
      text << (i ? "---|" : "|---|");
    }
    text << '\n';
  }
  for (const auto& line : table.lines) put(line);
  return text.str();
}

}  // namespace

Format ParseFormat(const std::string& name) {
  if (name == "table") return Format::kTable;
  if (name == "json") return Format::kJson;
  if (name == "csv") return Format::kCsv;
  if (name == "md") return Format::kMarkdown;
  throw InputError("--format", name, "is no format",
                   "take table, json, csv or md");
}

std::string Render(const Table& table, Format format) {
  switch (format) {
    case Format::kTable:
      return ColumnTable(table);
    case Format::kCsv:
    case Format::kMarkdown:
      return Separated(table, format);
    case Format::kJson:
      break;
  }
  json list = json::array();
  for (const auto& line : table.lines) {
    json object = json::object();
    for (size_t i = 0; i < line.size(); ++i) {
      object[table.heading[i]] = line[i];
    }
    list.push_back(object);
  }
  return list.dump(2) + "\n";
}

Table ComparisonTable(const std::vector<Row>& rows) {
  Table table;
  table.heading = {"variant",      "status",   "vectors",  "contract",
                   "cycles",       "LUT",      "time",     "published",
                   "cycles pub.",  "LUT pub.", "x cycles", "x LUT",
                   "x LUT*cycles", "notes"};
  for (const Row& row : rows) {
    int passed = 0;
    for (const auto& [kind, count] : row.classes) passed += count.passed;
    const std::string contract =
        row.contract_run == 0 ? "-"
                              : std::to_string(row.contract_passed) + "/" +
                                    std::to_string(row.contract_run);
    const json published = row.published;
    table.lines.push_back(
        {row.id(), row.status,
         std::to_string(passed) + "/" + std::to_string(row.vectors), contract,
         Cycles(row),
         Lut(row) ? Grouped(static_cast<uint64_t>(*Lut(row))) : "-",
         row.constant_time,
         published.is_object() ? published.value("source", "-") : "-",
         Figure(published, "cycles"), Figure(published, "lut"),
         RatioCell(row, "cycles"), RatioCell(row, "lut"),
         RatioCell(row, "lut_cycles"), row.Notes()});
  }
  return table;
}

Table StepTable(const std::vector<Row>& rows) {
  Table table;
  table.heading = {"configuration",    "cycles",        "shorter",
                   "its cycles",       "cycles a bit",  "published row",
                   "its cycles a bit", "x cycles a bit"};
  for (const Row& row : rows) {
    for (const Row& other : rows) {
      json size = other.size;
      if (row.status != "pass" || other.status != "pass" ||
          row.family != other.family || row.variant != other.variant ||
          !row.size.contains("m") || !size.contains("m") ||
          other.configuration !=
              row.configuration + "_m" + other.size["m"].dump()) {
        continue;
      }
      const int64_t m = row.size["m"], less = size["m"];
      size["m"] = row.size["m"];
      const auto cycles = ComparedCycles(row), fewer = ComparedCycles(other);
      if (size != row.size || less >= m || !cycles || !fewer) continue;
      const double step =
          (static_cast<double>(*cycles) - static_cast<double>(*fewer)) /
          static_cast<double>(m - less);
      std::vector<std::string> line = {row.id(),
                                       Grouped(*cycles),
                                       other.configuration,
                                       Grouped(*fewer),
                                       Fixed(step, 2),
                                       "-",
                                       "-",
                                       "-"};
      const json theirs = row.published.is_object()
                              ? row.published.value("cycles", json(nullptr))
                              : json(nullptr);
      if (theirs.is_number_integer()) {
        const int64_t each = theirs.get<int64_t>() / m;
        line[5] = row.published.value("source", "");
        line[6] = std::to_string(each);
        line[7] = Fixed(step / static_cast<double>(each), 3);
      }
      table.lines.push_back(line);
    }
  }
  return table;
}

Table AgainstPublished(const std::vector<Row>& rows, const json& published,
                       const std::string& operation) {
  Table table;
  table.heading = {"published",    "cycles pub.", "LUT pub.", "ours",
                   "cycles",       "LUT",         "x cycles", "x LUT",
                   "x LUT*cycles", "verdict"};
  const auto same_size = [](const json& theirs, const json& ours) {
    return !theirs.empty() &&
           std::all_of(theirs.items().begin(), theirs.items().end(),
                       [&](const auto& item) {
                         return ours.contains(item.key()) &&
                                ours[item.key()] == item.value();
                       });
  };
  for (const auto& [name, figures] : published.items()) {
    const json their_cycles = figures.value("cycles", json(nullptr));
    const json their_lut = figures.value("lut", json(nullptr));
    if (!their_cycles.is_number() || !their_lut.is_number()) continue;
    const Row* best = nullptr;
    double best_cycles = 0, best_lut = 0, best_score = 0;
    for (const Row& row : rows) {
      const auto cycles = ComparedCycles(row);
      const auto lut = Lut(row);
      if (!cycles || !lut || row.status != "pass" ||
          row.operation != figures.value("operation", operation) ||
          !same_size(figures.value("size", json::object()), row.size)) {
        continue;
      }
      const double x =
          static_cast<double>(*cycles) / their_cycles.get<double>();
      const double y = *lut / their_lut.get<double>();
      // Rows that beat both figures score below 1, by their product.
      const double worst = std::max(x, y);
      const double score = worst < 1 ? x * y : worst;
      if (best == nullptr || score < best_score) {
        best = &row;
        best_cycles = x;
        best_lut = y;
        best_score = score;
      }
    }
    std::vector<std::string> line = {name, Figure(figures, "cycles"),
                                     Figure(figures, "lut")};
    if (best == nullptr) {
      line.insert(line.end(), {"-", "-", "-", "-", "-", "-", kNoRow});
    } else {
      line.insert(line.end(), {best->id(), Grouped(*ComparedCycles(*best)),
                               Grouped(static_cast<uint64_t>(*Lut(*best))),
                               Fixed(best_cycles, 3), Fixed(best_lut, 3),
                               Fixed(best_cycles * best_lut, 3),
                               best_score < 1 ? "fewer of both" : "nearest"});
    }
    table.lines.push_back(line);
  }
  return table;
}

Table Folded(const Table& table, Format format) {
  if (format == Format::kCsv || format == Format::kJson) return table;
  Table folded = table;
  const size_t others = std::erase_if(
      folded.lines, [](const auto& line) { return line.back() == kNoRow; });
  if (others) {
    std::vector<std::string> last(table.heading.size(), "-");
    last.front() = std::to_string(others) + " others";
    last.back() = "no passing row to compare";
    folded.lines.push_back(last);
  }
  return folded;
}

Table Front(const std::vector<Row>& rows, const std::string& key) {
  Table table{{"operation", "size", "front", "LUT", "BRAM36", "DSP", "cycles",
               "LUT*cycles", "logic ns", "of rows"},
              {}};
  std::map<std::pair<std::string, double>, std::vector<const Row*>> groups;
  for (const Row& row : rows) {
    if (row.status == "pass" && Lut(row) && ComparedCycles(row)) {
      groups[{row.operation, SizeOf(row.size, key).value_or(0)}].push_back(
          &row);
    }
  }
  for (auto& [group, members] : groups) {
    // Among equals the first name stays.
    const auto less = [](const Row* a, const Row* b) {
      return std::make_tuple(*Lut(*a), *ComparedCycles(*a), a->id()) <
             std::make_tuple(*Lut(*b), *ComparedCycles(*b), b->id());
    };
    std::sort(members.begin(), members.end(), less);
    std::optional<uint64_t> fewest;
    for (const Row* row : members) {
      const uint64_t cycles = *ComparedCycles(*row);
      if (fewest && cycles >= *fewest) continue;
      fewest = cycles;
      const json& area = row->synthesis.at("yosys_xc7");
      const double lut = *Lut(*row);
      table.lines.push_back(
          {group.first,
           group.second > 0 ? key + " " + Fixed(group.second, 0) : "-",
           row->id(), Grouped(static_cast<uint64_t>(lut)),
           Fixed(area.value("bram36", 0.0), 1),
           std::to_string(area.value("dsp", 0)), Grouped(cycles),
           Grouped(static_cast<uint64_t>(lut * static_cast<double>(cycles))),
           Figure(area, "logic_ns"), std::to_string(members.size())});
    }
  }
  return table;
}

namespace {

bool Complete(const Row& row) {
  return row.status == "pass" && Lut(row) && ComparedCycles(row);
}

bool Comparable(const Row& row, const Row& other) {
  return row.family == other.family && row.operation == other.operation &&
         row.size == other.size && Complete(row);
}

double Product(const Row& row) {
  return *Lut(row) * static_cast<double>(*ComparedCycles(row));
}

std::vector<std::string> AreaAndTime(const Row& row) {
  return {row.id(), Grouped(*ComparedCycles(row)),
          Grouped(static_cast<uint64_t>(*Lut(row))),
          Grouped(row.synthesis.at("yosys_xc7").value("ff", uint64_t{0})),
          Grouped(static_cast<uint64_t>(Product(row)))};
}

}  // namespace

Table Against(const std::vector<Row>& rows, const std::string& variant) {
  Table table{{"row", "cycles", "LUT", "FF", "LUT*cycles", "best other",
               "its cycles", "its LUT", "its FF", "its LUT*cycles", "ratio"},
              {}};
  for (const Row& row : rows) {
    if (row.variant != variant || !Complete(row)) continue;
    const Row* best = nullptr;
    for (const Row& other : rows) {
      if (other.variant == variant || !Comparable(other, row)) continue;
      if (best == nullptr || Product(other) < Product(*best)) best = &other;
    }
    std::vector<std::string> line = AreaAndTime(row);
    if (best == nullptr) {
      line.insert(line.end(), 6, "-");
    } else {
      for (std::string& text : AreaAndTime(*best)) {
        line.push_back(std::move(text));
      }
      line.push_back(Fixed(Product(*best) / Product(row), 3));
    }
    table.lines.push_back(line);
  }
  return table;
}

Table AgainstRow(const std::vector<Row>& rows, const Row& one) {
  Table table{{"row", "cycles", "LUT", "FF", "LUT*cycles", "x cycles", "x LUT",
               "x LUT*cycles"},
              {}};
  if (!Complete(one)) return table;
  const auto add = [&](const Row& row) {
    std::vector<std::string> line = AreaAndTime(row);
    const double x = static_cast<double>(*ComparedCycles(row)) /
                     static_cast<double>(*ComparedCycles(one));
    for (const double ratio :
         {x, *Lut(row) / *Lut(one), Product(row) / Product(one)}) {
      line.push_back(Fixed(ratio, 3));
    }
    table.lines.push_back(line);
  };
  add(one);
  for (const Row& row : rows) {
    if (row.id() != one.id() && Comparable(row, one)) add(row);
  }
  return table;
}

Table Shown(const Table& table, Format format) {
  if (format == Format::kCsv || format == Format::kJson) return table;
  Table slim;
  slim.lines.resize(table.lines.size());
  for (size_t column = 0; column < table.heading.size(); ++column) {
    const bool empty = std::all_of(
        table.lines.begin(), table.lines.end(), [&](const auto& line) {
          return line[column].empty() || line[column] == "-";
        });
    if (empty) continue;
    slim.heading.push_back(table.heading[column]);
    for (size_t i = 0; i < table.lines.size(); ++i) {
      slim.lines[i].push_back(table.lines[i][column]);
    }
  }
  return slim;
}

Table SideBySide(const std::vector<Row>& a, const std::vector<Row>& b) {
  std::vector<std::pair<const Row*, const Row*>> pairs;
  const auto pair_by = [&](const auto& key) {
    for (const Row& left : a) {
      for (const Row& right : b) {
        if (key(left) == key(right)) pairs.emplace_back(&left, &right);
      }
    }
  };
  // Two result files share ids; two variants share configurations.
  pair_by([](const Row& row) { return row.id(); });
  const bool same_rows = !pairs.empty();
  if (pairs.empty()) {
    pair_by([](const Row& row) { return row.family + row.configuration; });
  }
  if (pairs.empty()) {
    pair_by([](const Row& row) { return row.family + row.size.dump(); });
  }
  Table table;
  table.heading = {"a",        "b",        "status a",      "status b",
                   "cycles a", "cycles b", "b/a",           "LUT a",
                   "LUT b",    "LUT b/a",  "LUT*cycles b/a"};
  std::map<std::string, std::pair<double, int>> logs;
  const auto ratio = [&](const char* name, std::optional<double> x,
                         std::optional<double> y) -> std::string {
    if (!x || !y || *x <= 0 || *y <= 0) return "-";
    logs[name].first += std::log(*y / *x);
    ++logs[name].second;
    return Fixed(*y / *x, 3);
  };
  const auto cycles = [](const Row& row) -> std::optional<double> {
    const std::optional<uint64_t> compared = ComparedCycles(row);
    if (!compared) return std::nullopt;
    return static_cast<double>(*compared);
  };
  const auto product = [&](const Row& row) -> std::optional<double> {
    if (!cycles(row) || !Lut(row)) return std::nullopt;
    return *cycles(row) * *Lut(row);
  };
  const auto lut = [](const Row& row) {
    return Lut(row) ? Grouped(static_cast<uint64_t>(*Lut(row)))
                    : std::string("-");
  };
  for (const auto& [left, right] : pairs) {
    table.lines.push_back(
        {left->id(), right->id(), left->status, right->status, Cycles(*left),
         Cycles(*right), ratio("cycles", cycles(*left), cycles(*right)),
         lut(*left), lut(*right), ratio("lut", Lut(*left), Lut(*right)),
         ratio("both", product(*left), product(*right))});
  }
  // A row that only one of two files has is a change, too.
  const auto lone = [&](const std::vector<Row>& rows,
                        const std::vector<Row>& others, bool in_a) {
    for (const Row& row : rows) {
      const bool both = std::any_of(
          others.begin(), others.end(),
          [&row](const Row& other) { return other.id() == row.id(); });
      if (both || !same_rows) continue;
      const auto two = [in_a](const std::string& text, std::string* line) {
        line[in_a ? 0 : 1] = text;
        line[in_a ? 1 : 0] = "-";
      };
      std::string id[2], status[2], time[2], area[2];
      two(row.id(), id);
      two(row.status, status);
      two(Cycles(row), time);
      two(lut(row), area);
      table.lines.push_back({id[0], id[1], status[0], status[1], time[0],
                             time[1], "-", area[0], area[1], "-", "-"});
    }
  };
  lone(a, b, true);
  lone(b, a, false);
  const auto mean = [&](const char* name) -> std::string {
    const auto it = logs.find(name);
    if (it == logs.end()) return "-";
    return Fixed(std::exp(it->second.first / it->second.second), 3);
  };
  table.lines.push_back({"geometric mean", "", "", "", "", "", mean("cycles"),
                         "", "", mean("lut"), mean("both")});
  return table;
}

namespace {

// XML 1.0 has no place for control characters, not even escaped.
std::string Printable(std::string text) {
  std::erase_if(text, [](unsigned char c) {
    return c < 32 && c != '\n' && c != '\t' && c != '\r';
  });
  return text;
}

}  // namespace

std::string JUnit(const std::vector<Row>& rows) {
  using boost::property_tree::ptree;
  ptree suites;
  for (const Row& row : rows) {
    ptree suite;
    int failures = 0;
    double seconds = 0;
    for (const TestOutcome& test : row.tests) {
      ptree node;
      node.put("<xmlattr>.classname", row.id());
      node.put("<xmlattr>.name", test.name);
      node.put("<xmlattr>.time", Fixed(test.seconds, 3));
      if (!test.passed) {
        ++failures;
        std::string all;
        for (const std::string& failure : test.failures) {
          all += Printable(failure) + "\n";
        }
        ptree failure;
        failure.put("<xmlattr>.message",
                    test.failures.empty() ? "" : Printable(test.failures[0]));
        failure.put_value(all);
        node.add_child("failure", failure);
      }
      if (test.skipped) {
        node.put("skipped.<xmlattr>.message", Printable(test.reason));
      }
      seconds += test.seconds;
      suite.add_child("testcase", node);
    }
    int errors = 0;
    if (!row.error.empty()) {
      ++errors;
      ptree node, error;
      node.put("<xmlattr>.classname", row.id());
      node.put("<xmlattr>.name", "Build");
      error.put("<xmlattr>.message", Printable(row.error));
      node.add_child("error", error);
      suite.add_child("testcase", node);
    }
    ptree full;
    full.put("<xmlattr>.name", row.id());
    full.put("<xmlattr>.tests", row.tests.size() + static_cast<size_t>(errors));
    full.put("<xmlattr>.failures", failures);
    full.put("<xmlattr>.errors", errors);
    full.put("<xmlattr>.time", Fixed(seconds, 3));
    for (const auto& child : suite) full.push_back(child);
    suites.add_child("testsuites.testsuite", full);
  }
  std::ostringstream text;
  boost::property_tree::write_xml(
      text, suites,
      boost::property_tree::xml_writer_make_settings<std::string>(' ', 2));
  return text.str();
}

std::string Failures(const Row& row) {
  std::ostringstream text;
  if (!row.error.empty()) text << row.id() << ": " << row.error << '\n';
  // Wrong products fail most rules too, and say nothing new there.
  const bool wrong_products = std::any_of(
      row.tests.begin(), row.tests.end(), [](const TestOutcome& test) {
        return test.name == kVectorTest && !test.passed;
      });
  std::string others;
  for (const TestOutcome& test : row.tests) {
    if (test.passed) continue;
    if (wrong_products && test.name != kVectorTest) {
      others += (others.empty() ? "" : ", ") + test.name;
      continue;
    }
    text << row.id() << ", " << test.name << " failed\n";
    for (const std::string& failure : test.failures) {
      text << "  " << failure << '\n';
    }
  }
  if (!others.empty()) {
    text << row.id() << " also failed: " << others
         << "\n  (their reports are in the JUnit file and with replay)\n";
  }
  if (row.status == "fail") {
    for (const auto& [kind, count] : row.classes) {
      text << "  vectors " << kind << ": " << count.passed << " of "
           << count.run << " right\n";
    }
    if (row.cycles_min != row.cycles_max) {
      text << "  cycles " << Cycles(row) << '\n';
    }
    if (!row.Notes().empty()) text << "  declared: " << row.Notes() << '\n';
  }
  return text.str();
}

}  // namespace curvebench
