#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/evaluation/template_progress.h"
#include "engine/rules/field.h"
#include "engine/rules/pair.h"
#include "engine/templates/template.h"

namespace rensa::evaluation {

// The factor by which the mean gain of an unknown next pair (next_pair_gain) is added to a degree of match.
inline constexpr int kNextPairWeight = 2;

// Returns a degree of match plus kNextPairWeight times the gain of the next pair.
std::int64_t degree_with_next_pair(const templates::Template& form, std::int64_t filled, std::int64_t next_pair_gain);

// The degrees of match of the fields after one pair: for all its placements on one field, as long as no group vanishes.
class PlacementDegrees {
 public:
  struct Degrees {
    int count = 0;  // of the templates that do not contradict
    std::int64_t sum = 0;
    std::int64_t greatest = -1;

    void add(std::int64_t degree) {
      ++count;
      sum += degree;
      greatest = std::max(greatest, degree);
    }
  };
  // The values that the caller needs. PlacementDegrees may leave out all others to save time.
  struct DegreeRequest {
    std::int64_t least = 0;  // the smallest degree that counts
    bool count = true;       // counts and sums
    bool next_pair = false;  // degrees with the gain of the next pair
  };

  PlacementDegrees(const rules::Field& field, const rules::Heights& heights, rules::Pair pair,
                   std::uint32_t placements);

  // Adds one more template. Its match is that of the field, or that of the field before `last` was put down.
  void add(const templates::IncrementalMatch& match, DegreeRequest request);
  void add(const templates::IncrementalMatch& before, const PlacedPair& last, DegreeRequest request);

  const Degrees& of(std::size_t placement) const { return degrees_[placement]; }

 private:
  struct PlacementCells {
    std::size_t placement;
    std::array<std::size_t, 2> effects;
    std::array<std::size_t, 2> cells;
  };
  static constexpr std::size_t kEffects = 2 * rules::kColumns;  // for the two lowest empty cells of each column
  using ColumnEffects = std::array<templates::CellEffect, kEffects>;

  void add(const templates::IncrementalMatch& match, const PlacedPair* last, const ColumnEffects& effects, int filled,
           DegreeRequest request);
  std::int64_t degree_with_next_pair_after(const templates::IncrementalMatch& match, const PlacedPair* last,
                                           const PlacementCells& placement_cells, int filled) const;

  rules::Heights heights_;
  rules::Board occupied_;
  rules::Pair pair_;
  std::array<std::size_t, kEffects> cells_{};
  std::array<PlacementCells, rules::kPlacementCount> placement_cells_{};
  std::size_t placement_count_ = 0;
  std::array<Degrees, rules::kPlacementCount> degrees_{};
};

}  // namespace rensa::evaluation
