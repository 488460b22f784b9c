#pragma once

#include <string>
#include <vector>

#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

// Shares as bars with their intervals, as SVG, for experiments.

struct Bar {
  std::string name;
  tournament::Interval share;     // from 0 to 1
  std::vector<double> published;  // marks beside it
};

struct Bars {
  std::string title;
  std::string label;  // of the axis of shares
  std::vector<Bar> bars;
};

std::string svg_of(const Bars& bars);

}  // namespace rensa::cli
