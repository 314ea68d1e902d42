// SPDX-License-Identifier: Apache-2.0
#include "bench/mutation.h"

#include <bit>
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

constexpr char kMiterTop[] = "curvebench_reset_first";

}  // namespace

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
    // Cell names hold paths: what is behind the last '/' tells enough.
    const size_t slash = cell.rfind('/');
    const size_t dollar = cell.find('$', 1);
    if (slash != std::string::npos && dollar != std::string::npos &&
        dollar < slash) {
      cell.erase(dollar, slash + 1 - dollar);
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
  const std::string hash = Sha256(YosysVersion() + SourceText(configuration) +
                                  kFlatten + kFlattenAll + kTail + list);
  rtl.folder = paths_.build / "mutation" / hash.substr(0, 16);
  const fs::path verilog = rtl.folder / "mutated.v";
  const fs::path names = rtl.folder / "mutations.txt";
  if (!fs::exists(verilog)) {
    fs::create_directories(rtl.folder);
    const fs::path unfinished = verilog.string() + ".new";
    RunYosys(configuration,
             YosysRead(configuration) + kFlatten + kFlattenAll + kTail + list +
                 names.string() + "\nscript " + names.string() +
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

Verdict Mutator::Equivalent(const MutatedRtl& rtl, const Mutation& mutation,
                            int seconds) const {
  PrepareProofs(rtl);
  const Aig design = ReadAiger(ReadText(rtl.folder / "mutated.aag"));
  TwoCopies copies;
  copies.constants[kInput] = {0, static_cast<uint32_t>(mutation.number)};
  copies.compared = {"seen_dout", "seen_done"};
  return ProveNever(Miter(design, copies), rtl.folder,
                    "equivalent-" + std::to_string(mutation.number), seconds);
}

}  // namespace curvebench
