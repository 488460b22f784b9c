#include "engine/research/spider/search.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "engine/research/spider/table.h"
#include "engine/rules/hash.h"

namespace rensa::spider {

int worth_of_column(const Table& table, int column, const Worth& worth) {
  const auto cards = table.column(column);
  if (cards.empty()) return worth.empty;
  const auto hidden = static_cast<std::size_t>(table.hidden(column));
  int sum = 0;
  if (hidden > 0) {
    sum -= worth.hidden * table.hidden(column) + worth.covered + worth.tear;
  } else if (rank_of(cards[0]) == kRanks) {
    sum += worth.king_at_bottom;
  }
  for (std::size_t i = hidden + 1; i < cards.size(); ++i) {
    if (joins(cards[i], cards[i - 1])) {
      sum += worth.join;
    } else if (fits(cards[i], cards[i - 1])) {
      sum += worth.fit;
    } else {
      sum -= worth.tear;
    }
  }
  return sum;
}

int worth_of(const Table& table, const Worth& worth) {
  int sum = worth.removed * table.removed();
  for (int c = 0; c < kColumns; ++c) sum += worth_of_column(table, c, worth);
  return sum;
}

namespace {

// Columns without hidden cards are alike wherever they are.
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

// Too few cards are left for every column to have one when the next ten are dealt.
bool is_stuck(const Table& table) {
  return table.stock() > 0 && kCards - table.stock() - kRanks * table.removed() < kColumns;
}

// Moves that lead to what is there already, or to what another one does as well.
bool leads_nowhere(const Table& table, Move move) {
  const int run = table.run(move.from);
  return table.is_empty(move.to) && move.count == table.size(move.from) && run == move.count;
}

}  // namespace

bool Search::is_new(std::uint64_t key) {
  const std::size_t mask = seen_.size() - 1;
  if (key == 0) key = 1;
  for (std::size_t i = key & mask;; i = (i + 1) & mask) {
    if (seen_[i] == key) return false;
    if (seen_[i] != 0) continue;
    seen_[i] = key;
    return true;
  }
}

std::vector<Move> Search::moves_to(std::uint32_t node) const {
  std::vector<Move> moves;
  for (; node != 0; node = nodes_[node].parent) moves.push_back(nodes_[node].move);
  std::reverse(moves.begin(), moves.end());
  return moves;
}

// The card on top of a column has just been turned: it is known already, or the game is played up to it and back.
void Search::see(Game& game, Node& node, int column) {
  const int depth = node.table.size(column) - 1;
  if (node.table.card(column, depth) != kUnknown) return;
  if (game.view().card(column, depth) == kUnknown) {
    if (node.removed) {
      node.unknown = true;
      return;
    }
    const std::vector<Move> moves = moves_to(node.parent);
    for (const Move move : moves) game.move(move);
    game.move(node.move);
    game.undo();
    for (std::size_t i = 0; i < moves.size(); ++i) game.undo();
  }
  node.table.learn(column, depth, game.view().card(column, depth));
}

void Search::add(Game& game, std::uint32_t parent, Move move, const Worth& worth) {
  Node node = nodes_[parent];
  node.parent = parent;
  node.move = move;
  for (const int c : {move.from, move.to}) {
    node.key -= key_of_column(node.table, c);
    node.worth -= worth_of_column(node.table, c, worth);
  }
  const Moved moved = node.table.move(move);
  if (moved.removed) {
    node.removed = true;
    node.worth += worth.removed;
  }
  for (const int c : {move.from, move.to}) {
    if (moved.turned && !node.table.is_empty(c)) see(game, node, c);
    node.key += key_of_column(node.table, c);
    node.worth += worth_of_column(node.table, c, worth);
  }
  if (is_stuck(node.table) || !is_new(node.key)) return;
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(node);
  if (node.unknown) return;
  waiting_.push_back({node.worth, index});
  std::push_heap(waiting_.begin(), waiting_.end());
}

void Search::expand(Game& game, std::uint32_t node, const Worth& worth) {
  const Moves moves(nodes_[node].table);
  for (const Move move : moves.all()) {
    if (!leads_nowhere(nodes_[node].table, move)) add(game, node, move, worth);
  }
}

std::uint32_t Search::best_of_all() const {
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < nodes_.size(); ++i) {
    if (nodes_[i].worth > nodes_[best].worth) best = i;
  }
  return best;
}

std::uint32_t Search::best_without_empty() const {
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < nodes_.size(); ++i) {
    if (nodes_[i].table.empty_columns() > 0) continue;
    if (nodes_[best].table.empty_columns() > 0 || nodes_[i].worth > nodes_[best].worth) best = i;
  }
  return best;
}

std::uint32_t Search::look(Game& game, int tables, const Worth& worth, std::uint32_t (Search::*best)() const) {
  nodes_.clear();
  waiting_.clear();
  // The last table that is expanded goes beyond their number.
  seen_.assign(std::bit_ceil(4 * (static_cast<std::size_t>(tables) + Moves::kMost)), 0);
  Node root;
  root.table = game.view();
  root.key = key_of(root.table);
  root.worth = worth_of(root.table, worth);
  is_new(root.key);
  nodes_.push_back(root);
  waiting_.push_back({root.worth, 0});
  while (!waiting_.empty() && nodes_.size() < static_cast<std::size_t>(tables)) {
    std::pop_heap(waiting_.begin(), waiting_.end());
    const std::uint32_t node = waiting_.back().node;
    waiting_.pop_back();
    if (nodes_[node].table.is_won()) return node;
    expand(game, node, worth);
  }
  return (this->*best)();
}

void Search::play(Game& game, std::uint32_t node) const {
  for (const Move move : moves_to(node)) game.move(move);
}

void Search::fill(Game& game) {
  Worth filling = settings_.worth;
  filling.empty = -10 * filling.removed;
  play(game, look(game, settings_.filling_tables, filling, &Search::best_without_empty));
}

bool Search::play_to_deal(Game& game) {
  bool again = true;
  while (again && !game.is_won()) {
    const bool last = game.view().stock() == 0;
    const std::uint32_t node =
        look(game, last ? settings_.last_tables : settings_.tables, settings_.worth, &Search::best_of_all);
    // Where nothing can be dealt any more, all that is left is to look on from there.
    again = last ? node != 0 : nodes_[node].removed;
    play(game, node);
  }
  if (game.is_won() || game.view().stock() == 0) return false;
  if (!game.may_deal()) fill(game);
  return game.may_deal();
}

void Search::clear(Game& game) {
  while (play_to_deal(game)) game.deal();
}

}  // namespace rensa::spider
