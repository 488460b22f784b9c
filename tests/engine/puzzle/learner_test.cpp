#include "engine/puzzle/learner.h"

#include <gtest/gtest.h>
#include <vector>

#include "engine/puzzle/generator.h"

namespace rensa::puzzle {
namespace {

std::vector<Features> some_features() {
  std::vector<Features> all;
  Generator generator({}, 9);
  for (int i = 0; i < 60; ++i) {
    const auto one = generator.next(10'000);
    all.push_back(features_of(one->puzzle, solve(one->puzzle, {})));
  }
  return all;
}

TEST(Learner, WithoutRatingsIsLikeEverybody) {
  EXPECT_EQ(refit(kPublishedModel, {}).difficulty, kPublishedModel.difficulty);
  EXPECT_EQ(level_of({}), 2);
}

TEST(Learner, ComesToThinkAsThePersonDoes) {
  // Somebody to whom misleading neighbours are all that makes a problem hard.
  std::vector<Rated> ratings;
  std::vector<Rated> later;
  for (const Features& features : some_features()) {
    const int said = features.misleading >= 2 ? 5 : 1;
    (ratings.size() < 40 ? ratings : later).push_back({.features = features, .difficulty = said});
  }
  const auto error = [&later](const AppealModel& model) {
    double sum = 0;
    for (const Rated& rated : later) {
      const double beyond = appeal_of(rated.features, model).difficulty - *rated.difficulty;
      sum += beyond * beyond;
    }
    return sum / static_cast<double>(later.size());
  };
  const AppealModel own = refit(kPublishedModel, ratings);
  EXPECT_LT(error(own), 0.5 * error(kPublishedModel));
  EXPECT_EQ(own.fun, kPublishedModel.fun) << "nothing was said of it";
  // One rating alone moves little.
  const AppealModel once = refit(kPublishedModel, std::vector<Rated>{ratings.front()});
  EXPECT_NEAR(appeal_of(later[0].features, once).difficulty, appeal_of(later[0].features, kPublishedModel).difficulty,
              1);
}

TEST(Learner, RisesWithWhatIsSolvedAndFallsFasterWithWhatIsNot) {
  std::vector<Rated> ratings(4, Rated{.solved = true, .seconds = 60});
  const double risen = level_of(ratings);
  EXPECT_GT(risen, 2.4);
  ratings.push_back({.solved = false, .seconds = 100});
  EXPECT_LT(level_of(ratings), risen - 0.2);
  ratings.assign(100, Rated{.solved = true, .seconds = 5});
  EXPECT_EQ(level_of(ratings), 5);
}

TEST(Learner, GetsProblemsOfItsLevel) {
  const std::vector<Features> all = some_features();
  const auto difficulty = [&](double level) {
    return appeal_of(all[next_of(all, kPublishedModel, level)], kPublishedModel).difficulty;
  };
  EXPECT_LT(difficulty(1), difficulty(2.5));
  EXPECT_LT(difficulty(2.5), difficulty(5));
}

}  // namespace
}  // namespace rensa::puzzle
