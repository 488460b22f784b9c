#include "server/live_tournaments/overload_history.h"

#include <gtest/gtest.h>

namespace rensa::live_tournaments {
namespace {

using namespace std::chrono_literals;

const base::Time kStart{1h};

TEST(OverloadHistory, ExcusesDelaysWhileTheServerStoodStill) {
  OverloadHistory overload(2);
  overload.add({.at = kStart, .delay = 10ms, .runnable = 4});
  overload.add({.at = kStart + 10s, .delay = 700ms, .runnable = 4});
  EXPECT_EQ(overload.find_overload(kStart, kStart + 9s), std::nullopt);
  EXPECT_EQ(overload.find_overload(kStart + 5s, kStart + 15s), "the server stood still for 700 ms");
  EXPECT_EQ(overload.find_overload(kStart + 11s, kStart + 15s), std::nullopt);
}

TEST(OverloadHistory, ExcusesWaitingForACore) {
  OverloadHistory overload(2);
  overload.add({.at = kStart, .delay = 0ms, .runnable = 16});
  EXPECT_EQ(overload.find_overload(kStart, kStart), std::nullopt);
  overload.add({.at = kStart + 1s, .delay = 0ms, .runnable = 17});
  EXPECT_EQ(overload.find_overload(kStart, kStart + 2s), "17 processes wanted 2 cores");
}

TEST(OverloadHistory, ForgetsOldOverloads) {
  OverloadHistory overload(1);
  for (int i = 0; i < 3'000; ++i) overload.add({.at = kStart + std::chrono::seconds(i), .delay = 1s, .runnable = 0});
  EXPECT_EQ(overload.find_overload(kStart, kStart + 1s), std::nullopt);
  EXPECT_NE(overload.find_overload(kStart + 2'999s, kStart + 3'000s), std::nullopt);
}

}  // namespace
}  // namespace rensa::live_tournaments
