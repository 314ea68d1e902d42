// SPDX-License-Identifier: Apache-2.0
#include "bench/report.h"

#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <iostream>

#include "bench/error.h"
#include "bench/json_file.h"
#include "cli/arguments.h"

namespace curvebench {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// A result file holds no date of its own: that of the file.
std::string DateOf(const fs::path& file) {
  struct stat status = {};
  if (stat(file.c_str(), &status) != 0) return "unknown";
  std::tm date = {};
  gmtime_r(&status.st_mtime, &date);
  char text[40];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &date);
  return text;
}

std::vector<ReportFamily> KnownFamilies(const Context& context) {
  std::vector<ReportFamily> families;
  for (const auto& family : context.families) {
    const json defaults = family->DefaultConfiguration();
    ReportFamily known{family->name(), defaults.value("operation", ""),
                       defaults.value("size", json::object())};
    known.published = PublishedRows(context.paths, family->name());
    families.push_back(known);
  }
  return families;
}

}  // namespace

int Report(const Context& context, const Words& words) {
  namespace po = boost::program_options;
  Arguments arguments(
      "curvebench report [--input RESULTS] [--output FILE] "
      "[--format html|md]\n"
      "The rows of the last regression, or of a result file, as one HTML page "
      "that needs no network,\nor as a Markdown table.");
  arguments.Options()("input", po::value<std::string>(),
                      "result file (default: the last regression)")(
      "output", po::value<std::string>(),
      "file (default: build/report/index.html; Markdown: standard output)")(
      "format", po::value<std::string>()->default_value("html"), "html or md");
  if (!arguments.Parse(words)) return 0;
  if (!arguments.positional().empty()) {
    throw InputError("curvebench report", arguments.positional()[0],
                     "is one word too many", "name a result file by --input");
  }
  const std::string format = arguments.Get<std::string>("format");
  if (format != "html" && format != "md") {
    throw InputError("--format", format, "is no format", "take html or md");
  }
  ReportInput input;
  if (arguments.Has("input")) {
    const fs::path file = arguments.Get<std::string>("input");
    input.results = ReadResults(file);
    input.date = DateOf(file);
  } else {
    input.results = LastResults(context.paths);
    input.date = DateOf(ResultsFile(context.paths));
  }
  const bool html = format == "html";
  if (html) input.families = KnownFamilies(context);
  const std::string text =
      html ? ReportHtml(input, context.paths.root / "tb" / "cli" / "templates")
           : ReportMarkdown(input.results.rows);
  if (!html && !arguments.Has("output")) {
    std::cout << text;
    return 0;
  }
  const fs::path output = arguments.Has("output")
                              ? fs::path(arguments.Get<std::string>("output"))
                              : context.paths.build / "report" / "index.html";
  WriteText(output, text);
  std::cout << "wrote " << output.string() << ": " << input.results.rows.size()
            << " rows\n";
  return 0;
}

}  // namespace curvebench
