#include "server/play/keys_ahead.h"

#include <gtest/gtest.h>

namespace rensa::play {
namespace {

using rules::Keys;

TEST(KeysAhead, ComeInTheOrderOfTheirFrames) {
  KeysAhead ahead;
  EXPECT_EQ(ahead.frame(), duel::kNoFrameLimit);
  EXPECT_TRUE(ahead.put({30, 1, Keys::left}, 1));
  EXPECT_TRUE(ahead.put({10, 2, Keys::right}, 1));
  EXPECT_TRUE(ahead.put({20, 3, Keys::down}, 1));
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
  ahead.put({10, 1, Keys::left}, 1);
  ahead.put({10, 2, Keys::none}, 1);
  EXPECT_EQ(ahead.take(10), (KeysAhead::Keys{10, 2, Keys::none}));
  EXPECT_EQ(ahead.frame(), duel::kNoFrameLimit);
}

TEST(KeysAhead, NoMoreWaitThanMayButOneMayBeChanged) {
  KeysAhead ahead;
  constexpr int kMost = static_cast<int>(KeysAhead::kMost);
  for (int frame = 1; frame <= kMost; ++frame) EXPECT_TRUE(ahead.put({frame, 1, Keys::left}, 1));
  EXPECT_FALSE(ahead.put({100, 2, Keys::right}, 1));
  EXPECT_TRUE(ahead.put({kMost, 3, Keys::right}, 1));
  ahead.drop(1);
  EXPECT_TRUE(ahead.put({100, 4, Keys::right}, 1));
}

TEST(KeysAhead, LateOnesCountOneAfterTheOther) {
  KeysAhead ahead;
  ahead.put({53, 3, Keys::down}, 40);
  ahead.put({38, 1, Keys::turn_a}, 52);
  ahead.put({39, 2, Keys::none}, 52);
  ahead.put({40, 4, Keys::left}, 52);
  EXPECT_EQ(ahead.take(52), (KeysAhead::Keys{38, 1, Keys::turn_a}));
  EXPECT_EQ(ahead.take(53), (KeysAhead::Keys{53, 3, Keys::down}));
  EXPECT_EQ(ahead.take(54), (KeysAhead::Keys{39, 2, Keys::none}));
  EXPECT_EQ(ahead.take(55), (KeysAhead::Keys{40, 4, Keys::left}));
}

TEST(KeysAhead, ALateOneKeepsItsFrameWhenAnotherIsForThat) {
  KeysAhead ahead;
  ahead.put({38, 1, Keys::turn_a}, 52);
  ahead.put({52, 2, Keys::none}, 52);
  EXPECT_EQ(ahead.take(52), (KeysAhead::Keys{38, 1, Keys::turn_a}));
  EXPECT_EQ(ahead.take(53), (KeysAhead::Keys{52, 2, Keys::none}));
}

}  // namespace
}  // namespace rensa::play
