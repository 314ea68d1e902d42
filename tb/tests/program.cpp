// SPDX-License-Identifier: Apache-2.0
#include "tests/program.h"

#include <boost/process.hpp>
#include <chrono>

#include "bench/json_file.h"

namespace curvebench::tests {
namespace bp = boost::process;
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

ProgramResult Run(const Scratch& scratch, const std::string& program,
                  const std::vector<std::string>& words,
                  const fs::path& directory) {
  const fs::path out = scratch / "stdout.txt";
  const fs::path err = scratch / "stderr.txt";
  fs::remove(out);  // an old one would be overwritten, not cut
  fs::remove(err);
  const auto start = std::chrono::steady_clock::now();
  bp::child child(program, bp::args(words), bp::start_dir(directory.string()),
                  bp::std_out > out.string(), bp::std_err > err.string(),
                  bp::std_in < bp::null);
  child.wait();
  ProgramResult result;
  const int native = child.native_exit_code();
  result.status =
      WIFSIGNALED(native) ? 128 + WTERMSIG(native) : child.exit_code();
  result.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  result.out = ReadText(out);
  result.err = ReadText(err);
  return result;
}

}  // namespace

ProgramResult Curvebench(const Scratch& scratch,
                         const std::vector<std::string>& words) {
  return Run(scratch, CURVEBENCH_BINARY_DIR "/curvebench", words,
             scratch.path());
}

ProgramResult Shell(const Scratch& scratch, const std::string& line) {
  return Run(scratch, "/bin/sh", {"-c", line}, Root());
}

VerifyResult Verify(const Scratch& scratch,
                    const std::vector<std::string>& words) {
  const fs::path rows = scratch / "rows.json";
  fs::remove(rows);
  std::vector<std::string> all = {"verify"};
  all.insert(all.end(), words.begin(), words.end());
  // Behind the words, which may end in a list of patterns or files.
  for (const std::string& word :
       {std::string("--output"), rows.string(), std::string("--junit"),
        (scratch / "junit.xml").string()}) {
    all.push_back(word);
  }
  VerifyResult result;
  static_cast<ProgramResult&>(result) = Curvebench(scratch, all);
  if (fs::exists(rows)) result.rows = ReadJson(rows).at("rows");
  return result;
}

json VerifyResult::Row(const std::string& configuration) const {
  for (const json& row : rows) {
    if (row.at("configuration") == configuration) return row;
  }
  return nullptr;
}

std::vector<std::string> VerifyResult::FailedTests() const {
  std::vector<std::string> names;
  for (const json& row : rows) {
    for (const json& test : row.at("tests")) {
      if (!test.at("passed").get<bool>()) names.push_back(test.at("name"));
    }
  }
  return names;
}

std::string VerifyResult::FailureText() const {
  std::string text;
  for (const json& row : rows) {
    for (const json& test : row.at("tests")) {
      for (const json& failure : test.at("failures")) {
        text += failure.get<std::string>() + "\n";
      }
    }
  }
  return text;
}

}  // namespace curvebench::tests
