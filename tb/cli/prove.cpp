// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <set>
#include <thread>

#include "bench/constant_time.h"
#include "bench/error.h"
#include "bench/evidence.h"
#include "bench/formal.h"
#include "bench/render.h"
#include "bench/workers.h"
#include "cli/arguments.h"

namespace curvebench {
using nlohmann::json;

namespace {

json ToJson(const Verdict& verdict) {
  return {{"answer", verdict.answer == Verdict::kProved    ? "proved"
                     : verdict.answer == Verdict::kRefuted ? "refuted"
                                                           : "open"},
          {"method", verdict.method},
          {"depth", verdict.depth}};
}

std::string Listed(const json& list) {
  std::string text;
  for (const std::string word : list) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string Cell(const json& answer) {
  if (!answer.is_object()) return "-";
  std::string text = answer["answer"];
  if (text == "open") {
    text = answer["method"];  // no answer in ... s
    if (answer["depth"] != 0) {
      text += ", no error in " + answer["depth"].dump() + " cycles";
    }
  }
  if (text == "refuted") text += ", cycle " + answer["depth"].dump();
  return text;
}

// What somebody has to know of a verdict that is not a plain proof.
void Explain(const std::string& id, const json& prove) {
  const json& s = prove["structure"];
  if (s["answer"] == "reached") {
    std::cerr << id << ": a secret reaches " << Listed(s["reached"])
              << " through " << Listed(s["through"]) << '\n';
  } else if (s["answer"] == "not available") {
    std::cerr << id
              << ": structure not available: " << s["reason"].get<std::string>()
              << '\n';
  }
  const json& c = prove["self_composition"];
  if (c.is_object() && c["answer"] == "refuted") {
    std::cerr << id << ": two runs that differ in secrets only can be told "
              << "apart after " << c["depth"] << " cycles\n";
  } else if (c.is_object() && c["answer"] == "not available") {
    std::cerr << id << ": self-composition not available: "
              << c["reason"].get<std::string>() << '\n';
  } else if (c.is_object() && c["answer"] == "open") {
    std::cerr << id << ": self-composition: " << Cell(c) << '\n';
  }
}

std::string Word(const json& prove, const char* key) {
  const std::string word = prove.value(key, "");
  return word.empty() ? "-" : word;
}

std::string Port(const json& prove) {
  return prove.contains("port_rules") ? Cell(prove["port_rules"]) : "-";
}

}  // namespace

int Prove(const Context& context, const Words& words) {
  namespace po = boost::program_options;
  Arguments arguments(
      "curvebench prove [VARIANT ...]\n"
      "That no secret reaches done, busy or the protocol error: by structure, "
      "and where structure cannot\ntell by self-composition. Rules of the "
      "byte port. And modules of the family against their formula.\nVerdicts "
      "go to build/evidence.json. Exit status 1 for a leak, a broken rule or "
      "a wrong module.\n"
      "Modules take minutes and are those of the whole family; --only time is "
      "the quick answer.\n"
      "Without a VARIANT: configurations of at most 2000 cycles.");
  arguments.Options()("jobs,j",
                      po::value<int>()->default_value(static_cast<int>(
                          std::max(1u, std::thread::hardware_concurrency()))),
                      "proofs at the same time")(
      "seconds", po::value<int>()->default_value(120), "for each proof")(
      "both", "self-composition even where structure is proof enough")(
      "only", po::value<std::string>()->default_value("all"),
      "time, port or modules")("format",
                               po::value<std::string>()->default_value("table"),
                               "table, json, csv or md");
  if (!arguments.Parse(words)) return 0;
  const Format format = ParseFormat(arguments.Get<std::string>("format"));
  const int seconds = arguments.Get<int>("seconds");
  const int jobs = arguments.Get<int>("jobs");
  const std::string only = arguments.Get<std::string>("only");
  if (seconds < 1 || jobs < 1) {
    throw InputError(seconds < 1 ? "--seconds" : "--jobs", "", "is below 1",
                     "write 1 or more");
  }
  if (!std::set<std::string>{"all", "time", "port", "modules"}.count(only)) {
    throw InputError("--only", only, "is no kind of proof",
                     "take time, port or modules");
  }
  int errors = 0;
  const std::vector<Configuration> selected =
      SelectForEvidence(context, arguments.positional(), &errors);

  json document = {{"configurations", json::object()},
                   {"modules", json::object()}};
  bool failed = false;
  Table table{{"configuration", "constant time", "by", "addresses",
               "secret registers", "port rules"},
              {}};
  if (only != "modules") {
    std::vector<json> found(selected.size());
    RunWorkers(
        selected.size(), jobs, context.paths.build,
        [&](size_t i) {
          const Configuration& c = selected[i];
          const Family& family =
              FindFamily(context.families, c.variant->family);
          json prove = json::object();
          if (only != "port") {
            prove = ProveConstantTime(c, family, context.paths, seconds,
                                      arguments.Has("both"));
          }
          if (only != "time") {
            prove["port_rules"] =
                ToJson(ProvePortRules(c, family, context.paths, seconds));
          }
          return prove;
        },
        [&](size_t i, const WorkerResult& result) {
          const std::string id = selected[i].id();
          if (!result.error.empty()) {
            std::cerr << "error: " << id << ": " << result.error << '\n';
            ++errors;
            return;
          }
          found[i] = result.answer;
          if (only != "port") Explain(id, found[i]);
          KeepEvidence(context.paths, selected[i], "prove", found[i]);
          const std::string port = Port(found[i]);
          if (Word(found[i], "constant_time") == "no" ||
              port.rfind("refuted", 0) == 0) {
            failed = true;
          }
          std::cerr << id << "  "
                    << (only == "port" ? "port rules " + port
                                       : Word(found[i], "constant_time"))
                    << '\n';
        });
    for (size_t i = 0; i < selected.size(); ++i) {
      const json& prove = found[i];
      if (prove.is_null()) continue;
      document["configurations"][selected[i].id()] = prove;
      const json structure = prove.value("structure", json(json::object()));
      table.lines.push_back(
          {selected[i].id(), Word(prove, "constant_time"),
           Word(prove, "method"), Word(prove, "addresses"),
           structure.contains("registers")
               ? structure.value("secret_registers_in_run", json("-")).dump() +
                     " of " + structure["registers"].dump()
               : "-",
           Port(prove)});
    }
  }

  Table modules{{"module", "equal to its formula", "by"}, {}};
  if (only == "all" || only == "modules") {
    std::set<std::string> families;
    for (const Configuration& c : selected) families.insert(c.variant->family);
    std::vector<FormalCheck> checks;
    for (const std::string& family : families) {
      for (FormalCheck& check : FormalChecks(context.paths, family)) {
        checks.push_back(std::move(check));
      }
    }
    std::vector<json> found(checks.size());
    RunWorkers(
        checks.size(), jobs, context.paths.build,
        [&](size_t i) {
          return ToJson(curvebench::Prove(checks[i], context.paths, seconds));
        },
        [&](size_t i, const WorkerResult& result) {
          if (!result.error.empty()) {
            std::cerr << "error: " << checks[i].name << ": " << result.error
                      << '\n';
            ++errors;
            return;
          }
          found[i] = result.answer;
          if (found[i]["answer"] == "refuted") failed = true;
          std::cerr << checks[i].name << "  " << Cell(found[i]) << '\n';
        });
    for (size_t i = 0; i < checks.size(); ++i) {
      if (found[i].is_null()) continue;
      modules.lines.push_back(
          {checks[i].name, Cell(found[i]), found[i]["method"]});
      document["modules"][checks[i].name] = found[i];
    }
  }
  if (format == Format::kJson) {
    std::cout << document.dump(2) << '\n';
  } else {
    if (!table.lines.empty()) std::cout << Render(table, format);
    if (!modules.lines.empty()) std::cout << '\n' << Render(modules, format);
  }
  if (errors) return 2;
  return failed ? 1 : 0;
}

}  // namespace curvebench
