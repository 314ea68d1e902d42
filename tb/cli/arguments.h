// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_CLI_ARGUMENTS_H_
#define CURVEBENCH_TB_CLI_ARGUMENTS_H_

#include <boost/program_options.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/commands.h"

namespace curvebench {

/// Options and positional words of one sub-command.
class Arguments {
 public:
  /// @param usage first lines of --help
  explicit Arguments(const std::string& usage);

  /// To add options, as Boost.Program_options does.
  boost::program_options::options_description_easy_init Options() {
    return description_.add_options();
  }
  /// Lets `--NAME VALUE` through for any name; see named().
  void AllowNamed() { allow_named_ = true; }

  /// @return false if --help was asked for and has been printed
  /// @throws InputError for unknown options and bad values, --jobs below 1 too
  bool Parse(const Words& words);

  bool Has(const std::string& option) const {
    return values_.count(option) != 0;
  }
  template <typename T>
  T Get(const std::string& option) const {
    return values_[option].as<T>();
  }
  const Words& positional() const { return positional_; }
  const std::map<std::string, std::string>& named() const { return named_; }

 private:
  std::string usage_;
  boost::program_options::options_description description_;
  boost::program_options::variables_map values_;
  bool allow_named_ = false;
  Words positional_;
  std::map<std::string, std::string> named_;
};

/// @throws InputError for what is not within 0 and 100
double GetPercent(const Arguments& arguments, const std::string& option);

/// Selected configurations; prints what is wrong with manifests.
/// @param errors counts manifests that could not be read
std::vector<Configuration> SelectOrReport(const Context& context,
                                          const Words& patterns, int* errors);

/// The same for mutation, coverage and proofs, which repeat or solve a run many
/// times: without patterns the configurations of at most 2000 cycles.
std::vector<Configuration> SelectForEvidence(const Context& context,
                                             const Words& patterns,
                                             int* errors);

/// Exactly one configuration.
/// @throws InputError if the pattern selects none or several
Configuration SelectOne(const Context& context, const std::string& pattern);

/// Versions of the tools and of the project, for result files.
nlohmann::json ToolVersions(const Context& context);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_CLI_ARGUMENTS_H_
