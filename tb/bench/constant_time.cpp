// SPDX-License-Identifier: Apache-2.0
#include "bench/constant_time.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <set>
#include <sstream>
#include <stdexcept>

#include "bench/json_file.h"
#include "bench/model_builder.h"
#include "bench/mutation.h"
#include "bench/yosys.h"

namespace curvebench {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr char kToGates[] =
    // Chains of multiplexers show enables, and which value is passed on.
    "opt\ntechmap -map +/pmux2mux.v\nopt\nmemory_collect\nasync2sync\n"
    "techmap\nopt -fast\n"
    "dfflegalize -cell $_DFF_P_ 01 -cell $_DFFE_PP_ 01\nopt_clean\n";

constexpr char kTop[] = "curvebench_secrets_apart";

// Idle cycles behind a load where the manifest does not know of its set-up.
constexpr uint64_t kUnknownSetup = 1000;

// More than this in memories, and two copies in gates are beyond the solvers.
constexpr size_t kMemoryBits = 4096;

// Cycles beyond the claim after which a run is not followed further.
constexpr uint64_t kPatience = 64;

const std::vector<size_t> kStatusBits = {0, 1, 4};

std::vector<Bit> Constant(unsigned value, size_t bits) {
  std::vector<Bit> all;
  for (size_t i = 0; i < bits; ++i) {
    all.push_back((value >> i) & 1 ? k1 : k0);
  }
  return all;
}

// Bits of byte `index` (0 the most significant one) that a slot lets be 1.
unsigned Allowed(const Slot& slot, int index) {
  const int lowest = 8 * (slot.bytes - 1 - index);
  return slot.bits <= lowest       ? 0u
         : slot.bits >= lowest + 8 ? 0xffu
                                   : (1u << (slot.bits - lowest)) - 1;
}

fs::path FolderOf(const Configuration& configuration, const Paths& paths) {
  const std::string hash =
      Sha256(YosysVersion() + kToGates + SourceText(configuration));
  const fs::path folder = paths.build / "prove" / hash.substr(0, 16);
  fs::create_directories(folder);
  return folder;
}

}  // namespace

json GatesOf(const Configuration& configuration, const Paths& paths) {
  const fs::path folder = FolderOf(configuration, paths);
  const fs::path file = folder / "gates.json";
  if (!fs::exists(file)) {
    const fs::path unfinished = file.string() + ".new";
    RunYosys(configuration,
             YosysRead(configuration) + "proc\n" + kFlattenAll + kToGates +
                 "write_json " + unfinished.string() + "\n",
             folder, "gates");
    fs::rename(unfinished, file);
  }
  return ReadJson(file);
}

ConstantTime::ConstantTime(const Configuration& configuration,
                           const Family& family, const Paths& paths)
    : configuration_(configuration),
      family_(family),
      port_(family.Describe(configuration)),
      paths_(paths),
      folder_(FolderOf(configuration, paths)) {}

bool ConstantTime::IsSecret(size_t load) const {
  const std::vector<Slot> loads = port_.Loads();
  return loads[load].secret ||
         std::none_of(loads.begin(), loads.end(),
                      [](const Slot& slot) { return slot.secret; });
}

namespace {

/// Collects what secrets reach, after any step of a netlist.
class Watch {
 public:
  Watch(const Netlist* netlist, bool status)
      : netlist_(netlist), status_(status) {}

  /// @return whether nothing secret was at the outputs that are looked at
  bool Look() {
    if (!status_) {
      for (const std::string& name : netlist_->SecretMemoryControls()) {
        addresses.insert(name);
      }
      for (const std::string& name : netlist_->SecretEnables()) {
        addresses.insert("enable of " + name);
      }
      See("done", 0, "done");
    } else {
      for (const size_t bit : kStatusBits) {
        See("dout", bit, "status bit " + std::to_string(bit));
      }
    }
    return reached.empty();
  }

  std::set<std::string> reached, through, addresses;

