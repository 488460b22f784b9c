#pragma once

#include <span>
#include <string>

#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

// A published figure and ours, as texts for a table.
struct Compared {
  std::string what;
  std::string published;  // empty: no figure is published
  std::string ours;       // with its 95 % interval
};

// "57.4 % [54.3, 60.4]"
std::string percent_of(const tournament::Interval& share);

// A table of three columns, with its head.
std::string markdown_of(std::span<const Compared> rows);

}  // namespace rensa::cli
