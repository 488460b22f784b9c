#include "engine/research/spider/clearing.h"

#include <algorithm>
#include <bit>

namespace rensa::spider {

namespace {

Columns bit_of(int column) { return static_cast<Columns>(1U << column); }

// The card that a column's run lies on; kUnknown: it lies on the table, or on a card that nobody has seen.
Card below_run(const Table& table, int column) {
  const int depth = table.size(column) - table.run(column) - 1;
  return depth < 0 ? kUnknown : table.card(column, depth);
}

bool lies_on_face_up(const Table& table, int column) {
  return table.size(column) - table.run(column) > table.hidden(column);
}

template <typename Worth>
int first_of_greatest(Columns columns, Worth&& worth) {
  int best = std::countr_zero(columns);
  int most = worth(best);
  for (int c = best + 1; c < kColumns; ++c) {
    if ((columns & bit_of(c)) == 0) continue;
    const int here = worth(c);
    if (here <= most) continue;
    best = c;
    most = here;
  }
  return best;
}

// How many cards of a column can be moved one run after the other. A run that would complete thirteen counts, but there
// the look ends: what is removed cannot be put back.
int look_at(Game& game, int column) {
  int cards = 0;
  int moves = 0;
  while (const auto move = run_move(game.view(), column)) {
    cards += move->count;
    if (game.view().completes(*move)) break;
    game.move(*move);
    ++moves;
  }
  for (; moves > 0; --moves) game.undo();
  return cards;
}

Move whole_run(const Table& table, int from, int to) {
  return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(table.run(from))};
}

// What can be moved after a filling, at most from one column; of equals, the greatest lowest card goes first.
int worth_of_filling(Game& game, int from, int empty) {
  const int rank = rank_of(game.view().base_of_run(from));
  game.move(whole_run(game.view(), from, empty));
  int most = 0;
  for (int c = 0; c < kColumns; ++c) most = std::max(most, look_at(game, c));
  game.undo();
  return most * (kRanks + 1) + rank;
}

// Which run is put into an empty column. One that has its column to itself would leave another one empty, and one that
// lies on a card that fits would be moved back.
std::optional<Move> filling_move(Game& game, Filling filling) {
  const Table& table = game.view();
  Columns columns = 0;
  int empty = kColumns;
  for (int c = kColumns - 1; c >= 0; --c) {
    if (table.is_empty(c)) {
      empty = c;
    } else if (table.run(c) < table.size(c) &&
               !(lies_on_face_up(table, c) && fits(table.base_of_run(c), below_run(table, c)))) {
      columns |= bit_of(c);
    }
  }
  if (columns == 0 || empty == kColumns) return std::nullopt;
  const int from = first_of_greatest(columns, [&](int column) {
    switch (filling) {
      case Filling::leftmost:
        return 0;
      case Filling::greatest:
        return rank_of(table.base_of_run(column));
      case Filling::by_look:
        return worth_of_filling(game, column, empty);
    }
    return 0;
  });
  return whole_run(table, from, empty);
}

// So that cards can be dealt: single cards into all columns that are still empty. False: there are too few.
bool spread(Game& game) {
  for (int to = 0; to < kColumns; ++to) {
    if (!game.view().is_empty(to)) continue;
    int from = 0;
    while (from < kColumns && game.view().size(from) < 2) ++from;
    if (from == kColumns) return false;
    game.move({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), 1});
  }
  return true;
}

void move_column(Game& game, int column, Moving moving) {
  while (const auto move = run_move(game.view(), column)) {
    game.move(*move);
    if (moving == Moving::one_run) return;
  }
}

bool fill(Game& game, Filling filling) {
  const auto move = filling_move(game, filling);
  if (!move) return false;
  game.move(*move);
  return true;
}

}  // namespace

std::optional<Move> run_move(const Table& table, int column) {
  if (table.is_empty(column)) return std::nullopt;
  const Card base = table.base_of_run(column);
  const bool needs_suit = lies_on_face_up(table, column) && fits(base, below_run(table, column));
  for (int to = 0; to < kColumns; ++to) {
    if (to == column || table.is_empty(to)) continue;
    if (needs_suit ? joins(base, table.top(to)) : fits(base, table.top(to))) {
      return Move{static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(to),
                  static_cast<std::uint8_t>(table.run(column))};
    }
  }
  return std::nullopt;
}

Columns movable_columns(const Table& table) {
  Columns columns = 0;
  for (int c = 0; c < kColumns; ++c) {
    if (run_move(table, c)) columns |= bit_of(c);
  }
  return columns;
}

int leftmost(Game&, Columns movable) { return std::countr_zero(movable); }

int leftmost_on_hidden(Game& game, Columns movable) {
  const Table& table = game.view();
  return first_of_greatest(
      movable, [&](int column) { return table.hidden(column) > 0 && !lies_on_face_up(table, column) ? 1 : 0; });
}

int leftmost_most_hidden(Game& game, Columns movable) {
  return first_of_greatest(movable, [&](int column) { return game.view().hidden(column); });
}

int leftmost_most_movable(Game& game, Columns movable) {
  return first_of_greatest(movable, [&](int column) { return look_at(game, column); });
}

// It ends: a move joins runs or puts one onto a card that fits, a filling takes an empty column, and where something is
// torn apart for the sake of a deal, the deal follows at once.
void clear(Game& game, const ColumnChoice& choice, const Habits& habits) {
  while (!game.is_won()) {
    if (const Columns movable = movable_columns(game.view()); movable != 0) {
      move_column(game, choice(game, movable), habits.moving);
      if (habits.time == FillingTime::at_once) fill(game, habits.filling);
    } else if (!fill(game, habits.filling)) {
      if (game.view().stock() == 0 || !spread(game)) return;
      game.deal();
    }
  }
}

}  // namespace rensa::spider
