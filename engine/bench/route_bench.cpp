#include <benchmark/benchmark.h>

#include "engine/bench/benches.h"
#include "engine/duel/game.h"
#include "engine/rules/droppable.h"
#include "engine/rules/rng.h"
#include "engine/rules/route.h"

namespace rensa::bench {

namespace {

struct HeightRange {
  int lowest;
  int highest;
};

constexpr std::size_t kFields = 256;

std::vector<rules::Shaft> shafts(int lowest, int highest) {
  rules::Rng rng(7);
  std::vector<rules::Shaft> made;
  while (made.size() < kFields) {
    rules::Field field;
    for (int x = 1; x <= rules::kColumns; ++x) {
      int height = lowest + static_cast<int>(rng.below(static_cast<std::uint32_t>(highest - lowest + 1)));
      if (x == rules::kSpawnColumn && height > 11) height = 11;
      for (int y = 1; y <= height; ++y) field.put(x, y, rules::Cell::garbage);
    }
    made.emplace_back(field);
  }
  return made;
}

rules::FallingPair after_first_frame(const rules::Shaft& shaft) {
  rules::FallingPair pair;
  rules::move_one_frame(pair, shaft, rules::Keys::none);
  return pair;
}

void shortest_routes(benchmark::State& state, HeightRange range) {
  const std::vector<rules::Shaft> fields = shafts(range.lowest, range.highest);
  std::size_t field = 0;
  std::size_t placement = 0;
  for (auto _ : state) {
    const rules::Shaft& shaft = fields[field];
    benchmark::DoNotOptimize(rules::shortest_route(shaft, after_first_frame(shaft), rules::kPlacements[placement]));
    field = (field + 1) % kFields;
    if (field == 0) placement = (placement + 1) % rules::kPlacements.size();
  }
}

struct Plan {
  rules::Shaft shaft;
  rules::FallingPair pair;
  rules::Placement placement;
};

// What a server is asked in the middle of games: a placement that seems open, some frames after the pair came under
// control.
std::vector<Plan> served_plans() {
  constexpr std::size_t kPlans = 10'000;
  constexpr std::uint32_t kFramesLate = 4;
  rules::Rng rng(7);
  std::vector<Plan> plans;
  for (std::uint64_t seed = 0; plans.size() < kPlans; ++seed) {
    duel::Game game(duel::GameSetup{.ruleset = *rules::find_ruleset("tsu-1"), .seed = seed, .queue = {}});
    while (!game.outcome()) {
      duel::Inputs inputs;
      for (const duel::Seat seat : duel::kSeats) {
        if (!game.decision_due(seat) || rng.below(kFramesLate) != 0) continue;
        const duel::Lane& lane = game.duel()->lane(seat);
        const std::uint32_t index = rng.below(rules::kPlacementCount);
        if ((rules::droppable_placements(lane.field().heights()) >> index & 1U) == 0) continue;
        const rules::Placement placement = rules::kPlacements[index];
        plans.push_back({rules::Shaft(lane.field()), lane.falling_pair(), placement});
        inputs[duel::index_of(seat)] = duel::Input::place(placement);
      }
      game.step(inputs);
    }
  }
  return plans;
}

void served(benchmark::State& state) {
  const std::vector<Plan> plans = served_plans();
  std::size_t next = 0;
  for (auto _ : state) {
    const Plan& plan = plans[next];
    benchmark::DoNotOptimize(rules::shortest_route(plan.shaft, plan.pair, plan.placement));
    next = (next + 1) % plans.size();
  }
}

void all_reachable(benchmark::State& state, HeightRange range) {
  const std::vector<rules::Shaft> fields = shafts(range.lowest, range.highest);
  std::size_t field = 0;
  for (auto _ : state) {
    const rules::Shaft& shaft = fields[field];
    benchmark::DoNotOptimize(rules::reachable_placements(shaft, after_first_frame(shaft)));
    field = (field + 1) % kFields;
  }
}

void all_seem_reachable(benchmark::State& state) {
  const rules::Heights heights = {0, 3, 12, 5, 11, 12, 2, 0};
  for (auto _ : state) {
    for (const rules::Placement placement : rules::kPlacements)
      benchmark::DoNotOptimize(rules::seems_reachable(heights, placement));
  }
}

template <class Bench>
void add(const char* name, HeightRange range, Bench bench) {
  const std::string full =
      std::string(name) + "/heights_" + std::to_string(range.lowest) + "_to_" + std::to_string(range.highest);
  benchmark::RegisterBenchmark(full.c_str(), [bench, range](benchmark::State& state) { bench(state, range); });
}

}  // namespace

// Ordinary fields are up to 9 high; in crowded ones every row counts.
void register_route_benches() {
  for (const HeightRange range : {HeightRange{0, 0}, {2, 5}, {0, 9}, {6, 12}, {11, 13}}) {
    add("route/shortest", range, shortest_routes);
    add("route/all_reachable", range, all_reachable);
  }
  benchmark::RegisterBenchmark("route/served", served);
  benchmark::RegisterBenchmark("route/all_seem_reachable", all_seem_reachable);
}

}  // namespace rensa::bench
