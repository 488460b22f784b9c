#include "server/processes/allowance.h"

#include <gtest/gtest.h>

namespace rensa::processes {
namespace {

using namespace std::chrono_literals;
using Seconds = Allowance::Seconds;

const Allowance::Time kStart{};

TEST(Allowance, WhoTakesWhatIsDueNeverRests) {
  Allowance allowance(2, kStart);
  for (int i = 1; i <= 100; ++i) EXPECT_EQ(allowance.rest(kStart + i * 500ms, i * 1s), 0s);
}

TEST(Allowance, WhatIsNotTakenIsNotSaved) {
  Allowance allowance(1, kStart);
  EXPECT_EQ(allowance.rest(kStart + 100s, 0s), 0s);
  EXPECT_EQ(allowance.rest(kStart + 101s, 2s), 1s);
}

TEST(Allowance, ATickTooManyIsForgiven) {
  Allowance allowance(1, kStart);
  EXPECT_EQ(allowance.rest(kStart + 500ms, 700ms), 0s);
  EXPECT_EQ(allowance.rest(kStart + 1s, 1s), 0s);
}

TEST(Allowance, RestPaysForWhatWasTaken) {
  Allowance allowance(2, kStart);
  EXPECT_EQ(allowance.rest(kStart + 1s, 4s), 1s);
  EXPECT_EQ(allowance.rest(kStart + 2s, 4s), 0s);
  EXPECT_EQ(allowance.rest(kStart + 2500ms, 5s), 0s) << "all of it";
}

TEST(Allowance, ALittleMoreAllTheTimeAddsUp) {
  Allowance allowance(1, kStart);
  Seconds used{};
  Seconds rested{};
  Allowance::Time now = kStart;
  for (int i = 0; i < 100; ++i) {
    now += 500ms;
    used += 600ms;
    const Seconds rest = allowance.rest(now, used);
    rested += rest;
    now += std::chrono::ceil<Allowance::Time::duration>(rest);
  }
  EXPECT_NEAR(rested.count(), 10, 0.5);
}

TEST(Allowance, WhoIsGoneWithoutATraceGivesNothingBack) {
  Allowance allowance(1, kStart);
  EXPECT_EQ(allowance.rest(kStart + 500ms, 500ms), 0s);
  EXPECT_EQ(allowance.rest(kStart + 1s, 100ms), 0s);
  EXPECT_EQ(allowance.rest(kStart + 1500ms, 1100ms), 500ms);
}

}  // namespace
}  // namespace rensa::processes
