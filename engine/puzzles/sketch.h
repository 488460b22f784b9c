#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "engine/puzzles/puzzle.h"
#include "engine/rules/rng.h"

namespace rensa::puzzles {

// A sketch is a field and pairs that were made at random and not solved yet. The generator keeps those that make
// puzzles.
struct Sketch {
  rules::Field field;
  std::vector<rules::Pair> pairs;
};

// Returns the puzzle that asks for a chain of exactly this many links.
Puzzle puzzle_of(const Sketch& sketch, int links);

// Random sketches (Takahashi and Ikeda, section 4.1): columns of random heights and colours, and random pairs.

// The rule for two puyos side by side in a row.
enum class SideNeighbours : std::uint8_t { may_match, differ };

struct RandomSketchSettings {
  int rows = 7;     // the largest height of a column: 1..11
  int colours = 4;  // 2..5
  int hands = 2;    // 1..kMaxHands
  SideNeighbours neighbours = SideNeighbours::differ;
};

// Returns a random sketch. Its field has no complete group.
Sketch random_sketch(rules::Rng& rng, const RandomSketchSettings& settings);

// A shape that a group can have, column by column. Shapes with a gap in a column are left out, because no puyo can be
// pushed under them.
struct Polyomino {
  struct Column {
    int bottom = 0;  // rows above the lowest row of the shape
    int cells = 0;
  };
  std::array<Column, 6> columns{};
  int width = 0;
};

// All shapes of four cells (19), of five (61 of 63) or of six (196 of 216). Each rotation and mirror image is a shape
// of its own. Precondition: cells is 4, 5 or 6.
std::span<const Polyomino> polyominoes(int cells);

// Sketches that are built backwards (Takahashi and Ikeda, section 4.3). The group of the last link is put down first.
// Each earlier group is pushed in so that it splits the groups of later links. At the end the pairs are taken from the
// top of the field.

struct BackwardSketchSettings {
  int links = 3;          // 1..19
  int hands = 2;          // 1..kMaxHands
  int colours = 4;        // 2..5
  int largest_group = 4;  // 4..6: the largest number of cells of a group
  int supports = 2;       // the largest number of puyos that hold up groups
  int superfluous = 0;    // the number of other puyos that are dropped between the links
  int rows = 11;          // the largest height of a column before the pairs are taken away: 4..12
};

// Returns nullopt if this attempt failed. The result is not solved: it may have longer chains, shorter solutions, or
// links that have merged.
std::optional<Sketch> backward_sketch(rules::Rng& rng, const BackwardSketchSettings& settings);

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
  // The number of sketches by the links of the longest chain, then by the puyos in the field.
  std::map<int, std::map<int, std::int64_t>> counts;
  std::int64_t sketches = 0;

  std::int64_t count_with_links(int links) const;
};

SketchStatistics random_sketch_statistics(const RandomSketchSettings& settings, std::int64_t sketches,
                                          std::uint64_t seed);
// Makes this number of attempts and counts those that gave a sketch.
SketchStatistics backward_sketch_statistics(const BackwardSketchSettings& settings, std::int64_t sketches,
                                            std::uint64_t seed);

}  // namespace rensa::puzzles
