// SPDX-License-Identifier: Apache-2.0
#include "bench/wave_file.h"

#include <fstapi.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <functional>
#include <memory>
#include <regex>

#include "bench/error.h"
#include "bench/json_file.h"

namespace curvebench {
namespace fs = std::filesystem;

namespace {

using Reader = std::unique_ptr<void, void (*)(void*)>;

Reader Open(const fs::path& fst) {
  Reader reader(fs::exists(fst) ? fstReaderOpen(fst.c_str()) : nullptr,
                fstReaderClose);
  if (!reader) {
    throw InputError(fst.string(), "", "is no FST wave",
                     "make one with 'curvebench wave' or 'replay'");
  }
  return reader;
}

}  // namespace

std::vector<WaveSignal> ReadSignals(const fs::path& fst) {
  const Reader reader = Open(fst);
  std::vector<WaveSignal> signals;
  std::vector<std::string> scopes;
  fstReaderIterateHierRewind(reader.get());
  while (const fstHier* item = fstReaderIterateHier(reader.get())) {
    if (item->htyp == FST_HT_SCOPE) {
      scopes.push_back((scopes.empty() ? "" : scopes.back() + ".") +
                       item->u.scope.name);
    } else if (item->htyp == FST_HT_UPSCOPE && !scopes.empty()) {
      scopes.pop_back();
    } else if (item->htyp == FST_HT_VAR && !item->u.var.is_alias &&
               item->u.var.typ != FST_VT_VCD_PARAMETER) {
      WaveSignal signal;
      if (!scopes.empty()) signal.scope = scopes.back();
      // The range stands behind a space, which GTKWave leaves out.
      for (const char* c = item->u.var.name; *c; ++c) {
        if (*c != ' ') signal.name += *c;
      }
      signal.bits = item->u.var.length;
      static const std::regex kWord(R"(.*\[\d+\](\[\d+:\d+\])?)");
      signal.array = std::regex_match(signal.name, kWord);
      signals.push_back(signal);
    }
  }
  return signals;
}

void WriteVcd(const fs::path& fst, const fs::path& vcd) {
  const Reader reader = Open(fst);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(
      std::fopen(vcd.c_str(), "wb"), std::fclose);
  if (!out || !fstReaderProcessHier(reader.get(), out.get())) {
    throw InputError(vcd.string(), "", "cannot be written",
                     "check the folder and the free space");
  }
  fstReaderSetFacProcessMaskAll(reader.get());
  fstReaderIterBlocks(reader.get(), nullptr, nullptr, out.get());
  if (std::ferror(out.get())) {
    throw InputError(vcd.string(), "", "cannot be written",
                     "check the free space");
  }
}

namespace {

// Times and changes of the bits of one net.
struct Activity {
  struct Bit {
    uint64_t at_0 = 0, at_1 = 0, at_x = 0, changes = 0;
  };
  std::string value;  // since `time`; empty: not seen yet
  uint64_t time = 0;
  std::vector<Bit> bits;

  // Adds what held from `time` to `now`.
  void Close(uint64_t now) {
    bits.resize(value.size());
    for (size_t i = 0; i < value.size(); ++i) {
      Bit& bit = bits[i];
      (value[i] == '0'   ? bit.at_0
       : value[i] == '1' ? bit.at_1
                         : bit.at_x) += now - time;
    }
    time = now;
  }
  void Change(uint64_t now, const std::string& next) {
    Close(now);
    for (size_t i = 0; i < value.size() && i < next.size(); ++i) {
      const bool known = (value[i] == '0' || value[i] == '1') &&
                         (next[i] == '0' || next[i] == '1');
      bits[i].changes += known && value[i] != next[i];
    }
    value = next;
  }
};

struct ActivityRun {
  std::vector<Activity> nets;  // by handle
};

void TakeChange(void* context, uint64_t time, fstHandle handle,
                const unsigned char* value) {
  auto& run = *static_cast<ActivityRun*>(context);
  Activity& net = run.nets.at(handle);
  const std::string text(reinterpret_cast<const char*>(value));
  if (net.value.empty()) {
    net.value = text;
    net.time = time;
  } else {
    net.Change(time, text);
  }
}

// What is not a letter, digit or underscore gets a backslash.
std::string SaifName(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') text += '\\';
    text += c;
  }
  return text;
}

// "q [7:0]" -> "q", 7, 0. Without a range the whole name and {0, 0}.
std::string SplitRange(const std::string& name, int* left, int* right) {
  static const std::regex kRange(R"((.*?) ?\[(-?\d+):(-?\d+)\])");
  std::smatch match;
  *left = *right = 0;
  if (!std::regex_match(name, match, kRange)) return name;
  *left = std::stoi(match[2]);
  *right = std::stoi(match[3]);
  return match[1];
}

std::string SaifNet(const std::string& full_name, const Activity& net) {
  int left = 0, right = 0;
  std::string name = SplitRange(full_name, &left, &right);
  const bool ranged = name != full_name;
  std::erase(name, ' ');
  std::string text;
  for (size_t i = 0; i < net.bits.size(); ++i) {
    const auto step = static_cast<int>(i);
    const int index = left >= right ? left - step : left + step;
    const std::string bit =
        ranged ? name + "[" + std::to_string(index) + "]" : name;
    const Activity::Bit& b = net.bits[i];
    text += "(" + SaifName(bit) + " (T0 " + std::to_string(b.at_0) + ") (T1 " +
            std::to_string(b.at_1) + ") (TX " + std::to_string(b.at_x) +
            ") (TC " + std::to_string(b.changes) + "))\n";
  }
  return text;
}

}  // namespace

