#include "server/play/burden.h"

#include <gtest/gtest.h>

namespace rensa::play {
namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 250ms;

void pass(Burden& burden, double share, base::Span span) {
  for (; span > base::Span::zero(); span -= kLook) burden.heed(share, kLook);
}

TEST(Burden, EveryFrameTakesMoreThanEventsAndSeatsOfOneConnectionShare) {
  using enum proto::Subscription;
  for (const std::size_t seats : {1U, 64U}) {
    EXPECT_GT(Burden::expected_of(frames, seats), 2 * Burden::expected_of(events, seats));
  }
  EXPECT_GT(Burden::expected_of(frames, 1), 4 * Burden::expected_of(frames, 64));
  EXPECT_GT(Burden::expected_of(events, 1), 2 * Burden::expected_of(events, 64));
}

TEST(Burden, WhatHasJustBegunCountsBeforeItTakesAnything) {
  Burden burden;
  burden.take_on(0.5);
  burden.heed(0.01, kLook);
  EXPECT_DOUBLE_EQ(burden.share(), 0.01);
  EXPECT_DOUBLE_EQ(burden.forecast(), 0.5);
}

TEST(Burden, LearnsWhatTheSettledTake) {
  Burden burden;
  burden.take_on(0.4);
  pass(burden, 0.1, 20s);
  EXPECT_NEAR(burden.forecast(), 0.1, 0.01);
  burden.take_on(0.4);
  EXPECT_NEAR(burden.forecast(), 0.2, 0.02);
  pass(burden, 0.6, 20s);
  EXPECT_NEAR(burden.forecast(), 0.6, 0.01);
}

TEST(Burden, DoesNotLearnWhileManyBeginOrEnd) {
  Burden burden;
  burden.take_on(0.4);
  pass(burden, 0.4, 20s);
  burden.take_on(0.4);
  pass(burden, 0.4, 1s);  // the new ones have not decided yet
  EXPECT_NEAR(burden.forecast(), 0.8, 0.01);
  burden.put_down(0.7);
  pass(burden, 0.8, 1s);
  EXPECT_NEAR(burden.forecast(), 0.1, 0.01);
}

TEST(Burden, LearnsNothingFromNextToNothing) {
  Burden burden;
  burden.take_on(0.001);
  pass(burden, 0.02, 20s);
  burden.take_on(0.199);
  EXPECT_NEAR(burden.forecast(), 0.2, 1e-9);
}

TEST(Burden, LearnsNothingFromThoseThatStandStill) {
  Burden burden;
  burden.take_on(0.4);
  pass(burden, 0.4, 20s);
  burden.rest(0.4);
  pass(burden, 0, 60s);
  EXPECT_NEAR(burden.forecast(), 0.4, 0.01);
  burden.wake(0.4);
  pass(burden, 0.2, 20s);
  EXPECT_NEAR(burden.forecast(), 0.2, 0.01);
}

TEST(Burden, ForgetsWhatNothingConfirms) {
  Burden burden;
  burden.take_on(0.2);
  pass(burden, 0.8, 20s);
  EXPECT_NEAR(burden.forecast(), 0.8, 0.01);
  burden.put_down(0.2);
  pass(burden, 0, 5min);
  burden.take_on(0.2);
  EXPECT_NEAR(burden.forecast(), 0.2, 0.01);
}

// Or a scale that was learned in a bad moment would keep out whatever could correct it.
TEST(Burden, LetsInWhatItLearnsFrom) {
  Burden burden;
  burden.take_on(0.06);
  pass(burden, 0.6, 20s);
  burden.put_down(0.06);
  burden.heed(0, kLook);
  burden.take_on(0.04);
  EXPECT_GT(burden.forecast(), 0.1);
  EXPECT_FALSE(burden.is_beyond(0.1));
  burden.take_on(0.02);
  EXPECT_TRUE(burden.is_beyond(0.1));
  pass(burden, 0.06, 20s);
  EXPECT_FALSE(burden.is_beyond(0.1));
}

TEST(Burden, IsBeyondALimitThatIsOrWillBePassed) {
  Burden burden;
  burden.heed(0.5, kLook);
  EXPECT_TRUE(burden.is_beyond(0.4));
  EXPECT_FALSE(burden.is_beyond(0.5));
  burden.heed(0, kLook);
  burden.take_on(0.6);
  EXPECT_TRUE(burden.is_beyond(0.5));
}

TEST(Burden, IsStretchedByWhatLastsAndRelaxedByLess) {
  Burden burden;
  pass(burden, 0.4, 20s);
  burden.heed(0.9, kLook);  // the machine stood still
  EXPECT_FALSE(burden.is_stretched());
  pass(burden, 0.7, 20s);
  EXPECT_TRUE(burden.is_stretched());
  pass(burden, 0.5, 20s);
  EXPECT_TRUE(burden.is_stretched());
  pass(burden, 0.4, 20s);
  EXPECT_FALSE(burden.is_stretched());
}

}  // namespace
}  // namespace rensa::play
