#include "server/host/failures.h"

#include <gtest/gtest.h>

namespace rensa::host {
namespace {

using Players = std::vector<std::size_t>;

league::GameEnded lost(league::Side loser, duel::Cause cause) {
  return {.game = {}, .winner = 1 - loser, .cause = cause};
}

TEST(Failures, ThatFollowEachOtherBench) {
  Failures failures(3, 3);
  EXPECT_EQ(failures.count(0, 1, lost(0, duel::Cause::crashed)), Players{});
  EXPECT_EQ(failures.count(2, 0, lost(1, duel::Cause::time)), Players{});
  EXPECT_EQ(failures.count(0, 2, lost(0, duel::Cause::illegal)), Players{0});
  EXPECT_EQ(failures.count(0, 2, lost(0, duel::Cause::illegal)), Players{}) << "said once";
}

TEST(Failures, OneGameThatIsPlayedForgivesAll) {
  Failures failures(2, 2);
  EXPECT_EQ(failures.count(0, 1, lost(0, duel::Cause::crashed)), Players{});
  EXPECT_EQ(failures.count(0, 1, lost(0, duel::Cause::choked)), Players{});
  EXPECT_EQ(failures.count(0, 1, lost(0, duel::Cause::crashed)), Players{});
}

TEST(Failures, OfBothCountForBoth) {
  Failures failures(2, 1);
  EXPECT_EQ(failures.count(0, 1, {.game = {}, .winner = std::nullopt, .cause = duel::Cause::time}), (Players{0, 1}));
  Failures never(2, 0);
  EXPECT_EQ(never.count(0, 1, lost(0, duel::Cause::crashed)), Players{});
}

}  // namespace
}  // namespace rensa::host
