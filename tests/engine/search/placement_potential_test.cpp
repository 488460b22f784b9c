#include "engine/search/placement_potential.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

#include "engine/evaluation/completions.h"
#include "engine/evaluation/field_shape.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/rng.h"
#include "tests/engine/evaluation/quiet_fields.h"
#include "tests/tools/field_picture.h"

namespace rensa::search {
namespace {

using rules::Field;
using rules::Pair;
using tests::field_from_picture;

// The same in the simplest way: every placement of every pair, one by one, without a cache.
class Naive {
 public:
  Naive(std::vector<Pair> pairs, const evaluation::SearchRules& rules) : pairs_(std::move(pairs)), rules_(rules) {}

  PlacementPotential potential(const Field& field, std::size_t index) const {
    PlacementPotential potential;
    Field after = field;
    potential.fired = play(after, 0, index);
    potential.survives = !is_lost(after);
    if (!potential.survives) return potential;
    potential.attacks[0] = potential.fired.attack;
    potential.build_value = -1'000'000'000;
    look(after, 1, potential);
    return potential;
  }

 private:
  bool is_lost(const Field& field) const {
    if (rules_.choke == rules::Choke::spawn_cell) return field.is_choked();
    return rules::droppable_placements(field.heights()) == 0;
  }

  evaluation::FirableChain play(Field& field, std::size_t hand, std::size_t index) const {
    rules::drop_pair(field, pairs_[hand], rules::kPlacements[index]);
    const int literature = evaluation::literature_attack_of(field);
    const rules::ChainResult chain = rules::simulate_chain(field);
    if (chain.links == 0) return {};
    return {.attack = rules_.formula == rules::AttackFormula::score ? chain.score : literature,
            .links = chain.links,
            .hand = static_cast<int>(hand) + 1};
  }

  void look(const Field& field, std::size_t hand, PlacementPotential& potential) const {
    if (hand == pairs_.size()) {
      potential.build_value =
          std::max(potential.build_value, evaluation::longest_one_colour_chain(field, rules_.colours).value() +
                                              5 * evaluation::evaluate_shape(field));
      return;
    }
    for (std::size_t i = 0; i < rules::kPlacementCount; ++i) {
      if ((rules::droppable_placements(field.heights()) >> i & 1U) == 0) continue;
      Field after = field;
      const evaluation::FirableChain firing = play(after, hand, i);
      if (firing.hand > 0) {
        potential.best_later = std::max(potential.best_later, firing);
        if (potential.fired.hand == 0) {
          int& attack = potential.attacks.at(hand);
          attack = std::max(attack, firing.attack);
        }
      } else if (!is_lost(after)) {
        look(after, hand + 1, potential);
      }
    }
  }

  std::vector<Pair> pairs_;
  evaluation::SearchRules rules_;
};

TEST(PlacementPotential, EqualsTryingEveryPlacement) {
  rules::Rng rng(17);
  for (int round = 0; round < 24; ++round) {
    const std::uint32_t colours = 3 + rng.below(3);
    const Field field = evaluation::random_position(rng, 4 + round, colours);
    if (field.is_choked()) continue;
    std::vector<Pair> pairs{evaluation::random_pair(rng, colours)};
    if (round % 4 != 0) pairs.push_back(evaluation::random_pair(rng, colours));
    if (round % 6 == 3) pairs.push_back(evaluation::random_pair(rng, colours));
    const evaluation::SearchRules rules{
        .formula = round % 2 == 0 ? rules::AttackFormula::score : rules::AttackFormula::literature,
        .choke = round % 3 == 0 ? rules::Choke::no_move : rules::Choke::spawn_cell,
        .colours = static_cast<int>(colours)};
    const std::uint32_t open = rules::droppable_placements(field.heights());
    limits::SearchBudget budget(limits::SearchLimits{});
    const PlacementPotentials potentials =
        potentials_of(field, pairs, open, rules, evaluation::OneColourEvaluator(), budget);
    const Naive naive(pairs, rules);
    const bool is_double = pairs[0].axis == pairs[0].child;
    for (std::size_t i = 0; i < (is_double ? rules::kPlacementCount / 2 : rules::kPlacementCount); ++i) {
      if ((open >> i & 1U) == 0) continue;
      const PlacementPotential expected = naive.potential(field, i);
      EXPECT_EQ(potentials[i].survives, expected.survives);
      EXPECT_EQ(potentials[i].fired, expected.fired);
      EXPECT_EQ(potentials[i].best_later, expected.best_later);
      EXPECT_EQ(potentials[i].attacks, expected.attacks);
      EXPECT_EQ(potentials[i].build_value, expected.build_value);
    }
  }
}

}  // namespace
}  // namespace rensa::search
