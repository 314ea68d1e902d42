// SPDX-License-Identifier: Apache-2.0
#include "bench/wave_file.h"

#include <fstapi.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <regex>

#include "bench/error.h"

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
