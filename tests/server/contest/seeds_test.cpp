#include "server/contest/seeds.h"

#include <set>

#include "tests/server/contest/some_plan.h"

namespace rensa::contest::test {
namespace {

league::GameToPlay game_of(std::size_t first, std::size_t second, int leg, int meeting = 0) {
  return {.id = {.pair = 0, .leg = leg, .attempt = 0}, .pair = {.first = first, .second = second}, .meeting = meeting};
}

TEST(Seeds, SeatsChangeFromGameToGame) {
  const Plan plan = plan_of(R"({"players": ["a", "b", "c"]})");
  for (const auto& [one, two] : {std::pair<std::size_t, std::size_t>(0, 1), {1, 0}, {2, 1}}) {
    const GameChance chance = chance_of(plan, game_of(one, two, 0));
    const GameChance next = chance_of(plan, game_of(one, two, 1));
    for (const duel::Seat seat : duel::kSeats) EXPECT_NE(chance.side_at(seat), next.side_at(seat));
    EXPECT_NE(player_at(game_of(one, two, 0), chance, duel::Seat::one),
              player_at(game_of(one, two, 0), chance, duel::Seat::two));
  }
}

TEST(Seeds, WhoIsDrawnFirstChangesNothing) {
  const Plan plan = plan_of(R"({"players": ["a", "b", "c"]})");
  const GameChance one = chance_of(plan, game_of(0, 1, 0, 4));
  const GameChance other = chance_of(plan, game_of(1, 0, 0, 4));
  EXPECT_EQ(one.queue, other.queue);
  EXPECT_EQ(one.players[0], other.players[1]);
  EXPECT_EQ(player_at(game_of(0, 1, 0, 4), one, duel::Seat::one), 0U);
  EXPECT_EQ(player_at(game_of(1, 0, 0, 4), other, duel::Seat::one), 0U);
}

TEST(Seeds, EveryGameHasItsOwn) {
  const Plan plan = plan_of(R"({"players": ["a", "b", "c"]})");
  std::set<std::uint64_t> seen;
  for (int leg = 0; leg < 4; ++leg) {
    for (int meeting = 0; meeting < 4; ++meeting) {
      for (const std::size_t second : {1U, 2U}) {
        const GameChance chance = chance_of(plan, game_of(0, second, leg, meeting));
        seen.insert({chance.queue, chance.players[0], chance.players[1]});
      }
    }
  }
  EXPECT_EQ(seen.size(), 3U * 4 * 4 * 2);
}

TEST(Seeds, AnAuditedPairHasOneQueueAndOneChance) {
  const Plan plan = plan_of(R"({"players": ["a", "b"]})");
  league::GameToPlay first = game_of(0, 1, 0);
  league::GameToPlay second = game_of(0, 1, 1);
  first.pair.is_audit = second.pair.is_audit = true;
  EXPECT_EQ(chance_of(plan, first).queue, chance_of(plan, second).queue);
  EXPECT_EQ(chance_of(plan, first).players, chance_of(plan, second).players);
  EXPECT_NE(chance_of(plan, first).sides, chance_of(plan, second).sides);
}

}  // namespace
}  // namespace rensa::contest::test
