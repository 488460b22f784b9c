#include "engine/rules/pair_queue.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/notation/shared_position.h"
#include "engine/notation/text.h"

namespace rensa::rules {
namespace {

using notation::letters_of;

std::vector<Cell> cells_of(const PairQueue& queue) {
  std::vector<Cell> cells;
  for (const Pair pair : queue.pairs()) {
    cells.push_back(pair.axis);
    cells.push_back(pair.child);
  }
  return cells;
}

std::map<Cell, int> counts_of(const PairQueue& queue) {
  std::map<Cell, int> counts;
  for (const Cell cell : cells_of(queue)) ++counts[cell];
  return counts;
}

TEST(SeededQueue, HoldsEquallyManyOfEachColourAndRedTheRest) {
  using Counts = std::map<Cell, int>;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(counts_of(PairQueue::from_seed(seed, 3)),
              (Counts{{Cell::red, 86}, {Cell::blue, 85}, {Cell::yellow, 85}}));
    EXPECT_EQ(counts_of(PairQueue::from_seed(seed, 4)),
              (Counts{{Cell::red, 64}, {Cell::blue, 64}, {Cell::yellow, 64}, {Cell::green, 64}}));
    EXPECT_EQ(counts_of(PairQueue::from_seed(seed, 5)),
              (Counts{{Cell::red, 52}, {Cell::blue, 51}, {Cell::yellow, 51}, {Cell::green, 51}, {Cell::purple, 51}}));
  }
}

TEST(SeededQueue, OpensWithRedBlueAndYellowOnly) {
  for (const int colours : {4, 5}) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      const std::vector<Cell> cells = cells_of(PairQueue::from_seed(seed, colours));
      EXPECT_LE(*std::max_element(cells.begin(), cells.begin() + 6), Cell::yellow) << seed;
    }
  }
}

// Under an unbiased shuffle, each position after the opening has a colour equally often, and all colours of the opening
// are equally likely.
TEST(SeededQueue, ShuffleHasNoBias) {
  constexpr int kRounds = 4000;
  std::vector<int> greens(256);
  std::map<Cell, int> first;
  for (std::uint64_t seed = 0; seed < kRounds; ++seed) {
    const std::vector<Cell> cells = cells_of(PairQueue::from_seed(seed, 4));
    for (std::size_t i = 0; i < cells.size(); ++i) greens[i] += cells[i] == Cell::green ? 1 : 0;
    ++first[cells[0]];
  }
  // Six standard deviations around 4000 * 64 / 250 and 4000 / 3.
  for (std::size_t i = 6; i < greens.size(); ++i) EXPECT_NEAR(greens[i], 1024, 168) << i;
  for (const Cell colour : {Cell::red, Cell::blue, Cell::yellow}) EXPECT_NEAR(first[colour], 1333, 180);
}

TEST(SeededQueue, SeedsDiffer) {
  std::set<std::string> texts;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) texts.insert(letters_of(PairQueue::from_seed(seed, 4)));
  EXPECT_EQ(texts.size(), 1000U);
}

// Records name a queue by its seed, so these queues must never change.
TEST(SeededQueue, IsPinned) {
  EXPECT_EQ(letters_of(PairQueue::from_seed(1, 4)).substr(0, 29), "YB YY BB BR BB BY GR RB BB BB");
  EXPECT_EQ(letters_of(PairQueue::from_seed(1, 5)).substr(0, 29), "BB BR YR GP YP YP BG BR GG YP");
}

TEST(Queue, RepeatsAfter128Pairs) {
  const PairQueue queue = PairQueue::from_seed(7, 4);
  for (int hand = 0; hand < PairQueue::kLength; ++hand) EXPECT_EQ(queue.at(hand), queue.at(hand + 128));
}

TEST(Queue, OfFewPairsRepeatsThem) {
  const std::vector<Pair> pairs = {{Cell::red, Cell::blue}, {Cell::green, Cell::green}, {Cell::purple, Cell::red}};
  const PairQueue queue = PairQueue::from_pairs(pairs);
  for (int hand = 0; hand < PairQueue::kLength; ++hand) {
    EXPECT_EQ(queue.at(hand), pairs[static_cast<std::size_t>(hand) % 3]);
  }
}

// The cells without the choice of colours: each cell as the number of colours seen before it.
std::string pattern_of(const std::vector<Cell>& cells) {
  std::string pattern;
  std::string seen;
  for (const Cell cell : cells) {
    const char letter = static_cast<char>('0' + static_cast<int>(cell));
    if (seen.find(letter) == std::string::npos) seen += letter;
    pattern += static_cast<char>('a' + static_cast<int>(seen.find(letter)));
  }
  return pattern;
}

