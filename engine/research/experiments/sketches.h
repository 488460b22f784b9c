#pragma once

#include <cstdint>
#include <map>

#include "engine/puzzles/backward_sketch.h"
#include "engine/puzzles/random_sketch.h"

namespace rensa::experiments {

// What sketches of problems turn out to be (Takahashi and Ikeda, figures 3, 4, 6 and 8): how long a chain can be fired
// in them, by how many puyos are in the field.

struct SketchCensus {
  // By the longest chain, then by puyos.
  std::map<int, std::map<int, std::int64_t>> counts;
  std::int64_t sketches = 0;

  std::int64_t of_links(int links) const;
};

SketchCensus random_census(const puzzles::RandomSettings& settings, std::int64_t sketches, std::uint64_t seed);
// Those that did not come together are no sketches.
SketchCensus backward_census(const puzzles::BackwardSettings& settings, std::int64_t sketches, std::uint64_t seed);

}  // namespace rensa::experiments
