// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <kainjow/mustache.hpp>
#include <regex>

#include "bench/error.h"
#include "bench/json_file.h"
#include "cli/arguments.h"

namespace curvebench {
namespace fs = std::filesystem;
using kainjow::mustache::data;
using kainjow::mustache::mustache;
using nlohmann::json;

namespace {

std::string Fill(const fs::path& file, const data& values) {
  mustache form(ReadText(file));
  // Verilog and JSON are no HTML.
  form.set_custom_escape([](const std::string& text) { return text; });
  const std::string text = form.render(values);
  if (!form.is_valid()) {
    throw std::logic_error(file.string() + ": " + form.error_message());
  }
  return text;
}

}  // namespace

int New(const Context& context, const Words& words) {
  Arguments arguments(
      "curvebench new FAMILY NAME [DIR]\n"
      "Writes DIR/NAME (DIR: rtl/FAMILY): a manifest and a top with the ports "
      "of the contract\non the shell, with a place for your core.");
  if (!arguments.Parse(words)) return 0;
  const Words& given = arguments.positional();
  if (given.size() < 2 || given.size() > 3) {
    throw InputError("curvebench new", "", "takes two or three words",
                     "write curvebench new gf2m mine /some/dir");
  }
  const Family& family = FindFamily(context.families, given[0]);
  const std::string& name = given[1];
  if (!std::regex_match(name, std::regex("[a-z][a-z0-9_]*"))) {
    throw InputError("curvebench new", name, "is no name for a variant",
                     "take lower-case letters, digits and _");
  }
  const fs::path folder =
      (given.size() == 3 ? fs::path(given[2])
                         : context.paths.root / "rtl" / family.name()) /
      name;
  if (fs::exists(folder)) {
    throw InputError("curvebench new", folder.string(), "is there already",
                     "take another name, or remove it");
  }

  // The port of the family's default configuration decides the shell.
  json defaults = family.DefaultConfiguration();
  auto variant = std::make_shared<Variant>();
  variant->folder = folder;
  variant->name = folder.string();
  variant->operation = defaults["operation"];
  variant->inputs = defaults["inputs"];
  variant->outputs = defaults["outputs"].get<std::vector<std::string>>();
  Configuration configuration;
  configuration.variant = variant;
  configuration.name = "base";
  configuration.size = defaults["size"];
  configuration.parameters = defaults["parameters"];
  const Interface port = family.Describe(configuration);

  data values;
  values.set("top", family.name() + "_" + name);
  values.set("family", family.name());
  for (const char* key :
       {"operation", "inputs", "outputs", "size", "parameters"}) {
    values.set(key, defaults[key].is_string() ? defaults[key].get<std::string>()
                                              : defaults[key].dump());
  }
  data parameters{data::type::list};
  size_t left = defaults["parameters"].size();
  for (const auto& [key, value] : defaults["parameters"].items()) {
    data entry;
    entry.set("name", key);
    entry.set("value", value.dump());
    entry.set("last",
              --left == 0 ? data::type::bool_true : data::type::bool_false);
    parameters << entry;
  }
  values.set("verilog_parameters", parameters);
  const auto list = [&](const std::vector<Slot>& slots, const char* width) {
    data entries{data::type::list};
    for (size_t i = 0; i < slots.size(); ++i) {
      data entry;
      entry.set("name", slots[i].name);
      entry.set("address", std::to_string(slots[i].address));
      entry.set("index", std::to_string(i));
      entry.set("bits", width);
      entries << entry;
    }
    return entries;
  };
  // The shell has one width for all operands, and pads to whole words or bytes.
  int operand_bits = 1, align = 4;
  for (const Slot& slot : port.operands) {
    operand_bits = std::max(operand_bits, slot.bits);
    if (slot.bytes != 4 * ((slot.bits + 31) / 32)) align = 1;
  }
  values.set("align", std::to_string(align));
  values.set("addr_bits", std::to_string(port.addr_bits));
  values.set("addr_top", std::to_string(port.addr_bits - 1));
  values.set("status", std::to_string(port.StatusAddress()));
  values.set("slots", std::to_string(port.operands.size()));
  values.set("operand_bits", std::to_string(operand_bits));
  values.set("operand_top",
             std::to_string(
                 static_cast<int>(port.operands.size()) * operand_bits - 1));
  values.set("loaded_top", std::to_string(port.operands.size()));
  values.set("key_bits", std::to_string(port.key ? port.key->bits : 0));
  values.set("key_top", std::to_string(port.key ? port.key->bits - 1 : 0));
  values.set("key_name", port.key ? port.key->name : "none");
  values.set("results", std::to_string(port.results.size()));
  values.set("result_base", std::to_string(port.results.at(0).address));
  values.set("result_bits", std::to_string(port.results.at(0).bits));
  values.set(
      "result_top",
      std::to_string(
          static_cast<int>(port.results.size()) * port.results.at(0).bits - 1));
  values.set("result_count",
             std::to_string(static_cast<int>(port.results.size()) *
                            port.results.at(0).bits));
  int target_bits = 1;
  while ((1 << target_bits) < static_cast<int>(port.operands.size()) + 1) {
    ++target_bits;
  }
  values.set("target_top", std::to_string(target_bits - 1));
  values.set("operand_list", list(port.operands, "operand"));
  values.set("result_list", list(port.results, "result"));

  const fs::path forms = context.paths.root / "tb" / "cli" / "templates";
  WriteText(folder / "variant.json",
            json::parse(Fill(forms / "variant.json.mustache", values)).dump(2) +
                "\n");
  WriteText(folder / (family.name() + "_" + name + ".v"),
            Fill(forms / "top.v.mustache", values));
  std::cout << "wrote " << folder.string() << "\n"
            << "  put your core into " << family.name() << "_" << name
            << ".v where it says so, then\n"
            << "  make sim VARIANT="
            << (given.size() == 3 ? folder.string()
                                  : family.name() + "/" + name)
            << '\n';
  return 0;
}

}  // namespace curvebench
