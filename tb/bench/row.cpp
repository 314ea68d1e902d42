// SPDX-License-Identifier: Apache-2.0
#include "bench/row.h"

#include <regex>
#include <stdexcept>

#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/synthesis.h"

namespace curvebench {
using nlohmann::json;

namespace {

json Number(const std::optional<uint64_t>& value) {
  return value ? json(*value) : json(nullptr);
}

std::optional<uint64_t> ReadNumber(const json& j, const char* key) {
  if (!j.contains(key) || j[key].is_null()) return std::nullopt;
  if (!j[key].is_number_unsigned()) {
    throw std::invalid_argument(std::string(key) + " is " + j[key].dump());
  }
  return j[key].get<uint64_t>();
}

std::filesystem::path PublishedFile(const Paths& paths,
                                    const std::string& family) {
  return paths.root / "golden" / "published" / (family + ".json");
}

json Published(const Configuration& configuration, const Paths& paths) {
  if (!configuration.published) return nullptr;
  const std::string& family = configuration.variant->family;
  const json rows = PublishedRows(paths, family);
  if (!rows.contains(*configuration.published)) {
    std::string known;
    for (const auto& [key, value] : rows.items()) known += " " + key;
    throw InputError(configuration.variant->file().string(), "published",
                     "no row '" + *configuration.published + "' in " +
                         PublishedFile(paths, family).string(),
                     "known:" + known);
  }
  const json& row = rows[*configuration.published];
  json published = {{"source", *configuration.published}};
  for (const char* key :
       {"cycles", "lut", "slices", "ff", "dsp", "bram", "mhz", "time_us"}) {
    published[key] = row.value(key, json(nullptr));
  }
  return published;
}

std::optional<double> Figure(const json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || object[key].is_null()) {
    return std::nullopt;
  }
  return object[key].get<double>();
}

// The parts of a row that are kept as JSON and read later, without checks.
void CheckParts(const Row& row) {
  const auto fail = [](const std::string& what, const json& is) {
    throw std::invalid_argument(what + " is " + is.dump());
  };
  for (const auto& [name, domain] : row.inputs.items()) {
    const bool range = domain.is_object() && domain.contains("min") &&
                       domain.contains("max") && domain["min"].is_string() &&
                       domain["max"].is_string();
    if (!range && !domain.is_string()) fail("inputs." + name, domain);
  }
  if (!row.synthesis.is_object()) fail("synthesis", row.synthesis);
  for (const auto& [tool, part] : row.synthesis.items()) {
    CheckFigures("synthesis." + tool, part);
  }
  CheckFigures("published", row.published);
}

}  // namespace

std::string Row::id() const {
  const bool outside = !variant.empty() && variant.front() == '/';
  return (outside ? "" : family + "/") + variant + "/" + configuration;
}

std::string Row::Notes() const {
  std::string notes;
  const auto add = [&](const std::string& note) {
    notes += (notes.empty() ? "" : "; ") + note;
  };
  static const std::regex all_bits(R"(2\^[a-z]+-1)");
  for (const auto& [name, domain] : inputs.items()) {
    if (domain.is_object()) {
      const std::string least = domain["min"], most = domain["max"];
      if (least != "0" || !std::regex_match(most, all_bits)) {
        add(name + " in " + least + ".." + most);
      }
    } else if (domain != "any") {
      add(name + " " + domain.get<std::string>());
    }
  }
  size_t count = 0;
  for (size_t at = warnings.find("%Warning"); at != std::string::npos;
       at = warnings.find("%Warning", at + 1)) {
    ++count;
  }
  if (count > 0) add(std::to_string(count) + " lint warnings");
  return notes;
}

json PublishedRows(const Paths& paths, const std::string& family) {
  const auto file = PublishedFile(paths, family);
  if (!std::filesystem::exists(file)) return json::object();
  return ReadJson(file).at("rows");
}

Row MakeRow(const Configuration& configuration, const Paths& paths) {
  const Variant& v = *configuration.variant;
  Row row;
  row.family = v.family;
  const std::string prefix = v.family + "/";
  row.variant =
      v.name.rfind(prefix, 0) == 0 ? v.name.substr(prefix.size()) : v.name;
  row.configuration = configuration.name;
  row.operation = v.operation;
  row.summary = v.summary;
  row.size = configuration.size;
  row.inputs = v.inputs;
  row.unit_use = configuration.unit_use;
  row.cycles_claimed = configuration.cycles;
  row.setup_cycles_claimed = configuration.setup_cycles;
  row.published = Published(configuration, paths);
  row.synthesis = KnownSynthesis(configuration, paths);
  return row;
}

std::optional<double> Lut(const Row& row) {
  return Figure(row.synthesis.value("yosys_xc7", json(nullptr)), "lut");
}

std::string SizeKey(const json& size) {
  std::string key;
  double most = -1;
  for (const auto& [name, value] : size.items()) {
    if (value.is_number() && value.get<double>() > most) {
      most = value.get<double>();
      key = name;
    }
  }
  return key;
}

std::optional<double> SizeOf(const json& size, const std::string& key) {
  if (!size.is_object() || !size.contains(key) || !size[key].is_number()) {
    return std::nullopt;
  }
  return size[key].get<double>();
}

