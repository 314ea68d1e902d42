// SPDX-License-Identifier: Apache-2.0
#include "bench/report.h"

#include <algorithm>
#include <functional>
#include <kainjow/mustache.hpp>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include "bench/json_file.h"
#include "bench/report_plot.h"

namespace curvebench {
namespace fs = std::filesystem;
using kainjow::mustache::data;
using kainjow::mustache::mustache;
using nlohmann::json;

namespace {

constexpr char kNothing[] = "-";

// The value at a JSON pointer, or null.
json At(const json& row, const std::string& pointer) {
  const json::json_pointer place(pointer);
  return row.contains(place) ? row.at(place) : json(nullptr);
}

std::string Number(const json& value, int digits) {
  return value.is_number() ? GroupedNumber(value.get<double>(), digits)
                           : kNothing;
}

// One column of the main table. `path` is where the browser's self-check finds
// the numbers of a cell: a JSON pointer, or a name that its script knows.
struct Column {
  std::string group;
  std::string heading;
  std::string path;
  bool number = true;
  bool optional = false;  // left out if no row has it
  bool readme = false;
  std::function<std::string(const json& row)> text;
};

Column Figure(const std::string& group, const std::string& heading,
              const std::string& path, int digits, bool optional,
              bool readme = false) {
  return {group,
          heading,
          path,
          true,
          optional,
          readme,
          [path, digits](const json& row) {
            return Number(At(row, path), digits);
          }};
}

std::vector<Column> Columns() {
  const auto text = [](const char* key) {
    return [key](const json& row) { return row.at(key).get<std::string>(); };
  };
  const std::string yosys = "Yosys estimate, xc7";
  const std::string vivado = "Vivado, Virtex-7";
  const std::string published = "published";
  const std::string ratio = "ours / published";
  std::vector<Column> columns = {
      {"", "configuration", "/configuration", false, false, false,
       text("configuration")},
      {"", "operation", "/operation", false, false, false, text("operation")},
      {"", "status", "/status", false, false, true, text("status")},
      {"", "vectors passed/run", "vectors", true, false, true,
       [](const json& row) {
         int passed = 0;
         for (const json& count : row.at("classes")) {
           passed += count.at("passed").get<int>();
         }
         return GroupedNumber(passed) + "/" + Number(row.at("vectors"), 0);
       }},
      {"", "contract passed/run/not available", "contract", true, false, true,
       [](const json& row) {
         const json& c = row.at("contract");
         if (c.at("run") == 0 && c.at("skipped") == 0) {
           return std::string(kNothing);
         }
         return Number(c.at("passed"), 0) + "/" + Number(c.at("run"), 0) + "/" +
                Number(c.at("skipped"), 0);
       }},
      {"", "cycles", "cycles", true, false, true,
       [](const json& row) {
         const std::string low = Number(row.at("cycles_min"), 0);
         const std::string high = Number(row.at("cycles_max"), 0);
         return low == high ? high : low + ".." + high;
       }},
      Figure("", "set-up cycles", "/setup_cycles", 0, true),
      Figure(yosys, "LUT", "/synthesis/yosys_xc7/lut", 0, false, true),
      Figure(yosys, "of it memory", "/synthesis/yosys_xc7/lutram", 0, false),
      Figure(yosys, "FF", "/synthesis/yosys_xc7/ff", 0, false, true),
      Figure(yosys, "DSP", "/synthesis/yosys_xc7/dsp", 0, false, true),
      Figure(yosys, "BRAM36", "/synthesis/yosys_xc7/bram36", 1, false, true),
      Figure(yosys, "logic ns", "/synthesis/yosys_xc7/logic_ns", 3, false,
             true),
  };
  for (const auto& [heading, key] :
       std::vector<std::pair<const char*, const char*>>{{"LUT", "lut"},
                                                        {"FF", "ff"},
                                                        {"DSP", "dsp"},
                                                        {"BRAM36", "bram36"},
                                                        {"MHz", "mhz"}}) {
    columns.push_back(Figure(
        vivado, heading, std::string("/synthesis/vivado_v7/") + key, 1, true));
  }
  const std::string ice40 = "iCE40 HX8K, routed, with UART";
  for (const auto& [heading, key] :
       std::vector<std::pair<const char*, const char*>>{
           {"LC", "lc"}, {"block RAM", "bram"}, {"MHz", "fmax_mhz"}}) {
    columns.push_back(Figure(
        ice40, heading, std::string("/synthesis/ice40_hx8k/") + key, 1, true));
  }
  columns.push_back({"", "constant time", "/constant_time", false, false, true,
                     text("constant_time")});
  columns.push_back({published, "source", "/published/source", false, false,
                     true, [](const json& row) {
                       const json name = At(row, "/published/source");
                       return name.is_string() ? name.get<std::string>()
                                               : std::string(kNothing);
                     }});
  columns.push_back(
      Figure(published, "cycles", "/published/cycles", 3, false, true));
  columns.push_back(Figure(published, "LUT", "/published/lut", 1, false, true));
  for (const auto& [heading, key] :
       std::vector<std::pair<const char*, const char*>>{{"slices", "slices"},
                                                        {"FF", "ff"},
                                                        {"DSP", "dsp"},
                                                        {"BRAM", "bram"},
                                                        {"MHz", "mhz"},
                                                        {"µs", "time_us"}}) {
    columns.push_back(
        Figure(published, heading, std::string("/published/") + key, 3, true));
  }
  columns.push_back(Figure(ratio, "cycles", "/ratio/cycles", 3, false, true));
  columns.push_back(Figure(ratio, "LUT", "/ratio/lut", 3, false, true));
  columns.push_back(
      Figure(ratio, "LUT × cycles", "/ratio/lut_cycles", 3, false, true));
  return columns;
}

// Columns with what rows need.
std::vector<Column> ColumnsOf(const std::vector<json>& rows) {
  std::vector<Column> columns = Columns();
  std::erase_if(columns, [&](const Column& column) {
    return column.optional &&
           std::all_of(rows.begin(), rows.end(), [&](const json& row) {
             return column.text(row) == kNothing;
           });
  });
  return columns;
}

std::string Anchor(const std::string& text) {
  std::string anchor;
  for (const char c : text) {
    anchor += std::isalnum(static_cast<unsigned char>(c)) ? c : '-';
  }
  return anchor;
}

data List() { return data{data::type::list}; }

data Item(const std::vector<std::pair<std::string, data>>& values) {
  data item;
  for (const auto& [key, value] : values) item.set(key, value);
  return item;
}

// The configuration's name without its size: "d8_m163" -> "d8", "m5" -> "".
std::string Stem(const Row& row, const std::string& key) {
  const auto size = SizeOf(row.size, key);
  std::string stem = row.configuration;
  if (!size) return stem;
  const std::string tail = key + GroupedNumber(*size);
  if (stem.size() >= tail.size() &&
      stem.compare(stem.size() - tail.size(), tail.size(), tail) == 0) {
    stem.erase(stem.size() - tail.size());
    if (!stem.empty() && stem.back() == '_') stem.pop_back();
  }
  return stem == "base" ? "" : stem;
}

std::string Joined(const std::string& variant, const std::string& stem) {
  return stem.empty() ? variant : variant + "/" + stem;
}

// Folders outside have long names; the last part is enough in a picture.
std::string ShortName(const Row& row) {
  return row.variant.substr(row.variant.find_last_of('/') + 1);
}

class Page {
 public:
  explicit Page(const ReportInput& input)
      : input_(input), document_(ToJson(input.results)) {
    for (const json& row : document_.at("rows")) json_.push_back(row);
    for (const Row& row : input.results.rows) {
      if (std::find(families_.begin(), families_.end(), row.family) ==
          families_.end()) {
        families_.push_back(row.family);
      }
    }
  }

