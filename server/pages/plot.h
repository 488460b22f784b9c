#pragma once

#include <string>
#include <vector>

#include "server/league/interval.h"
#include "server/pages/path.h"

namespace rensa::pages {

// A line over the numbers from 0, with its interval around it, as an image.
struct Plot {
  std::string title;
  std::string across;  // what is counted from left to right
  std::vector<league::Interval> line;
  std::vector<double> bounds;  // that are of interest, as levels
};

// Of long lines some points are left out. Drawn by attributes alone, in the colours of one scheme: a style that chose
// them would be inline, which the policy of every answer forbids.
std::string svg_of(const Plot& plot, Scheme scheme);

}  // namespace rensa::pages
