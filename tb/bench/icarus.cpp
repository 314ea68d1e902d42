// SPDX-License-Identifier: Apache-2.0
#include "bench/icarus.h"

#include <chrono>
#include <sstream>

#include "bench/command.h"
#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/model_builder.h"

namespace curvebench {
namespace fs = std::filesystem;

namespace {

std::string Literal(const Bytes& bytes) {
  return std::to_string(8 * bytes.size()) + "'h" + FromBytes(bytes).get_str(16);
}

// A bench with one task for each thing that the port does. It prints a line for
// each result, and at the end the number of edges.
std::string BenchText(const Configuration& configuration, const Interface& port,
                      const std::vector<Vector>& vectors) {
  std::ostringstream v;
  size_t widest = 1;
  for (const Slot& slot : port.Loads()) {
    widest = std::max(widest, static_cast<size_t>(slot.bytes));
  }
  v << "module bench;\n"
       "  reg clk = 0, rst = 0, ld = 0, lk = 0, start = 0, data = 0;\n"
       "  reg [7:0] din = 0;\n"
       "  reg ["
    << port.addr_bits - 1
    << ":0] addr = 0;\n"
       "  wire [7:0] dout;\n  wire done;\n"
       "  integer edges = 0, i;\n  "
    << configuration.variant->top << " #(";
  bool first = true;
  for (const auto& [key, value] : configuration.parameters.items()) {
    v << (first ? "" : ", ") << '.' << key << '(' << VerilogValue(value) << ')';
    first = false;
  }
  v << ") dut (.clk(clk), .rst(rst), .ld(ld), .lk(lk), .din(din), "
       ".start(start), .addr(addr), .data(data), .dout(dout), .done(done));\n"
       "  task tick; begin #1 clk = 1; edges = edges + 1; #1 clk = 0; end "
       "endtask\n"
       "  task load(input key, input integer slot, input integer bytes, input ["
    << 8 * widest - 1
    << ":0] value);\n    begin\n"
       "      for (i = bytes - 1; i >= 0; i = i - 1) begin\n"
       "        ld = !key; lk = key; addr = slot; din = value >> (8 * i);\n"
       "        tick;\n      end\n      ld = 0; lk = 0;\n"
       "      addr = {"
    << port.addr_bits
    << "{1'b1}}; tick; tick; tick;\n"
       "      while (dout[1]) tick;\n    end\n  endtask\n"
       "  task read(input integer slot, input integer bytes);\n    begin\n"
       "      addr = slot; data = 0; tick; data = 1; \n"
       "      for (i = 0; i < bytes; i = i + 1) begin\n"
       "        tick; $write(\"%02x\", dout);\n      end\n"
       "      data = 0; $write(\"\\n\");\n    end\n  endtask\n"
       "  initial begin\n    rst = 1; tick; rst = 0;\n";
  for (const Vector& vector : vectors) {
    for (size_t i = 0; i < vector.loads.size(); ++i) {
      if (vector.loads[i].empty()) continue;
      const bool key = i == port.operands.size();
      v << "    load(" << key << ", " << (key ? 0 : port.operands[i].address)
        << ", " << vector.loads[i].size() << ", " << Literal(vector.loads[i])
        << ");\n";
    }
    v << "    start = 1; tick; start = 0; while (!done) tick;\n";
    for (const Slot& slot : port.results) {
      v << "    read(" << slot.address << ", " << slot.bytes << ");\n";
    }
  }
  v << "    $write(\"edges %0d\\n\", edges);\n    $finish;\n  end\n"
       "endmodule\n";
  return v.str();
}

}  // namespace

IcarusRun RunIcarus(const Configuration& configuration, const Family& family,
                    const Interface& port, const std::vector<Vector>& vectors,
                    const fs::path& scratch) {
  const Variant& variant = *configuration.variant;
  fs::create_directories(scratch);
  WriteText(scratch / "bench.v", BenchText(configuration, port, vectors));
  std::vector<std::string> words = {
      "iverilog", "-g2012", "-s",
      "bench",    "-o",     (scratch / "bench.vvp").string()};
  for (const auto& [key, value] : variant.defines) {
    words.push_back("-D" + key + "=" + value);
  }
  for (const fs::path& folder : variant.include) {
    words.push_back("-I" + folder.string());
  }
  words.push_back((scratch / "bench.v").string());
  for (const fs::path& source : variant.sources) {
    words.push_back(source.string());
  }
  const CommandResult compiled = RunCommand(words);
  if (compiled.status != 0) {
    throw InputError(variant.file().string(), "sources",
                     "Icarus Verilog cannot read them", compiled.output);
  }
  IcarusRun run;
  const auto start = std::chrono::steady_clock::now();
  const CommandResult result =
      RunCommand({"vvp", "-n", (scratch / "bench.vvp").string()},
                 variant.data.empty() ? scratch : variant.folder);
  run.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  std::istringstream lines(result.output);
  run.right = true;
  for (const Vector& vector : vectors) {
    Observation seen;
    for (size_t i = 0; i < port.results.size(); ++i) {
      std::string line;
      std::getline(lines, line);
      try {
        seen.results.push_back(ToBytes(
            ParseHex(line), static_cast<size_t>(port.results[i].bytes)));
      } catch (const std::exception&) {
        run.right = false;
        return run;
      }
    }
    // The bench does not read the status: take it as expected.
    seen.status = 1 | (vector.identity ? 4 : 0) | (vector.error ? 8 : 0);
    run.right &= family.Compare(configuration, port, vector, seen).empty();
  }
  std::string word;
  lines >> word >> run.edges;
  return run;
}

}  // namespace curvebench
