// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "bench/render.h"
#include "cli/arguments.h"

namespace curvebench {

int List(const Context& context, const Words& words) {
  Arguments arguments(
      "curvebench list [VARIANT ...] [--slots]\n"
      "VARIANT is family/variant[/configuration] with globs, or a folder.");
  arguments.Options()("slots", "the byte port: addresses, names, bits, bytes")(
      "format",
      boost::program_options::value<std::string>()->default_value("table"),
      "table, json, csv or md");
  if (!arguments.Parse(words)) return 0;
  const Format format = ParseFormat(arguments.Get<std::string>("format"));
  int errors = 0;
  Table table;
  table.heading = {"configuration", "operation", "size",
                   "cycles",        "published", "summary"};
  if (arguments.Has("slots")) {
    table.heading = {"configuration", "load",  "addr",  "name",
                     "bits",          "bytes", "secret"};
  }
  for (const Configuration& c :
       SelectOrReport(context, arguments.positional(), &errors)) {
    if (!arguments.Has("slots")) {
      table.lines.push_back({c.id(), c.variant->operation, c.size.dump(),
                             c.cycles ? std::to_string(*c.cycles) : "-",
                             c.published.value_or("-"), c.variant->summary});
      continue;
    }
    const Interface port =
        FindFamily(context.families, c.variant->family).Describe(c);
    const auto add = [&](const char* how, const std::string& address,
                         const Slot& slot) {
      table.lines.push_back(
          {c.id(), how, address, slot.name, std::to_string(slot.bits),
           (slot.variable ? "1.." : "") + std::to_string(slot.bytes),
           slot.secret ? "yes" : "no"});
    };
    for (const Slot& slot : port.operands) {
      add("ld", std::to_string(slot.address), slot);
    }
    if (port.key) add("lk", "-", *port.key);
    for (const Slot& slot : port.results) {
      add("data", std::to_string(slot.address), slot);
    }
    add("data", std::to_string(port.StatusAddress()),
        {"status", 0, 8, 1, false, false, ""});
  }
  std::cout << Render(table, format);
  return errors ? 2 : 0;
}

}  // namespace curvebench
