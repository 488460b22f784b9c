#include "server/contest/report.h"

#include <gmock/gmock.h>

#include "tests/server/contest/some_plan.h"

namespace rensa::contest::test {
namespace {

using testing::HasSubstr;

// The lower number wins, but where a draw is wanted.
ReadRun played(const Plan& plan, const std::function<bool(const league::Pair&)>& is_drawn) {
  ReadRun run{.plan = plan, .tournament = league::Tournament(plan.players.size()), .cup = league::Cup(plan.cup())};
  while (true) {
    while (const auto game = run.tournament.next()) {
      run.tournament.apply(league::GameStarted{game->id});
      league::GameEnded ended{.game = game->id};
      if (!is_drawn(game->pair)) ended.winner = game->pair.first < game->pair.second ? 0 : 1;
      run.tournament.apply(ended);
    }
    const std::vector<league::Event> due = run.cup.due(run.tournament);
    if (due.empty()) return run;
    for (const league::Event& event : due) run.tournament.apply(event);
  }
}

bool never(const league::Pair&) { return false; }

TEST(Report, FilesRankACupByItsLastStage) {
  const Plan plan = plan_of(R"({"players": ["a", "b", "c", "d", "e"], "stages": [
    {"format": "round-robin", "pairs": 1}, {"format": "knock-out", "take": 4, "best_of": 1}]})");
  ReadRun run = played(plan, never);
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
  const Plan plan = plan_of(R"({"players": ["a", "b", "c"], "format": "ladder", "rounds": 4})");
  ReadRun run = played(plan, never);
  EXPECT_THAT(report_csv(run), testing::ContainsRegex("\n1,\"a\".*,1[5-9][0-9][0-9]\\.[0-9],[0-9]+\\.[0-9]\n"));
  EXPECT_THAT(report_markdown(run), HasSubstr("| rating | 95 % |"));
}

TEST(Report, EloThatCannotBeComparedIsMarked) {
  const Plan plan = plan_of(R"({"players": ["a", "b", "c", "d"], "pairs": 1})");
  // a and b draw with each other and win all else, and so it is below them.
  ReadRun run = played(plan, [](const league::Pair& pair) { return pair.first / 2 == pair.second / 2; });
  const std::string text = report_text(run, {});
  EXPECT_THAT(text, HasSubstr("group 1\n"));
  EXPECT_THAT(text, HasSubstr("group 2\n"));
  EXPECT_THAT(text, HasSubstr("no wins connect these groups"));
  EXPECT_THAT(report_markdown(run), HasSubstr("in group 2 |"));
  ReadRun level = played(plan, [](const league::Pair&) { return true; });
  EXPECT_THAT(report_text(level, {}), testing::Not(HasSubstr("group")));
}

}  // namespace
}  // namespace rensa::contest::test