 private:
  void See(const std::string& port, size_t bit, const std::string& name) {
    if (netlist_->Output(port)[bit] != kSecret) return;
    reached.insert(name);
    for (const std::string& r : netlist_->SecretsInFrontOf(port, {bit})) {
      through.insert(r);
    }
  }

  const Netlist* netlist_;
  bool status_;  // dout shows the status byte; else: done
};

/// Runs one after the other, each cycle by cycle, so that what steers them
/// keeps its value where the joined states of all cycles would not. The next
/// one starts in the first cycle of done, or after any number of idle cycles.
class Walk {
 public:
  /// @param free   inputs of all cycles; between runs nothing is loaded
  /// @param cycles within which a run must be over
  Walk(Netlist* netlist, const Netlist::Inputs& free, uint64_t cycles,
       std::chrono::steady_clock::time_point end, Watch* watch)
      : netlist_(*netlist),
        free_(free),
        waits_(free),
        starts_(free),
        cycles_(cycles),
        end_(end),
        watch_(*watch) {
    for (Netlist::Inputs* between : {&waits_, &starts_}) {
      (*between)["ld"] = (*between)["lk"] = {k0};
    }
    waits_["start"] = {k0};
    starts_["start"] = {k1};
  }

  /// @return cycles of every run, or 0 if there is no telling
  uint64_t Runs(const Netlist::State& loaded) {
    constexpr int kRounds = 6;
    Netlist::State first;
    const uint64_t cycles = Run(netlist_.Closure(loaded, waits_), &first);
    if (cycles == 0) return 0;
    for (int round = 0; round < kRounds; ++round) {
      Netlist::State all = first;
      const Netlist::State later =
          netlist_.Closure(netlist_.Step(first, waits_), waits_);
      if (!watch_.Look()) return 0;
      for (const Netlist::State& from : {first, later}) {
        Netlist::State done;
        if (Run(from, &done) != cycles) return 0;
        all.Join(done);
      }
      // Runs that end like those before them are followed by nothing new.
      if (all == first) return cycles;
      first = all;
    }
    return 0;
  }

 private:
  // Cycles of a run, or 0; and its first state with done.
  uint64_t Run(const Netlist::State& from, Netlist::State* state) {
    *state = netlist_.Step(from, starts_);
    if (!watch_.Look()) return 0;
    for (uint64_t cycle = 1; cycle <= cycles_; ++cycle) {
      Netlist::State next = netlist_.Step(*state, free_);
      if (!watch_.Look()) return 0;
      const Bit done = netlist_.Output("done")[0];
      if (done == k1) return cycle;
      if (done != k0) return 0;
      *state = std::move(next);
      if (cycle % 256 == 0 && std::chrono::steady_clock::now() > end_) return 0;
    }
    return 0;
  }

  Netlist& netlist_;
  const Netlist::Inputs free_;
  Netlist::Inputs waits_, starts_;
  const uint64_t cycles_;
  const std::chrono::steady_clock::time_point end_;
  Watch& watch_;
};

}  // namespace

Netlist::State ConstantTime::Loaded(Netlist* netlist, const Part& part) const {
  const Netlist::Inputs idle = {{"rst", {k0}},
                                {"ld", {k0}},
                                {"lk", {k0}},
                                {"start", {k0}},
                                {"data", {k0}}};
  Netlist::Inputs inputs = idle;
  inputs["rst"] = {k1};
  Netlist::State state = netlist->Step(netlist->Unknown(), inputs);
  state = netlist->Step(state, inputs);
  const std::vector<Slot> loads = port_.Loads();
  for (size_t i = 0; i < loads.size(); ++i) {
    const bool key = port_.key && i + 1 == loads.size();
    const Bit unknown = IsSecret(i) ? kSecret : kPublic;
    for (int byte = 0; byte < loads[i].bytes; ++byte) {
      inputs = idle;
      inputs[key ? "lk" : "ld"] = {k1};
      inputs["addr"] = Constant(static_cast<unsigned>(loads[i].address),
                                static_cast<size_t>(port_.addr_bits));
      const unsigned allowed = Allowed(loads[i], byte);
      for (unsigned bit = 0; bit < 8; ++bit) {
        const int place =
            8 * (loads[i].bytes - 1 - byte) + static_cast<int>(bit);
        inputs["din"].push_back(
            static_cast<int>(i) == part.load && place == part.bit ? part.value
            : (allowed >> bit) & 1                                ? unknown
                                                                  : k0);
      }
      state = netlist->Step(state, inputs);
    }
    const uint64_t setup =
        configuration_.setup_cycles.value_or(kUnknownSetup) + 4;
    for (uint64_t cycle = 0; cycle < setup; ++cycle) {
      state = netlist->Step(state, idle);
    }
  }
  return state;
}

