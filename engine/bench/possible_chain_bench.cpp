#include <benchmark/benchmark.h>
#include <memory>

#include "engine/bench/benches.h"
#include "engine/search/possible_chains.h"

namespace rensa::bench {

namespace {

void find_all(benchmark::State& state, const std::vector<Position>& positions,
              const search::PossibleChainSettings& settings) {
  const std::vector<Position> quiet = quiet_among(positions);
  const auto finder = std::make_unique<search::PossibleChainFinder>();
  std::int64_t chains = 0;
  while (state.KeepRunningBatch(static_cast<std::int64_t>(quiet.size()))) {
    for (const Position& position : quiet) {
      finder->for_each(position.field, settings, [&chains](const search::PossibleChain& chain, const rules::Field&) {
        benchmark::DoNotOptimize(chain.score);
        ++chains;
      });
    }
  }
  state.counters["chains"] = benchmark::Counter(static_cast<double>(chains), benchmark::Counter::kAvgIterations);
}

}  // namespace

void register_possible_chain_benches(const std::vector<Position>& positions) {
  for (const bool use_book : {false, true}) {
    for (const int completions : {1, 2, 3}) {
      const std::string name = std::string("possible_chains/") + (use_book ? "forms_too/" : "no_forms/") +
                               std::to_string(completions) + (completions == 1 ? "_completion" : "_completions");
      const search::PossibleChainSettings settings{.most_completions = completions, .use_book = use_book};
      benchmark::RegisterBenchmark(
          name.c_str(), [&positions, settings](benchmark::State& state) { find_all(state, positions, settings); });
    }
  }
}

}  // namespace rensa::bench
