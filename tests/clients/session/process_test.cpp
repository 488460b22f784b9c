#include "clients/session/process.h"

#include <csignal>
#include <gtest/gtest.h>
#include <poll.h>

namespace rensa::session {
namespace {

TEST(StopSignals, FirstSignalMakesTheDescriptorReadable) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const StopSignals signals;
    pollfd entry{signals.descriptor(), POLLIN, 0};
    EXPECT_EQ(poll(&entry, 1, 0), 0);
    std::raise(signal);
    EXPECT_EQ(poll(&entry, 1, 0), 1);
  }
}

TEST(StopSignals, SecondSignalEndsTheProgram) {
  const auto raise_twice = [](int signal) {
    const StopSignals signals;
    std::raise(signal);
    std::raise(signal);
  };
  EXPECT_EXIT(raise_twice(SIGINT), testing::KilledBySignal(SIGINT), "");
  EXPECT_EXIT(raise_twice(SIGTERM), testing::KilledBySignal(SIGTERM), "");
}

}  // namespace
}  // namespace rensa::session
