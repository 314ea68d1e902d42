// SPDX-License-Identifier: Apache-2.0
#include "bench/mutation.h"

#include <bit>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "bench/json_file.h"
#include "bench/model_builder.h"
#include "bench/yosys.h"

namespace curvebench {
namespace fs = std::filesystem;

namespace {

// Lines of instances say nothing about a fault inside: only those of the cells
// themselves are kept.
constexpr char kFlatten[] =
    "proc\n"
    "setattr -unset src t:$paramod* t:[a-zA-Z_]*\n";

constexpr char kTail[] = "opt\nmemory_collect\nopt_clean\n";

// Says how mutants were built in, for the cache.
constexpr char kBuildIn[] = "outputs with buffers, no idle pins";

constexpr char kMiterTop[] = "curvebench_reset_first";

// Value of a word of a line of a mutation script, such as "-cell".
std::string Word(const std::string& line, const std::string& key) {
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    if (word == key && words >> word) return word;
  }
  return "";
}

// Whether a pin of a memory does nothing on a read port without a clock.
bool NeedsReadClock(const std::string& port) {
  return port == "RD_CLK" || port == "RD_EN" || port == "RD_ARST" ||
         port == "RD_SRST";
}

bool IsOutput(const std::string& port) {
  return port == "Y" || port == "Q" || port == "RD_DATA";
}

// Rounds of registers that may differ for a while: those that the fault writes,
// those that read these.
constexpr int kRounds = 2;

// The design without and with a mutant.
TwoCopies CopiesFor(const Mutation& mutation) {
  TwoCopies copies;
  copies.constants[Mutator::kInput] = {0,
                                       static_cast<uint32_t>(mutation.number)};
  copies.compared = {"seen_dout", "seen_done"};
  return copies;
}

// Bits of an output port of a cell of RTLIL, 0 if not known.
int OutputWidth(const std::string& type, const std::string& port,
                const std::map<std::string, int>& parameters) {
  const auto value = [&](const char* name, int missing) {
    const auto found = parameters.find(name);
    return found == parameters.end() ? missing : found->second;
  };
  if (type.rfind("$_", 0) == 0) return 1;
  if (port == "RD_DATA") return value("WIDTH", 0) * value("RD_PORTS", 1);
  return port == "Y" ? value("Y_WIDTH", value("WIDTH", 0)) : value("WIDTH", 0);
}

}  // namespace

std::string DropIdlePins(const std::string& rtlil,
                         const std::string& mutations) {
  std::map<std::string, std::string> clocked;  // cell -> bits, last port first
  std::istringstream text(rtlil);
  std::string cell;
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string first, second, third;
    words >> first >> second >> third;
    if (first == "cell") cell = third;
    if (first == "parameter" && second == "\\RD_CLK_ENABLE") {
      clocked[cell] = third.substr(third.find('\'') + 1);
    }
  }
  std::ostringstream kept;
  std::istringstream lines(mutations);
  for (std::string line; std::getline(lines, line);) {
    const auto found = clocked.find(Word(line, "-cell"));
    if (found != clocked.end() && NeedsReadClock(Word(line, "-port"))) {
      const size_t port =
          std::strtoul(Word(line, "-portbit").c_str(), nullptr, 10);
      const std::string& bits = found->second;
      if (port >= bits.size() || bits[bits.size() - 1 - port] != '1') continue;
    }
    kept << line << "\n";
  }
  return kept.str();
}

std::string BufferOutputs(const std::string& rtlil, std::string* mutations) {
  std::map<std::string, std::string> wanted;  // cell -> output port
  std::istringstream lines(*mutations);
  for (std::string line; std::getline(lines, line);) {
    const std::string port = Word(line, "-port");
    if (IsOutput(port)) wanted[Word(line, "-cell")] = port;
  }
  const bool keeps_registers =
      rtlil.find("attribute \\init") != std::string::npos;
  std::set<std::string> buffered;
  std::ostringstream head, wires, changed;
  std::string type, cell, port;
  std::map<std::string, int> parameters;
  std::istringstream text(rtlil);
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string first, second, third;
    words >> first >> second >> third;
    if (first == "module") {
      head << changed.str() << line << "\n";
      changed.str("");
      continue;
    }
    if (first == "cell") {
      type = second;
      cell = third;
      parameters.clear();
      const auto found = wanted.find(cell);
      port = found == wanted.end() ? "" : found->second;
      if (port == "Q" && keeps_registers) port.clear();
    } else if (first == "parameter" && second.size() > 1) {
      parameters[second.substr(1)] = std::atoi(third.c_str());
    } else if (first == "connect" && !port.empty() && second == "\\" + port) {
      const int width = OutputWidth(type, port, parameters);
      if (width > 0) {
        const std::string number = std::to_string(buffered.size());
        const std::string wire = "\\curvebench_before_" + number;
        const std::string bits = std::to_string(width);
        const std::string to = line.substr(line.find(second) + second.size());
        // Behind this cell, where its text has ended.
        changed << "    connect " << second << " " << wire << "\n";
        for (; std::getline(text, line) && line != "  end";) {
          changed << line << "\n";
        }
        wires << "  wire width " << bits << " " << wire << "\n";
        changed << "  end\n  cell $pos \\curvebench_buffer_" << number
                << "\n    parameter \\A_SIGNED 0\n    parameter \\A_WIDTH "
                << bits << "\n    parameter \\Y_WIDTH " << bits
                << "\n    connect \\A " << wire << "\n    connect \\Y" << to
                << "\n";
        wanted[cell] = "curvebench_buffer_" + number;
        buffered.insert(cell);
        port.clear();
      }
    }
    changed << line << "\n";
  }
  std::ostringstream script;
  std::istringstream again(*mutations);
  for (std::string line; std::getline(again, line);) {
    const std::string name = Word(line, "-cell");
    const std::string output = Word(line, "-port");
    if (IsOutput(output) && buffered.count(name)) {
      const std::string before = "-cell " + name + " -port " + output + " ";
      const size_t at = line.find(before);
      if (at == std::string::npos) {
        throw std::runtime_error("no mutation of Yosys: " + line);
      }
      line.replace(at, before.size(), "-cell " + wanted[name] + " -port A ");
    }
    script << line << "\n";
  }
  *mutations = script.str();
  return head.str() + wires.str() + changed.str();
}

