#pragma once

#include <cassert>
#include <vector>

#include "engine/research/nplayer/game.h"

namespace rensa::nplayer {

// Paranoid search (Sturtevant and Korf) to a fixed depth: who is to move at the root takes what it likes best, and all
// others, as one, what it likes least. That is a game of two sides over one order, so alpha and beta cut without
// changing the move; what is counted is what was really expanded.
template <Game G>
class Paranoid {
 public:
  // Preconditions: depth > 0, and the game is not over.
  Decision<G> search(G& game, const typename G::Position& position, int depth) {
    assert(depth > 0 && !game.is_over(position));
    if (lists_.size() < static_cast<std::size_t>(depth)) lists_.resize(static_cast<std::size_t>(depth));
    decision_ = {};
    full_depth_ = depth;
    self_ = game.player(position);
    decision_.values = best_of(game, position, depth, nullptr, nullptr);
    decision_.line = decision_.depth;
    return decision_;
  }

 private:
  using PlayerValues = Values<G::kPlayers>;

  // `low` and `high` are what the root's player and the others can already have elsewhere; null: nothing yet.
  PlayerValues best_of(G& game, const typename G::Position& position, int depth, const PlayerValues* low,
                       const PlayerValues* high) {
    auto& moves = lists_[static_cast<std::size_t>(depth - 1)];
    game.list_moves(position, moves);
    ++decision_.expanded;
    decision_.depth = std::max(decision_.depth, full_depth_ - depth + 1);
    const bool is_own = game.player(position) == self_;
    PlayerValues best{};
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto next = game.after(position, moves[i]);
      const auto values =
          depth == 1 || game.is_over(next) ? game.values(next) : best_of(game, next, depth - 1, low, high);
      const auto order = i == 0 ? std::strong_ordering::greater : compare_for(self_, values, best);
      if (i > 0 && (is_own ? order <= 0 : order >= 0)) continue;
      best = values;
      if (depth == full_depth_) decision_.move = moves[i];
      const PlayerValues*& bound = is_own ? low : high;
      if (bound == nullptr || (is_own ? compare_for(self_, best, *bound) > 0 : compare_for(self_, best, *bound) < 0)) {
        bound = &best;
      }
      if (low != nullptr && high != nullptr && compare_for(self_, *low, *high) >= 0) break;
    }
    return best;
  }

  std::vector<std::vector<typename G::Move>> lists_;  // by the depth that is left
  Decision<G> decision_;
  int full_depth_ = 0;
  std::size_t self_ = 0;
};

}  // namespace rensa::nplayer
