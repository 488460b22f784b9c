#include <benchmark/benchmark.h>

#include "engine/bench/benches.h"
#include "engine/duel/game.h"
#include "engine/rules/rng.h"

namespace rensa::bench {

namespace {

duel::Game new_game(std::uint64_t seed) {
  return duel::Game(duel::GameSetup{.ruleset = *rules::find_ruleset("tsu-1"), .seed = seed, .queue = {}});
}

duel::Input random_placement(const duel::Game& game, duel::Seat seat, rules::Rng& rng) {
  if (!game.decision_due(seat)) return {};
  return duel::Input::place(rules::kPlacements[rng.below(rules::kPlacementCount)]);
}

duel::Inputs random_placements(const duel::Game& game, rules::Rng& rng) {
  const duel::Input one = random_placement(game, duel::Seat::one, rng);
  return {one, random_placement(game, duel::Seat::two, rng)};
}

// Both lanes, in the middle of games under random placements.
void step_frames(benchmark::State& state) {
  rules::Rng rng(3);
  std::uint64_t seed = 0;
  duel::Game game = new_game(seed);
  for (auto _ : state) {
    if (game.outcome()) game = new_game(++seed);
    benchmark::DoNotOptimize(game.step(random_placements(game, rng)).size());
  }
}

void play_games(benchmark::State& state) {
  rules::Rng rng(3);
  std::uint64_t seed = 0;
  for (auto _ : state) {
    duel::Game game = new_game(++seed);
    while (!game.outcome()) {
      const duel::Inputs inputs = random_placements(game, rng);
      const bool decided = inputs[0].kind != duel::Input::Kind::none || inputs[1].kind != duel::Input::Kind::none;
      benchmark::DoNotOptimize(decided ? game.step(inputs).size() : game.advance().size());
    }
  }
}

}  // namespace

void register_duel_benches() {
  benchmark::RegisterBenchmark("duel/frame", step_frames);
  benchmark::RegisterBenchmark("duel/random_game", play_games);
}

}  // namespace rensa::bench
