// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>

#include "bench/error.h"
#include "bench/render.h"
#include "bench/session.h"
#include "cli/arguments.h"

namespace curvebench {
using nlohmann::json;

namespace {

// While it lives, what RTL prints ($display) stands on standard error, not
// among the results.
class StdoutToStderr {
 public:
  StdoutToStderr() : saved_(dup(STDOUT_FILENO)) {
    std::cout.flush();
    dup2(STDERR_FILENO, STDOUT_FILENO);
  }
  ~StdoutToStderr() {
    std::fflush(stdout);
    dup2(saved_, STDOUT_FILENO);
    close(saved_);
  }
  StdoutToStderr(const StdoutToStderr&) = delete;
  StdoutToStderr& operator=(const StdoutToStderr&) = delete;

 private:
  int saved_;
};

json RunOne(const Context& context, const Configuration& configuration,
            const Vector& vector, const Arguments& arguments, bool* right) {
  const Family& family =
      FindFamily(context.families, configuration.variant->family);
  const ModelBuilder builder(context.paths);
  Session session(configuration, family, builder,
                  arguments.Get<uint64_t>("seed"),
                  std::make_shared<const std::vector<Vector>>(1, vector));
  const StdoutToStderr quiet;
  Rig rig(&session, "run");
  rig.driver().Reset();
  const Observation seen = rig.RunVector(vector);
  *right =
      family.Compare(configuration, session.interface(), vector, seen).empty();
  json out = {{"family", configuration.variant->family},
              {"variant", configuration.variant->name},
              {"configuration", configuration.name}};
  // The operands share names with the results (x of P, x of Q): a plain name is
  // the result's.
  const std::vector<Slot> loads = session.interface().Loads();
  for (size_t i = 0; i < loads.size(); ++i) {
    const Bytes& value = vector.loads[i];
    out["operands"][loads[i].name] =
        loads[i].variable ? FullHex(value) : Hex(value);
  }
  if (session.interface().key) {
    out[session.interface().key->name] = Hex(vector.loads.back());
  }
  const auto curve = arguments.named().find("curve");
  if (curve != arguments.named().end()) out["curve"] = curve->second;
  // A result of several slots (a point of four coordinates) is a list.
  const std::vector<Slot>& results = session.interface().results;
  for (size_t i = 0; i < results.size(); ++i) {
    const std::string& output = results[i].output;
    const auto slots = std::count_if(
        results.begin(), results.end(),
        [&output](const Slot& slot) { return slot.output == output; });
    if (slots == 1) {
      out[output] = Hex(seen.results[i]);
    } else {
      out[output].push_back(Hex(seen.results[i]));
    }
  }
  out["identity"] = (seen.status & kIdentity) != 0;
  out["status"] = seen.status;
  out["cycles"] = seen.cycles;
  out["right"] = *right;
  if (arguments.Has("mhz")) {
    const double mhz = arguments.Get<double>("mhz");
    out["mhz"] = mhz;
    out["time_us"] = static_cast<double>(seen.cycles) / mhz;
  } else {
    out["mhz"] = nullptr;
    out["time_us"] = nullptr;
  }
  return out;
}

}  // namespace

int Run(const Context& context, const Words& words) {
  namespace po = boost::program_options;
  std::string examples;
  for (const auto& family : context.families) {
    examples += "\n  curvebench run " + family->RunExample();
  }
  Arguments arguments(
      "curvebench run VARIANT[/CONFIGURATION] --OPERAND VALUE ...\n"
      "Operands bear the names that 'curvebench list --slots "
      "FAMILY/VARIANT/CONFIGURATION' shows;\n--curve, where a family has "
      "curves, stands for those of one. Numbers are decimal, or hexadecimal "
      "with 0x.\n"
      "Without a configuration the first that takes the operands is used." +
      examples);
  arguments.AllowNamed();
  arguments.Options()(
      "format", po::value<std::string>()->default_value("table"),
      "table, json, csv or md")("seed", po::value<uint64_t>()->default_value(1),
                                "of the initial register contents")(
      "mhz", po::value<double>(), "clock for time_us");
  if (!arguments.Parse(words)) return 0;
  const Format format = ParseFormat(arguments.Get<std::string>("format"));
  if (arguments.Has("mhz") && !(arguments.Get<double>("mhz") > 0 &&
                                std::isfinite(arguments.Get<double>("mhz")))) {
    throw InputError("--mhz", "", "is no number above 0",
                     "write a clock in MHz");
  }
  if (arguments.positional().size() != 1) {
    throw InputError("curvebench run", "", "takes one variant",
                     "write such as" + examples);
  }
  int errors = 0;
  std::string reasons;
  for (const Configuration& configuration :
       SelectOrReport(context, arguments.positional(), &errors)) {
    const Family& family =
        FindFamily(context.families, configuration.variant->family);
    std::string why;
    const std::optional<Vector> vector =
        family.FromNames(configuration, arguments.named(), &why);
    if (!vector) {
      reasons += "\n    " + configuration.id() + ": " + why;
      continue;
    }
    bool right = false;
    const json out = RunOne(context, configuration, *vector, arguments, &right);
    if (format == Format::kJson) {
      std::cout << out.dump(2) << '\n';
    } else {
      Table table{{"field", "value"}, {}};
      for (const auto& [key, value] : out.items()) {
        table.lines.push_back(
            {key, value.is_string() ? value.get<std::string>() : value.dump()});
      }
      std::cout << Render(table, format);
    }
    if (!right) {
      std::cerr << "error: the hardware's answer is wrong\n";
      return 1;
    }
    return 0;
  }
  if (errors) return 2;
  throw InputError("curvebench run", arguments.positional()[0],
                   "no configuration takes these operands",
                   "reasons:" + reasons);
}

}  // namespace curvebench