  // The values of the first area-time picture of a family, if it has one.
  std::optional<data> Picture(const std::string& family) {
    const data values = FamilyOf(family);
    for (const data& picture : values.get("area_time")->list_value()) {
      return *picture.get("plot");
    }
    return std::nullopt;
  }

  data Values() {
    data page;
    Head(&page);
    page.set("columns", Headings());
    page.set("groups", Groups());
    page.set("rows", TableRows());
    page.set("any", !json_.empty());
    data families = List();
    for (const std::string& family : families_) families << FamilyOf(family);
    page.set("families", families);
    Failed(&page);
    NotRun(&page);
    NotAvailable(&page);
    Warnings(&page);
    // No "</script>" and no "<!--" may stand in it.
    std::string text = document_.dump();
    std::string escaped;
    for (const char c : text) {
      if (c == '<') {
        escaped += "\\u003c";
      } else if (c == '>') {
        escaped += "\\u003e";
      } else if (c == '&') {
        escaped += "\\u0026";
      } else {
        escaped += c;
      }
    }
    page.set("json", escaped);
    return page;
  }

 private:
  const Row& RowAt(size_t i) const { return input_.results.rows[i]; }
  size_t Count() const { return input_.results.rows.size(); }

  void Head(data* page) {
    const json& tool = input_.results.tool;
    data facts = List();
    const auto fact = [&](const std::string& name, const std::string& value) {
      facts << Item({{"name", name}, {"value", value}});
    };
    const auto text = [](const json& value) {
      return value.is_string() ? value.get<std::string>() : value.dump();
    };
    if (tool.contains("curvebench")) {
      fact("git revision", text(tool["curvebench"]));
    }
    fact("date of results", input_.date);
    if (tool.contains("seed")) fact("seed", text(tool["seed"]));
    for (const auto& [name, value] : tool.items()) {
      if (name != "curvebench" && name != "seed") fact(name, text(value));
    }
    std::set<std::string> synthesis;
    for (const json& row : json_) {
      for (const json& figures : row.at("synthesis")) {
        if (figures.is_object() && figures.contains("tool")) {
          synthesis.insert(text(figures["tool"]));
        }
      }
    }
    for (const std::string& name : synthesis) fact("synthesis", name);
    page->set("facts", facts);

    std::map<std::string, int> status;
    int right = 0, run = 0, kept = 0, tried = 0;
    for (size_t i = 0; i < Count(); ++i) {
      const Row& row = RowAt(i);
      ++status[row.status];
      for (const auto& [name, count] : row.classes) right += count.passed;
      run += row.vectors;
      kept += row.contract_passed;
      tried += row.contract_run;
    }
    data tiles = List();
    const auto tile = [&](const std::string& name, const std::string& value,
                          const char* look) {
      tiles << Item({{"name", name}, {"value", value}, {"look", look}});
    };
    tile("configurations", GroupedNumber(static_cast<double>(Count())), "");
    tile("pass", GroupedNumber(status["pass"]), "pass");
    tile("fail", GroupedNumber(status["fail"]), status["fail"] ? "fail" : "");
    tile("not run", GroupedNumber(status["not_run"]), "");
    tile("vectors right/run", GroupedNumber(right) + "/" + GroupedNumber(run),
         right < run ? "fail" : "");
    tile("contract rules kept/tried",
         GroupedNumber(kept) + "/" + GroupedNumber(tried),
         kept < tried ? "fail" : "");
    page->set("tiles", tiles);
  }

