#pragma once

#include <cassert>
#include <compare>
#include <cstdint>
#include <vector>

#include "engine/nplayer/game.h"

namespace rensa::nplayer {

// The part of a game tree that a search has seen. Siblings stand side by side in the order of their moves, after their
// parent; so nodes were expanded in the order of their first children.
template <Game G>
class Tree {
 public:
  using PlayerValues = Values<G::kPlayers>;
  static constexpr std::uint32_t kRoot = 0;

  struct Node {
    PlayerValues values{};    // backed up; of a leaf the estimate
    PlayerValues estimate{};  // of the position itself
    std::uint32_t parent = 0;
    std::uint32_t first_child = 0;  // 0: not expanded
    std::uint32_t best = 0;         // the child that is played
    std::uint16_t children = 0;
    std::uint16_t depth = 0;
    std::uint8_t player = 0;
    bool is_over = false;
    bool is_settled = false;  // nothing below is left to expand

    bool is_expanded() const { return children > 0; }
  };

  void start(G& game, const typename G::Position& position) {
    nodes_.clear();
    positions_.clear();
    moves_.clear();
    depth_ = 0;
    add(game, position, {}, 0, 0);
  }

  // Lists the moves of a leaf and values what they lead to. Precondition: its game is not over.
  void expand(G& game, std::uint32_t index) {
    assert(!nodes_[index].is_expanded() && !nodes_[index].is_over);
    game.list_moves(positions_[index], list_);
    assert(!list_.empty());
    nodes_[index].first_child = size();
    nodes_[index].best = size();
    nodes_[index].children = static_cast<std::uint16_t>(list_.size());
    const auto depth = static_cast<std::uint16_t>(nodes_[index].depth + 1);
    const typename G::Position position = positions_[index];
    for (const auto& move : list_) add(game, game.after(position, move), move, index, depth);
    depth_ = std::max<int>(depth_, depth);
  }

  // Of two siblings, `greater` if their parent's player takes the first. Of the same values the earlier move.
  std::strong_ordering compare(std::uint32_t a, std::uint32_t b) const {
    const auto order = compare_for(nodes_[nodes_[a].parent].player, nodes_[a].values, nodes_[b].values);
    return order != 0 ? order : b <=> a;
  }

  std::uint32_t best_child_of(std::uint32_t index) const {
    const Node& node = nodes_[index];
    std::uint32_t best = node.first_child;
    for (std::uint32_t child = best + 1; child < node.first_child + node.children; ++child) {
      if (compare(child, best) > 0) best = child;
    }
    return best;
  }

  // The leaf where the line of best moves ends.
  std::uint32_t principal_leaf_of(std::uint32_t index) const {
    while (nodes_[index].is_expanded()) index = nodes_[index].best;
    return index;
  }

  Decision<G> decision(std::int64_t expanded) const {
    const Node& root = nodes_[kRoot];
    assert(root.is_expanded());
    return {.move = moves_[root.best],
            .values = root.values,
            .expanded = expanded,
            .depth = depth_,
            .line = nodes_[principal_leaf_of(kRoot)].depth};
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  Node& operator[](std::uint32_t index) { return nodes_[index]; }
  const Node& operator[](std::uint32_t index) const { return nodes_[index]; }

 private:
  void add(G& game, const typename G::Position& position, const typename G::Move& move, std::uint32_t parent,
           std::uint16_t depth) {
    Node& node = nodes_.emplace_back();
    node.estimate = game.values(position);
    node.values = node.estimate;
    node.parent = parent;
    node.depth = depth;
    node.player = static_cast<std::uint8_t>(game.player(position));
    node.is_over = game.is_over(position);
    node.is_settled = node.is_over;
    positions_.push_back(position);
    moves_.push_back(move);
  }

  std::vector<Node> nodes_;
  std::vector<typename G::Position> positions_;
  std::vector<typename G::Move> moves_;  // what led there
  std::vector<typename G::Move> list_;
  int depth_ = 0;
};

// What a search that goes deeper where it is promising may spend.
struct Limits {
  std::int64_t expansions = 1;      // at least one
  std::uint32_t nodes = 4'000'000;  // of the tree: it ends before it would hold more than about so many
};

}  // namespace rensa::nplayer
