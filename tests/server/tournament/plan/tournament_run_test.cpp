#include "server/tournament/plan/tournament_run.h"

#include <algorithm>
#include <gmock/gmock.h>

#include "tests/server/tournament/plan/test_plan.h"

namespace rensa::tournament::test {
namespace {

using testing::HasSubstr;

constexpr const char* kLadder =
    R"({"format": "ladder", "players": ["a", {"name": "b", "author": "x", "player": "p"}]})";

PlayerEntry player_of(const std::string& text) {
  const auto player = parse_player(text, any_player());
  EXPECT_TRUE(player) << (player ? "" : player.error().message);
  return player ? *player : PlayerEntry();
}

PlayerJoined joined(std::size_t number, const std::string& text) {
  return {.player = number, .entry = entry_json(player_of(text))};
}

TEST(LateEntry, HasAllFieldsOfThePlayer) {
  NameLookup files = any_player();
  files.player = [](const std::string& player) -> rules::Parsed<std::string> { return player + " and its file"; };
  for (const char* text :
       {R"("p:q=1")", R"({"name": "c", "author": "x", "player": "p"})", R"({"name": "c", "guest": true})",
        R"({"name": "c", "exec": ["./c", "-x"]})", R"({"name": "c", "exec": ["c"], "protocol": "reference"})"}) {
    const auto player = parse_player(text, files);
    ASSERT_TRUE(player) << text;
    const TournamentPlan plan =
        with_late_entries(plan_of(kLadder), {PlayerJoined{.player = 2, .entry = entry_json(*player)}});
    ASSERT_EQ(plan.players.size(), 3U);
    EXPECT_EQ(plan.players[2].name, player->name);
    EXPECT_EQ(plan.players[2].author, player->author);
    EXPECT_EQ(plan.players[2].kind, player->kind) << text;
  }
}

TEST(LateEntry, KeepsItsAuthor) {
  const TournamentPlan plan =
      with_late_entries(plan_of(kLadder), {joined(2, R"({"name": "c", "author": "x", "player": "p"})")});
  EXPECT_EQ(plan.stage_sequence_plan().authors, (std::vector<int>{-1, 0, 0}));
}

TEST(LateEntry, IsParsedAsStrictlyAsInAPlan) {
  for (const char* text : {"", "7", "[]", R"({"name": "c"})", R"({"player": "p", "elo": 3})",
                           R"({"name": "c", "player": "p", "stands_for": "q"})", R"({"name": "c", "exec": []})",
                           "[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]"}) {
    EXPECT_FALSE(parse_player(text, any_player())) << text;
  }
}

TEST(LateEntry, CannotHaveANameTwice) {
  const auto plan = plan_of(kLadder);
  EXPECT_THAT([&] { with_late_entries(plan, {joined(2, R"({"name": "b", "guest": true})")}); },
              testing::ThrowsMessage<std::runtime_error>(HasSubstr("two players are called b")));
  EXPECT_THROW(with_late_entries(plan, {PlayerJoined{.player = 2, .entry = "{}"}}), std::runtime_error);
}

TEST(LateEntry, OnlyALadderTakesLateEntries) {
  const TournamentPlan plan =
      plan_of(R"({"players": ["a", "b"], "stages": [{"format": "round-robin"}, {"format": "ladder"}]})");
  TournamentProgress progress(2);
  EXPECT_THAT(why_joining_is_closed(plan, progress), HasSubstr("not begun"));
  progress.apply(StageStarted{{0, 1}});
  EXPECT_THAT(why_joining_is_closed(plan, progress), HasSubstr("a round-robin is being played"));
  progress.apply(StageStarted{{1, 0}});
  EXPECT_EQ(why_joining_is_closed(plan, progress), "");
}

// The restored run is like a server that was killed in the middle.
TEST(LateEntry, ARestoredRunSchedulesTheSamePairs) {
  const TournamentPlan plan = plan_of(kLadder);
  std::vector<Event> events;
  const auto event_sink = [&events](const Event& event) { events.push_back(event); };
  const auto all = [](const PlayerPair&) { return true; };
  TournamentRun run(plan, {}, event_sink);
  const auto play = [&] {
    const auto game = run.start_next_game(all);
    if (game) run.end_game({.game = game->id, .winner = 0});
    return game.has_value();
  };
  for (int game = 0; game < 6; ++game) ASSERT_TRUE(play());
  run.add_late_entry(player_of("\"c\""));
  run.add_late_entry(player_of(R"({"name": "d", "author": "x", "guest": true})"));
  ASSERT_EQ(run.plan().players.size(), 4U);
  const std::vector<Event> past = events;
  const std::size_t before = events.size();
  while (play()) continue;
  std::vector<Event> again;
  TournamentRun second(plan, past, [&again](const Event& event) { again.push_back(event); });
  while (const auto game = second.start_next_game(all)) second.end_game({.game = game->id, .winner = 0});
  EXPECT_GT(again.size(), 20U);
  EXPECT_TRUE(
      std::equal(again.begin(), again.end(), events.begin() + static_cast<std::ptrdiff_t>(before), events.end()));
  for (const std::size_t newcomer : {2U, 3U}) {
    EXPECT_TRUE(
        std::any_of(run.progress().pairs().begin(), run.progress().pairs().end(),
                    [newcomer](const PlayerPair& pair) { return pair.first == newcomer || pair.second == newcomer; }));
  }
}

// The events with which a run goes on that was stopped during its first two games, `continued` of which are still
// played.
std::vector<Event> events_after_restart(const std::set<GameId>& continued) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b"], "pairs": 1, "audit": 0})");
  std::vector<Event> past;
  TournamentRun run(plan, {}, [&past](const Event& event) { past.push_back(event); });
  const auto all = [](const PlayerPair&) { return true; };
  EXPECT_TRUE(run.start_next_game(all) && run.start_next_game(all));
  std::vector<Event> events;
  TournamentRun again(plan, past, continued, [&events](const Event& event) { events.push_back(event); });
  EXPECT_EQ(again.progress().games_running(), continued.size());
  while (const auto game = again.start_next_game(all)) again.end_game({.game = game->id, .winner = 0});
  for (const GameId& game : continued) again.end_game({.game = game, .winner = 0});
  EXPECT_EQ(again.progress().games_finished(), 2U);
  return events;
}

TEST(TournamentRun, GamesThatGoOnStayInTheirAttempts) {
  const GameId first{.pair = 0, .leg = 0, .attempt = 0};
  const GameId second{.pair = 0, .leg = 1, .attempt = 0};
  EXPECT_THAT(events_after_restart({first, second}),
              testing::ElementsAre(GameEnded{.game = first, .winner = 0}, GameEnded{.game = second, .winner = 0}));
  const std::vector<Event> some = events_after_restart({second});
  ASSERT_EQ(some.size(), 4U);
  EXPECT_EQ(std::get<GameVoided>(some[0]).game, first);
  EXPECT_EQ(std::get<GameStarted>(some[1]).game, (GameId{.pair = 0, .leg = 0, .attempt = 1}));
  EXPECT_EQ(std::get<GameEnded>(some[3]).game, second);
  EXPECT_EQ(events_after_restart({}).front(), Event(RunRestarted{}));
}

}  // namespace
}  // namespace rensa::tournament::test
