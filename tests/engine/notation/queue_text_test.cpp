#include "engine/notation/text.h"

#include <gtest/gtest.h>

namespace rensa::notation {
namespace {

TEST(QueueText, EveryQueueComesBack) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const rules::PairQueue queue = rules::PairQueue::from_seed(seed, 5);
    const rules::Parsed<rules::PairQueue> parsed = parse_queue_letters(letters_of(queue));
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(*parsed, queue);
  }
}

TEST(QueueText, SpacesBetweenPairsDoNotMatter) {
  EXPECT_EQ(*parse_queue_letters("RB YG"), *parse_queue_letters(" RBYG\n"));
  EXPECT_EQ(parse_queue_letters("RB YG")->at(2), (rules::Pair{rules::Cell::red, rules::Cell::blue}));
}

TEST(QueueText, ErrorsNameCharacterAndPosition) {
  EXPECT_EQ(parse_queue_letters("RB Yx").error(),
            (rules::ParseError{"'x' at position 5 is not a colour: R, B, Y, G and P are", 5}));
  EXPECT_EQ(parse_queue_letters("RB Y G").error(), (rules::ParseError{"a space at position 5 stands within a pair", 5}));
  EXPECT_EQ(parse_queue_letters("RB Y").error(), (rules::ParseError{"'Y' at position 4 has no child", 4}));
  EXPECT_EQ(parse_queue_letters(" ").error().message, "a queue needs at least one pair");
  EXPECT_EQ(parse_queue_letters(std::string(258, 'R')).error(),
            (rules::ParseError{"'R' at position 257 begins a 129th pair", 257}));
}

}  // namespace
}  // namespace rensa::notation
