// SPDX-License-Identifier: Apache-2.0
#include "bench/progress.h"

#include <unistd.h>

#include <iostream>
#include <string>

#include "bench/regression.h"

namespace curvebench {

ProgressLine::ProgressLine(bool quiet)
    : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

void ProgressLine::operator()(const Row& row, size_t done, size_t total) const {
  if (quiet_) return;
  if (row.status == kBuilding) {
    std::cerr << (terminal_ ? "\r\033[K" : "") << "building " << row.id()
              << " ...\n";
    return;
  }
  const std::string status =
      row.error.empty() ? row.status : row.status + " (error)";
  if (!terminal_) {
    // Of a few, each start is worth a line: building may take minutes.
    constexpr size_t kFew = 8;
    if (row.status == kBegun && total > kFew) return;
    std::cerr << '[' << done << '/' << total << "] " << row.id() << "  "
              << status << '\n';
    return;
  }
  constexpr size_t kWidth = 24;
  const size_t filled = kWidth * done / total;
  std::cerr << "\r\033[K[" << std::string(filled, '=')
            << std::string(kWidth - filled, ' ') << "] " << done << '/' << total
            << "  " << row.id() << "  " << status;
  if (done == total && row.status != kBegun) std::cerr << '\n';
}

}  // namespace curvebench
