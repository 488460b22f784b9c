#include "engine/bench/self_check.h"

#include <bit>

#include "engine/bench/benches.h"
#include "engine/duel/game.h"
#include "engine/evaluation/field_evaluator.h"
#include "engine/limits/search_limits.h"
#include "engine/movement/route.h"
#include "engine/rules/drop.h"
#include "engine/rules/hash.h"
#include "engine/rules/link.h"
#include "engine/rules/rng.h"
#include "engine/search/beam_search.h"
#include "engine/search/duplicates.h"

namespace rensa::bench {

namespace {

constexpr int kPositions = 12;

void count_leaves(const rules::Field& field, const Position& position, int ply, int depth,
                  const rules::ChainKernel& kernel, Perft& total) {
  const rules::Heights heights = field.heights();
  for (std::uint32_t left = rules::droppable_placements(heights); left != 0; left &= left - 1) {
    const rules::Placement placement = rules::kPlacements[static_cast<std::size_t>(std::countr_zero(left))];
    rules::Field after;
    const rules::Pair pair = position.pairs[static_cast<std::size_t>(ply)];
    total.links += static_cast<std::uint64_t>(kernel.place_and_simulate(field, heights, pair, placement, after).links);
    if (after.is_choked()) {
      ++total.deaths;
    } else if (ply + 1 < depth) {
      count_leaves(after, position, ply + 1, depth, kernel, total);
    } else {
      ++total.leaves;
      total.digest += search::field_key(after);
    }
  }
}

constexpr int kRandomFields = 1000;
constexpr int kFramesOfTwoMinutes = 2 * 60 * 60;
constexpr int kTurns = 300;

rules::Field random_field(rules::Rng& rng) {
  const std::uint32_t kinds = 4 + rng.below(3);  // colours, and garbage as the last of six kinds
  rules::Field field;
  for (int x = 1; x <= rules::kColumns; ++x) {
    const std::uint32_t height = rng.below(rules::kHiddenRow + 1);
    for (std::uint32_t y = 1; y <= height; ++y) {
      const std::uint32_t kind = rng.below(kinds);
      field.put(x, static_cast<int>(y), kind < 5 ? rules::kColours[kind] : rules::Cell::garbage);
    }
  }
  return field;
}

void add_event(rules::Hash& hash, const duel::Event& event) {
  hash.add(static_cast<std::uint64_t>(event.kind)).add(static_cast<std::uint64_t>(event.seat));
  hash.add(static_cast<std::uint64_t>(event.number)).add(static_cast<std::uint64_t>(event.amount));
  hash.add(static_cast<std::uint64_t>(event.points)).add(static_cast<std::uint64_t>(event.cancelled));
}

duel::Input random_input(rules::Rng& rng) {
  switch (rng.below(8)) {
    case 0:
      return duel::Input::place(rules::kPlacements[rng.below(rules::kPlacementCount)]);
    case 1:
      return duel::Input::hold(static_cast<movement::Keys>(rng.below(movement::kAllKeys + 1)));
    default:
      return {};
  }
}

// Plays games under the ruleset, one after another, for this number of frames or turns.
void add_random_games(rules::Hash& hash, const rules::Ruleset& ruleset, int steps) {
  rules::Rng rng(1, 78);
  std::uint64_t seed = 0;
  duel::Game game(duel::GameSetup{.ruleset = ruleset, .seed = seed, .queue = {}});
  for (int step = 0; step < steps; ++step) {
    if (game.outcome()) game = duel::Game(duel::GameSetup{.ruleset = ruleset, .seed = ++seed, .queue = {}});
    for (const duel::Event& event : game.step({random_input(rng), random_input(rng)})) add_event(hash, event);
    hash.add(game.hash());
  }
}

void add_routes(rules::Hash& hash, const movement::ObstacleMap& obstacles, const movement::FallingPair& pair) {
  hash.add(movement::reachable_placements(obstacles, pair));
  for (const rules::Placement placement : rules::kPlacements) {
    const auto route = movement::shortest_route(obstacles, pair, placement);
    hash.add(route ? static_cast<std::uint64_t>(route->frames()) : 0);
    if (!route) continue;
    for (const movement::Keys keys : route->keys()) hash.add(static_cast<std::uint64_t>(keys));
  }
}

}  // namespace

Perft perft_of_fixed_positions(int depth, const rules::ChainKernel& kernel) {
  Perft total;
  for (const Position& position : fixed_positions(kPositions))
    count_leaves(position.field, position, 0, depth, kernel, total);
  return total;
}

std::uint64_t chain_signature(const rules::ChainKernel& kernel) {
  rules::Rng rng(1, 79);
  rules::Hash hash;
  for (int i = 0; i < kRandomFields; ++i) {
    const rules::Field field = random_field(rng);
    rules::Field after;
    const rules::ChainResult chain = kernel.simulate(field, after);
    hash.add(static_cast<std::uint64_t>(chain.links)).add(static_cast<std::uint64_t>(chain.score));
    hash.add(static_cast<std::uint64_t>(chain.frames)).add(chain.quick ? 1 : 0).add(search::field_key(after));
  }
  return hash.value();
}

std::uint64_t duel_signature() {
  rules::Hash hash;
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) {
    add_random_games(hash, ruleset, ruleset.pacing == rules::Pacing::frames ? kFramesOfTwoMinutes : kTurns);
  }
  return hash.value();
}

std::uint64_t route_signature() {
  rules::Hash hash;
  rules::Rng rng(1, 80);
  for (const Position& position : fixed_positions(kPositions)) {
    const movement::ObstacleMap obstacles(position.field);
    movement::FallingPair pair;
    add_routes(hash, obstacles, pair);
    for (int frame = 0; frame < 20; ++frame) {
      if (movement::move_one_frame(pair, obstacles, static_cast<movement::Keys>(rng.below(movement::kAllKeys + 1)))
              .locked)
        break;
    }
    if (!pair.touching) add_routes(hash, obstacles, pair);
  }
  return hash.value();
}

std::uint64_t search_signature() {
  constexpr int kNodes = 3'000;
  search::BeamSettings building = search::scale_to_nodes({.all_clear = 4'000}, kNodes);
  search::BeamSettings race = building;
  race.race = {.min_links = 2, .max_garbage = 60, .attack_per_garbage = 70, .kept_permille = 850};
  search::BeamSettings attacked = building;
  attacked.incoming = {.garbage = {.certain = 3, .announced = 20}, .hands = 3};
  const evaluation::WeightedEvaluator evaluator(evaluation::default_weights());
  rules::Hash hash;
  std::uint64_t seed = 0;
  for (const Position& position : select_stable_positions(fixed_positions(kPositions))) {
    const std::uint32_t placements = rules::droppable_placements(position.field.heights());
    for (const search::BeamSettings& settings : {building, race, attacked}) {
      limits::SearchBudget budget(limits::SearchLimits{});
      const auto forecasts = search::BeamSearch(settings, {.colours = rules::kMaxColours})
                                 .evaluate(position.field, position.pairs, placements, ++seed, evaluator, budget);
      for (const search::PlacementForecast& forecast : forecasts) {
        hash.add(forecast.survives ? 1 : 0).add(static_cast<std::uint64_t>(forecast.fired.score));
        hash.add(static_cast<std::uint64_t>(forecast.expected_value));
      }
    }
  }
  return hash.value();
}

}  // namespace rensa::bench
