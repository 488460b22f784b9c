#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <limits>
#include <optional>

#include "engine/search/exchange.h"

namespace rensa::search {

// What can happen in an exchange of chains, for whoever searches it: the rules of exchange.h, a move at a time.

struct ExchangeStanding {
  std::size_t fired = HandTree::kNow;
  int free_at = 0;
  int owed = 0;
  int certain_at = 0;
};

struct ExchangePosition {
  std::array<ExchangeStanding, 2> sides{};
  int last_fire = 0;
  int passes = 0;  // in a row; two are the end
};

class ExchangeRules {
 public:
  static constexpr int kForever = std::numeric_limits<int>::max();

  ExchangeRules(const HandTree& own, const HandTree& theirs, const ExchangeTerms& terms)
      : trees_{&own, &theirs}, frames_per_hand_(terms.frames_per_hand) {
    for (std::size_t side = 0; side < 2; ++side) {
      const HandTree& tree = *trees_[side];
      for (std::size_t node = 0; node < tree.size; ++node) {
        garbage_[side][node] = tree.nodes[node].score / terms.garbage_rate;
      }
    }
  }

  static ExchangePosition start(const Fighter& own, const Fighter& theirs) {
    return {.sides = {standing_of(own), standing_of(theirs)}};
  }

  const HandTree& tree(std::size_t side) const { return *trees_[side]; }
  int garbage(std::size_t side, std::size_t node) const { return garbage_[side][node]; }

  // When who is to decide can fire at the latest.
  int deadline(const ExchangePosition& position, std::size_t mover) const {
    const ExchangeStanding& own = position.sides[mover];
    return std::min(own.owed > 0 ? own.certain_at : kForever, falls_at(position.sides[1 - mover]));
  }

  // When it fires this one; nullopt: too late.
  std::optional<int> fire_at(const ExchangePosition& position, std::size_t mover, std::size_t node,
                             int deadline) const {
    const int fire = std::max(position.sides[mover].free_at + trees_[mover]->nodes[node].fire, position.last_fire);
    return fire > deadline ? std::nullopt : std::optional(fire);
  }

  ExchangePosition after(ExchangePosition position, std::size_t mover, std::size_t node, int fire) const {
    ExchangeStanding& own = position.sides[mover];
    ExchangeStanding& theirs = position.sides[1 - mover];
    const HandNode& chain = trees_[mover]->nodes[node];
    own.fired = node;
    own.free_at = fire + chain.end - chain.fire;
    const int cancelled = std::min(own.owed, garbage_[mover][node]);
    own.owed -= cancelled;
    if (const int sent = garbage_[mover][node] - cancelled; sent > 0) {
      theirs.certain_at = theirs.owed > 0 ? std::max(theirs.certain_at, own.free_at) : own.free_at;
      theirs.owed += sent;
    }
    position.last_fire = fire;
    position.passes = 0;
    return position;
  }

  Exchange settle(const ExchangePosition& position) const {
    Exchange end;
    for (std::size_t i = 0; i < 2; ++i) end.left[i] = position.sides[i].owed;
    const int first = std::min(falls_at(position.sides[0]), falls_at(position.sides[1]));
    end.falls_at = first == kForever ? 0 : first;
    return end;
  }

 private:
  static ExchangeStanding standing_of(const Fighter& fighter) {
    assert(fighter.tree != nullptr && fighter.fired < fighter.tree->size);
    assert(fighter.free_at >= 0 && fighter.owed >= 0 && fighter.certain_at >= 0);
    return {.fired = fighter.fired, .free_at = fighter.free_at, .owed = fighter.owed, .certain_at = fighter.certain_at};
  }

  int falls_at(const ExchangeStanding& side) const {
    if (side.owed == 0) return kForever;
    if (side.free_at > side.certain_at) return side.free_at;
    const int hands = (side.certain_at - side.free_at) / frames_per_hand_ + 1;
    return side.free_at + hands * frames_per_hand_;
  }

  std::array<const HandTree*, 2> trees_;
  int frames_per_hand_;
  std::array<std::array<int, kMostHandNodes>, 2> garbage_;  // by side and node: what a chain makes
};

}  // namespace rensa::search