  data Headings() {
    columns_ = ColumnsOf(json_);
    data headings = List();
    std::string group = columns_.front().group;
    for (const Column& column : columns_) {
      headings << Item({{"heading", column.heading},
                        {"path", column.path},
                        {"look", std::string(column.number ? "num" : "") +
                                     (column.group != group ? " first" : "")}});
      group = column.group;
    }
    return headings;
  }

  // Headings over neighbouring columns.
  data Groups() {
    data groups = List();
    for (size_t i = 0; i < columns_.size();) {
      size_t end = i;
      while (end < columns_.size() &&
             columns_[end].group == columns_[i].group) {
        ++end;
      }
      groups << Item({{"group", columns_[i].group},
                      {"span", std::to_string(end - i)},
                      {"look", i == 0 ? "" : "first"}});
      i = end;
    }
    return groups;
  }

  data TableRows() {
    data rows = List();
    for (size_t i = 0; i < Count(); ++i) {
      data cells = List();
      std::string group = columns_.front().group;
      for (const Column& column : columns_) {
        const std::string text = column.text(json_[i]);
        std::string look = column.number ? "num" : "";
        if (column.group != group) look += " first";
        group = column.group;
        if (column.path == "/status") look += " " + text;
        if (column.path == "/constant_time" && text == "no") look += " fail";
        cells << Item({{"look", look}, {"text", text}});
      }
      rows << Item({{"index", std::to_string(i)},
                    {"family", RowAt(i).family},
                    {"variant", VariantName(RowAt(i))},
                    {"summary", RowAt(i).summary},
                    {"cells", cells}});
    }
    return rows;
  }

