#include <benchmark/benchmark.h>

#include "engine/bench/benches.h"
#include "engine/bench/plies.h"

namespace rensa::bench {

namespace {

std::string name_of(const char* what, const rules::ChainPath& path, const std::string& which) {
  std::string name = what;
  return name.append("/").append(path.name).append("/").append(which);
}

void simulate_all(benchmark::State& state, const std::vector<rules::Field>& fields, const rules::ChainPath& path) {
  rules::Field after;
  while (state.KeepRunningBatch(static_cast<std::int64_t>(fields.size()))) {
    for (const rules::Field& field : fields) {
      benchmark::DoNotOptimize(path.simulate(field, after).score);
      benchmark::ClobberMemory();
    }
  }
}

void enumerate_all(benchmark::State& state, const std::vector<Position>& positions, const rules::ChainPath& path) {
  std::uint64_t nodes = 0;
  for (const Position& position : positions) nodes += two_plies(position, path).nodes;
  while (state.KeepRunningBatch(static_cast<std::int64_t>(nodes))) {
    for (const Position& position : positions) benchmark::DoNotOptimize(two_plies(position, path).best_score);
  }
}

}  // namespace

void register_chain_benches(std::span<const FieldClass> classes, std::span<const rules::ChainPath> paths) {
  for (const rules::ChainPath& path : paths) {
    for (const FieldClass& group : classes) {
      benchmark::RegisterBenchmark(name_of("chain", path, group.name).c_str(), [&group, path](benchmark::State& state) {
        simulate_all(state, group.fields, path);
      });
    }
  }
}

void register_ply_benches(const std::vector<Position>& positions, std::span<const rules::ChainPath> paths) {
  for (const rules::ChainPath& path : paths) {
    benchmark::RegisterBenchmark(name_of("plies", path, "node").c_str(), [&positions, path](benchmark::State& state) {
      enumerate_all(state, positions, path);
    });
  }
}

int run_benches(bool as_json, int repetitions) {
  std::vector<std::string> texts = {"rensa bench", "--benchmark_report_aggregates_only=true",
                                    "--benchmark_min_time=0.1",
                                    "--benchmark_repetitions=" + std::to_string(repetitions)};
  if (as_json) texts.emplace_back("--benchmark_format=json");
  std::vector<char*> arguments;
  for (std::string& text : texts) arguments.push_back(text.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  const std::size_t run = benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return run > 0 ? 0 : 1;
}

}  // namespace rensa::bench
