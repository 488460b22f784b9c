#include "engine/research/chances/chance_learning.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/record/codec.h"
#include "engine/research/chances/reliability.h"
#include "tests/tools/paths.h"

namespace rensa::chances {
namespace {

record::Record record_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::vector<std::uint8_t> bytes((std::istreambuf_iterator<char>(stream)), {});
  const auto decoded = record::decode(bytes);
  if (!decoded.record) throw std::runtime_error(file.string() + " is no record");
  return *decoded.record;
}

// Games that no weight was learned from: their seeds are held out.
std::vector<RatedGame> committed_games() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(tests::data_path("chances"))) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<RatedGame> games;
  for (const auto& file : files) games.push_back(rated_game_of(record_of(file)).value());
  return games;
}

// A game with one moment.
RatedGame game_of(std::uint64_t seed, double result, const Standing& one, const Standing& two) {
  return {.seed = seed, .result = result, .moments = {{.standings = {one, two}}}};
}

constexpr Standing kEven{.to_bury = 72, .ready = 6, .soon = 6, .possible = 12, .coloured_cells = 30};

TEST(LearnedChances, AreMuchBetterThanAlwaysAHalf) {
  const std::vector<RatedGame> games = committed_games();
  ASSERT_GE(games.size(), 20U);
  EXPECT_TRUE(split_by_seed(games).learned.empty());
  const Reliability found = reliability_of(games, learned_weights());
  EXPECT_EQ(found.brier_of_half, 0.25);
  EXPECT_LT(found.brier, 0.18);
  EXPECT_GT(found.positions, 2000U);
}

TEST(LearnedChances, AgreeWithTheShareOfWins) {
  const Reliability found = reliability_of(committed_games(), learned_weights());
  EXPECT_LT(found.bins[0].share_won, 0.1);
  EXPECT_GT(found.bins[9].share_won, 0.9);
  for (const ReliabilityBin& bin : found.bins) {
    EXPECT_GT(bin.positions, 100U);
    EXPECT_NEAR(bin.share_won, bin.mean_chance, 0.15);
  }
}

TEST(RecordedMoments, AreThoseOfPairsLinksAndGarbage) {
  const record::Record record = record_of(tests::data_path("record_v1_frames.rensa"));
  const std::vector<RecordedMoment> moments = moments_of(record);
  ASSERT_GT(moments.size(), 20U);
  int before = 0;
  std::array<int, 2> hands{};
  for (const RecordedMoment& moment : moments) {
    EXPECT_GT(moment.clock, before);
    before = moment.clock;
    for (std::size_t seat = 0; seat < hands.size(); ++seat) {
      if (moment.hands_begun[seat] == 0) continue;
      EXPECT_EQ(moment.hands_begun[seat], ++hands[seat]) << "no hand of either side is left out";
    }
  }
  EXPECT_GT(hands[0], 5);
  EXPECT_GT(hands[1], 5);
}

TEST(RecordedMoments, OfTurnsAreNotEstimated) {
  const record::Record record = record_of(tests::data_path("record_v1_turns.rensa"));
  EXPECT_TRUE(moments_of(record).empty());
  EXPECT_FALSE(rated_game_of(record));
}

TEST(RecordedMoments, OfAGameThatTheRulesDidNotEndAreNotRated) {
  EXPECT_FALSE(rated_game_of(record_of(tests::data_path("record_v1_forfeit.rensa"))));
}

TEST(LearnWeights, FindsTheFeatureThatDecides) {
  Standing strong = kEven;
  strong.possible = 60;
  std::vector<RatedGame> games;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    games.push_back(game_of(seed, seed % 5 == 0 ? 0 : 1, strong, kEven));
    games.push_back(game_of(seed, seed % 5 == 0 ? 1 : 0, kEven, strong));
  }
  const ChanceWeights weights = learn_weights(games, 0.01);
  EXPECT_GT(weights[static_cast<std::size_t>(Feature::possible)], 0);
  EXPECT_EQ(weights[static_cast<std::size_t>(Feature::room)], 0);
  // Four of five such games were won.
  EXPECT_NEAR(chance_of({strong, kEven}, weights), 800, 5);
  EXPECT_EQ(learn_weights(games, 0.01), weights);
}

TEST(LearnWeights, NeverSpeaksAgainstAFeature) {
  Standing full = kEven;
  full.garbage_cells = 30;
  std::vector<RatedGame> games;
  for (std::uint64_t seed = 0; seed < 10; ++seed) games.push_back(game_of(seed, 1, full, kEven));
  for (const int weight : learn_weights(games, 1)) EXPECT_EQ(weight, 0);
}

TEST(SplitBySeed, KeepsGamesOfOneSeedTogether) {
  std::vector<RatedGame> games;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    games.push_back(game_of(seed, 1, kEven, kEven));
    games.push_back(game_of(seed, 0, kEven, kEven));
  }
  const GameSplit split = split_by_seed(games);
  EXPECT_EQ(split.learned.size(), 12U);
  ASSERT_EQ(split.held_out.size(), 4U);
  EXPECT_EQ(split.held_out[0].seed, split.held_out[1].seed);
}

TEST(Reliability, CountsBothSidesOfEachMoment) {
  Standing dead = kEven;
  dead.is_dead = true;
  const std::vector<RatedGame> games{game_of(1, 1, kEven, dead), game_of(2, 1, kEven, kEven)};
  const Reliability found = reliability_of(games, learned_weights());
  EXPECT_EQ(found.positions, 4U);
  EXPECT_EQ(found.bins[0].positions, 1U);
  EXPECT_EQ(found.bins[9].positions, 1U);
  EXPECT_EQ(found.bins[9].share_won, 1);
  EXPECT_EQ(found.bins[5].positions, 2U);
  EXPECT_EQ(found.bins[5].share_won, 0.5);
  EXPECT_EQ(found.brier, 0.125);
  EXPECT_EQ(found.gains, (std::vector<double>{0.25, 0}));
}

}  // namespace
}  // namespace rensa::chances
