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

TEST(ShutdownPolicy, WaitsForSavesWithoutLimit) {
  ShutdownPolicy policy(kDeadline);
  EXPECT_EQ(policy.step(kSaving, kDeadline + 1h), Step::wait);
  EXPECT_EQ(policy.step(kNothing, kDeadline + 1h), Step::stop);
}

TEST(ShutdownPolicy, GivesUpBeforeTheDeadlineIfTheStoreFails) {
  ShutdownPolicy policy(kDeadline);
  constexpr UnfinishedWork kFailing{.matches = 2, .unsaved_games = 1, .is_store_failing = true};
  EXPECT_EQ(policy.step(kFailing, kDeadline - ShutdownPolicy::kClosingTime - 1ms), Step::wait);
  EXPECT_EQ(policy.step(kMatches, kDeadline - ShutdownPolicy::kClosingTime), Step::wait) << "it saves again";
  EXPECT_EQ(policy.step(kFailing, kDeadline - ShutdownPolicy::kClosingTime), Step::abandon_matches);
  EXPECT_EQ(policy.step(kFailing, kDeadline - ShutdownPolicy::kClosingTime + 50ms), Step::stop);
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
