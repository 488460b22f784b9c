#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/research/spider/game.h"
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

// A player of ours: between two deals it looks at the most promising tables first that its moves lead to, and goes to
// the best of them. It sees what anybody may see: a card that lies face down is turned by moves of the game, which are
// undone; beyond the removal of a run, where nothing can be undone, such a card ends the look.

struct SearchSettings {
  int tables = 5000;         // looked at before each deal, and after each run that was removed
  int last_tables = 30000;   // once there is nothing left to deal
  int filling_tables = 300;  // looked at so that no column is empty when cards are dealt
  Worth worth{};
};

class Search {
 public:
  explicit Search(const SearchSettings& settings) : settings_(settings) {}

  // Plays until the game is won or nothing better is found.
  void clear(Game& game);
  // Plays until cards are to be dealt next, and may be. False: it is over.
  bool play_to_deal(Game& game);

 private:
  struct Node {
    Table table;
    std::uint64_t key = 0;
    int worth = 0;
    std::uint32_t parent = 0;
    Move move;
    bool removed = false;  // on the way a run was
    bool unknown = false;  // a card turned up that only playing on can show
  };
  struct Waiting {
    int worth = 0;
    std::uint32_t node = 0;
    friend bool operator<(const Waiting& a, const Waiting& b) {
      return a.worth != b.worth ? a.worth < b.worth : a.node > b.node;  // the first of equals
    }
  };

  // The best table found: the root if none is better. 0 is the root.
  std::uint32_t look(Game& game, int tables, const Worth& worth, std::uint32_t (Search::*best)() const);
  std::uint32_t best_of_all() const;
  std::uint32_t best_without_empty() const;
  void expand(Game& game, std::uint32_t node, const Worth& worth);
  void add(Game& game, std::uint32_t parent, Move move, const Worth& worth);
  void see(Game& game, Node& node, int column);
  std::vector<Move> moves_to(std::uint32_t node) const;
  bool is_new(std::uint64_t key);
  void play(Game& game, std::uint32_t node) const;
  void fill(Game& game);

  SearchSettings settings_;
  std::vector<Node> nodes_;
  std::vector<Waiting> waiting_;     // a heap
  std::vector<std::uint64_t> seen_;  // keys by their low bits; 0: free
};

}  // namespace rensa::spider
