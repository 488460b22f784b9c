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

// Plain chains of up to ten links: the long ones are rare and mostly need more.
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

// What a tree is built from, without the enumeration of chains.
struct Fields {
  std::vector<Chains> now = random_lists(1, kChainsNow);
  std::vector<Chains> after = random_lists(2, kChainsAfter);
  search::NeededHands hands{4, 50};

  search::HandTree tree(std::size_t field, int depth, search::Keep keep) const {
    search::HandTreeSettings settings;
    settings.hands = &hands;
    settings.depth = depth;
    settings.keep = keep;
    std::size_t next = field;
    return search::build_hand_tree(now[field], settings, [this, &next](const rules::Field&) {
      next = (next + 1) % kLists;
      return std::span<const search::PossibleChain>(after[next]);
    });
  }
};

void make_table(benchmark::State& state, int colours) {
  for (auto _ : state) benchmark::DoNotOptimize(search::NeededHands(colours, 50));
}

void build_trees(benchmark::State& state, int depth, search::Keep keep) {
  const Fields fields;
  std::size_t field = 0;
  std::size_t nodes = 0;
  for (auto _ : state) {
    const search::HandTree tree = fields.tree(field, depth, keep);
    benchmark::DoNotOptimize(tree);
    nodes += tree.size;
    field = (field + 1) % kLists;
  }
  state.counters["nodes"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
}

// From rest, or as an answer to a small attack that gets certain soon: what is asked most often.
void exchange_chains(benchmark::State& state, int depth, search::Keep keep, int owed) {
  const Fields fields;
  std::vector<search::HandTree> trees;
  for (std::size_t i = 0; i < kLists; ++i) trees.push_back(fields.tree(i, depth, keep));
  std::size_t own = 0;
  std::size_t apart = 1;
  for (auto _ : state) {
    const search::Fighter us{.tree = &trees[own], .owed = owed, .certain_at = 120};
    const search::Fighter them{.tree = &trees[(own + apart) % kLists], .free_at = owed > 0 ? 120 : 0};
    benchmark::DoNotOptimize(search::exchange(us, them, {}));
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
  for (const search::Keep keep : {search::Keep::best_by_end, search::Keep::not_dominated}) {
    for (const int depth : {2, 3}) {
      const std::string suffix = std::string(keep == search::Keep::best_by_end ? "/best_by_end" : "/not_dominated") +
                                 "/depth_" + std::to_string(depth);
      benchmark::RegisterBenchmark(("hand_tree" + suffix).c_str(),
                                   [depth, keep](benchmark::State& state) { build_trees(state, depth, keep); });
      for (const int owed : {0, 20}) {
        benchmark::RegisterBenchmark(
            ("exchange" + suffix + (owed > 0 ? "/answer" : "/from_rest")).c_str(),
            [depth, keep, owed](benchmark::State& state) { exchange_chains(state, depth, keep, owed); });
      }
    }
  }
}

}  // namespace rensa::bench
