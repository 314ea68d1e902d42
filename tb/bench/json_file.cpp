// SPDX-License-Identifier: Apache-2.0
#include "bench/json_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "bench/error.h"

namespace curvebench {
namespace fs = std::filesystem;

std::string ReadText(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::error_code ignored;
  std::ostringstream text;
  if (!in || fs::is_directory(file, ignored) || !(text << in.rdbuf())) {
    // An empty file leaves nothing to insert, which counts as a failure.
    if (in && !fs::is_directory(file, ignored)) return "";
    throw InputError(file.string(), "", "cannot be read",
                     "check that the file exists and is readable");
  }
  return text.str();
}

nlohmann::json ReadJson(const fs::path& file) {
  try {
    return nlohmann::json::parse(ReadText(file));
  } catch (const nlohmann::json::exception& error) {
    throw InputError(file.string(), "",
                     "is not valid JSON: " + ValidUtf8(error.what()),
                     "correct the text at that place");
  }
}

std::string ValidUtf8(const std::string& text) {
  using nlohmann::json;
  return json::parse(
             json(text).dump(-1, ' ', false, json::error_handler_t::replace))
      .get<std::string>();
}

void CheckWritable(const std::string& option, const fs::path& file) {
  std::error_code ignored;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (file.empty() || fs::is_directory(file, ignored)) {
    throw InputError(option, file.string(), "is no file name",
                     "name a file, not a folder");
  }
  if (!fs::is_directory(folder, ignored)) {
    throw InputError(option, file.string(), "lies in no folder that is there",
                     "make the folder " + folder.string() + " first");
  }
  const fs::path asked = fs::exists(file, ignored) ? file : folder;
  if (access(asked.c_str(), W_OK) != 0) {
    throw InputError(option, file.string(), "cannot be written",
                     "check the permissions of " + asked.string());
  }
}

void WriteText(const fs::path& file, const std::string& text) {
  const auto fail = [&]() {
    return InputError(file.string(), "", "cannot be written",
                      "check the folder and the free space");
  };
  std::error_code failed;
  if (file.has_parent_path())
    fs::create_directories(file.parent_path(), failed);
  // Through a link, and into a device or a pipe; only a file of its own is
  // replaced as a whole, so that a broken-off run leaves the old one.
  const auto kind = fs::symlink_status(file, failed).type();
  const bool replace =
      kind == fs::file_type::regular || kind == fs::file_type::not_found;
  fs::path target = file;
  if (replace) target += ".new-" + std::to_string(getpid());
  std::ofstream out(target, std::ios::binary);
  out << text;
  out.close();
  if (!out) {
    if (replace) fs::remove(target, failed);
    throw fail();
  }
  if (!replace) return;
  fs::rename(target, file, failed);
  if (failed) {
    fs::remove(target, failed);
    throw fail();
  }
}

FileLock::FileLock(const fs::path& file) {
  std::error_code ignored;
  fs::create_directories(file.parent_path(), ignored);
  descriptor_ = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
  // Without a lock (a file system that has none) the run goes on.
  if (descriptor_ >= 0) flock(descriptor_, LOCK_EX);
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace curvebench
