// SPDX-License-Identifier: Apache-2.0
// FST waves read back: their signals, VCD, SAIF, and a GTKWave save file.
#ifndef CURVEBENCH_TB_BENCH_WAVE_FILE_H_
#define CURVEBENCH_TB_BENCH_WAVE_FILE_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace curvebench {

/// A variable of a wave.
struct WaveSignal {
  std::string scope;  ///< "TOP.gf2m_digit.core"
  std::string name;   ///< with its range: "state[3:0]"
  unsigned bits = 1;
  bool array = false;  ///< one word of a memory
};

/// All variables, those that are the same net in several scopes once, without
/// parameters.
/// @throws InputError if the file is no FST wave
std::vector<WaveSignal> ReadSignals(const std::filesystem::path& fst);

/// The same wave as VCD.
/// @throws InputError if a file cannot be read or written
void WriteVcd(const std::filesystem::path& fst,
              const std::filesystem::path& vcd);

/// Switching activity of the whole wave as SAIF 2.0 (backward): for each bit of
/// each net the time at 0, 1 and x (or z), and its changes between 0 and 1.
/// Names keep their hierarchy, below the wave's outermost scope.
/// @param unit_ps picoseconds that one time unit of the wave stands for
/// @throws InputError if a file cannot be read or written
void WriteSaif(const std::filesystem::path& fst,
               const std::filesystem::path& saif, uint64_t unit_ps);

/// Text of a GTKWave save file with the groups port (the outermost scope),
/// control (narrow signals), data path (wide ones) and memory (closed).
/// @param wave     file name of the wave, as the save file refers to it
/// @param wide     bits from which on a signal is data path
std::string GtkwaveSaveFile(const std::vector<WaveSignal>& signals,
                            const std::string& wave, unsigned wide);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_WAVE_FILE_H_
