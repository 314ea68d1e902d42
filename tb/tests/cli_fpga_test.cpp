// SPDX-License-Identifier: Apache-2.0
// Boards behind a line, and the targets of `curvebench fpga`.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/process.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>

#include "bench/json_file.h"
#include "bench/serial_line.h"
#include "bench/uart_board.h"
#include "tests/program.h"
#include "tests/rtl_copy.h"

namespace curvebench::tests {
namespace {

namespace bp = boost::process;
namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// `curvebench board`, from its start to the end of the test.
class SimulatedBoard {
 public:
  explicit SimulatedBoard(const std::string& variant)
      : child_(CURVEBENCH_BINARY_DIR "/curvebench",
               bp::args(std::vector<std::string>{"board", variant}),
               bp::std_out > out_, bp::std_in < bp::null) {
    std::getline(out_, line_);
  }
  ~SimulatedBoard() {
    // Its own child, by its own number; it ends by itself then.
    if (child_.running()) kill(child_.id(), SIGTERM);
    child_.wait();
  }
  /// Word for --backend.
  std::string backend() const { return "uart:" + line_; }
  std::string device() const { return line_; }
  int Stop() {
    kill(child_.id(), SIGTERM);
    child_.wait();
    return child_.exit_code();
  }

 private:
  bp::ipstream out_;
  bp::child child_;
  std::string line_;
};

class BackendTest : public testing::Test {
 protected:
  Scratch scratch_;
};

TEST_F(BackendTest, VectorsAndRulesOverTheLine) {
  const SimulatedBoard board("gf2m/mul/d8_m5");
  ASSERT_THAT(board.device(), HasSubstr("/dev/"));
  const VerifyResult result = Verify(
      scratch_, {"gf2m/mul/d8_m5", "--backend", board.backend(), "-n", "40"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json row = result.Row("d8_m5");
  EXPECT_EQ(row["status"], "pass");
  EXPECT_GE(row["vectors"], 40);
  // What cannot be measured there is not.
  for (const char* key :
       {"cycles", "cycles_min", "cycles_max", "setup_cycles"}) {
    EXPECT_TRUE(row[key].is_null()) << key;
  }
  EXPECT_EQ(row["constant_time"], "unknown");
  EXPECT_TRUE(row["synthesis"]["yosys_xc7"].is_null());
  EXPECT_GE(row["contract"]["passed"], 12);
  EXPECT_EQ(row["contract"]["passed"], row["contract"]["run"]);
  bool free_clock = false, reset = false;
  for (const json& test : row["tests"]) {
    if (test["name"] == "RandomTraffic" || test["name"] == "ReadTiming" ||
        test["name"] == "StartHeldHigh") {
      EXPECT_EQ(test["skipped"], true) << test["name"];
      EXPECT_THAT(test["reason"].get<std::string>(), HasSubstr("clock"));
      free_clock = true;
    }
    if (test["name"] == "ResetWhileLoading") {
      EXPECT_EQ(test["skipped"], false);
      reset = true;
    }
  }
  EXPECT_TRUE(free_clock && reset);
}

TEST_F(BackendTest, AKeyOverTheLine) {
  const SimulatedBoard board("gf2m/digit/d8_m5");
  for (const char* rule : {"KeyIgnoresAddress", "IdentityFlag",
                           "ForbiddenValues", "StartNeedsOperands"}) {
    const VerifyResult result = Verify(
        scratch_,
        {"gf2m/digit/d8_m5", "--backend", board.backend(), "--test", rule});
    EXPECT_EQ(result.status, 0) << rule << result.err;
    EXPECT_EQ(result.Row("d8_m5")["contract"]["passed"], 1) << rule;
  }
}

TEST_F(BackendTest, AWrongCoreFailsOverTheLineToo) {
  const RtlCopy copy(scratch_ / "wrong", "gf2m/mul", {"d8_m5"});
  copy.Replace("common/byte_shift.v", "else if (en) value <= longer[BITS-1:0];",
               "else if (en) value <= longer[BITS-1:0] ^ 1'b1;");
  const SimulatedBoard board(copy.name());
  const VerifyResult result =
      Verify(scratch_, {"gf2m/mul/d8_m5", "--backend", board.backend()});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_EQ(result.Row("d8_m5")["status"], "fail");
  EXPECT_THAT(result.FailedTests(), testing::Contains("Vectors"));
}

TEST_F(BackendTest, NobodyAtTheOtherEnd) {
  const int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  ASSERT_GE(master, 0);
  const Descriptor closed_at_the_end(master);
  ASSERT_EQ(grantpt(master), 0);
  ASSERT_EQ(unlockpt(master), 0);
  const VerifyResult result = Verify(
      scratch_,
      {"gf2m/mul/d8_m5", "--backend", "uart:" + std::string(ptsname(master))});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("nothing answers there"),
                                HasSubstr("check cable")));
}

TEST_F(BackendTest, BadWordsAreRefused) {
  struct Case {
    std::vector<std::string> words;
    const char* text;
  };
  const std::string file = scratch_.Write("file", "").string();
  for (const Case& c :
       {Case{{"gf2m/mul/d8_m5", "--backend", "jtag:1"}, "is no backend"},
        Case{{"gf2m/mul/d8_m5", "--backend", "uart:"}, "is no backend"},
        Case{{"gf2m/mul/d8_m5", "--backend", "uart:/dev/no-such-line"},
             "/dev/no-such-line"},
        Case{{"gf2m/mul/d8_m5", "--backend", "uart:" + file},
             "is no serial line"},
        Case{{"gf2m/mul", "--backend", "uart:/dev/null"},
             "holds one configuration"},
        Case{{"gf2m/mul/d8_m5", "--backend", "uart:/dev/null", "--baud", "1"},
             "is no rate"}}) {
    const VerifyResult result = Verify(scratch_, c.words);
    EXPECT_EQ(result.status, 2) << testing::PrintToString(c.words);
    EXPECT_THAT(result.err, AllOf(HasSubstr(c.text), Not(HasSubstr("[0/1]"))));
  }
}

TEST_F(BackendTest, AnotherBitstreamIsSeenAtOnce) {
  const SimulatedBoard board("gf2m/mul/d8_m5");
  // Another operation, and another size.
  for (const char* other : {"gf2m/digit/d8_m5", "gf2m/mul/d8"}) {
    const VerifyResult result =
        Verify(scratch_, {other, "--backend", board.backend()});
    EXPECT_EQ(result.status, 2) << other;
    EXPECT_THAT(result.err, HasSubstr("bitstream on the board?"));
    EXPECT_LT(result.seconds, 60);
  }
}

TEST_F(BackendTest, BoardRefusesAndEnds) {
  EXPECT_EQ(Curvebench(scratch_, {"board"}).status, 2);
  EXPECT_EQ(Curvebench(scratch_, {"board", "gf2m/mul/*"}).status, 2);
  EXPECT_THAT(
      Curvebench(scratch_, {"board", "gf2m/mul/d8_m5", "--divider", "2"}).err,
      HasSubstr("8..10000"));
  EXPECT_THAT(
      Curvebench(scratch_, {"board", "gf2m/mul/d8_m5", "--quiet", "1"}).err,
      HasSubstr("16..65535"));
  SimulatedBoard board("gf2m/mul/d8_m5");
  EXPECT_EQ(board.Stop(), 0);
}

// ----------------------------------------------------------------------- fpga

class FpgaTest : public testing::Test {
 protected:
  /// Runs the program with a `vivado` on PATH: Tcl commands that note how they
  /// are called, and a design whose longest path takes `limit` ns.
  ProgramResult WithVivado(const std::string& words, double limit,
                           const std::string& hold = "0.050") {
    const fs::path stubs = scratch_.Write("stubs.tcl", R"(
proc note {args} { puts $::calls $args; flush $::calls }
set calls [open [file join $::env(STUBS) calls.txt] a]
foreach name {read_verilog read_xdc synth_design write_checkpoint close_design
    open_checkpoint opt_design place_design phys_opt_design route_design
    read_saif} {
  proc $name {args} "note $name {*}\$args"
}
proc get_ports {args} {return [list ports {*}$args]}
proc create_clock {args} {
  note create_clock {*}$args
  set ::period [dict get [lrange $args 0 end-1] -period]
}
proc put {args} {
  set text [lindex $args end]
  if {[lindex $args 0] eq "-return_string"} {return $text}
  set out [open [lindex $args 1] w]; puts $out $text; close $out
}
proc report_timing_summary {args} {
  note report_timing_summary {*}$args
  set slack [format %.3f [expr {$::period - $::env(LIMIT)}]]
  set failing [expr {$slack < 0 ? 3 : 0}]
  put {*}$args "
    WNS(ns)      TNS(ns)  TNS Failing Endpoints  TNS Total Endpoints      WHS(ns)      THS(ns)  THS Failing Endpoints  THS Total Endpoints     WPWS(ns)     TPWS(ns)  TPWS Failing Endpoints  TPWS Total Endpoints  
    -------      -------  ---------------------  -------------------      -------      -------  ---------------------  -------------------     --------     --------  ----------------------  --------------------  
    $slack  0.000  $failing  9  $::env(HOLD)  0.000  0  9  [format %.3f [expr {$::period / 2 - 0.7}]]  0.000  0  9
"
}
proc report_utilization {args} {
  note report_utilization {*}$args
  put {*}$args "| Site Type | Used | Fixed | Available | Util% |
| Slice LUTs | 1001 | 0 | 433200 | 0.2 |
| Slice Registers | 2002 | 0 | 866400 | 0.2 |
| Block RAM Tile | 1.5 | 0 | 1470 | 0.1 |"
}
proc report_power {args} {
  note report_power {*}$args
  put {*}$args "| Total On-Chip Power (W) | 0.407 |"
}
)");
    const fs::path program = scratch_.Write("bin/vivado", R"sh(#!/bin/sh
[ "$1" = -version ] && { echo "Vivado v0 (stub)"; exit 0; }
while [ $# -gt 0 ]; do
  case $1 in
    -source) script=$2; shift ;;
    -tclargs) job=$2; shift ;;
  esac
  shift
done
exec tclsh "$STUBS/run.tcl" "$script" "$job"
)sh");
    fs::permissions(program, fs::perms::owner_all);
    // argv of a batch run holds what stands behind -tclargs.
    scratch_.Write("run.tcl", "source \"" + stubs.string() +
                                  "\"\nset script [lindex $argv 0]\nset argv "
                                  "[lrange $argv 1 end]\nsource $script\n");
    fs::remove(scratch_ / "calls.txt");
    // A folder outside has a hash of its own: nothing comes from the cache.
    return Shell(scratch_, "PATH=" + (scratch_ / "bin").string() +
                               ":$PATH STUBS=" + scratch_.path().string() +
                               " LIMIT=" + std::to_string(limit) +
                               " HOLD=" + hold +
                               " " CURVEBENCH_BINARY_DIR
                               "/curvebench fpga --target vivado --jobs 1 "
                               "--format json " +
                               words);
  }
  /// A variant that no cache knows.
  std::string Fresh() {
    const fs::path folder = scratch_ / "fresh";
    if (!fs::exists(folder)) {
      const RtlCopy copy(folder, "gf2m/mul", {"d8_m5"});
      const auto now =
          std::chrono::steady_clock::now().time_since_epoch().count();
      copy.Replace("common/byte_shift.v", "`default_nettype wire",
                   "`default_nettype wire  // " + std::to_string(now));
    }
    return folder.string() + "/d8_m5";
  }
  std::string Calls() { return ReadText(scratch_ / "calls.txt"); }

