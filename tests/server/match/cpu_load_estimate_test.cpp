#include "server/match/cpu_load_estimate.h"

#include <gtest/gtest.h>

namespace rensa::match {
namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 250ms;

void pass(CpuLoadEstimate& cpu_load, double share, base::Span span) {
  for (; span > base::Span::zero(); span -= kLook) cpu_load.record(share, kLook);
}

TEST(CpuLoadEstimate, EveryFrameCostsMoreThanEventsAndSeatsOfOneConnectionShare) {
  using enum Subscription;
  for (const std::size_t seats : {1U, 64U}) {
    EXPECT_GT(CpuLoadEstimate::expected_share(frames, seats), 2 * CpuLoadEstimate::expected_share(events, seats));
  }
  EXPECT_GT(CpuLoadEstimate::expected_share(frames, 1), 4 * CpuLoadEstimate::expected_share(frames, 64));
  EXPECT_GT(CpuLoadEstimate::expected_share(events, 1), 2 * CpuLoadEstimate::expected_share(events, 64));
}

TEST(CpuLoadEstimate, ANewMatchCountsBeforeItTakesAnyTime) {
  CpuLoadEstimate cpu_load;
  cpu_load.add_match(0.5);
  cpu_load.record(0.01, kLook);
  EXPECT_DOUBLE_EQ(cpu_load.share(), 0.01);
  EXPECT_DOUBLE_EQ(cpu_load.forecast(), 0.5);
}

TEST(CpuLoadEstimate, LearnsTheScaleFromSettledMatches) {
  CpuLoadEstimate cpu_load;
  cpu_load.add_match(0.4);
  pass(cpu_load, 0.1, 20s);
  EXPECT_NEAR(cpu_load.forecast(), 0.1, 0.01);
  cpu_load.add_match(0.4);
  EXPECT_NEAR(cpu_load.forecast(), 0.2, 0.02);
  pass(cpu_load, 0.6, 20s);
  EXPECT_NEAR(cpu_load.forecast(), 0.6, 0.01);
}

TEST(CpuLoadEstimate, DoesNotLearnWhileManyMatchesBeginOrEnd) {
  CpuLoadEstimate cpu_load;
  cpu_load.add_match(0.4);
  pass(cpu_load, 0.4, 20s);
  cpu_load.add_match(0.4);
  pass(cpu_load, 0.4, 1s);  // the new matches have no decisions yet
  EXPECT_NEAR(cpu_load.forecast(), 0.8, 0.01);
  cpu_load.remove_match(0.7);
  pass(cpu_load, 0.8, 1s);
  EXPECT_NEAR(cpu_load.forecast(), 0.1, 0.01);
}

TEST(CpuLoadEstimate, LearnsNothingFromATinyLoad) {
  CpuLoadEstimate cpu_load;
  cpu_load.add_match(0.001);
  pass(cpu_load, 0.02, 20s);
  cpu_load.add_match(0.199);
  EXPECT_NEAR(cpu_load.forecast(), 0.2, 1e-9);
}

TEST(CpuLoadEstimate, LearnsNothingFromPausedMatches) {
  CpuLoadEstimate cpu_load;
  cpu_load.add_match(0.4);
  pass(cpu_load, 0.4, 20s);
  cpu_load.pause_match(0.4);
  pass(cpu_load, 0, 60s);
  EXPECT_NEAR(cpu_load.forecast(), 0.4, 0.01);
  cpu_load.resume_match(0.4);
  pass(cpu_load, 0.2, 20s);
  EXPECT_NEAR(cpu_load.forecast(), 0.2, 0.01);
}

TEST(CpuLoadEstimate, ForgetsTheScaleWithoutMatches) {
  CpuLoadEstimate cpu_load;
  cpu_load.add_match(0.2);
  pass(cpu_load, 0.8, 20s);
  EXPECT_NEAR(cpu_load.forecast(), 0.8, 0.01);
  cpu_load.remove_match(0.2);
  pass(cpu_load, 0, 5min);
  cpu_load.add_match(0.2);
  EXPECT_NEAR(cpu_load.forecast(), 0.2, 0.01);
}

// Otherwise a wrong scale would keep out the matches that could correct it.
TEST(CpuLoadEstimate, AdmitsTheMatchesFromWhichItLearns) {
  CpuLoadEstimate cpu_load;
  cpu_load.add_match(0.06);
  pass(cpu_load, 0.6, 20s);
  cpu_load.remove_match(0.06);
  cpu_load.record(0, kLook);
  cpu_load.add_match(0.04);
  EXPECT_GT(cpu_load.forecast(), 0.1);
  EXPECT_LE(cpu_load.used_share(), 0.1);
  cpu_load.add_match(0.02);
  EXPECT_GT(cpu_load.used_share(), 0.1);
  pass(cpu_load, 0.06, 20s);
  EXPECT_LE(cpu_load.used_share(), 0.1);
}

TEST(CpuLoadEstimate, TheUsedShareIsMeasuredOrExpected) {
  CpuLoadEstimate cpu_load;
  cpu_load.record(0.5, kLook);
  EXPECT_GT(cpu_load.used_share(), 0.4);
  EXPECT_LE(cpu_load.used_share(), 0.5);
  cpu_load.record(0, kLook);
  cpu_load.add_match(0.6);
  EXPECT_GT(cpu_load.used_share(), 0.5);
}

TEST(CpuLoadEstimate, IsOverloadedOnlyByALastingLoad) {
  CpuLoadEstimate cpu_load;
  pass(cpu_load, 0.4, 20s);
  cpu_load.record(0.9, kLook);  // a stall of the machine
  EXPECT_FALSE(cpu_load.is_overloaded());
  pass(cpu_load, 0.7, 20s);
  EXPECT_TRUE(cpu_load.is_overloaded());
  pass(cpu_load, 0.5, 20s);
  EXPECT_TRUE(cpu_load.is_overloaded());
  pass(cpu_load, 0.4, 20s);
  EXPECT_FALSE(cpu_load.is_overloaded());
}

}  // namespace
}  // namespace rensa::match
