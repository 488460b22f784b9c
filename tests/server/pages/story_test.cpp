#include "server/pages/story.h"

#include <gtest/gtest.h>
#include <vector>

#include "tests/server/pages/some_run.h"

namespace rensa::pages {
namespace {

// The result of a game between two of the players 0, 1, 2 and 3, whose places in the standings are 1 to 4. The values
// are those of the player with the lower number, and of the other one.
struct Result {
  int winner = 0;  // 0: the lower number, 1: the higher one, -1: drawn
  std::array<std::int64_t, 2> chains{1, 1};
  std::array<std::int64_t, 2> scores{100, 100};
  std::array<std::int64_t, 2> sent{1, 1};
};

// A round robin of four players, whose first games end so. `disqualified`: its games do not count.
TournamentStory story_after(const std::vector<Result>& results, std::optional<std::size_t> disqualified = {}) {
  const std::string players =
      R"("greedy", "random", {"name": "c", "player": "greedy"}, {"name": "d", "player": "greedy"})";
  const auto plan = tournament::test::plan_of(test::plan_text(R"("format": "round-robin", "pairs": 1)", players));
  tournament::TournamentRun run(plan, {}, [](const tournament::Event&) {});
  for (const Result& result : results) {
    const auto game = run.start_next_game([](const tournament::PlayerPair&) { return true; });
    EXPECT_TRUE(game);
    const tournament::PlayerPair& pair = run.progress().pairs()[static_cast<std::size_t>(game->id.pair)];
    const bool is_turned = pair.first > pair.second;
    tournament::GameEnded ended{.game = game->id, .cause = duel::Cause::choked};
    if (result.winner >= 0) ended.winner = is_turned ? 1 - result.winner : result.winner;
    for (std::size_t i = 0; i < 2; ++i) {
      duel::GameStatistics& side = ended.statistics[is_turned ? 1 - i : i];
      side.longest_chain = result.chains[i];
      side.score = result.scores[i];
      side.garbage_sent = result.sent[i];
    }
    run.end_game(ended);
  }
  if (disqualified) {
    const auto event = run.disqualification(*disqualified, "cheated");
    EXPECT_TRUE(std::holds_alternative<tournament::PlayerDisqualified>(event));
    run.disqualify(std::get<tournament::PlayerDisqualified>(event));
  }
  std::vector<tournament::PlayerStanding> standings(4);
  for (std::size_t i = 0; i < standings.size(); ++i) standings[i].player = i;
  return story_of(run.progress(), standings);
}

TEST(Story, BeforeTheFirstGameThereIsNothingToTell) {
  const TournamentStory story = story_after({});
  EXPECT_FALSE(story.last_win || story.longest_chain || story.closest_game || story.upset);
}

TEST(Story, TheLongestChainIsThatOfTheFirstGameThatHasIt) {
  const TournamentStory story = story_after({{.chains = {3, 9}}, {.chains = {9, 2}}});
  ASSERT_TRUE(story.longest_chain);
  EXPECT_EQ(story.longest_chain->game, "0-0");
  EXPECT_EQ(story.longest_chain->links, 9);
}

TEST(Story, TheClosestGameIsTheOneWhoseLoserHadTheLargestShareOfTheWinnersPoints) {
  const TournamentStory story =
      story_after({{.scores = {1000, 500}}, {.winner = 1, .scores = {9'000, 10'000}}, {.scores = {100, 80}}});
  ASSERT_TRUE(story.closest_game);
  EXPECT_EQ(story.closest_game->game.game, "0-1");
  EXPECT_EQ(story.closest_game->winner_score, 10'000);
  EXPECT_EQ(story.closest_game->loser_score, 9'000);
}

TEST(Story, AGameInWhichOnlyOneSideAttackedWasNotClose) {
  EXPECT_FALSE(story_after({{.sent = {5, 0}}}).closest_game);
  EXPECT_FALSE(story_after({{.winner = -1}}).closest_game) << "a draw has no winner";
}

TEST(Story, AnUpsetIsAWinOverAPlayerAtLeastTwoPlacesAbove) {
  const std::vector<Result> all(12, Result{.winner = 1});
  const std::vector<Result> first(12, Result{.winner = 0});
  const TournamentStory upset = story_after(all);
  ASSERT_TRUE(upset.upset);
  EXPECT_EQ(upset.upset->winner_place, 4U);
  EXPECT_EQ(upset.upset->loser_place, 1U);
  EXPECT_EQ(upset.upset->game.winner, 3U);
  EXPECT_EQ(upset.upset->game.loser, 0U);
  EXPECT_FALSE(story_after(first).upset) << "the stronger player has won all games";
}

TEST(Story, TheLastWinIsThatOfTheFirstInTheStandings) {
  const TournamentStory story = story_after(std::vector<Result>(12, Result{.winner = 0}));
  ASSERT_TRUE(story.last_win);
  EXPECT_EQ(story.last_win->winner, 0U);
}

TEST(Story, GamesOfADisqualifiedPlayerAreNotTold) {
  const TournamentStory story = story_after(std::vector<Result>(12, Result{.winner = 1}), 0);
  ASSERT_TRUE(story.upset);
  EXPECT_NE(story.upset->game.loser, 0U);
}

}  // namespace
}  // namespace rensa::pages