std::vector<Mutation> ReadMutations(const std::string& text,
                                    const fs::path& root) {
  std::vector<Mutation> mutations;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    std::istringstream words(line);
    std::string word, cell, port, bit;
    words >> word;
    Mutation m;
    std::set<std::string> sources;
    while (words >> word) {
      std::string value;
      words >> value;
      if (word == "-ctrl") {
        words >> value >> m.number;
      } else if (word == "-mode") {
        m.mode = value;
      } else if (word == "-cell") {
        cell = value;
      } else if (word == "-port") {
        port = value;
      } else if (word == "-portbit") {
        bit = value;
      } else if (word == "-src") {
        std::string place = value;
        const std::string below = root.string() + "/";
        if (place.rfind(below, 0) == 0) place = place.substr(below.size());
        // file:line.column-line.column: the line will do.
        const size_t colon = place.rfind(':');
        const size_t dot =
            colon == std::string::npos ? colon : place.find('.', colon);
        sources.insert(place.substr(0, dot));
      }
    }
    if (m.number < 1 || m.mode.empty()) {
      throw std::runtime_error("no mutation of Yosys: " + line);
    }
    // Cell names hold paths, "$and$/where/file.v:13$62": the file will do.
    const size_t slash = cell.rfind('/');
    const size_t dollar =
        slash == std::string::npos ? slash : cell.rfind('$', slash);
    if (dollar != std::string::npos) {
      cell.erase(dollar + 1, slash - dollar);
    }
    m.where = cell + "." + port + "[" + bit + "]";
    for (const std::string& source : sources) {
      m.source += (m.source.empty() ? "" : ", ") + source;
    }
    mutations.push_back(std::move(m));
  }
  return mutations;
}

MutatedRtl Mutator::Make(const Configuration& configuration,
                         const Interface& port, int count,
                         uint64_t seed) const {
  MutatedRtl rtl;
  rtl.addr_bits = port.addr_bits;
  rtl.select_bits = static_cast<int>(
      std::bit_width(static_cast<unsigned>(std::max(count, 1))));
  const std::string list = "mutate -list " + std::to_string(count) + " -seed " +
                           std::to_string(seed & 0x7fffffff) + " -ctrl " +
                           kInput + " " + std::to_string(rtl.select_bits) +
                           " 1 -o ";
  const std::string hash =
      Sha256(YosysVersion() + SourceText(configuration) + kFlatten +
             kFlattenAll + kTail + list + kBuildIn);
  rtl.folder = paths_.build / "mutation" / hash.substr(0, 16);
  const fs::path verilog = rtl.folder / "mutated.v";
  const fs::path names = rtl.folder / "mutations.txt";
  if (!fs::exists(verilog)) {
    fs::create_directories(rtl.folder);
    const fs::path unfinished = verilog.string() + ".new";
    const fs::path plain = rtl.folder / "plain.il";
    RunYosys(configuration,
             YosysRead(configuration) + kFlatten + kFlattenAll + kTail + list +
                 names.string() + "\nwrite_rtlil " + plain.string() + "\n",
             rtl.folder, "list");
    const std::string flat = ReadText(plain);
    std::string mutations = DropIdlePins(flat, ReadText(names));
    WriteText(names, mutations);
    const fs::path buffered = rtl.folder / "buffered.il";
    WriteText(buffered, BufferOutputs(flat, &mutations));
    const fs::path script = rtl.folder / "mutate.txt";
    WriteText(script, mutations);
    RunYosys(configuration,
             "read_rtlil " + buffered.string() + "\nscript " + script.string() +
                 "\nwrite_rtlil " + (rtl.folder / "mutated.il").string() +
                 "\nwrite_verilog -noattr " + unfinished.string() + "\n",
             rtl.folder, "mutate");
    fs::rename(unfinished, verilog);
  }
  rtl.mutations = ReadMutations(ReadText(names), paths_.root);
  auto variant = std::make_shared<Variant>(*configuration.variant);
  variant->sources = {verilog};
  variant->include.clear();
  variant->defines.clear();
  variant->data.clear();  // $readmemh has been done
  variant->own_warnings = false;
  variant->is_netlist = true;
  variant->keeps_names = true;
  if (!rtl.mutations.empty()) variant->extra_inputs = {kInput};
  rtl.configuration = configuration;
  rtl.configuration.variant = variant;
  rtl.configuration.parameters = nlohmann::json::object();
  return rtl;
}

