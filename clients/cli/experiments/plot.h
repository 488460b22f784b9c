#pragma once

#include <string>
#include <vector>

#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

// Plots of experiments as SVG: lines, and shares as bars.

struct PlotBar {
  double low = 0;
  double high = 0;
};

struct PlotLine {
  std::string name;
  std::vector<double> values;   // at first_x of the plot, first_x + 1 and so on
  std::vector<PlotBar> bars{};  // empty, or the interval of each value
};

struct Plot {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<PlotLine> lines;  // no value is negative; of more than sixteen lines some look alike
  int first_x = 1;
};

std::string svg_of(const Plot& plot);

// A share with its interval.
struct Bar {
  std::string name;
  tournament::Interval share;     // from 0 to 1
  std::vector<double> published;  // marks on the bar
};

struct Bars {
  std::string title;
  std::string label;  // of the axis
  std::vector<Bar> bars;
};

std::string svg_of(const Bars& bars);

}  // namespace rensa::cli
