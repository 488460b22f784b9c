#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "server/pages/tournament_page.h"
#include "server/tournament/plan/tournament_run.h"
#include "tests/server/tournament/plan/test_plan.h"

namespace rensa::pages::test {

// A run of at most `games` games. The first player of a pair wins two of three.
inline tournament::TournamentSnapshot run_of(const std::string& plan_text, int games) {
  const tournament::TournamentPlan plan = tournament::test::plan_of(plan_text);
  tournament::TournamentRun run(plan, {}, [](const tournament::Event&) {});
  for (int i = 0; i < games; ++i) {
    const auto game = run.start_next_game([](const tournament::PlayerPair&) { return true; });
    if (!game) break;
    tournament::GameEnded ended{.game = game->id, .winner = i % 3 == 2 ? 1 : 0, .cause = duel::Cause::choked};
    ended.statistics[0].longest_chain = 7;
    ended.decisions[1] = {.refused = 1'001, .late = 2'003};
    run.end_game(ended);
  }
  return {.plan = plan, .progress = run.progress(), .stages = tournament::StageSequence(plan.stage_sequence_plan())};
}

inline TournamentStatus sample_status() {
  TournamentStatus status;
  status.id = "cup";
  status.games = 3;
  return status;
}

inline std::string plan_text(const std::string& format, const std::string& players) {
  return R"({"name": "Cup <b>", "audit": 0, )" + format + R"(, "players": [)" + players + "]}";
}

inline const std::string kHostile =
    R"({"name": "<script>alert(1)</script>", "author": "<img src=x>", "player": "greedy"},
  {"name": "\"onload='x' & co", "player": "greedy"}, {"name": "a/b?c#d é", "player": "greedy"},
  {"name": "&lt;plain", "player": "greedy"})";
inline const std::string kTwo = R"({"name": "new", "player": "greedy"}, {"name": "old", "player": "greedy"})";

inline void expect_harmless(const std::string& html) {
  for (const char* hostile : {"<script>a", "<img src=x", "\"onload", "Cup <b>", "'x'"}) {
    EXPECT_THAT(html, testing::Not(testing::HasSubstr(hostile)));
  }
}

// The page without the part that opens when it is pressed, and that part.
inline std::string shown_part(const std::string& html) {
  return html.substr(0, html.find("<details class=\"statistics\">"));
}
inline std::string statistics_part(const std::string& html) { return html.substr(shown_part(html).size()); }

}  // namespace rensa::pages::test
