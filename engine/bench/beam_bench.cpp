#include <algorithm>
#include <benchmark/benchmark.h>
#include <span>

#include "engine/bench/benches.h"
#include "engine/rules/droppable.h"
#include "engine/search/beam.h"

namespace rensa::bench {

namespace {

constexpr std::size_t kFew = 16;  // a look takes as long as a million chains
constexpr std::size_t kKnown = 2;

void look(benchmark::State& state, const std::vector<Position>& positions) {
  std::vector<Position> few = quiet_among(positions);
  few.resize(std::min(few.size(), kFew));
  search::Beam beam({}, search::default_stacking_plan(), {.colours = rules::kMaxColours});
  while (state.KeepRunningBatch(static_cast<std::int64_t>(few.size()))) {
    std::uint64_t seed = 0;
    for (const Position& position : few) {
      const std::uint32_t placements = rules::droppable_placements(position.field.heights());
      benchmark::DoNotOptimize(beam.look(position.field, std::span(position.pairs).first(kKnown), placements, ++seed));
    }
  }
}

}  // namespace

void register_beam_benches(const std::vector<Position>& positions) {
  benchmark::RegisterBenchmark("beam", [&positions](benchmark::State& state) {
    look(state, positions);
  })->Unit(benchmark::kMillisecond);
}

}  // namespace rensa::bench
