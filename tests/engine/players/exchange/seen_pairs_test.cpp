#include "engine/players/exchange/seen_pairs.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "engine/notation/text.h"

namespace rensa::players {
namespace {

using rules::QueueSharing;

// Returns a side that places a pair of the queue and shows the next ones. The queue starts with hand 1.
duel::SideView side_at(int hand, const std::string& queue, int shown, duel::Phase phase = duel::Phase::control) {
  duel::SideView side;
  side.hand = hand;
  side.phase = phase;
  side.pairs_shown = shown;
  const auto pairs = notation::parse_queue_letters(queue);
  for (int i = 0; i < shown; ++i) {
    side.pairs[static_cast<std::size_t>(i)] = pairs->at(hand - 1 + i);
  }
  return side;
}

std::vector<rules::Pair> part_of(const std::string& queue, int first, int count) {
  std::vector<rules::Pair> part;
  const auto pairs = notation::parse_queue_letters(queue);
  for (int i = 0; i < count; ++i) part.push_back(pairs->at(first - 1 + i));
  return part;
}

std::vector<rules::Pair> seen(const duel::SideView& side, const duel::SideView& other, QueueSharing queue) {
  const SeenPairs found = seen_pairs_of(side, other, queue);
  return {found.all().begin(), found.all().end()};
}

const std::string kQueue = "RGBYRRGGBBYYRBGYRG";

TEST(SeenPairs, AreThePairsOfTheSide) {
  const auto own = side_at(3, kQueue, 2);
  EXPECT_EQ(seen(own, side_at(3, kQueue, 2), QueueSharing::common), part_of(kQueue, 3, 2));
  EXPECT_EQ(seen(own, side_at(1, kQueue, 2), QueueSharing::common), part_of(kQueue, 3, 2)) << "the other is behind";
}

TEST(SeenPairs, GoOnWithThoseThatTheOtherSideShows) {
  const auto own = side_at(3, kQueue, 2);
  EXPECT_EQ(seen(own, side_at(4, kQueue, 2), QueueSharing::common), part_of(kQueue, 3, 3));
  EXPECT_EQ(seen(own, side_at(5, kQueue, 3), QueueSharing::common), part_of(kQueue, 3, 5));
  EXPECT_EQ(seen(own, side_at(5, kQueue, 4), QueueSharing::common), part_of(kQueue, 3, rules::kMaxVisiblePairs));
}

TEST(SeenPairs, EndWhereNeitherSideShowsTheNextPair) {
  EXPECT_EQ(seen(side_at(1, kQueue, 2), side_at(4, kQueue, 2), QueueSharing::common), part_of(kQueue, 1, 2));
}

TEST(SeenPairs, LeaveOutAPairThatHasLocked) {
  const auto locked = side_at(4, kQueue, 3, duel::Phase::vanishing);
  const auto own = side_at(3, kQueue, 2);
  EXPECT_EQ(seen(locked, own, QueueSharing::common), part_of(kQueue, 5, 2));
  EXPECT_EQ(seen(own, locked, QueueSharing::common), part_of(kQueue, 3, 4)) << "they are known all the same";
}

TEST(SeenPairs, OfOtherQueuesSayNothing) {
  const auto own = side_at(3, kQueue, 2);
  EXPECT_EQ(seen(own, side_at(4, kQueue, 2), QueueSharing::common_until_clear), part_of(kQueue, 3, 2));
}

}  // namespace
}  // namespace rensa::players
