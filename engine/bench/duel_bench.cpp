#include <benchmark/benchmark.h>

#include "engine/bench/benches.h"
#include "engine/duel/game.h"
#include "engine/movement/route.h"
#include "engine/rules/drop.h"
#include "engine/rules/rng.h"

namespace rensa::bench {

namespace {

duel::Game new_game(std::uint64_t seed) {
  return duel::Game(duel::GameSetup{.ruleset = *rules::find_ruleset("tsu-1"), .seed = seed, .queue = {}});
}

duel::Input random_placement(const duel::Game& game, duel::Seat seat, rules::Rng& rng) {
  if (!game.is_decision_due(seat)) return {};
  return duel::Input::place(rules::kPlacements[rng.below(rules::kPlacementCount)]);
}

duel::Inputs random_placements(const duel::Game& game, rules::Rng& rng) {
  const duel::Input one = random_placement(game, duel::Seat::one, rng);
  return {one, random_placement(game, duel::Seat::two, rng)};
}

// Measures a frame of both sides, in the middle of games with random placements.
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

struct HeightRange {
  int lowest;
  int highest;
};

constexpr std::size_t kObstacleMaps = 256;

std::vector<movement::ObstacleMap> obstacle_maps(int lowest, int highest) {
  rules::Rng rng(7);
  std::vector<movement::ObstacleMap> maps;
  while (maps.size() < kObstacleMaps) {
    rules::Field field;
    for (int x = 1; x <= rules::kColumns; ++x) {
      int height = lowest + static_cast<int>(rng.below(static_cast<std::uint32_t>(highest - lowest + 1)));
      if (x == rules::kSpawnColumn && height > 11) height = 11;
      for (int y = 1; y <= height; ++y) field.put(x, y, rules::Cell::garbage);
    }
    maps.emplace_back(field);
  }
  return maps;
}

movement::FallingPair after_first_frame(const movement::ObstacleMap& obstacles) {
  movement::FallingPair pair;
  movement::move_one_frame(pair, obstacles, movement::Keys::none);
  return pair;
}

void find_shortest_routes(benchmark::State& state, HeightRange range) {
  const std::vector<movement::ObstacleMap> fields = obstacle_maps(range.lowest, range.highest);
  std::size_t field = 0;
  std::size_t placement = 0;
  for (auto _ : state) {
    const movement::ObstacleMap& obstacles = fields[field];
    benchmark::DoNotOptimize(
        movement::shortest_route(obstacles, after_first_frame(obstacles), rules::kPlacements[placement]));
    field = (field + 1) % kObstacleMaps;
    if (field == 0) placement = (placement + 1) % rules::kPlacements.size();
  }
}

struct RouteRequest {
  movement::ObstacleMap obstacles;
  movement::FallingPair pair;
  rules::Placement placement;
};

// Returns requests for routes like those that a server gets during games: each has a placement that seems reachable,
// and comes some frames after the pair came under control.
std::vector<RouteRequest> route_requests_of_games() {
  constexpr std::size_t kRequests = 10'000;
  constexpr std::uint32_t kFramesLate = 4;
  rules::Rng rng(7);
  std::vector<RouteRequest> requests;
  for (std::uint64_t seed = 0; requests.size() < kRequests; ++seed) {
    duel::Game game(duel::GameSetup{.ruleset = *rules::find_ruleset("tsu-1"), .seed = seed, .queue = {}});
    while (!game.outcome()) {
      duel::Inputs inputs;
      for (const duel::Seat seat : duel::kSeats) {
        if (!game.is_decision_due(seat) || rng.below(kFramesLate) != 0) continue;
        const duel::FrameSide& side = game.frame_game()->side(seat);
        const std::uint32_t index = rng.below(rules::kPlacementCount);
        if ((rules::droppable_placements(side.field().heights()) >> index & 1U) == 0) continue;
        const rules::Placement placement = rules::kPlacements[index];
        requests.push_back({movement::ObstacleMap(side.field()), side.falling_pair(), placement});
        inputs[duel::index_of(seat)] = duel::Input::place(placement);
      }
      game.step(inputs);
    }
  }
  return requests;
}

void find_routes_of_games(benchmark::State& state) {
  const std::vector<RouteRequest> requests = route_requests_of_games();
  std::size_t next = 0;
  for (auto _ : state) {
    const RouteRequest& request = requests[next];
    benchmark::DoNotOptimize(movement::shortest_route(request.obstacles, request.pair, request.placement));
    next = (next + 1) % requests.size();
  }
}

void find_reachable_placements(benchmark::State& state, HeightRange range) {
  const std::vector<movement::ObstacleMap> fields = obstacle_maps(range.lowest, range.highest);
  std::size_t field = 0;
  for (auto _ : state) {
    const movement::ObstacleMap& obstacles = fields[field];
    benchmark::DoNotOptimize(movement::reachable_placements(obstacles, after_first_frame(obstacles)));
    field = (field + 1) % kObstacleMaps;
  }
}

void check_seems_reachable(benchmark::State& state) {
  const rules::Heights heights = {0, 3, 12, 5, 11, 12, 2, 0};
  for (auto _ : state) {
    for (const rules::Placement placement : rules::kPlacements)
      benchmark::DoNotOptimize(rules::seems_reachable(heights, placement));
  }
}

template <class Bench>
void register_for_heights(const char* name, HeightRange range, Bench bench) {
  const std::string full =
      std::string(name) + "/heights_" + std::to_string(range.lowest) + "_to_" + std::to_string(range.highest);
  benchmark::RegisterBenchmark(full.c_str(), [bench, range](benchmark::State& state) { bench(state, range); });
}

}  // namespace

void register_duel_benches() {
  benchmark::RegisterBenchmark("duel/frame", step_frames);
  benchmark::RegisterBenchmark("duel/random_game", play_games);
  // Ordinary fields are up to 9 high. In crowded fields every row counts.
  for (const HeightRange range : {HeightRange{0, 0}, {2, 5}, {0, 9}, {6, 12}, {11, 13}}) {
    register_for_heights("route/shortest", range, find_shortest_routes);
    register_for_heights("route/all_reachable", range, find_reachable_placements);
  }
  benchmark::RegisterBenchmark("route/served", find_routes_of_games);
  benchmark::RegisterBenchmark("route/all_seem_reachable", check_seems_reachable);
}

}  // namespace rensa::bench
