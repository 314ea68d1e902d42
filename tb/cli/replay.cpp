// SPDX-License-Identifier: Apache-2.0
#include <sys/wait.h>
#include <unistd.h>

#include <iostream>

#include "bench/checks.h"
#include "bench/contract_rules.h"
#include "bench/error.h"
#include "bench/json_file.h"
#include "bench/render.h"
#include "cli/regression_options.h"

namespace curvebench {
namespace fs = std::filesystem;
namespace po = boost::program_options;

namespace {

// Runs the test in a process of its own: GoogleTest keeps what it registered.
// @return exit status: 0 passed, 1 failed as asked for, 2 bad input
int InChild(const std::function<int()>& body) {
  std::cout.flush();
  const pid_t pid = fork();
  if (pid < 0) throw std::runtime_error("cannot start a test process");
  if (pid == 0) {
    int status = 3;
    try {
      status = body();
    } catch (const InputError& error) {
      std::cerr << "error: " << error.what() << '\n';
      status = 2;
    } catch (const std::exception& error) {
      std::cerr << "error: " << error.what() << '\n';
    }
    std::cout.flush();
    std::cerr.flush();
    _exit(status);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

int Replay(const Context& context, const Words& words) {
  Arguments arguments(
      "curvebench replay FAMILY/VARIANT/CONFIGURATION --test NAME "
      "[--vector I]\n"
      "Runs one test again as 'verify' ran it and writes an FST wave for each "
      "model in it.\nExit status 1 if the test fails again.");
  AddStimulusOptions(&arguments);
  arguments.Options()("test",
                      po::value<std::string>()->default_value(kVectorTest),
                      "name of the test")("vector", po::value<size_t>(),
                                          "index of the one vector to run")(
      "wave,w", po::value<std::string>(), "file (default: build/waves/...fst)");
  if (!arguments.Parse(words)) return 0;
  const RegressionOptions options = ReadStimulusOptions(arguments);
  if (arguments.positional().size() != 1) {
    throw InputError("curvebench replay", "", "takes one configuration",
                     "copy the command that a failure prints");
  }
  const Configuration configuration =
      SelectOne(context, arguments.positional()[0]);
  const Family& family =
      FindFamily(context.families, configuration.variant->family);
  const std::string test = arguments.Get<std::string>("test");
  FileVectors read;
  const auto vectors = std::make_shared<const std::vector<Vector>>(
      MakeVectors(configuration, family, options, &read));
  const ModelBuilder builder(context.paths);

  CheckOptions checks;
  checks.filter = test;
  checks.replay_arguments = ReplayArguments(options);
  std::string wave_name = configuration.variant->folder.filename().string() +
                          "-" + configuration.name + "-" + test;
  if (arguments.Has("vector")) {
    checks.vector = arguments.Get<size_t>("vector");
    if (*checks.vector >= vectors->size()) {
      throw InputError("--vector", std::to_string(*checks.vector),
                       "there are only " + std::to_string(vectors->size()),
                       "give the --count and --seed of the failing run too");
    }
    wave_name += "-" + std::to_string(*checks.vector);
  }
  const fs::path wave =
      arguments.Has("wave")
          ? fs::path(arguments.Get<std::string>("wave"))
          : context.paths.build / "waves" / (wave_name + ".fst");
  if (arguments.Has("wave")) {
    std::error_code ignored;
    if (wave.has_parent_path()) {
      fs::create_directories(wave.parent_path(), ignored);
    }
    CheckWritable("--wave", wave);
  }

  const auto run = [&](bool history) {
    return InChild([&]() {
      Session session(configuration, family, builder, options.seed, vectors);
      session.plan = PlanContract(
          configuration,
          ReadManifest(configuration.variant->folder, context.paths));
      session.wave = fs::absolute(wave);
      checks.history = history;
      Row row = MakeRow(configuration, context.paths);
      RunChecks(&session, checks, &row);
      if (row.tests.empty()) {
        std::string names = kVectorTest;
        for (const ContractRule& rule : ContractRules()) {
          names += std::string(" ") + rule.name;
        }
        throw InputError("--test", test, "is no test of this configuration",
                         "tests: " + names);
      }
      std::cout << Failures(row);
      std::cout << configuration.id() << ", " << test << ": "
                << (row.status == "pass" ? "passed" : "failed") << '\n';
      for (const fs::path& file : session.waves_written) {
        std::cout << "wave: " << file.string() << '\n';
      }
      return row.status == "pass" ? 0 : 1;
    });
  };
  int status = run(false);
  if (status == 0 && checks.vector && *checks.vector > 0) {
    std::cout << "right on a fresh model; once more behind the vectors before "
                 "it\n";
    status = run(true);
  }
  return status;
}

}  // namespace curvebench
