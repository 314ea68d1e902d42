// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_BENCH_REPORT_PLOT_H_
#define CURVEBENCH_TB_BENCH_REPORT_PLOT_H_

#include <kainjow/mustache.hpp>
#include <string>
#include <vector>

namespace curvebench {

struct PlotPoint {
  double x = 0, y = 0;  ///< above 0: both axes are logarithmic
  std::string label;
};

struct PlotSeries {
  std::string name;
  bool line = false;  ///< joined points with the name at the last one
  bool published =
      false;  ///< a figure of a paper: hollow, its label in italics
  int colour = 0;
  std::vector<PlotPoint> points;
};

struct Plot {
  std::string id;  ///< unique on the page
  std::string title, description;
  std::string x_label, y_label;
  std::vector<double> x_ticks;  ///< empty: round numbers
  std::vector<PlotSeries> series;
};

/// The values of report_plot.mustache: everything placed, in user units.
kainjow::mustache::data PlotData(const Plot& plot);

/// 716459 -> "716,459"; fractions with up to `digits` digits.
std::string GroupedNumber(double value, int digits = 0);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_REPORT_PLOT_H_
