#pragma once

#include <cassert>
#include <compare>
#include <cstdint>
#include <vector>

#include "engine/research/nplayer/game.h"

namespace rensa::nplayer {

// The part of a game tree that a search has seen. Siblings stand side by side in the order of their moves, after their
// parent; so nodes were expanded in the order of their first children. Most nodes are leaves and stay leaves: they are
// kept small, and what is needed to go on only where the tree goes on.
template <Game G>
class Tree {
 public:
  using PlayerValues = Values<G::kPlayers>;
  static constexpr std::uint32_t kRoot = 0;

  struct Node {
    PlayerValues values{};    // backed up; of a leaf the estimate
    std::uint32_t link = 0;   // its branch; of a leaf its parent's
    typename G::Move move{};  // what led there
    std::uint8_t player = 0;
    bool is_expanded : 1 = false;
    bool is_over : 1 = false;
    bool is_settled : 1 = false;  // nothing below is left to expand
  };

  // What there is to know of a node that has been expanded.
  struct Branch {
    typename G::Position position{};
    PlayerValues estimate{};        // of the position itself
    std::uint32_t node = 0;         // whose it is
    std::uint32_t parent = 0;       // a node
    std::uint32_t first_child = 0;  // a node
    std::uint32_t end = 0;          // behind the last child
    std::uint32_t best = 0;         // the child that is played
    int depth = 0;
  };

  void start(G& game, const typename G::Position& position) {
    nodes_.clear();
    branches_.clear();
    depth_ = 0;
    root_ = position;
    add(game, position, {}, 0);
  }

  // Lists the moves of a leaf and values what they lead to. Precondition: its game is not over.
  void expand(G& game, std::uint32_t index) {
    Node& node = nodes_[index];
    assert(!node.is_expanded && !node.is_over);
    Branch branch{.position = root_, .estimate = node.values, .node = index, .first_child = size(), .best = size()};
    if (index != kRoot) {
      const Branch& above = branches_[node.link];
      branch.position = game.after(above.position, node.move);
      branch.parent = above.node;
      branch.depth = above.depth + 1;
    }
    const auto link = static_cast<std::uint32_t>(branches_.size());
    node.link = link;
    node.is_expanded = true;
    game.list_moves(branch.position, list_);
    assert(!list_.empty());
    for (const auto& move : list_) add(game, game.after(branch.position, move), move, link);
    branch.end = size();
    depth_ = std::max(depth_, branch.depth + 1);
    branches_.push_back(branch);
  }

  // Of two children of a branch, `greater` if its player takes the first. Of the same values the earlier move.
  std::strong_ordering compare(std::uint8_t player, std::uint32_t a, std::uint32_t b) const {
    const auto order = compare_for(player, nodes_[a].values, nodes_[b].values);
    return order != 0 ? order : b <=> a;
  }

  // Precondition: it has been expanded.
  std::uint32_t best_child_of(std::uint32_t index) const {
    const Branch& branch = branch_of(index);
    const std::uint8_t player = nodes_[index].player;
    std::uint32_t best = branch.first_child;
    for (std::uint32_t child = best + 1; child < branch.end; ++child) {
      if (compare_for(player, nodes_[child].values, nodes_[best].values) > 0) best = child;
    }
    return best;
  }

  // The leaf where the line of best moves ends.
  std::uint32_t principal_leaf_of(std::uint32_t index) const {
    while (nodes_[index].is_expanded) index = branch_of(index).best;
    return index;
  }

  // The moves that lead to it.
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
            .line = branches_[nodes_[leaf].link].depth + 1};
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  Node& operator[](std::uint32_t index) { return nodes_[index]; }
  const Node& operator[](std::uint32_t index) const { return nodes_[index]; }
  // Precondition: it has been expanded.
  Branch& branch_of(std::uint32_t index) { return branches_[nodes_[index].link]; }
  const Branch& branch_of(std::uint32_t index) const { return branches_[nodes_[index].link]; }

 private:
  void add(G& game, const typename G::Position& position, const typename G::Move& move, std::uint32_t link) {
    const bool is_over = game.is_over(position);
    nodes_.push_back({.values = game.values(position),
                      .link = link,
                      .move = move,
                      .player = static_cast<std::uint8_t>(game.player(position)),
                      .is_over = is_over,
                      .is_settled = is_over});
  }

  std::vector<Node> nodes_;
  std::vector<Branch> branches_;  // in the order in which they were expanded
  std::vector<typename G::Move> list_;
  typename G::Position root_{};
  int depth_ = 0;
};

// What a search that goes deeper where it is promising may spend.
struct Limits {
  std::int64_t expansions = 1;      // at least one
  std::uint32_t nodes = 4'000'000;  // of the tree: it ends before it would hold more than about so many
};

}  // namespace rensa::nplayer
