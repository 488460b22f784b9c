#include "engine/research/spider/clearing.h"

#include <algorithm>
#include <bit>

namespace rensa::spider {

namespace {

ColumnSet bit_of(int column) { return static_cast<ColumnSet>(1U << column); }

// Returns the card below a column's run; kUnknown if the run lies on the table or on an unknown card.
Card card_below_run(const Table& table, int column) {
  const int depth = table.size(column) - table.run(column) - 1;
  return depth < 0 ? kUnknown : table.card(column, depth);
}

bool run_lies_on_face_up_card(const Table& table, int column) {
  return table.size(column) - table.run(column) > table.hidden(column);
}

template <typename Rate>
int first_of_greatest(ColumnSet columns, Rate&& rate) {
  int best = std::countr_zero(columns);
  int most = rate(best);
  for (int c = best + 1; c < kColumns; ++c) {
    if ((columns & bit_of(c)) == 0) continue;
    const int here = rate(c);
    if (here <= most) continue;
    best = c;
    most = here;
  }
  return best;
}

// Counts the cards of a column that can be moved one run after another. A move that completes a run counts, but it ends
// the count, because a removed run cannot be put back.
int count_cards_movable_run_by_run(Game& game, int column) {
  int cards = 0;
  int moves = 0;
  while (const auto move = run_move(game.view(), column)) {
    cards += move->count;
    if (game.view().completes_run(*move)) break;
    game.move(*move);
    ++moves;
  }
  for (; moves > 0; --moves) game.undo();
  return cards;
}

Move whole_run(const Table& table, int from, int to) {
  return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(table.run(from))};
}

// Rates the move of the run of `from` to the column `empty`: first by the number of cards that can then be moved from
// one column, then by the lowest card of the run.
int rate_filling(Game& game, int from, int empty) {
  const int rank = rank_of(game.view().base_of_run(from));
  game.move(whole_run(game.view(), from, empty));
  int most = 0;
  for (int c = 0; c < kColumns; ++c) most = std::max(most, count_cards_movable_run_by_run(game, c));
  game.undo();
  return most * (kRanks + 1) + rank;
}

// Chooses the run that fills an empty column. Runs that are alone in their column are left out, because moving one
// would leave another empty column. Runs that lie on a fitting card are left out, because they would be moved back.
std::optional<Move> filling_move(Game& game, FillingChoice filling) {
  const Table& table = game.view();
  ColumnSet columns = 0;
  int empty = kColumns;
  for (int c = kColumns - 1; c >= 0; --c) {
    if (table.is_empty(c)) {
      empty = c;
    } else if (table.run(c) < table.size(c) &&
               !(run_lies_on_face_up_card(table, c) && fits_on(table.base_of_run(c), card_below_run(table, c)))) {
      columns |= bit_of(c);
    }
  }
  if (columns == 0 || empty == kColumns) return std::nullopt;
  const int from = first_of_greatest(columns, [&](int column) {
    switch (filling) {
      case FillingChoice::leftmost:
        return 0;
      case FillingChoice::greatest:
        return rank_of(table.base_of_run(column));
      case FillingChoice::by_lookahead:
        return rate_filling(game, column, empty);
    }
    return 0;
  });
  return whole_run(table, from, empty);
}

// Moves single cards into all empty columns, so that cards can be dealt. Returns false if there are too few cards.
bool fill_for_deal(Game& game) {
  for (int to = 0; to < kColumns; ++to) {
    if (!game.view().is_empty(to)) continue;
    int from = 0;
    while (from < kColumns && game.view().size(from) < 2) ++from;
    if (from == kColumns) return false;
    game.move({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), 1});
  }
  return true;
}

void move_column(Game& game, int column, MoveExtent moving) {
  while (const auto move = run_move(game.view(), column)) {
    game.move(*move);
    if (moving == MoveExtent::one_run) return;
  }
}

bool fill_column(Game& game, FillingChoice filling) {
  const auto move = filling_move(game, filling);
  if (!move) return false;
  game.move(*move);
  return true;
}

}  // namespace

std::optional<Move> run_move(const Table& table, int column) {
  if (table.is_empty(column)) return std::nullopt;
  const Card base = table.base_of_run(column);
  const bool needs_suit = run_lies_on_face_up_card(table, column) && fits_on(base, card_below_run(table, column));
  for (int to = 0; to < kColumns; ++to) {
    if (to == column || table.is_empty(to)) continue;
    if (needs_suit ? continues_run(base, table.top(to)) : fits_on(base, table.top(to))) {
      return whole_run(table, column, to);
    }
  }
  return std::nullopt;
}

ColumnSet movable_columns(const Table& table) {
  ColumnSet columns = 0;
  for (int c = 0; c < kColumns; ++c) {
    if (run_move(table, c)) columns |= bit_of(c);
  }
  return columns;
}

int choose_leftmost(Game&, ColumnSet movable) { return std::countr_zero(movable); }

int prefer_on_hidden(Game& game, ColumnSet movable) {
  const Table& table = game.view();
  return first_of_greatest(movable, [&](int column) {
    return table.hidden(column) > 0 && !run_lies_on_face_up_card(table, column) ? 1 : 0;
  });
}

int prefer_most_hidden(Game& game, ColumnSet movable) {
  return first_of_greatest(movable, [&](int column) { return game.view().hidden(column); });
}

int prefer_most_movable(Game& game, ColumnSet movable) {
  return first_of_greatest(movable, [&](int column) { return count_cards_movable_run_by_run(game, column); });
}

// This always ends: a move joins two runs or puts a run onto a fitting card, and filling a column uses up an empty one.
// Runs are split only before a deal that follows at once.
void clear_table(Game& game, const ColumnChoice& choice, const ClearingRules& rules) {
  while (!game.is_won()) {
    if (const ColumnSet movable = movable_columns(game.view()); movable != 0) {
      move_column(game, choice(game, movable), rules.moving);
      if (rules.time == FillingTime::at_once) fill_column(game, rules.filling);
    } else if (!fill_column(game, rules.filling)) {
      if (game.view().stock_size() == 0 || !fill_for_deal(game)) return;
      game.deal();
    }
  }
}

}  // namespace rensa::spider
