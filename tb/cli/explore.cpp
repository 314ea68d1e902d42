// SPDX-License-Identifier: Apache-2.0
// `curvebench explore kummer`: from the description of an accelerator to its
// program, and to the folder of a variant that runs it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <random>
#include <set>

#include "bench/command.h"
#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/render.h"
#include "cli/arguments.h"
#include "explore/kummer_machine.h"
#include "explore/kummer_schedule.h"

namespace curvebench {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

using kummer::Architecture;
using kummer::Program;
using kummer::SwapScheme;

/// One width of one architecture with its program.
struct Design {
  Architecture architecture;
  Program program;
  std::map<std::string, double> use;  // share of busy cycles, by unit
  std::string published;              // row of the published figures, or ""
  bool best = false;                  // on the Pareto front
};

mpz_class Random(unsigned bits, std::mt19937_64* random) {
  mpz_class value = 0;
  for (unsigned i = 0; i < bits; i += 32) {
    value = (value << 32) + static_cast<uint32_t>((*random)());
  }
  return value & ((mpz_class(1) << bits) - 1);
}

// A base over random constants and a dense P; on the surface if that is asked
// for, which needs a prime.
std::pair<golden::KummerSurface, golden::KummerWrapped> RandomCase(
    unsigned bits, bool on_surface, std::mt19937_64* random) {
  mpz_class p = Random(bits - 1, random) | (mpz_class(1) << (bits - 1)) | 1;
  const auto number = [&] {
    return mpz_class(Random(160, random) % (p - 1) + 1);
  };
  if (!on_surface) {
    golden::KummerSurface s{p, {}, {}, {}};
    for (golden::KummerPoint* constants : {&s.mu, &s.e, &s.e_hat}) {
      for (mpz_class& c : *constants) c = number();
    }
    return {s, {number(), number(), number()}};
  }
  do {
    p = Random(bits - 1, random) | (mpz_class(1) << (bits - 1));
    mpz_nextprime(p.get_mpz_t(), p.get_mpz_t());
  } while (mpz_sizeinbase(p.get_mpz_t(), 2) > bits);
  for (;;) {
    const auto s =
        golden::SurfaceFromMu(p, {number(), number(), number(), number()});
    if (!s) continue;
    const auto point =
        golden::PointAbove(*s, {number(), number(), number()}, number());
    const auto base = point ? s->Wrap(*point) : std::nullopt;
    if (base) return {*s, *base};
  }
}

// Runs the program on the cycle-accurate model against golden: the standard
// surface and dense primes of several lengths, random and edge scalars.
void Check(Design* design) {
  constexpr unsigned kBits = 24;
  std::mt19937_64 random(20171211);
  const golden::KummerStandard standard = golden::GaudrySchost();
  std::vector<std::pair<golden::KummerSurface, golden::KummerWrapped>> cases = {
      {standard.surface, standard.base}};
  for (const unsigned bits : {128u, 134u, 40u}) {
    cases.push_back(RandomCase(bits, design->architecture.on_surface, &random));
  }
  kummer::Machine machine(design->architecture, design->program);
  const std::string where = design->architecture.name +
                            ", w = " + std::to_string(design->architecture.w);
  uint64_t cycles = 0;
  for (const auto& [surface, base] : cases) {
    // As high as 136 bits allow: operands need not be reduced.
    const mpz_class most = ((mpz_class(1) << 136) / surface.p - 1) * surface.p;
    golden::KummerSurface raised = surface;
    for (golden::KummerPoint* constants :
         {&raised.mu, &raised.e, &raised.e_hat}) {
      for (mpz_class& c : *constants) c += most;
    }
    golden::KummerWrapped raised_base = base;
    for (mpz_class& c : raised_base) c += most;
    if (machine.SetUp(raised).cycles !=
        static_cast<uint64_t>(design->program.setup_cycles)) {
      throw std::logic_error(where + ": the set-up takes another time");
    }
    for (const mpz_class& k :
         {mpz_class(0), mpz_class((1 << kBits) - 1), Random(kBits, &random)}) {
      const kummer::MachineRun run = machine.Run(k, kBits, raised_base);
      if (run.error || run.result != surface.Ladder(k, base, kBits)) {
        throw std::logic_error(where + ": the program computes another point");
      }
      cycles = run.cycles;
    }
    golden::KummerWrapped zero = base;
    zero[1] = surface.p;
    if (!machine.Run(5, kBits, zero).error) {
      throw std::logic_error(where + ": a coordinate that is 0 passes");
    }
    golden::KummerWrapped beside = base;
    beside[2] = beside[2] % (surface.p - 1) + 1;
    if (machine.Run(5, kBits, beside).error !=
        design->architecture.on_surface) {
      throw std::logic_error(where + ": the check of the surface is wrong");
    }
  }
  const Program& p = design->program;
  if (cycles != static_cast<uint64_t>(p.fixed_cycles) +
                    static_cast<uint64_t>(p.step_cycles) * kBits) {
    throw std::logic_error(where + ": the model takes another time");
  }
  // Of the steps alone: the difference of two lengths.
  const auto& [surface, base] = cases[0];
  const auto longer = machine.Run(1, kBits, base).busy;
  auto shorter = machine.Run(1, kBits / 2, base).busy;
  for (const auto& [unit, busy] : longer) {
    design->use[unit] = static_cast<double>(busy - shorter[unit]) /
                        (static_cast<double>(p.step_cycles) * kBits / 2);
  }
}

Design Make(const Architecture& architecture,
            const kummer::SearchOptions& options) {
  Design design;
  design.architecture = architecture;
  design.program = kummer::MakeProgram(architecture, options);
  Check(&design);
  return design;
}

bool NoWorse(const Design& a, const Design& b) {
  return a.architecture.clusters * a.architecture.w <=
             b.architecture.clusters * b.architecture.w &&
         a.architecture.dsp() <= b.architecture.dsp() &&
         a.architecture.clusters * a.architecture.addsubs <=
             b.architecture.clusters * b.architecture.addsubs &&
         a.program.step_cycles <= b.program.step_cycles;
}

// No other has at most its units and memory, and its cycles.
void MarkFront(std::vector<Design>* designs) {
  for (size_t i = 0; i < designs->size(); ++i) {
    Design& own = (*designs)[i];
    own.best = true;
    for (size_t j = 0; j < designs->size(); ++j) {
      const Design& other = (*designs)[j];
      if (i == j || !NoWorse(other, own)) continue;
      if (!NoWorse(own, other) || j < i) own.best = false;
    }
  }
}

std::string Percent(double share) {
  char text[16];
  std::snprintf(text, sizeof text, "%.0f %%", 100 * share);
  return text;
}

Table Results(const std::vector<Design>& designs, const json& published,
              bool front) {
  constexpr int kBits = 256;
  Table table{{"architecture", "w", "DSP", "T", "T pub.", "x T", "F",
               "cycles m=256", "cycles pub.", "set-up", "words", "memory",
               "adders", "multipliers", "swap"},
              {}};
  if (front) table.heading.push_back("front");
  for (const Design& d : designs) {
    const Program& p = d.program;
    const auto share = [&d](const char* first, const char* second) {
      const auto at = [&d](const char* unit) {
        const auto found = d.use.find(unit);
        return found == d.use.end() ? -1.0 : found->second;
      };
      const double a = at(first), b = at(second);
      return Percent(b < 0 ? a : (a + b) / 2);
    };
    std::string theirs = "-", their_t = "-", ratio = "-";
    if (published.contains(d.published)) {
      const int cycles = published[d.published]["cycles"];
      // T 256 + F with F below 256
      const int t = cycles / kBits;
      char text[16];
      std::snprintf(text, sizeof text, "%.3f",
                    static_cast<double>(p.step_cycles) / t);
      theirs = std::to_string(cycles);
      their_t = std::to_string(t);
      ratio = text;
    }
    table.lines.push_back(
        {d.architecture.name, std::to_string(d.architecture.w),
         std::to_string(d.architecture.dsp()), std::to_string(p.step_cycles),
         their_t, ratio, std::to_string(p.fixed_cycles),
         std::to_string(p.step_cycles * kBits + p.fixed_cycles), theirs,
         std::to_string(p.setup_cycles), std::to_string(p.run_words),
         share("memory", ""), share("addsub0", "addsub1"),
         share("mult0", "mult1"), share("cswap", "")});
    if (front) table.lines.back().push_back(d.best ? "*" : "");
  }
  return table;
}

const char* const kSources[] = {
    "kummer_top",    "kummer_core",    "kummer_sequencer", "kummer_program",
    "kummer_host",   "kummer_modulus", "kummer_cluster",   "kummer_mem",
    "kummer_htmm",   "kummer_mul34",   "kummer_mullow34",  "kummer_delay4",
    "kummer_addsub", "kummer_operand", "kummer_result",    "kummer_cswap",
    "kummer_swapped"};

std::string ProgramFile(int w) {
  return "program_w" + std::to_string(w) + ".hex";
}

json Manifest(const std::vector<Design>& designs,
              const std::vector<unsigned>& lengths) {
  const Architecture& a = designs[0].architecture;
  json sources = json::array(), data = json::array();
  for (const char* source : kSources) {
    sources.push_back(std::string("kummer/common/") + source + ".v");
  }
  sources.push_back("common/byte_port.v");
  json configurations = json::array();
  for (const unsigned m : lengths) {
    for (const Design& d : designs) {
      const Architecture& own = d.architecture;
      std::string name = "w" + std::to_string(own.w);
      if (m != lengths[0]) name += "_m" + std::to_string(m);
      const bool merged =
          own.scheme == SwapScheme::kV2 || own.scheme == SwapScheme::kV3Merged;
      json c = {{"name", name},
                {"size", {{"m", m}}},
                {"parameters",
                 {{"M", m},
                  {"W", own.w},
                  {"CLUSTERS", own.clusters},
                  {"ADDERS", own.addsubs},
                  {"MULTS", own.mults},
                  {"MERGED", merged ? 1 : 0}}},
                {"cycles", static_cast<unsigned>(d.program.step_cycles) * m +
                               static_cast<unsigned>(d.program.fixed_cycles)},
                {"setup_cycles", d.program.setup_cycles},
                {"published", nullptr}};
      if (m == 256 && !d.published.empty()) c["published"] = d.published;
      if (m == lengths[0]) {
        for (const auto& [unit, share] : d.use) {
          c["unit_use"][unit] = std::round(1000 * share) / 1000;
        }
      }
      if (m != lengths[0] && m > 64) c["extended"] = true;
      configurations.push_back(c);
    }
  }
  for (const Design& d : designs) data.push_back(ProgramFile(d.architecture.w));
  return {{"contract", 1},
          {"family", "kummer"},
          {"top", "kummer_top"},
          {"core", "kummer_core"},
          {"sources", sources},
          {"include", json::array()},
          {"defines", json::object()},
          {"data", data},
          {"warnings", "own"},
          {"summary", a.summary},
          {"operation", "ladder"},
          {"inputs",
           {{"p", "odd"},
            {"mu", "any"},
            {"e", "any"},
            {"e_hat", "any"},
            {"w", a.on_surface ? "surface" : "any"},
            {"k", "any"}}},
          {"outputs", {"v1", "v2"}},
          {"optional_slots", json::array()},
          {"zeroize", "registers"},
          {"constant_time", true},
          {"configurations", configurations}};
}

std::vector<unsigned> Lengths(const std::string& file, const json& document) {
  const json list = document.value("m", json::array({256u}));
  std::vector<unsigned> lengths;
  if (!list.is_array()) {
    throw InputError(file, "m", list.dump() + " is no list of lengths",
                     "write \"m\": [256, 128, 16]");
  }
  for (const json& m : list) {
    if (!m.is_number_unsigned() || m < 2 || m > 8000) {
      throw InputError(file, "m", m.dump() + " is no length of a scalar",
                       "write numbers from 2 to 8000: \"m\": [256, 128, 16]");
    }
    if (std::count(list.begin(), list.end(), m) > 1) {
      throw InputError(file, "m", m.dump() + " stands there twice",
                       "leave one");
    }
    lengths.push_back(m);
  }
  if (lengths.empty()) throw InputError(file, "m", "is empty", "write [256]");
  return lengths;
}

// The row of the published figures for a width, or "".
std::string Published(const std::string& file, const json& document,
                      const json& rows, int w) {
  if (!document.contains("published")) return "";
  const json& prefix = document["published"];
  if (!prefix.is_string()) {
    throw InputError(file, "published", "is no text",
                     "write the first part of the name of rows in "
                     "golden/published/kummer.json, such as \"a1\"");
  }
  const std::string name = prefix;
  const std::string row = name + "_w" + std::to_string(w) + "_v5";
  if (!rows.contains(row)) {
    throw InputError(
        file, "published",
        "'" + name + "' has no rows for w = " + std::to_string(w),
        "golden/published/kummer.json has a1, a2, a3 and a4; leave "
        "the key out for an architecture of your own");
  }
  return row;
}

// What is there already is written over only if this tool wrote it.
void CheckFolder(const fs::path& folder) {
  if (!fs::exists(folder)) return;
  if (!fs::is_directory(folder)) {
    throw InputError("--out", folder.string(), "is no folder",
                     "name a new one");
  }
  if (!fs::is_empty(folder) && !fs::exists(folder / "architecture.json")) {
    throw InputError("--out", folder.string(),
                     "holds other files, and no architecture.json",
                     "name a new folder, or one that this command wrote");
  }
}

void WriteVariant(const fs::path& folder, const std::string& file,
                  const json& document, const std::vector<Design>& designs) {
  fs::create_directories(folder);
  for (const Design& d : designs) {
    WriteText(folder / ProgramFile(d.architecture.w),
              kummer::HexText(d.program));
  }
  WriteText(folder / "variant.json",
            Manifest(designs, Lengths(file, document)).dump(2) + "\n");
  WriteText(folder / "architecture.json", document.dump(2) + "\n");
  std::cerr << "wrote " << folder.string() << "\n";
}

// Every architecture that the RTL can be.
std::vector<Architecture> All() {
  std::vector<Architecture> all;
  const auto add = [&all](int clusters, int addsubs, int mults,
                          SwapScheme scheme, const char* swap) {
    for (const int w : {34, 68, 136}) {
      Architecture a;
      a.name = std::to_string(clusters) + "x(" + std::to_string(addsubs) + "+" +
               std::to_string(mults) + ") " + swap;
      a.w = w;
      a.clusters = clusters;
      a.addsubs = addsubs;
      a.mults = mults;
      a.scheme = scheme;
      a.latency = kummer::RtlLatencies(w);
      all.push_back(a);
    }
  };
  for (const int addsubs : {1, 2}) {
    for (const int mults : {1, 2}) {
      add(1, addsubs, mults, SwapScheme::kV1, "v1");
      add(1, addsubs, mults, SwapScheme::kV2, "v2");
      add(2, addsubs, mults, SwapScheme::kV3, "v3");
      add(2, addsubs, mults, SwapScheme::kV3Merged, "v3_merged");
    }
  }
  return all;
}

// A text for gnuplot, which doubles quotes.
std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text)
    quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

