// SPDX-License-Identifier: Apache-2.0
#include "bench/yosys.h"

#include <sstream>

#include "bench/command.h"
#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/model_builder.h"

namespace curvebench {
namespace fs = std::filesystem;

const std::string& YosysVersion() {
  // Asking costs a process, and the answer stays.
  static const std::string version = FirstLine("yosys", "-V");
  return version;
}

std::string YosysRead(const Configuration& configuration) {
  const Variant& v = *configuration.variant;
  std::string text;
  for (const fs::path& source : v.sources) {
    text += "read_verilog -defer";
    if (source.extension() == ".sv") text += " -sv";
    for (const auto& [key, value] : v.defines) {
      text += " -D" + key + (value.empty() ? "" : "=" + value);
    }
    for (const fs::path& folder : v.include) text += " -I" + folder.string();
    text += " " + source.string() + "\n";
  }
  text += "hierarchy -check -top " + v.top;
  for (const auto& [key, value] : configuration.parameters.items()) {
    text += " -chparam " + key + " " + VerilogValue(value);
  }
  return text + "\n";
}

void RunYosys(const Configuration& configuration, const std::string& script,
              const fs::path& folder, const std::string& name) {
  WriteText(folder / (name + ".ys"), script);
  // $readmemh looks in the current folder.
  const CommandResult result =
      RunCommand({"yosys", "-q", "-l", (folder / (name + ".log")).string(),
                  "-s", (folder / (name + ".ys")).string()},
                 configuration.variant->folder);
  if (result.status == 0) return;
  std::string first;
  std::istringstream lines(result.output);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("ERROR") != std::string::npos) first = line;
  }
  throw InputError(
      configuration.variant->file().string(), "sources",
      "Yosys: " + (first.empty() ? result.output : first),
      "all of its messages are in " + (folder / (name + ".log")).string());
}

}  // namespace curvebench
