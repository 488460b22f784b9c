#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/templates/prospect.h"
#include "engine/rules/field.h"
#include "engine/rules/pair.h"
#include "engine/search/next_pair.h"

namespace rensa::search {

// A degree of match and kAhead times what the next pair would add.
std::int64_t degree_ahead(const templates::Template& form, std::int64_t filled, std::int64_t next_pair_gain);

// The degrees of match that the fields have to which one pair leads: all placements of it on one field, as long as
// nothing vanishes.
class TemplateLeaves {
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
  // What may be left out, for it would not be looked at.
  struct Wanted {
    std::int64_t least = 0;  // smaller degrees
    bool count = true;       // counts and sums
    bool ahead = false;      // degrees with what the next pair would add
  };

  TemplateLeaves(const rules::Field& field, const rules::Heights& heights, rules::Pair pair, std::uint32_t placements);

  // One more template: on the field itself, or on the one before `last` was put down.
  void add(const templates::Prospect& on_field, Wanted wanted);
  void add(const templates::Prospect& before, const PutDown& last, Wanted wanted);

  const Degrees& of(std::size_t placement) const { return degrees_[placement]; }

 private:
  struct Leaf {
    std::size_t placement;
    std::array<std::size_t, 2> openings;
    std::array<std::size_t, 2> cells;
  };
  static constexpr std::size_t kOpenings = 2 * rules::kColumns;  // the two lowest empty cells of each column
  using Openings = std::array<templates::Opening, kOpenings>;

  void add(const templates::Prospect& prospect, const PutDown* last, const Openings& openings, int filled,
           Wanted wanted);
  std::int64_t ahead(const templates::Prospect& prospect, const PutDown* last, const Leaf& leaf, int filled) const;

  rules::Heights heights_;
  rules::Board occupied_;
  rules::Pair pair_;
  std::array<std::size_t, kOpenings> cells_{};
  std::array<Leaf, rules::kPlacementCount> leaves_{};
  std::size_t leaf_count_ = 0;
  std::array<Degrees, rules::kPlacementCount> degrees_{};
};

}  // namespace rensa::search
