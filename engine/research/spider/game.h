#pragma once

#include <vector>

#include "engine/research/spider/table.h"

namespace rensa::spider {

// A game as it is played: the cards as they lie, and what the player knows of them. Moves can be undone, one after
// another, but neither a deal nor the removal of a run, nor what was before. A card that was seen once stays known,
// even if undoing turns it over again; the others that lie face down, and the stock, are not.
class Game {
 public:
  explicit Game(const Table& table);

  // The table with kUnknown for what was never seen.
  const Table& view() const { return view_; }

  bool may_move(Move move) const { return view_.may_move(move); }
  Moved move(Move move);
  bool may_undo() const { return !past_.empty(); }
  void undo();
  bool may_deal() const { return view_.may_deal(); }
  void deal();

  bool is_won() const { return table_.is_won(); }
  int steps() const { return steps_; }  // moves that stand, and deals

 private:
  struct Step {
    Move move;
    Moved moved;
  };
  void see_top(int column);

  Table table_;
  Table view_;
  std::vector<Step> past_;  // what can be undone
  int steps_ = 0;
};

}  // namespace rensa::spider