std::optional<uint64_t> ComparedCycles(const Row& row) {
  return row.cycles_base ? row.cycles_base : row.cycles_max;
}

std::optional<double> Ratio(const Row& row, const std::string& figure) {
  const std::optional<uint64_t> cycles = ComparedCycles(row);
  const auto lut = Lut(row);
  const auto their_cycles = Figure(row.published, "cycles");
  const auto their_lut = Figure(row.published, "lut");
  if (figure == "cycles" && cycles && their_cycles) {
    return static_cast<double>(*cycles) / *their_cycles;
  }
  if (figure == "lut" && lut && their_lut) return *lut / *their_lut;
  if (figure == "lut_cycles" && cycles && lut && their_cycles && their_lut) {
    return *lut * static_cast<double>(*cycles) / (*their_lut * *their_cycles);
  }
  return std::nullopt;
}

json ToJson(const Row& row) {
  json classes = json::object();
  for (const auto& [name, count] : row.classes) {
    classes[name] = {{"passed", count.passed}, {"run", count.run}};
  }
  json tests = json::array();
  for (const TestOutcome& test : row.tests) {
    tests.push_back({{"name", test.name},
                     {"passed", test.passed},
                     {"skipped", test.skipped},
                     {"reason", test.reason},
                     {"seconds", test.seconds},
                     {"failures", test.failures}});
  }
  json ratio = json::object();
  for (const char* figure : {"cycles", "lut", "lut_cycles"}) {
    const auto value = Ratio(row, figure);
    ratio[figure] = value ? json(*value) : json(nullptr);
  }
  return {{"family", row.family},
          {"variant", row.variant},
          {"configuration", row.configuration},
          {"operation", row.operation},
          {"summary", row.summary},
          {"size", row.size},
          {"inputs", row.inputs},
          {"status", row.status},
          {"error", row.error.empty() ? json(nullptr) : json(row.error)},
          {"vectors", row.vectors},
          {"classes", classes},
          {"records", row.records},
          {"skipped", row.skipped},
          {"coverage", row.coverage},
          {"unit_use", row.unit_use},
          {"contract",
           {{"passed", row.contract_passed},
            {"run", row.contract_run},
            {"skipped", row.contract_skipped}}},
          {"cycles", Number(ComparedCycles(row))},
          {"cycles_min", Number(row.cycles_min)},
          {"cycles_max", Number(row.cycles_max)},
          {"cycles_base", Number(row.cycles_base)},
          {"cycles_claimed", Number(row.cycles_claimed)},
          {"setup_cycles", Number(row.setup_cycles)},
          {"setup_cycles_claimed", Number(row.setup_cycles_claimed)},
          {"constant_time", row.constant_time},
          {"addresses", row.addresses},
          {"rtl_hash", row.rtl_hash},
          {"warnings", row.warnings},
          {"synthesis", row.synthesis},
          {"evidence", row.evidence},
          {"published", row.published},
          {"ratio", ratio},
          {"tests", tests}};
}

Row RowFromJson(const json& j) {
  Row row;
  row.family = j.at("family");
  row.variant = j.at("variant");
  row.configuration = j.at("configuration");
  row.operation = j.at("operation");
  row.summary = j.value("summary", "");
  row.size = j.value("size", json::object());
  row.inputs = j.value("inputs", json::object());
  row.status = j.at("status");
  if (j.contains("error") && j["error"].is_string()) row.error = j["error"];
  row.vectors = j.at("vectors");
  for (const auto& [name, count] : j.at("classes").items()) {
    row.classes[name] = {count.at("passed"), count.at("run")};
  }
  row.records = j.value("records", 0);
  row.skipped =
      j.value("skipped", json::object()).get<std::map<std::string, int>>();
  row.unit_use =
      j.value("unit_use", json::object()).get<std::map<std::string, double>>();
  row.coverage = j.value("coverage", json::object())
                     .get<std::map<std::string, uint64_t>>();
  if (j.contains("contract")) {
    row.contract_passed = j["contract"].at("passed");
    row.contract_run = j["contract"].at("run");
    row.contract_skipped = j["contract"].at("skipped");
  }
  row.cycles_min = ReadNumber(j, "cycles_min");
  row.cycles_max = ReadNumber(j, "cycles_max");
  row.cycles_base = ReadNumber(j, "cycles_base");
  row.cycles_claimed = ReadNumber(j, "cycles_claimed");
  row.setup_cycles = ReadNumber(j, "setup_cycles");
  row.setup_cycles_claimed = ReadNumber(j, "setup_cycles_claimed");
  row.constant_time = j.at("constant_time");
  row.addresses = j.value("addresses", "unknown");
  row.rtl_hash = j.value("rtl_hash", "");
  row.warnings = j.value("warnings", "");
  row.synthesis = j.at("synthesis");
  row.evidence = j.value("evidence", json::object());
  row.published = j.at("published");
  for (const json& test : j.value("tests", json::array())) {
    row.tests.push_back({test.at("name"), test.at("passed"), test.at("seconds"),
                         test.at("failures").get<std::vector<std::string>>(),
                         test.value("skipped", false),
                         test.value("reason", "")});
  }
  CheckParts(row);
  return row;
}

}  // namespace curvebench
