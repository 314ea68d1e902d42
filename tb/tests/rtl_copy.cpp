// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl_copy.h"

#include <algorithm>
#include <stdexcept>

#include "bench/json_file.h"
#include "tests/scratch.h"

namespace curvebench::tests {
namespace fs = std::filesystem;
using nlohmann::json;

RtlCopy::RtlCopy(const fs::path& folder, const std::string& variant,
                 const std::vector<std::string>& configurations)
    : folder_(folder) {
  const fs::path rtl = Root() / "rtl";
  manifest_ = ReadJson(rtl / variant / "variant.json");
  for (const char* key : {"sources", "data"}) {
    for (const json& file : manifest_.value(key, json::array())) {
      const std::string name = file;
      const fs::path own = rtl / variant / name;
      WriteText(folder_ / name, ReadText(fs::exists(own) ? own : rtl / name));
    }
  }
  json kept = json::array();
  for (const json& entry : manifest_.at("configurations")) {
    if (std::find(configurations.begin(), configurations.end(),
                  entry.at("name")) != configurations.end()) {
      kept.push_back(entry);
    }
  }
  if (kept.size() != configurations.size()) {
    throw std::runtime_error(variant + " lacks a configuration");
  }
  manifest_["configurations"] = kept;
  manifest_["warnings"] = "foreign";
  WriteManifest();
}

void RtlCopy::WriteManifest() const {
  WriteText(folder_ / "variant.json", manifest_.dump(2) + "\n");
}

void RtlCopy::Replace(const std::string& file, const std::string& find,
                      const std::string& replace) const {
  std::string text = ReadText(folder_ / file);
  const size_t at = text.find(find);
  if (at == std::string::npos) {
    throw std::runtime_error(file + " does not hold '" + find + "'");
  }
  if (text.find(find, at + 1) != std::string::npos) {
    throw std::runtime_error(file + " holds '" + find + "' more than once");
  }
  text.replace(at, find.size(), replace);
  WriteText(folder_ / file, text);
}

void WriteTinyVariant(const fs::path& folder, const std::string& body) {
  WriteText(folder / "tiny.v", R"(// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module tiny (
    input  wire       clk,
    input  wire       rst,
    input  wire       ld,
    input  wire       lk,
    input  wire [7:0] din,
    input  wire       start,
    input  wire [3:0] addr,
    input  wire       data,
    output reg  [7:0] dout,
    output reg        done
);
)" + body + "\nendmodule\n`default_nettype wire\n");
  const json manifest = {{"contract", 1},
                         {"family", "gf2m"},
                         {"top", "tiny"},
                         {"sources", {"tiny.v"}},
                         {"warnings", "foreign"},
                         {"summary", "made by a test"},
                         {"operation", "mul"},
                         {"inputs", {{"a", "any"}, {"b", "any"}}},
                         {"outputs", {"r"}},
                         {"zeroize", "all"},
                         {"constant_time", true},
                         {"configurations",
                          {{{"name", "m5"},
                            {"size", {{"m", 5}, {"poly", {5, 2, 0}}}},
                            {"parameters", json::object()},
                            {"cycles", 3},
                            {"setup_cycles", 0}}}}};
  WriteText(folder / "variant.json", manifest.dump(2) + "\n");
}

}  // namespace curvebench::tests
