#include "engine/research/spider/game.h"

#include <gtest/gtest.h>

#include "engine/rules/rng.h"

namespace rensa::spider::test {
namespace {

int unknown_in(const Table& view) {
  int unknown = 0;
  for (int c = 0; c < kColumns; ++c) {
    for (const Card card : view.column(c)) unknown += card == kUnknown ? 1 : 0;
  }
  return unknown;
}

// Checks that known cards are right, face-up cards are known, and cards of the stock are unknown.
void expect_honest(const Table& view, const Table& truth) {
  for (int c = 0; c < kColumns; ++c) {
    ASSERT_EQ(view.size(c), truth.size(c));
    ASSERT_EQ(view.hidden(c), truth.hidden(c));
    for (int depth = 0; depth < view.size(c); ++depth) {
      const Card card = view.card(c, depth);
      EXPECT_TRUE(card == truth.card(c, depth) || (card == kUnknown && depth < view.hidden(c)));
    }
  }
  for (const Card card : view.stock_cards()) EXPECT_EQ(card, kUnknown);
}

TEST(SpiderGame, ShowsOnlyCardsThatWereTurnedUp) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Table truth = shuffled_table(seed, 1);
    Game game(truth);
    rules::Rng rng(seed);
    for (int step = 0; step < 300; ++step) {
      expect_honest(game.view(), truth);
      const MoveList moves(game.view());
      if (!moves.all().empty() && rng.below(10) != 0) {
        const Move move = moves.all()[rng.below(static_cast<std::uint32_t>(moves.all().size()))];
        game.move(move);
        truth.move(move);
      } else if (game.may_deal()) {
        game.deal();
        truth.deal();
      }
    }
  }
}

TEST(SpiderGame, RemembersCardsSeenBeforeUndo) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Game game(shuffled_table(seed, 1));
    const Table before = game.view();
    const MoveList moves(before);
    if (moves.all().empty()) continue;
    const Move move = moves.all().front();
    ASSERT_TRUE(game.move(move).turned);
    game.undo();
    EXPECT_EQ(game.view().hidden(move.from), before.hidden(move.from)) << "it lies face down again";
    EXPECT_NE(game.view().card(move.from, before.size(move.from) - 2), kUnknown);
    EXPECT_EQ(unknown_in(game.view()), unknown_in(before) - 1);
    EXPECT_EQ(game.steps(), 0);
    game.deal();
    EXPECT_EQ(unknown_in(game.view()), unknown_in(before) - 1) << "a deal does not hide it again";
  }
}

TEST(SpiderGame, CannotUndoADealOrEarlierMoves) {
  Game game(shuffled_table(3, 1));
  const MoveList moves(game.view());
  ASSERT_FALSE(moves.all().empty());
  game.move(moves.all().front());
  EXPECT_TRUE(game.may_undo());
  game.deal();
  EXPECT_FALSE(game.may_undo());
  EXPECT_EQ(game.steps(), 2);
}

// Plays until a run is removed, because no deal has a complete run.
TEST(SpiderGame, CannotUndoTheRemovalOfARun) {
  int removals = 0;
  for (std::uint64_t seed = 1; seed <= 200 && removals < 5; ++seed) {
    Game game(shuffled_table(seed, 1));
    for (int step = 0; step < 300; ++step) {
      const MoveList moves(game.view());
      const Move* joining = nullptr;
      for (const Move& move : moves.all()) {
        if (!game.view().is_empty(move.to) && move.count == game.view().run(move.from)) joining = &move;
      }
      if (joining == nullptr) {
        if (!game.may_deal()) break;
        game.deal();
        continue;
      }
      if (!game.move(*joining).removed) continue;
      EXPECT_FALSE(game.may_undo());
      EXPECT_EQ(game.view().removed(), 1);
      ++removals;
      break;
    }
  }
  EXPECT_GT(removals, 0);
}

}  // namespace
}  // namespace rensa::spider::test
