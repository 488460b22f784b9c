#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

#include "engine/research/nplayer/search_tree.h"

namespace rensa::nplayer {

// Best-First Max-N as the appendix of document 001 prints it: it stays below a node for as long as the node is on the
// principal variation, which it is told by bounds, a player each. It keeps what it has seen, as the document does, and
// expands the same nodes in the same order as the explicit tree (best_first.h). What had to be settled:
//  * Line 10 compares numbers (SecondBest[i] <= Eval[1]), but values that are equal for their player are told apart by
//    what the others have (values.h), so bounds are whole values and compared as the player that they belong to would.
//  * It goes on at equality, though of two moves with the same values only one can be on the principal variation. Here
//    that is the earlier one, so a bound that belongs to an earlier move must be passed, not only met.
//  * Line 13 takes the greater of two bounds; of equal ones the one that must be passed.
//  * It has no end: neither a budget nor what happens at a position without moves, where Eval[1] is nothing and the
//    loop would go round for ever. Here both end the whole search; all that waits for a result still takes it in.
//  * "Insert in sorted order" does not say where among equals: by the order of the moves.
template <Game G>
class RecursiveBestFirst {
 public:
  // Precondition: the game is not over.
  Decision<G> search(G& game, const typename G::Position& position, const SearchLimits& limits) {
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
    bool must_be_passed = false;
  };
  using Bounds = std::array<Bound, G::kPlayers>;

  static bool stays(const PlayerValues& values, const Bounds& bounds) {
    for (std::size_t player = 0; player < bounds.size(); ++player) {
      if (!bounds[player].exists) continue;
      const auto order = compare_for(player, values, bounds[player].values);
      if (order < 0 || (order == 0 && bounds[player].must_be_passed)) return false;
    }
    return true;
  }

  static Bound higher_of(std::size_t player, const Bound& a, const Bound& b) {
    if (!a.exists) return b;
    if (!b.exists) return a;
    const auto order = compare_for(player, a.values, b.values);
    if (order == 0) return a.must_be_passed ? a : b;
    return order > 0 ? a : b;
  }

  void expand(G& game, std::uint32_t index) {
    if (tree_[index].is_over || expanded_ == limits_.expansions || tree_.size() >= limits_.nodes) {
      is_done_ = true;
      return;
    }
    tree_.expand(game, index);
    ++expanded_;
    const std::uint32_t first = tree_.branch_of(index).first_child;
    const std::uint8_t player = tree_[index].player;
    sorted_.resize(tree_.size());
    for (std::uint32_t child = first; child < tree_.size(); ++child) sorted_[child] = child;
    std::sort(sorted_.begin() + first, sorted_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return tree_.compare(player, a, b) > 0; });
  }

  // The first of the sorted children has another value.
  void insert_first(std::uint32_t index) {
    const auto& branch = tree_.branch_of(index);
    const std::uint8_t player = tree_[index].player;
    for (std::uint32_t i = branch.first_child; i + 1 < branch.end; ++i) {
      if (tree_.compare(player, sorted_[i], sorted_[i + 1]) > 0) break;
      std::swap(sorted_[i], sorted_[i + 1]);
    }
  }

  void take_best(std::uint32_t index) {
    auto& branch = tree_.branch_of(index);
    branch.best = sorted_[branch.first_child];
    tree_[index].values = tree_[branch.best].values;
  }

  void visit(G& game, std::uint32_t index, const Bounds& bounds) {
    if (!tree_[index].is_expanded) expand(game, index);
    if (!tree_[index].is_expanded) return;
    take_best(index);
    const std::size_t player = tree_[index].player;
    const std::uint32_t first = tree_.branch_of(index).first_child;
    const bool has_second = tree_.branch_of(index).end > first + 1;
    while (!is_done_ && stays(tree_[index].values, bounds)) {
      const std::uint32_t best = sorted_[first];
      Bounds next = bounds;
      if (has_second) {
        const std::uint32_t second = sorted_[first + 1];
        const Bound bound{.values = tree_[second].values, .exists = true, .must_be_passed = second < best};
        next[player] = higher_of(player, bounds[player], bound);
      }
      visit(game, best, next);
      insert_first(index);
      take_best(index);
    }
  }

  Tree<G> tree_;
  std::vector<std::uint32_t> sorted_;  // siblings by what their parent's player likes best, in the places of siblings
  SearchLimits limits_;
  std::int64_t expanded_ = 0;
  bool is_done_ = false;
};

}  // namespace rensa::nplayer