// T over the memories' width as a picture: the front in a colour for each
// number of DSP blocks and with names, all others as dots.
void Plot(const std::vector<Design>& designs, const std::string& file) {
  const auto width = [](const Design& d) {
    return d.architecture.clusters * d.architecture.w;
  };
  std::vector<const Design*> front;
  std::set<int> sizes;
  for (const Design& d : designs) {
    sizes.insert(d.architecture.dsp());
    if (d.best) front.push_back(&d);
  }
  std::sort(front.begin(), front.end(), [&](const Design* a, const Design* b) {
    return std::pair(width(*a), -a->program.step_cycles) <
           std::pair(width(*b), -b->program.step_cycles);
  });
  std::string text =
      "set terminal svg size 1000,640 noenhanced background 'white'\n"
      "set output " +
      Quoted(file) +
      "\nset xlabel 'width of all memories, bits'\n"
      "set ylabel 'cycles for one bit of the scalar, T'\nset grid\n"
      "set title 'clusters x (adders + multipliers), swap'\n"
      "set logscale x 2\nset xrange [28:460]\nset xtics (34, 68, 136, 272)\n"
      "set offsets 0, 0, 20, 20\nset key outside\n";
  // Names stand to the right of their points, one below the other.
  constexpr int kLine = 13;
  int last_width = 0, last = 0;
  for (const Design* d : front) {
    int at = d->program.step_cycles;
    if (width(*d) == last_width) at = std::min(at, last - kLine);
    text += "set label " + Quoted(d->architecture.name) + " at " +
            std::to_string(width(*d)) + "," + std::to_string(at) +
            " offset 1,0\n";
    last_width = width(*d);
    last = at;
  }
  std::string data;
  const auto points = [&](bool best, int dsp) {
    for (const Design& d : designs) {
      if (d.best != best || (dsp > 0 && d.architecture.dsp() != dsp)) continue;
      data += std::to_string(width(d)) + " " +
              std::to_string(d.program.step_cycles) + "\n";
    }
    data += "e\n";
  };
  text += "plot '-' with points pt 7 ps 0.3 lc 'gray' title 'not on the front'";
  points(false, 0);
  int colour = 0;
  for (const int dsp : sizes) {
    text += ", '-' with points pt 7 lc " + std::to_string(++colour) +
            " title '" + std::to_string(dsp) + " DSP blocks'";
    points(true, dsp);
  }
  const fs::path script = file + ".gp";
  WriteText(script, text + "\n" + data);
  const CommandResult result = RunCommand({"gnuplot", script.string()});
  fs::remove(script);
  if (result.status != 0) {
    throw InputError("--plot", file, "gnuplot failed: " + result.output,
                     "check that gnuplot is installed and the folder can be "
                     "written");
  }
}

}  // namespace

