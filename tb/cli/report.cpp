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

}  // namespace

int Report(const Context& context, const Words& words) {
  namespace po = boost::program_options;
  Arguments arguments(
      "curvebench report [--input RESULTS] [--output FILE] "
      "[--format html|md|svg]\n"
      "The rows of the last regression, or of a result file, as one HTML page "
      "that needs no network,\nas a Markdown table, or the area-time picture "
      "of one family as SVG.");
  arguments.Options()("input", po::value<std::string>(),
                      "result file (default: the last regression)")(
      "output", po::value<std::string>(),
      "file (default: build/report/index.html; others: standard output)")(
      "format", po::value<std::string>()->default_value("html"),
      "html, md or svg")("family", po::value<std::string>(), "svg: of which");
  if (!arguments.Parse(words)) return 0;
  if (!arguments.positional().empty()) {
    throw InputError("curvebench report", arguments.positional()[0],
                     "is one word too many", "name a result file by --input");
  }
  const std::string format = arguments.Get<std::string>("format");
  if (format != "html" && format != "md" && format != "svg") {
    throw InputError("--format", format, "is no format",
                     "take html, md or svg");
  }
  if ((format == "svg") != arguments.Has("family")) {
    throw InputError("--family", "", "belongs to --format svg",
                     "give both or none");
  }
  const std::string family =
      format == "svg" ? arguments.Get<std::string>("family") : "";
  if (!family.empty()) FindFamily(context.families, family);
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
  if (format != "md")
    input.families = ReportFamilies(context.families, context.paths);
  const fs::path templates = context.paths.root / "tb" / "cli" / "templates";
  std::string text;
  if (html) {
    text = ReportHtml(input, templates);
  } else if (format == "md") {
    text = ReportMarkdown(input.results.rows);
  } else {
    text = ReportPicture(input, family, templates);
    if (text.empty()) {
      throw InputError("--family", family, "has no row with cycles and LUTs",
                       "run 'make sim' and 'make fpga' first");
    }
  }
  if (!html && !arguments.Has("output")) {
    std::cout << text;
    return 0;
  }
  const fs::path output = arguments.Has("output")
                              ? fs::path(arguments.Get<std::string>("output"))
                              : context.paths.build / "report" / "index.html";
  if (std::error_code missing;
      arguments.Has("input") &&
      fs::equivalent(output, arguments.Get<std::string>("input"), missing)) {
    throw InputError("--output", output.string(), "is the result file itself",
                     "name another file");
  }
  WriteText(output, text);
  std::cout << "wrote " << output.string() << ": " << input.results.rows.size()
            << " rows\n";
  return 0;
}

}  // namespace curvebench