std::string YosysToAiger(const fs::path& file) {
  return "flatten\nopt\nmemory_collect\nmemory_map\nasync2sync\ndffunmap\n"
         "techmap\nopt -fast\ndfflegalize -cell $_DFF_P_ 01\nsetundef -zero "
         "-init\n"
         "aigmap\n"
         "opt_clean\nwrite_aiger -ascii -symbols -zinit " +
         file.string() + "\n";
}

void Mutator::PrepareProofs(const MutatedRtl& rtl) const {
  const fs::path gates = rtl.folder / "mutated.aag";
  const Variant& v = *rtl.configuration.variant;
  // A reset comes first; outputs of the time before it, and whether done is
  // about to rise while a reset is asked for, are nobody's business.
  std::ostringstream wrapper;
  wrapper << "module " << kMiterTop
          << " (input clk, rst, ld, lk, start, data,\n"
             "  input [7:0] din, input ["
          << rtl.addr_bits - 1 << ":0] addr, input [" << rtl.select_bits - 1
          << ":0] " << kInput
          << ",\n  output [7:0] seen_dout, output seen_done);\n"
             "  reg first = 1'b1;\n"
             "  always @(posedge clk) first <= 1'b0;\n"
             "  wire [7:0] dout;\n  wire done;\n  "
          << v.top
          << " dut (.clk(clk), .rst(rst | first), .ld(ld), .lk(lk),\n"
             "    .din(din), .start(start), .addr(addr), .data(data),\n    ."
          << kInput << "(" << kInput
          << "), .dout(dout), .done(done));\n"
             "  assign seen_dout = first ? 8'd0 : dout;\n"
             "  assign seen_done = ~first & ~rst & done;\nendmodule\n";
  const fs::path source = rtl.folder / "wrapper.v";
  if (fs::exists(gates) && ReadText(source) == wrapper.str()) return;
  fs::remove(gates);
  WriteText(source, wrapper.str());
  const fs::path unfinished = gates.string() + ".new";
  RunYosys(rtl.configuration,
           "read_rtlil " + (rtl.folder / "mutated.il").string() +
               "\nread_verilog " + source.string() +
               "\nhierarchy -check -top " + kMiterTop + "\nproc\n" +
               YosysToAiger(unfinished),
           rtl.folder, "gates");
  fs::rename(unfinished, gates);
}

Aig Mutator::Gates(const MutatedRtl& rtl) const {
  PrepareProofs(rtl);
  return ReadAiger(ReadText(rtl.folder / "mutated.aag"));
}

Verdict Mutator::NoStepDiffers(const MutatedRtl& rtl, const Mutation& mutation,
                               int seconds) const {
  TwoCopies copies = CopiesFor(mutation);
  copies.one_state = true;
  Verdict verdict =
      ProveNeverLocally(Miter(Gates(rtl), copies), rtl.folder,
                        "step-" + std::to_string(mutation.number), seconds);
  if (verdict.answer == Verdict::kProved) {
    verdict.method = "no step differs: " + verdict.method;
  }
  return verdict;
}

Verdict Mutator::Reconverges(const MutatedRtl& rtl, const Mutation& mutation,
                             int seconds) const {
  const Aig gates = Gates(rtl);
  TwoCopies copies = CopiesFor(mutation);
  copies.one_state = true;
  for (int round = 1; round <= kRounds; ++round) {
    std::set<size_t> apart = WrittenApart(gates, copies);
    if (apart == copies.apart) break;
    copies.apart = std::move(apart);
    Verdict verdict =
        ProveNeverLocally(Miter(gates, copies), rtl.folder,
                          "apart-" + std::to_string(mutation.number), seconds);
    if (verdict.answer == Verdict::kProved) {
      verdict.method = "what differs in " +
                       std::to_string(copies.apart.size()) +
                       " registers is not read: " + verdict.method;
      return verdict;
    }
  }
  return {};
}

Verdict Mutator::Equivalent(const MutatedRtl& rtl, const Mutation& mutation,
                            int seconds) const {
  return ProveNever(Miter(Gates(rtl), CopiesFor(mutation)), rtl.folder,
                    "equivalent-" + std::to_string(mutation.number), seconds);
}

}  // namespace curvebench
