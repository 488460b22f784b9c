#include "server/play/burden.h"

#include <gtest/gtest.h>

namespace rensa::play {
namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 250ms;

void pass(Burden& burden, double share, base::Span span) {
  for (; span > base::Span::zero(); span -= kLook) burden.heed(share, kLook);
}

TEST(Burden, EveryFrameTakesMoreThanEventsAndOwnConnectionsMoreThanShared) {
  using enum proto::Subscription;
  EXPECT_GT(Burden::expected_of(frames, true), Burden::expected_of(events, true));
  EXPECT_GT(Burden::expected_of(frames, false), Burden::expected_of(frames, true));
  EXPECT_GT(Burden::expected_of(events, false), Burden::expected_of(events, true));
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

}  // namespace
}  // namespace rensa::play
