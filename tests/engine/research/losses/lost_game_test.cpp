#include "engine/research/losses/lost_game.h"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "engine/players/choices.h"
#include "engine/players/local_game.h"
#include "engine/record/record_writer.h"

namespace rensa::losses {
namespace {

using rules::Placement;
using rules::Rotation;

// Places its pairs upright on these columns, one after another, and again from the first.
class ColumnPlayer final : public players::Player {
 public:
  explicit ColumnPlayer(std::vector<int> columns) : columns_(std::move(columns)) {}

  Placement choose(const players::Position& position, const players::SearchLimits&) override {
    const int x = columns_[static_cast<std::size_t>(hand_++) % columns_.size()];
    for (std::size_t i = 0; i < rules::kPlacements.size(); ++i) {
      const Placement placement = rules::kPlacements[i];
      const bool is_possible = (players::possible_placements(position) >> i & 1U) != 0;
      if (placement.x == x && placement.r == Rotation::up && is_possible) return placement;
    }
    return players::any_possible_placement(position);
  }

 private:
  std::vector<int> columns_;
  int hand_ = 0;
};

// Seat one builds a tower where pairs appear. Seat two spreads its pairs, which make no group in so few hands.
record::Record game_of_a_tower() {
  const duel::GameSetup setup{.ruleset = *rules::find_ruleset("tsu-1"), .seed = 3, .queue = {}};
  ColumnPlayer tower({3});
  ColumnPlayer spread({1, 6, 2, 5, 4});
  record::RecordWriter writer(setup, {"tower", "spread"});
  players::LocalGame game(setup, {&tower, &spread}, &writer);
  game.play_until(duel::kNoFrameLimit);
  return writer.finish(game.game(), *game.outcome());
}

TEST(LostGame, ATowerIsLostByItsOwnBuilding) {
  const record::Record record = game_of_a_tower();
  ASSERT_EQ(record.outcome.winner, duel::Seat::two);
  const auto game = analyse_lost_game(record, [](const players::Position&) { return true; });
  ASSERT_TRUE(game);
  EXPECT_EQ(game->loser, duel::Seat::one);
  EXPECT_EQ(game->cause, LossCause::choked);
  EXPECT_EQ(game->lost_hand, game->hands) << "the last hand is still held";
}

TEST(LostGame, TheLostHandIsTheLastThatHolds) {
  const record::Record record = game_of_a_tower();
  const auto held_until = [&](int hand) {
    return analyse_lost_game(record, [hand](const players::Position& position) { return position.own.hand <= hand; });
  };
  EXPECT_EQ(held_until(3)->lost_hand, 3);
  EXPECT_EQ(held_until(2)->lost_hand, 2);
  EXPECT_EQ(held_until(0)->lost_hand, 1) << "no hand holds, so the first one that was searched counts";
  EXPECT_LT(held_until(2)->lost_clock, held_until(3)->lost_clock);
}

TEST(LostGame, APlayerStillSeesAWayOutBesideTheTower) {
  const record::Record record = game_of_a_tower();
  const auto player = players::parse_player_spec("champion:nodes=2000");
  ASSERT_TRUE(player);
  const players::Entrant entrant{.kind = player->kind, .options = {.nodes = player->nodes}, .name = "champion"};
  const auto game = analyse_lost_game(record, holds_by_player(entrant));
  ASSERT_TRUE(game);
  EXPECT_EQ(game->lost_hand, game->hands) << "the last pair can be placed beside the tower";
}

TEST(LostGame, DrawsAndGamesThatTheRulesDidNotEndHaveNoLoser) {
  const auto holds = [](const players::Position&) { return true; };
  record::Record record = game_of_a_tower();
  record.outcome.cause = duel::Cause::disconnected;
  EXPECT_FALSE(analyse_lost_game(record, holds));
  record = game_of_a_tower();
  record.outcome.winner.reset();
  EXPECT_FALSE(analyse_lost_game(record, holds));
}

}  // namespace
}  // namespace rensa::losses
