// SPDX-License-Identifier: Apache-2.0
// The results as one page that needs nothing else, and as a README's table.
#ifndef CURVEBENCH_TB_BENCH_REPORT_H_
#define CURVEBENCH_TB_BENCH_REPORT_H_

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/family.h"
#include "bench/results.h"

namespace curvebench {

/// What a report says of a family beside its rows.
struct ReportFamily {
  std::string name;
  std::string operation;  ///< what published rows compute that do not say so
  nlohmann::json size;    ///< the size whose pictures are shown first
  nlohmann::json published = nlohmann::json::object();  ///< row name -> figures
};

std::vector<ReportFamily> ReportFamilies(const Families& families,
                                         const Paths& paths);

struct ReportInput {
  Results results;
  std::string date;  ///< of the results
  std::vector<ReportFamily> families;
};

/// One self-contained HTML page.
/// @param templates folder of report*.mustache
/// @throws InputError if a template is missing
std::string ReportHtml(const ReportInput& input,
                       const std::filesystem::path& templates);

/// The area-time picture of a family's own operation and size, as in the page,
/// as an SVG file that stands alone; empty if no row has both figures.
std::string ReportPicture(const ReportInput& input, const std::string& family,
                          const std::filesystem::path& templates);

/// A Markdown table, numbers to the right, without columns that are empty.
std::string ReportMarkdown(const std::vector<Row>& rows);

/// The commands that run the failed tests of a row again.
std::vector<std::string> ReplayCommands(const TestOutcome& test);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_REPORT_H_
