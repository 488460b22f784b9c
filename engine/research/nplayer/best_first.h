#pragma once

#include <cassert>
#include <cstdint>

#include "engine/research/nplayer/tree.h"

namespace rensa::nplayer {

// What a node is worth once it has been expanded.
enum class BackUp : std::uint8_t {
  best_child,   // Best-First Max-N (document 001, 3.1): what its best child is worth
  same_player,  // turn-considered (3.2): what the nearest node of the same player on its principal variation is worth;
                // for want of one, its own estimate. The end of a game is true for everybody, and always backed up.
};

// What becomes of a search whose principal variation ends with the game.
enum class AtEnd : std::uint8_t {
  stop,   // it is over: the document's searches never expand anything but principal leaves
  go_on,  // it expands the best of what is left, until its budget is spent or the whole tree is known
};

// Expands the principal leaf, over and over. The tree is explicit, and what an expansion does not change is not looked
// at again: going up ends where nothing changes, and going down begins there.
template <Game G, BackUp kBackUp>
class BestFirst {
 public:
  explicit BestFirst(AtEnd at_end = AtEnd::stop) : at_end_(at_end) {}

  // What looks best once the limits are reached. Precondition: the game is not over.
  Decision<G> search(G& game, const typename G::Position& position, const Limits& limits) {
    begin(game, position);
    while (grow(game, limits)) {
    }
    return tree_.decision(expanded_);
  }

  // What looked best when the principal variation became longer than ever before, or ended with the game: document 001
  // searches to the greatest depth for which the limits are enough (4.2). On the way to the next one, what looks best
  // is often what has not been looked into yet.
  Decision<G> search_to_full_depth(G& game, const typename G::Position& position, const Limits& limits) {
    begin(game, position);
    Decision<G> deepest;
    while (grow(game, limits)) {
      const Decision<G> now = tree_.decision(expanded_);
      if (now.line > deepest.line || tree_[tree_.principal_leaf_of(Tree<G>::kRoot)].is_over) deepest = now;
    }
    deepest.expanded = expanded_;
    deepest.depth = deepest.line;
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

  // False, and nothing is expanded: the limits are reached, or there is nothing to expand.
  bool grow(G& game, const Limits& limits) {
    if (expanded_ >= limits.expansions || tree_.size() >= limits.nodes) return false;
    const std::uint32_t leaf = descend(changed_from_);
    if (tree_[leaf].is_settled) return false;
    tree_.expand(game, leaf);
    ++expanded_;
    changed_from_ = back_up(leaf);
    return true;
  }

  using PlayerValues = Values<G::kPlayers>;
  static_assert(G::kPlayers < 32);
  static constexpr std::uint32_t kAllPlayers = (std::uint32_t{1} << G::kPlayers) - 1;

  std::uint32_t descend(std::uint32_t node) const {
    if (at_end_ == AtEnd::stop) return tree_.principal_leaf_of(node);
    node = Tree<G>::kRoot;
    while (tree_[node].is_expanded && !tree_[node].is_settled) node = best_unsettled_of(node);
    return node;
  }

  std::uint32_t best_unsettled_of(std::uint32_t index) const {
    const auto& branch = tree_.branch_of(index);
    if (!tree_[branch.best].is_settled) return branch.best;
    std::uint32_t best = 0;
    for (std::uint32_t child = branch.first_child; child < branch.end; ++child) {
      if (tree_[child].is_settled) continue;
      if (best == 0 || tree_.compare(tree_[index].player, child, best) > 0) best = child;
    }
    return best;
  }

  // Returns the node above which nothing has changed.
  std::uint32_t back_up(std::uint32_t index) {
    PlayerValues before = tree_[index].values;
    tree_.branch_of(index).best = tree_.best_child_of(index);
    bool changed = take_value(index);
    changed |= settle(index);
    changed |= kBackUp == BackUp::same_player;  // lines that ended here go on
    std::uint32_t quiet = 0;                    // the players of the nodes right below that have not changed
    while (index != Tree<G>::kRoot) {
      if (changed) {
        quiet = 0;
      } else {
        // A node is the same where its children and the nearest node of its player are.
        if (kBackUp == BackUp::best_child) return index;
        quiet |= std::uint32_t{1} << tree_[index].player;
        if (quiet == kAllPlayers) return index;
      }
      const std::uint32_t child = index;
      index = tree_.branch_of(child).parent;
      const bool chose_again = choose_again(index, child, before);
      before = tree_[index].values;
      changed = take_value(index);
      changed |= settle(index);
      changed |= chose_again;
    }
    return Tree<G>::kRoot;
  }

  // After a child's values have changed from `before` to what they are. True if another is best now.
  bool choose_again(std::uint32_t index, std::uint32_t child, const PlayerValues& before) {
    const PlayerValues& values = tree_[child].values;
    if (values == before) return false;
    auto& branch = tree_.branch_of(index);
    const std::uint8_t player = tree_[index].player;
    const std::uint32_t best = branch.best;
    if (best != child) {
      if (tree_.compare(player, child, best) > 0) branch.best = child;
    } else if (compare_for(player, values, before) < 0) {
      branch.best = tree_.best_child_of(index);
    }
    return branch.best != best;
  }

  // True if that is another.
  bool take_value(std::uint32_t index) {
    const PlayerValues& values = value_of(index);
    if (values == tree_[index].values) return false;
    tree_[index].values = values;
    return true;
  }

  const PlayerValues& value_of(std::uint32_t index) const {
    const auto& branch = tree_.branch_of(index);
    std::uint32_t next = branch.best;
    if constexpr (kBackUp == BackUp::best_child) return tree_[next].values;
    const std::uint8_t player = tree_[index].player;
    while (true) {
      const auto& node = tree_[next];
      if (node.is_over || node.player == player) return node.values;
      if (!node.is_expanded) return branch.estimate;
      next = tree_.branch_of(next).best;
    }
  }

  // True if the last of its children has just been settled.
  bool settle(std::uint32_t index) {
    if (at_end_ == AtEnd::stop || tree_[index].is_settled) return false;
    const auto& branch = tree_.branch_of(index);
    for (std::uint32_t child = branch.first_child; child < branch.end; ++child) {
      if (!tree_[child].is_settled) return false;
    }
    tree_[index].is_settled = true;
    return true;
  }

  AtEnd at_end_;
  Tree<G> tree_;
  std::int64_t expanded_ = 0;
  std::uint32_t changed_from_ = Tree<G>::kRoot;  // nothing above it has changed
};

template <Game G>
using BestFirstMaxN = BestFirst<G, BackUp::best_child>;
template <Game G>
using TurnConsidered = BestFirst<G, BackUp::same_player>;

}  // namespace rensa::nplayer
