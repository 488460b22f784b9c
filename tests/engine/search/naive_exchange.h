#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/search/exchange.h"

namespace rensa::search {

// The exchange as its header says it: every line that can be played, each played again from the start, none cut off.
class NaiveExchange {
 public:
  NaiveExchange(const Fighter& own, const Fighter& theirs, const ExchangeTerms& terms)
      : start_{own, theirs}, terms_(terms) {}

  Exchange best() {
    Exchange best = best_from(terms_.first == Side::own ? 0 : 1);
    best.choice = best_moves_.empty() ? HandTree::kNow : best_moves_.front();
    return best;
  }
  int lines() const { return lines_; }

 private:
  struct Sky {  // above a side
    int free_at;
    int owed;
    int certain_at;
    std::size_t fired;
  };

  // Moves are nodes, kNow a pass; the sides take turns.
  bool is_over() const {
    const std::size_t count = moves_.size();
    return count >= 2 && moves_[count - 1] == HandTree::kNow && moves_[count - 2] == HandTree::kNow;
  }

  int garbage_of(int side, std::size_t node) const { return node_of(side, node).score / terms_.garbage_rate; }
  const HandNode& node_of(int side, std::size_t node) const {
    return start_[static_cast<std::size_t>(side)].tree->nodes[node];
  }

  int falls_at(const Sky& sky) const {
    if (sky.free_at > sky.certain_at) return sky.free_at;
    int lock = sky.free_at;
    while (lock <= sky.certain_at) lock += terms_.frames_per_hand;
    return lock;
  }

  // Nullopt: a chain comes too late.
  std::optional<std::vector<Sky>> after_moves() const {
    std::vector<Sky> skies;
    for (const Fighter& side : start_) skies.push_back({side.free_at, side.owed, side.certain_at, side.fired});
    int mover = terms_.first == Side::own ? 0 : 1;
    int last_fire = 0;
    for (const std::size_t move : moves_) {
      Sky& own = skies[static_cast<std::size_t>(mover)];
      Sky& theirs = skies[static_cast<std::size_t>(1 - mover)];
      if (move != HandTree::kNow) {
        const HandNode& chain = node_of(mover, move);
        const int fire = std::max(own.free_at + chain.fire, last_fire);
        if (own.owed > 0 && fire > own.certain_at) return std::nullopt;
        if (theirs.owed > 0 && fire > falls_at(theirs)) return std::nullopt;
        own.free_at = fire + (chain.end - chain.fire);
        own.fired = move;
        last_fire = fire;
        int garbage = garbage_of(mover, move);
        for (; garbage > 0 && own.owed > 0; --garbage) --own.owed;
        if (garbage > 0) {
          theirs.certain_at = theirs.owed > 0 ? std::max(theirs.certain_at, own.free_at) : own.free_at;
          theirs.owed += garbage;
        }
      }
      mover = 1 - mover;
    }
    return skies;
  }

  // Leaves its moves behind.
  Exchange best_from(int mover) {
    const std::vector<Sky> skies = *after_moves();
    if (is_over()) {
      ++lines_;
      best_moves_ = moves_;
      Exchange end{.left = {skies[0].owed, skies[1].owed}};
      for (const Sky& sky : skies) {
        if (sky.owed > 0 && (end.falls_at == 0 || falls_at(sky) < end.falls_at)) end.falls_at = falls_at(sky);
      }
      end.chains = static_cast<int>(std::ranges::count_if(moves_, [](std::size_t move) { return move != 0; }));
      return end;
    }
    std::vector<std::size_t> choices = {HandTree::kNow};
    const HandNode& fired = node_of(mover, skies[static_cast<std::size_t>(mover)].fired);
    for (std::size_t i = fired.children; i-- > 0;) choices.push_back(fired.first_child + i);

    std::optional<Exchange> best;
    std::vector<std::size_t> best_moves;
    for (const std::size_t choice : choices) {
      moves_.push_back(choice);
      if (after_moves()) {
        const Exchange end = best_from(1 - mover);
        const int sign = mover == 0 ? 1 : -1;
        if (!best || sign * end.net() > sign * best->net()) {
          best = end;
          best_moves = best_moves_;
        }
      }
      moves_.pop_back();
    }
    best_moves_ = best_moves;
    return *best;
  }

  std::vector<Fighter> start_;
  ExchangeTerms terms_;
  std::vector<std::size_t> moves_;
  std::vector<std::size_t> best_moves_;
  int lines_ = 0;
};

}  // namespace rensa::search
