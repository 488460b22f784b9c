#include "clients/cli/experiments/plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <sstream>

namespace rensa::cli {

namespace {

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

// Returns 1, 2 or 5 times a power of ten, for about five steps up to `most`.
double tick_step_for(double most) {
  const double rough = std::max(most, 1e-9) / 5;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) return factor * power;
  }
  return 10 * power;
}

// Returns as few digits as the value needs, at most six.
std::string short_number(double value) {
  std::ostringstream text;
  text << std::setprecision(6) << value;
  return text.str();
}

// A page of SVG with the parts that lines and bars share: margins, strokes and texts.
class SvgPage {
 public:
  static constexpr double kWidth = 640;
  static constexpr double kLeft = 70;
  static constexpr double kRight = 20;
  static constexpr double kTop = 40;
  static constexpr double kBottom = 50;
  static constexpr const char* kSolid = "none";

  struct Point {
    double x = 0;
    double y = 0;
  };

  explicit SvgPage(double height) {
    out_ << std::fixed << std::setprecision(1);
    out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << kWidth << ' ' << height
         << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
         << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  }

  void line(Point from, Point to, const char* stroke, const char* dash) {
    out_ << "<line x1=\"" << from.x << "\" y1=\"" << from.y << "\" x2=\"" << to.x << "\" y2=\"" << to.y
         << "\" stroke=\"" << stroke << "\" stroke-dasharray=\"" << dash << "\"/>\n";
  }

  // The anchor is start, middle or end.
  void text(Point at, const char* anchor, const std::string& what) {
    out_ << "<text x=\"" << at.x << "\" y=\"" << at.y << "\" text-anchor=\"" << anchor << "\">" << escaped(what)
         << "</text>\n";
  }

  void rising_text(Point middle, const std::string& what) {
    out_ << "<text transform=\"translate(" << middle.x << ',' << middle.y << ") rotate(-90)\" text-anchor=\"middle\">"
         << escaped(what) << "</text>\n";
  }

  void box(Point corner, double width, double height, const char* fill) {
    out_ << "<rect x=\"" << corner.x << "\" y=\"" << corner.y << "\" width=\"" << width << "\" height=\"" << height
         << "\" fill=\"" << fill << "\"/>\n";
  }

  void curve(const std::string& points, const char* stroke, const char* dash) {
    out_ << "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" << stroke << "\" stroke-dasharray=\"" << dash
         << "\" points=\"" << points << "\"/>\n";
  }

  std::string finish() {
    out_ << "</svg>\n";
    return out_.str();
  }

 private:
  std::ostringstream out_;
};

constexpr double kHeight = 400;
constexpr std::array<const char*, 8> kStrokes = {"#1f6fb4", "#c8442c", "#3a8f3a", "#8a5fb0",
                                                 "#8c6239", "#d15fa3", "#6b6b6b", "#1aa6a6"};
constexpr std::array<const char*, 2> kDashes = {SvgPage::kSolid, "5 3"};  // once all strokes are taken

class PlotPainter {
 public:
  PlotPainter(int first_x, double most_x, double most_y)
      : page_(kHeight),
        first_x_(first_x),
        least_x_(first_x > 1 ? first_x - 0.5 : 0),
        most_x_(std::max(most_x, first_x_) + (first_x > 1 ? 0.5 : 0)),
        most_y_(most_y > 0 ? most_y : 1) {}

  void axes() {
    const double step_y = tick_step_for(most_y_);
    for (double value = 0; value <= most_y_ * 1.001; value += step_y) {
      line(SvgPage::kLeft, y(value), SvgPage::kWidth - SvgPage::kRight, y(value), "#dddddd");
      page_.text({SvgPage::kLeft - 6, y(value) + 4}, "end", short_number(value));
    }
    const double step_x = std::max(tick_step_for(most_x_ - least_x_), least_x_ > 0 ? 1.0 : 0.0);
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

constexpr double kRow = 30;
constexpr double kThick = 16;
constexpr double kNames = 240;  // room for them
constexpr const char* kFill = "#9dbfdd";
constexpr const char* kInk = "#1f3f60";
constexpr const char* kPublished = "#c8442c";

double x_of(double share) { return kNames + (SvgPage::kWidth - kNames - SvgPage::kRight) * share; }

void draw_bar(SvgPage& page, const Bar& bar, double middle) {
  page.text({kNames - 8, middle + 4}, "end", bar.name);
  page.box({x_of(0), middle - kThick / 2}, x_of(bar.share.value) - x_of(0), kThick, kFill);
  page.line({x_of(bar.share.low), middle}, {x_of(bar.share.high), middle}, kInk, SvgPage::kSolid);
  for (const double end : {bar.share.low, bar.share.high}) {
    page.line({x_of(end), middle - 4}, {x_of(end), middle + 4}, kInk, SvgPage::kSolid);
  }
  for (const double mark : bar.published) {
    page.line({x_of(mark), middle - kRow / 2 + 2}, {x_of(mark), middle + kRow / 2 - 2}, kPublished, SvgPage::kSolid);
  }
}

}  // namespace

std::string svg_of(const Plot& plot) {
  double most_x = 0;
  double most_y = 0;
  for (const PlotLine& line : plot.lines) {
    most_x = std::max(most_x, plot.first_x - 1 + static_cast<double>(line.values.size()));
    for (const double value : line.values) most_y = std::max(most_y, value);
    for (const PlotBar& bar : line.bars) most_y = std::max(most_y, bar.high);
  }
  PlotPainter painter(plot.first_x, most_x, most_y);
  painter.axes();
  painter.labels(plot);
  for (std::size_t i = 0; i < plot.lines.size(); ++i) painter.curve(plot.lines[i], i);
  return painter.finish();
}

std::string svg_of(const Bars& bars) {
  const double bottom = SvgPage::kTop + kRow * static_cast<double>(bars.bars.size());
  SvgPage page(bottom + SvgPage::kBottom);
  page.text({SvgPage::kWidth / 2, 20}, "middle", bars.title);
  page.text({SvgPage::kWidth / 2, bottom + 38}, "middle", bars.label);
  for (int percent = 0; percent <= 100; percent += 20) {
    page.line({x_of(percent / 100.0), SvgPage::kTop}, {x_of(percent / 100.0), bottom}, "#dddddd", SvgPage::kSolid);
    page.text({x_of(percent / 100.0), bottom + 18}, "middle", std::to_string(percent) + " %");
  }
  for (std::size_t i = 0; i < bars.bars.size(); ++i) {
    draw_bar(page, bars.bars[i], SvgPage::kTop + kRow * (static_cast<double>(i) + 0.5));
  }
  return page.finish();
}

}  // namespace rensa::cli
