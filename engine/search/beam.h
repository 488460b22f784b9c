#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/rules/chain.h"
#include "engine/rules/pair.h"
#include "engine/search/firing.h"
#include "engine/search/stacking.h"

namespace rensa::search {

// What each placement of the current pair may grow to: the fields that it leads to are built on, the best of them at a
// time, with the pairs that are known and then with pairs that are drawn. Several such futures are looked at, the same
// for all placements, because a future in which one knows what comes is too good to be true.

// What a garbage counts in a race, once it is there.
inline constexpr int kRaceGarbage = 1000;
inline constexpr int kMostInRace = 1'000'000;  // garbage

// Where who attacks first wins: not the greatest chain counts then, but the soonest that hurts.
struct RaceTerms {
  int links = 3;            // of a chain that hurts
  int most = 60;            // garbage that it counts; there is no waiting for more
  int attack_for_one = 1;   // of what attacks are counted in, for a garbage
  int left_permille = 850;  // of what it counts, with each pair that it waits for, the known ones too
  friend bool operator==(const RaceTerms&, const RaceTerms&) = default;
};

struct BeamTerms {
  int trunk = 100;  // fields that are kept after the known pairs
  int width = 24;   // and after each drawn pair
  int depth = 12;   // pairs, the known ones included
  int futures = 6;
  // Where few cells of rows 1..12 are free, futures are short and differ most.
  int late_room = 24;
  int late_futures = 60;
  // What a chain loses with each drawn pair that it waits for, in thousandths: whoever knows what comes waits too long.
  int haste = 8;
  int enough = 5'000;               // points of a chain that is what was built for: what comes after it is not asked
  std::optional<RaceTerms> race{};  // instead of haste and enough
  friend bool operator==(const BeamTerms&, const BeamTerms&) = default;
};

// The fields that are weighed at most, with two known pairs.
constexpr std::int64_t most_nodes(const BeamTerms& terms) {
  const int futures = terms.futures > terms.late_futures ? terms.futures : terms.late_futures;
  const int drawn = terms.depth > 3 ? terms.depth - 3 : 0;
  const std::int64_t grown = rules::kPlacementCount + std::int64_t{futures} * (terms.trunk + drawn * terms.width);
  return grown * rules::kPlacementCount;
}

// So much narrower or wider, in all its parts, that about so many fields are weighed at most; 0: as it is.
BeamTerms with_nodes(BeamTerms terms, int nodes);

// What a future is worth that nothing outlives, in points; none is worth less.
inline constexpr int kDoom = -20'000;

struct Growth {
  bool lives = false;      // the game goes on afterwards
  rules::ChainResult now;  // what the placement fires itself
  // The mean over all futures of the best that it leads to: the points of a chain, or the worth of a field (stacking.h)
  // where no chain of enough points is fired. In a race chains count kRaceGarbage for each.
  int promise = 0;
};
using Growths = std::array<Growth, rules::kPlacementCount>;

// Holds the fields in work, so that nothing is allocated once they have been as many as they get. Calls do not depend
// on those before them. For one thread.
class Beam {
 public:
  Beam(const BeamTerms& terms, const StackingPlan& plan, const FiringTerms& firing);

  // Of `placements` (bits by kPlacements), which are some of droppable_placements(); the second halves of doubles are
  // left as they are made. The futures are drawn from the seed. Preconditions: the field is at rest; one to three
  // pairs.
  Growths look(const rules::Field& field, std::span<const rules::Pair> known, std::uint32_t placements,
               std::uint64_t seed);

 private:
  // By placement of the current pair.
  using Points = std::array<int, rules::kPlacementCount>;

  struct Node {
    rules::Field field;
    std::uint32_t roots = 0;  // the placements of the current pair that lead to it
    int actions = 0;          // what the best way to it is worth, from whichever of these
    int value = 0;            // together with the field
  };

  // One pair's growth.
  struct Season {
    int width = 0;        // fields that are kept
    int permille = 1000;  // of its points that a chain counts
  };
  Season season_of(int width, int hand, int known) const;

  void plant(const rules::Field& field, rules::Pair pair, std::uint32_t placements, Growths& growths);
  // Replaces `level` by the best that it grows to with the pair.
  void grow(std::vector<Node>& level, rules::Pair pair, const Season& season, Points& fired);
  bool is_built_for(const rules::ChainResult& chain) const;
  // Of a chain that is; `placed` is the field that it starts in.
  int counted(const rules::ChainResult& chain, const rules::Field& placed, const Season& season) const;
  void add(const rules::Field& field, std::uint32_t roots, int actions);
  void keep_best(std::vector<Node>& level, int width);
  // Each placement is worth what the best node that it leads to is.
  static void credit(const std::vector<Node>& nodes, Points& best);
  void follow(std::uint64_t seed, int future, int known, Points& best);
  int futures_of(const rules::Field& field) const;

  BeamTerms terms_;
  StackingPlan plan_;
  FiringTerms firing_;
  std::vector<Node> trunk_;
  std::vector<Node> level_;
  std::vector<Node> children_;
  std::vector<std::uint32_t> order_;  // of children_, the best first
  std::vector<std::uint32_t> slots_;  // where a field is in children_, by its key; 0: nowhere, else the index and one
};

}  // namespace rensa::search