  Scratch scratch_;
};

TEST_F(FpgaTest, VivadoSearchesTheHighestClock) {
  const ProgramResult result = WithVivado(Fresh(), 3.3);
  ASSERT_EQ(result.status, 0) << result.err;
  const json row = json::parse(result.out).at(0);
  // From 5 ns down to the path's 3.3 ns, to 0.05 ns.
  const double mhz = row.at("mhz").get<double>();
  EXPECT_LE(1000 / mhz, 3.36);
  EXPECT_GE(1000 / mhz, 3.299);
  EXPECT_EQ(row.at("lut"), 1001);
  EXPECT_EQ(row.at("bram36"), 1.5);
  EXPECT_EQ(row.at("met"), true);
  EXPECT_EQ(row.at("power").at("total_w"), 0.407);
  const std::string calls = Calls();
  EXPECT_THAT(calls, HasSubstr("synth_design -top gf2m_mul -part "
                               "xc7vx690tffg1761-2 -mode out_of_context"));
  EXPECT_THAT(calls,
              AllOf(HasSubstr("-generic M=5"), HasSubstr("-generic D=8")));
  EXPECT_THAT(calls, AllOf(HasSubstr("xc7vx690t.xdc"),
                           HasSubstr("out_of_context.xdc")));
  // One synthesis, then the steps in this order, more than once.
  EXPECT_EQ(calls.find("synth_design"), calls.rfind("synth_design"));
  size_t at = 0;
  for (const char* step :
       {"read_verilog", "read_xdc", "synth_design", "write_checkpoint",
        "open_checkpoint", "create_clock", "opt_design", "place_design",
        "route_design", "report_timing_summary", "report_utilization",
        "report_power", "close_design", "open_checkpoint"}) {
    at = calls.find(step, at);
    ASSERT_NE(at, std::string::npos) << step;
  }
}

TEST_F(FpgaTest, VivadoFindsASlowerClockThanTheConstraint) {
  const ProgramResult result = WithVivado(Fresh(), 12.0);
  ASSERT_EQ(result.status, 0) << result.err;
  const double mhz = json::parse(result.out).at(0).at("mhz").get<double>();
  EXPECT_LE(mhz, 1000 / 11.999);
  EXPECT_GE(mhz, 1000 / 12.8);
}

TEST_F(FpgaTest, PulseWidthLimitsTheClock) {
  // The stub's pulse slack is half the period less 0.7 ns.
  const ProgramResult result = WithVivado(Fresh(), 0.2);
  ASSERT_EQ(result.status, 0) << result.err;
  const double mhz = json::parse(result.out).at(0).at("mhz").get<double>();
  EXPECT_LE(mhz, 1000 / 1.399);
  EXPECT_GE(mhz, 1000 / 1.5);
}

TEST_F(FpgaTest, NegativeSlackFailsTheRun) {
  const ProgramResult result = WithVivado(Fresh() + " --no-search", 5.5);
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.err, HasSubstr("timing is not met"));
  const json row = json::parse(result.out).at(0);
  EXPECT_EQ(row.at("met"), false);
  EXPECT_EQ(row.at("setup_ns"), -0.5);
  EXPECT_TRUE(row.at("mhz").is_null());
}

