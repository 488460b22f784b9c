#include "server/contest/joined.h"

#include <algorithm>
#include <gmock/gmock.h>

#include "server/contest/open_run.h"
#include "tests/server/contest/some_plan.h"

namespace rensa::contest::test {
namespace {

using testing::HasSubstr;

constexpr const char* kLadder =
    R"({"format": "ladder", "players": ["a", {"name": "b", "author": "x", "player": "p"}]})";

Player player_of(const std::string& json) {
  const auto player = player_of_json(json, any_player());
  EXPECT_TRUE(player) << (player ? "" : player.error().message);
  return player ? *player : Player();
}

league::PlayerJoined joined(std::size_t number, const std::string& json) {
  return {.player = number, .entry = entry_of(player_of(json))};
}

TEST(Joined, IsThePlayerThatWasAsked) {
  LookUp files = any_player();
  files.player = [](const std::string& player) -> rules::Parsed<std::string> { return player + " and its file"; };
  for (const char* json :
       {R"("p:q=1")", R"({"name": "c", "author": "x", "player": "p"})", R"({"name": "c", "guest": true})",
        R"({"name": "c", "exec": ["./c", "-x"]})", R"({"name": "c", "exec": ["c"], "protocol": "reference"})"}) {
    const auto player = player_of_json(json, files);
    ASSERT_TRUE(player) << json;
    const Plan plan = with_joined(plan_of(kLadder), {league::PlayerJoined{.player = 2, .entry = entry_of(*player)}});
    ASSERT_EQ(plan.players.size(), 3U);
    EXPECT_EQ(plan.players[2].name, player->name);
    EXPECT_EQ(plan.players[2].author, player->author);
    EXPECT_EQ(plan.players[2].who, player->who) << json;
  }
}

TEST(Joined, MeetsOthersOfItsAuthorAsSuch) {
  const Plan plan = with_joined(plan_of(kLadder), {joined(2, R"({"name": "c", "author": "x", "player": "p"})")});
  EXPECT_EQ(plan.cup().authors, (std::vector<int>{-1, 0, 0}));
}

TEST(Joined, IsReadAsStrictlyAsInAPlan) {
  for (const char* json : {"", "7", "[]", R"({"name": "c"})", R"({"player": "p", "elo": 3})",
                           R"({"name": "c", "player": "p", "stands_for": "q"})", R"({"name": "c", "exec": []})",
                           "[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]"}) {
    EXPECT_FALSE(player_of_json(json, any_player())) << json;
  }
}

TEST(Joined, NobodyIsThereTwice) {
  const auto plan = plan_of(kLadder);
  EXPECT_THAT([&] { with_joined(plan, {joined(2, R"({"name": "b", "guest": true})")}); },
              testing::ThrowsMessage<std::runtime_error>(HasSubstr("two players are called b")));
  EXPECT_THROW(with_joined(plan, {league::PlayerJoined{.player = 2, .entry = "{}"}}), std::runtime_error);
}

TEST(Joined, OnlyALadderIsOpen) {
  const Plan plan = plan_of(R"({"players": ["a", "b"], "stages": [{"format": "round-robin"}, {"format": "ladder"}]})");
  league::Tournament tournament(2);
  EXPECT_THAT(why_closed(plan, tournament), HasSubstr("not begun"));
  tournament.apply(league::StageBegun{{0, 1}});
  EXPECT_THAT(why_closed(plan, tournament), HasSubstr("a round-robin is being played"));
  tournament.apply(league::StageBegun{{1, 0}});
  EXPECT_EQ(why_closed(plan, tournament), "");
}

// As a server that is killed in the middle.
TEST(Joined, ARunThatWasReadDrawsAsTheOneThatWentOn) {
  const Plan plan = plan_of(kLadder);
  std::vector<league::Event> events;
  const auto take_down = [&events](const league::Event& event) { events.push_back(event); };
  const auto all = [](const league::Pair&) { return true; };
  OpenRun run(plan, {}, take_down);
  const auto play = [&] {
    const auto game = run.start_next(all);
    if (game) run.end({.game = game->id, .winner = 0});
    return game.has_value();
  };
  for (int game = 0; game < 6; ++game) ASSERT_TRUE(play());
  run.join(player_of("\"c\""));
  run.join(player_of(R"({"name": "d", "author": "x", "guest": true})"));
  ASSERT_EQ(run.plan().players.size(), 4U);
  const std::vector<league::Event> past = events;
  const std::size_t before = events.size();
  while (play()) continue;
  std::vector<league::Event> again;
  OpenRun second(plan, past, [&again](const league::Event& event) { again.push_back(event); });
  while (const auto game = second.start_next(all)) second.end({.game = game->id, .winner = 0});
  EXPECT_GT(again.size(), 20U);
  EXPECT_TRUE(
      std::equal(again.begin(), again.end(), events.begin() + static_cast<std::ptrdiff_t>(before), events.end()));
  for (const std::size_t newcomer : {2U, 3U}) {
    EXPECT_TRUE(std::any_of(
        run.tournament().pairs().begin(), run.tournament().pairs().end(),
        [newcomer](const league::Pair& pair) { return pair.first == newcomer || pair.second == newcomer; }));
  }
}

}  // namespace
}  // namespace rensa::contest::test
