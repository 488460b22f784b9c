#include "server/tournament/plan/report.h"

#include <gmock/gmock.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/server/tournament/plan/test_plan.h"

namespace rensa::tournament::test {
namespace {

using testing::HasSubstr;

TournamentSnapshot played_with(const TournamentPlan& plan,
                               const std::function<std::optional<PairSide>(const PlayerPair&)>& winner_of) {
  TournamentSnapshot run{.plan = plan,
                         .progress = TournamentProgress(plan.players.size()),
                         .stages = StageSequence(plan.stage_sequence_plan())};
  while (true) {
    while (const auto game = run.progress.next_game()) {
      run.progress.apply(GameStarted{game->id});
      run.progress.apply(GameEnded{.game = game->id, .winner = winner_of(game->pair)});
    }
    const std::vector<Event> next_events = run.stages.next_events(run.progress);
    if (next_events.empty()) return run;
    for (const Event& event : next_events) run.progress.apply(event);
  }
}

// Plays a tournament in which the lower number wins, except for the drawn games.
TournamentSnapshot played(const TournamentPlan& plan, const std::function<bool(const PlayerPair&)>& is_drawn) {
  return played_with(plan, [&is_drawn](const PlayerPair& pair) -> std::optional<PairSide> {
    if (is_drawn(pair)) return std::nullopt;
    return pair.first < pair.second ? 0 : 1;
  });
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
  EXPECT_THAT(report_csv(run), testing::ContainsRegex("\n1,\"a\".*,1[5-9][0-9][0-9]\\.[0-9],[0-9]+\\.[0-9],0,0,\n"));
  EXPECT_THAT(report_markdown(run), HasSubstr("| rating | 95 % |"));
}

TEST(Report, EloThatCannotBeComparedIsMarked) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b", "c", "d"], "pairs": 1})");
  // a and b draw with each other and win all other games. c and d also draw with each other.
  TournamentSnapshot run = played(plan, [](const PlayerPair& pair) { return pair.first / 2 == pair.second / 2; });
  const std::string text = report_text(run, {});
  EXPECT_THAT(text, HasSubstr("Elo scale 1\n"));
  EXPECT_THAT(text, HasSubstr("Elo scale 2\n"));
  EXPECT_THAT(text, HasSubstr("no wins connect players of different Elo scales"));
  EXPECT_THAT(report_markdown(run), HasSubstr("on Elo scale 2 |"));
  EXPECT_THAT(report_csv(run), testing::StartsWith("place,player,author,points,games,won,drawn,lost,elo,elo_low,"
                                                   "elo_high,elo_scale,"));
  for (const std::string& table : {text, report_markdown(run), report_csv(run)}) {
    EXPECT_THAT(table, testing::Not(HasSubstr("group"))) << "it would read like a group of the tournament";
  }
  TournamentSnapshot level = played(plan, [](const PlayerPair&) { return true; });
  EXPECT_THAT(report_text(level, {}), testing::Not(HasSubstr("scale")));
}

TEST(Report, AllTablesHaveTheRefusedAndTheLateDecisions) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b"], "pairs": 1})");
  TournamentSnapshot run{.plan = plan,
                         .progress = TournamentProgress(plan.players.size()),
                         .stages = StageSequence(plan.stage_sequence_plan())};
  while (run.progress.pairs().empty()) {
    for (const Event& event : run.stages.next_events(run.progress)) run.progress.apply(event);
  }
  while (const auto game = run.progress.next_game()) {
    run.progress.apply(GameStarted{game->id});
    GameEnded ended{.game = game->id, .winner = 0};
    const std::size_t side_of_a = game->pair.first == 0 ? 0 : 1;
    ended.decisions[side_of_a] = {.refused = 20, .late = 0};
    ended.decisions[1 - side_of_a] = {.refused = 1, .late = 35};
    run.progress.apply(ended);
  }
  const auto report = nlohmann::json::parse(report_json(run, {}));
  for (const auto& row : report["standings"]) {
    EXPECT_EQ(row["refused"], row["player"] == "a" ? 40 : 2) << row;
    EXPECT_EQ(row["late"], row["player"] == "a" ? 0 : 70) << row;
  }
  EXPECT_THAT(report_csv(run), HasSubstr("deviation,refused,late,disqualified\n"));
  EXPECT_THAT(report_csv(run), testing::ContainsRegex("\"a\".*,40,0,\n"));
  EXPECT_THAT(report_csv(run), testing::ContainsRegex("\"b\".*,2,70,\n"));
  EXPECT_THAT(report_markdown(run), HasSubstr(" | lost | refused | late | "));
  EXPECT_THAT(report_markdown(run), testing::ContainsRegex("\\| a \\|.* \\| 40 \\| 0 \\|"));
  EXPECT_THAT(report_text(run, {}), testing::ContainsRegex("lost +refused +late"));
  EXPECT_THAT(report_text(run, {}), testing::ContainsRegex(" a .* 40 +0 "));
}

