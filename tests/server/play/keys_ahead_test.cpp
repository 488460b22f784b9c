#include "server/play/keys_ahead.h"

#include <gtest/gtest.h>

namespace rensa::play {
namespace {

using rules::Keys;

TEST(KeysAhead, ComeInTheOrderOfTheirFrames) {
  KeysAhead ahead;
  EXPECT_EQ(ahead.frame(), duel::kNoFrameLimit);
  EXPECT_TRUE(ahead.put({30, 1, Keys::left}));
  EXPECT_TRUE(ahead.put({10, 2, Keys::right}));
  EXPECT_TRUE(ahead.put({20, 3, Keys::down}));
  EXPECT_EQ(ahead.frame(), 10);
  EXPECT_FALSE(ahead.take(9));
  EXPECT_EQ(ahead.take(10), (KeysAhead::Keys{10, 2, Keys::right}));
  EXPECT_EQ(ahead.frame(), 20);
  EXPECT_FALSE(ahead.take(25));
  EXPECT_EQ(ahead.take(30), (KeysAhead::Keys{30, 1, Keys::left}));
  EXPECT_EQ(ahead.frame(), 20);
}

TEST(KeysAhead, TheLaterSaidOfTwoForAFrameIsTheOneThatCounts) {
  KeysAhead ahead;
  ahead.put({10, 1, Keys::left});
  ahead.put({10, 2, Keys::none});
  EXPECT_EQ(ahead.take(10), (KeysAhead::Keys{10, 2, Keys::none}));
  EXPECT_EQ(ahead.frame(), duel::kNoFrameLimit);
}

TEST(KeysAhead, NoMoreWaitThanMayButOneMayBeChanged) {
  KeysAhead ahead;
  constexpr int kMost = static_cast<int>(KeysAhead::kMost);
  for (int frame = 1; frame <= kMost; ++frame) EXPECT_TRUE(ahead.put({frame, 1, Keys::left}));
  EXPECT_FALSE(ahead.put({100, 2, Keys::right}));
  EXPECT_TRUE(ahead.put({kMost, 3, Keys::right}));
  ahead.drop(1);
  EXPECT_TRUE(ahead.put({100, 4, Keys::right}));
}

}  // namespace
}  // namespace rensa::play
