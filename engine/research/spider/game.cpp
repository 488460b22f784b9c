#include "engine/research/spider/game.h"

#include <cassert>

namespace rensa::spider {

Game::Game(const Table& table) : table_(table), view_(table) { view_.forget_unseen(); }

Moved Game::move(Move move) {
  assert(may_move(move));
  const Moved moved = table_.move(move);
  view_.move(move);
  see_top(move.from);
  see_top(move.to);
  if (moved.removed) {
    past_.clear();
  } else {
    past_.push_back({move, moved});
  }
  ++steps_;
  return moved;
}

void Game::see_top(int column) {
  if (!table_.is_empty(column)) view_.learn(column, table_.size(column) - 1, table_.top(column));
}

void Game::undo() {
  assert(may_undo());
  const Step step = past_.back();
  past_.pop_back();
  table_.undo(step.move, step.moved);
  view_.undo(step.move, step.moved);
  --steps_;
}

// What is dealt is known by then, and so is what a completed run turns.
void Game::deal() {
  assert(may_deal());
  table_.deal();
  Table view = table_;
  view.forget_unseen();
  // Cards face down stay where they are: what was known of them still is.
  for (int c = 0; c < kColumns; ++c) {
    for (int depth = 0; depth < view.hidden(c); ++depth) view.learn(c, depth, view_.card(c, depth));
  }
  view_ = view;
  past_.clear();
  ++steps_;
}

}  // namespace rensa::spider
