// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>

#include "bench/error.h"
#include "bench/icarus.h"
#include "bench/render.h"
#include "bench/session.h"
#include "cli/regression_options.h"

namespace curvebench {

namespace {

using Clock = std::chrono::steady_clock;

double Since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::string Text(const char* form, double value) {
  char text[64];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

struct Speed {
  double rate = 0;      // edges per second, harness and all
  double overhead = 0;  // of the harness over a bare evaluation loop
};

// Pairs in turn: a whole vector through the harness, then as many edges of a
// bare loop on the same running core. Drift of the machine hits both alike.
Speed Measure(Session* session, int pairs) {
  Rig harness(session, "harness");
  Rig bare(session, "bare");
  harness.driver().Reset();
  bare.driver().Reset();
  std::vector<double> rates, ratios;
  for (int pair = 0; pair < pairs; ++pair) {
    // Short runs are repeated until a pair takes a measurable time.
    const Vector& vector = session->Ordinary(static_cast<size_t>(pair));
    constexpr uint64_t kEdges = 400'000;
    uint64_t edges = 0;
    const uint64_t before = harness.model().edges();
    const Clock::time_point start = Clock::now();
    while (harness.model().edges() - before < kEdges) {
      const Observation seen = harness.RunVector(vector);
      if (!session->family()
               .Compare(session->configuration(), session->interface(), vector,
                        seen)
               .empty()) {
        throw std::runtime_error(session->configuration().id() +
                                 " computes a wrong result; run verify");
      }
    }
    const double with = Since(start);
    edges = harness.model().edges() - before;

    double without = 0;
    const uint64_t run = session->configuration().cycles.value_or(edges);
    for (uint64_t left = edges; left > 0;) {
      bare.driver().LoadAll(vector);
      bare.driver().Start();
      const uint64_t part = std::min(left, run);
      const Clock::time_point bare_start = Clock::now();
      bare.model().Bare(part);
      without += Since(bare_start);
      left -= part;
    }
    rates.push_back(static_cast<double>(edges) / with);
    ratios.push_back(with / without);
  }
  return {Median(rates), Median(ratios) - 1};
}

}  // namespace

int Bench(const Context& context, const Words& words) {
  namespace po = boost::program_options;
  Arguments arguments(
      "curvebench bench [VARIANT ...]\n"
      "Without a VARIANT: every variant at its default size.\n"
      "Simulated cycles per second, what the harness costs over a bare "
      "evaluation loop (median of\ninterleaved pairs), and the ratio to Icarus "
      "Verilog on the same RTL and vectors.");
  AddStimulusOptions(&arguments);
  arguments.Options()("pairs", po::value<int>()->default_value(9),
                      "interleaved pairs")(
      "icarus", po::value<int>()->default_value(1),
      "vectors for Icarus Verilog (0: leave it out)")(
      "format", po::value<std::string>()->default_value("table"),
      "table, json, csv or md");
  if (!arguments.Parse(words)) return 0;
  const Format format = ParseFormat(arguments.Get<std::string>("format"));
  const RegressionOptions options = ReadStimulusOptions(arguments);
  const int pairs = arguments.Get<int>("pairs");
  if (pairs < 1)
    throw InputError("--pairs", "", "is below 1", "write 1 or more");
  int errors = 0;
  Table table{{"configuration", "cycles", "M cycles/s", "harness overhead",
               "Icarus M cycles/s", "x Icarus"},
              {}};
  const ModelBuilder builder(context.paths);
  for (const Configuration& configuration :
       SelectOrReport(context, arguments.positional(), &errors)) {
    if (arguments.positional().empty() && !configuration.default_size) continue;
    const Family& family =
        FindFamily(context.families, configuration.variant->family);
    FileVectors read;
    const auto vectors = std::make_shared<const std::vector<Vector>>(
        MakeVectors(configuration, family, options, &read));
    Session session(configuration, family, builder, options.seed, vectors);
    const Speed speed = Measure(&session, pairs);
    std::string rate = "-", ratio = "-";
    const int count = arguments.Get<int>("icarus");
    if (count > 0) {
      std::vector<Vector> few;
      for (int i = 0; i < count; ++i) {
        few.push_back(session.Ordinary(static_cast<size_t>(i)));
      }
      const IcarusRun run =
          RunIcarus(configuration, family, session.interface(), few,
                    context.paths.build / "icarus");
      if (!run.right) {
        throw std::runtime_error(configuration.id() +
                                 ": Icarus Verilog computes another result");
      }
      const double icarus = static_cast<double>(run.edges) / run.seconds;
      rate = Text("%.3f", icarus / 1e6);
      ratio = Text("%.0f", speed.rate / icarus);
    }
    table.lines.push_back(
        {configuration.id(),
         configuration.cycles ? std::to_string(*configuration.cycles) : "-",
         Text("%.2f", speed.rate / 1e6), Text("%.1f %%", 100 * speed.overhead),
         rate, ratio});
    if (format == Format::kTable) {
      std::cerr << configuration.id() << "  " << Text("%.2f", speed.rate / 1e6)
                << " M cycles/s\n";
    }
  }
  std::cout << Render(table, format);
  return errors ? 2 : 0;
}

}  // namespace curvebench
