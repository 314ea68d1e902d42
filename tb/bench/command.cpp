// SPDX-License-Identifier: Apache-2.0
#include "bench/command.h"

#include <boost/process.hpp>
#include <iterator>
#include <nlohmann/json.hpp>

#include "bench/error.h"

namespace curvebench {
namespace bp = boost::process;

std::filesystem::path FindProgram(const std::string& name) {
  const auto program = bp::search_path(name);
  if (program.empty()) {
    throw InputError(name, "", "is not installed",
                     "run scripts/setup, which names what is missing");
  }
  return program.string();
}

CommandResult RunCommand(const std::vector<std::string>& words,
                         const std::filesystem::path& directory) {
  const std::string program = FindProgram(words.at(0)).string();
  bp::ipstream out;
  bp::child child(
      program,
      bp::args(std::vector<std::string>(words.begin() + 1, words.end())),
      bp::start_dir(directory.string()), (bp::std_out & bp::std_err) > out,
      bp::std_in < bp::null);
  CommandResult result;
  result.output.assign(std::istreambuf_iterator<char>(out), {});
  // Tools quote sources in any encoding; what is kept of them goes into JSON.
  result.output =
      nlohmann::json::parse(
          nlohmann::json(result.output)
              .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
          .get<std::string>();
  child.wait();
  result.status = child.exit_code();
  return result;
}

std::string FirstLine(const std::string& program, const std::string& option) {
  const std::string output = RunCommand({program, option}).output;
  return output.substr(0, output.find('\n'));
}

}  // namespace curvebench
