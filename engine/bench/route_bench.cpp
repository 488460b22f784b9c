#include <benchmark/benchmark.h>
#include <vector>

#include "engine/rules/rng.h"
#include "engine/rules/route.h"

// Routes over fields at random, up to a height: ordinary ones up to 9, crowded ones where every row counts.

namespace rensa::rules {
namespace {

constexpr std::size_t kFields = 256;

std::vector<Shaft> shafts(int lowest, int highest) {
  Rng rng(7);
  std::vector<Shaft> made;
  while (made.size() < kFields) {
    Field field;
    for (int x = 1; x <= kColumns; ++x) {
      int height = lowest + static_cast<int>(rng.below(static_cast<std::uint32_t>(highest - lowest + 1)));
      if (x == kSpawnColumn && height > 11) height = 11;
      for (int y = 1; y <= height; ++y) field.put(x, y, Cell::garbage);
    }
    made.emplace_back(field);
  }
  return made;
}

FallingPair after_first_frame(const Shaft& shaft) {
  FallingPair pair;
  move_one_frame(pair, shaft, Keys::none);
  return pair;
}

void shortest_routes(benchmark::State& state) {
  const std::vector<Shaft> fields = shafts(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  std::size_t field = 0;
  std::size_t placement = 0;
  for (auto _ : state) {
    const Shaft& shaft = fields[field];
    benchmark::DoNotOptimize(shortest_route(shaft, after_first_frame(shaft), kPlacements[placement]));
    field = (field + 1) % kFields;
    if (field == 0) placement = (placement + 1) % kPlacements.size();
  }
}

void all_reachable(benchmark::State& state) {
  const std::vector<Shaft> fields = shafts(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  std::size_t field = 0;
  for (auto _ : state) {
    const Shaft& shaft = fields[field];
    benchmark::DoNotOptimize(reachable_placements(shaft, after_first_frame(shaft)));
    field = (field + 1) % kFields;
  }
}

void all_seem_reachable(benchmark::State& state) {
  const Heights heights = {0, 3, 12, 5, 11, 12, 2, 0};
  for (auto _ : state) {
    for (const Placement placement : kPlacements) benchmark::DoNotOptimize(seems_reachable(heights, placement));
  }
}

BENCHMARK(shortest_routes)->Args({0, 0})->Args({2, 5})->Args({0, 9})->Args({6, 12})->Args({11, 13});
BENCHMARK(all_reachable)->Args({0, 9})->Args({6, 12})->Args({11, 13});
BENCHMARK(all_seem_reachable);

}  // namespace
}  // namespace rensa::rules
