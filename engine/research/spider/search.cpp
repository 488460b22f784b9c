#include "engine/research/spider/search.h"

#include <algorithm>
#include <bit>

#include "engine/rules/hash.h"

namespace rensa::spider {

int evaluate_column(const Table& table, int column, const EvaluationWeights& weights) {
  const auto cards = table.column(column);
  if (cards.empty()) return weights.empty;
  const auto hidden = static_cast<std::size_t>(table.hidden(column));
  int sum = 0;
  if (hidden > 0) {
    sum -= weights.hidden * table.hidden(column) + weights.covered + weights.misfit;
  } else if (rank_of(cards[0]) == kRanks) {
    sum += weights.king_at_bottom;
  }
  for (std::size_t i = hidden + 1; i < cards.size(); ++i) {
    if (continues_run(cards[i], cards[i - 1])) {
      sum += weights.join;
    } else if (fits_on(cards[i], cards[i - 1])) {
      sum += weights.fit;
    } else {
      sum -= weights.misfit;
    }
  }
  return sum;
}

int evaluate(const Table& table, const EvaluationWeights& weights) {
  int sum = weights.removed * table.removed();
  for (int c = 0; c < kColumns; ++c) sum += evaluate_column(table, c, weights);
  return sum;
}

namespace {

// Returns a hash of a column. It depends on the position of the column only if the column has hidden cards.
std::uint64_t key_of_column(const Table& table, int column) {
  const int hidden = table.hidden(column);
  rules::Hash hash(hidden == 0 ? 1U : static_cast<std::uint64_t>(2 + 8 * column + hidden));
  const auto cards = table.column(column);
  std::uint64_t word = 0;
  for (std::size_t i = static_cast<std::size_t>(hidden); i < cards.size(); ++i) {
    word = word << 8 | cards[i];
    if (word >> 56 != 0) {
      hash.add(word);
      word = 0;
    }
  }
  return hash.add(word).value();
}

std::uint64_t key_of(const Table& table) {
  std::uint64_t key = 0;
  for (int c = 0; c < kColumns; ++c) key += key_of_column(table, c);
  return key;
}

// Returns true if the columns have too few cards to fill every column before the next deal.
bool is_stuck(const Table& table) {
  return table.stock_size() > 0 && kCards - table.stock_size() - kRanks * table.removed() < kColumns;
}

// Returns true if the move only swaps a whole column with an empty one.
bool only_swaps_columns(const Table& table, Move move) {
  const int run = table.run(move.from);
  return table.is_empty(move.to) && move.count == table.size(move.from) && run == move.count;
}

}  // namespace

bool Search::insert_if_new(std::uint64_t key) {
  const std::size_t mask = visited_.size() - 1;
  if (key == 0) key = 1;
  for (std::size_t i = key & mask;; i = (i + 1) & mask) {
    if (visited_[i] == key) return false;
    if (visited_[i] != 0) continue;
    visited_[i] = key;
    return true;
  }
}

std::vector<Move> Search::moves_from_root(std::uint32_t node) const {
  std::vector<Move> moves;
  for (; node != 0; node = nodes_[node].parent) moves.push_back(nodes_[node].move);
  std::reverse(moves.begin(), moves.end());
  return moves;
}

// Reveals the card on top of a column that was just turned up. If the player has not seen it yet, plays the moves up to
// this card and undoes them.
void Search::reveal_turned_card(Game& game, Node& node, int column) {
  const int depth = node.table.size(column) - 1;
  if (node.table.card(column, depth) != kUnknown) return;
  if (game.view().card(column, depth) == kUnknown) {
    if (node.removed) {
      node.unknown = true;
      return;
    }
    const std::vector<Move> moves = moves_from_root(node.parent);
    for (const Move move : moves) game.move(move);
    game.move(node.move);
    game.undo();
    for (std::size_t i = 0; i < moves.size(); ++i) game.undo();
  }
  node.table.reveal(column, depth, game.view().card(column, depth));
}

void Search::add(Game& game, std::uint32_t parent, Move move, const EvaluationWeights& weights) {
  Node node = nodes_[parent];
  node.parent = parent;
  node.move = move;
  for (const int c : {move.from, move.to}) {
    node.key -= key_of_column(node.table, c);
    node.value -= evaluate_column(node.table, c, weights);
  }
  const MoveEffect moved = node.table.move(move);
  if (moved.removed) {
    node.removed = true;
    node.value += weights.removed;
  }
  for (const int c : {move.from, move.to}) {
    if (moved.turned && !node.table.is_empty(c)) reveal_turned_card(game, node, c);
    node.key += key_of_column(node.table, c);
    node.value += evaluate_column(node.table, c, weights);
  }
  if (is_stuck(node.table) || !insert_if_new(node.key)) return;
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(node);
  if (node.unknown) return;
  waiting_.push_back({node.value, index});
  std::push_heap(waiting_.begin(), waiting_.end());
}

void Search::expand(Game& game, std::uint32_t node, const EvaluationWeights& weights) {
  const MoveList moves(nodes_[node].table);
  for (const Move move : moves.all()) {
    if (!only_swaps_columns(nodes_[node].table, move)) add(game, node, move, weights);
  }
}

std::uint32_t Search::best_node() const {
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < nodes_.size(); ++i) {
    if (nodes_[i].value > nodes_[best].value) best = i;
  }
  return best;
}

