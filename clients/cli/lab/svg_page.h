#pragma once

#include <sstream>
#include <string>

namespace rensa::cli {

// A page of SVG with the parts that plots and bars share: a frame around the drawing, lines and texts.
class SvgPage {
 public:
  static constexpr double kWidth = 640;
  static constexpr double kLeft = 70;
  static constexpr double kRight = 20;
  static constexpr double kTop = 40;
  static constexpr double kBottom = 50;
  static constexpr const char* kSolid = "none";

  explicit SvgPage(double height);

  struct Point {
    double x = 0;
    double y = 0;
  };
  void line(Point from, Point to, const char* stroke, const char* dash);
  // The anchor is start, middle or end.
  void text(Point at, const char* anchor, const std::string& what);
  void rising_text(Point middle, const std::string& what);
  void box(Point corner, double width, double height, const char* fill);
  void curve(const std::string& points, const char* stroke, const char* dash);
  std::string finish();

 private:
  std::ostringstream out_;
};

// 1, 2 or 5 times a power of ten: about five steps up to `most`.
double step_for(double most);
// As few digits as will do, six at most.
std::string short_number(double value);

}  // namespace rensa::cli
