#include <array>
#include <csignal>
#include <cstdint>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <ostream>
#include <random>
#include <string>

#include "tests/e2e/tournaments/cup_server.h"
#include "tests/e2e/tournaments/guest.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/seed.h"

// Plays tournaments under the virtual clock with a fixed charge, once undisturbed and once on a server that is killed
// again and again. A game in which a program of the server plays begins anew then, in the same attempt. So in the end
// both have the same tables, journals and records.

namespace rensa::e2e {
namespace {

constexpr const char* kSmallGaze = "gaze:nodes=200";

struct Cup {
  const char* name;
  int jobs = 1;  // the number of games at a time
  Json plan;
  bool has_guest = false;
};

void PrintTo(const Cup& cup, std::ostream* out) { *out << cup.name; }

Json plan_with(const Json& more) {
  Json plan{{"name", "cup"}, {"seed", 8}, {"clock", "virtual"}, {"charge", 12}, {"audit", 0.25}};
  plan.update(more);
  return plan;
}

Json round_robin() {
  return plan_with({{"pairs", tests::cases(3, 20)},
                    {"players", {"greedy", "random", {{"name", "small gaze"}, {"player", kSmallGaze}}}}});
}

// The test needs as many pairs as it is allowed, because both players are about as strong.
Json sequential_test() {
  return plan_with({{"format", "sprt"},
                    {"pairs", tests::cases(6, 60)},
                    {"players", {{{"name", "one"}, {"player", kSmallGaze}}, {{"name", "two"}, {"player", "greedy"}}}}});
}

// The program loses all its games by a failure, until it takes no further part. The guest plays in every game: a
// tournament plays the games that need no guest while it is away, so their order would depend on when it comes.
Json mixed() {
  return plan_with(
      {{"format", "gauntlet"},
       {"challengers", 1},
       {"pairs", tests::cases(2, 10)},
       {"bench_after", 3},
       {"players",
        {{{"name", "ann"}, {"guest", true}}, "greedy", {{"name", "fails"}, {"exec", {"/bin/sh", "-c", "exit 3"}}}}}});
}

class KilledTournament : public testing::TestWithParam<Cup> {
 protected:
  // The server of a tournament, and the guest if the tournament has one.
  struct Played {
    explicit Played(const Cup& cup)
        : server({"--exec-players", "1", "--exec-isolation", "none", "--drain-seconds", "0"}) {
      server.start(cup.plan, cup.jobs);
      if (cup.has_guest) guest.emplace(server, "ann", rules::Cell::red);
    }
    CupServer server;
    std::optional<Guest> guest;
  };
};

INSTANTIATE_TEST_SUITE_P(Of, KilledTournament,
                         testing::Values(Cup{.name = "GamesOneByOne", .plan = round_robin()},
                                         Cup{.name = "ThreeGamesAtATime", .jobs = 3, .plan = round_robin()},
                                         Cup{.name = "ASequentialTest", .plan = sequential_test()},
                                         Cup{.name = "AGuestAndPrograms", .plan = mixed(), .has_guest = true}),
                         [](const auto& cup) { return std::string(cup.param.name); });

TEST_P(KilledTournament, EndsLikeTheUndisturbedOne) {
  const std::uint32_t seed = tests::random_seed();
  SCOPED_TRACE("RENSA_SEED=" + std::to_string(seed));
  std::mt19937 chance(seed);
  const int kills = tests::cases(4, 100);
  const PlayedCup expected = Played(GetParam()).server.finish();
  ASSERT_FALSE(expected.records.empty());
  expect_first_attempts(expected);

  Played killed(GetParam());
  // Several kills may come before the next game ends.
  for (const std::uint64_t bytes : draw_sizes(chance, kills, expected)) {
    const bool is_during_a_game = std::bernoulli_distribution()(chance);
    const std::uint64_t messages = is_during_a_game ? std::uniform_int_distribution<std::uint64_t>(1, 60)(chance) : 0;
    const int signal = std::array{SIGKILL, SIGKILL, SIGKILL, SIGTERM, SIGINT}[chance() % 5];
    SCOPED_TRACE("signal " + std::to_string(signal) + " after " + std::to_string(bytes) + " bytes and " +
                 std::to_string(messages) + " messages");
    ASSERT_NO_FATAL_FAILURE(killed.server.stop_after(bytes, messages, signal));
  }
  expect_like_undisturbed(killed.server.finish(), expected, GetParam().jobs);
}

// Each step from the result of a game to its place in the list of all games. The log of running matches does not have
// the games of programs.
TEST(KilledTournamentOfPrograms, ListsEachGameOnceWhereverTheServerDies) {
  const Json plan = plan_with({{"pairs", 1}, {"audit", 0}, {"players", {"greedy", "random"}}});
  constexpr int kGames = 2;
  CupServer undisturbed;
  undisturbed.kill();
  undisturbed.add(plan);
  undisturbed.serve();
  const PlayedCup expected = undisturbed.finish();
  const auto listed = undisturbed.wait_for_listed_games(kGames);
  ASSERT_THAT(listed, testing::ElementsAre(testing::Key("0-0"), testing::Key("0-1")));
  for (const char* step : {"before_ended", "after_ended", "before", "after", "told"}) {
    SCOPED_TRACE(step);
    CupServer cup;
    cup.kill();
    cup.add(plan);
    // The second server dies in the same game again, while it lists that game, or in the next game.
    for (int death = 0; death < 2; ++death) cup.serve_until_it_dies(step);
    cup.serve();
    expect_like_undisturbed(cup.finish(), expected, 1);
    ASSERT_EQ(cup.wait_for_listed_games(kGames), listed) << cup.log();
  }
}

}  // namespace
}  // namespace rensa::e2e