  static std::string VariantName(const Row& row) {
    const std::string id = row.id();
    return id.substr(0, id.size() - row.configuration.size() - 1);
  }

  const ReportFamily* Known(const std::string& name) const {
    for (const ReportFamily& family : input_.families) {
      if (family.name == name) return &family;
    }
    return nullptr;
  }

  data FamilyOf(const std::string& name) {
    data family;
    family.set("name", name);
    family.set("anchor", Anchor(name));
    data variants = List();
    std::map<std::string, std::pair<size_t, int>> seen;  // first row, count
    std::vector<std::string> order;
    variant_colour_.clear();
    for (size_t i = 0; i < Count(); ++i) {
      if (RowAt(i).family != name) continue;
      const std::string variant = VariantName(RowAt(i));
      if (!seen.count(variant)) {
        order.push_back(variant);
        variant_colour_[RowAt(i).variant] =
            static_cast<int>(variant_colour_.size());
      }
      ++seen.emplace(variant, std::make_pair(i, 0)).first->second.second;
    }
    for (const std::string& variant : order) {
      const auto& [first, count] = seen.at(variant);
      variants << Item({{"variant", variant},
                        {"summary", RowAt(first).summary},
                        {"count", GroupedNumber(count)}});
    }
    family.set("variants", variants);

    const ReportFamily* known = Known(name);
    json size = known && known->size.is_object() ? known->size : json::object();
    for (size_t i = 0; i < Count() && SizeKey(size).empty(); ++i) {
      if (RowAt(i).family == name) size = RowAt(i).size;
    }
    const std::string key = SizeKey(size);
    AreaTime(name, key, SizeOf(size, key), known, &family);
    CyclesBySize(name, key, &family);
    Coverage(name, &family);
    UnitUse(name, &family);
    return family;
  }

