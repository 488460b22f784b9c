#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <set>

#include "engine/players/choices.h"
#include "engine/players/local_game.h"
#include "engine/players/registry.h"
#include "tests/engine/players/given_view.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/play_game.h"

namespace rensa::players {
namespace {

// Lets one player choose, and compares its choices with the candidates of another player of the same kind.
class Compared final : public Player {
 public:
  Compared(const PlayerKind& kind, const PlayerSetup& setup) : plays_(kind.make(setup)), lists_(kind.make(setup)) {}

  rules::Placement choose(const Position& position, const SearchLimits& limits) override {
    const rules::Placement placement = plays_->choose(position, limits);
    const std::vector<Candidate> candidates = lists_->candidates(position, limits);
    EXPECT_FALSE(candidates.empty());
    if (!candidates.empty()) {
      EXPECT_EQ(candidates.front().placement, placement) << "hand " << position.own.hand;
    }
    std::set<std::size_t> seen;
    const std::uint32_t possible = possible_placements(position);
    for (const Candidate& candidate : candidates) {
      EXPECT_TRUE(seen.insert(rules::index_of(candidate.placement)).second) << "twice";
      EXPECT_NE(possible >> rules::index_of(candidate.placement) & 1U, 0U) << "not possible";
    }
    most = std::max(most, candidates.size());
    EXPECT_LE(plays_->remark().size(), 256U);
    says_something = says_something || !plays_->remark().empty();
    return placement;
  }

  std::size_t most = 0;
  bool says_something = false;

 private:
  std::unique_ptr<Player> plays_;
  std::unique_ptr<Player> lists_;
};

TEST(Candidates, BeginWithTheChoiceOfEveryPlayer) {
  for (const PlayerKind& kind : player_kinds()) {
    for (const char* id : {"tsu-1", "jaist-1"}) {
      const rules::Ruleset& ruleset = *rules::find_ruleset(id);
      PlayerSetup setup{.ruleset = ruleset, .seed = 5};
      if (kind.supports.nodes) setup.options.nodes = tests::cases(1'000, 3'000);
      Compared player(kind, setup);
      const auto other = find_player("greedy")->make({ruleset, 6});
      tests::play_game({.ruleset = ruleset, .seed = 9, .queue = std::nullopt}, {&player, other.get()}, nullptr);
      // A player in a race does not compare.
      const bool compares = kind.name != "random" && (ruleset.pacing == rules::Pacing::frames || !kind.supports.nodes);
      EXPECT_EQ(player.most > 1, compares) << kind.name << ' ' << id;
      EXPECT_EQ(player.says_something, kind.supports.nodes) << kind.name << ' ' << id;
    }
  }
}

TEST(Candidates, GoFromTheBestToTheWorst) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("jaist-1");
  const Position position = position_of(test::given_view("RRR...", "RB", rules::Pacing::turns), ruleset);
  const auto greedy = find_player("greedy")->make({ruleset, 1});
  const std::vector<Candidate> candidates = greedy->candidates(position, {});
  ASSERT_EQ(candidates.size(), static_cast<std::size_t>(rules::kPlacementCount));
  EXPECT_GT(candidates.front().worth, 0);
  for (std::size_t i = 1; i < candidates.size(); ++i) EXPECT_LE(candidates[i].worth, candidates[i - 1].worth);
  EXPECT_EQ(candidates.back().worth, 0);
}

// An upside-down placement of a double is the same placement.
TEST(Candidates, ContainEachPlacementOfADoubleOnce) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("jaist-1");
  const Position position = position_of(test::given_view("......", "RR", rules::Pacing::turns), ruleset);
  const auto greedy = find_player("greedy")->make({ruleset, 1});
  EXPECT_EQ(greedy->candidates(position, {}).size(), static_cast<std::size_t>(rules::kPlacementCount) / 2);
}

}  // namespace
}  // namespace rensa::players
