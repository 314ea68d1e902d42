// SPDX-License-Identifier: Apache-2.0
#include "bench/report_plot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

namespace curvebench {
using kainjow::mustache::data;

namespace {

constexpr double kWidth = 860, kHeight = 460;
constexpr double kLeft = 78, kRight = 836, kTop = 14, kBottom = 408;
constexpr double kNames = 150;      // right of the lines, for their names
constexpr double kCharacter = 6.3;  // mean width of a label's letter
constexpr double kLine = 13;        // height of a label

// Filled outlines around the origin; neighbours in colour differ in form too.
const char* const kForms[] = {"M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z",
                              "M-4 -4h8v8h-8z", "M0 -5l5 9h-10z",
                              "M0 5l5 -9h-10z", "M-5 0l5 -5l5 5l-5 5z"};
constexpr char kPublishedForm[] = "M-5 0l5 -5l5 5l-5 5z";

struct Box {
  double left, top, right, bottom;
  bool Meets(const Box& b) const {
    return left < b.right && b.left < right && top < b.bottom && b.top < bottom;
  }
};

std::string Unit(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

// A logarithmic axis.
class Axis {
 public:
  Axis(double low, double high, double from, double to)
      : low_(std::log10(low)), high_(std::log10(high)), from_(from), to_(to) {}

  double At(double value) const {
    return from_ + (std::log10(value) - low_) / (high_ - low_) * (to_ - from_);
  }
  // Powers of ten, and 2 and 5 times them where there is room.
  std::vector<double> Ticks() const {
    std::vector<double> ticks;
    const bool fine = high_ - low_ < 3.2;
    for (int power = static_cast<int>(std::floor(low_)); power <= high_;
         ++power) {
      for (const int factor : {1, 2, 5}) {
        if (factor != 1 && !fine) continue;
        const double log = power + std::log10(factor);
        if (log >= low_ && log <= high_) {
          ticks.push_back(factor * std::pow(10, power));
        }
      }
    }
    return ticks;
  }

 private:
  double low_, high_, from_, to_;
};

// Least and most of a coordinate, with some room around.
template <typename Coordinate>
Axis MakeAxis(const Plot& plot, Coordinate coordinate, double from, double to) {
  double low = 1e300, high = 0;
  for (const PlotSeries& series : plot.series) {
    for (const PlotPoint& point : series.points) {
      low = std::min(low, coordinate(point));
      high = std::max(high, coordinate(point));
    }
  }
  if (high <= 0) return Axis(1, 10, from, to);
  const double room = std::max(std::pow(high / low, 0.07), 1.25);
  return Axis(low / room, high * room, from, to);
}

// Puts labels where they cover neither markers nor each other.
class Labels {
 public:
  explicit Labels(double right) : right_(right) {}
  void Occupy(double x, double y) {
    taken_.push_back({x - 5, y - 5, x + 5, y + 5});
  }
  // @return baseline start of the text and whether it is far from its marker
  std::optional<std::pair<double, double>> Place(double x, double y,
                                                 const std::string& text,
                                                 bool* far) {
    const double w = kCharacter * static_cast<double>(text.size());
    for (const double d : {9.0, 20.0, 34.0, 50.0}) {
      const double r = d * 0.75;
      const std::pair<double, double> tries[] = {
          {x + d, y + 4},     {x - d - w, y + 4},     {x + r, y - r},
          {x + r, y + r + 8}, {x - r - w, y - r},     {x - r - w, y + r + 8},
          {x - w / 2, y - d}, {x - w / 2, y + d + 9},
      };
      for (const auto& [left, base] : tries) {
        const Box box{left - 2, base - kLine + 2, left + w + 2, base + 3};
        if (box.left < kLeft || box.right > right_ || box.top < kTop ||
            box.bottom > kBottom) {
          continue;
        }
        if (std::any_of(taken_.begin(), taken_.end(),
                        [&](const Box& b) { return b.Meets(box); })) {
          continue;
        }
        taken_.push_back(box);
        *far = d > 10;
        return std::make_pair(left, base);
      }
    }
    return std::nullopt;  // the tooltip and the table below have it
  }

 private:
  double right_;
  std::vector<Box> taken_;
};

data Tick(double at, const std::string& text) {
  data tick;
  tick.set("at", Unit(at));
  tick.set("text", text);
  return tick;
}

}  // namespace

std::string GroupedNumber(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  std::string number = text;
  size_t point = number.find('.');
  if (point != std::string::npos) {
    number.erase(number.find_last_not_of('0') + 1);
    if (number.back() == '.') number.pop_back();
  }
  point = std::min(number.find('.'), number.size());
  for (size_t at = point; at > 3 + (number[0] == '-'); at -= 3) {
    number.insert(at - 3, ",");
  }
  return number;
}

data PlotData(const Plot& plot) {
  const bool lines = std::any_of(plot.series.begin(), plot.series.end(),
                                 [](const PlotSeries& s) { return s.line; });
  const double right = lines ? kRight - kNames : kRight;
  const Axis x_axis = MakeAxis(
      plot, [](const PlotPoint& p) { return p.x; }, kLeft, right);
  const Axis y_axis = MakeAxis(
      plot, [](const PlotPoint& p) { return p.y; }, kBottom, kTop);

  data svg;
  svg.set("id", plot.id);
  svg.set("title", plot.title);
  svg.set("description", plot.description);
  svg.set("x_label", plot.x_label);
  svg.set("y_label", plot.y_label);
  svg.set("width", Unit(kWidth));
  svg.set("height", Unit(kHeight));
  // Of a picture that stands alone: labels may reach over the edge.
  svg.set("frame", "-8 -8 " + Unit(kWidth + 32) + " " + Unit(kHeight + 16));
  svg.set("left", Unit(kLeft));
  svg.set("right", Unit(right));
  svg.set("top", Unit(kTop));
  svg.set("bottom", Unit(kBottom));
  svg.set("tick_x", Unit(kLeft - 7));
  svg.set("tick_y", Unit(kBottom + 17));
  svg.set("middle_x", Unit((kLeft + right) / 2));
  svg.set("middle_y", Unit((kTop + kBottom) / 2));
  svg.set("below", Unit(kHeight - 12));

  data x_ticks{data::type::list}, y_ticks{data::type::list};
  double last = -1e9;
  for (const double value :
       plot.x_ticks.empty() ? x_axis.Ticks() : plot.x_ticks) {
    const double at = x_axis.At(value);
    const std::string text = GroupedNumber(value);
    const double half = kCharacter * static_cast<double>(text.size()) / 2 + 4;
    const bool room = at - half > last;
    if (room) last = at + half;
    x_ticks << Tick(at, room ? text : "");
  }
  for (const double value : y_axis.Ticks()) {
    y_ticks << Tick(y_axis.At(value), GroupedNumber(value));
  }
  svg.set("x_ticks", x_ticks);
  svg.set("y_ticks", y_ticks);

  Labels labels(right);
  for (const PlotSeries& series : plot.series) {
    for (const PlotPoint& p : series.points) {
      labels.Occupy(x_axis.At(p.x), y_axis.At(p.y));
    }
  }
  // Names of lines: in the order of their ends, pushed apart.
  std::vector<std::pair<double, const PlotSeries*>> ends;
  for (const PlotSeries& series : plot.series) {
    if (series.line && !series.points.empty()) {
      ends.emplace_back(y_axis.At(series.points.back().y), &series);
    }
  }
  std::stable_sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) {
    return a.first < b.first;
  });
  std::vector<double> name_at;
  for (const auto& [y, series] : ends) {
    name_at.push_back(name_at.empty() ? y
                                      : std::max(y, name_at.back() + kLine));
  }
  double floor = kBottom;
  for (size_t i = name_at.size(); i-- > 0; floor = name_at[i] - kLine) {
    name_at[i] = std::min(name_at[i], floor);
  }

