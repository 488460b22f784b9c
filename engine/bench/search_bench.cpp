#include <algorithm>
#include <benchmark/benchmark.h>
#include <memory>
#include <span>

#include "engine/bench/benches.h"
#include "engine/evaluation/field_evaluator.h"
#include "engine/limits/search_limits.h"
#include "engine/rules/drop.h"
#include "engine/rules/link.h"
#include "engine/rules/rng.h"
#include "engine/search/beam_search.h"
#include "engine/search/exchange.h"
#include "engine/search/possible_chains.h"
#include "engine/templates/template.h"

namespace rensa::bench {

namespace {

constexpr std::size_t kLists = 64;
constexpr std::size_t kChainsNow = 60;
constexpr std::size_t kChainsAfter = 30;
constexpr int kLinkFrames = 70;

using Chains = std::vector<search::PossibleChain>;

// Returns a random chain of up to ten links. Long chains are rare and mostly need more puyos.
search::PossibleChain random_chain(rules::Rng& rng) {
  search::PossibleChain chain;
  chain.links = 1 + static_cast<int>(std::min(rng.below(10), rng.below(10)));
  for (int link = 1; link <= chain.links; ++link) chain.score += 40 * std::max(1, rules::chain_bonus(link));
  chain.score += 10 * static_cast<int>(rng.below(20));
  chain.frames = kLinkFrames * chain.links + static_cast<int>(rng.below(30));
  for (std::uint32_t puyos = 1 + rng.below(static_cast<std::uint32_t>(2 + chain.links)); puyos > 0; --puyos)
    ++chain.needed[rng.below(4)];
  return chain;
}

std::vector<Chains> random_chain_lists(std::uint64_t seed, std::size_t length) {
  rules::Rng rng(seed);
  std::vector<Chains> lists(kLists);
  for (Chains& chains : lists) {
    for (std::size_t i = 0; i < length; ++i) chains.push_back(random_chain(rng));
  }
  return lists;
}

// Random chains from which chain trees are built, so that the benchmark does not include finding chains in fields.
struct ChainTreeInput {
  std::vector<Chains> now = random_chain_lists(1, kChainsNow);
  std::vector<Chains> after = random_chain_lists(2, kChainsAfter);
  search::NeededDraws draws{4, 50};

