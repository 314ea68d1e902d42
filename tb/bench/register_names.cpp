// SPDX-License-Identifier: Apache-2.0
#include "bench/register_names.h"

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <filesystem>
#include <fstream>

#include "bench/command.h"
#include "bench/error.h"
#include "bench/model_builder.h"

namespace curvebench {
namespace {

using boost::property_tree::ptree;

// A left side may be a part, an element or a concatenation: every variable in
// it is a target. An index inside it is read, not written, but counting it too
// can only make the comparison stricter.
void Targets(const ptree& node, std::set<std::string>* names) {
  for (const auto& [tag, child] : node) {
    if (tag == "varref") {
      names->insert(child.get<std::string>("<xmlattr>.name"));
    }
    Targets(child, names);
  }
}

// Adds what an assignment writes: of its children the left side is the last.
void Written(const ptree& assignment, std::set<std::string>* names) {
  const auto& [tag, left] = assignment.back();
  if (tag == "varref") names->insert(left.get<std::string>("<xmlattr>.name"));
  Targets(left, names);
}

bool IsClocked(const ptree& always) {
  const auto list = always.get_child_optional("sentree");
  if (!list) return false;
  for (const auto& [tag, item] : *list) {
    if (tag == "senitem" && item.count("<xmlattr>") != 0 &&
        item.get_child("<xmlattr>").count("edgeType") != 0) {
      return true;
    }
  }
  return false;
}

// A non-blocking assignment makes a register, and so does a blocking one in a
// block with a clock.
void Search(const ptree& node, bool clocked, std::set<std::string>* names) {
  for (const auto& [tag, child] : node) {
    if (tag == "assigndly" || (clocked && tag == "assign")) {
      Written(child, names);
    }
    Search(child, tag == "always" ? IsClocked(child) : clocked, names);
  }
}

}  // namespace

std::set<std::string> RegisterNames(const Configuration& configuration) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() /
      ("curvebench-xml-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::vector<std::string> words = {
      "verilator",     "--xml-only",   "-Mdir",
      folder.string(), "--xml-output", (folder / "tree.xml").string()};
  for (const std::string& word :
       ModelBuilder::VerilatorArguments(configuration)) {
    words.push_back(word);
  }
  const CommandResult result = RunCommand(words);
  if (result.status != 0) {
    std::filesystem::remove_all(folder);
    throw InputError(configuration.variant->file().string(), "sources",
                     "Verilator cannot read them", result.output);
  }
  ptree tree;
  boost::property_tree::read_xml((folder / "tree.xml").string(), tree);
  std::filesystem::remove_all(folder);
  std::set<std::string> names;
  Search(tree, false, &names);
  return names;
}

}  // namespace curvebench