TEST_F(FpgaTest, NegativeHoldSlackFailsTheRun) {
  const ProgramResult result =
      WithVivado(Fresh() + " --no-search", 2.0, "-0.020");
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_EQ(json::parse(result.out).at(0).at("hold_ns"), -0.02);
}

TEST_F(FpgaTest, SlackThatIsNotThereIsMet) {
  const ProgramResult result = WithVivado(Fresh() + " --no-search", 2.0, "NA");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(json::parse(result.out).at(0).at("hold_ns").is_null());
}

TEST_F(FpgaTest, BoardPartAndActivity) {
  const fs::path saif = scratch_.Write("run.saif", "(SAIFILE)");
  const ProgramResult result =
      WithVivado(Fresh() +
                     " --no-search --board --part xc7vx330tffg1157-3 "
                     "--saif " +
                     saif.string(),
                 2.0);
  ASSERT_EQ(result.status, 0) << result.err;
  const std::string calls = Calls();
  EXPECT_THAT(calls, HasSubstr("synth_design -top uart_board -part "
                               "xc7vx330tffg1157-3 -generic"));
  EXPECT_THAT(calls, HasSubstr("-verilog_define CURVEBENCH_TOP=gf2m_mul"));
  EXPECT_THAT(calls, HasSubstr("CURVEBENCH_PARAMETERS=.D(8),.M(5)"));
  EXPECT_THAT(calls, HasSubstr("uart_board.xdc"));
  EXPECT_THAT(calls, HasSubstr("read_saif " + saif.string() +
                               " -strip_path TOP/gf2m_mul"));
  EXPECT_THAT(calls, HasSubstr("-period 4"));
}

