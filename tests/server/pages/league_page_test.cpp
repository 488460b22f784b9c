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
  row.players = std::move(players);
  return row;
}

TEST(LeaguePage, HasACardForEachTournamentWithItsBestPlayers) {
  EXPECT_THAT(league_page({}, {}), HasSubstr("No tournament has been held here yet."));
  const LeaguePlayer player{.name = "<script>ann",
                            .strength = tournament::Interval{.value = 31, .low = 12, .high = 50},
                            .form = {GameResult::lost, GameResult::won}};
  const std::string html = league_page({}, {row_of({player})});
  for (const char* hostile : {"<script>a", "Cup <b>"}) EXPECT_THAT(html, Not(HasSubstr(hostile)));
  EXPECT_THAT(html, HasSubstr("<h2><a href=\"/league/cup\"><bdi>Cup &lt;b&gt;</bdi></a></h2>"));
  EXPECT_THAT(html, HasSubstr("groups → knock-out"));
  EXPECT_THAT(html, HasSubstr("data-tournament=\"\""));
  EXPECT_THAT(html, HasSubstr("<span class=\"strength\">Elo +31.0 [+12.0, +50.0]</span>"));
  EXPECT_THAT(html, HasSubstr("<span class=\"form\" role=\"img\" aria-label=\"Latest games: Lost, Won\">"
                              "<span class=\"form_lost\">L</span><span class=\"form_won\">W</span></span>"));
}

TEST(LeaguePage, ShowsWhyATournamentCannotBeRead) {
  LeagueRow row;
  row.status.id = "cup";
  row.status.state = TextId::state_unreadable;
  row.status.why_failed = "line 3 <is> damaged";
  row.name = "cup";
  const std::string html = league_page({}, {row});
  EXPECT_THAT(html, HasSubstr("<bdi>cup</bdi>"));
  EXPECT_THAT(html, HasSubstr("cannot be read: line 3 &lt;is&gt; damaged"));
  EXPECT_THAT(html, Not(HasSubstr("/league/cup")));
}

TEST(LeaguePlayers, TheBestComeFirstWithTheirStrengthAndLatestGames) {
  auto run = run_of(plan_text(R"("format": "round-robin", "pairs": 3)", kTwo), 6);
  const std::vector<LeaguePlayer> players = league_players_of(run);
  ASSERT_EQ(players.size(), 2U);
  const auto& [first, second] = std::pair(players[0], players[1]);
  EXPECT_EQ(first.form.size(), 5U);
  ASSERT_EQ(second.form.size(), 5U);
  for (std::size_t i = 0; i < first.form.size(); ++i) {
    EXPECT_NE(first.form[i], second.form[i]) << "each game of the two has a winner and a loser";
  }
  ASSERT_TRUE(first.strength && second.strength);
  EXPECT_GE(first.strength->value, second.strength->value);
}

TEST(LeaguePlayers, ALadderShowsRatings) {
  auto run = run_of(plan_text(R"("format": "ladder")", kTwo), 6);
  const std::vector<LeaguePlayer> players = league_players_of(run);
  ASSERT_FALSE(players.empty());
  EXPECT_EQ(players[0].strength_kind, TextId::rating);
}

TEST(LeaguePlayers, BeforeTheFirstGameAndInASequentialTestThereAreNone) {
  auto before = run_of(plan_text(R"("format": "round-robin")", kTwo), 0);
  EXPECT_TRUE(league_players_of(before).empty());
  auto sprt = run_of(plan_text(R"("format": "sprt")", kTwo), 10);
  EXPECT_TRUE(league_players_of(sprt).empty());
}

}  // namespace
}  // namespace rensa::pages