  data markers{data::type::list}, paths{data::type::list},
      texts{data::type::list}, leaders{data::type::list};
  for (const PlotSeries& series : plot.series) {
    const std::string colour =
        series.published ? "published"
                         : "series" + std::to_string(series.colour % 8);
    const std::string form =
        series.published
            ? kPublishedForm
            : kForms[static_cast<size_t>(series.colour) % std::size(kForms)];
    std::string path;
    for (const PlotPoint& p : series.points) {
      const double x = x_axis.At(p.x), y = y_axis.At(p.y);
      path += (path.empty() ? "M" : "L") + Unit(x) + " " + Unit(y);
      data marker;
      marker.set("x", Unit(x));
      marker.set("y", Unit(y));
      marker.set("form", form);
      marker.set("colour", colour);
      marker.set("tip", p.label + ": " + plot.x_label + " " +
                            GroupedNumber(p.x) + ", " + plot.y_label + " " +
                            GroupedNumber(p.y));
      markers << marker;
      if (series.line) continue;
      bool far = false;
      const auto place = labels.Place(x, y, p.label, &far);
      if (!place) continue;
      data text;
      text.set("x", Unit(place->first));
      text.set("y", Unit(place->second));
      text.set("colour", colour);
      text.set("text", p.label);
      texts << text;
      if (!far) continue;
      const double w = kCharacter * static_cast<double>(p.label.size());
      data leader;
      leader.set("x1", Unit(x));
      leader.set("y1", Unit(y));
      leader.set("x2", Unit(std::clamp(x, place->first, place->first + w)));
      leader.set("y2", Unit(place->second < y ? place->second + 2
                                              : place->second - kLine + 4));
      leaders << leader;
    }
    if (!series.line || series.points.empty()) continue;
    data line;
    line.set("path", path);
    line.set("colour", colour);
    paths << line;
    const auto end = std::find_if(ends.begin(), ends.end(), [&](const auto& e) {
      return e.second == &series;
    });
    const double y = name_at[static_cast<size_t>(end - ends.begin())];
    data text;
    text.set("x", Unit(right + 14));
    text.set("y", Unit(y + 4));
    text.set("colour", colour);
    text.set("text", series.name);
    texts << text;
    data leader;
    leader.set("x1", Unit(x_axis.At(series.points.back().x)));
    leader.set("y1", Unit(end->first));
    leader.set("x2", Unit(right + 11));
    leader.set("y2", Unit(y));
    leaders << leader;
  }
  svg.set("markers", markers);
  svg.set("paths", paths);
  svg.set("texts", texts);
  svg.set("leaders", leaders);
  return svg;
}

}  // namespace curvebench
