#pragma once

#include <cassert>
#include <vector>

#include "engine/limits/search_limits.h"
#include "engine/research/nplayer/game.h"

namespace rensa::nplayer {

// For the budget of a search, a node is a position whose moves are listed. If the budget ends first, the positions that
// are left have their estimated values, and the best of the moves so far is returned: the first one at least.

template <Game G>
typename G::Move first_move(G& game, const typename G::Position& position,
                            std::vector<std::vector<typename G::Move>>& lists) {
  game.list_moves(position, lists.front());
  return lists.front().front();
}

// Max-N (Luckhardt and Irani) to a fixed depth: each player takes the move that is best for itself. With depth 1 it is
// the naive player of document 001. Lists of moves are reused between searches.
template <Game G>
class MaxN {
 public:
  // Preconditions: depth > 0, and the game is not over.
  Decision<G> search(G& game, const typename G::Position& position, int depth, limits::SearchBudget& budget) {
    assert(depth > 0 && !game.is_over(position));
    lists_.resize(std::max(lists_.size(), static_cast<std::size_t>(depth)));
    decision_ = {};
    full_depth_ = depth;
    decision_.values = best_values(game, position, depth, budget);
    if (decision_.expanded == 0) decision_.move = first_move(game, position, lists_);
    return decision_;
  }

  // Returns the number of positions that search() would expand.
  std::int64_t count(G& game, const typename G::Position& position, int depth) {
    if (depth == 0 || game.is_over(position)) return 0;
    if (depth == 1) return 1;
    if (lists_.size() < static_cast<std::size_t>(depth)) lists_.resize(static_cast<std::size_t>(depth));
    auto& moves = lists_[static_cast<std::size_t>(depth - 1)];
    game.list_moves(position, moves);
    std::int64_t sum = 1;
    for (const auto& move : moves) sum += count(game, game.after(position, move), depth - 1);
    return sum;
  }

 private:
  Values<G::kPlayers> best_values(G& game, const typename G::Position& position, int depth,
                                  limits::SearchBudget& budget) {
    if (budget.take(1) == 0) {
      variation_ = full_depth_ - depth;
      return game.values(position);
    }
    auto& moves = lists_[static_cast<std::size_t>(depth - 1)];
    game.list_moves(position, moves);
    ++decision_.expanded;
    const std::size_t player = game.player(position);
    Values<G::kPlayers> best{};
    int best_variation = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto next = game.after(position, moves[i]);
      const bool goes_on = depth > 1 && !game.is_over(next);
      const auto values = goes_on ? best_values(game, next, depth - 1, budget) : game.values(next);
      const int variation = goes_on ? variation_ : full_depth_ - depth + 1;
      if (i > 0 && budget.has_ended()) break;
      if (i > 0 && compare_for(player, values, best) <= 0) continue;
      best = values;
      best_variation = variation;
      if (depth == full_depth_) decision_.move = moves[i];
    }
    decision_.depth = std::max(decision_.depth, full_depth_ - depth + 1);
    variation_ = best_variation;
    decision_.variation = variation_;
    return best;
  }

  std::vector<std::vector<typename G::Move>> lists_;  // by the remaining depth
  Decision<G> decision_;
  int full_depth_ = 0;
  int variation_ = 0;  // of the last best_values()
};

// Paranoid search (Sturtevant and Korf) to a fixed depth: the player at the root takes the best move for itself, and
// all others together take the worst move for that player. So alpha-beta pruning applies and does not change the move.
// Decision::expanded counts the positions that were really expanded.
template <Game G>
class Paranoid {
 public:
  // Preconditions: depth > 0, and the game is not over.
  Decision<G> search(G& game, const typename G::Position& position, int depth, limits::SearchBudget& budget) {
    assert(depth > 0 && !game.is_over(position));
    if (lists_.size() < static_cast<std::size_t>(depth)) lists_.resize(static_cast<std::size_t>(depth));
    decision_ = {};
    full_depth_ = depth;
    self_ = game.player(position);
    decision_.values = best_values(game, position, depth, nullptr, nullptr, budget);
    decision_.variation = decision_.depth;
    if (decision_.expanded == 0) decision_.move = first_move(game, position, lists_);
    return decision_;
  }

 private:
  using PlayerValues = Values<G::kPlayers>;

  // `low` and `high` are the values that the root's player and the others can already reach; null if none is known.
  PlayerValues best_values(G& game, const typename G::Position& position, int depth, const PlayerValues* low,
                           const PlayerValues* high, limits::SearchBudget& budget) {
    if (budget.take(1) == 0) return game.values(position);
    auto& moves = lists_[static_cast<std::size_t>(depth - 1)];
    game.list_moves(position, moves);
    ++decision_.expanded;
    decision_.depth = std::max(decision_.depth, full_depth_ - depth + 1);
    const bool is_own = game.player(position) == self_;
    PlayerValues best{};
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto next = game.after(position, moves[i]);
      const auto values =
          depth == 1 || game.is_over(next) ? game.values(next) : best_values(game, next, depth - 1, low, high, budget);
      if (i > 0 && budget.has_ended()) break;
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

  std::vector<std::vector<typename G::Move>> lists_;  // by the remaining depth
  Decision<G> decision_;
  int full_depth_ = 0;
  std::size_t self_ = 0;
};

}  // namespace rensa::nplayer
