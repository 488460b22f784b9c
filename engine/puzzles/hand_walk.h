#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <span>

#include "engine/puzzles/firing_placements.h"
#include "engine/puzzles/puzzle.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/droppable.h"
#include "engine/search/duplicates.h"

namespace rensa::puzzles {

// All ways to place the pairs of a puzzle, depth first. Of the last pair only the placements are tried with which
// something vanishes: with others no goal is met. A field that is choked ends a way.

// One pair placed, and what it is to place it upside down: a double has its twin.
struct Placed {
  rules::Placement placement;
  int ways = 1;
};

// Where the walk is.
struct Way {
  std::array<Placed, kMostHands> hands{};
  std::size_t size = 0;

  std::span<const Placed> placed() const { return std::span(hands).first(size); }
  std::uint64_t count() const {
    std::uint64_t ways = 1;
    for (const Placed& hand : placed()) ways *= static_cast<std::uint64_t>(hand.ways);
    return ways;
  }
};

// A pair with which something vanished.
struct Fired {
  const rules::Field& before;
  rules::Pair pair;
  rules::Placement placement;
  const rules::Field& after;
  rules::ChainResult chain;
};

// Who is told of the ways; it may look at the way, too. Its State is what it knows of one, as of the last hand with
// which something vanished.
template <class V>
concept HandVisitor =
    requires(V visitor, const rules::Field& field, const Fired& fired, std::size_t step, typename V::State state) {
      // Whether to try what can be done from here.
      { visitor.enters(field) } -> std::same_as<bool>;
      // Told of all that vanishes: whether the way ends here. The state is that of the hands before, and becomes what
      // the visitor makes of it.
      { visitor.ends(fired, state) } -> std::same_as<bool>;
      // Asked afterwards: whether there is any use in the steps from this one on.
      { visitor.goes_on(field, step, state) } -> std::same_as<bool>;
    };

template <HandVisitor Visitor>
class HandWalk {
 public:
  HandWalk(std::span<const Step> steps, Visitor& visitor, Way& way) : steps_(steps), visitor_(visitor), way_(way) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (std::holds_alternative<rules::Pair>(steps[i])) end_ = i + 1;
    }
  }

  void run(const rules::Field& field) { visit(field, 0, {}); }

 private:
  using State = typename Visitor::State;

  void visit(const rules::Field& field, std::size_t step, const State& state) {
    if (step >= end_ || field.is_choked() || !visitor_.enters(field)) return;
    if (const auto* garbage = std::get_if<notation::GarbageDrop>(&steps_[step])) {
      rules::Field after = field;
      drop_garbage(after, *garbage);
      visit(after, step + 1, state);
      return;
    }
    place(field, std::get<rules::Pair>(steps_[step]), step, state);
  }

  void place(const rules::Field& field, rules::Pair pair, std::size_t step, const State& state) {
    const rules::Heights heights = field.heights();
    const std::uint32_t droppable = rules::droppable_placements(heights);
    const std::uint32_t different = search::without_twins(pair, droppable);
    const std::uint32_t firing = firing_placements(field.planes(), pair);
    const bool is_last = step + 1 == end_;
    Placed& hand = way_.hands[way_.size++];
    for (std::uint32_t left = is_last ? different & firing : different; left != 0; left &= left - 1) {
      const auto index = static_cast<std::size_t>(std::countr_zero(left));
      const rules::Placement placement = rules::kPlacements[index];
      hand = {.placement = placement, .ways = ways_of(pair, droppable, index)};
      rules::Field after;
      if ((firing >> index & 1U) != 0) {
        const rules::ChainResult chain = path_.place_and_simulate(field, heights, pair, placement, after);
        if (chain.links > 0) {
          State now = state;
          const bool ends = visitor_.ends({field, pair, placement, after, chain}, now);
          if (!ends && !is_last && visitor_.goes_on(after, step + 1, now)) visit(after, step + 1, now);
          continue;
        }
      } else {
        const rules::Landing rest = rules::landing(heights, placement);
        after = field;
        after.put(placement.x, rest.axis_y, pair.axis);
        after.put(placement.child_x(), rest.child_y, pair.child);
      }
      if (!is_last) visit(after, step + 1, state);
    }
    --way_.size;
  }

  static int ways_of(rules::Pair pair, std::uint32_t droppable, std::size_t index) {
    constexpr std::size_t kUpsideDown = rules::kPlacementCount / 2;
    if (pair.axis != pair.child || index >= kUpsideDown) return 1;
    return (droppable >> (index + kUpsideDown) & 1U) != 0 ? 2 : 1;
  }

  std::span<const Step> steps_;
  Visitor& visitor_;
  Way& way_;
  std::size_t end_ = 0;  // after the last pair
  const rules::ChainPath& path_ = rules::fastest_chain_path();
};

}  // namespace rensa::puzzles
