#include <benchmark/benchmark.h>

#include "engine/bench/benches.h"
#include "engine/search/stacking.h"

namespace rensa::bench {

namespace {

void value(benchmark::State& state, const std::vector<Position>& positions) {
  const search::StackingPlan plan = search::default_stacking_plan();
  const std::vector<Position> quiet = quiet_among(positions);
  while (state.KeepRunningBatch(static_cast<std::int64_t>(quiet.size()))) {
    for (const Position& position : quiet) {
      const search::StackingWeights& weights = plan.of(search::phase_of(position.field));
      benchmark::DoNotOptimize(search::worth_of(position.field, rules::kMaxColours, weights));
    }
  }
}

}  // namespace

void register_stacking_benches(const std::vector<Position>& positions) {
  benchmark::RegisterBenchmark("stacking", [&positions](benchmark::State& state) { value(state, positions); });
}

}  // namespace rensa::bench
