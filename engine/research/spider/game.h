#pragma once

#include <vector>

#include "engine/research/spider/table.h"

namespace rensa::spider {

// A game in progress: the real cards, and the player's view of them. Moves can be undone one after another, back to the
// last deal or removal of a run. A card that was seen once stays known, even if undo() turns it face down again. Other
// face-down cards and the stock are unknown.
class Game {
 public:
  explicit Game(const Table& table);

  // The table with kUnknown for each card that was never seen.
  const Table& view() const { return view_; }

  bool may_move(Move move) const { return view_.may_move(move); }
  MoveEffect move(Move move);
  bool may_undo() const { return !undoable_.empty(); }
  void undo();
  bool may_deal() const { return view_.may_deal(); }
  void deal();

  bool is_won() const { return table_.is_won(); }
  int steps() const { return steps_; }  // moves that were not undone, and deals

 private:
  struct UndoableMove {
    Move move;
    MoveEffect moved;
  };
  void reveal_top(int column);

  Table table_;
  Table view_;
  std::vector<UndoableMove> undoable_;
  int steps_ = 0;
};

}  // namespace rensa::spider
