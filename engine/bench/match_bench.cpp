#include <benchmark/benchmark.h>

#include "engine/bench/benches.h"
#include "engine/templates/families.h"

namespace rensa::bench {

namespace {

// Whole fields contradict most forms, and that is seen soon; in their lowest rows less does.
void match_all(benchmark::State& state, const std::vector<Position>& positions, const templates::Family& family,
               int rows) {
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
        const templates::Match match = form.match(field);
        benchmark::DoNotOptimize(match.filled);
        fitting += match.contradicts ? 0 : 1;
      }
    }
  }
  state.counters["fitting"] = benchmark::Counter(static_cast<double>(fitting), benchmark::Counter::kAvgIterations);
}

}  // namespace

void register_match_degree_benches(const std::vector<Position>& positions) {
  for (const char* name : {"stairs", "gtr"}) {
    const templates::Family* family = templates::find_family(name);
    for (const int rows : {1, 2, rules::kHiddenRow}) {
      const std::string suffix = rows == rules::kHiddenRow ? "/whole_fields" : "/lowest_rows_" + std::to_string(rows);
      benchmark::RegisterBenchmark(
          ("match_degree/" + std::string(name) + suffix).c_str(),
          [&positions, family, rows](benchmark::State& state) { match_all(state, positions, *family, rows); });
    }
  }
}

}  // namespace rensa::bench
