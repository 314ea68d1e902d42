// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_JSON_FILE_H_
#define CURVEBENCH_TB_BENCH_JSON_FILE_H_

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace curvebench {

/// The whole of a text file.
/// @throws InputError if it cannot be read
std::string ReadText(const std::filesystem::path& file);

/// @throws InputError naming file and position of the fault
nlohmann::json ReadJson(const std::filesystem::path& file);

/// The text with every byte that is no UTF-8 replaced, as JSON needs it.
std::string ValidUtf8(const std::string& text);

/// Asks before a long run whether its result can be written.
/// @throws InputError naming the option
void CheckWritable(const std::string& option,
                   const std::filesystem::path& file);

/// Writes beside the file and renames, so that a broken run leaves the old one.
/// @throws InputError if it cannot be written
void WriteText(const std::filesystem::path& file, const std::string& text);

/// Holds a lock file while it lives, so that two runs in one build folder do
/// not lose each other's rows. Makes the file's folder.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_JSON_FILE_H_
