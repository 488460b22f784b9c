#include "engine/research/experiments/solo_games.h"

#include <gtest/gtest.h>
#include <vector>

#include "engine/players/registry.h"
#include "engine/templates/template.h"

namespace rensa::experiments {

namespace {

// Places every pair upright in column 1 and records the pairs that it was shown.
class Tower final : public players::Player {
 public:
  rules::Placement choose(const players::Position& position, const players::SearchLimits&) override {
    hands.push_back(position.own.hand);
    shown = position.own.pairs_shown;
    return {1, rules::Rotation::up};
  }
  std::vector<int> hands;
  int shown = 0;
};

rules::PairQueue queue_of(std::vector<rules::Pair> pairs) { return rules::PairQueue::from_pairs(pairs); }

constexpr rules::Pair kReds{rules::Cell::red, rules::Cell::red};

const rules::Ruleset& tsu() { return *rules::find_ruleset("tsu-1"); }

TEST(SoloGame, RecordsTheGreatestChain) {
  Tower tower;
  const SoloResult game =
      play_solo_game(tower, tsu(), queue_of({kReds}), {.known_pairs = 2, .max_hands = 5, .stop_after_links = 19});
  EXPECT_EQ(game.best.links, 1);
  EXPECT_EQ(game.best.score, 40);
  EXPECT_EQ(game.best.attack, 0);
  EXPECT_EQ(game.best.hand, 2);
  EXPECT_EQ(game.hands, 5);
  EXPECT_FALSE(game.died);
  EXPECT_EQ(tower.hands, (std::vector<int>{1, 2, 3, 4, 5}));
  EXPECT_EQ(tower.shown, 2);
}

TEST(SoloGame, EndsWithALongEnoughChain) {
  Tower tower;
  const SoloResult game =
      play_solo_game(tower, tsu(), queue_of({kReds}), {.known_pairs = 3, .max_hands = 60, .stop_after_links = 1});
  EXPECT_EQ(game.hands, 2);
}

TEST(SoloGame, SamePlayerAndQueueGiveTheSameGame) {
  const players::PlayerKind& potential = *players::find_player("potential");
  const auto play = [&] {
    const auto player = potential.make({.ruleset = tsu(), .seed = 3});
    return play_solo_game(*player, tsu(), rules::PairQueue::from_seed(9, 4),
                          {.known_pairs = 2, .max_hands = 40, .stop_after_links = 6});
  };
  const SoloResult one = play();
  const SoloResult two = play();
  EXPECT_EQ(one.best.score, two.best.score);
  EXPECT_EQ(one.hands, two.hands);
  EXPECT_GE(one.best.links, 4);
}

using rules::Cell;
using rules::Pair;

TemplateBuild completion_of(const std::vector<Pair>& pairs, const std::string& drawing, int max_hands = 100) {
  const std::vector<templates::Template> templates{
      templates::Template(templates::parse_trusted_drawings("form stands\n" + drawing).front())};
  TemplateBuildSettings settings{.templates = templates};
  settings.max_hands = max_hands;
  return build_template(rules::PairQueue::from_pairs(pairs), settings);
}

TEST(TemplateBuild, CountsTheHandThatCompletesTheTemplate) {
  const TemplateBuild built = completion_of({{Cell::red, Cell::red}, {Cell::blue, Cell::blue}}, "AABB..\n");
  EXPECT_TRUE(built.built);
  EXPECT_EQ(built.hands, 2);
}

TEST(TemplateBuild, EndsAfterTheLargestNumberOfHands) {
  const TemplateBuild stuck = completion_of({{Cell::red, Cell::red}}, "AABB..\n", 7);
  EXPECT_FALSE(stuck.built) << "there is only one colour";
  EXPECT_LE(stuck.hands, 7);
}

TEST(TemplateBuild, NeedsFewerHandsWithALongerLookahead) {
  int hands[4] = {};
  for (const int depth : {1, 3}) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      const TemplateBuildSettings settings{.templates = templates::find_template_family("domino")->templates,
                                           .depth = depth};
      hands[depth] += build_template(rules::PairQueue::from_seed(seed, 4), settings).hands;
    }
  }
  EXPECT_LT(hands[3], hands[1]);
}

TEST(TemplateBuild, NeedsFewerHandsByEstimatingTheHandsLeft) {
  int degree = 0;
  int hands_left = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto queue = rules::PairQueue::from_seed(seed, 4);
    TemplateBuildSettings settings{.templates = templates::find_template_family("flat-stairs")->templates};
    degree += build_template(queue, settings).hands;
    settings.measure = TemplateMeasure::hands_left;
    hands_left += build_template(queue, settings).hands;
  }
  EXPECT_LT(hands_left, degree);
}

}  // namespace

}  // namespace rensa::experiments
