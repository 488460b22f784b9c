#pragma once

#include <cassert>
#include <compare>
#include <cstdint>
#include <vector>

#include "engine/limits/search_limits.h"
#include "engine/research/nplayer/game.h"

namespace rensa::nplayer {

// The part of a game tree that a search has expanded. Siblings are stored side by side in the order of their moves,
// behind their parent. Most nodes stay leaves, so a Node is small, and each expanded node has more data in an
// ExpandedNode.
template <Game G>
class Tree {
 public:
  using PlayerValues = Values<G::kPlayers>;
  static constexpr std::uint32_t kRoot = 0;

  struct Node {
    PlayerValues values{};             // backed up from below; for a leaf the estimate
    std::uint32_t expanded_index = 0;  // the index of its ExpandedNode; for a leaf, of its parent's
    typename G::Move move{};           // that led here
    std::uint8_t player = 0;
    bool is_expanded : 1 = false;
    bool is_over : 1 = false;
    bool is_exhausted : 1 = false;  // no node below it is left to expand
  };

  // The data of an expanded node.
  struct ExpandedNode {
    typename G::Position position{};
    PlayerValues estimate{};  // the values of the position before it was expanded
    std::uint32_t node = 0;   // these are indices of nodes: the expanded node itself
    std::uint32_t parent = 0;
    std::uint32_t first_child = 0;
    std::uint32_t end = 0;   // behind the last child
    std::uint32_t best = 0;  // the child that its player chooses
    int depth = 0;
  };

  void start(G& game, const typename G::Position& position) {
    nodes_.clear();
    expanded_nodes_.clear();
    depth_ = 0;
    root_ = position;
    add(game, position, {}, 0);
  }

  // Adds a child for each move of the leaf. Precondition: the game is not over there.
  void expand(G& game, std::uint32_t index) {
    Node& node = nodes_[index];
    assert(!node.is_expanded && !node.is_over);
    ExpandedNode expanded{
        .position = root_, .estimate = node.values, .node = index, .first_child = size(), .best = size()};
    if (index != kRoot) {
      const ExpandedNode& above = expanded_nodes_[node.expanded_index];
      expanded.position = game.after(above.position, node.move);
      expanded.parent = above.node;
      expanded.depth = above.depth + 1;
    }
    const auto expanded_index = static_cast<std::uint32_t>(expanded_nodes_.size());
    node.expanded_index = expanded_index;
    node.is_expanded = true;
    game.list_moves(expanded.position, list_);
    assert(!list_.empty());
    for (const auto& move : list_) add(game, game.after(expanded.position, move), move, expanded_index);
    expanded.end = size();
    depth_ = std::max(depth_, expanded.depth + 1);
    expanded_nodes_.push_back(expanded);
  }

  // Compares two children of a node: `greater` if its player prefers the first. Of moves with equal values, the player
  // prefers the earlier one.
  std::strong_ordering compare(std::uint8_t player, std::uint32_t a, std::uint32_t b) const {
    const auto order = compare_for(player, nodes_[a].values, nodes_[b].values);
    return order != 0 ? order : b <=> a;
  }

  // Precondition: the node is expanded.
  std::uint32_t best_child_of(std::uint32_t index) const {
    const ExpandedNode& expanded = expanded_node(index);
    const std::uint8_t player = nodes_[index].player;
    std::uint32_t best = expanded.first_child;
    for (std::uint32_t child = best + 1; child < expanded.end; ++child) {
      if (compare_for(player, nodes_[child].values, nodes_[best].values) > 0) best = child;
    }
    return best;
  }

  // Returns the leaf to which the best moves lead from this node.
  std::uint32_t principal_leaf_of(std::uint32_t index) const {
    while (nodes_[index].is_expanded) index = expanded_node(index).best;
    return index;
  }

  // Returns the best moves of all players, from the root on.
  std::vector<typename G::Move> principal_variation() const {
    std::vector<typename G::Move> moves;
    for (std::uint32_t index = kRoot; nodes_[index].is_expanded;) {
      index = expanded_node(index).best;
      moves.push_back(nodes_[index].move);
    }
    return moves;
  }

