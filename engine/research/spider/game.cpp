#include "engine/research/spider/game.h"

#include <cassert>

namespace rensa::spider {

Game::Game(const Table& table) : table_(table), view_(table) { view_.hide_face_down_cards(); }

MoveEffect Game::move(Move move) {
  assert(may_move(move));
  const MoveEffect moved = table_.move(move);
  view_.move(move);
  reveal_top(move.from);
  reveal_top(move.to);
  if (moved.removed) {
    undoable_.clear();
  } else {
    undoable_.push_back({move, moved});
  }
  ++steps_;
  return moved;
}

void Game::reveal_top(int column) {
  if (!table_.is_empty(column)) view_.reveal(column, table_.size(column) - 1, table_.top(column));
}

void Game::undo() {
  assert(may_undo());
  const UndoableMove step = undoable_.back();
  undoable_.pop_back();
  table_.undo(step.move, step.moved);
  view_.undo(step.move, step.moved);
  --steps_;
}

// Dealt cards, and cards that a removed run turns up, become known.
void Game::deal() {
  assert(may_deal());
  table_.deal();
  Table view = table_;
  view.hide_face_down_cards();
  // Face-down cards stay where they are, so the known ones stay known.
  for (int c = 0; c < kColumns; ++c) {
    for (int depth = 0; depth < view.hidden(c); ++depth) view.reveal(c, depth, view_.card(c, depth));
  }
  view_ = view;
  undoable_.clear();
  ++steps_;
}

}  // namespace rensa::spider
