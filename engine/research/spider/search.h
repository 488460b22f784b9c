#pragma once

#include <cstdint>
#include <vector>

#include "engine/limits/search_limits.h"
#include "engine/research/spider/game.h"

namespace rensa::spider {

// A search of our own for clearing the table, and its evaluation of tables. Columns are evaluated one by one, so that a
// move changes only two of them.

struct EvaluationWeights {
  int hidden = 20;  // subtracted for each face-down card
  int covered = 5;  // subtracted for a column with face-down cards
  int join = 10;    // for a card on the next card of its suit
  int fit = -10;    // for a card on the next card of another suit: the card below cannot move
  int misfit = 10;  // subtracted for a card on any other card, or on face-down cards
  int king_at_bottom = 10;
  int empty = 20;     // for an empty column
  int removed = 130;  // for a removed run
};

int evaluate_column(const Table& table, int column, const EvaluationWeights& weights);
int evaluate(const Table& table, const EvaluationWeights& weights);

// Between two deals the search visits the most promising tables first, then plays to the best of them. It uses only the
// knowledge of a player: it turns a face-down card by playing moves of the game and undoing them. Beyond the removal of
// a run, which cannot be undone, an unknown card ends the search of that line.

struct SearchSettings {
  int tables = 5000;        // visited before each deal, and again after each removed run
  int last_tables = 30000;  // visited when the stock is empty
  int fill_tables = 300;    // visited to fill all empty columns before a deal
  EvaluationWeights weights{};
};

class Search {
 public:
  explicit Search(const SearchSettings& settings) : settings_(settings) {}

  // Plays until the game is won or the search finds no better table. A node is a table whose moves are tried. If the
  // budget ends first, it plays to the best table so far.
  void clear_table(Game& game, limits::SearchBudget& budget);
  // Plays until the next deal, which is then allowed. Returns false if the game is over.
  bool play_to_deal(Game& game, limits::SearchBudget& budget);

 private:
  struct Node {
    Table table;
    std::uint64_t key = 0;
    int value = 0;
    std::uint32_t parent = 0;
    Move move;
    bool removed = false;  // a run was removed on the way here
    bool unknown = false;  // a card was turned up that only the real game can show
  };
  // A node that was not expanded yet.
  struct OpenNode {
    int value = 0;
    std::uint32_t node = 0;
    friend bool operator<(const OpenNode& a, const OpenNode& b) {
      return a.value != b.value ? a.value < b.value : a.node > b.node;  // the earlier node of equals
    }
  };

  // Returns the best node found, or the root, 0, if no node is better.
  std::uint32_t find_best_table(Game& game, int tables, const EvaluationWeights& weights,
                                std::uint32_t (Search::*best)() const, limits::SearchBudget& budget);
  std::uint32_t best_node() const;
  std::uint32_t best_without_empty_column() const;
  void expand(Game& game, std::uint32_t node, const EvaluationWeights& weights);
  void add(Game& game, std::uint32_t parent, Move move, const EvaluationWeights& weights);
  void reveal_turned_card(Game& game, Node& node, int column);
  std::vector<Move> moves_from_root(std::uint32_t node) const;
  bool insert_if_new(std::uint64_t key);
  void play(Game& game, std::uint32_t node) const;
  void fill_empty_columns(Game& game, limits::SearchBudget& budget);

  SearchSettings settings_;
  std::vector<Node> nodes_;
  std::vector<OpenNode> waiting_;       // a heap
  std::vector<std::uint64_t> visited_;  // hash table of keys; 0 is a free slot
};

}  // namespace rensa::spider