  Decision<G> decision(std::int64_t expanded) const {
    const std::uint32_t leaf = principal_leaf_of(kRoot);
    assert(leaf != kRoot);
    return {.move = nodes_[expanded_node(kRoot).best].move,
            .values = nodes_[kRoot].values,
            .expanded = expanded,
            .depth = depth_,
            .variation = expanded_nodes_[nodes_[leaf].expanded_index].depth + 1};
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  Node& operator[](std::uint32_t index) { return nodes_[index]; }
  const Node& operator[](std::uint32_t index) const { return nodes_[index]; }
  // Precondition: the node is expanded.
  ExpandedNode& expanded_node(std::uint32_t index) { return expanded_nodes_[nodes_[index].expanded_index]; }
  const ExpandedNode& expanded_node(std::uint32_t index) const { return expanded_nodes_[nodes_[index].expanded_index]; }

 private:
  void add(G& game, const typename G::Position& position, const typename G::Move& move, std::uint32_t expanded_index) {
    const bool is_over = game.is_over(position);
    nodes_.push_back({.values = game.values(position),
                      .expanded_index = expanded_index,
                      .move = move,
                      .player = static_cast<std::uint8_t>(game.player(position)),
                      .is_over = is_over,
                      .is_exhausted = is_over});
  }

  std::vector<Node> nodes_;
  std::vector<ExpandedNode> expanded_nodes_;  // in the order in which they were expanded
  std::vector<typename G::Move> list_;
  typename G::Position root_{};
  int depth_ = 0;
};

// The limits of one best-first search, besides the budget of all searches of its decision.
struct ExpansionLimits {
  std::int64_t expansions = 1;      // at least one
  std::uint32_t nodes = 4'000'000;  // the largest size of the tree, about
};

// The rule for the values of an expanded node.
enum class BackUpRule : std::uint8_t {
  // Best-First Max-N (document 001, 3.1): the values of its best child.
  best_child,
  // Turn-considered (3.2): the values of the nearest node of the same player on its principal variation. If there is no
  // such node, its own estimate. The exact values of a finished game are always backed up.
  same_player,
};

// The behaviour of a search whose principal variation has reached the end of the game.
enum class AfterGameEnd : std::uint8_t {
  stop,              // the search ends: the searches of the document only expand principal leaves
  expand_elsewhere,  // it expands the best open node, until the limits are reached or the whole tree is known
};

// A best-first search, which expands the principal leaf again and again and keeps the whole tree. Values are backed up
// only as far as they change. The next descent to the principal leaf starts at that node. For the budget, a node is an
// expanded position.
template <Game G, BackUpRule kRule>
class BestFirst {
 public:
  explicit BestFirst(AfterGameEnd after_game_end = AfterGameEnd::stop) : after_game_end_(after_game_end) {}

  // Returns the best move when the limits are reached or the budget ends; without any expansion, the first move.
  // Precondition: the game is not over.
  Decision<G> search(G& game, const typename G::Position& position, const ExpansionLimits& limits,
                     limits::SearchBudget& budget) {
    begin(game, position);
    while (expand_next(game, limits, budget)) {
    }
    return expanded_ == 0 ? first_move(game, position) : tree_.decision(expanded_);
  }

  // Returns the best move at the time when the principal variation last became longer than before, or reached the end
  // of the game: document 001 searches to the greatest depth that the limits allow (4.2). Between two depths the best
  // move is often one that is not searched yet.
  Decision<G> search_to_full_depth(G& game, const typename G::Position& position, const ExpansionLimits& limits,
                                   limits::SearchBudget& budget) {
    begin(game, position);
    Decision<G> deepest = first_move(game, position);
    while (expand_next(game, limits, budget)) {
      const Decision<G> now = tree_.decision(expanded_);
      if (now.variation > deepest.variation || tree_[tree_.principal_leaf_of(Tree<G>::kRoot)].is_over) deepest = now;
    }
    deepest.expanded = expanded_;
    deepest.depth = deepest.variation;
    return deepest;
  }

  const Tree<G>& tree() const { return tree_; }

 private:
  void begin(G& game, const typename G::Position& position) {
    assert(!game.is_over(position));
    tree_.start(game, position);
    expanded_ = 0;
    changed_from_ = Tree<G>::kRoot;
  }

  Decision<G> first_move(G& game, const typename G::Position& position) {
    game.list_moves(position, moves_);
    return {.move = moves_.front(), .values = game.values(position)};
  }

  // Expands one leaf. Returns false if the limits are reached, the budget ends, or no leaf is left to expand.
  bool expand_next(G& game, const ExpansionLimits& limits, limits::SearchBudget& budget) {
    if (expanded_ >= limits.expansions || tree_.size() >= limits.nodes) return false;
    const std::uint32_t leaf = find_leaf_to_expand(changed_from_);
    if (tree_[leaf].is_exhausted || budget.take(1) == 0) return false;
    tree_.expand(game, leaf);
    ++expanded_;
    changed_from_ = back_up(leaf);
    return true;
  }

