#include "server/pages/league_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/pages/some_run.h"

namespace rensa::pages {
namespace {

using test::kTwo;
using test::plan_text;
using test::run_of;
using testing::HasSubstr;
using testing::Not;

LeagueRow row_of(std::vector<LeaguePlayer> players) {
  LeagueRow row;
  row.status.id = "cup";
  row.status.games = 3;
  row.name = "Cup <b>";
  row.formats = {tournament::FormatKind::groups, tournament::FormatKind::knock_out};
  row.best.players = std::move(players);
  return row;
}

TEST(LeaguePage, HasACardForEachTournamentWithItsBestPlayers) {
  EXPECT_THAT(league_page({}, {}), HasSubstr("No tournament has been held here yet."));
  const LeaguePlayer player{
      .name = "<script>ann", .strength = "1531", .form = {GameResult::lost, GameResult::won}, .points = "2.5"};
  const std::string html = league_page({}, {row_of({player})});
  for (const char* hostile : {"<script>a", "Cup <b>"}) EXPECT_THAT(html, Not(HasSubstr(hostile)));
  EXPECT_THAT(html, HasSubstr("<h3><a href=\"/league/cup\"><bdi>Cup &lt;b&gt;</bdi></a></h3>"));
  EXPECT_THAT(html, HasSubstr("groups → knock-out"));
  EXPECT_THAT(html, HasSubstr("data-tournament=\"\""));
  EXPECT_THAT(html, HasSubstr("<td class=\"number\">2.5</td><td class=\"number wide\">1531</td>"));
  EXPECT_THAT(html, HasSubstr("<span class=\"form\" role=\"img\" aria-label=\"Latest games: Lost, Won\">"
                              "<span class=\"form_lost\">L</span><span class=\"form_won\">W</span></span>"));
}

TEST(LeaguePage, WhatIsPlayedNowComesFirst) {
  std::vector<LeagueRow> rows;
  const std::vector states{TextId::state_unreadable, TextId::state_over, TextId::state_waiting, TextId::state_running};
  for (std::size_t i = 0; i < states.size(); ++i) {
    rows.push_back(row_of({}));
    rows.back().status.state = states[i];
    rows.back().name = "cup" + std::to_string(i);
  }
  const std::string html = league_page({}, rows);
  for (const auto& [first, second] :
       {std::pair{"cup3", "cup2"}, std::pair{"cup2", "cup1"}, std::pair{"cup1", "cup0"}}) {
    EXPECT_LT(html.find(first), html.find(second));
  }
}

TEST(LeaguePage, ACardLeadsToTheGameWithTheLongestChain) {
  LeagueRow row = row_of({});
  row.best.game = LeagueGame{.game = "3-1", .player = "<b>ann", .opponent = "bob", .links = 12};
  const std::string html = league_page({}, {row});
  EXPECT_THAT(html, HasSubstr("records%2F3-1#moment=longest_chain\""));
  EXPECT_THAT(html, HasSubstr("<strong class=\"chain_number\" data-links=\"12\">12-chain</strong>"));
  EXPECT_THAT(html, HasSubstr("<bdi>&lt;b&gt;ann</bdi>"));
}

TEST(LeaguePage, ShowsWhyATournamentCannotBeRead) {
  LeagueRow row;
  row.status.id = "cup";
  row.status.state = TextId::state_unreadable;
  row.status.why_failed = "line 3 <is> damaged";
  row.name = "cup";
  const std::string html = league_page({}, {row});
  EXPECT_THAT(html, HasSubstr("<bdi>cup</bdi>"));
  EXPECT_THAT(html, HasSubstr("Cannot be read: line 3 &lt;is&gt; damaged"));
  EXPECT_THAT(html, Not(HasSubstr("/league/cup")));
}

TEST(LeaguePlayers, TheBestComeFirstWithTheirStrengthAndLatestGames) {
  auto run = run_of(plan_text(R"("format": "round-robin", "pairs": 3)", kTwo), 6);
  const std::vector<LeaguePlayer> players = league_best_of(run).players;
  ASSERT_EQ(players.size(), 2U);
  const auto& [first, second] = std::pair(players[0], players[1]);
  EXPECT_EQ(first.form.size(), 5U);
  ASSERT_EQ(second.form.size(), 5U);
  for (std::size_t i = 0; i < first.form.size(); ++i) {
    EXPECT_NE(first.form[i], second.form[i]) << "each game of the two has a winner and a loser";
  }
  EXPECT_GE(std::stoi(first.strength), 1500) << "the average is 1500";
  EXPECT_EQ(std::stoi(first.strength) + std::stoi(second.strength), 3000);
  EXPECT_EQ(first.points, "4");
}

TEST(LeagueBest, ItsGameHasTheLongestChain) {
  auto run = run_of(plan_text(R"("format": "round-robin", "pairs": 1)", kTwo), 2);
  const auto game = league_best_of(run).game;
  ASSERT_TRUE(game);
  EXPECT_EQ(game->game, "0-0");
  EXPECT_EQ(game->player, "new");
  EXPECT_EQ(game->opponent, "old");
  EXPECT_EQ(game->links, 7);
}

TEST(LeagueBest, ItHasACrosstableIfAllPlayersAreShown) {
  auto run = run_of(plan_text(R"("format": "round-robin", "pairs": 3)", kTwo), 6);
  const LeagueBest best = league_best_of(run);
  ASSERT_EQ(best.cross.size(), 2U);
  EXPECT_EQ(best.cross[0][1].wins, 4);
  EXPECT_EQ(best.cross[1][0].wins, 2);
  EXPECT_EQ(best.cross[0][0].games(), 0);
  std::string many;
  for (int i = 0; i < 9; ++i)
    many += std::string(i > 0 ? ", " : "") + R"({"name": "p)" + std::to_string(i) + R"(", "player": "greedy"})";
  auto large = run_of(plan_text(R"("format": "round-robin", "pairs": 1)", many), 6);
  EXPECT_TRUE(league_best_of(large).cross.empty());
  EXPECT_EQ(league_best_of(large).players.size(), 8U);
}

TEST(LeaguePage, LeadsToTheGamesThatArePlayedNow) {
  LeagueRow row = row_of({});
  row.live = {{.match = 57, .players = {"<b>ann", "bob"}, .place = {.number = 2}}};
  const std::string html = league_page({}, {row});
  EXPECT_THAT(html, HasSubstr("<h2>On now</h2>"));
  EXPECT_THAT(html, HasSubstr("<a class=\"button primary\" href=\"/watch/57\">Watch live</a>"));
  EXPECT_THAT(html, HasSubstr("<bdi>&lt;b&gt;ann</bdi>"));
  EXPECT_THAT(html, HasSubstr("<span class=\"game_facts\">Game 2</span>"));
}

TEST(LeaguePage, TellsWhenATournamentBegins) {
  LeagueRow row = row_of({});
  row.status.state = TextId::state_waiting;
  row.status.games = 0;
  row.starts = std::chrono::sys_days(std::chrono::year(2999) / 12 / 24);
  row.players = 2;
  row.entrants = {"ann", "bob"};
  const std::string html = league_page({}, {row});
  EXPECT_THAT(html, HasSubstr("<h2>Coming up</h2>"));
  EXPECT_THAT(html, HasSubstr("datetime=\"2999-12-24T00:00:00Z\""));
  EXPECT_THAT(html, HasSubstr("Players: 2"));
  EXPECT_THAT(html, HasSubstr("<bdi>ann</bdi>"));
}

TEST(LeaguePage, AFinishedTournamentLeadsToItsLastWin) {
  LeagueRow row = row_of({});
  row.status.state = TextId::state_over;
  row.best.last_win = "3-1";
  EXPECT_THAT(league_page({}, {row}), HasSubstr("records%2F3-1\">Watch the winner&#39;s last game</a>"));
  row.best.is_last_win_final = true;
  EXPECT_THAT(league_page({}, {row}), HasSubstr(">Watch the final</a>"));
}

TEST(LeaguePlayers, ALadderShowsRatings) {
  auto run = run_of(plan_text(R"("format": "ladder")", kTwo), 6);
  const std::vector<LeaguePlayer> players = league_best_of(run).players;
  ASSERT_FALSE(players.empty());
  EXPECT_GT(std::stoi(players[0].strength), 1000);
}

TEST(LeaguePage, SaysWhatARatingRelatesToExceptForALadder) {
  const auto page_of = [](const std::string& plan) {
    auto run = run_of(plan, 6);
    LeagueRow row = row_of({});
    row.best = league_best_of(run);
    return league_page({}, {row});
  };
  const std::string note = "1500 is the average of this tournament&#39;s players.";
  EXPECT_THAT(page_of(plan_text(R"("format": "round-robin", "pairs": 3)", kTwo)), HasSubstr(note));
  const std::string ladder = page_of(plan_text(R"("format": "ladder")", kTwo));
  EXPECT_THAT(ladder, HasSubstr("class=\"league_table\""));
  EXPECT_THAT(ladder, Not(HasSubstr(note)));
}

TEST(LeaguePlayers, BeforeTheFirstGameAndInASequentialTestThereAreNone) {
  auto before = run_of(plan_text(R"("format": "round-robin")", kTwo), 0);
  EXPECT_TRUE(league_best_of(before).players.empty());
  auto sprt = run_of(plan_text(R"("format": "sprt")", kTwo), 10);
  EXPECT_TRUE(league_best_of(sprt).players.empty());
}

}  // namespace
}  // namespace rensa::pages
