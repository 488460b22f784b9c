#include "server/live_tournaments/failures.h"

#include <gtest/gtest.h>

namespace rensa::live_tournaments {
namespace {

league::GameEnded lost(league::Side loser, duel::Cause cause) {
  return {.game = {}, .winner = 1 - loser, .cause = cause};
}

TEST(Failures, ThatFollowEachOtherAreTooMany) {
  Failures failures(3, 3);
  failures.count(0, 1, lost(0, duel::Cause::crashed));
  failures.count(2, 0, lost(1, duel::Cause::time));
  EXPECT_FALSE(failures.are_too_many(0));
  failures.count(0, 2, lost(0, duel::Cause::illegal));
  EXPECT_TRUE(failures.are_too_many(0));
  EXPECT_FALSE(failures.are_too_many(1));
  failures.count(0, 2, lost(0, duel::Cause::disconnected));
  EXPECT_TRUE(failures.are_too_many(0)) << "one more game may have been running";
}

TEST(Failures, OneGameThatIsPlayedForgivesAll) {
  Failures failures(2, 2);
  failures.count(0, 1, lost(0, duel::Cause::crashed));
  failures.count(0, 1, lost(0, duel::Cause::choked));
  failures.count(0, 1, lost(0, duel::Cause::crashed));
  EXPECT_FALSE(failures.are_too_many(0));
}

TEST(Failures, OfBothCountForBoth) {
  Failures failures(2, 1);
  failures.count(0, 1, {.game = {}, .winner = std::nullopt, .cause = duel::Cause::time});
  EXPECT_TRUE(failures.are_too_many(0));
  EXPECT_TRUE(failures.are_too_many(1));
  Failures never(2, 0);
  never.count(0, 1, lost(0, duel::Cause::crashed));
  EXPECT_FALSE(never.are_too_many(0));
}

}  // namespace
}  // namespace rensa::live_tournaments
