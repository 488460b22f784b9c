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

constexpr GameId kFirst{.pair = 0, .leg = 0, .attempt = 0};
constexpr GameId kSecond{.pair = 0, .leg = 1, .attempt = 0};

bool any_pair(const PlayerPair&) { return true; }

// A tournament that was stopped during its first two games.
class InterruptedRun : public testing::Test {
 protected:
  InterruptedRun() {
    TournamentRun run(plan_, {}, [this](const Event& event) { past_.push_back(event); });
    EXPECT_TRUE(run.start_next_game(any_pair) && run.start_next_game(any_pair));
  }
  // Continues the tournament, with these games going on.
  TournamentRun restarted(const std::set<GameId>& continued = {}) {
    return {plan_, past_, continued, [this](const Event& event) { events_.push_back(event); }};
  }
  void expect_voids(const std::vector<GameId>& games) const {
    std::vector<GameId> voided;
    for (const Event& event : events_) {
      if (const auto* game = std::get_if<GameVoided>(&event)) voided.push_back(game->game);
    }
    EXPECT_EQ(voided, games);
  }

  TournamentPlan plan_ = plan_of(R"({"players": ["a", {"name": "b", "guest": true}], "pairs": 1, "audit": 0})");
  std::vector<Event> past_;
  std::vector<Event> events_;  // since the restart
};

TEST_F(InterruptedRun, GamesThatGoOnStayInTheirAttempts) {
  TournamentRun run = restarted({kFirst, kSecond});
  EXPECT_FALSE(run.start_next_game(any_pair));
  run.end_game({.game = kSecond, .winner = 0});
  run.end_game({.game = kFirst, .winner = 0});
  EXPECT_THAT(events_,
              testing::ElementsAre(GameEnded{.game = kSecond, .winner = 0}, GameEnded{.game = kFirst, .winner = 0}));
  EXPECT_EQ(run.progress().games_finished(), 2U);
}

TEST_F(InterruptedRun, OtherGamesBeginAnewInTheSameAttemptAndLeaveNoTrace) {
  for (const std::set<GameId>& continued : {std::set<GameId>{}, std::set{kFirst}}) {
    events_.clear();
    TournamentRun run = restarted(continued);
    for (const GameId& game : {kFirst, kSecond}) {
      if (continued.contains(game)) continue;
      const auto begun = run.start_next_game(any_pair);
      ASSERT_TRUE(begun);
      EXPECT_EQ(*begun, run.progress().game(game));
    }
    EXPECT_FALSE(run.start_next_game(any_pair));
    EXPECT_THAT(events_, testing::IsEmpty());
    for (const GameId& game : {kFirst, kSecond}) run.end_game({.game = game, .winner = 0});
    EXPECT_TRUE(run.is_over());
  }
}

TEST_F(InterruptedRun, AGameWhosePlayersAreMissingWaits) {
  TournamentRun run = restarted();
  EXPECT_FALSE(run.start_next_game([](const PlayerPair&) { return false; }));
  EXPECT_EQ(run.start_next_game(any_pair)->id, kFirst);
  run.end_game({.game = kFirst, .winner = 0});
  EXPECT_EQ(run.start_next_game(any_pair)->id, kSecond);
}

TEST_F(InterruptedRun, AGameThatWasVoidBeforeIsInItsNextAttempt) {
  past_.emplace_back(GameVoided{.game = kFirst, .why = "a test"});
  TournamentRun run = restarted();
  EXPECT_EQ(run.start_next_game(any_pair)->id, kSecond) << "it was running";
  EXPECT_EQ(run.start_next_game(any_pair)->id, (GameId{.pair = 0, .leg = 0, .attempt = 1}));
  EXPECT_EQ(events_.size(), 1U) << "the start of the new attempt";
}

TEST_F(InterruptedRun, AGameThatIsVoidedBeforeItBeginsAnewIsInItsNextAttempt) {
  TournamentRun run = restarted();
  run.void_game(kFirst, "a test");
  EXPECT_EQ(run.start_next_game(any_pair)->id, kSecond);
  EXPECT_EQ(run.start_next_game(any_pair)->id, (GameId{.pair = 0, .leg = 0, .attempt = 1}));
}

TEST_F(InterruptedRun, AnAnnulmentOfTheOtherGameOnItsQueueVoidsAGame) {
  plan_ = plan_of(R"({"players": ["a", "b"], "pairs": 1, "audit": 1})");
  past_[1] = PairScheduled{{.first = 0, .second = 1, .legs = 2, .is_audit = true}};
  past_.emplace_back(GameEnded{.game = kFirst, .winner = 0});
  TournamentRun run = restarted();
  const auto annulled = run.annulment(kFirst, "a test");
  run.annul_game(std::get<GameAnnulled>(annulled));
  EXPECT_EQ(run.start_next_game(any_pair)->id, (GameId{.pair = 0, .leg = 0, .attempt = 1}));
  EXPECT_EQ(run.start_next_game(any_pair)->id, (GameId{.pair = 0, .leg = 1, .attempt = 1}));
}

// A player that is benched for its failures plays its running games to their ends.
TEST_F(InterruptedRun, AGameOfABenchedProgramBeginsAnew) {
  past_.emplace_back(PlayerBenched{.player = 0, .why = "a test"});
  TournamentRun run = restarted();
  EXPECT_EQ(run.start_next_game(any_pair)->id, kFirst);
  expect_voids({});
}

// It is given no new match, so its game could never end.
TEST_F(InterruptedRun, AGameOfABenchedGuestIsVoidIfItDoesNotGoOn) {
  past_.emplace_back(PlayerBenched{.player = 1, .why = "a test"});
  TournamentRun run = restarted({kSecond});
  expect_voids({kFirst});
  EXPECT_FALSE(run.start_next_game(any_pair));
  run.end_game({.game = kSecond, .winner = 0});
  EXPECT_TRUE(run.is_over());
}

TEST_F(InterruptedRun, AGameOfADisqualifiedPlayerIsVoid) {
  past_.emplace_back(PlayerDisqualified{.player = 0, .why = "a test"});
  TournamentRun run = restarted();
  expect_voids({kFirst, kSecond});
  EXPECT_TRUE(run.is_over());
}

TEST_F(InterruptedRun, GamesAreVoidIfTheirPlayerIsTakenOutBeforeTheyBeginAnew) {
  TournamentRun run = restarted();
  run.bench({.player = 1, .why = "a test"});
  expect_voids({kFirst, kSecond});
  EXPECT_TRUE(run.is_over());
}

}  // namespace
}  // namespace rensa::tournament::test
