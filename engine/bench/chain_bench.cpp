#include <algorithm>
#include <array>
#include <benchmark/benchmark.h>
#include <bit>
#include <iostream>
#include <sstream>

#include "engine/bench/benches.h"
#include "engine/rules/drop.h"

namespace rensa::bench {

namespace {

using Results = std::array<rules::PlacementResult, rules::kPlacementCount>;

std::span<const rules::PlacementResult> results_of_all_placements(const rules::Field& field, rules::Pair pair,
                                                                  const rules::ChainKernel& kernel, Results& storage) {
  const rules::Heights heights = field.heights();
  const std::uint32_t placements = rules::droppable_placements(heights);
  kernel.expand(field, heights, pair, placements, storage.data());
  return {storage.data(), static_cast<std::size_t>(std::popcount(placements))};
}

// A two-ply search simulates every placement of the first pair, and after each of them every placement of the second
// pair.
struct TwoPlyResult {
  std::uint64_t nodes = 0;
  int best_score = 0;
};

TwoPlyResult search_two_plies(const Position& position, const rules::ChainKernel& kernel) {
  TwoPlyResult plies;
  Results first;
  Results second;
  for (const rules::PlacementResult& result :
       results_of_all_placements(position.field, position.pairs[0], kernel, first)) {
    plies.best_score = std::max(plies.best_score, result.chain.score);
    ++plies.nodes;
    for (const rules::PlacementResult& leaf :
         results_of_all_placements(result.field, position.pairs[1], kernel, second)) {
      plies.best_score = std::max(plies.best_score, leaf.chain.score);
      ++plies.nodes;
    }
  }
  return plies;
}

std::string name_of(const char* bench, const rules::ChainKernel& kernel, const std::string& which) {
  std::string name = bench;
  return name.append("/").append(kernel.name).append("/").append(which);
}

void simulate_chains(benchmark::State& state, const std::vector<rules::Field>& fields,
                     const rules::ChainKernel& kernel) {
  rules::Field after;
  while (state.KeepRunningBatch(static_cast<std::int64_t>(fields.size()))) {
    for (const rules::Field& field : fields) {
      benchmark::DoNotOptimize(kernel.simulate(field, after).score);
      benchmark::ClobberMemory();
    }
  }
}

void enumerate_two_plies(benchmark::State& state, const std::vector<Position>& positions,
                         const rules::ChainKernel& kernel) {
  std::uint64_t nodes = 0;
  for (const Position& position : positions) nodes += search_two_plies(position, kernel).nodes;
  while (state.KeepRunningBatch(static_cast<std::int64_t>(nodes))) {
    for (const Position& position : positions) benchmark::DoNotOptimize(search_two_plies(position, kernel).best_score);
  }
}

}  // namespace

void register_chain_benches(std::span<const FieldClass> classes, std::span<const rules::ChainKernel> kernels) {
  for (const rules::ChainKernel& kernel : kernels) {
    for (const FieldClass& group : classes) {
      benchmark::RegisterBenchmark(
          name_of("chain", kernel, group.name).c_str(),
          [&group, kernel](benchmark::State& state) { simulate_chains(state, group.fields, kernel); });
    }
  }
}

void register_ply_benches(const std::vector<Position>& positions, std::span<const rules::ChainKernel> kernels) {
  for (const rules::ChainKernel& kernel : kernels) {
    benchmark::RegisterBenchmark(
        name_of("plies", kernel, "node").c_str(),
        [&positions, kernel](benchmark::State& state) { enumerate_two_plies(state, positions, kernel); });
  }
}

namespace {

// `reporter`: null for the usual one, which prints a table.
// Passes whole lines on to stderr, except a warning about the library of benchmarks: Debian builds it without NDEBUG,
// which says nothing about our code.
class LinesWithoutLibraryWarning final : public std::streambuf {
 private:
  int overflow(int character) override {
    line_ += static_cast<char>(character);
    if (character != '\n') return character;
    if (!line_.starts_with("***WARNING*** Library was built as DEBUG")) std::cerr << line_;
    line_.clear();
    return character;
  }

  std::string line_;
};

std::size_t run_on_console() {
  LinesWithoutLibraryWarning lines;
  std::ostream errors(&lines);
  benchmark::BenchmarkReporter* const reporter = benchmark::CreateDefaultDisplayReporter();
  reporter->SetErrorStream(&errors);
  const std::size_t benches = benchmark::RunSpecifiedBenchmarks(reporter);
  reporter->SetErrorStream(&std::cerr);  // it lives on
  return benches;
}

std::size_t run(int repetitions, benchmark::BenchmarkReporter* reporter) {
  std::vector<std::string> texts = {"rensa bench", "--benchmark_report_aggregates_only=true",
                                    "--benchmark_min_time=0.1",
                                    "--benchmark_repetitions=" + std::to_string(repetitions)};
  std::vector<char*> arguments;
  for (std::string& text : texts) arguments.push_back(text.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  const std::size_t benches = reporter == nullptr ? run_on_console() : benchmark::RunSpecifiedBenchmarks(reporter);
  benchmark::Shutdown();
  return benches;
}

}  // namespace

int run_benchmarks(int repetitions) { return run(repetitions, nullptr) > 0 ? 0 : 1; }

std::string json_of_benchmarks(int repetitions) {
  std::ostringstream text;
  benchmark::JSONReporter reporter;
  reporter.SetOutputStream(&text);
  reporter.SetErrorStream(&std::cerr);
  run(repetitions, &reporter);
  return text.str();
}

}  // namespace rensa::bench
