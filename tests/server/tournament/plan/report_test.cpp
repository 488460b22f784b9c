#include "server/tournament/plan/report.h"

#include <gmock/gmock.h>

#include "tests/server/tournament/plan/test_plan.h"

namespace rensa::tournament::test {
namespace {

using testing::HasSubstr;

// Plays a tournament in which the lower number wins, except for the drawn games.
TournamentSnapshot played(const TournamentPlan& plan, const std::function<bool(const PlayerPair&)>& is_drawn) {
  TournamentSnapshot run{.plan = plan,
                         .progress = TournamentProgress(plan.players.size()),
                         .stages = StageSequence(plan.stage_sequence_plan())};
  while (true) {
    while (const auto game = run.progress.next_game()) {
      run.progress.apply(GameStarted{game->id});
      GameEnded ended{.game = game->id};
      if (!is_drawn(game->pair)) ended.winner = game->pair.first < game->pair.second ? 0 : 1;
      run.progress.apply(ended);
    }
    const std::vector<Event> next_events = run.stages.next_events(run.progress);
    if (next_events.empty()) return run;
    for (const Event& event : next_events) run.progress.apply(event);
  }
}

bool never(const PlayerPair&) { return false; }

TEST(Report, FilesRankPlayersByTheLastStage) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b", "c", "d", "e"], "stages": [
    {"format": "round-robin", "pairs": 1}, {"format": "knock-out", "take": 4, "best_of": 1}]})");
  TournamentSnapshot run = played(plan, never);
  const std::string csv = report_csv(run);
  std::size_t before = 0;
  for (const char* player : {"\n1,\"a\"", "\n2,\"b\"", "\n5,\"e\""}) {
    const std::size_t at = csv.find(player);
    ASSERT_NE(at, std::string::npos) << player << csv;
    EXPECT_GT(at, before);
    before = at;
  }
}

TEST(Report, FilesOfALadderHaveItsRatings) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b", "c"], "format": "ladder", "rounds": 4})");
  TournamentSnapshot run = played(plan, never);
  EXPECT_THAT(report_csv(run), testing::ContainsRegex("\n1,\"a\".*,1[5-9][0-9][0-9]\\.[0-9],[0-9]+\\.[0-9]\n"));
  EXPECT_THAT(report_markdown(run), HasSubstr("| rating | 95 % |"));
}

TEST(Report, EloThatCannotBeComparedIsMarked) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b", "c", "d"], "pairs": 1})");
  // a and b draw with each other and win all other games. c and d also draw with each other.
  TournamentSnapshot run = played(plan, [](const PlayerPair& pair) { return pair.first / 2 == pair.second / 2; });
  const std::string text = report_text(run, {});
  EXPECT_THAT(text, HasSubstr("group 1\n"));
  EXPECT_THAT(text, HasSubstr("group 2\n"));
  EXPECT_THAT(text, HasSubstr("no wins connect these groups"));
  EXPECT_THAT(report_markdown(run), HasSubstr("in group 2 |"));
  TournamentSnapshot level = played(plan, [](const PlayerPair&) { return true; });
  EXPECT_THAT(report_text(level, {}), testing::Not(HasSubstr("group")));
}

}  // namespace
}  // namespace rensa::tournament::test
