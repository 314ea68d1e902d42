// SPDX-License-Identifier: Apache-2.0
#include "bench/manifest.h"

#include <fnmatch.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "bench/error.h"
#include "bench/json_file.h"

namespace curvebench {
namespace fs = std::filesystem;
using nlohmann::json;

bool Variant::HasOutput(const std::string& output) const {
  return std::find(outputs.begin(), outputs.end(), output) != outputs.end();
}

namespace {

// valijson reports the failing place as <root>['configurations'][0]...; people
// know it as configurations[0].cycles.
std::string Place(const std::vector<std::string>& context) {
  std::string place;
  for (const std::string& step : context) {
    std::string key = step;
    if (key == "<root>") continue;
    key.erase(std::remove(key.begin(), key.end(), '\''), key.end());
    if (key.size() > 2 && key.front() == '[' && key.back() == ']') {
      const std::string inner = key.substr(1, key.size() - 2);
      const bool index =
          std::all_of(inner.begin(), inner.end(),
                      [](unsigned char c) { return std::isdigit(c); });
      place += index ? key : (place.empty() ? "" : ".") + inner;
    } else {
      place += key;
    }
  }
  return place;
}

const json* Resolve(const json& document, const std::string& place) {
  const json* at = &document;
  std::string word;
  const auto step = [&]() {
    if (word.empty() || at == nullptr) return;
    at = at->is_object() && at->contains(word) ? &(*at)[word] : nullptr;
    word.clear();
  };
  for (size_t i = 0; i < place.size() && at != nullptr; ++i) {
    if (place[i] == '.') {
      step();
    } else if (place[i] == '[') {
      step();
      if (at == nullptr || !at->is_array()) return nullptr;  // a key with '['
      const size_t index = std::stoul(place.substr(i + 1));
      at = index < at->size() ? &(*at)[index] : nullptr;
      i = place.find(']', i);
    } else {
      word += place[i];
    }
  }
  step();
  return at;
}

// The part of the schema that describes `place`, or the nearest one around it,
// for the remedy of a message.
const json* SchemaOf(const json& schema, const std::string& place) {
  const json* at = &schema;
  std::string word;
  const auto step = [&]() {
    if (word.empty()) return;
    if (at->contains("properties") && (*at)["properties"].contains(word)) {
      at = &(*at)["properties"][word];
    } else if (at->contains("additionalProperties") &&
               (*at)["additionalProperties"].is_object()) {
      at = &(*at)["additionalProperties"];
    }
    word.clear();
  };
  for (size_t i = 0; i < place.size(); ++i) {
    if (place[i] == '.') {
      step();
    } else if (place[i] == '[') {
      step();
      if (!at->contains("items")) break;  // a key with '['
      at = &(*at)["items"];
      i = std::min(place.find(']', i), place.size() - 1);
    } else {
      word += place[i];
    }
  }
  step();
  return at;
}

std::string Allowed(const json& part) {
  std::string text;
  if (part.contains("enum")) {
    text = "allowed: " + part["enum"].dump();
  } else if (part.contains("properties")) {
    text = "allowed keys:";
    for (const auto& [key, value] : part["properties"].items()) {
      text += " " + key;
    }
    if (part.contains("required")) text += "; required: ";
    if (part.contains("required")) text += part["required"].dump();
  } else {
    if (part.contains("type")) text = "type: " + part["type"].dump();
    if (part.contains("pattern")) text += " matching " + part["pattern"].dump();
    if (part.contains("minimum"))
      text += ", at least " + part["minimum"].dump();
    if (part.contains("anyOf")) {
      text = "allowed: " + part.value("description", part["anyOf"].dump());
    }
  }
  if (part.contains("description") && !part.contains("anyOf")) {
    text += " (" + part["description"].get<std::string>() + ")";
  }
  return text;
}

// The first thing in `value` that its schema does not know, as a place.
std::string UnknownKey(const json& value, const json& schema,
                       const std::string& place) {
  if (value.is_object() && schema.contains("properties")) {
    for (const auto& [key, child] : value.items()) {
      const std::string inner = (place.empty() ? "" : place + ".") + key;
      if (!schema["properties"].contains(key)) return inner;
      const std::string found =
          UnknownKey(child, schema["properties"][key], inner);
      if (!found.empty()) return found;
    }
  } else if (value.is_array() && schema.contains("items")) {
    for (size_t i = 0; i < value.size(); ++i) {
      const std::string found = UnknownKey(
          value[i], schema["items"], place + "[" + std::to_string(i) + "]");
      if (!found.empty()) return found;
    }
  }
  return "";
}

void Validate(const json& document, const fs::path& file, const Paths& paths) {
  const fs::path schema_file = paths.root / "docs" / "variant.schema.json";
  const json schema_json = ReadJson(schema_file);

  if (const std::string key = UnknownKey(document, schema_json, "");
      !key.empty()) {
    const size_t dot = key.rfind('.');
    const std::string parent =
        dot == std::string::npos ? "" : key.substr(0, dot);
    const json* part = SchemaOf(schema_json, parent);
    throw InputError(file.string(), key, "unknown key",
                     part ? Allowed(*part) : "");
  }

  valijson::Schema schema;
  valijson::adapters::NlohmannJsonAdapter schema_adapter(schema_json);
  valijson::SchemaParser().populateSchema(schema_adapter, schema);
  valijson::adapters::NlohmannJsonAdapter adapter(document);
  valijson::ValidationResults results;
  if (valijson::Validator().validate(schema, adapter, &results)) return;

  // The deepest error is the one nearest to the fault.
  valijson::ValidationResults::Error error;
  valijson::ValidationResults::Error deepest;
  while (results.popError(error)) {
    if (error.context.size() > deepest.context.size()) deepest = error;
  }
  const std::string place = Place(deepest.context);
  const json* value = Resolve(document, place);
  const json* part = SchemaOf(schema_json, place);
  std::string problem = deepest.description;
  if (value && !value->is_structured()) {
    problem = value->dump() + " is not allowed here";
  }
  throw InputError(file.string(), place, problem, part ? Allowed(*part) : "");
}

fs::path FindFile(const std::string& name, const fs::path& folder,
                  const std::string& key, const Paths& paths,
                  const fs::path& file) {
  for (const fs::path& base : {folder, paths.root / "rtl"}) {
    const bool found = key == "include" ? fs::is_directory(base / name)
                                        : fs::is_regular_file(base / name);
    if (found) return fs::canonical(base / name);
  }
  throw InputError(
      file.string(), key,
      (key == "include" ? "no folder '" : "no file '") + name + "'",
      "looked in " + folder.string() + " and " + (paths.root / "rtl").string() +
          "; correct the name or add the file");
}

// Outside variants are named by their path: one name however it was typed.
std::string VariantName(const fs::path& folder, const Paths& paths) {
  const fs::path rtl = fs::weakly_canonical(paths.root / "rtl");
  const fs::path relative = folder.lexically_relative(rtl);
  if (!relative.empty() && *relative.begin() != "..") return relative.string();
  return folder.string();
}

std::vector<Configuration> ReadManifestAs(const fs::path& given,
                                          const Paths& paths) {
  const fs::path file = fs::weakly_canonical(given) / "variant.json";
  const std::string path = file.string();
  if (std::any_of(path.begin(), path.end(),
                  [](unsigned char c) { return std::isspace(c) != 0; })) {
    throw InputError(path, "",
                     "has a space in its path, which Verilator cannot take",
                     "move the folder, or make a link to it without spaces");
  }
  const json document = ReadJson(file);
  Validate(document, file, paths);

  auto variant = std::make_shared<Variant>();
  variant->folder = file.parent_path();
  variant->name = VariantName(variant->folder, paths);
  variant->family = document["family"];
  variant->top = document["top"];
  variant->core = document.value("core", "");
  const auto find_all = [&](const char* key, std::vector<fs::path>* into) {
    for (const json& name : document.value(key, json::array())) {
      into->push_back(
          FindFile(name.get<std::string>(), variant->folder, key, paths, file));
    }
  };
  find_all("sources", &variant->sources);
  find_all("include", &variant->include);
  find_all("data", &variant->data);
  const json defines = document.value("defines", json::object());
  for (const auto& [key, value] : defines.items()) {
    variant->defines[key] = value.get<std::string>();
  }
  variant->own_warnings = document.value("warnings", "own") == "own";
  variant->summary = document["summary"];
  variant->operation = document["operation"];
  variant->inputs = document["inputs"];
  variant->outputs = document["outputs"].get<std::vector<std::string>>();
  variant->optional_slots = document.value("optional_slots", json::array())
                                .get<std::vector<std::string>>();
  variant->zeroize = document["zeroize"];
  variant->constant_time = document["constant_time"];

  std::vector<Configuration> configurations;
  std::set<std::string> names;
  for (const json& entry : document["configurations"]) {
    Configuration c;
    c.variant = variant;
    c.name = entry["name"];
    if (!names.insert(c.name).second) {
      throw InputError(file.string(), "configurations",
                       "two are named '" + c.name + "'", "rename one");
    }
    c.size = entry["size"];
    c.parameters = entry["parameters"];
    c.extended = entry.value("extended", false);
    c.default_size = c.size == document["configurations"][0]["size"];
    const auto number = [&](const char* key) -> std::optional<uint64_t> {
      if (!entry.contains(key) || entry[key].is_null()) return std::nullopt;
      return entry[key].get<uint64_t>();
    };
    c.cycles = number("cycles");
    c.setup_cycles = number("setup_cycles");
    c.cycles_extra = entry.value("cycles_extra", json::object())
                         .get<std::map<std::string, int64_t>>();
    c.setup_extra = entry.value("setup_extra", json::object())
                        .get<std::map<std::string, int64_t>>();
    c.unit_use = entry.value("unit_use", json::object())
                     .get<std::map<std::string, double>>();
    if (entry.contains("published") && entry["published"].is_string()) {
      c.published = entry["published"].get<std::string>();
    }
    configurations.push_back(std::move(c));
  }
  return configurations;
}

std::vector<fs::path> VariantFolders(const fs::path& rtl) {
  std::vector<fs::path> folders;
  if (!fs::exists(rtl)) return folders;
  for (const auto& family : fs::directory_iterator(rtl)) {
    if (!family.is_directory()) continue;
    for (const auto& variant : fs::directory_iterator(family)) {
      std::error_code ignored;
      const auto kind =
          fs::symlink_status(variant.path() / "variant.json", ignored).type();
      if (kind != fs::file_type::not_found && kind != fs::file_type::none) {
        folders.push_back(variant.path());
      }
    }
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

bool Matches(const std::string& pattern, const std::string& text) {
  return fnmatch(pattern.c_str(), text.c_str(), FNM_PATHNAME) == 0;
}

// A folder of the user, maybe with /configuration behind it.
bool IsFolder(const std::string& pattern, fs::path* folder,
              std::string* configuration) {
  const fs::path path(pattern);
  if (fs::exists(path / "variant.json")) {
    *folder = path;
    *configuration = "*";
    return true;
  }
  if (fs::exists(path.parent_path() / "variant.json")) {
    *folder = path.parent_path();
    *configuration = path.filename().string();
    return true;
  }
  return false;
}

}  // namespace

std::vector<Configuration> ReadManifest(const fs::path& folder,
                                        const Paths& paths) {
  return ReadManifestAs(folder, paths);
}

Selection Select(const std::vector<std::string>& patterns, const Paths& paths) {
  Selection selection;
  std::set<std::string> taken;
  std::set<std::string> complained;
  const auto take = [&](const fs::path& folder, const auto& wanted) {
    bool any = false;
    try {
      for (Configuration& c : ReadManifestAs(folder, paths)) {
        if (!wanted(c)) continue;
        any = true;
        if (taken.insert(c.id()).second) {
          selection.configurations.push_back(std::move(c));
        }
      }
    } catch (const InputError& error) {
      any = true;
      if (complained.insert(folder.string()).second) {
        selection.errors.push_back(error.what());
      }
    } catch (const std::exception& error) {
      // One manifest, however odd, must not keep the others from their run.
      any = true;
      if (complained.insert(folder.string()).second) {
        selection.errors.push_back(
            InputError((folder / "variant.json").string(), "", error.what(),
                       "correct the manifest")
                .what());
      }
    }
    return any;
  };

  const std::vector<fs::path> folders = VariantFolders(paths.root / "rtl");
  const std::vector<std::string> all = {"*/*"};
  for (const std::string& pattern : patterns.empty() ? all : patterns) {
    bool any = false;
    const fs::path under_rtl = paths.root / "rtl" / pattern;
    fs::path folder;
    std::string name;
    // Joined to a folder, an absolute path stays what it is.
    const bool looks_like_path =
        fs::path(pattern).is_absolute() ||
        (pattern.find_first_of("*?[") == std::string::npos &&
         !fs::exists(under_rtl) &&
         !fs::exists(under_rtl.parent_path() / "variant.json"));
    if (looks_like_path && IsFolder(pattern, &folder, &name)) {
      any = take(folder,
                 [&](const Configuration& c) { return Matches(name, c.name); });
    } else {
      const auto slashes = std::count(pattern.begin(), pattern.end(), '/');
      const std::string variants =
          slashes >= 2 ? pattern.substr(0, pattern.rfind('/'))
                       : (slashes == 1 ? pattern : pattern + "/*");
      for (const fs::path& candidate : folders) {
        const std::string full =
            (candidate.parent_path().filename() / candidate.filename())
                .string();
        if (!Matches(variants, full)) continue;
        any |= take(candidate, [&](const Configuration& c) {
          return slashes < 2 || Matches(pattern, full + "/" + c.name);
        });
      }
    }
    if (!any) {
      const std::string part = pattern.substr(0, pattern.rfind('/'));
      std::string configurations;
      for (const fs::path& candidate : folders) {
        const std::string full =
            (candidate.parent_path().filename() / candidate.filename())
                .string();
        if (full != part) continue;
        take(candidate, [&](const Configuration& c) {
          configurations += " " + c.name;
          return false;
        });
      }
      if (!configurations.empty()) {
        throw InputError("selection", pattern, "is no configuration of " + part,
                         "it has:" + configurations);
      }
      throw InputError("selection", pattern,
                       looks_like_path && pattern.front() == '/'
                           ? "is no folder with a variant.json"
                           : "matches no variant",
                       "write family/variant[/configuration], with * where "
                       "you like, or a folder that holds a variant.json; "
                       "'curvebench list' shows all");
    }
  }
  return selection;
}

}  // namespace curvebench