// Three games that people played on the console and shared, with the numbers of their queues.
struct Played {
  int number;
  std::string_view moves;
  std::size_t pairs;
};
constexpr Played kPlayed[] = {
    {25741,
     "_3uh83scm2I2AaM4cnk38iMi8jCfgfwis2Icuka4MdyoMdqekaInI2MeSfwoMeKascqoQfIdQcAku3i48jm4a3GnC4a3ShGmmim4a2Geamqh0i0",
     55},
    {26280, "_ni4c8woq8Ego5ckk1a9Q0u6Gf83wiungnuoG6c1KjQ3Q0M6MgEjAiwnogk9qnEnwoE088q8si050", 38},
    {9690, "_6aeS4qeQ4EaA1s6Q9k2semcS4m6clmkm1ae81qcAlIaE6A1KaM5you7glKkIoM4SaQ7qow5q1K40k0", 39},
};

TEST(OfficialQueue, EqualsTheQueuesOfRecordedGames) {
  for (const Played& played : kPlayed) {
    const Parsed<notation::SharedPosition> shared = notation::parse_puyop(played.moves);
    ASSERT_TRUE(shared) << shared.error().message;
    EXPECT_EQ(*notation::puyop_code(*shared), played.moves);
    std::vector<Cell> seen;
    for (const notation::SharedMove& move : shared->moves) {
      const auto* placed = std::get_if<notation::PlacedPair>(&move);
      const Pair pair = placed != nullptr ? placed->pair : std::get<notation::UpcomingPair>(move).pair;
      seen.push_back(pair.axis);
      seen.push_back(pair.child);
    }
    ASSERT_EQ(seen.size(), 2 * played.pairs);
    std::vector<Cell> cells = cells_of(PairQueue::official(played.number, 4));
    cells.resize(seen.size());
    EXPECT_EQ(pattern_of(cells), pattern_of(seen)) << played.number;
  }
}

TEST(OfficialQueue, OpensWithTheSameTwoPairsForAnyNumberOfColours) {
  for (int number = 1; number <= PairQueue::kOfficialCount; number += 997) {
    for (const int colours : {4, 5}) {
      for (int hand = 0; hand < 2; ++hand) {
        EXPECT_EQ(PairQueue::official(number, colours).at(hand), PairQueue::official(number, 3).at(hand));
      }
    }
  }
}

TEST(OfficialQueue, HoldsItsColoursEquallyOftenExceptInTheOpening) {
  for (const int colours : {3, 4, 5}) {
    for (const int number : {1, 2, 32768, 65536}) {
      const std::map<Cell, int> counts = counts_of(PairQueue::official(number, colours));
      EXPECT_EQ(counts.size(), static_cast<std::size_t>(colours));
      for (const auto& [colour, count] : counts) EXPECT_NEAR(count, 256 / colours, 5);
    }
  }
}

// Expected values from a second, independent program, which also found the queues of the played games.
TEST(OfficialQueue, FirstAndLastArePinned) {
  const auto opening = [](int number, int colours) {
    return letters_of(PairQueue::official(number, colours)).substr(0, 29);
  };
  const auto ending = [](int number, int colours) {
    return letters_of(PairQueue::official(number, colours)).substr(375);
  };
  EXPECT_EQ(opening(1, 3), "RR YR BB YB RY BR BR BB BY RY");
  EXPECT_EQ(opening(1, 4), "RR YR YG YG RB BB YB BY RR RG");
  EXPECT_EQ(opening(1, 5), "RR YR PB BY GB YB GB YR GR GB");
  EXPECT_EQ(opening(65536, 3), "RY YY YY BY BR YY YR YB YY RR");
  EXPECT_EQ(opening(65536, 4), "RY YY RB BG RR BG GR BR RB YG");
  EXPECT_EQ(opening(65536, 5), "RY YY YG GY GB YY PP PR BY GY");
  EXPECT_EQ(ending(1, 4), "BY RY RB");
  EXPECT_EQ(ending(1, 5), "RB YP GB");
  EXPECT_EQ(ending(65536, 4), "BB RY YG");
}

TEST(OfficialQueue, NumbersDiffer) {
  std::set<std::string> texts;
  for (int number = 1; number <= 2000; ++number) texts.insert(letters_of(PairQueue::official(number, 4)));
  EXPECT_EQ(texts.size(), 2000U);
}

}  // namespace
}  // namespace rensa::rules