std::uint32_t Search::best_without_empty_column() const {
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < nodes_.size(); ++i) {
    if (nodes_[i].table.empty_columns() > 0) continue;
    if (nodes_[best].table.empty_columns() > 0 || nodes_[i].value > nodes_[best].value) best = i;
  }
  return best;
}

std::uint32_t Search::find_best_table(Game& game, int tables, const EvaluationWeights& weights,
                                      std::uint32_t (Search::*best)() const, limits::SearchBudget& budget) {
  nodes_.clear();
  waiting_.clear();
  // The hash table has at least four slots for each table. The search stops at `tables` tables, but only after it has
  // added all moves of the table that it expands, so up to kMaxMoves more must fit.
  visited_.assign(std::bit_ceil(4 * (static_cast<std::size_t>(tables) + MoveList::kMaxMoves)), 0);
  Node root;
  root.table = game.view();
  root.key = key_of(root.table);
  root.value = evaluate(root.table, weights);
  insert_if_new(root.key);
  nodes_.push_back(root);
  waiting_.push_back({root.value, 0});
  while (!waiting_.empty() && nodes_.size() < static_cast<std::size_t>(tables) && budget.take(1) == 1) {
    std::pop_heap(waiting_.begin(), waiting_.end());
    const std::uint32_t node = waiting_.back().node;
    waiting_.pop_back();
    if (nodes_[node].table.is_won()) return node;
    expand(game, node, weights);
  }
  return (this->*best)();
}

void Search::play(Game& game, std::uint32_t node) const {
  for (const Move move : moves_from_root(node)) game.move(move);
}

void Search::fill_empty_columns(Game& game, limits::SearchBudget& budget) {
  EvaluationWeights filling = settings_.weights;
  filling.empty = -10 * filling.removed;
  play(game, find_best_table(game, settings_.fill_tables, filling, &Search::best_without_empty_column, budget));
}

bool Search::play_to_deal(Game& game, limits::SearchBudget& budget) {
  bool again = true;
  while (again && !game.is_won()) {
    const bool last = game.view().stock_size() == 0;
    const std::uint32_t node = find_best_table(game, last ? settings_.last_tables : settings_.tables, settings_.weights,
                                               &Search::best_node, budget);
    // While there is a stock, the search is repeated after each removed run. When the stock is empty, it is repeated as
    // long as it finds a better table.
    again = last ? node != 0 : nodes_[node].removed;
    play(game, node);
  }
  if (game.is_won() || game.view().stock_size() == 0) return false;
  if (!game.may_deal()) fill_empty_columns(game, budget);
  return game.may_deal();
}

void Search::clear_table(Game& game, limits::SearchBudget& budget) {
  while (play_to_deal(game, budget)) game.deal();
}

}  // namespace rensa::spider
