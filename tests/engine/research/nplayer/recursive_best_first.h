#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

#include "engine/research/nplayer/best_first.h"

namespace rensa::nplayer {

// Best-First Max-N as printed in the appendix of document 001. It stays below a node while the node is on the principal
// variation, which it knows from one bound for each player. It expands the same nodes in the same order as the explicit
// tree (best_first.h), and keeps its nodes like the document. These points are not clear in the document:
//  * Line 10 compares numbers (SecondBest[i] <= Eval[1]). Here bounds are whole values and are compared by
//    compare_for(), because values that are equal for their player may differ for the others.
//  * The document continues at equality, but only one of two moves with equal values can be on the principal variation.
//    Here it is the earlier one, so the bound of an earlier move must be exceeded.
//  * Line 13 takes the greater of two bounds. Of equal bounds, this takes the one that must be exceeded.
//  * The document has no budget, and at a position without moves it would loop for ever. Here both cases end the whole
//    search, and all waiting calls still back up the result.
//  * "Insert in sorted order" does not say where among equals. Here the order of the moves decides.
template <Game G>
class RecursiveBestFirst {
 public:
  // Precondition: the game is not over.
  Decision<G> search(G& game, const typename G::Position& position, const ExpansionLimits& limits) {
    assert(!game.is_over(position));
    tree_.start(game, position);
    sorted_.clear();
    limits_ = limits;
    expanded_ = 0;
    is_done_ = false;
    visit(game, Tree<G>::kRoot, {});
    return tree_.decision(expanded_);
  }

  const Tree<G>& tree() const { return tree_; }

 private:
  using PlayerValues = Values<G::kPlayers>;

  struct Bound {
    PlayerValues values{};
    bool exists = false;
    bool must_be_exceeded = false;
  };
  using Bounds = std::array<Bound, G::kPlayers>;

  static bool stays(const PlayerValues& values, const Bounds& bounds) {
    for (std::size_t player = 0; player < bounds.size(); ++player) {
      if (!bounds[player].exists) continue;
      const auto order = compare_for(player, values, bounds[player].values);
      if (order < 0 || (order == 0 && bounds[player].must_be_exceeded)) return false;
    }
    return true;
  }

  static Bound higher_of(std::size_t player, const Bound& a, const Bound& b) {
    if (!a.exists) return b;
    if (!b.exists) return a;
    const auto order = compare_for(player, a.values, b.values);
    if (order == 0) return a.must_be_exceeded ? a : b;
    return order > 0 ? a : b;
  }

  void expand(G& game, std::uint32_t index) {
    if (tree_[index].is_over || expanded_ == limits_.expansions || tree_.size() >= limits_.nodes) {
      is_done_ = true;
      return;
    }
    tree_.expand(game, index);
    ++expanded_;
    const std::uint32_t first = tree_.expanded_node(index).first_child;
    const std::uint8_t player = tree_[index].player;
    sorted_.resize(tree_.size());
    for (std::uint32_t child = first; child < tree_.size(); ++child) sorted_[child] = child;
    std::sort(sorted_.begin() + first, sorted_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return tree_.compare(player, a, b) > 0; });
  }

  // Sorts the first child again after its value has changed.
  void insert_first(std::uint32_t index) {
    const auto& branch = tree_.expanded_node(index);
    const std::uint8_t player = tree_[index].player;
    for (std::uint32_t i = branch.first_child; i + 1 < branch.end; ++i) {
      if (tree_.compare(player, sorted_[i], sorted_[i + 1]) > 0) break;
      std::swap(sorted_[i], sorted_[i + 1]);
    }
  }

  void take_best(std::uint32_t index) {
    auto& branch = tree_.expanded_node(index);
    branch.best = sorted_[branch.first_child];
    tree_[index].values = tree_[branch.best].values;
  }

  void visit(G& game, std::uint32_t index, const Bounds& bounds) {
    if (!tree_[index].is_expanded) expand(game, index);
    if (!tree_[index].is_expanded) return;
    take_best(index);
    const std::size_t player = tree_[index].player;
    const std::uint32_t first = tree_.expanded_node(index).first_child;
    const bool has_second = tree_.expanded_node(index).end > first + 1;
    while (!is_done_ && stays(tree_[index].values, bounds)) {
      const std::uint32_t best = sorted_[first];
      Bounds next = bounds;
      if (has_second) {
        const std::uint32_t second = sorted_[first + 1];
        const Bound bound{.values = tree_[second].values, .exists = true, .must_be_exceeded = second < best};
        next[player] = higher_of(player, bounds[player], bound);
      }
      visit(game, best, next);
      insert_first(index);
      take_best(index);
    }
  }

  Tree<G> tree_;
  std::vector<std::uint32_t> sorted_;  // siblings in the order of preference of their parent's player
  ExpansionLimits limits_;
  std::int64_t expanded_ = 0;
  bool is_done_ = false;
};

}  // namespace rensa::nplayer
