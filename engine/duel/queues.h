#pragma once

#include <array>

#include "engine/duel/seat.h"
#include "engine/duel/setup.h"
#include "engine/rules/hash.h"

namespace rensa::duel {

// Which pair a seat gets as which hand (1 is the first): the common queue, and where the ruleset says so, from some
// hand on a queue of its own.
class Queues {
 public:
  explicit Queues(const GameSetup& setup);

  rules::Pair at(Seat seat, int hand) const {
    const bool own = first_own_hand_ != 0 && hand >= first_own_hand_;
    return (own ? own_[index_of(seat)] : common_).at(hand - 1);
  }
  // To be called when a chain starts. After the first clear by either seat, pairs that neither has seen yet come from
  // each seat's own queue; `last_seen` is the last hand that either has seen or is about to.
  void part_after(int last_seen);

  void add_to(rules::Hash& hash) const;  // what changes during a game
  std::uint64_t hash_of_pairs() const;   // what does not

 private:
  bool shall_part_;
  int first_own_hand_ = 0;  // 0: not yet
  rules::PairQueue common_;
  std::array<rules::PairQueue, 2> own_;
};

}  // namespace rensa::duel
