#include "engine/bench/signature.h"

#include "engine/bench/perft.h"
#include "engine/bench/positions.h"
#include "engine/duel/game.h"
#include "engine/rules/hash.h"
#include "engine/rules/link.h"
#include "engine/rules/rng.h"
#include "engine/rules/route.h"

namespace rensa::bench {

namespace {

constexpr int kFields = 1000;
constexpr int kTwoMinutes = 2 * 60 * 60;
constexpr int kTurns = 300;

rules::Field random_field(rules::Rng& rng) {
  const std::uint32_t kinds = 4 + rng.below(3);  // colours, and garbage as the last kind of six
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
      return duel::Input::hold(static_cast<rules::Keys>(rng.below(rules::kAllKeys + 1)));
    default:
      return {};
  }
}

// Plays games of a ruleset one after another until so many frames or turns are over.
void add_play(rules::Hash& hash, const rules::Ruleset& ruleset, int steps) {
  rules::Rng rng(1, 78);
  std::uint64_t seed = 0;
  duel::Game game(duel::GameSetup{.ruleset = ruleset, .seed = seed, .queue = {}});
  for (int step = 0; step < steps; ++step) {
    if (game.outcome()) game = duel::Game(duel::GameSetup{.ruleset = ruleset, .seed = ++seed, .queue = {}});
    for (const duel::Event& event : game.step({random_input(rng), random_input(rng)})) add_event(hash, event);
    hash.add(game.hash());
  }
}

void add_routes(rules::Hash& hash, const rules::Shaft& shaft, const rules::FallingPair& pair) {
  hash.add(rules::reachable_placements(shaft, pair));
  for (const rules::Placement placement : rules::kPlacements) {
    const auto route = rules::shortest_route(shaft, pair, placement);
    hash.add(route ? static_cast<std::uint64_t>(route->frames()) : 0);
    if (!route) continue;
    for (const rules::Keys keys : route->keys()) hash.add(static_cast<std::uint64_t>(keys));
  }
}

}  // namespace

std::uint64_t chain_signature(const rules::ChainPath& path) {
  rules::Rng rng(1, 79);
  rules::Hash hash;
  for (int i = 0; i < kFields; ++i) {
    const rules::Field field = random_field(rng);
    rules::Field after;
    const rules::ChainResult chain = path.simulate(field, after);
    hash.add(static_cast<std::uint64_t>(chain.links)).add(static_cast<std::uint64_t>(chain.score));
    hash.add(static_cast<std::uint64_t>(chain.frames)).add(chain.quick ? 1 : 0).add(digest_of(after));
  }
  return hash.value();
}

std::uint64_t duel_signature() {
  rules::Hash hash;
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) {
    add_play(hash, ruleset, ruleset.pacing == rules::Pacing::frames ? kTwoMinutes : kTurns);
  }
  return hash.value();
}

std::uint64_t route_signature() {
  rules::Hash hash;
  rules::Rng rng(1, 80);
  for (const Position& position : fixed_positions(12)) {
    const rules::Shaft shaft(position.field);
    rules::FallingPair pair;
    add_routes(hash, shaft, pair);
    for (int frame = 0; frame < 20; ++frame) {
      if (rules::move_one_frame(pair, shaft, static_cast<rules::Keys>(rng.below(rules::kAllKeys + 1))).locked) break;
    }
    if (!pair.touching) add_routes(hash, shaft, pair);
  }
  return hash.value();
}

}  // namespace rensa::bench