TEST_F(FpgaTest, VivadoThatIsMissingOrFails) {
  const std::string program = CURVEBENCH_BINARY_DIR "/curvebench fpga ";
  ProgramResult result =
      Shell(scratch_, program + Fresh() + " --target vivado --jobs 1");
  if (Shell(scratch_, "command -v vivado").status != 0) {
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("is not on PATH"));
  }
  WithVivado(Fresh() + " --no-search", 2.0);  // writes the stub
  scratch_.Write("bin/vivado", "#!/bin/sh\necho 'ERROR: [Common 17] broken'\n");
  fs::permissions(scratch_ / "bin/vivado", fs::perms::owner_all);
  result = Shell(scratch_, "PATH=" + (scratch_ / "bin").string() + ":$PATH " +
                               program + Fresh() +
                               " --target vivado --jobs 1 --board");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("ERROR: [Common 17] broken"),
                                HasSubstr("vivado.log"), HasSubstr("stage"),
                                Not(HasSubstr("variant.json"))));
  EXPECT_EQ(result.out, "") << "no empty table";
}

TEST_F(FpgaTest, VivadoThatFailsBehindItsReportsIsAnError) {
  WithVivado(Fresh() + " --no-search", 2.0);  // writes the stub
  const std::string stub = ReadText(scratch_ / "bin/vivado");
  const std::string exec = "exec tclsh", run = "tclsh";
  const std::string failing =
      std::string(stub).replace(stub.find(exec), exec.size(), run) + "exit 3\n";
  scratch_.Write("bin/vivado", failing);
  fs::permissions(scratch_ / "bin/vivado", fs::perms::owner_all);
  const std::string words = "PATH=" + (scratch_ / "bin").string() +
                            ":$PATH STUBS=" + scratch_.path().string() +
                            " LIMIT=2 HOLD=0.1 " CURVEBENCH_BINARY_DIR
                            "/curvebench fpga --target vivado --board "
                            "--no-search " +
                            Fresh();
  for (int i = 0; i < 2; ++i) {  // nothing of it is kept
    const ProgramResult result = Shell(scratch_, words);
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err,
                AllOf(HasSubstr("status 3"), HasSubstr("vivado.log")));
  }
}

