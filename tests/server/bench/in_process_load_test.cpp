#include "server/bench/in_process_load.h"

#include <gtest/gtest.h>

#include "server/base/temporary_folder.h"
#include "server/bench/restored_log.h"

namespace rensa::bench {
namespace {

using namespace std::chrono_literals;

TEST(InProcessLoad, PlaysTheRequestedGamesAndContinues) {
  InProcessLoad load({.matches = 3, .terms = {}, .subscription = {}});
  load.play_games(5);
  EXPECT_EQ(load.games(), 5U);
  load.play_games(5);
  EXPECT_EQ(load.games(), 10U);
}

// A seat with every frame is sent each frame once; other seats are sent far fewer updates.
TEST(InProcessLoad, RealTimePassesForEveryMatch) {
  match::Terms terms;
  terms.clock = match::Clock::real;
  InProcessLoad frames({.matches = 20, .terms = terms, .subscription = match::Subscription::frames});
  frames.run_for(1s);  // all matches have begun
  const std::uint64_t before = frames.updates();
  frames.run_for(2s);
  EXPECT_NEAR(static_cast<double>(frames.updates() - before), 20 * 2 * 120, 20 * 2 * 2);
  InProcessLoad events({.matches = 20, .terms = terms, .subscription = match::Subscription::events});
  events.run_for(3s);
  EXPECT_GT(events.updates(), 20U * 2 * 3);
  EXPECT_LT(events.updates(), frames.updates() / 5);
}

TEST(InProcessLoad, WritesALogFromWhichItsMatchesAreMadeAgain) {
  const base::TemporaryFolder folder;
  match::Terms terms;
  terms.clock = match::Clock::real;
  InProcessLoad load({.matches = 20, .terms = terms, .subscription = {}, .log_folder = folder.path()});
  load.run_for(5s);
  load.finish_log();
  const RestoredLog restored = restore_log(folder.path());
  EXPECT_EQ(restored.matches, 20U);
  EXPECT_GT(restored.bytes, 20U * 200);
}

}  // namespace
}  // namespace rensa::bench