  search::ChainTree tree(std::size_t field, int depth, search::ChainSelection selection) const {
    search::ChainTreeSettings settings;
    settings.draws = &draws;
    settings.depth = depth;
    settings.selection = selection;
    std::size_t next = field;
    return search::build_chain_tree(now[field], settings, [this, &next](const rules::Field&) {
      next = (next + 1) % kLists;
      return std::span<const search::PossibleChain>(after[next]);
    });
  }
};

void compute_needed_draws(benchmark::State& state, int colours) {
  for (auto _ : state) benchmark::DoNotOptimize(search::NeededDraws(colours, 50));
}

void build_chain_trees(benchmark::State& state, int depth, search::ChainSelection selection) {
  const ChainTreeInput input;
  std::size_t field = 0;
  std::size_t nodes = 0;
  for (auto _ : state) {
    const search::ChainTree tree = input.tree(field, depth, selection);
    benchmark::DoNotOptimize(tree);
    nodes += tree.size;
    field = (field + 1) % kLists;
  }
  state.counters["nodes"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
}

// Measures an exchange in which no attack is on its way, or one that answers a small attack which becomes certain soon.
// These are the most frequent calls.
void exchange_chains(benchmark::State& state, int depth, search::ChainSelection selection, int owed) {
  const ChainTreeInput input;
  limits::SearchBudget budget(limits::SearchLimits{});
  std::vector<search::ChainTree> trees;
  for (std::size_t i = 0; i < kLists; ++i) trees.push_back(input.tree(i, depth, selection));
  std::size_t own = 0;
  std::size_t apart = 1;
  for (auto _ : state) {
    const search::ExchangeSide us{.tree = &trees[own], .incoming = owed, .certain_at = 120};
    const search::ExchangeSide them{.tree = &trees[(own + apart) % kLists], .free_at = owed > 0 ? 120 : 0};
    benchmark::DoNotOptimize(search::solve_exchange(us, them, {}, budget));
    own = (own + 1) % kLists;
    if (own == 0) apart = 1 + apart % (kLists - 1);
  }
}

void register_exchange_benches() {
  for (int colours = 3; colours <= rules::kMaxColours; ++colours) {
    benchmark::RegisterBenchmark(("needed_hands/colours_" + std::to_string(colours)).c_str(),
                                 [colours](benchmark::State& state) { compute_needed_draws(state, colours); });
  }
  for (const search::ChainSelection selection :
       {search::ChainSelection::best_by_end, search::ChainSelection::not_dominated}) {
    for (const int depth : {2, 3}) {
      const std::string suffix =
          std::string(selection == search::ChainSelection::best_by_end ? "/best_by_end" : "/not_dominated") +
          "/depth_" + std::to_string(depth);
      benchmark::RegisterBenchmark(("hand_tree" + suffix).c_str(), [depth, selection](benchmark::State& state) {
        build_chain_trees(state, depth, selection);
      });
      for (const int owed : {0, 20}) {
        benchmark::RegisterBenchmark(
            ("exchange" + suffix + (owed > 0 ? "/answer" : "/from_rest")).c_str(),
            [depth, selection, owed](benchmark::State& state) { exchange_chains(state, depth, selection, owed); });
      }
    }
  }
}

void find_possible_chains(benchmark::State& state, const std::vector<Position>& positions,
                          const search::PossibleChainSettings& settings) {
  const std::vector<Position> quiet = select_stable_positions(positions);
  const auto finder = std::make_unique<search::PossibleChainFinder>();
  limits::SearchBudget budget(limits::SearchLimits{});
  std::int64_t chains = 0;
  const auto count = [&chains](const search::PossibleChain& chain, const rules::Field&) {
    benchmark::DoNotOptimize(chain.score);
    ++chains;
  };
  while (state.KeepRunningBatch(static_cast<std::int64_t>(quiet.size()))) {
    for (const Position& position : quiet) finder->for_each(position.field, settings, budget, count);
  }
  state.counters["chains"] = benchmark::Counter(static_cast<double>(chains), benchmark::Counter::kAvgIterations);
}

void evaluate_all(benchmark::State& state, const std::vector<Position>& positions) {
  const evaluation::WeightsByPhase plan = evaluation::default_weights();
  const std::vector<Position> quiet = select_stable_positions(positions);
  while (state.KeepRunningBatch(static_cast<std::int64_t>(quiet.size()))) {
    for (const Position& position : quiet) {
      const evaluation::EvaluationWeights& weights = plan.of(evaluation::field_phase(position.field));
      benchmark::DoNotOptimize(evaluation::evaluate_field(position.field, rules::kMaxColours, weights));
    }
  }
}

// Measures how templates are matched with the lowest `rows` rows of fields. A whole field contradicts most templates
// after a few cells; its lowest rows contradict fewer of them.
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

void search_beams(benchmark::State& state, std::span<const Position> positions, int colours) {
  search::BeamSearch beam({}, {.colours = colours});
  const evaluation::WeightedEvaluator evaluator(evaluation::default_weights());
  limits::SearchBudget budget(limits::SearchLimits{});
  while (state.KeepRunningBatch(std::ssize(positions))) {
    std::uint64_t seed = 0;
    for (const Position& position : positions) {
      const std::uint32_t placements = rules::droppable_placements(position.field.heights());
      benchmark::DoNotOptimize(beam.evaluate(position.field, std::span(position.pairs).first(kKnownPairs), placements,
                                             ++seed, evaluator, budget));
    }
  }
  state.counters["children/s"] =
      benchmark::Counter(static_cast<double>(budget.searched()), benchmark::Counter::kIsRate);
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

}  // namespace

void register_search_benches(const std::vector<Position>& positions) {
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
  register_exchange_benches();
  benchmark::RegisterBenchmark("stacking", [&positions](benchmark::State& state) { evaluate_all(state, positions); });
  register_match_degree(positions);
  benchmark::RegisterBenchmark("beam", [&positions](benchmark::State& state) {
    std::vector<Position> few = select_stable_positions(positions);
    few.resize(std::min(few.size(), kBeamPositions));
    search_beams(state, few, rules::kMaxColours);
  })->Unit(benchmark::kMillisecond);
}

void register_beam_benches(const std::vector<Position>& building) {
  constexpr int kColours = 4;
  benchmark::RegisterBenchmark("beam/building", [&building](benchmark::State& state) {
    search_beams(state, building, kColours);
  })->Unit(benchmark::kMillisecond);
}

}  // namespace rensa::bench
