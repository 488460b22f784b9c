#include "server/league/tournament.h"

#include <gtest/gtest.h>

#include "engine/rules/rng.h"

namespace rensa::league {
namespace {

constexpr GameId kFirst{.pair = 0, .leg = 0, .attempt = 0};

Tournament of_two() { return Tournament({{.first = 0, .second = 1}, {.first = 1, .second = 0}}); }

TEST(Tournament, GivesGamesInTheOrderOfTheirPlan) {
  Tournament tournament = of_two();
  for (int pair = 0; pair < 2; ++pair) {
    for (int leg = 0; leg < 2; ++leg) {
      const auto game = tournament.next();
      ASSERT_TRUE(game);
      EXPECT_EQ(game->id, (GameId{.pair = pair, .leg = leg, .attempt = 0}));
      EXPECT_EQ(game->players.first, static_cast<std::size_t>(pair));
      EXPECT_TRUE(tournament.apply(GameStarted{game->id}));
    }
  }
  EXPECT_EQ(tournament.next(), std::nullopt);
  EXPECT_FALSE(tournament.is_over());
}

TEST(Tournament, AResultCountsOnce) {
  Tournament tournament = of_two();
  EXPECT_FALSE(tournament.apply(GameEnded{.game = kFirst, .winner = 0})) << "it has not begun";
  EXPECT_TRUE(tournament.apply(GameStarted{kFirst}));
  EXPECT_FALSE(tournament.apply(GameStarted{kFirst}));
  EXPECT_TRUE(tournament.apply(GameEnded{.game = kFirst, .winner = 1, .cause = duel::Cause::time}));
  EXPECT_FALSE(tournament.apply(GameEnded{.game = kFirst, .winner = 0}));
  EXPECT_FALSE(tournament.apply(GameVoided{.game = kFirst, .why = ""}));
  EXPECT_EQ(tournament.games_over(), 1U);
  EXPECT_EQ(tournament.ended(0, 0), (GameEnded{.game = kFirst, .winner = 1, .cause = duel::Cause::time}));
  EXPECT_EQ(tournament.ended(0, 1), std::nullopt);
}

TEST(Tournament, WhatIsVoidedIsPlayedAgainInItsPlace) {
  Tournament tournament = of_two();
  tournament.apply(GameStarted{kFirst});
  tournament.apply(GameStarted{tournament.next()->id});
  EXPECT_TRUE(tournament.apply(GameVoided{.game = kFirst, .why = "the host stood still"}));
  const GameId again{.pair = 0, .leg = 0, .attempt = 1};
  EXPECT_EQ(tournament.next()->id, again);
  EXPECT_FALSE(tournament.apply(GameEnded{.game = kFirst, .winner = 0})) << "that attempt is void";
  EXPECT_TRUE(tournament.apply(GameStarted{again}));
  EXPECT_EQ(tournament.next()->id, (GameId{.pair = 1, .leg = 0, .attempt = 0}));
  EXPECT_EQ(tournament.games_voided(), 1U);
}

TEST(Tournament, ARestartVoidsWhatWasRunning) {
  Tournament tournament = of_two();
  tournament.apply(GameStarted{kFirst});
  tournament.apply(GameEnded{.game = kFirst, .winner = std::nullopt});
  tournament.apply(GameStarted{tournament.next()->id});
  EXPECT_EQ(tournament.games_running(), 1U);
  EXPECT_TRUE(tournament.apply(Restarted{}));
  EXPECT_EQ(tournament.games_running(), 0U);
  EXPECT_EQ(tournament.games_over(), 1U);
  EXPECT_EQ(tournament.next()->id, (GameId{.pair = 0, .leg = 1, .attempt = 1}));
}

TEST(Tournament, WhatIsNotThereChangesNothing) {
  Tournament tournament = of_two();
  for (const GameId& game :
       {GameId{.pair = -1}, GameId{.pair = 2}, GameId{.leg = 2}, GameId{.leg = -1}, GameId{.attempt = 1}}) {
    EXPECT_FALSE(tournament.apply(GameStarted{game}));
  }
  tournament.apply(GameStarted{kFirst});
  EXPECT_FALSE(tournament.apply(GameEnded{.game = kFirst, .winner = 2}));
  EXPECT_EQ(tournament.games_over(), 0U);
}

// Whatever happens, in the end each game has been played once.
TEST(Tournament, IsOverWhenEachGameIs) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    rules::Rng rng(seed, 1);
    Tournament tournament(round_robin(5, 2));
    std::vector<GameId> running;
    std::size_t ended = 0;
    while (!tournament.is_over()) {
      const std::uint32_t what = rng.below(20);
      if (what == 0) {
        tournament.apply(Restarted{});
        running.clear();
      } else if (what < 10 && tournament.next() && running.size() < 4) {
        running.push_back(tournament.next()->id);
        ASSERT_TRUE(tournament.apply(GameStarted{running.back()}));
      } else if (!running.empty()) {
        const std::size_t which = rng.below(static_cast<std::uint32_t>(running.size()));
        const GameId game = running[which];
        running.erase(running.begin() + static_cast<std::ptrdiff_t>(which));
        if (what == 19) {
          ASSERT_TRUE(tournament.apply(GameVoided{.game = game, .why = "chance"}));
        } else {
          ASSERT_TRUE(tournament.apply(GameEnded{.game = game, .winner = 0}));
          ++ended;
        }
      }
    }
    EXPECT_EQ(ended, tournament.games());
    EXPECT_EQ(tournament.next(), std::nullopt);
  }
}

}  // namespace
}  // namespace rensa::league