  // One picture for each operation and size; the family's own size is open.
  void AreaTime(const std::string& name, const std::string& key,
                std::optional<double> first_size, const ReportFamily* known,
                data* family) {
    std::map<std::pair<std::string, double>, std::vector<size_t>> groups;
    for (size_t i = 0; i < Count(); ++i) {
      const Row& row = RowAt(i);
      if (row.family == name && ComparedCycles(row).value_or(0) > 0 &&
          Lut(row).value_or(0) > 0) {
        groups[{row.operation, SizeOf(row.size, key).value_or(0)}].push_back(i);
      }
    }
    data main = List(), others = List();
    for (const auto& [group, members] : groups) {
      const auto& [operation, size] = group;
      const std::string what =
          operation +
          (key.empty() ? "" : ", " + key + " = " + GroupedNumber(size));
      Plot plot;
      plot.id =
          Anchor("area-" + name + "-" + operation + "-" + GroupedNumber(size));
      plot.title = name + ": LUT against cycles, " + what;
      plot.x_label = "cycles";
      plot.y_label = "LUT";
      data lines = List();
      std::map<std::string, PlotSeries> series;
      const std::pair<std::string, double>* least = nullptr;
      std::vector<std::pair<std::string, double>> products;
      for (const size_t i : members) {
        const Row& row = RowAt(i);
        PlotSeries& s = series[row.variant];
        s.name = row.variant;
        s.colour = variant_colour_.at(row.variant);
        const PlotPoint point{static_cast<double>(*ComparedCycles(row)),
                              *Lut(row),
                              Joined(ShortName(row), Stem(row, key))};
        s.points.push_back(point);
        products.emplace_back(point.label, point.x * point.y);
        lines << PointLine(row.id(), i, "", "Yosys estimate", point.x, point.y);
      }
      for (const auto& product : products) {
        if (least == nullptr || product.second < least->second) {
          least = &product;
        }
      }
      for (const auto& [variant, s] : series) plot.series.push_back(s);
      PlotSeries published;
      published.published = true;
      if (known != nullptr && known->published.is_object()) {
        for (const auto& [source, figures] : known->published.items()) {
          const json cycles = figures.value("cycles", json(nullptr));
          const json lut = figures.value("lut", json(nullptr));
          const auto their = SizeOf(figures.value("size", json::object()), key);
          if (!cycles.is_number() || !lut.is_number() || their != size ||
              cycles <= 0 || lut <= 0 ||
              figures.value("operation", known->operation) != operation) {
            continue;
          }
          published.points.push_back(
              {cycles.get<double>(), lut.get<double>(), source});
          lines << PointLine(source, std::nullopt,
                             figures.value("what", std::string()),
                             "published, " + figures.value("device",
                                                           "device "
                                                           "unknown"),
                             cycles.get<double>(), lut.get<double>());
        }
      }
      const size_t theirs = published.points.size();
      if (theirs) plot.series.push_back(published);
      plot.description =
          std::to_string(members.size()) + " configurations of " + name +
          " and " + std::to_string(theirs) +
          " published designs; both axes are logarithmic, lower and further "
          "left is better. Least LUT times cycles of ours: " +
          least->first + ". All points stand in the table below.";
      const bool open = first_size && size == *first_size;
      data picture = Item({{"plot", PlotData(plot)},
                           {"caption", plot.title},
                           {"lines", lines},
                           {"legend", Legend(plot)}});
      // The family's own operation comes before its parts.
      if (open && known != nullptr && operation == known->operation) {
        data first = List();
        first << picture;
        for (const data& later : main.list_value()) first << later;
        main = std::move(first);
      } else {
        (open ? main : others) << picture;
      }
    }
    family->set("area_time", main);
    family->set("other_sizes", others);
    family->set("has_other_sizes", others.is_non_empty_list());
    family->set("no_area_time", groups.empty());
  }

  static data PointLine(const std::string& name, std::optional<size_t> row,
                        const std::string& what, const std::string& kind,
                        double cycles, double lut) {
    data line = Item({{"name", name},
                      {"what", what},
                      {"kind", kind},
                      {"ours", row.has_value()},
                      {"row", row ? std::to_string(*row) : ""},
                      {"cycles", GroupedNumber(cycles, 3)},
                      {"lut", GroupedNumber(lut, 1)},
                      {"product", GroupedNumber(cycles * lut)}});
    return line;
  }

  static data Legend(const Plot& plot) {
    data legend = List();
    std::set<std::string> seen;
    for (const PlotSeries& s : plot.series) {
      const std::string text = s.published ? "published" : s.name;
      if (!seen.insert(text).second) continue;
      legend << Item(
          {{"text", text},
           {"colour", s.published ? "published"
                                  : "series" + std::to_string(s.colour % 8)}});
    }
    return legend;
  }

