#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/duel/view.h"
#include "engine/rules/movement.h"
#include "engine/rules/pair.h"

namespace rensa::players {

// What a seat that has to decide can choose from: where the falling pair can truly get, or what a turn game allows.
//
// Whether there is a way through a crowded field is costly to find out, a thousand times what it costs to see what a
// placement leads to. Who wants one placement and not all of them therefore asks for the one it likes best first.
class Choices {
 public:
  // Precondition: view.decision_due. The view outlives it.
  explicit Choices(const duel::View& view);

  // Bits by kPlacements: nothing else is possible, but not all of these have to be. Never empty.
  std::uint32_t candidates() const { return candidates_; }
  // Whether a candidate is possible.
  bool allows(std::size_t index) const;

 private:
  const duel::View& view_;
  std::optional<rules::Shaft> shaft_;  // of a frame game: what the pair has to find its way through
  std::uint32_t candidates_;
};

// All that are possible, for who wants them all.
std::uint32_t possible_placements(const duel::View& view);

// The second half of kPlacements is the first half upside down: what puts the same cells of a double down.
inline constexpr std::size_t kUpsideDown = rules::kPlacementCount / 2;

// A choice, and how it is put down: a double may only get there upside down.
struct Chosen {
  std::size_t index;
  rules::Placement placement;
};

// Asks `best`, which takes a set of placements that is not empty and gives one of them, until its answer is possible;
// nullopt: none of `left` is. Of a double the first half of kPlacements is asked for.
template <typename Best>
std::optional<Chosen> choose_possible(const Choices& choices, rules::Pair pair, std::uint32_t left, Best best) {
  const bool is_double = pair.axis == pair.child;
  if (is_double) left = (left | left >> kUpsideDown) & ((1U << kUpsideDown) - 1);
  while (left != 0) {
    const std::size_t index = best(left);
    if (choices.allows(index)) return Chosen{index, rules::kPlacements[index]};
    if (is_double && choices.allows(index + kUpsideDown)) return Chosen{index, rules::kPlacements[index + kUpsideDown]};
    left &= ~(1U << index);
  }
  return std::nullopt;
}

// All of `left` that are possible, in the order in which choose_possible() would give them one after the other.
template <typename Best>
std::vector<Chosen> rank_possible(const Choices& choices, rules::Pair pair, std::uint32_t left, Best best) {
  std::vector<Chosen> ranked;
  while (const auto chosen = choose_possible(choices, pair, left, best)) {
    ranked.push_back(*chosen);
    left &= ~(1U << chosen->index);
    if (pair.axis == pair.child) left &= ~(1U << (chosen->index + kUpsideDown));
  }
  return ranked;
}

// Where nothing that a search looks at is possible.
rules::Placement any_possible(const duel::View& view);

}  // namespace rensa::players
