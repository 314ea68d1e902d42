// SPDX-License-Identifier: Apache-2.0
#include "bench/json_file.h"

#include <fstream>
#include <sstream>

#include "bench/error.h"

namespace curvebench {
namespace fs = std::filesystem;

std::string ReadText(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (!in || fs::is_directory(file) || !(text << in.rdbuf())) {
    if (in && fs::exists(file) && !fs::is_directory(file) &&
        fs::file_size(file) == 0) {
      return "";
    }
    throw InputError(file.string(), "", "cannot be read",
                     "check that the file exists and is readable");
  }
  return text.str();
}

nlohmann::json ReadJson(const fs::path& file) {
  try {
    return nlohmann::json::parse(ReadText(file));
  } catch (const nlohmann::json::parse_error& error) {
    throw InputError(file.string(), "",
                     "is not valid JSON: " + std::string(error.what()),
                     "correct the text at that place");
  }
}

void WriteText(const fs::path& file, const std::string& text) {
  std::error_code ignored;  // writing fails then, and says so
  if (file.has_parent_path())
    fs::create_directories(file.parent_path(), ignored);
  fs::path temporary = file;
  temporary += ".new";
  {
    std::ofstream out(temporary, std::ios::binary);
    out << text;
    out.close();
    if (!out) {
      throw InputError(file.string(), "", "cannot be written",
                       "check the folder and the free space");
    }
  }
  fs::rename(temporary, file);
}

}  // namespace curvebench
