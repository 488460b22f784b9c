#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "engine/puzzles/puzzle.h"
#include "engine/puzzles/sketch.h"

namespace rensa::puzzles {

// The longest chains that can be fired, whatever the goal.
struct Survey {
  int links = 0;           // of the longest
  int hands = 0;           // the fewest that it takes
  std::uint64_t ways = 0;  // sequences that fire it in so many hands, a double upside down counted as another
};
Survey survey_chains(const rules::Field& field, std::span<const Step> steps);

// What sketches of problems turn out to be (Takahashi and Ikeda, figures 3, 4, 6 and 8): how long a chain can be fired
// in them, by how many puyos are in the field.

struct SketchCensus {
  // By the longest chain, then by puyos.
  std::map<int, std::map<int, std::int64_t>> counts;
  std::int64_t sketches = 0;

  std::int64_t of_links(int links) const;
};

SketchCensus random_census(const RandomSettings& settings, std::int64_t sketches, std::uint64_t seed);
// Those that did not come together are no sketches.
SketchCensus backward_census(const BackwardSettings& settings, std::int64_t sketches, std::uint64_t seed);

}  // namespace rensa::puzzles
