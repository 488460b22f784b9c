#pragma once

#include <vector>

#include "engine/research/spider/game.h"

namespace rensa::spider::test {

// The rules of the table in the simplest form: a vector for each column.
struct PlainTable {
  std::vector<std::vector<Card>> columns{kColumns};
  std::vector<int> hidden = std::vector<int>(kColumns);
  std::vector<Card> stock;
  int removed = 0;

  explicit PlainTable(const Table& table) {
    for (int c = 0; c < kColumns; ++c) {
      const auto cards = table.column(c);
      columns[static_cast<std::size_t>(c)].assign(cards.begin(), cards.end());
      hidden[static_cast<std::size_t>(c)] = table.hidden(c);
    }
    const auto next = table.stock_cards();
    stock.assign(next.begin(), next.end());
    removed = table.removed();
  }

  static bool follows(Card upper, Card lower) {
    return upper >> 4 == lower >> 4 && rank_of(upper) + 1 == rank_of(lower);
  }

  std::vector<Move> moves() const {
    std::vector<Move> found;
    for (std::size_t from = 0; from < kColumns; ++from) {
      for (std::size_t count = 1; count <= columns[from].size() - static_cast<std::size_t>(hidden[from]); ++count) {
        const std::size_t base = columns[from].size() - count;
        bool together = true;
        for (std::size_t i = base + 1; i < columns[from].size(); ++i) {
          together = together && follows(columns[from][i], columns[from][i - 1]);
        }
        for (std::size_t to = 0; together && to < kColumns; ++to) {
          if (to == from) continue;
          if (columns[to].empty() || rank_of(columns[from][base]) + 1 == rank_of(columns[to].back())) {
            found.push_back(
                {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(count)});
          }
        }
      }
    }
    return found;
  }

  void settle() {
    for (std::size_t c = 0; c < kColumns; ++c) {
      auto& cards = columns[c];
      const std::size_t face_up = cards.size() - static_cast<std::size_t>(hidden[c]);
      bool complete = face_up >= kRanks && rank_of(cards.back()) == 1;
      for (std::size_t i = 1; complete && i < kRanks; ++i) {
        complete = follows(cards[cards.size() - i], cards[cards.size() - i - 1]);
      }
      if (complete) {
        cards.resize(cards.size() - kRanks);
        ++removed;
      }
      if (!cards.empty() && static_cast<std::size_t>(hidden[c]) == cards.size()) --hidden[c];
    }
  }

  void move(Move move) {
    auto& from = columns[move.from];
    columns[move.to].insert(columns[move.to].end(), from.end() - move.count, from.end());
    from.resize(from.size() - move.count);
    settle();
  }

  void deal() {
    for (std::size_t c = 0; c < kColumns; ++c) columns[c].push_back(stock[c]);
    stock.erase(stock.begin(), stock.begin() + kColumns);
    settle();
  }

  bool is_same_as(const Table& table) const {
    const PlainTable other(table);
    return columns == other.columns && hidden == other.hidden && stock == other.stock && removed == other.removed;
  }
};

}  // namespace rensa::spider::test