  void CyclesBySize(const std::string& name, const std::string& key,
                    data* family) {
    // operation -> series name -> rows
    std::map<std::string, std::map<std::string, std::vector<size_t>>> groups;
    for (size_t i = 0; i < Count(); ++i) {
      const Row& row = RowAt(i);
      if (row.family == name && ComparedCycles(row).value_or(0) > 0 &&
          SizeOf(row.size, key).value_or(0) > 0) {
        groups[row.operation][Joined(row.variant, Stem(row, key))].push_back(i);
      }
    }
    data pictures = List();
    for (auto& [operation, series] : groups) {
      Plot plot;
      plot.id = "size-" + Anchor(name) + "-" + Anchor(operation);
      plot.title = name + ": cycles against operand size, " + operation;
      plot.x_label = "operand size " + key + ", bits";
      plot.y_label = "cycles";
      data lines = List();
      std::set<double> sizes;
      for (auto& [label, members] : series) {
        std::stable_sort(
            members.begin(), members.end(), [&](size_t a, size_t b) {
              return SizeOf(RowAt(a).size, key) < SizeOf(RowAt(b).size, key);
            });
        const Row& first = RowAt(members.front());
        PlotSeries s;
        s.line = true;
        s.name = Joined(ShortName(first), Stem(first, key));
        s.colour = variant_colour_.at(first.variant);
        for (const size_t i : members) {
          const Row& row = RowAt(i);
          const double size = *SizeOf(row.size, key);
          sizes.insert(size);
          s.points.push_back(
              {size, static_cast<double>(*ComparedCycles(row)), s.name});
          lines << Item({{"name", row.id()},
                         {"size", GroupedNumber(size)},
                         {"row", std::to_string(i)},
                         {"cycles", GroupedNumber(static_cast<double>(
                                        *ComparedCycles(row)))},
                         {"sizepath", "/size/" + key}});
        }
        plot.series.push_back(s);
      }
      if (sizes.size() < 2) continue;
      plot.x_ticks.assign(sizes.begin(), sizes.end());
      plot.description =
          "Cycles of " + std::to_string(plot.series.size()) +
          " designs at operand sizes from " + GroupedNumber(*sizes.begin()) +
          " to " + GroupedNumber(*sizes.rbegin()) +
          " bits; both axes are logarithmic. All points stand in the table "
          "below.";
      pictures << Item({{"plot", PlotData(plot)},
                        {"caption", plot.title},
                        {"key", key},
                        {"lines", lines}});
    }
    family->set("by_size", pictures);
  }

  void Coverage(const std::string& name, data* family) {
    Matrix(
        name, "coverage",
        [](const Row& row) {
          std::map<std::string, Cell> cells;
          for (const auto& [event, count] : row.coverage) {
            cells[event] = {GroupedNumber(static_cast<double>(count)),
                            count == 0};
          }
          return cells;
        },
        family);
  }

  void UnitUse(const std::string& name, data* family) {
    Matrix(
        name, "unit_use",
        [](const Row& row) {
          std::map<std::string, Cell> cells;
          for (const auto& [unit, share] : row.unit_use) {
            cells[unit] = {GroupedNumber(100 * share, 1), false};
          }
          return cells;
        },
        family);
  }

  struct Cell {
    std::string text;
    bool bad = false;
  };