TEST_F(FpgaTest, OptionsOfAnotherTargetAreRefused) {
  for (const char* target : {"xc7", "ice40"}) {
    for (const std::vector<std::string>& option :
         {std::vector<std::string>{"--board"},
          {"--no-search"},
          {"--part", "xc7vx690tffg1761-2"},
          {"--saif", "x"}}) {
      std::vector<std::string> words = {"fpga", "gf2m/mul/d8_m5", "--target",
                                        target};
      words.insert(words.end(), option.begin(), option.end());
      const ProgramResult result = Curvebench(scratch_, words);
      EXPECT_EQ(result.status, 2) << target << option[0];
      EXPECT_THAT(result.err, AllOf(HasSubstr(option[0]), HasSubstr(target)));
    }
  }
}

TEST_F(FpgaTest, CheckAndSaveOutsideTheTree) {
  const ProgramResult saved = Curvebench(scratch_, {"fpga", Fresh(), "--save"});
  EXPECT_EQ(saved.status, 2);
  EXPECT_THAT(saved.err, AllOf(HasSubstr("outside rtl/"), HasSubstr("--save")));
  const ProgramResult checked =
      Curvebench(scratch_, {"fpga", Fresh(), "--check", "--format", "json"});
  EXPECT_EQ(checked.status, 0) << checked.err;
  EXPECT_THAT(checked.err, HasSubstr("0 configurations compared, 1 without a "
                                     "committed figure"));
  const json row = json::parse(checked.out).at(0);
  EXPECT_GT(row.at("lut"), 0);
  EXPECT_GT(row.at("core").at("lut"), 0);
  EXPECT_THAT(row.at("tool").get<std::string>(), HasSubstr("Yosys"));
  EXPECT_EQ(row.at("hash").get<std::string>().size(), 64u);
}

TEST_F(FpgaTest, BadTargetsAreRefused) {
  const ProgramResult target =
      Curvebench(scratch_, {"fpga", "gf2m/mul/d8_m5", "--target", "ecp5"});
  EXPECT_EQ(target.status, 2);
  EXPECT_THAT(target.err, HasSubstr("xc7, ice40 or vivado"));
  const ProgramResult part = Curvebench(
      scratch_,
      {"fpga", "gf2m/mul/d8_m5", "--target", "vivado", "--part", "xc7a35t"});
  EXPECT_EQ(part.status, 2);
  EXPECT_THAT(part.err, HasSubstr("xc7vx330tffg1157-3"));
  for (const char* option : {"--check", "--save"}) {
    const ProgramResult kept = Curvebench(
        scratch_, {"fpga", "gf2m/mul/d8_m5", "--target", "vivado", option});
    EXPECT_EQ(kept.status, 2);
    EXPECT_THAT(kept.err,
                AllOf(HasSubstr(option), HasSubstr("no committed figures")));
  }
}

TEST_F(FpgaTest, Ice40RowOfASmallDesign) {
  const ProgramResult result = Curvebench(
      scratch_,
      {"fpga", "gf2m/mul/d1_m5", "--target", "ice40", "--format", "json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json row = json::parse(result.out).at(0);
  EXPECT_EQ(row.at("fits"), true);
  EXPECT_EQ(row.at("lc_available"), 7680);
  // Five cycles.
  EXPECT_NEAR(row.at("time_us").get<double>(),
              5 / row.at("fmax_mhz").get<double>(), 1e-9);
  EXPECT_TRUE(fs::exists(fs::path(CURVEBENCH_BINARY_DIR) /
                         row.at("bitstream").get<std::string>()));
}

}  // namespace
}  // namespace curvebench::tests
