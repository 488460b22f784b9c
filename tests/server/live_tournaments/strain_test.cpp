#include "server/live_tournaments/strain.h"

#include <gtest/gtest.h>

namespace rensa::live_tournaments {
namespace {

using namespace std::chrono_literals;

const base::Time kStart{1h};

TEST(Strain, ExcusesWhoWasLateWhileTheServerStoodStill) {
  Strain strain(2);
  strain.add({.at = kStart, .late = 10ms, .running = 4});
  strain.add({.at = kStart + 10s, .late = 700ms, .running = 4});
  EXPECT_EQ(strain.excuse(kStart, kStart + 9s), std::nullopt);
  EXPECT_EQ(strain.excuse(kStart + 5s, kStart + 15s), "the server stood still for 700 ms");
  EXPECT_EQ(strain.excuse(kStart + 11s, kStart + 15s), std::nullopt);
}

TEST(Strain, ExcusesWhoWaitedForACore) {
  Strain strain(2);
  strain.add({.at = kStart, .late = 0ms, .running = 16});
  EXPECT_EQ(strain.excuse(kStart, kStart), std::nullopt);
  strain.add({.at = kStart + 1s, .late = 0ms, .running = 17});
  EXPECT_EQ(strain.excuse(kStart, kStart + 2s), "17 processes wanted 2 cores");
}

TEST(Strain, ForgetsWhatIsLongAgo) {
  Strain strain(1);
  for (int i = 0; i < 3'000; ++i) strain.add({.at = kStart + std::chrono::seconds(i), .late = 1s, .running = 0});
  EXPECT_EQ(strain.excuse(kStart, kStart + 1s), std::nullopt);
  EXPECT_NE(strain.excuse(kStart + 2'999s, kStart + 3'000s), std::nullopt);
}

TEST(Strain, TheSystemIsAsked) { EXPECT_GE(running_now(), 1); }

}  // namespace
}  // namespace rensa::live_tournaments
