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

void Search(const ptree& node, std::set<std::string>* names) {
  for (const auto& [tag, child] : node) {
    if (tag == "assigndly") {
      // Children: the right side, then the left side.
      const ptree* last = nullptr;
      for (const auto& [inner_tag, inner] : child) {
        if (inner_tag == "<xmlattr>") continue;
        last = &inner;
        if (&inner == &child.back().second && inner_tag == "varref") {
          names->insert(inner.get<std::string>("<xmlattr>.name"));
        }
      }
      if (last != nullptr) Targets(*last, names);
    }
    Search(child, names);
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
  Search(tree, &names);
  return names;
}

}  // namespace curvebench
