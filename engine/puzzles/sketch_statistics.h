#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "engine/puzzles/puzzle.h"
#include "engine/puzzles/sketch.h"

namespace rensa::puzzles {

// The longest chains that can be fired from a field, without regard to a goal.
struct ChainSurvey {
  int links = 0;                // of the longest chain
  int hands = 0;                // the fewest hands that fire it
  std::uint64_t sequences = 0;  // that fire it in these hands; a double upside down makes another sequence
};
ChainSurvey survey_chains(const rules::Field& field, std::span<const Step> steps);

// The number of sketches by the length of their longest chain and the number of puyos in the field (Takahashi and
// Ikeda, figures 3, 4, 6 and 8).
struct SketchStatistics {
  // By the links of the longest chain, then by puyos.
  std::map<int, std::map<int, std::int64_t>> counts;
  std::int64_t sketches = 0;

  std::int64_t count_with_links(int links) const;
};

SketchStatistics random_sketch_statistics(const RandomSketchSettings& settings, std::int64_t sketches,
                                          std::uint64_t seed);
// Counts only the attempts that gave a sketch.
SketchStatistics backward_sketch_statistics(const BackwardSketchSettings& settings, std::int64_t sketches,
                                            std::uint64_t seed);

}  // namespace rensa::puzzles