// A journal of an older version has the output of a program in the reason.
TEST(Report, StrangersReadNoOutputOfProgramsAndNoFolders) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b"], "pairs": 1})");
  TournamentSnapshot run = played(plan, never);
  run.progress.apply(PlayerBenched{.player = 0, .why = "/srv/bots/a failed; its last output: @everyone /root/a.py"});
  run.progress.apply(PlayerDisqualified{.player = 1, .why = "see /root/notes.txt"});
  const auto reasons_in_report = [&run](const ReportOptions& options) {
    std::map<std::string, std::string> reasons;
    const auto report = nlohmann::json::parse(report_json(run, options));
    for (const auto& row : report["standings"]) {
      reasons[row["player"]] = row.value("why_benched", row.value("disqualified", std::string()));
    }
    return reasons;
  };
  using testing::ElementsAre;
  using testing::Pair;
  EXPECT_THAT(reasons_in_report({.for_strangers = true}),
              ElementsAre(Pair("a", "a failed"), Pair("b", "see notes.txt")));
  EXPECT_THAT(reasons_in_report({}),
              ElementsAre(Pair("a", HasSubstr("/srv/bots/a")), Pair("b", "see /root/notes.txt")));
}

// Returns the first group of the expression in each line that matches it.
std::vector<std::string> names_in(const std::string& text, const std::string& row) {
  const std::regex expression(row);
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (std::smatch match; std::regex_search(line, match, expression)) names.push_back(match[1]);
  }
  return names;
}

// The last stage turns the order of the strength around.
TEST(Report, AllTablesHaveTheSameRanks) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b", "c", "d", "e"], "stages": [
    {"format": "round-robin", "pairs": 1}, {"format": "knock-out", "take": 4, "best_of": 1}]})");
  TournamentSnapshot run = played_with(plan, [](const PlayerPair& pair) -> std::optional<PairSide> {
    return (pair.first < pair.second) == (pair.stage == 0) ? 0 : 1;
  });
  const auto report = nlohmann::json::parse(report_json(run, {}));
  const auto ranking = report["ranking"].get<std::vector<std::string>>();
  ASSERT_EQ(ranking.size(), 5U);
  EXPECT_EQ(ranking.front(), "d");
  EXPECT_EQ(ranking.back(), "e");
  std::vector<std::string> standings;
  for (const auto& row : report["standings"]) standings.push_back(row["player"]);
  EXPECT_EQ(standings, ranking);
  EXPECT_EQ(names_in(report_csv(run), "^[0-9]+,\"([a-e])\","), ranking);
  EXPECT_EQ(names_in(report_markdown(run), "^\\| [0-9]+ \\| ([a-e]) \\|"), ranking);
  const std::string text = report_text(run, {});
  const std::size_t all_stages = text.find("all stages");
  const std::size_t performance = text.find("longest");
  ASSERT_LT(all_stages, performance);
  std::vector<std::string> twice = ranking;  // in the table of all stages, and in the crosstable
  twice.insert(twice.end(), ranking.begin(), ranking.end());
  EXPECT_EQ(names_in(text.substr(all_stages, performance - all_stages), "^ *[0-9]+ ([a-e]) "), twice) << text;
}

TEST(Report, TheMatchForTheThirdPlaceIsMarked) {
  const TournamentPlan plan =
      plan_of(R"({"players": ["a", "b", "c", "d"], "format": "knock-out", "best_of": 1, "third_place": true})");
  TournamentSnapshot run = played(plan, never);
  EXPECT_THAT(report_text(run, {}), HasSubstr("match 4 (third place): c - d 1:0, c wins"));
  const auto matches = nlohmann::json::parse(report_json(run, {}))["stages"][0]["matches"];
  EXPECT_FALSE(matches[2].contains("third_place"));
  EXPECT_EQ(matches[3]["third_place"], true);
}

}  // namespace
}  // namespace rensa::tournament::test
