#pragma once

#include <string>
#include <vector>

#include "server/pages/page_path.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::pages {

// A curve over the numbers from 0, with an interval around each value.
struct Plot {
  std::string title;
  std::string x_label;  // the label of the x axis
  std::vector<tournament::Interval> values;
  std::vector<double> bounds;  // drawn as horizontal lines
};

// Draws the plot as SVG, and leaves out some points of long curves. Colours are attributes, since the content security
// policy forbids inline styles.
std::string draw_plot(const Plot& plot, ColourScheme scheme);

}  // namespace rensa::pages
