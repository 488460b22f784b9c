#include "server/app/parting.h"

#include <gtest/gtest.h>

namespace rensa::app {
namespace {

using namespace std::chrono_literals;
using Step = Parting::Step;

const base::Time kBegin{1h};
const base::Time kDeadline = kBegin + 30s;
constexpr Unfinished kNothing{};
constexpr Unfinished kMatches{.matches = 2};
constexpr Unfinished kSaving{.unsaved = 1};
constexpr Unfinished kTelling{.has_crowds = true};

TEST(Parting, IsAtOnceWhenThereIsNothingLeftToDo) { EXPECT_EQ(Parting(kDeadline).step(kNothing, kBegin), Step::leave); }

TEST(Parting, WaitsForMatchesUntilTheDeadline) {
  Parting parting(kDeadline);
  EXPECT_EQ(parting.step(kMatches, kDeadline - 1ms), Step::wait);
  EXPECT_EQ(parting.step(kMatches, kDeadline), Step::abandon);
}

TEST(Parting, WaitsForTheDiskAsLongAsItTakes) {
  Parting parting(kDeadline);
  EXPECT_EQ(parting.step(kSaving, kDeadline + 1h), Step::wait);
  EXPECT_EQ(parting.step(kNothing, kDeadline + 1h), Step::leave);
}

TEST(Parting, WaitsUntilWhoWatchesHasSeenTheEnd) {
  Parting parting(kDeadline);
  EXPECT_EQ(parting.step(kMatches, kBegin), Step::wait);
  EXPECT_EQ(parting.step(kTelling, kBegin + 1s), Step::wait);
  EXPECT_EQ(parting.step(kNothing, kBegin + 2s), Step::leave);
}

TEST(Parting, DoesNotWaitForWatchersForEver) {
  Parting parting(kDeadline);
  EXPECT_EQ(parting.step(kTelling, kDeadline - 1ms), Step::wait);
  EXPECT_EQ(parting.step(kTelling, kDeadline), Step::leave);
}

TEST(Parting, ShowsWatchersWhatEndsAtTheDeadline) {
  Parting parting(kDeadline);
  EXPECT_EQ(parting.step(kMatches, kDeadline), Step::abandon);
  EXPECT_EQ(parting.step(kSaving, kDeadline + 5s), Step::wait);
  EXPECT_EQ(parting.step(kTelling, kDeadline + 5s + Parting::kLastWords - 1ms), Step::wait);
  EXPECT_EQ(parting.step(kTelling, kDeadline + 5s + Parting::kLastWords), Step::leave);
}

}  // namespace
}  // namespace rensa::app
