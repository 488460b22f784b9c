#include "server/play/crowd_pace.h"

#include <gtest/gtest.h>

namespace rensa::play {
namespace {

using namespace std::chrono_literals;

// Of the time in which they are told something and then left alone.
double share_of_crowds(double frames) {
  const base::Span rest = rest_after(1ms, frames);
  return std::chrono::duration<double>(1ms) / (1ms + rest);
}

TEST(CrowdPace, CrowdsAndFramesTogetherLeaveSomeOfTheTime) {
  for (const double frames : {0.0, 0.3, 0.6}) EXPECT_NEAR(share_of_crowds(frames) + frames, kMostShare, 0.001);
}

TEST(CrowdPace, HoweverMuchFramesTakeWatchersAreToldSomething) {
  for (const double frames : {0.8, 0.99, 1.5}) EXPECT_NEAR(share_of_crowds(frames), kLeastShare, 0.001);
}

}  // namespace
}  // namespace rensa::play
