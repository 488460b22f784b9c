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
constexpr double kLeft = 56;
constexpr double kRight = 16;
constexpr double kTop = 16;
constexpr double kBottom = 36;
constexpr std::size_t kMostPoints = 400;

// Where values are on the image.
struct Scale {
  double last = 1;  // number
  double low = 0;
  double high = 1;

  double x(double number) const { return kLeft + (kWidth - kLeft - kRight) * number / last; }
  double y(double value) const { return kTop + (kHeight - kTop - kBottom) * (high - value) / (high - low); }
  std::string point(double number, double value) const { return formatted("%.1f,%.1f ", x(number), y(value)); }
};

Scale scale_of(const Plot& plot) {
  Scale scale{.last = std::max<double>(1, static_cast<double>(plot.line.size()) - 1)};
  std::vector<double> all = plot.bounds;
  for (const league::Interval& point : plot.line) all.insert(all.end(), {point.low, point.high});
  if (all.empty()) return scale;
  const auto [low, high] = std::minmax_element(all.begin(), all.end());
  const double room = std::max((*high - *low) * 0.05, 1e-3);
  scale.low = *low - room;
  scale.high = *high + room;
  return scale;
}

// The last point is always among them.
std::vector<std::size_t> shown(std::size_t points) {
  std::vector<std::size_t> numbers;
  const std::size_t step = points / kMostPoints + 1;
  for (std::size_t number = 0; number < points; number += step) numbers.push_back(number);
  if (!numbers.empty() && numbers.back() != points - 1) numbers.push_back(points - 1);
  return numbers;
}

Markup label(double x, double y, const char* anchor, const std::string& text) {
  return element("text",
                 {{"x", formatted("%.1f", x)}, {"y", formatted("%.1f", y)}, {"text-anchor", anchor}, {"fill", "#333"}},
                 {text});
}

Markup level(const Scale& scale, double value, const char* colour) {
  const std::string y = formatted("%.1f", scale.y(value));
  return together(
      {element("line",
               {{"x1", formatted("%.0f", kLeft)},
                {"x2", formatted("%.0f", kWidth - kRight)},
                {"y1", y},
                {"y2", y},
                {"stroke", colour},
                {"stroke-dasharray", "4 4"}},
               {}),
       label(kLeft - 6, scale.y(value) + 4, "end", formatted(std::abs(value) < 10 ? "%.2f" : "%.0f", value))});
}

Markup band(const Scale& scale, const std::vector<league::Interval>& line, const std::vector<std::size_t>& numbers) {
  std::string points;
  for (const std::size_t number : numbers) points += scale.point(static_cast<double>(number), line[number].high);
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) {
    points += scale.point(static_cast<double>(*number), line[*number].low);
  }
  return element("polygon", {{"points", points}, {"fill", "#9ec5e8"}, {"fill-opacity", "0.5"}}, {});
}

Markup curve(const Scale& scale, const std::vector<league::Interval>& line, const std::vector<std::size_t>& numbers) {
  std::string points;
  for (const std::size_t number : numbers) points += scale.point(static_cast<double>(number), line[number].value);
  return element("polyline", {{"points", points}, {"fill", "none"}, {"stroke", "#1f5f99"}, {"stroke-width", "2"}}, {});
}

}  // namespace

std::string svg_of(const Plot& plot) {
  const Scale scale = scale_of(plot);
  const std::vector<std::size_t> numbers = shown(plot.line.size());
  Markup levels;
  for (const double bound : plot.bounds) levels.add(level(scale, bound, "#a33"));
  if (plot.bounds.empty() && !plot.line.empty()) {
    const double last = plot.line.back().value;
    levels.add(level(scale, last, "#999"));
  }
  const Markup axes =
      element("path",
              {{"d", formatted("M%.0f %.0fV%.0fH%.0f", kLeft, kTop, kHeight - kBottom, kWidth - kRight)},
               {"fill", "none"},
               {"stroke", "#333"}},
              {});
  const Markup svg = element(
      "svg",
      {{"xmlns", "http://www.w3.org/2000/svg"},
       {"viewBox", formatted("0 0 %.0f %.0f", kWidth, kHeight)},
       {"width", formatted("%.0f", kWidth)},
       {"height", formatted("%.0f", kHeight)},
       {"role", "img"},
       {"font-family", "system-ui, sans-serif"},
       {"font-size", "12"}},
      {element("title", {}, {plot.title}),
       element("rect", {{"width", "100%"}, {"height", "100%"}, {"fill", "#fff"}}, {}), band(scale, plot.line, numbers),
       levels, axes, curve(scale, plot.line, numbers), label(kLeft, kHeight - kBottom + 18, "middle", "0"),
       label(kWidth - kRight, kHeight - kBottom + 18, "end", formatted("%.0f ", scale.last) + plot.across)});
  return svg.bytes() + "\n";
}

}  // namespace rensa::pages
