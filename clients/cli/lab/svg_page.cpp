#include "clients/cli/lab/svg_page.h"

#include <algorithm>
#include <cmath>
#include <iomanip>

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

}  // namespace

double step_for(double most) {
  const double rough = std::max(most, 1e-9) / 5;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) return factor * power;
  }
  return 10 * power;
}

std::string short_number(double value) {
  std::ostringstream text;
  text << std::setprecision(6) << value;
  return text.str();
}

SvgPage::SvgPage(double height) {
  out_ << std::fixed << std::setprecision(1);
  out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << kWidth << ' ' << height
       << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
       << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
}

void SvgPage::line(Point from, Point to, const char* stroke, const char* dash) {
  out_ << "<line x1=\"" << from.x << "\" y1=\"" << from.y << "\" x2=\"" << to.x << "\" y2=\"" << to.y << "\" stroke=\""
       << stroke << "\" stroke-dasharray=\"" << dash << "\"/>\n";
}

void SvgPage::text(Point at, const char* anchor, const std::string& what) {
  out_ << "<text x=\"" << at.x << "\" y=\"" << at.y << "\" text-anchor=\"" << anchor << "\">" << escaped(what)
       << "</text>\n";
}

void SvgPage::rising_text(Point middle, const std::string& what) {
  out_ << "<text transform=\"translate(" << middle.x << ',' << middle.y << ") rotate(-90)\" text-anchor=\"middle\">"
       << escaped(what) << "</text>\n";
}

void SvgPage::box(Point corner, double width, double height, const char* fill) {
  out_ << "<rect x=\"" << corner.x << "\" y=\"" << corner.y << "\" width=\"" << width << "\" height=\"" << height
       << "\" fill=\"" << fill << "\"/>\n";
}

void SvgPage::curve(const std::string& points, const char* stroke, const char* dash) {
  out_ << "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" << stroke << "\" stroke-dasharray=\"" << dash
       << "\" points=\"" << points << "\"/>\n";
}

std::string SvgPage::finish() {
  out_ << "</svg>\n";
  return out_.str();
}

}  // namespace rensa::cli
