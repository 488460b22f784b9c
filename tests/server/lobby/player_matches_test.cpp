#include "server/lobby/player_matches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

namespace rensa::lobby {
namespace {

using namespace std::chrono_literals;
using base::MatchId;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr base::PlayerId kFirst{.number = 1};
constexpr base::PlayerId kSecond{.number = 2};

class PlayerMatchesTest : public testing::Test {
 protected:
  void attach(base::PlayerId player, std::uint64_t match) {
    running_.insert(MatchId{match});
    players_.attach(player, MatchId{match}, [this](MatchId id) { return running_.contains(id); });
  }

  PlayerMatches players_;
  std::set<MatchId> running_;
};

TEST_F(PlayerMatchesTest, HasEachMatchOnce) {
  EXPECT_FALSE(players_.is_in_match(kFirst));
  attach(kFirst, 1);
  attach(kFirst, 2);
  attach(kFirst, 1);
  EXPECT_THAT(players_.matches_of(kFirst), ElementsAre(MatchId{1}, MatchId{2}));
  EXPECT_TRUE(players_.is_in_match(kFirst));
  EXPECT_THAT(players_.matches_of(kSecond), IsEmpty());
  players_.detach(kFirst, MatchId{1});
  players_.detach(kSecond, MatchId{1});
  EXPECT_THAT(players_.matches_of(kFirst), ElementsAre(MatchId{2}));
}

// The end of a watched match is not told to its spectators' lists.
TEST_F(PlayerMatchesTest, ForgetsMatchesThatAreOverWithTheNextOne) {
  attach(kFirst, 1);
  attach(kFirst, 2);
  running_.erase(MatchId{1});
  EXPECT_THAT(players_.matches_of(kFirst), ElementsAre(MatchId{1}, MatchId{2}));
  attach(kFirst, 3);
  EXPECT_THAT(players_.matches_of(kFirst), ElementsAre(MatchId{2}, MatchId{3}));
}

TEST_F(PlayerMatchesTest, APlayerThatLeavesHasNoMatchesWhenItComesAgain) {
  attach(kFirst, 1);
  EXPECT_THAT(players_.remove(kFirst), ElementsAre(MatchId{1}));
  EXPECT_THAT(players_.remove(kFirst), IsEmpty());
  EXPECT_FALSE(players_.is_in_match(kFirst));
}

TEST_F(PlayerMatchesTest, TheEarlierPlayerOfAGuestHasItsMatches) {
  players_.replace(kSecond, kFirst);
  EXPECT_FALSE(players_.is_in_match(kFirst));
  attach(kSecond, 1);
  players_.replace(kSecond, kFirst);
  EXPECT_THAT(players_.matches_of(kFirst), ElementsAre(MatchId{1}));
  EXPECT_FALSE(players_.is_in_match(kSecond));
}

TEST_F(PlayerMatchesTest, MatchesOfOnePlayerShareAPhase) {
  match::MatchScheduler scheduler;
  const std::size_t first = players_.choose_phase(kFirst, kSecond, scheduler);
  constexpr base::PlayerId kOther{.number = 3};
  for (int i = 0; i < 64; ++i) EXPECT_EQ(players_.choose_phase(kFirst, kOther, scheduler), first);
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(players_.choose_phase(kOther, kSecond, scheduler), first) << "those of the second";
}

TEST_F(PlayerMatchesTest, TheQualityOfAConnectionIsForwardedNotTooOften) {
  const base::Time now(1h);
  EXPECT_TRUE(players_.may_forward_quality(kFirst, now));
  EXPECT_FALSE(players_.may_forward_quality(kFirst, now + 899ms));
  EXPECT_TRUE(players_.may_forward_quality(kSecond, now + 899ms)) << "each player has its own time";
  EXPECT_TRUE(players_.may_forward_quality(kFirst, now + 900ms));
  players_.remove(kFirst);
  EXPECT_TRUE(players_.may_forward_quality(kFirst, now + 901ms)) << "it has connected again";
}

}  // namespace
}  // namespace rensa::lobby
