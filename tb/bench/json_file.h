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

/// Writes beside the file and renames, so that a broken run leaves the old one.
/// @throws InputError if it cannot be written
void WriteText(const std::filesystem::path& file, const std::string& text);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_JSON_FILE_H_
