#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/pages/tournament_page.h"
#include "tests/server/pages/some_run.h"

namespace rensa::pages {
namespace {

using test::expect_harmless;
using test::kHostile;
using test::kTwo;
using test::plan_text;
using test::run_of;
using test::sample_status;
using test::shown_part;
using test::statistics_part;
using testing::HasSubstr;
using testing::Not;

TEST(PlayerPage, ShowsTheResultsOfAPlayer) {
  tournament::TournamentSnapshot run = run_of(plan_text(R"("format": "round-robin", "pairs": 1)", kHostile), 12);
  const auto view = make_player_view(sample_status(), run, "<script>alert(1)</script>");
  ASSERT_TRUE(view);
  EXPECT_EQ(view->opponents.size(), 3U);
  EXPECT_EQ(view->games.size(), 6U);
  EXPECT_EQ(view->history_kind, HistoryKind::share);
  ASSERT_EQ(view->history.size(), 7U) << "one before the first game, and one after each game";
  EXPECT_EQ(view->history.front().low, 0);
  EXPECT_EQ(view->history.front().high, 1) << "nothing is known before the first game";
  const std::string html = player_page({}, *view);
  expect_harmless(html);
  EXPECT_THAT(html, HasSubstr("&lt;img src=x&gt;"));
  EXPECT_THAT(html, HasSubstr("Results by opponent"));
  EXPECT_THAT(html, HasSubstr("<dt>Won – drawn – lost</dt>"));
  EXPECT_THAT(html, HasSubstr("<dt>Longest chain</dt><dd>7</dd>"));
  EXPECT_THAT(html, HasSubstr("/league/cup/ratings/%3Cscript%3Ealert%281%29%3C%2Fscript%3E.svg?points=7"));
  EXPECT_THAT(player_plot({}, *view, ColourScheme::light), HasSubstr("<polygon points=\""));
  EXPECT_FALSE(make_player_view(sample_status(), run, "nobody"));
}

TEST(PlayerPage, ItsBestGamesAreWonAndHaveTheLongestChainsOfThePlayer) {
  tournament::TournamentSnapshot run = run_of(plan_text(R"("format": "round-robin", "pairs": 3)", kTwo), 6);
  const auto view = make_player_view(sample_status(), run, "new");
  ASSERT_TRUE(view);
  ASSERT_FALSE(view->best_games.empty());
  const std::vector<GameRow>& games = view->best_games;
  for (const GameRow& game : games) EXPECT_EQ(game.winner, view->player);
  const auto own_chain = [&](const GameRow& game) { return game.chains[game.first == view->player ? 0 : 1]; };
  EXPECT_TRUE(std::is_sorted(games.begin(), games.end(),
                             [&](const GameRow& one, const GameRow& two) { return own_chain(one) > own_chain(two); }));
  EXPECT_THAT(player_page({}, *view), HasSubstr("<h2>Best games</h2>"));
}

TEST(PlayerPage, ABestGameIsNotOneAgainstADisqualifiedPlayer) {
  tournament::TournamentSnapshot run = run_of(plan_text(R"("format": "round-robin", "pairs": 3)", kTwo), 6);
  ASSERT_TRUE(run.progress.apply(tournament::PlayerDisqualified{.player = 1, .why = "help", .is_after_end = true}));
  const auto view = make_player_view(sample_status(), run, "new");
  ASSERT_TRUE(view);
  EXPECT_TRUE(view->best_games.empty());
  EXPECT_EQ(view->games.size(), 6U);
}

TEST(PlayerPage, HasAPlaceOnlyIfTheStandingsTellPlaces) {
  const auto page = [](const std::string& format, int games, TextId state) {
    tournament::TournamentSnapshot run = run_of(plan_text(format, kTwo), games);
    TournamentStatus status = sample_status();
    status.state = state;
    return player_page({}, *make_player_view(status, run, "new"));
  };
  const std::string place = "<dt>Place</dt><dd>No. 1 of 2</dd>";
  EXPECT_THAT(page(R"("format": "round-robin", "pairs": 1)", 1, TextId::state_running), HasSubstr(place));
  EXPECT_THAT(page(R"("format": "sprt")", 10, TextId::state_over), Not(HasSubstr("<dt>Place</dt>")));
  EXPECT_THAT(page(R"("format": "knock-out", "best_of": 3)", 1, TextId::state_running),
              Not(HasSubstr("<dt>Place</dt>")));
  EXPECT_THAT(page(R"("format": "knock-out", "best_of": 1)", 1, TextId::state_over), HasSubstr(place));
}

TEST(PlayerPage, ItsListOfGamesDoesNotPretendToHaveAll) {
  const auto button = [](int games) {
    tournament::TournamentSnapshot run = run_of(plan_text(R"("format": "round-robin", "pairs": 80)", kTwo), games);
    return player_page({}, *make_player_view(sample_status(), run, "new"));
  };
  EXPECT_THAT(button(20), HasSubstr("<summary>All games</summary>"));
  EXPECT_THAT(button(160), HasSubstr("<summary>Earlier games</summary>"));
}

TEST(PlayerPage, ItsPlotsAndItsVersionAreAmongTheStatistics) {
  tournament::TournamentSnapshot run = run_of(plan_text(R"("format": "round-robin", "pairs": 1)", kTwo), 2);
  const std::string html = player_page({}, *make_player_view(sample_status(), run, "new"));
  EXPECT_THAT(statistics_part(html), HasSubstr("class=\"plot\""));
  EXPECT_THAT(statistics_part(html), HasSubstr("<dt>Version</dt><dd>greedy</dd>"));
  EXPECT_THAT(shown_part(html), Not(HasSubstr("class=\"plot\"")));
}

TEST(PlayerPage, ItsRunningGameCanBeWatched) {
  tournament::TournamentSnapshot run = run_of(plan_text(R"("format": "round-robin", "pairs": 1)", kHostile), 2);
  TournamentStatus status = sample_status();
  status.running_games = {{.match = 57, .first = 0, .second = 3}};
  const std::string watch = "href=\"/watch/57\">Watch live</a>";
  EXPECT_THAT(player_page({}, *make_player_view(status, run, "&lt;plain")), HasSubstr(watch));
  EXPECT_THAT(player_page({}, *make_player_view(status, run, "a/b?c#d é")), Not(HasSubstr(watch)));
}

TEST(PlayerPage, OnALadderItHasTheHistoryOfItsRating) {
  tournament::TournamentSnapshot run = run_of(plan_text(R"("format": "ladder", "rounds": 3)", kTwo), 6);
  const auto view = make_player_view(sample_status(), run, "new");
  ASSERT_TRUE(view);
  EXPECT_EQ(view->history_kind, HistoryKind::rating);
  ASSERT_EQ(view->history.size(), 4U) << "one before the first game, and one after each pair";
  EXPECT_EQ(view->history.front().value, 1500);
  EXPECT_EQ(view->history.back().value, view->tournament.summary->stages[0].ratings[0].rating);
}

}  // namespace
}  // namespace rensa::pages
