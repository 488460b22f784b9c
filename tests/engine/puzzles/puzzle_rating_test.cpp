#include "engine/puzzles/puzzle_rating.h"

#include <gtest/gtest.h>
#include <vector>

#include "engine/puzzles/generator.h"

namespace rensa::puzzles {
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

TEST(PersonalRating, IsTheCommonModelWithoutRatings) {
  EXPECT_EQ(fit_to_person(kPublishedRatingModel, {}).difficulty, kPublishedRatingModel.difficulty);
  EXPECT_EQ(skill_level_of({}, kPublishedRatingModel), 2);
}

TEST(PersonalRating, ApproachesTheRatingsOfThePerson) {
  // A person for whom only misleading neighbours make a puzzle hard.
  std::vector<RatedPuzzle> ratings;
  std::vector<RatedPuzzle> later;
  for (const Features& features : some_features()) {
    const int said = features.misleading_neighbours >= 2 ? 5 : 1;
    (ratings.size() < 40 ? ratings : later).push_back({.features = features, .difficulty = said});
  }
  const auto error = [&later](const RatingModel& model) {
    double sum = 0;
    for (const RatedPuzzle& rated : later) {
      const double beyond = predict_rating(rated.features, model).difficulty - *rated.difficulty;
      sum += beyond * beyond;
    }
    return sum / static_cast<double>(later.size());
  };
  const RatingModel own = fit_to_person(kPublishedRatingModel, ratings);
  EXPECT_LT(error(own), 0.5 * error(kPublishedRatingModel));
  EXPECT_EQ(own.fun, kPublishedRatingModel.fun) << "the person did not rate it";
}

TEST(PersonalRating, ChangesLittleByOneRating) {
  const std::vector<Features> all = some_features();
  const auto difficulty = [&all](const RatingModel& model) { return predict_rating(all[0], model).difficulty; };
  const double common = difficulty(kPublishedRatingModel);
  std::vector<RatedPuzzle> ratings{{.features = all[0], .difficulty = common < 3 ? 5 : 1}};
  const double asked = *ratings.front().difficulty - common;
  const double moved = difficulty(fit_to_person(kPublishedRatingModel, ratings)) - common;
  EXPECT_GT(moved / asked, 0.05);
  EXPECT_LT(moved / asked, 0.3);
  ratings.resize(30, ratings.front());
  EXPECT_GT((difficulty(fit_to_person(kPublishedRatingModel, ratings)) - common) / asked, 0.7)
      << "thirty equal ratings move it";
}

// A model in which each puyo adds one to the difficulty.
constexpr RatingModel kByPuyos = {.difficulty = {1, 0, 0, 0, 0, 0, 0, 0}, .fun = {}, .usefulness = {}};

RatedPuzzle of_difficulty(double difficulty, bool solved, double seconds) {
  return {.features = {.puyos = difficulty}, .solved = solved, .seconds = seconds};
}

TEST(PersonalRating, LevelRisesWithSolvedPuzzlesAndFallsFasterWithOthers) {
  const auto level_after = [](const RatedPuzzle& rated) { return skill_level_of(std::vector{rated}, kByPuyos); };
  const double risen = level_after(of_difficulty(2, true, 30)) - 2;
  const double fallen = 2 - level_after(of_difficulty(2, false, 30));
  EXPECT_GT(risen, 0.1);
  EXPECT_GT(fallen, 1.5 * risen);
  EXPECT_GT(level_after(of_difficulty(4, true, 30)) - 2, 2 * risen) << "a hard puzzle changes the level more";
  EXPECT_LT(level_after(of_difficulty(1, true, 30)) - 2, 0.5 * risen) << "an easy puzzle changes the level less";
  EXPECT_GT(level_after(of_difficulty(2, true, 5)), level_after(of_difficulty(2, true, 500)));
  const std::vector<RatedPuzzle> easy(50, of_difficulty(1, true, 5));
  EXPECT_LT(skill_level_of(easy, kByPuyos), 3.7) << "solving only easy puzzles does not lead to the top";
}

TEST(PersonalRating, LevelEndsWhereTwoOfThreePuzzlesAreSolved) {
  // A person who solves nine of ten puzzles up to a difficulty of 3.5, for many puzzles.
  std::vector<RatedPuzzle> ratings;
  int solved = 0;
  for (int i = 0; i < 400; ++i) {
    const double level = skill_level_of(ratings, kByPuyos);
    const bool solves = level <= 3.5 && i % 10 != 0;
    ratings.push_back(of_difficulty(level, solves, 60));
    solved += i >= 100 && solves ? 1 : 0;
  }
  EXPECT_NEAR(skill_level_of(ratings, kByPuyos), 3.5, 0.4);
  EXPECT_NEAR(solved / 300.0, 2 / 3.0, 0.08);
}

TEST(PersonalRating, ChoosesPuzzlesOfItsLevel) {
  const std::vector<Features> all = some_features();
  const auto difficulty = [&](double level) {
    return predict_rating(all[choose_next(all, kPublishedRatingModel, level)], kPublishedRatingModel).difficulty;
  };
  EXPECT_LT(difficulty(1), difficulty(2.5));
  EXPECT_LT(difficulty(2.5), difficulty(5));
}

}  // namespace
}  // namespace rensa::puzzles
