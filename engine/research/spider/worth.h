#pragma once

#include "engine/research/spider/table.h"

namespace rensa::spider {

// What a table is worth to who wants to clear it, column by column, so that a move changes two of them only.

struct Worth {
  int hidden = 20;  // each card face down, taken off
  int covered = 5;  // a column with such cards, taken off
  int join = 10;    // a card on the next one of its suit
  int fit = -10;    // the same of another suit: it keeps the card below from being moved
  int tear = 10;    // a card on another one, or on hidden ones, taken off
  int king_at_bottom = 10;
  int empty = 20;     // a column
  int removed = 130;  // a run
};

int worth_of_column(const Table& table, int column, const Worth& worth);
int worth_of(const Table& table, const Worth& worth);

}  // namespace rensa::spider
