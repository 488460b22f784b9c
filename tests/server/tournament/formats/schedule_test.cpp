#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "server/tournament/formats/pairing.h"

namespace rensa::tournament {
namespace {

TEST(RoundRobin, EveryTwoPlayersMeetTheGivenNumberOfTimes) {
  for (std::size_t players = 0; players <= 9; ++players) {
    std::map<std::set<std::size_t>, int> met;
    for (const ScheduledPair& pair : round_robin(players, 3)) {
      ASSERT_NE(pair.first, pair.second);
      ++met[{pair.first, pair.second}];
    }
    EXPECT_EQ(met.size(), players < 2 ? 0 : players * (players - 1) / 2);
    for (const auto& [who, times] : met) {
      EXPECT_EQ(times, 3);
      EXPECT_LT(*who.rbegin(), players);
    }
  }
}

TEST(RoundRobin, NoPlayerPlaysTwiceInARound) {
  for (const std::size_t players : {2U, 5U, 8U}) {
    const Schedule schedule = round_robin(players, 1);
    const std::size_t a_round = players / 2;
    ASSERT_EQ(schedule.size() % a_round, 0U);
    for (std::size_t from = 0; from < schedule.size(); from += a_round) {
      std::set<std::size_t> playing;
      for (std::size_t i = from; i < from + a_round; ++i) {
        playing.insert(schedule[i].first);
        playing.insert(schedule[i].second);
      }
      EXPECT_EQ(playing.size(), 2 * a_round);
    }
  }
}

TEST(Gauntlet, ChallengersMeetOnlyTheOthers) {
  const Schedule schedule = gauntlet(5, 2, 2);
  EXPECT_EQ(schedule.size(), 2U * 2 * 3);
  for (const ScheduledPair& pair : schedule) {
    EXPECT_LT(pair.first, 2U);
    EXPECT_GE(pair.second, 2U);
  }
  EXPECT_EQ(std::count(schedule.begin(), schedule.end(), ScheduledPair{.first = 1, .second = 4}), 2);
}

}  // namespace
}  // namespace rensa::tournament
