#include <gtest/gtest.h>

#include "server/app/operating_system.h"

namespace rensa::app {
namespace {

TEST(ConnectionsWithinTheFileLimit, AreAllThatAreWantedIfThereAreEnoughFiles) {
  EXPECT_EQ(connections_within(20'000, 10'000), 10'000U);
  EXPECT_EQ(connections_within(524'288, 10'000), 10'000U);
}

// Otherwise guests could keep the programs of tournaments from connecting.
TEST(ConnectionsWithinTheFileLimit, LeaveFilesForProgramsAndTheServer) {
  EXPECT_EQ(connections_within(10'704, 10'000), 10'000U);
  EXPECT_EQ(connections_within(10'703, 10'000), 9'999U);
  EXPECT_EQ(connections_within(1'024, 10'000), 704U);
  EXPECT_EQ(connections_within(300, 236), 161U);
  EXPECT_EQ(connections_within(300, 100), 100U);
}

TEST(ConnectionsWithinTheFileLimit, AreNeverNone) {
  EXPECT_EQ(connections_within(64, 10'000), 1U);
  EXPECT_EQ(connections_within(0, 10'000), 1U);
}

}  // namespace
}  // namespace rensa::app
