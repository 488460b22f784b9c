#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/search/exchange.h"

namespace rensa::search {

// Solves an exchange in the simplest way: it plays every possible line from the start and cuts off none.
class NaiveExchange {
 public:
  NaiveExchange(const ExchangeSide& own, const ExchangeSide& theirs, const ExchangeSettings& settings)
      : start_{own, theirs}, settings_(settings) {}

  ExchangeResult best() {
    ExchangeResult best = best_from(settings_.first == ExchangeSeat::own ? 0 : 1);
    best.choice = best_moves_.empty() ? ChainTree::kRoot : best_moves_.front();
    return best;
  }
  int lines() const { return lines_; }

 private:
  struct GarbageState {  // of one side
    int free_at;
    int incoming;
    int certain_at;
    std::size_t fired;
  };

  // A move is a node, or kRoot for a pass.
  bool is_over() const {
    const std::size_t count = moves_.size();
    return count >= 2 && moves_[count - 1] == ChainTree::kRoot && moves_[count - 2] == ChainTree::kRoot;
  }

  int garbage_of(int side, std::size_t node) const { return node_of(side, node).score / settings_.garbage_rate; }
  const ChainNode& node_of(int side, std::size_t node) const {
    return start_[static_cast<std::size_t>(side)].tree->nodes[node];
  }

  int falls_at(const GarbageState& garbage) const {
    if (garbage.free_at > garbage.certain_at) return garbage.free_at;
    int lock = garbage.free_at;
    while (lock <= garbage.certain_at) lock += settings_.frames_per_hand;
    return lock;
  }

  // Returns the state after moves_, or nullopt if a chain comes too late.
  std::optional<std::vector<GarbageState>> after_moves() const {
    std::vector<GarbageState> garbage;
    for (const ExchangeSide& side : start_)
      garbage.push_back({side.free_at, side.incoming, side.certain_at, side.fired});
    int mover = settings_.first == ExchangeSeat::own ? 0 : 1;
    int last_fire = 0;
    for (const std::size_t move : moves_) {
      GarbageState& own = garbage[static_cast<std::size_t>(mover)];
      GarbageState& theirs = garbage[static_cast<std::size_t>(1 - mover)];
      if (move != ChainTree::kRoot) {
        const ChainNode& chain = node_of(mover, move);
        const int fire = std::max(own.free_at + chain.fire, last_fire);
        if (own.incoming > 0 && fire > own.certain_at) return std::nullopt;
        if (theirs.incoming > 0 && fire > falls_at(theirs)) return std::nullopt;
        own.free_at = fire + (chain.end - chain.fire);
        own.fired = move;
        last_fire = fire;
        int sent = garbage_of(mover, move);
        for (; sent > 0 && own.incoming > 0; --sent) --own.incoming;
        if (sent > 0) {
          theirs.certain_at = theirs.incoming > 0 ? std::max(theirs.certain_at, own.free_at) : own.free_at;
          theirs.incoming += sent;
        }
      }
      mover = 1 - mover;
    }
    return garbage;
  }

  // Sets best_moves_.
  ExchangeResult best_from(int mover) {
    const std::vector<GarbageState> garbage = *after_moves();
    if (is_over()) {
      ++lines_;
      best_moves_ = moves_;
      ExchangeResult end{.garbage = {garbage[0].incoming, garbage[1].incoming}};
      for (const GarbageState& side : garbage) {
        if (side.incoming > 0 && (end.falls_at == 0 || falls_at(side) < end.falls_at)) end.falls_at = falls_at(side);
      }
      end.chains = static_cast<int>(std::ranges::count_if(moves_, [](std::size_t move) { return move != 0; }));
      return end;
    }
    std::vector<std::size_t> choices = {ChainTree::kRoot};
    const ChainNode& fired = node_of(mover, garbage[static_cast<std::size_t>(mover)].fired);
    for (std::size_t i = fired.children; i-- > 0;) choices.push_back(fired.first_child + i);

    std::optional<ExchangeResult> best;
    std::vector<std::size_t> best_moves;
    for (const std::size_t choice : choices) {
      moves_.push_back(choice);
      if (after_moves()) {
        const ExchangeResult end = best_from(1 - mover);
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

  std::vector<ExchangeSide> start_;
  ExchangeSettings settings_;
  std::vector<std::size_t> moves_;
  std::vector<std::size_t> best_moves_;
  int lines_ = 0;
};

}  // namespace rensa::search