  // A table of what rows have of a kind, one column for each name.
  void Matrix(
      const std::string& name, const std::string& kind,
      const std::function<std::map<std::string, Cell>(const Row&)>& cells_of,
      data* family) {
    std::set<std::string> names;
    for (size_t i = 0; i < Count(); ++i) {
      if (RowAt(i).family != name) continue;
      for (const auto& [column, cell] : cells_of(RowAt(i))) {
        names.insert(column);
      }
    }
    data lines = List(), headings = List();
    for (const std::string& column : names) {
      headings << Item({{"heading", column}});
    }
    for (size_t i = 0; i < Count(); ++i) {
      if (RowAt(i).family != name) continue;
      const std::map<std::string, Cell> cells = cells_of(RowAt(i));
      if (cells.empty()) continue;
      data line = List();
      for (const std::string& column : names) {
        const auto it = cells.find(column);
        const Cell cell = it == cells.end() ? Cell{kNothing} : it->second;
        line << Item(
            {{"text", cell.text}, {"look", cell.bad ? "num zero" : "num"}});
      }
      lines << Item({{"name", RowAt(i).id()}, {"cells", line}});
    }
    family->set("has_" + kind, !names.empty());
    family->set(kind + "_headings", headings);
    family->set(kind, lines);
  }

  void Failed(data* page) {
    data rows = List();
    for (size_t i = 0; i < Count(); ++i) {
      const Row& row = RowAt(i);
      if (row.status != "fail") continue;
      data tests = List();
      for (const TestOutcome& test : row.tests) {
        if (test.passed) continue;
        std::string text;
        for (const std::string& failure : test.failures) {
          if (failure.rfind("replay: ", 0) == 0) continue;
          text += (text.empty() ? "" : "\n") + failure;
        }
        data replays = List();
        std::vector<std::string> commands = ReplayCommands(test);
        if (commands.empty()) {
          commands.push_back("build/curvebench replay " + row.id() +
                             " --test " + test.name);
        }
        for (const std::string& command : commands) {
          replays << Item({{"command", command}});
        }
        tests << Item(
            {{"name", test.name}, {"message", text}, {"replays", replays}});
      }
      rows << Item({{"id", row.id()},
                    {"error", row.error},
                    {"has_error", !row.error.empty()},
                    {"tests", tests}});
    }
    page->set("has_failures", rows.is_non_empty_list());
    page->set("failures", rows);
  }

  void NotRun(data* page) {
    data rows = List();
    for (size_t i = 0; i < Count(); ++i) {
      const Row& row = RowAt(i);
      if (row.status != "not_run") continue;
      std::string reason = row.error;
      for (const auto& [why, count] : row.skipped) {
        reason += (reason.empty() ? "" : "\n") + GroupedNumber(count) +
                  " records skipped: " + why;
      }
      rows << Item(
          {{"id", row.id()},
           {"reason",
            reason.empty() ? "the result file gives no reason" : reason}});
    }
    page->set("has_not_run", rows.is_non_empty_list());
    page->set("not_run", rows);
  }

  // Rules and records that do not apply, with their reasons.
  void NotAvailable(data* page) {
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> why;
    for (size_t i = 0; i < Count(); ++i) {
      const Row& row = RowAt(i);
      for (const TestOutcome& test : row.tests) {
        if (!test.skipped) continue;
        std::string reason = test.reason;
        if (reason.rfind("Skipped\n", 0) == 0) reason.erase(0, 8);
        why[{test.name, reason}].push_back(row.id());
      }
      if (row.status == "not_run") continue;
      for (const auto& [reason, count] : row.skipped) {
        why[{"vector records", reason}].push_back(row.id() + " (" +
                                                  GroupedNumber(count) + ")");
      }
    }
    data lines = List();
    for (const auto& [what, ids] : why) {
      std::string all;
      for (const std::string& id : ids) all += (all.empty() ? "" : ", ") + id;
      lines << Item({{"rule", what.first},
                     {"reason", what.second},
                     {"count", GroupedNumber(static_cast<double>(ids.size()))},
                     {"ids", all}});
    }
    page->set("has_not_available", lines.is_non_empty_list());
    page->set("not_available", lines);
  }

  void Warnings(data* page) {
    data rows = List();
    for (size_t i = 0; i < Count(); ++i) {
      if (RowAt(i).warnings.empty()) continue;
      rows << Item({{"id", RowAt(i).id()}, {"warnings", RowAt(i).warnings}});
    }
    page->set("has_warnings", rows.is_non_empty_list());
    page->set("lint", rows);
  }

