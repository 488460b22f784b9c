#include "server/app/shutdown_policy.h"

#include <gtest/gtest.h>

namespace rensa::app {
namespace {

using namespace std::chrono_literals;
using Step = ShutdownPolicy::Step;

const base::Time kBegin{1h};
const base::Time kDeadline = kBegin + 30s;
constexpr UnfinishedWork kNothing{};
constexpr UnfinishedWork kMatches{.matches = 2};
constexpr UnfinishedWork kSaving{.unsaved_games = 1};
constexpr UnfinishedWork kSpectators{.has_spectator_updates = true};

TEST(ShutdownPolicy, StopsAtOnceWithoutUnfinishedWork) {
  EXPECT_EQ(ShutdownPolicy(kDeadline).step(kNothing, kBegin), Step::stop);
}

TEST(ShutdownPolicy, WaitsForMatchesUntilTheDeadline) {
  ShutdownPolicy policy(kDeadline);
  EXPECT_EQ(policy.step(kMatches, kDeadline - 1ms), Step::wait);
  EXPECT_EQ(policy.step(kMatches, kDeadline), Step::abandon_matches);
}

TEST(ShutdownPolicy, WaitsForSavesBeyondTheDeadlineWhileGamesAreSaved) {
  ShutdownPolicy policy(kDeadline);
  std::size_t unsaved = 1000;
  for (base::Time now = kBegin; now < kDeadline + ShutdownPolicy::kSavingTime - 9s; now += 9s) {
    EXPECT_EQ(policy.step({.unsaved_games = --unsaved}, now), Step::wait);
  }
  EXPECT_EQ(policy.step(kNothing, kDeadline + ShutdownPolicy::kSavingTime - 1s), Step::stop);
}

TEST(ShutdownPolicy, GivesUpAfterTheDeadlineIfNoGameIsSaved) {
  for (const UnfinishedWork& left : {kSaving, UnfinishedWork{.matches = 2, .unsaved_games = 2}}) {
    ShutdownPolicy policy(kDeadline);
    EXPECT_EQ(policy.step(left, kBegin), Step::wait);
    EXPECT_NE(policy.step(left, kDeadline + ShutdownPolicy::kStuckTime - 1ms), Step::stop);
    EXPECT_EQ(policy.step(left, kDeadline + ShutdownPolicy::kStuckTime), Step::stop);
  }
}

TEST(ShutdownPolicy, GivesUpSomeTimeAfterTheDeadlineHoweverManyGamesAreSaved) {
  ShutdownPolicy policy(kDeadline);
  std::size_t unsaved = 1000;
  for (base::Time now = kDeadline; now < kDeadline + ShutdownPolicy::kSavingTime; now += 1s) {
    EXPECT_EQ(policy.step({.unsaved_games = --unsaved}, now), Step::wait);
  }
  EXPECT_EQ(policy.step({.unsaved_games = --unsaved}, kDeadline + ShutdownPolicy::kSavingTime), Step::stop);
}

TEST(ShutdownPolicy, GivesUpBeforeTheDeadlineIfTheStoreFails) {
  ShutdownPolicy policy(kDeadline);
  constexpr UnfinishedWork kFailing{.matches = 2, .unsaved_games = 1, .is_store_failing = true};
  EXPECT_EQ(policy.step(kFailing, kDeadline - ShutdownPolicy::kClosingTime - 1ms), Step::wait);
  EXPECT_EQ(policy.step(kMatches, kDeadline - ShutdownPolicy::kClosingTime), Step::wait) << "it saves again";
  EXPECT_EQ(policy.step(kFailing, kDeadline - ShutdownPolicy::kClosingTime), Step::abandon_matches);
  EXPECT_EQ(policy.step(kFailing, kDeadline - ShutdownPolicy::kClosingTime + 50ms), Step::stop);
}

TEST(ShutdownPolicy, WaitsAfterASecondSignalOnlyForGamesThatAreBeingSaved) {
  const auto hurried = [] {
    ShutdownPolicy policy(kDeadline);
    EXPECT_EQ(policy.step({.matches = 2, .unsaved_games = 1}, kBegin), Step::wait);
    policy.hurry(kBegin);
    return policy;
  };
  EXPECT_EQ(hurried().step(kMatches, kBegin), Step::stop) << "running games are given up";
  EXPECT_EQ(hurried().step(kSpectators, kBegin), Step::stop);
  EXPECT_EQ(hurried().step({.unsaved_games = 1, .is_store_failing = true}, kBegin), Step::stop);
  ShutdownPolicy policy = hurried();
  EXPECT_EQ(policy.step(kSaving, kBegin + ShutdownPolicy::kHurryTime - 1ms), Step::wait);
  EXPECT_EQ(policy.step(kNothing, kBegin + ShutdownPolicy::kHurryTime - 1ms), Step::stop) << "it is saved";
  EXPECT_EQ(hurried().step(kSaving, kBegin + ShutdownPolicy::kHurryTime), Step::stop) << "it is lost";
}

TEST(ShutdownPolicy, WaitsUntilSpectatorsHaveSeenTheEnd) {
  ShutdownPolicy policy(kDeadline);
  EXPECT_EQ(policy.step(kMatches, kBegin), Step::wait);
  EXPECT_EQ(policy.step(kSpectators, kBegin + 1s), Step::wait);
  EXPECT_EQ(policy.step(kNothing, kBegin + 2s), Step::stop);
}

TEST(ShutdownPolicy, WaitsForSpectatorsOnlyUntilTheDeadline) {
  ShutdownPolicy policy(kDeadline);
  EXPECT_EQ(policy.step(kSpectators, kDeadline - 1ms), Step::wait);
  EXPECT_EQ(policy.step(kSpectators, kDeadline), Step::stop);
}

TEST(ShutdownPolicy, ShowsSpectatorsGamesThatEndAtTheDeadline) {
  ShutdownPolicy policy(kDeadline);
  EXPECT_EQ(policy.step(kMatches, kDeadline), Step::abandon_matches);
  EXPECT_EQ(policy.step(kSaving, kDeadline + 5s), Step::wait);
  EXPECT_EQ(policy.step(kSpectators, kDeadline + 5s + ShutdownPolicy::kSpectatorGrace - 1ms), Step::wait);
  EXPECT_EQ(policy.step(kSpectators, kDeadline + 5s + ShutdownPolicy::kSpectatorGrace), Step::stop);
}

}  // namespace
}  // namespace rensa::app
