#include <gtest/gtest.h>

#include "server/live_tournaments/live_tournament.h"

namespace rensa::live_tournaments {
namespace {

tournament::GameEnded lost(tournament::PairSide loser, duel::Cause cause) {
  return {.game = {}, .winner = 1 - loser, .cause = cause};
}

TEST(FailureStreaks, AreOverTheLimitAfterFailuresInARow) {
  FailureStreaks failures(3, 3);
  failures.count(0, 1, lost(0, duel::Cause::crashed));
  failures.count(2, 0, lost(1, duel::Cause::time));
  EXPECT_FALSE(failures.is_over_limit(0));
  failures.count(0, 2, lost(0, duel::Cause::illegal));
  EXPECT_TRUE(failures.is_over_limit(0));
  EXPECT_FALSE(failures.is_over_limit(1));
  failures.count(0, 2, lost(0, duel::Cause::disconnected));
  EXPECT_TRUE(failures.is_over_limit(0)) << "one more game may have been running";
}

TEST(FailureStreaks, EndWithAProperlyPlayedGame) {
  FailureStreaks failures(2, 2);
  failures.count(0, 1, lost(0, duel::Cause::crashed));
  failures.count(0, 1, lost(0, duel::Cause::choked));
  failures.count(0, 1, lost(0, duel::Cause::crashed));
  EXPECT_FALSE(failures.is_over_limit(0));
}

TEST(FailureStreaks, EndWithAnAnnulledGame) {
  FailureStreaks failures(3, 2);
  failures.count(0, 1, lost(0, duel::Cause::crashed));
  failures.count(2, 1, lost(0, duel::Cause::crashed));
  failures.forget(0);
  failures.count(0, 1, lost(0, duel::Cause::crashed));
  failures.count(2, 1, lost(0, duel::Cause::crashed));
  EXPECT_FALSE(failures.is_over_limit(0));
  EXPECT_TRUE(failures.is_over_limit(2));
}

TEST(FailureStreaks, CountFailuresOfBothPlayers) {
  FailureStreaks failures(2, 1);
  failures.count(0, 1, {.game = {}, .winner = std::nullopt, .cause = duel::Cause::time});
  EXPECT_TRUE(failures.is_over_limit(0));
  EXPECT_TRUE(failures.is_over_limit(1));
  FailureStreaks never(2, 0);
  never.count(0, 1, lost(0, duel::Cause::crashed));
  EXPECT_FALSE(never.is_over_limit(0));
}

}  // namespace
}  // namespace rensa::live_tournaments
