// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iostream>

#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/session.h"
#include "bench/wave_file.h"
#include "cli/regression_options.h"

namespace curvebench {
namespace fs = std::filesystem;
namespace po = boost::program_options;

namespace {

// Field elements are data path, flags and counters are control.
unsigned WideFrom(const Interface& port) {
  int least = 17;
  for (const Slot& slot : port.operands) least = std::min(least, slot.bits);
  return static_cast<unsigned>(std::max(least, 2));
}

// Runs the vector and prints what it did.
// @return whether the answer was right
bool RunOne(Session* session, const Vector& vector) {
  Rig rig(session, kVectorTest);
  rig.driver().Reset();
  if (vector.refused >= 0) {
    const auto load = static_cast<size_t>(vector.refused);
    rig.driver().Load(vector.refused, vector.loads[load]);
    const bool refused = (rig.driver().ReadStatus() & kOperandError) != 0;
    std::cout << (refused ? "refused, as it must be\n"
                          : "the load was not refused\n");
    return refused;
  }
  Observation seen;
  try {
    seen = rig.RunVector(vector);
  } catch (const std::runtime_error& error) {
    std::cout << error.what() << '\n';
    return false;
  }
  const std::vector<Mismatch> wrong = session->family().Compare(
      session->configuration(), session->interface(), vector, seen);
  for (const Mismatch& m : wrong) {
    std::cout << "  " << m.field << "\n    expected " << m.expected
              << "\n    got      " << m.got << '\n';
  }
  std::cout << (wrong.empty() ? "right" : "wrong") << " after " << seen.cycles
            << " cycles\n";
  return wrong.empty();
}

}  // namespace

int Wave(const Context& context, const Words& words) {
  Arguments arguments(
      "curvebench wave FAMILY/VARIANT/CONFIGURATION [--vector I] [--vcd] "
      "[--saif]\n"
      "Runs one vector on a fresh model and writes an FST wave and a GTKWave "
      "save file that groups\nport, control, data path and memory. Exit status "
      "1 if the answer is wrong.");
  AddStimulusOptions(&arguments);
  arguments.Options()("vector", po::value<size_t>()->default_value(0),
                      "index of the vector")(
      "wave,w", po::value<std::string>(), "file (default: build/waves/...fst)")(
      "vcd", "a VCD file too")("saif",
                               "switching activity too, for power tools")(
      "period-ns", po::value<double>()->default_value(10.0),
      "clock period that the activity is stated for");
  if (!arguments.Parse(words)) return 0;
  const RegressionOptions options = ReadStimulusOptions(arguments);
  if (arguments.positional().size() != 1) {
    throw InputError("curvebench wave", "", "takes one configuration",
                     "write curvebench wave gf2m/digit/d8 (make wave "
                     "VARIANT=gf2m/digit/d8)");
  }
  const double period_ns = arguments.Get<double>("period-ns");
  if (!(period_ns >= 0.002) || period_ns > 1e6) {
    throw InputError("--period-ns", std::to_string(period_ns),
                     "is not in 0.002..1000000", "write 5 for 200 MHz");
  }
  const Configuration configuration =
      SelectOne(context, arguments.positional()[0]);
  const Family& family =
      FindFamily(context.families, configuration.variant->family);
  FileVectors read;
  const auto vectors = std::make_shared<const std::vector<Vector>>(
      MakeVectors(configuration, family, options, &read));
  const auto index = arguments.Get<size_t>("vector");
  if (index >= vectors->size()) {
    throw InputError("--vector", std::to_string(index),
                     "there are only " + std::to_string(vectors->size()),
                     "count from 0, or give a larger --count");
  }
  const Vector& vector = (*vectors)[index];
  const fs::path wave =
      arguments.Has("wave")
          ? fs::path(arguments.Get<std::string>("wave"))
          : context.paths.build / "waves" /
                (configuration.variant->folder.filename().string() + "-" +
                 configuration.name + "-" + std::to_string(index) + ".fst");
  for (const char* other : {".gtkw", ".vcd", ".saif"}) {
    if (wave.extension() == other) {
      throw InputError("--wave", wave.string(),
                       "has the name of a file that is made from the wave",
                       "let it end in .fst");
    }
  }
  if (arguments.Has("wave")) {
    std::error_code ignored;
    if (wave.has_parent_path()) {
      fs::create_directories(wave.parent_path(), ignored);
    }
    CheckWritable("--wave", wave);
  }
  const ModelBuilder builder(context.paths);
  Session session(configuration, family, builder, options.seed, vectors);
  session.wave = fs::absolute(wave);
  std::cout << configuration.id() << ", vector " << index << " (" << vector.kind
            << (vector.label.empty() ? "" : ": ") << vector.label << "): ";
  const bool right = RunOne(&session, vector);

  fs::path save = wave;
  save.replace_extension(".gtkw");
  // Beside its wave, so that both can be moved.
  WriteText(save, GtkwaveSaveFile(ReadSignals(wave), wave.filename().string(),
                                  WideFrom(session.interface())));
  std::cout << "wave: " << wave.string() << "\nsave file: " << save.string()
            << '\n';
  if (arguments.Has("vcd")) {
    fs::path vcd = wave;
    vcd.replace_extension(".vcd");
    WriteVcd(wave, vcd);
    std::cout << "VCD: " << vcd.string() << '\n';
  }
  if (arguments.Has("saif")) {
    fs::path saif = wave;
    saif.replace_extension(".saif");
    // The model's clock has two time units.
    WriteSaif(wave, saif,
              static_cast<uint64_t>(std::llround(period_ns * 1000 / 2)));
    std::cout << "SAIF: " << saif.string() << '\n';
  }
  std::cout << "open: gtkwave " << wave.string() << " " << save.string()
            << '\n';
  return right ? 0 : 1;
}

}  // namespace curvebench