int Explore(const Context& context, const Words& words) {
  namespace po = boost::program_options;
  Arguments arguments(
      "curvebench explore kummer FILE.json [--out FOLDER] [--listing]\n"
      "curvebench explore kummer --sweep [--plot FILE.svg]\n"
      "Schedules the program of a Kummer accelerator from its description, "
      "runs it on a cycle-accurate\nmodel against golden, and prints cycles "
      "and use of the units; see docs/kummer.md.");
  arguments.Options()("out", po::value<std::string>(),
                      "write the variant that runs it into this folder")(
      "listing", "print the programs")(
      "sweep", "every architecture that the RTL can be, and the Pareto front")(
      "plot", po::value<std::string>(), "the front as a picture (gnuplot)")(
      "rounds", po::value<int>()->default_value(kummer::SearchOptions().rounds),
      "rounds of the local search for the ladder's step")(
      "seed",
      po::value<uint64_t>()->default_value(kummer::SearchOptions().seed),
      "of the search")("format",
                       po::value<std::string>()->default_value("table"),
                       "table, json, csv or md");
  if (!arguments.Parse(words)) return 0;
  const Format format = ParseFormat(arguments.Get<std::string>("format"));
  const Words& given = arguments.positional();
  const bool sweep = arguments.Has("sweep");
  if (given.empty() || given[0] != "kummer") {
    throw InputError("curvebench explore", given.empty() ? "" : given[0],
                     "needs a family that has programs",
                     "write curvebench explore kummer ...");
  }
  if (given.size() != (sweep ? 1u : 2u)) {
    throw InputError(
        "curvebench explore", "",
        sweep ? "takes no file with --sweep" : "takes one architecture file",
        "see curvebench explore --help");
  }
  kummer::SearchOptions options;
  options.rounds = arguments.Get<int>("rounds");
  options.seed = arguments.Get<uint64_t>("seed");
  constexpr int kMostRounds = 10'000'000;
  if (options.rounds < 0 || options.rounds > kMostRounds) {
    throw InputError("--rounds", std::to_string(options.rounds),
                     "is out of range",
                     "write 0 to " + std::to_string(kMostRounds));
  }
  if (sweep && arguments.Has("out")) {
    throw InputError("--out", "", "goes with one architecture, not --sweep",
                     "write a description of the one you want");
  }
  const json published =
      ReadJson(context.paths.root / "golden/published/kummer.json").at("rows");
  std::vector<Design> designs;
  if (sweep) {
    for (const Architecture& a : All()) {
      designs.push_back(Make(a, options));
      std::cerr << a.name << ", w = " << a.w
                << ": T = " << designs.back().program.step_cycles << "\n";
    }
  } else {
    const json document = ReadJson(given[1]);
    const std::vector<Architecture> architectures =
        kummer::ReadArchitectures(given[1], document);
    Lengths(given[1], document);
    if (arguments.Has("out")) CheckFolder(arguments.Get<std::string>("out"));
    for (const Architecture& a : architectures) {
      const std::string row = Published(given[1], document, published, a.w);
      designs.push_back(Make(a, options));
      designs.back().published = row;
    }
    if (arguments.Has("out")) {
      WriteVariant(arguments.Get<std::string>("out"), given[1], document,
                   designs);
    }
  }
  MarkFront(&designs);
  std::cout << Render(Results(designs, published, sweep), format);
  if (arguments.Has("listing")) {
    for (const Design& d : designs) {
      std::cout << "\n"
                << d.architecture.name << ", w = " << d.architecture.w << "\n"
                << kummer::ListingText(d.program, d.architecture.w);
    }
  }
  if (arguments.Has("plot")) {
    Plot(designs, arguments.Get<std::string>("plot"));
  }
  return 0;
}

}  // namespace curvebench
