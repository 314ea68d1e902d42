// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <iostream>

#include "bench/error.h"
#include "bench/seed.h"
#include "bench/uart_board.h"
#include "cli/arguments.h"

namespace curvebench {
namespace po = boost::program_options;

namespace {

volatile std::sig_atomic_t stopped = 0;  // set by a signal

}  // namespace

int Board(const Context& context, const Words& words) {
  Arguments arguments(
      "curvebench board FAMILY/VARIANT/CONFIGURATION\n"
      "Simulates rtl/common/uart_board.v with this variant and joins its line "
      "to a pseudo-terminal,\nwhose name is printed first: what "
      "'curvebench verify --backend uart:NAME' talks to. Runs until it is\n"
      "interrupted.");
  arguments.Options()("once", "end when the first program closes the line")(
      "divider", po::value<int>()->default_value(16),
      "clock cycles of a bit (8 or more); few make the simulation fast")(
      "quiet", po::value<int>()->default_value(4096),
      "bits of silence that break a frame off");
  if (!arguments.Parse(words)) return 0;
  if (arguments.positional().size() != 1) {
    throw InputError("curvebench board", "", "takes one configuration",
                     "write curvebench board gf2m/digit/d8");
  }
  const int divider = arguments.Get<int>("divider");
  if (divider < 8 || divider > 10'000) {
    throw InputError("--divider", std::to_string(divider), "is not in 8..10000",
                     "leave it at 16");
  }
  BoardOptions options;
  options.clock_hz = divider * options.baud;
  options.quiet = arguments.Get<int>("quiet");
  if (options.quiet < 16 || options.quiet > 65'535) {
    throw InputError("--quiet", std::to_string(options.quiet),
                     "is not in 16..65535", "leave it at 4096");
  }
  const Configuration configuration =
      SelectOne(context, arguments.positional()[0]);
  const Family& family =
      FindFamily(context.families, configuration.variant->family);
  const ModelBuilder builder(context.paths);
  const BuiltModel built = builder.Build(
      BoardConfiguration(configuration, family.Describe(configuration),
                         context.paths, options),
      BoardPorts(), Flavour::kFast);
  const ModelLibrary library(built.library);
  const auto model = library.Create(MixSeed(1, configuration.id()));
  BoardWire wire(model.get(), divider);
  BoardTerminal terminal(&wire);
  std::signal(SIGINT, [](int) { stopped = 1; });
  std::signal(SIGTERM, [](int) { stopped = 1; });
  std::cout << terminal.name() << std::endl;
  terminal.Serve(arguments.Has("once"), [] { return stopped != 0; });
  return 0;
}

}  // namespace curvebench
