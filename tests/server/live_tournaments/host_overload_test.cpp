#include "server/live_tournaments/host_overload.h"

#include <gtest/gtest.h>

namespace rensa::live_tournaments {
namespace {

using namespace std::chrono_literals;

const base::Time kStart{1h};

TEST(HostOverload, ExcusesDelaysWhileTheServerStoodStill) {
  HostOverload overload(2);
  overload.add({.at = kStart, .delay = 10ms, .running = 4});
  overload.add({.at = kStart + 10s, .delay = 700ms, .running = 4});
  EXPECT_EQ(overload.excuse_for(kStart, kStart + 9s), std::nullopt);
  EXPECT_EQ(overload.excuse_for(kStart + 5s, kStart + 15s), "the server stood still for 700 ms");
  EXPECT_EQ(overload.excuse_for(kStart + 11s, kStart + 15s), std::nullopt);
}

TEST(HostOverload, ExcusesWaitingForACore) {
  HostOverload overload(2);
  overload.add({.at = kStart, .delay = 0ms, .running = 16});
  EXPECT_EQ(overload.excuse_for(kStart, kStart), std::nullopt);
  overload.add({.at = kStart + 1s, .delay = 0ms, .running = 17});
  EXPECT_EQ(overload.excuse_for(kStart, kStart + 2s), "17 processes wanted 2 cores");
}

TEST(HostOverload, ForgetsOldOverloads) {
  HostOverload overload(1);
  for (int i = 0; i < 3'000; ++i) overload.add({.at = kStart + std::chrono::seconds(i), .delay = 1s, .running = 0});
  EXPECT_EQ(overload.excuse_for(kStart, kStart + 1s), std::nullopt);
  EXPECT_NE(overload.excuse_for(kStart + 2'999s, kStart + 3'000s), std::nullopt);
}

TEST(HostOverload, CountsRunningProcesses) { EXPECT_GE(count_running_processes(), 1); }

}  // namespace
}  // namespace rensa::live_tournaments
