#include "engine/research/experiments/spider_learning.h"

#include <gtest/gtest.h>
#include <numeric>

#include "engine/research/spider/game.h"

namespace rensa::experiments {
namespace {

using spider::Game;

const LessonSettings kShort{.games = 200, .phase_games = 40, .regression_games = 200};

LearnedWeights short_lesson() {
  return learn_from_teacher({spider::prefer_most_movable, spider::kLookaheadRules}, kShort);
}

TEST(SpiderLearning, GivesAColumnOneFeatureOfEachKind) {
  const spider::Table table = spider::shuffled_table(4, 1);
  for (int c = 0; c < spider::kColumns; ++c) {
    const learning::Features features = features_of_column(table, c);
    ASSERT_EQ(features.size(), 31U);
    EXPECT_EQ(std::accumulate(features.begin(), features.end(), 0.0), 4);
    EXPECT_EQ(features[0], 1) << "one run lies face up";
    EXPECT_EQ(features[static_cast<std::size_t>(6 + (c < 4 ? 5 : 4))], 1);
    EXPECT_EQ(features[static_cast<std::size_t>(17 + spider::rank_of(table.top(c)))], 1);
    EXPECT_EQ(features[12], spider::run_move(table, c) ? 0 : 1);
  }
}

TEST(SpiderLearning, IndicatorsFollowTheGame) {
  const spider::Table table = spider::shuffled_table(4, 1);
  EXPECT_EQ(progress_indicators_of(table), (std::vector<double>{1, 1, 1}));
  const LearnedWeights lesson = short_lesson();
  EXPECT_EQ(lesson.phases.phase_of(progress_indicators_of(table)), 0);
  EXPECT_EQ(lesson.phases.phase_of(std::vector<double>{0, 0, 0}), kSpiderPhases - 1);
}

TEST(SpiderLearning, MakesAPlayerBetterThanTheBasicAlgorithm) {
  const LearnedWeights lesson = short_lesson();
  int basic = 0;
  int learned = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    Game one(spider::shuffled_table(seed, 1));
    spider::clear_table(one, spider::choose_leftmost, spider::kSimpleRules);
    basic += one.is_won() ? 1 : 0;
    Game other(spider::shuffled_table(seed, 1));
    spider::clear_table(other, learned_choice(lesson.phases, lesson.regressed), spider::kLookaheadRules);
    learned += other.is_won() ? 1 : 0;
  }
  EXPECT_GT(learned, basic + 15);
}

TEST(SpiderLearning, IsTheSameEachTime) {
  EXPECT_EQ(short_lesson().regressed.by_phase, short_lesson().regressed.by_phase);
}

}  // namespace
}  // namespace rensa::experiments
