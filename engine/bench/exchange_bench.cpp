#include <algorithm>
#include <benchmark/benchmark.h>

#include "engine/bench/benches.h"
#include "engine/rules/rng.h"
#include "engine/rules/score.h"
#include "engine/search/exchange.h"

namespace rensa::bench {

namespace {

constexpr std::size_t kLists = 64;
constexpr std::size_t kChainsNow = 60;
constexpr std::size_t kChainsAfter = 30;
constexpr int kLinkFrames = 70;

using Chains = std::vector<search::PossibleChain>;

// Plain chains of up to ten links. Long chains are rare and mostly need more puyos.
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

std::vector<Chains> random_lists(std::uint64_t seed, std::size_t length) {
  rules::Rng rng(seed);
  std::vector<Chains> lists(kLists);
  for (Chains& chains : lists) {
    for (std::size_t i = 0; i < length; ++i) chains.push_back(random_chain(rng));
  }
  return lists;
}

// The input of chain trees, without the enumeration of chains.
struct TreeInput {
  std::vector<Chains> now = random_lists(1, kChainsNow);
  std::vector<Chains> after = random_lists(2, kChainsAfter);
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

void make_table(benchmark::State& state, int colours) {
  for (auto _ : state) benchmark::DoNotOptimize(search::NeededDraws(colours, 50));
}

void build_trees(benchmark::State& state, int depth, search::ChainSelection selection) {
  const TreeInput input;
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

// An exchange from rest, or as an answer to a small attack that becomes certain soon. These are the most frequent
// calls.
void exchange_chains(benchmark::State& state, int depth, search::ChainSelection selection, int owed) {
  const TreeInput input;
  std::vector<search::ChainTree> trees;
  for (std::size_t i = 0; i < kLists; ++i) trees.push_back(input.tree(i, depth, selection));
  std::size_t own = 0;
  std::size_t apart = 1;
  for (auto _ : state) {
    const search::ExchangeSide us{.tree = &trees[own], .incoming = owed, .certain_at = 120};
    const search::ExchangeSide them{.tree = &trees[(own + apart) % kLists], .free_at = owed > 0 ? 120 : 0};
    benchmark::DoNotOptimize(search::solve_exchange(us, them, {}));
    own = (own + 1) % kLists;
    if (own == 0) apart = 1 + apart % (kLists - 1);
  }
}

}  // namespace

void register_exchange_benches() {
  for (int colours = 3; colours <= rules::kMaxColours; ++colours) {
    benchmark::RegisterBenchmark(("needed_hands/colours_" + std::to_string(colours)).c_str(),
                                 [colours](benchmark::State& state) { make_table(state, colours); });
  }
  for (const search::ChainSelection selection :
       {search::ChainSelection::best_by_end, search::ChainSelection::not_dominated}) {
    for (const int depth : {2, 3}) {
      const std::string suffix =
          std::string(selection == search::ChainSelection::best_by_end ? "/best_by_end" : "/not_dominated") +
          "/depth_" + std::to_string(depth);
      benchmark::RegisterBenchmark(("hand_tree" + suffix).c_str(), [depth, selection](benchmark::State& state) {
        build_trees(state, depth, selection);
      });
      for (const int owed : {0, 20}) {
        benchmark::RegisterBenchmark(
            ("exchange" + suffix + (owed > 0 ? "/answer" : "/from_rest")).c_str(),
            [depth, selection, owed](benchmark::State& state) { exchange_chains(state, depth, selection, owed); });
      }
    }
  }
}

}  // namespace rensa::bench
