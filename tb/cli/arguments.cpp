// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"

#include <iostream>

#include "bench/command.h"
#include "bench/error.h"

namespace curvebench {
namespace po = boost::program_options;

Arguments::Arguments(const std::string& usage)
    : usage_(usage), description_("Options") {
  description_.add_options()("help,h", "this text");
}

bool Arguments::Parse(const Words& words) {
  po::options_description all;
  all.add(description_);
  all.add_options()("positional", po::value<Words>()->multitoken());
  po::positional_options_description positional;
  positional.add("positional", -1);
  try {
    po::command_line_parser parser(words);
    parser.options(all);
    parser.style(po::command_line_style::unix_style &
                 ~po::command_line_style::allow_guessing);
    if (allow_named_) {
      parser.allow_unregistered();
    } else {
      parser.positional(positional);
    }
    const po::parsed_options parsed = parser.run();
    // -1 would be read as the largest number that there is.
    for (const po::option& option : parsed.options) {
      if (option.unregistered || option.string_key.empty()) continue;
      const po::option_description* known =
          all.find_nothrow(option.string_key, false);
      const bool counts =
          known != nullptr && dynamic_cast<const po::typed_value<uint64_t>*>(
                                  known->semantic().get()) != nullptr;
      if (counts && !option.value.empty() && option.value[0].starts_with("-")) {
        throw InputError("--" + option.string_key, option.value[0],
                         "is negative", "write 0 or more");
      }
    }
    po::store(parsed, values_);
    if (allow_named_) {
      // Unregistered options stand as "--name" followed by their value.
      const Words rest =
          po::collect_unrecognized(parsed.options, po::include_positional);
      for (size_t i = 0; i < rest.size(); ++i) {
        if (rest[i].rfind("--", 0) != 0) {
          positional_.push_back(rest[i]);
          continue;
        }
        const std::string word = rest[i].substr(2);
        const size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        if (named_.count(name)) {
          throw InputError("--" + name, "", "is there twice", "write it once");
        }
        if (equals != std::string::npos) {
          named_[name] = word.substr(equals + 1);
        } else if (i + 1 < rest.size()) {
          named_[name] = rest[++i];
        } else {
          throw InputError("--" + name, "", "has no value",
                           "write one behind it");
        }
      }
    }
    po::notify(values_);
  } catch (const po::error& error) {
    throw InputError("command line", "", error.what(),
                     "--help shows the options");
  }
  if (values_.count("positional")) {
    positional_ = values_["positional"].as<Words>();
  }
  if (values_.count("help")) {
    std::cout << usage_ << "\n\n" << description_;
    return false;
  }
  // Every command that has processes counts them in the same way.
  if (const auto it = values_.find("jobs");
      it != values_.end() && it->second.as<int>() < 1) {
    throw InputError("--jobs", std::to_string(it->second.as<int>()),
                     "is below 1", "write 1 or more");
  }
  return true;
}

double GetPercent(const Arguments& arguments, const std::string& option) {
  const double percent = arguments.Get<double>(option);
  if (!(percent >= 0 && percent <= 100)) {
    throw InputError("--" + option, std::to_string(percent), "is no percentage",
                     "write a number from 0 to 100");
  }
  return percent;
}

std::vector<Configuration> SelectOrReport(const Context& context,
                                          const Words& patterns, int* errors) {
  Selection selection = Select(patterns, context.paths);
  for (const std::string& error : selection.errors) {
    std::cerr << "error: " << error << '\n';
  }
  *errors += static_cast<int>(selection.errors.size());
  return std::move(selection.configurations);
}

std::vector<Configuration> SelectForEvidence(const Context& context,
                                             const Words& patterns,
                                             int* errors) {
  std::vector<Configuration> selected =
      SelectOrReport(context, patterns, errors);
  if (patterns.empty()) {
    std::erase_if(selected, [](const Configuration& c) {
      return c.extended || !c.cycles || *c.cycles > 2000;
    });
  }
  return selected;
}

Configuration SelectOne(const Context& context, const std::string& pattern) {
  const Selection selection = Select({pattern}, context.paths);
  if (!selection.errors.empty()) {
    throw InputError(selection.errors[0], "", "is in the way", "");
  }
  if (selection.configurations.size() != 1) {
    std::string names;
    for (const Configuration& c : selection.configurations) {
      names += " " + c.id();
    }
    throw InputError("selection", pattern, "is not one configuration",
                     "take one of:" + names);
  }
  return selection.configurations[0];
}

nlohmann::json ToolVersions(const Context& context) {
  const CommandResult git =
      RunCommand({"git", "-C", context.paths.root.string(), "describe",
                  "--always", "--dirty"});
  std::string revision =
      git.status == 0 ? git.output.substr(0, git.output.find('\n')) : "unknown";
  return {{"curvebench", revision},
          {"verilator", FirstLine("verilator", "--version")},
          {"compiler", FirstLine("g++", "--version")}};
}

}  // namespace curvebench