std::vector<ConstantTime::Part> ConstantTime::Parts() const {
  std::vector<Part> parts;
  for (const auto& [load, value] : family_.Forbidden(configuration_)) {
    if (!IsSecret(static_cast<size_t>(load))) continue;
    // More than one value has no parts of this form.
    if (!parts.empty()) return {};
    const Slot slot = port_.Loads()[static_cast<size_t>(load)];
    for (int bit = 0; bit < slot.bits; ++bit) {
      const uint8_t byte =
          value.at(value.size() - 1 - static_cast<size_t>(bit / 8));
      parts.push_back({load, bit, (byte >> (bit % 8)) & 1 ? k0 : k1});
    }
  }
  if (parts.empty()) parts.push_back({});
  return parts;
}

json ConstantTime::Structure(int seconds) const {
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  json result = {
      {"answer", "not available"}, {"reason", ""},
      {"reached", json::array()},  {"through", json::array()},
      {"addresses", "unknown"},    {"secret_addresses", json::array()},
      {"cycles", nullptr}};
  std::optional<Netlist> netlist;
  try {
    netlist.emplace(GatesOf(configuration_, paths_));
  } catch (const std::runtime_error& error) {
    result["reason"] = error.what();
    return result;
  }
  const Netlist::State loaded = Loaded(&*netlist, {});
  result["registers"] = netlist->registers();
  result["gates"] = netlist->gates();
  result["secret_registers"] = netlist->CountSecret(loaded);
  size_t memory_bits = 0;
  for (const auto& memory : loaded.memories) memory_bits += memory.size();
  result["memory_bits"] = memory_bits;
  // Any start, load of public bytes, address and strobe, for ever: what is
  // refused while busy must not touch the time either.
  const Netlist::Inputs any = {{"rst", {k0}}};
  // The status byte, read all the time: dout shows it two edges later.
  Netlist::Inputs asked = any;
  asked["addr"] = Constant(static_cast<unsigned>(port_.StatusAddress()),
                           static_cast<size_t>(port_.addr_bits));
  asked["data"] = {k0};
  Netlist::Inputs waits = asked;
  waits["start"] = waits["ld"] = waits["lk"] = {k0};
  const auto show = [&](Netlist::State state) {
    for (int edge = 0; edge < 3; ++edge) state = netlist->Step(state, waits);
    return state;
  };

  Watch done(&*netlist, false), status(&*netlist, true);
  const Netlist::State all = netlist->Closure(loaded, any);
  done.Look();
  result["secret_registers_in_run"] = netlist->CountSecret(all);
  if (netlist->Output("done")[0] == k0) {
    result["reason"] = "no start is accepted after the loads";
    return result;
  }
  netlist->Closure(show(loaded), asked);
  status.Look();
  if (!done.reached.empty() || !status.reached.empty()) {
    const uint64_t most = configuration_.cycles.value_or(0) + kPatience;
    Watch each(&*netlist, false), each_status(&*netlist, true);
    std::set<uint64_t> cycles;
    for (const Part& part : Parts()) {
      const Netlist::State state = Loaded(&*netlist, part);
      cycles.insert(Walk(&*netlist, any, most, end, &each).Runs(state));
      if (cycles.count(0)) break;
      cycles.insert(
          Walk(&*netlist, asked, most, end, &each_status).Runs(show(state)));
    }
    // In each part the time is known, and it is the same in all of them.
    if (cycles.size() == 1 && !cycles.count(0)) {
      done = each;
      status = each_status;
      result["cycles"] = *cycles.begin();
    }
  }
  done.reached.merge(status.reached);
  done.through.merge(status.through);
  result["answer"] = done.reached.empty() ? "clean" : "reached";
  result["reached"] = done.reached;
  result["through"] = done.through;
  result["secret_addresses"] = done.addresses;
  result["addresses"] = done.addresses.empty() ? "constant" : "secret";
  return result;
}

