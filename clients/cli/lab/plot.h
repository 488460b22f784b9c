#pragma once

#include <string>
#include <vector>

namespace rensa::cli {

// A plot of one or more lines as SVG, for experiments.

struct PlotBar {
  double low = 0;
  double high = 0;
};

struct PlotLine {
  std::string name;
  std::vector<double> values;   // against their numbers, from the plot's first on
  std::vector<PlotBar> bars{};  // the interval of each value: none, or one a value
};

struct Plot {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<PlotLine> lines;  // beyond sixteen some look alike; no value is negative
  int first_x = 1;
};

std::string svg_of(const Plot& plot);

}  // namespace rensa::cli
