#include "server/tournament/plan/game_seeds.h"

#include <set>
#include <string>

#include "engine/rules/rng.h"
#include "tests/server/tournament/plan/test_plan.h"

namespace rensa::tournament::test {
namespace {

GameToPlay game_of(std::size_t first, std::size_t second, int leg, int meeting = 0) {
  return {.id = {.pair = 0, .leg = leg, .attempt = 0},
          .pair = {.first = first, .second = second},
          .earlier_meetings = meeting};
}

TEST(GameSeeds, SeatsChangeFromGameToGame) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b", "c"]})");
  for (const auto& [one, two] : {std::pair<std::size_t, std::size_t>(0, 1), {1, 0}, {2, 1}}) {
    const GameSeeds seeds = game_seeds(plan, game_of(one, two, 0));
    const GameSeeds next = game_seeds(plan, game_of(one, two, 1));
    for (const duel::Seat seat : duel::kSeats) EXPECT_NE(seeds.side_at(seat), next.side_at(seat));
    EXPECT_NE(player_at(game_of(one, two, 0), seeds, duel::Seat::one),
              player_at(game_of(one, two, 0), seeds, duel::Seat::two));
  }
}

TEST(GameSeeds, TheOrderOfTheTwoPlayersDoesNotMatter) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b", "c"]})");
  const GameSeeds one = game_seeds(plan, game_of(0, 1, 0, 4));
  const GameSeeds other = game_seeds(plan, game_of(1, 0, 0, 4));
  EXPECT_EQ(one.queue, other.queue);
  EXPECT_EQ(one.players[0], other.players[1]);
  EXPECT_EQ(player_at(game_of(0, 1, 0, 4), one, duel::Seat::one), 0U);
  EXPECT_EQ(player_at(game_of(1, 0, 0, 4), other, duel::Seat::one), 0U);
}

TEST(GameSeeds, AnAnnulledGameGetsNewSeedsAndKeepsItsSeats) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b"]})");
  std::set<std::uint64_t> seen;
  for (int annulments = 0; annulments < 5; ++annulments) {
    for (const int leg : {0, 1}) {
      GameToPlay game = game_of(0, 1, leg);
      game.annulments = annulments;
      const GameSeeds seeds = game_seeds(plan, game);
      EXPECT_EQ(seeds.sides, game_seeds(plan, game_of(0, 1, leg)).sides);
      seen.insert({seeds.queue, seeds.players[0], seeds.players[1]});
    }
  }
  EXPECT_EQ(seen.size(), 5U * 2 * 3);
}

TEST(GameSeeds, TwoGamesOnOneQueueGetOneNewQueue) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b"]})");
  std::set<std::uint64_t> queues;
  for (const int leg : {0, 1}) {
    for (const int annulments : {0, 1}) {
      GameToPlay game = game_of(0, 1, leg);
      game.pair.is_audit = true;
      game.annulments = annulments;
      queues.insert(game_seeds(plan, game).queue);
    }
  }
  EXPECT_EQ(queues.size(), 2U);
}

TEST(GameSeeds, EveryGameHasItsOwnSeeds) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b", "c"]})");
  std::set<std::uint64_t> seen;
  for (int leg = 0; leg < 4; ++leg) {
    for (int meeting = 0; meeting < 4; ++meeting) {
      for (const std::size_t second : {1U, 2U}) {
        const GameSeeds seeds = game_seeds(plan, game_of(0, second, leg, meeting));
        seen.insert({seeds.queue, seeds.players[0], seeds.players[1]});
      }
    }
  }
  EXPECT_EQ(seen.size(), 3U * 4 * 4 * 2);
}

TEST(GameSeeds, TheGamesOfAnAuditedPairHaveEqualSeeds) {
  const TournamentPlan plan = plan_of(R"({"players": ["a", "b"]})");
  GameToPlay first = game_of(0, 1, 0);
  GameToPlay second = game_of(0, 1, 1);
  first.pair.is_audit = second.pair.is_audit = true;
  EXPECT_EQ(game_seeds(plan, first).queue, game_seeds(plan, second).queue);
  EXPECT_EQ(game_seeds(plan, first).players, game_seeds(plan, second).players);
  EXPECT_NE(game_seeds(plan, first).sides, game_seeds(plan, second).sides);
}

TEST(AuditedPairs, HaveTheirShareWithSmallAndLargeSeeds) {
  for (const std::uint64_t seed : {std::uint64_t{4}, kFirstLargeSeed - 1, kFirstLargeSeed, ~std::uint64_t{0}}) {
    int audited = 0;
    for (std::size_t pair = 0; pair < 10'000; ++pair) audited += is_audited(seed, 0.1, pair) ? 1 : 0;
    EXPECT_NEAR(audited, 1'000, 150) << seed;
    EXPECT_FALSE(is_audited(seed, 0, 1));
    EXPECT_TRUE(is_audited(seed, 1, 1));
  }
}

// PCG tells its seed by such flags, and SHA-256 does not.
TEST(AuditedPairs, ThoseOfALargeSeedAreNotDrawnByPcg) {
  const std::uint64_t large = kFirstLargeSeed + 4;
  int equal = 0;
  for (std::size_t pair = 0; pair < 1'000; ++pair) {
    constexpr std::uint64_t kAuditStream = 0x6175'6469'74ULL << 24;
    rules::Rng rng(large, kAuditStream + pair);
    equal += is_audited(large, 0.5, pair) == (rng.next() < 1U << 31U) ? 1 : 0;
  }
  EXPECT_NEAR(equal, 500, 100);
}

TEST(AuditedPairs, OfSmallSeedsStayWhatTheyWere) {
  std::string audited;
  for (std::size_t pair = 0; pair < 60; ++pair) audited += is_audited(4711, 0.3, pair) ? '1' : '0';
  EXPECT_EQ(audited, "100010110010001000000001000000010001100001111010100110100000");
}

}  // namespace
}  // namespace rensa::tournament::test