  using PlayerValues = Values<G::kPlayers>;
  static_assert(G::kPlayers < 32);
  static constexpr std::uint32_t kAllPlayers = (std::uint32_t{1} << G::kPlayers) - 1;

  std::uint32_t find_leaf_to_expand(std::uint32_t node) const {
    if (after_game_end_ == AfterGameEnd::stop) return tree_.principal_leaf_of(node);
    node = Tree<G>::kRoot;
    while (tree_[node].is_expanded && !tree_[node].is_exhausted) node = best_open_child_of(node);
    return node;
  }

  std::uint32_t best_open_child_of(std::uint32_t index) const {
    const auto& expanded = tree_.expanded_node(index);
    if (!tree_[expanded.best].is_exhausted) return expanded.best;
    std::uint32_t best = 0;
    for (std::uint32_t child = expanded.first_child; child < expanded.end; ++child) {
      if (tree_[child].is_exhausted) continue;
      if (best == 0 || tree_.compare(tree_[index].player, child, best) > 0) best = child;
    }
    return best;
  }

  // Backs up the values of an expanded node. Returns the highest node whose values or best child have changed.
  std::uint32_t back_up(std::uint32_t index) {
    PlayerValues before = tree_[index].values;
    tree_.expanded_node(index).best = tree_.best_child_of(index);
    bool changed = update_values(index);
    changed |= mark_if_exhausted(index);
    changed |= kRule == BackUpRule::same_player;  // variations that ended here are longer now
    std::uint32_t unchanged = 0;                  // bits of the players whose nodes right below have not changed
    while (index != Tree<G>::kRoot) {
      if (changed) {
        unchanged = 0;
      } else {
        // A node is unchanged if its children and the nearest node of its player are unchanged.
        if (kRule == BackUpRule::best_child) return index;
        unchanged |= std::uint32_t{1} << tree_[index].player;
        if (unchanged == kAllPlayers) return index;
      }
      const std::uint32_t child = index;
      index = tree_.expanded_node(child).parent;
      const bool changed_best = update_best_child(index, child, before);
      before = tree_[index].values;
      changed = update_values(index);
      changed |= mark_if_exhausted(index);
      changed |= changed_best;
    }
    return Tree<G>::kRoot;
  }

  // Chooses the best child after the values of one child have changed from `before`. Returns true if it is another one.
  bool update_best_child(std::uint32_t index, std::uint32_t child, const PlayerValues& before) {
    const PlayerValues& values = tree_[child].values;
    if (values == before) return false;
    auto& expanded = tree_.expanded_node(index);
    const std::uint8_t player = tree_[index].player;
    const std::uint32_t best = expanded.best;
    if (best != child) {
      if (tree_.compare(player, child, best) > 0) expanded.best = child;
    } else if (compare_for(player, values, before) < 0) {
      expanded.best = tree_.best_child_of(index);
    }
    return expanded.best != best;
  }

  // Returns true if the values have changed.
  bool update_values(std::uint32_t index) {
    const PlayerValues& values = backed_up_values(index);
    if (values == tree_[index].values) return false;
    tree_[index].values = values;
    return true;
  }

  const PlayerValues& backed_up_values(std::uint32_t index) const {
    const auto& expanded = tree_.expanded_node(index);
    std::uint32_t next = expanded.best;
    if constexpr (kRule == BackUpRule::best_child) return tree_[next].values;
    const std::uint8_t player = tree_[index].player;
    while (true) {
      const auto& node = tree_[next];
      if (node.is_over || node.player == player) return node.values;
      if (!node.is_expanded) return expanded.estimate;
      next = tree_.expanded_node(next).best;
    }
  }

  // Returns true if this exhausts the node: all its children are exhausted now.
  bool mark_if_exhausted(std::uint32_t index) {
    if (after_game_end_ == AfterGameEnd::stop || tree_[index].is_exhausted) return false;
    const auto& expanded = tree_.expanded_node(index);
    for (std::uint32_t child = expanded.first_child; child < expanded.end; ++child) {
      if (!tree_[child].is_exhausted) return false;
    }
    tree_[index].is_exhausted = true;
    return true;
  }

  AfterGameEnd after_game_end_;
  Tree<G> tree_;
  std::vector<typename G::Move> moves_;
  std::int64_t expanded_ = 0;
  std::uint32_t changed_from_ = Tree<G>::kRoot;  // nothing above it has changed
};

template <Game G>
using BestFirstMaxN = BestFirst<G, BackUpRule::best_child>;
template <Game G>
using TurnConsidered = BestFirst<G, BackUpRule::same_player>;

}  // namespace rensa::nplayer