std::string ConstantTime::Wrapper() const {
  // Numbers of loads and of bytes, both from 0.
  const std::vector<Slot> loads = port_.Loads();
  int longest = 2;
  for (const Slot& slot : loads) longest = std::max(longest, slot.bytes);
  const int index_bits = std::bit_width(static_cast<unsigned>(longest));
  // The same numbers as in most ports: registers that are always equal are
  // what the proof lives on.
  const int load_bits =
      std::max(1, static_cast<int>(std::bit_width(loads.size() - 1)));
  const uint64_t setup = configuration_.setup_cycles.value_or(0);
  const int wait_bits =
      std::max(1, static_cast<int>(std::bit_width(setup + 4)));
  std::ostringstream assigned, last, secret, open;
  for (size_t i = 0; i < loads.size(); ++i) {
    const bool key = port_.key && i + 1 == loads.size();
    const std::string hit =
        key ? "lk" : "(ld & addr == " + std::to_string(loads[i].address) + ")";
    open << "    if (" << hit << ") load = " << i << ";\n";
    assigned << (i ? " | " : "") << hit;
    last << "      " << i << ": last = index == " << loads[i].bytes - 1
         << ";\n";
    if (!IsSecret(i)) continue;
    for (int byte = 0; byte < loads[i].bytes; ++byte) {
      secret << "    if (load == " << i << " && index == " << byte
             << ") free = 8'd" << Allowed(loads[i], byte) << ";\n";
    }
  }
  std::ostringstream text;
  text << "module " << kTop
       << " (input clk, rst, ld, lk, start, data, input [7:0] din, secret,\n"
          "  input ["
       << port_.addr_bits - 1
       << ":0] addr, output seen_done, output [2:0] seen_status);\n"
          "  reg first = 1'b1;\n  always @(posedge clk) first <= 1'b0;\n"
          "  wire reset = rst | first;\n"
          "  wire [7:0] dout;\n  wire done;\n"
          // Loads fall outside of runs and of set-up, one request at a time.
          "  reg idle_q = 1'b1;\n  reg ["
       << wait_bits - 1
       << ":0] wait_q = 0;\n"
          "  wire may = (idle_q | done) & (wait_q == 0);\n"
          "  wire known = "
       << assigned.str()
       << ";\n"
          "  wire take = may & (ld ^ lk) & ~start & known;\n"
          // Which load, which of its bytes.
          "  reg ["
       << load_bits - 1 << ":0] load, open_q = 0;\n  reg [" << index_bits - 1
       << ":0] index, index_q = 0;\n"
       << "  reg [7:0] free;\n  reg last;\n"
          "  always @* begin\n    load = 0;\n"
       << open.str()
       << "    index = load == open_q ? index_q : 0;\n"
          "    last = 1'b0;\n    case (load)\n"
       << last.str()
       << "      default: last = 1'b0;\n    endcase\n    free = 8'd0;\n"
       << secret.str()
       << "  end\n"
          "  always @(posedge clk) begin\n"
          "    if (take) begin\n      open_q <= load;\n"
          "      index_q <= last ? 0 : index + 1'b1;\n    end\n"
          "    if (start & wait_q == 0) idle_q <= 1'b0;\n"
          "    else if (done) idle_q <= 1'b1;\n"
          "    if (take & last) wait_q <= "
       << (setup > 0 ? setup + 4 : 0)
       << ";\n    else if (wait_q != 0) wait_q <= wait_q - 1'b1;\n"
          "    if (reset) begin\n      open_q <= 0;\n      index_q <= 0;\n"
          "      idle_q <= 1'b1;\n      wait_q <= 0;\n    end\n  end\n"
          "  wire [7:0] byte_in = take ? (din & ~free) | (secret & free) : "
          "din;\n"
          // dout shows what was asked for two edges ago.
          "  reg asked_q = 1'b0, shown_q = 1'b0;\n"
          "  always @(posedge clk) begin\n    asked_q <= &addr & ~reset;\n"
          "    shown_q <= asked_q & ~reset;\n  end\n  "
       << configuration_.variant->top
       << " dut (.clk(clk), .rst(reset), .ld(take & ld), .lk(take & lk),\n"
          "    .din(byte_in), .start(start & wait_q == 0), .addr(addr), "
          ".data(data),\n"
          "    .dout(dout), .done(done));\n"
          "  assign seen_done = ~first & done;\n"
          "  assign seen_status = {3{shown_q}} & {dout[4], dout[1:0]};\n"
          "endmodule\n";
  return text.str();
}

