#pragma once

#include <string>
#include <vector>

#include "server/league/interval.h"

namespace rensa::pages {

// A line over the numbers from 0, with its interval around it, as an image.
struct Plot {
  std::string title;
  std::string across;  // what is counted from left to right
  std::vector<league::Interval> line;
  std::vector<double> bounds;  // that are of interest, as levels
};

// Of long lines some points are left out. Drawn by attributes alone, so that no policy against inline styles matters.
std::string svg_of(const Plot& plot);

}  // namespace rensa::pages
