#include "engine/research/experiments/solo.h"

#include <gtest/gtest.h>

#include "engine/players/registry.h"

namespace rensa::experiments {
namespace {

// Puts every pair upright into column 1 and notes what it was shown.
class Tower final : public players::Player {
 public:
  rules::Placement choose(const duel::View& view) override {
    hands.push_back(view.own.hand);
    shown = view.own.pairs_shown;
    return {1, rules::Rotation::up};
  }
  std::vector<int> hands;
  int shown = 0;
};

rules::PairQueue queue_of(std::vector<rules::Pair> pairs) { return rules::PairQueue::from_pairs(pairs); }

constexpr rules::Pair kReds{rules::Cell::red, rules::Cell::red};

const rules::Ruleset& tsu() { return *rules::find_ruleset("tsu-1"); }

TEST(Solo, NotesTheGreatestChain) {
  Tower tower;
  const SoloGame game =
      play_alone(tower, tsu(), queue_of({kReds}), {.known_pairs = 2, .most_hands = 5, .enough_links = 19});
  EXPECT_EQ(game.best.links, 1);
  EXPECT_EQ(game.best.score, 40);
  EXPECT_EQ(game.best.attack, 0);
  EXPECT_EQ(game.best.hand, 2);
  EXPECT_EQ(game.hands, 5);
  EXPECT_FALSE(game.died);
  EXPECT_EQ(tower.hands, (std::vector<int>{1, 2, 3, 4, 5}));
  EXPECT_EQ(tower.shown, 2);
}

TEST(Solo, EndsWithAChainThatIsLongEnough) {
  Tower tower;
  const SoloGame game =
      play_alone(tower, tsu(), queue_of({kReds}), {.known_pairs = 3, .most_hands = 60, .enough_links = 1});
  EXPECT_EQ(game.hands, 2);
}

TEST(Solo, SamePlayerAndQueueGiveTheSameGame) {
  const players::PlayerKind& potential = *players::find_player("potential");
  const auto play = [&] {
    const auto player = potential.make({.ruleset = tsu(), .seed = 3});
    return play_alone(*player, tsu(), rules::PairQueue::from_seed(9, 4),
                      {.known_pairs = 2, .most_hands = 40, .enough_links = 6});
  };
  const SoloGame one = play();
  const SoloGame two = play();
  EXPECT_EQ(one.best.score, two.best.score);
  EXPECT_EQ(one.hands, two.hands);
  EXPECT_GE(one.best.links, 4);
}

}  // namespace
}  // namespace rensa::experiments
