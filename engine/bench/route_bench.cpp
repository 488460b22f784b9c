#include <benchmark/benchmark.h>

#include "engine/bench/benches.h"
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
  benchmark::RegisterBenchmark("route/all_seem_reachable", all_seem_reachable);
}

}  // namespace rensa::bench
