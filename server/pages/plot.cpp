#include "server/pages/plot.h"

#include <algorithm>
#include <cmath>

#include "server/base/formatted.h"
#include "server/pages/markup.h"

namespace rensa::pages {

namespace {

using base::formatted;

constexpr double kWidth = 640;
constexpr double kHeight = 240;
constexpr double kLeftMargin = 56;
constexpr double kRightMargin = 44;
constexpr double kTopMargin = 16;
constexpr double kBottomMargin = 36;
constexpr std::size_t kMaxPoints = 400;

// The colours of a plot. `back` and `ink` are --surface and --dim of /style/tokens.css, which the page around the image
// has.
struct Palette {
  const char* back;
  const char* ink;
  const char* band;
  const char* curve;
  const char* bound;
  const char* last;  // the level of the last value
  const char* grid;  // the lines of the y axis
};
constexpr Palette kLightPalette{.back = "#fffaf0",
                                .ink = "#5a5270",
                                .band = "#9ec5e8",
                                .curve = "#1f5f99",
                                .bound = "#aa3333",
                                .last = "#82714c",
                                .grid = "#e9dfc8"};
constexpr Palette kDarkPalette{.back = "#191c3b",
                               .ink = "#b6badd",
                               .band = "#3d6296",
                               .curve = "#8fb2ff",
                               .bound = "#ff9a92",
                               .last = "#868ec4",
                               .grid = "#2c3160"};

// Converts values to positions on the image.
struct Scale {
  double last = 1;  // number
  double low = 0;
  double high = 1;

  double x(double number) const { return kLeftMargin + (kWidth - kLeftMargin - kRightMargin) * number / last; }
  double y(double value) const {
    return kTopMargin + (kHeight - kTopMargin - kBottomMargin) * (high - value) / (high - low);
  }
  std::string point(double number, double value) const { return formatted("%.1f,%.1f ", x(number), y(value)); }
};

Scale scale_of(const Plot& plot) {
  Scale scale{.last = std::max<double>(1, static_cast<double>(plot.values.size()) - 1)};
  std::vector<double> all = plot.bounds;
  for (const tournament::Interval& point : plot.values) all.insert(all.end(), {point.low, point.high});
  if (all.empty()) return scale;
  const auto [low, high] = std::minmax_element(all.begin(), all.end());
  const double room = std::max((*high - *low) * 0.05, 1e-3);
  scale.low = *low - room;
  scale.high = *high + room;
  return scale;
}

// Returns the numbers of the points to draw. The last point is always among them.
std::vector<std::size_t> shown_indices(std::size_t points) {
  std::vector<std::size_t> numbers;
  const std::size_t step = points / kMaxPoints + 1;
  for (std::size_t number = 0; number < points; number += step) numbers.push_back(number);
  if (!numbers.empty() && numbers.back() != points - 1) numbers.push_back(points - 1);
  return numbers;
}

Markup label(double x, double y, const char* anchor, const std::string& text) {
  return element("text", {{"x", formatted("%.1f", x)}, {"y", formatted("%.1f", y)}, {"text-anchor", anchor}}, {text});
}

// Returns the distance of the labels of the y axis: 1, 2 or 5 times a power of ten, so that there are 3 to 7 labels.
double label_step(const Scale& scale) {
  constexpr double kMaxLabels = 6;
  const double least = (scale.high - scale.low) / kMaxLabels;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least) return factor * power;
  }
  return 10 * power;
}

// Draws a thin line with a label for each round value of the y axis. The values in `marked` have labels of their own,
// for which those beside them make room.
Markup y_axis(const Scale& scale, const std::vector<double>& marked, const char* colour) {
  constexpr double kTextHeight = 13;
  const double step = label_step(scale);
  const int decimals = static_cast<int>(std::max(0.0, std::ceil(-std::log10(step) - 1e-9)));
  Markup lines;
  for (double number = std::ceil(scale.low / step); number * step <= scale.high; ++number) {
    const double value = number * step + 0.0;  // without the sign of a negative zero
    const std::string y = formatted("%.1f", scale.y(value));
    lines.add(element("line",
                      {{"x1", formatted("%.0f", kLeftMargin)},
                       {"x2", formatted("%.0f", kWidth - kRightMargin)},
                       {"y1", y},
                       {"y2", y},
                       {"stroke", colour}},
                      {}));
    const bool is_covered = std::any_of(marked.begin(), marked.end(), [&](double mark) {
      return std::abs(scale.y(mark) - scale.y(value)) < kTextHeight;
    });
    if (is_covered) continue;
    lines.add(label(kLeftMargin - 6, scale.y(value) + 4, "end", formatted("%.*f", decimals, value)));
  }
  return lines;
}

