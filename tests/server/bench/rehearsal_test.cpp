#include "server/bench/rehearsal.h"

#include <gtest/gtest.h>

namespace rensa::bench {
namespace {

using namespace std::chrono_literals;

TEST(Rehearsal, PlaysAsManyGamesAsAskedForAndGoesOn) {
  Rehearsal rehearsal({.matches = 3, .terms = {}, .subscription = {}});
  rehearsal.play_games(5);
  EXPECT_EQ(rehearsal.games(), 5U);
  rehearsal.play_games(5);
  EXPECT_EQ(rehearsal.games(), 10U);
}

// A seat that hears of every frame hears of each once; one that does not hears of far fewer.
TEST(Rehearsal, RealTimePassesForEveryMatch) {
  proto::Terms terms;
  terms.clock = proto::Clock::real;
  Rehearsal frames({.matches = 20, .terms = terms, .subscription = proto::Subscription::frames});
  frames.pass(1s);  // all have begun
  const std::uint64_t before = frames.updates();
  frames.pass(2s);
  EXPECT_NEAR(static_cast<double>(frames.updates() - before), 20 * 2 * 120, 20 * 2 * 2);
  Rehearsal events({.matches = 20, .terms = terms, .subscription = proto::Subscription::events});
  events.pass(3s);
  EXPECT_GT(events.updates(), 20U * 2 * 3);
  EXPECT_LT(events.updates(), frames.updates() / 5);
}

}  // namespace
}  // namespace rensa::bench