  const ReportInput& input_;
  json document_;
  std::vector<json> json_;
  std::vector<std::string> families_;
  std::vector<Column> columns_;
  std::map<std::string, int> variant_colour_;
};

std::string MarkdownCell(const std::string& text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|') {
      cell += "\\|";
    } else if (c == '<') {
      cell += "&lt;";
    } else {
      cell += c == '\n' ? ' ' : c;
    }
  }
  return cell;
}

}  // namespace

std::vector<std::string> ReplayCommands(const TestOutcome& test) {
  constexpr char kMark[] = "replay: ";
  std::vector<std::string> commands;
  for (const std::string& failure : test.failures) {
    for (size_t at = 0; at < failure.size();) {
      const size_t end = std::min(failure.find('\n', at), failure.size());
      const std::string line = failure.substr(at, end - at);
      const size_t text = line.find_first_not_of(' ');
      if (text != std::string::npos && line.compare(text, 8, kMark) == 0) {
        const std::string command = line.substr(text + 8);
        if (std::find(commands.begin(), commands.end(), command) ==
            commands.end()) {
          commands.push_back(command);
        }
      }
      at = end + 1;
    }
  }
  return commands;
}

namespace {

std::string Fill(const fs::path& file, data values) {
  for (const char* part : {"area", "plot", "colours", "style", "script"}) {
    const std::string text = ReadText(
        file.parent_path() / (std::string("report_") + part + ".mustache"));
    values.set(part + std::string("_part"),
               kainjow::mustache::partial([text]() { return text; }));
  }
  mustache form(ReadText(file));
  std::string text = form.render(values);
  if (!form.is_valid()) {
    throw std::logic_error(file.filename().string() + ": " +
                           form.error_message());
  }
  return text;
}

}  // namespace

std::vector<ReportFamily> ReportFamilies(const Families& families,
                                         const Paths& paths) {
  std::vector<ReportFamily> known;
  for (const auto& family : families) {
    const json defaults = family->DefaultConfiguration();
    known.push_back({family->name(), defaults.value("operation", ""),
                     defaults.value("size", json::object()),
                     PublishedRows(paths, family->name())});
  }
  return known;
}

std::string ReportHtml(const ReportInput& input, const fs::path& templates) {
  return Fill(templates / "report.html.mustache", Page(input).Values());
}

std::string ReportPicture(const ReportInput& input, const std::string& family,
                          const fs::path& templates) {
  const std::optional<data> plot = Page(input).Picture(family);
  return plot ? Fill(templates / "report_picture.mustache", *plot) : "";
}

std::string ReportMarkdown(const std::vector<Row>& rows) {
  std::vector<json> documents;
  for (const Row& row : rows) documents.push_back(ToJson(row));
  std::vector<Column> columns = Columns();
  std::erase_if(columns, [&](const Column& column) {
    return !column.readme || (column.number && !documents.empty() &&
                              std::all_of(documents.begin(), documents.end(),
                                          [&](const json& row) {
                                            return column.text(row) == kNothing;
                                          }));
  });
  std::string text = "| variant |", rule = "|:---|";
  for (const Column& column : columns) {
    const bool estimate = column.group.rfind("Yosys", 0) == 0;
    text += " " +
            MarkdownCell(column.group.empty() || estimate
                             ? column.heading
                             : column.group + " " + column.heading) +
            " |";
    rule += column.number ? "---:|" : ":---|";
  }
  text += "\n" + rule + "\n";
  for (size_t i = 0; i < rows.size(); ++i) {
    text += "| " + MarkdownCell(rows[i].id()) + " |";
    for (const Column& column : columns) {
      text += " " + MarkdownCell(column.text(documents[i])) + " |";
    }
    text += "\n";
  }
  return text;
}

}  // namespace curvebench
