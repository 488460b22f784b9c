#include <algorithm>
#include <csignal>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <random>

#include "tests/e2e/tournaments/cup_server.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/seed.h"

// Plays a tournament of built-in players under the virtual clock with a fixed charge, once undisturbed and once on a
// server that is killed again and again. In the end both must have the same tables, results and records.

namespace rensa::e2e {
namespace {

// The parameter is the number of games at a time.
class KilledTournament : public testing::TestWithParam<int> {
 protected:
  static Json plan(int pairs) {
    return {{"name", "cup"},
            {"seed", 8},
            {"clock", "virtual"},
            {"charge", 12},
            {"pairs", pairs},
            {"audit", 0.25},
            {"players", {"greedy", "random", {{"name", "small gaze"}, {"player", "gaze:nodes=200"}}}}};
  }
};

INSTANTIATE_TEST_SUITE_P(Games, KilledTournament, testing::Values(1, 3),
                         [](const auto& jobs) { return jobs.param == 1 ? "OneByOne" : "ThreeAtATime"; });

TEST_P(KilledTournament, EndsWithTheTablesResultsAndRecordsOfTheUndisturbedOne) {
  const std::uint32_t seed = tests::random_seed();
  SCOPED_TRACE("RENSA_SEED=" + std::to_string(seed));
  std::mt19937 chance(seed);
  const int kills = tests::cases(3, 100);
  const Json cup = plan(tests::cases(3, 20));
  CupServer undisturbed;
  ASSERT_NO_FATAL_FAILURE(undisturbed.start(cup, GetParam()));
  const PlayedCup expected = undisturbed.finish();
  ASSERT_FALSE(expected.records.empty());

  // Each kill waits until a drawn part of the tournament is on disk. Several may come before the next game ends.
  std::vector<std::uint64_t> moments;
  for (int kill = 0; kill < kills; ++kill) {
    moments.push_back(std::uniform_int_distribution<std::uint64_t>(1, expected.bytes - 1)(chance));
  }
  std::sort(moments.begin(), moments.end());
  CupServer killed;
  ASSERT_NO_FATAL_FAILURE(killed.start(cup, GetParam()));
  for (const std::uint64_t bytes : moments) {
    const bool is_during_a_game = std::bernoulli_distribution()(chance);
    const std::uint64_t messages = is_during_a_game ? std::uniform_int_distribution<std::uint64_t>(1, 60)(chance) : 0;
    SCOPED_TRACE("kill after " + std::to_string(bytes) + " bytes and " + std::to_string(messages) + " messages");
    ASSERT_NO_FATAL_FAILURE(killed.stop_after(bytes, messages, SIGKILL));
  }
  const PlayedCup found = killed.finish();

  EXPECT_EQ(found.tables, expected.tables);
  EXPECT_EQ(found.timeless_events(), expected.timeless_events());
  // A game that was interrupted is played again as its next attempt, and has the same record.
  std::map<std::string, std::string> records;
  for (const auto& [name, bytes] : found.records) {
    const std::size_t second_hyphen = name.find('-', name.find('-') + 1);
    const std::string game = second_hyphen == std::string::npos ? name : name.substr(0, second_hyphen) + ".rensa";
    EXPECT_EQ(records.try_emplace(game, bytes).first->second, bytes) << name;
  }
  EXPECT_EQ(records, expected.records);
  if (GetParam() > 1) return;
  // The start of a game is written together with its end. So a single game that was interrupted leaves no trace.
  EXPECT_EQ(found.journal, expected.journal);
  EXPECT_EQ(found.records, expected.records);
}

}  // namespace
}  // namespace rensa::e2e