json ConstantTime::SelfComposition(int seconds) const {
  json result = {{"answer", "not available"},
                 {"reason", ""},
                 {"method", nullptr},
                 {"depth", nullptr}};
  for (const auto& [load, value] : family_.Forbidden(configuration_)) {
    if (IsSecret(static_cast<size_t>(load))) {
      result["reason"] =
          "which values of a secret are refused is not a matter of single bits";
      return result;
    }
  }
  const fs::path gates = folder_ / "pair.aag";
  const std::string wrapper = Wrapper();
  const fs::path source = folder_ / "pair.v";
  if (!fs::exists(gates) || !fs::exists(source) ||
      ReadText(source) != wrapper) {
    WriteText(source, wrapper);
    const fs::path unfinished = gates.string() + ".new";
    RunYosys(configuration_,
             YosysRead(configuration_) + "proc\n" + kFlattenAll +
                 "read_verilog " + source.string() +
                 "\nhierarchy -check -top " + kTop + "\nproc\n" +
                 YosysToAiger(unfinished),
             folder_, "pair");
    fs::rename(unfinished, gates);
  }
  TwoCopies copies;
  copies.separate = {"secret"};
  copies.compared = {"seen_done", "seen_status"};
  const Verdict verdict = ProveNever(Miter(ReadAiger(ReadText(gates)), copies),
                                     folder_, "pair", seconds);
  result["answer"] = verdict.answer == Verdict::kProved    ? "proved"
                     : verdict.answer == Verdict::kRefuted ? "refuted"
                                                           : "open";
  result["method"] = verdict.method;
  result["depth"] = verdict.depth;
  return result;
}

json ProveConstantTime(const Configuration& configuration, const Family& family,
                       const Paths& paths, int seconds, bool both) {
  const ConstantTime proof(configuration, family, paths);
  const json structure = proof.Structure(seconds);
  const bool clean = structure["answer"] == "clean";
  json composition = nullptr;
  const size_t memory_bits = structure.value("memory_bits", size_t{0});
  if (!clean || both) {
    composition =
        memory_bits > kMemoryBits
            ? json{{"answer", "not available"},
                   {"reason", "memories of " + std::to_string(memory_bits) +
                                  " bits would become registers"},
                   {"method", nullptr},
                   {"depth", nullptr}}
            : proof.SelfComposition(seconds);
  }
  const bool proved =
      composition.is_object() && composition["answer"] == "proved";
  const bool refuted =
      composition.is_object() && composition["answer"] == "refuted";
  std::string method;
  if (clean) {
    method = structure["cycles"].is_null() ? "structure" : "structure by cycle";
  }
  if (proved || refuted) {
    method += std::string(method.empty() ? "" : ", ") + "self-composition";
  }
  return {{"constant_time", refuted           ? "no"
                            : clean || proved ? "proved"
                                              : "unknown"},
          {"method", method},
          {"addresses", structure["addresses"]},
          {"structure", structure},
          {"self_composition", composition},
          {"tool", YosysVersion()}};
}

}  // namespace curvebench