Markup dashed_line(const Scale& scale, double value, const char* colour) {
  const std::string y = formatted("%.1f", scale.y(value));
  return element("line",
                 {{"x1", formatted("%.0f", kLeftMargin)},
                  {"x2", formatted("%.0f", kWidth - kRightMargin)},
                  {"y1", y},
                  {"y2", y},
                  {"stroke", colour},
                  {"stroke-dasharray", "4 4"}},
                 {});
}

std::string level_text(double value) { return formatted(std::abs(value) < 10 ? "%.2f" : "%.0f", value); }

// Draws the line of a bound, with its value at the axis.
Markup bound_line(const Scale& scale, double value, const char* colour) {
  return concatenated(
      {dashed_line(scale, value, colour), label(kLeftMargin - 6, scale.y(value) + 4, "end", level_text(value))});
}

// Draws the level of the last value, with the value in a margin of its own at the end of the curve.
Markup last_line(const Scale& scale, double value, const char* colour) {
  return concatenated({dashed_line(scale, value, colour), element("text",
                                                                  {{"x", formatted("%.1f", kWidth - kRightMargin + 6)},
                                                                   {"y", formatted("%.1f", scale.y(value) + 4)},
                                                                   {"font-weight", "bold"}},
                                                                  {level_text(value)})});
}

Markup interval_band(const Scale& scale, const std::vector<tournament::Interval>& values,
                     const std::vector<std::size_t>& numbers, const char* colour) {
  std::string points;
  for (const std::size_t number : numbers) points += scale.point(static_cast<double>(number), values[number].high);
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) {
    points += scale.point(static_cast<double>(*number), values[*number].low);
  }
  return element("polygon", {{"points", points}, {"fill", colour}, {"fill-opacity", "0.5"}}, {});
}

Markup curve(const Scale& scale, const std::vector<tournament::Interval>& values,
             const std::vector<std::size_t>& numbers, const char* colour) {
  std::string points;
  for (const std::size_t number : numbers) points += scale.point(static_cast<double>(number), values[number].value);
  return element("polyline", {{"points", points}, {"fill", "none"}, {"stroke", colour}, {"stroke-width", "2"}}, {});
}

}  // namespace

std::string draw_plot(const Plot& plot, ColourScheme scheme) {
  const Palette& palette = scheme == ColourScheme::dark ? kDarkPalette : kLightPalette;
  const Scale scale = scale_of(plot);
  const std::vector<std::size_t> numbers = shown_indices(plot.values.size());
  Markup levels;
  for (const double bound : plot.bounds) levels.add(bound_line(scale, bound, palette.bound));
  if (plot.bounds.empty() && !plot.values.empty()) {
    levels.add(last_line(scale, plot.values.back().value, palette.last));
  }
  const Markup axes = element("path",
                              {{"d", formatted("M%.0f %.0fV%.0fH%.0f", kLeftMargin, kTopMargin, kHeight - kBottomMargin,
                                               kWidth - kRightMargin)},
                               {"fill", "none"},
                               {"stroke", palette.ink}},
                              {});
  const Markup svg =
      element("svg",
              {{"xmlns", "http://www.w3.org/2000/svg"},
               {"viewBox", formatted("0 0 %.0f %.0f", kWidth, kHeight)},
               {"width", formatted("%.0f", kWidth)},
               {"height", formatted("%.0f", kHeight)},
               {"role", "img"},
               {"font-family", "system-ui, sans-serif"},
               {"font-size", "12"},
               {"fill", palette.ink}},
              {element("title", {}, {plot.title}),
               element("rect", {{"width", "100%"}, {"height", "100%"}, {"fill", palette.back}}, {}),
               interval_band(scale, plot.values, numbers, palette.band), y_axis(scale, plot.bounds, palette.grid),
               levels, axes, curve(scale, plot.values, numbers, palette.curve),
               label(kLeftMargin, kHeight - kBottomMargin + 18, "middle", "0"),
               label(kWidth - kRightMargin, kHeight - kBottomMargin + 18, "end",
                     formatted("%.0f ", scale.last) + plot.x_label)});
  return svg.html() + "\n";
}

}  // namespace rensa::pages
