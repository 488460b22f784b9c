#include "engine/players/local_game.h"

#include <gtest/gtest.h>
#include <memory>

#include "engine/players/player.h"
#include "engine/players/registry.h"
#include "engine/record/record_writer.h"
#include "engine/record/verify.h"
#include "tests/tools/play_game.h"

namespace rensa::players {
namespace {

std::unique_ptr<Player> player(std::string_view name, const duel::GameSetup& setup, int entrant) {
  return find_player(name)->make({.ruleset = setup.ruleset, .seed = player_seed(setup.seed, entrant)});
}

duel::GameSetup setup_of(const rules::Ruleset& ruleset, std::uint64_t seed) {
  return {.ruleset = ruleset, .seed = seed, .queue = {}};
}

// With `swapped`, the first player sits in seat two.
GameResult result_of(const duel::GameSetup& setup, std::string_view one, std::string_view two, bool swapped) {
  const auto first = player(one, setup, 0);
  const auto second = player(two, setup, 1);
  Players seats = {first.get(), second.get()};
  if (swapped) std::swap(seats[0], seats[1]);
  return tests::play_game(setup, seats, nullptr);
}

TEST(LocalGame, ExchangingSeatsMirrorsTheGame) {
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) {
    if (ruleset.queue != rules::QueueSharing::common) continue;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const duel::GameSetup setup = setup_of(ruleset, seed);
      const GameResult one = result_of(setup, "greedy", "random", false);
      const GameResult two = result_of(setup, "greedy", "random", true);
      EXPECT_EQ(one.outcome.frame, two.outcome.frame);
      EXPECT_EQ(one.seats[0], two.seats[1]);
      EXPECT_EQ(one.seats[1], two.seats[0]);
      EXPECT_EQ(one.outcome.winner == duel::Seat::one, two.outcome.winner == duel::Seat::two);
    }
  }
}

TEST(LocalGame, TheSameSetupGivesTheSameGame) {
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) {
    const duel::GameSetup setup = setup_of(ruleset, 3);
    EXPECT_EQ(result_of(setup, "random", "greedy", false), result_of(setup, "random", "greedy", false));
  }
}

TEST(LocalGame, TwoPlayersOfOneKindPlayDifferently) {
  const GameResult result = result_of(setup_of(*rules::find_ruleset("tsu-1"), 1), "random", "random", false);
  EXPECT_NE(result.seats[0].score, result.seats[1].score);
}

TEST(LocalGame, StoppingInBetweenChangesNothing) {
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) {
    const duel::GameSetup setup = setup_of(ruleset, 4);
    const auto one = player("greedy", setup, 0);
    const auto two = player("random", setup, 1);
    LocalGame run(setup, {one.get(), two.get()}, nullptr);
    for (int clock = 1; !run.is_over(); ++clock) {
      run.play_until(clock);
      ASSERT_EQ(run.game().clock(), clock);
    }
    EXPECT_EQ(run.result(), result_of(setup, "greedy", "random", false));
  }
}

TEST(LocalGame, RecordedGamesVerifyAndAreTheSameGames) {
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) {
    const duel::GameSetup setup = setup_of(ruleset, 5);
    const auto one = player("greedy", setup, 0);
    const auto two = player("random", setup, 1);
    record::RecordWriter recorder(setup, {"greedy", "random"});
    LocalGame run(setup, {one.get(), two.get()}, &recorder);
    run.play_until(duel::kNoFrameLimit);
    const record::Record record = recorder.finish(run.game(), *run.outcome());
    EXPECT_TRUE(record::verify(record).ok()) << record::verify(record).message;
    EXPECT_EQ(run.result(), result_of(setup, "greedy", "random", false));
  }
}

// Chooses an impossible placement.
class Cheat final : public Player {
 public:
  rules::Placement choose(const Position&, const SearchLimits&) override { return {1, rules::Rotation::left}; }
};

TEST(LocalGame, AnImpossiblePlacementLosesTheGame) {
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) {
    const duel::GameSetup setup = setup_of(ruleset, 6);
    Cheat cheat;
    const auto honest = player("greedy", setup, 0);
    record::RecordWriter recorder(setup, {"greedy", "cheat"});
    LocalGame run(setup, {honest.get(), &cheat}, &recorder);
    run.play_until(duel::kNoFrameLimit);
    ASSERT_TRUE(run.is_over());
    EXPECT_EQ(run.outcome()->cause, duel::Cause::illegal);
    EXPECT_EQ(run.outcome()->winner, duel::Seat::one);
    const record::Record record = recorder.finish(run.game(), *run.outcome());
    EXPECT_TRUE(record::verify(record).ok()) << record::verify(record).message;
  }
}

TEST(LocalGame, TwoImpossiblePlacementsAtOnceAreADraw) {
  Cheat one;
  Cheat two;
  const GameResult result = tests::play_game(setup_of(*rules::find_ruleset("tsu-1"), 7), {&one, &two}, nullptr);
  EXPECT_EQ(result.outcome.cause, duel::Cause::illegal);
  EXPECT_FALSE(result.outcome.winner);
}

TEST(Registry, FindsPlayersByNameOnly) {
  ASSERT_NE(find_player("greedy"), nullptr);
  EXPECT_EQ(find_player("greedy")->name, "greedy");
  EXPECT_EQ(find_player("Greedy"), nullptr);
  EXPECT_EQ(find_player(""), nullptr);
  EXPECT_TRUE(names_of_players().starts_with("random, greedy, "));
}

TEST(Seeds, DifferForEveryGameAndPlayer) {
  EXPECT_NE(game_seed(1, 0), game_seed(1, 1));
  EXPECT_NE(game_seed(1, 0), game_seed(2, 0));
  EXPECT_NE(player_seed(1, 0), player_seed(1, 1));
}

}  // namespace
}  // namespace rensa::players
