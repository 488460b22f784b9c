#include "clients/cli/lab/plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <sstream>

namespace rensa::cli {

namespace {

constexpr double kWidth = 640;
constexpr double kHeight = 400;
constexpr double kLeft = 70;
constexpr double kRight = 20;
constexpr double kTop = 40;
constexpr double kBottom = 50;
constexpr std::array<const char*, 8> kStrokes = {"#1f6fb4", "#c8442c", "#3a8f3a", "#8a5fb0",
                                                 "#8c6239", "#d15fa3", "#6b6b6b", "#1aa6a6"};
constexpr std::array<const char*, 2> kDashes = {"none", "5 3"};  // once all strokes are taken

// 1, 2 or 5 times a power of ten: about five steps up to `most`.
double step_for(double most) {
  const double rough = std::max(most, 1e-9) / 5;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) return factor * power;
  }
  return 10 * power;
}

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '&':
        safe += "&amp;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

class Canvas {
 public:
  Canvas(int first_x, double most_x, double most_y)
      : first_x_(first_x),
        least_x_(first_x > 1 ? first_x - 0.5 : 0),
        most_x_(std::max(most_x, first_x_) + (first_x > 1 ? 0.5 : 0)),
        most_y_(most_y > 0 ? most_y : 1) {
    out_ << std::fixed << std::setprecision(1);
    out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << kWidth << ' ' << kHeight
         << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
         << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  }

  void axes() {
    const double step_y = step_for(most_y_);
    for (double value = 0; value <= most_y_ * 1.001; value += step_y) {
      line(kLeft, y(value), kWidth - kRight, y(value), "#dddddd");
      text(kLeft - 6, y(value) + 4, "end", number(value));
    }
    const double step_x = std::max(step_for(most_x_ - least_x_), least_x_ > 0 ? 1.0 : 0.0);
    for (double value = least_x_ > 0 ? first_x_ : 0; value <= most_x_ * 1.001; value += step_x) {
      line(x(value), y(0), x(value), y(0) + 4, "black");
      text(x(value), y(0) + 18, "middle", number(value));
    }
    line(kLeft, y(0), kWidth - kRight, y(0), "black");
    line(kLeft, kTop, kLeft, y(0), "black");
  }

  void labels(const Plot& plot) {
    text(kWidth / 2, 20, "middle", plot.title);
    text(kWidth / 2, kHeight - 8, "middle", plot.x_label);
    out_ << "<text transform=\"translate(16," << kHeight / 2 << ") rotate(-90)\" text-anchor=\"middle\">"
         << escaped(plot.y_label) << "</text>\n";
  }

  void curve(const PlotLine& curve, std::size_t index) {
    const char* stroke = kStrokes[index % kStrokes.size()];
    const char* dash = kDashes[index / kStrokes.size() % kDashes.size()];
    out_ << "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" << stroke << "\" stroke-dasharray=\"" << dash
         << "\" points=\"";
    for (std::size_t i = 0; i < curve.values.size(); ++i) {
      out_ << (i > 0 ? " " : "") << x(first_x_ + static_cast<double>(i)) << ',' << y(curve.values[i]);
    }
    out_ << "\"/>\n";
    for (std::size_t i = 0; i < curve.bars.size(); ++i) bar(first_x_ + static_cast<double>(i), curve.bars[i], stroke);
    const double at = kTop + 16 * static_cast<double>(index + 1);
    line(kLeft + 12, at - 4, kLeft + 36, at - 4, stroke, dash);
    text(kLeft + 42, at, "start", curve.name);
  }

  std::string finish() {
    out_ << "</svg>\n";
    return out_.str();
  }

 private:
  double x(double value) const { return kLeft + (kWidth - kLeft - kRight) * (value - least_x_) / (most_x_ - least_x_); }
  double y(double value) const { return kHeight - kBottom - (kHeight - kTop - kBottom) * value / most_y_; }

  void bar(double at, const PlotBar& bar, const char* stroke) {
    line(x(at), y(bar.low), x(at), y(bar.high), stroke);
    for (const double end : {bar.low, bar.high}) line(x(at) - 3, y(end), x(at) + 3, y(end), stroke);
  }
  void line(double x1, double y1, double x2, double y2, const char* stroke, const char* dash = kDashes[0]) {
    out_ << "<line x1=\"" << x1 << "\" y1=\"" << y1 << "\" x2=\"" << x2 << "\" y2=\"" << y2 << "\" stroke=\"" << stroke
         << "\" stroke-dasharray=\"" << dash << "\"/>\n";
  }
  void text(double at_x, double at_y, const char* anchor, const std::string& what) {
    out_ << "<text x=\"" << at_x << "\" y=\"" << at_y << "\" text-anchor=\"" << anchor << "\">" << escaped(what)
         << "</text>\n";
  }
  static std::string number(double value) {
    std::ostringstream text;
    text << std::setprecision(6) << value;
    return text.str();
  }

  std::ostringstream out_;
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
