#include "server/storage/id_reserve.h"

#include <deque>
#include <gtest/gtest.h>
#include <memory>
#include <set>

#include "server/storage/memory/memory_store.h"
#include "tests/server/storage/intercepted_store.h"

namespace rensa::storage {
namespace {

class IdReserveTest : public testing::Test {
 protected:
  void deliver() {
    while (!answers_.empty()) {
      const auto answer = std::move(answers_.front());
      answers_.pop_front();
      answer();
    }
  }

  std::deque<std::function<void()>> answers_;
  test::Failure failure_ = test::Failure::none;
  const test::Interceptor interceptor_{
      .failure = [this](const std::string&) { return failure_; },
      .deliver = [this](std::function<void()> answer) { answers_.push_back(std::move(answer)); }};
  test::InterceptedStore store_{std::make_unique<MemoryStore>(MemoryStore::Saving::at_once,
                                                              [](const std::function<void()>& answer) { answer(); }),
                                interceptor_};
  int failures_ = 0;
  IdReserve reserve_{store_, IdKind::match, 10, [this](const StoreError&) { ++failures_; }};
};

TEST_F(IdReserveTest, IsEmptyUntilTheStoreAnswers) {
  EXPECT_TRUE(reserve_.is_empty());
  deliver();
  EXPECT_FALSE(reserve_.is_empty());
  EXPECT_EQ(reserve_.take(), 1U);
  EXPECT_EQ(reserve_.take(), 2U);
}

TEST_F(IdReserveTest, ReservesTheNextBlockWhileHalfOfABlockIsLeft) {
  deliver();
  for (std::uint64_t id = 1; id <= 4; ++id) EXPECT_EQ(reserve_.take(), id);
  EXPECT_TRUE(answers_.empty());
  EXPECT_EQ(reserve_.take(), 5U);
  EXPECT_EQ(answers_.size(), 1U);
  for (std::uint64_t id = 6; id <= 10; ++id) EXPECT_EQ(reserve_.take(), id);
  EXPECT_EQ(answers_.size(), 1U) << "one block at a time";
  EXPECT_TRUE(reserve_.is_empty());
  deliver();
  EXPECT_EQ(reserve_.take(), 11U);
}

TEST_F(IdReserveTest, AFailureIsToldAndTriedAgain) {
  deliver();
  failure_ = test::Failure::before;
  for (int i = 0; i < 5; ++i) reserve_.take();
  deliver();
  EXPECT_EQ(failures_, 1);
  failure_ = test::Failure::none;
  reserve_.refill();
  deliver();
  std::set<std::uint64_t> rest;
  while (!reserve_.is_empty()) rest.insert(reserve_.take());
  EXPECT_EQ(rest.size(), 15U);
}

TEST_F(IdReserveTest, ABlockWhoseAnswerIsLostIsNeverUsed) {
  deliver();
  failure_ = test::Failure::after;
  for (std::uint64_t id = 1; id <= 5; ++id) EXPECT_EQ(reserve_.take(), id);
  deliver();
  EXPECT_EQ(failures_, 1);
  failure_ = test::Failure::none;
  reserve_.refill();
  deliver();
  for (std::uint64_t id = 6; id <= 10; ++id) EXPECT_EQ(reserve_.take(), id);
  EXPECT_EQ(reserve_.take(), 21U) << "11 to 20 were reserved without an answer";
}

// The numbers are in use already, but the store is older and does not know it.
TEST_F(IdReserveTest, NumbersUpToASkippedOneAreNeverTaken) {
  deliver();
  reserve_.skip_to(7);
  EXPECT_EQ(reserve_.take(), 8U);
  deliver();
  reserve_.skip_to(3);
  EXPECT_EQ(reserve_.take(), 9U);
}

TEST_F(IdReserveTest, ANumberFarAboveThoseOfTheStoreIsSkippedWithOneBlock) {
  deliver();
  reserve_.skip_to(1'000'000);
  EXPECT_TRUE(reserve_.is_empty());
  EXPECT_EQ(answers_.size(), 1U);
  deliver();
  EXPECT_EQ(reserve_.take(), 1'000'001U);
}

TEST_F(IdReserveTest, ABlockThatWasBeingReservedIsSkippedToo) {
  reserve_.skip_to(25);
  EXPECT_TRUE(reserve_.is_empty());
  deliver();
  EXPECT_EQ(reserve_.take(), 26U);
}

}  // namespace
}  // namespace rensa::storage
