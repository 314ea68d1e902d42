// SPDX-License-Identifier: Apache-2.0
#include "tests/report_fixture.h"

namespace curvebench::tests {
using nlohmann::json;

Row ReportRow(const std::string& variant, const std::string& configuration,
              int m, uint64_t cycles, int lut) {
  Row row;
  row.family = "gf2m";
  row.variant = variant;
  row.configuration = configuration;
  row.operation = "pmul";
  row.summary = "summary of " + variant;
  row.size = {{"m", m}, {"poly", {m, 1, 0}}};
  row.inputs = json::object();
  row.status = "pass";
  row.vectors = 1100;
  row.classes = {{"edge", {1000, 1000}}, {"random", {100, 100}}};
  row.contract_passed = row.contract_run = 27;
  row.contract_skipped = 4;
  row.cycles_min = row.cycles_max = cycles;
  row.setup_cycles = 0;
  row.constant_time = "measured";
  row.synthesis["yosys_xc7"] = {
      {"lut", lut},     {"lutram", 64},
      {"ff", 1437},     {"dsp", 3},
      {"bram36", 2.5},  {"logic_ns", 3.352},
      {"flow", "wide"}, {"tool", "Yosys 0.23 for tests"}};
  row.published = {
      {"source", "paper_v7"}, {"cycles", 716459}, {"lut", 2346},
      {"slices", 391},        {"ff", nullptr},    {"dsp", nullptr},
      {"bram", nullptr},      {"mhz", 161.5},     {"time_us", 4450}};
  row.tests = {{"Vectors", true, 1.5, {}},
               {"ZeroizeAll", true, 0, {}, true, "the manifest claims none"}};
  return row;
}

Results ReportResults() {
  Results results;
  results.tool = {{"curvebench", "abc1234"},
                  {"verilator", "Verilator 5.006"},
                  {"seed", 77}};
  results.rows = {ReportRow("digit", "d8", 233, 85194, 3111),
                  ReportRow("digit", "d8_m163", 163, 41979, 2222),
                  ReportRow("serial", "base", 233, 656842, 1234)};
  return results;
}

}  // namespace curvebench::tests