void WriteSaif(const fs::path& fst, const fs::path& saif, uint64_t unit_ps) {
  const Reader reader = Open(fst);
  ActivityRun run;
  run.nets.resize(fstReaderGetMaxHandle(reader.get()) + 1);
  fstReaderSetFacProcessMaskAll(reader.get());
  fstReaderIterBlocks(reader.get(), TakeChange, &run, nullptr);
  const uint64_t start = fstReaderGetStartTime(reader.get());
  const uint64_t end = fstReaderGetEndTime(reader.get());
  for (Activity& net : run.nets) {
    if (net.value.empty()) continue;
    net.Close(end);
    for (Activity::Bit& bit : net.bits) {
      // Before its first value nothing is known of a net.
      bit.at_x += end - start - (bit.at_0 + bit.at_1 + bit.at_x);
      bit.at_0 *= unit_ps;
      bit.at_1 *= unit_ps;
      bit.at_x *= unit_ps;
    }
  }

  std::string text =
      "(SAIFILE\n(SAIFVERSION \"2.0\")\n(DIRECTION \"backward\")\n(DESIGN "
      ")\n(VENDOR \"curvebench\")\n(PROGRAM_NAME \"curvebench "
      "wave\")\n(DIVIDER / )\n(TIMESCALE 1 ps)\n(DURATION " +
      std::to_string((end - start) * unit_ps) + ")\n";
  // Nets of an instance stand together, before the instances below it.
  struct Instance {
    std::string name, nets, inner;
  };
  std::vector<Instance> open;
  const auto close = [&]() {
    const Instance& i = open.back();
    const std::string whole =
        "(INSTANCE " + SaifName(i.name) + "\n" +
        (i.nets.empty() ? "" : "(NET\n" + i.nets + ")\n") + i.inner + ")\n";
    open.pop_back();
    (open.empty() ? text : open.back().inner) += whole;
  };
  fstReaderIterateHierRewind(reader.get());
  while (const fstHier* item = fstReaderIterateHier(reader.get())) {
    if (item->htyp == FST_HT_SCOPE) {
      open.push_back({item->u.scope.name, "", ""});
    } else if (item->htyp == FST_HT_UPSCOPE && !open.empty()) {
      close();
    } else if (item->htyp == FST_HT_VAR && !open.empty() &&
               item->u.var.typ != FST_VT_VCD_PARAMETER &&
               item->u.var.typ != FST_VT_VCD_REAL) {
      open.back().nets +=
          SaifNet(item->u.var.name, run.nets.at(item->u.var.handle));
    }
  }
  while (!open.empty()) close();
  WriteText(saif, text + ")\n");
}

std::string GtkwaveSaveFile(const std::vector<WaveSignal>& signals,
                            const std::string& wave, unsigned wide) {
  // Trace flags of GTKWave's save files (its analyzer.h).
  constexpr char kBinary[] = "@28\n", kHex[] = "@22\n", kComment[] = "@200\n";
  constexpr char kOpen[] = "@800200\n", kClosed[] = "@c00200\n";
  constexpr char kEnd[] = "@1000200\n", kClosedEnd[] = "@1401200\n";

  std::string text = "[*] written by curvebench\n[dumpfile] \"" + wave +
                     "\"\n[timestart] 0\n[size] 1400 900\n[pos] -1 -1\n*-6 0\n"
                     "[sst_width] 240\n[signals_width] 320\n[sst_expanded] 1\n";
  const std::string outermost = signals.empty() ? "" : signals.front().scope;
  // The top module repeats the port below the outermost scope.
  const auto repeated = [&](const WaveSignal& s) {
    return s.scope.find('.') == s.scope.rfind('.') && s.scope != outermost &&
           std::any_of(signals.begin(), signals.end(),
                       [&](const WaveSignal& p) {
                         return p.scope == outermost && p.name == s.name;
                       });
  };
  const auto group = [&](const std::string& name, bool closed,
                         const std::function<bool(const WaveSignal&)>& takes) {
    std::string lines, scope = outermost;
    for (const WaveSignal& signal : signals) {
      if (!takes(signal)) continue;
      if (signal.scope != scope) {
        scope = signal.scope;
        lines += std::string(kComment) + "-" + scope + "\n";
      }
      lines += signal.bits == 1 ? kBinary : kHex;
      lines += signal.scope + "." + signal.name + "\n";
    }
    if (lines.empty()) return;
    text += std::string(closed ? kClosed : kOpen) + "-" + name + "\n" + lines +
            (closed ? kClosedEnd : kEnd) + "-" + name + "\n";
  };
  const auto inside = [&](const WaveSignal& s) {
    return s.scope != outermost && !s.array && !repeated(s);
  };
  group("port", false,
        [&](const WaveSignal& s) { return s.scope == outermost; });
  group("control", false,
        [&](const WaveSignal& s) { return inside(s) && s.bits < wide; });
  group("data path", false,
        [&](const WaveSignal& s) { return inside(s) && s.bits >= wide; });
  group("memory", true,
        [&](const WaveSignal& s) { return s.scope != outermost && s.array; });
  return text;
}

}  // namespace curvebench
