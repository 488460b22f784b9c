#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/duel/view.h"
#include "engine/movement/movement.h"
#include "engine/players/player.h"
#include "engine/rules/pair.h"

namespace rensa::players {

// The placements that a seat can choose: those that the falling pair can reach, or those that a turn game allows.
//
// To find a way through a crowded field takes a thousand times as long as to simulate a placement. A player that needs
// one placement only should therefore test its best one first.
class PlacementChoices {
 public:
  // Precondition: the side's decision is due. The side outlives the choices.
  PlacementChoices(rules::Pacing pacing, const duel::SideView& own);
  explicit PlacementChoices(const Position& position) : PlacementChoices(position.pacing, position.own) {}

  // Returns a set of placements (bits by kPlacements) that contains all possible ones, and is never empty.
  std::uint32_t candidates() const { return candidates_; }
  // Returns the candidates that are also in droppable_placements().
  std::uint32_t droppable_candidates() const;
  // Returns true if the candidate is possible.
  bool allows(std::size_t index) const;

 private:
  const duel::SideView& own_;
  std::optional<movement::ObstacleMap> obstacles_;  // of a frame game
  std::uint32_t candidates_;
};

using duel::possible_placements;
// Returns all possible placements (bits by kPlacements). Precondition: position.decision_due.
inline std::uint32_t possible_placements(const Position& position) {
  return duel::possible_placements(position.pacing, position.own);
}

// The second half of kPlacements is the first half upside down, so a double gets the same cells.
inline constexpr std::size_t kUpsideDown = rules::kPlacementCount / 2;

// Returns the first half for a double, else all placements of the set.
constexpr std::uint32_t distinct_placements(std::uint32_t placements, rules::Pair pair) {
  if (pair.axis != pair.child) return placements;
  return (placements | placements >> kUpsideDown) & ((1U << kUpsideDown) - 1);
}

// A chosen placement. A double may have to be put down upside down, so `placement` can differ from `index`.
struct ChosenPlacement {
  std::size_t index;
  rules::Placement placement;
};

// Returns the placement with the greatest key, the first of equals, among those with a bit in `placements`.
// Precondition: there is one.
template <typename Key>
std::size_t first_greatest(std::uint32_t placements, Key key) {
  auto best = static_cast<std::size_t>(std::countr_zero(placements));
  for (; placements != 0; placements &= placements - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(placements));
    if (key(index) > key(best)) best = index;
  }
  return best;
}

// Calls `best`, which returns one element of a set that is not empty, until the result is possible. Returns nullopt if
// none of `left` is possible. For a double, `best` gets placements of the first half of kPlacements only.
template <typename Best>
std::optional<ChosenPlacement> choose_possible(const PlacementChoices& choices, rules::Pair pair, std::uint32_t left,
                                               Best best) {
  const bool is_double = pair.axis == pair.child;
  left = distinct_placements(left, pair);
  while (left != 0) {
    const std::size_t index = best(left);
    if (choices.allows(index)) return ChosenPlacement{index, rules::kPlacements[index]};
    if (is_double && choices.allows(index + kUpsideDown))
      return ChosenPlacement{index, rules::kPlacements[index + kUpsideDown]};
    left &= ~(1U << index);
  }
  return std::nullopt;
}

// Returns the first possible placement. Use it if none of the searched placements is possible.
rules::Placement any_possible_placement(const Position& position);

// Chooses for the current pair of the position like choose_possible(), or any possible placement if that finds none.
template <typename Best>
rules::Placement choose_or_any(const Position& position, const PlacementChoices& choices, std::uint32_t left,
                               Best best) {
  const auto chosen = choose_possible(choices, position.own.pairs[0], left, best);
  return chosen ? chosen->placement : any_possible_placement(position);
}

// Returns all possible placements of `left`, in the order in which choose_possible() returns them one after the other,
// or any possible placement if there is none. worth(index) is the worth of a candidate.
template <typename Best, typename Worth>
std::vector<Candidate> rank_possible(const Position& position, const PlacementChoices& choices, std::uint32_t left,
                                     Best best, Worth worth) {
  const rules::Pair pair = position.own.pairs[0];
  std::vector<Candidate> ranked;
  while (const auto chosen = choose_possible(choices, pair, left, best)) {
    ranked.push_back({chosen->placement, worth(chosen->index)});
    left &= ~(1U << chosen->index);
    if (pair.axis == pair.child) left &= ~(1U << (chosen->index + kUpsideDown));
  }
  if (ranked.empty()) ranked.push_back({any_possible_placement(position)});
  return ranked;
}

}  // namespace rensa::players
