#pragma once

#include <cassert>
#include <compare>
#include <cstdint>
#include <vector>

#include "engine/research/nplayer/game.h"

namespace rensa::nplayer {

// The part of a game tree that a search has expanded. Siblings are stored side by side in the order of their moves,
// behind their parent. Most nodes stay leaves, so nodes are small, and expanded nodes have a Branch with more data.
template <Game G>
class Tree {
 public:
  using PlayerValues = Values<G::kPlayers>;
  static constexpr std::uint32_t kRoot = 0;

  struct Node {
    PlayerValues values{};     // backed up from below; for a leaf the estimate
    std::uint32_t branch = 0;  // the index of its branch; for a leaf, of its parent's branch
    typename G::Move move{};   // that led here
    std::uint8_t player = 0;
    bool is_expanded : 1 = false;
    bool is_over : 1 = false;
    bool is_exhausted : 1 = false;  // no node below it is left to expand
  };

  // The data of an expanded node.
  struct Branch {
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
    branches_.clear();
    depth_ = 0;
    root_ = position;
    add(game, position, {}, 0);
  }

  // Adds a child for each move of the leaf. Precondition: the game is not over there.
  void expand(G& game, std::uint32_t index) {
    Node& node = nodes_[index];
    assert(!node.is_expanded && !node.is_over);
    Branch branch{.position = root_, .estimate = node.values, .node = index, .first_child = size(), .best = size()};
    if (index != kRoot) {
      const Branch& above = branches_[node.branch];
      branch.position = game.after(above.position, node.move);
      branch.parent = above.node;
      branch.depth = above.depth + 1;
    }
    const auto branch_index = static_cast<std::uint32_t>(branches_.size());
    node.branch = branch_index;
    node.is_expanded = true;
    game.list_moves(branch.position, list_);
    assert(!list_.empty());
    for (const auto& move : list_) add(game, game.after(branch.position, move), move, branch_index);
    branch.end = size();
    depth_ = std::max(depth_, branch.depth + 1);
    branches_.push_back(branch);
  }

  // Compares two children of a branch: `greater` if its player prefers the first. For equal values, the earlier move.
  std::strong_ordering compare(std::uint8_t player, std::uint32_t a, std::uint32_t b) const {
    const auto order = compare_for(player, nodes_[a].values, nodes_[b].values);
    return order != 0 ? order : b <=> a;
  }

  // Precondition: the node is expanded.
  std::uint32_t best_child_of(std::uint32_t index) const {
    const Branch& branch = branch_of(index);
    const std::uint8_t player = nodes_[index].player;
    std::uint32_t best = branch.first_child;
    for (std::uint32_t child = best + 1; child < branch.end; ++child) {
      if (compare_for(player, nodes_[child].values, nodes_[best].values) > 0) best = child;
    }
    return best;
  }

  // The leaf at the end of the best moves from this node.
  std::uint32_t principal_leaf_of(std::uint32_t index) const {
    while (nodes_[index].is_expanded) index = branch_of(index).best;
    return index;
  }

  // The best moves from the root.
  std::vector<typename G::Move> line() const {
    std::vector<typename G::Move> moves;
    for (std::uint32_t index = kRoot; nodes_[index].is_expanded;) {
      index = branch_of(index).best;
      moves.push_back(nodes_[index].move);
    }
    return moves;
  }

  Decision<G> decision(std::int64_t expanded) const {
    const std::uint32_t leaf = principal_leaf_of(kRoot);
    assert(leaf != kRoot);
    return {.move = nodes_[branch_of(kRoot).best].move,
            .values = nodes_[kRoot].values,
            .expanded = expanded,
            .depth = depth_,
            .line = branches_[nodes_[leaf].branch].depth + 1};
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  Node& operator[](std::uint32_t index) { return nodes_[index]; }
  const Node& operator[](std::uint32_t index) const { return nodes_[index]; }
  // Precondition: the node is expanded.
  Branch& branch_of(std::uint32_t index) { return branches_[nodes_[index].branch]; }
  const Branch& branch_of(std::uint32_t index) const { return branches_[nodes_[index].branch]; }

 private:
  void add(G& game, const typename G::Position& position, const typename G::Move& move, std::uint32_t branch_index) {
    const bool is_over = game.is_over(position);
    nodes_.push_back({.values = game.values(position),
                      .branch = branch_index,
                      .move = move,
                      .player = static_cast<std::uint8_t>(game.player(position)),
                      .is_over = is_over,
                      .is_exhausted = is_over});
  }

  std::vector<Node> nodes_;
  std::vector<Branch> branches_;  // in the order in which they were expanded
  std::vector<typename G::Move> list_;
  typename G::Position root_{};
  int depth_ = 0;
};

// The limits of a best-first search.
struct SearchLimits {
  std::int64_t expansions = 1;      // at least one
  std::uint32_t nodes = 4'000'000;  // the largest size of the tree, about
};

}  // namespace rensa::nplayer
