#pragma once

#include <string>
#include <vector>

namespace rensa::cli {

// A plot of one or more lines as SVG, for experiments.

struct PlotLine {
  std::string name;
  std::vector<double> values;  // against their numbers, from 1 on
};

struct Plot {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<PlotLine> lines;  // beyond sixteen some look alike; no value is negative
};

std::string svg_of(const Plot& plot);

}  // namespace rensa::cli
