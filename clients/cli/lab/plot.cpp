#include "clients/cli/lab/plot.h"

#include <algorithm>
#include <array>
#include <iomanip>
#include <sstream>

#include "clients/cli/lab/svg_page.h"

namespace rensa::cli {

namespace {

constexpr double kHeight = 400;
constexpr std::array<const char*, 8> kStrokes = {"#1f6fb4", "#c8442c", "#3a8f3a", "#8a5fb0",
                                                 "#8c6239", "#d15fa3", "#6b6b6b", "#1aa6a6"};
constexpr std::array<const char*, 2> kDashes = {SvgPage::kSolid, "5 3"};  // once all strokes are taken

class Canvas {
 public:
  Canvas(int first_x, double most_x, double most_y)
      : page_(kHeight),
        first_x_(first_x),
        least_x_(first_x > 1 ? first_x - 0.5 : 0),
        most_x_(std::max(most_x, first_x_) + (first_x > 1 ? 0.5 : 0)),
        most_y_(most_y > 0 ? most_y : 1) {}

  void axes() {
    const double step_y = step_for(most_y_);
    for (double value = 0; value <= most_y_ * 1.001; value += step_y) {
      line(SvgPage::kLeft, y(value), SvgPage::kWidth - SvgPage::kRight, y(value), "#dddddd");
      page_.text({SvgPage::kLeft - 6, y(value) + 4}, "end", short_number(value));
    }
    const double step_x = std::max(step_for(most_x_ - least_x_), least_x_ > 0 ? 1.0 : 0.0);
    for (double value = least_x_ > 0 ? first_x_ : 0; value <= most_x_ * 1.001; value += step_x) {
      line(x(value), y(0), x(value), y(0) + 4, "black");
      page_.text({x(value), y(0) + 18}, "middle", short_number(value));
    }
    line(SvgPage::kLeft, y(0), SvgPage::kWidth - SvgPage::kRight, y(0), "black");
    line(SvgPage::kLeft, SvgPage::kTop, SvgPage::kLeft, y(0), "black");
  }

  void labels(const Plot& plot) {
    page_.text({SvgPage::kWidth / 2, 20}, "middle", plot.title);
    page_.text({SvgPage::kWidth / 2, kHeight - 8}, "middle", plot.x_label);
    page_.rising_text({16, kHeight / 2}, plot.y_label);
  }

  void curve(const PlotLine& curve, std::size_t index) {
    const char* stroke = kStrokes[index % kStrokes.size()];
    const char* dash = kDashes[index / kStrokes.size() % kDashes.size()];
    std::ostringstream points;
    points << std::fixed << std::setprecision(1);
    for (std::size_t i = 0; i < curve.values.size(); ++i) {
      points << (i > 0 ? " " : "") << x(first_x_ + static_cast<double>(i)) << ',' << y(curve.values[i]);
    }
    page_.curve(points.str(), stroke, dash);
    for (std::size_t i = 0; i < curve.bars.size(); ++i) bar(first_x_ + static_cast<double>(i), curve.bars[i], stroke);
    const double at = SvgPage::kTop + 16 * static_cast<double>(index + 1);
    page_.line({SvgPage::kLeft + 12, at - 4}, {SvgPage::kLeft + 36, at - 4}, stroke, dash);
    page_.text({SvgPage::kLeft + 42, at}, "start", curve.name);
  }

  std::string finish() { return page_.finish(); }

 private:
  double x(double value) const {
    return SvgPage::kLeft +
           (SvgPage::kWidth - SvgPage::kLeft - SvgPage::kRight) * (value - least_x_) / (most_x_ - least_x_);
  }
  double y(double value) const {
    return kHeight - SvgPage::kBottom - (kHeight - SvgPage::kTop - SvgPage::kBottom) * value / most_y_;
  }
  void bar(double at, const PlotBar& bar, const char* stroke) {
    line(x(at), y(bar.low), x(at), y(bar.high), stroke);
    for (const double end : {bar.low, bar.high}) line(x(at) - 3, y(end), x(at) + 3, y(end), stroke);
  }
  void line(double x1, double y1, double x2, double y2, const char* stroke) {
    page_.line({x1, y1}, {x2, y2}, stroke, SvgPage::kSolid);
  }

  SvgPage page_;
  double first_x_;
  double least_x_;  // of the axis
  double most_x_;
  double most_y_;
};

}  // namespace

std::string svg_of(const Plot& plot) {
  double most_x = 0;
  double most_y = 0;
  for (const PlotLine& line : plot.lines) {
    most_x = std::max(most_x, plot.first_x - 1 + static_cast<double>(line.values.size()));
    for (const double value : line.values) most_y = std::max(most_y, value);
    for (const PlotBar& bar : line.bars) most_y = std::max(most_y, bar.high);
  }
  Canvas canvas(plot.first_x, most_x, most_y);
  canvas.axes();
  canvas.labels(plot);
  for (std::size_t i = 0; i < plot.lines.size(); ++i) canvas.curve(plot.lines[i], i);
  return canvas.finish();
}

}  // namespace rensa::cli
