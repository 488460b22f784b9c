#include "engine/research/spider/game.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "engine/rules/rng.h"

namespace rensa::spider {

Table::Table(const std::array<Card, kCards>& cards) : cards_(cards), stock_(kStockAtStart) {
  for (std::size_t c = 0; c < kColumns; ++c) {
    hidden_[c] = c < 4 ? 5 : 4;
    begins_[c + 1] = static_cast<std::uint8_t>(begins_[c] + hidden_[c] + 1);
  }
  assert(is_consistent());
}

int Table::run(int column) const {
  const int begin = begins_[slot(column)] + hidden_[slot(column)];
  const int end = begins_[slot(column + 1)];
  if (begin == end) return 0;
  int lowest = end - 1;
  while (lowest > begin && continues_run(cards_[slot(lowest)], cards_[slot(lowest - 1)])) --lowest;
  return end - lowest;
}

int Table::count_hidden() const { return std::accumulate(hidden_.begin(), hidden_.end(), 0); }

int Table::empty_columns() const {
  int empty = 0;
  for (int c = 0; c < kColumns; ++c) empty += is_empty(c) ? 1 : 0;
  return empty;
}

bool Table::may_move(Move move) const {
  if (move.from >= kColumns || move.to >= kColumns || move.from == move.to) return false;
  if (move.count == 0 || move.count > run(move.from)) return false;
  return is_empty(move.to) || fits_on(card(move.from, size(move.from) - move.count), top(move.to));
}

void Table::turn_up_top_card(int column, MoveEffect& moved) {
  if (hidden_[slot(column)] == 0 || hidden_[slot(column)] != size(column)) return;
  --hidden_[slot(column)];
  moved.turned = true;
}

bool Table::completes_run(Move move) const {
  if (is_empty(move.to) || rank_of(top(move.from)) != 1) return false;
  return continues_run(card(move.from, size(move.from) - move.count), top(move.to)) &&
         run(move.to) + move.count == kRanks;
}

void Table::move_column_bounds(Move move) {
  const int by = move.from < move.to ? -move.count : move.count;
  for (int c = std::min(move.from, move.to) + 1; c <= std::max(move.from, move.to); ++c) {
    begins_[slot(c)] = static_cast<std::uint8_t>(begins_[slot(c)] + by);
  }
}

MoveEffect Table::move(Move move) {
  assert(may_move(move));
  const auto from_end = cards_.begin() + begins_[slot(move.from + 1)];
  const auto to_end = cards_.begin() + begins_[slot(move.to + 1)];
  if (move.from < move.to) {
    std::rotate(from_end - move.count, from_end, to_end);
  } else {
    std::rotate(to_end, from_end - move.count, from_end);
  }
  move_column_bounds(move);
  MoveEffect moved;
  turn_up_top_card(move.from, moved);
  moved.removed = remove_complete_run(move.to);
  if (moved.removed) turn_up_top_card(move.to, moved);
  assert(is_consistent());
  return moved;
}

void Table::undo(Move move, MoveEffect moved) {
  assert(!moved.removed);
  if (moved.turned) ++hidden_[slot(move.from)];
  const auto from_end = cards_.begin() + begins_[slot(move.from + 1)];
  const auto to_end = cards_.begin() + begins_[slot(move.to + 1)];
  if (move.from < move.to) {
    std::rotate(from_end, to_end - move.count, to_end);
  } else {
    std::rotate(to_end - move.count, to_end, from_end);
  }
  move_column_bounds({.from = move.to, .to = move.from, .count = move.count});
  assert(is_consistent());
}

// Removes a complete run at once. The player has no choice.
bool Table::remove_complete_run(int column) {
  if (is_empty(column) || rank_of(top(column)) != 1 || run(column) != kRanks) return false;
  const int end = begins_[slot(column + 1)];
  std::copy(cards_.begin() + end, cards_.end(), cards_.begin() + end - kRanks);
  std::fill(cards_.end() - kRanks, cards_.end(), kUnknown);
  for (std::size_t c = slot(column + 1); c < begins_.size(); ++c) {
    begins_[c] = static_cast<std::uint8_t>(begins_[c] - kRanks);
  }
  ++removed_;
  return true;
}

void Table::deal() {
  assert(may_deal());
  const auto before = cards_;
  const auto begins = begins_;
  for (std::size_t c = 0; c < kColumns; ++c) {
    std::copy(before.begin() + begins[c], before.begin() + begins[c + 1],
              cards_.begin() + begins[c] + static_cast<int>(c));
    cards_[begins[c + 1] + c] = before[begins[kColumns] + c];
    begins_[c + 1] = static_cast<std::uint8_t>(begins[c + 1] + c + 1);
  }
  stock_ = static_cast<std::uint8_t>(stock_ - kColumns);
  for (int c = 0; c < kColumns; ++c) {
    MoveEffect moved;
    if (remove_complete_run(c)) turn_up_top_card(c, moved);
  }
  assert(is_consistent());
}

void Table::hide_face_down_cards() {
  for (std::size_t c = 0; c < kColumns; ++c) {
    std::fill_n(cards_.begin() + begins_[c], hidden_[c], kUnknown);
  }
  std::fill_n(cards_.begin() + begins_[kColumns], stock_, kUnknown);
}

bool Table::is_consistent() const {
  for (int c = 0; c < kColumns; ++c) {
    if (begins_[slot(c)] > begins_[slot(c + 1)]) return false;
    const int face_up = size(c) - hidden(c);
    if (face_up < 0 || (face_up == 0 && hidden(c) > 0)) return false;
  }
  return begins_[kColumns] + stock_ + kRanks * removed_ == kCards;
}

MoveList::MoveList(const Table& table) {
  int first_empty = kColumns;
  std::array<int, kColumns> goal{};  // the rank of the card that may go there; 0: none
  for (int c = kColumns - 1; c >= 0; --c) {
    if (table.is_empty(c)) {
      first_empty = c;
    } else {
      goal[static_cast<std::size_t>(c)] = rank_of(table.top(c)) - 1;
    }
  }
  for (int from = 0; from < kColumns; ++from) {
    const int run = table.run(from);
    if (run == 0) continue;
    const int least = rank_of(table.top(from));
    for (int to = 0; to < kColumns; ++to) {
      const int rank = goal[static_cast<std::size_t>(to)];
      if (to == from || rank < least || rank >= least + run) continue;
      moves_[size_++] = {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                         static_cast<std::uint8_t>(rank - least + 1)};
    }
    if (first_empty == kColumns) continue;
    for (int count = 1; count <= run; ++count) {
      moves_[size_++] = {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(first_empty),
                         static_cast<std::uint8_t>(count)};
    }
  }
}

Table shuffled_table(std::uint64_t seed, int suits) {
  assert(suits == 1 || suits == 2 || suits == 4);
  std::array<Card, kCards> cards{};
  for (int i = 0; i < kCards; ++i) cards[static_cast<std::size_t>(i)] = card_of(i / kRanks % suits, i % kRanks + 1);
  rules::Rng rng(seed);
  for (std::size_t i = kCards - 1; i > 0; --i) {
    std::swap(cards[i], cards[rng.below(static_cast<std::uint32_t>(i + 1))]);
  }
  return Table(cards);
}

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
