#include <algorithm>
#include <benchmark/benchmark.h>
#include <memory>
#include <span>

#include "engine/bench/benches.h"
#include "engine/evaluation/field_evaluation.h"
#include "engine/rules/drop.h"
#include "engine/search/beam_search.h"
#include "engine/search/possible_chains.h"
#include "engine/templates/template.h"

namespace rensa::bench {

namespace {

void find_possible_chains(benchmark::State& state, const std::vector<Position>& positions,
                          const search::PossibleChainSettings& settings) {
  const std::vector<Position> quiet = filter_quiet(positions);
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

void evaluate_all(benchmark::State& state, const std::vector<Position>& positions) {
  const evaluation::WeightsByPhase plan = evaluation::default_weights();
  const std::vector<Position> quiet = filter_quiet(positions);
  while (state.KeepRunningBatch(static_cast<std::int64_t>(quiet.size()))) {
    for (const Position& position : quiet) {
      const evaluation::EvaluationWeights& weights = plan.of(evaluation::field_phase(position.field));
      benchmark::DoNotOptimize(evaluation::evaluate_field(position.field, rules::kMaxColours, weights));
    }
  }
}

// A whole field soon contradicts most templates; its lowest rows contradict fewer.
void match_templates(benchmark::State& state, const std::vector<Position>& positions,
                     const templates::TemplateFamily& family, int rows) {
  std::vector<rules::Field> fields;
  for (const Position& position : positions) {
    rules::Field field = position.field;
    for (rules::Board& plane : field.planes().bits) plane = plane & rules::Board::rows(1, rows);
    fields.push_back(field);
  }
  const auto templates = static_cast<std::int64_t>(family.templates.size());
  std::int64_t fitting = 0;
  while (state.KeepRunningBatch(static_cast<std::int64_t>(fields.size()) * templates)) {
    for (const rules::Field& field : fields) {
      for (const templates::Template& form : family.templates) {
        const templates::TemplateMatch match = form.match(field);
        benchmark::DoNotOptimize(match.filled);
        fitting += match.contradicts ? 0 : 1;
      }
    }
  }
  state.counters["fitting"] = benchmark::Counter(static_cast<double>(fitting), benchmark::Counter::kAvgIterations);
}

constexpr std::size_t kBeamPositions = 16;  // one beam search takes as long as a million chains
constexpr std::size_t kKnownPairs = 2;

void search_beams(benchmark::State& state, const std::vector<Position>& positions) {
  std::vector<Position> few = filter_quiet(positions);
  few.resize(std::min(few.size(), kBeamPositions));
  search::BeamSearch beam({}, evaluation::default_weights(), {.colours = rules::kMaxColours});
  while (state.KeepRunningBatch(static_cast<std::int64_t>(few.size()))) {
    std::uint64_t seed = 0;
    for (const Position& position : few) {
      const std::uint32_t placements = rules::droppable_placements(position.field.heights());
      benchmark::DoNotOptimize(
          beam.evaluate(position.field, std::span(position.pairs).first(kKnownPairs), placements, ++seed));
    }
  }
}

void register_possible_chain(const std::vector<Position>& positions) {
  for (const bool use_book : {false, true}) {
    for (const int completions : {1, 2, 3}) {
      const std::string name = std::string("possible_chains/") + (use_book ? "forms_too/" : "no_forms/") +
                               std::to_string(completions) + (completions == 1 ? "_completion" : "_completions");
      const search::PossibleChainSettings settings{.max_completions = completions, .use_book = use_book};
      benchmark::RegisterBenchmark(name.c_str(), [&positions, settings](benchmark::State& state) {
        find_possible_chains(state, positions, settings);
      });
    }
  }
}

void register_stacking(const std::vector<Position>& positions) {
  benchmark::RegisterBenchmark("stacking", [&positions](benchmark::State& state) { evaluate_all(state, positions); });
}

void register_match_degree(const std::vector<Position>& positions) {
  for (const char* name : {"stairs", "gtr"}) {
    const templates::TemplateFamily* family = templates::find_template_family(name);
    for (const int rows : {1, 2, rules::kHiddenRow}) {
      const std::string suffix = rows == rules::kHiddenRow ? "/whole_fields" : "/lowest_rows_" + std::to_string(rows);
      benchmark::RegisterBenchmark(
          ("match_degree/" + std::string(name) + suffix).c_str(),
          [&positions, family, rows](benchmark::State& state) { match_templates(state, positions, *family, rows); });
    }
  }
}

void register_beam(const std::vector<Position>& positions) {
  benchmark::RegisterBenchmark("beam", [&positions](benchmark::State& state) {
    search_beams(state, positions);
  })->Unit(benchmark::kMillisecond);
}

}  // namespace

void register_search_benches(const std::vector<Position>& positions) {
  register_possible_chain(positions);
  register_exchange_benches();
  register_stacking(positions);
  register_match_degree(positions);
  register_beam(positions);
}

}  // namespace rensa::bench
