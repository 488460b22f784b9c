#pragma once

#include <array>

#include "engine/duel/game_setup.h"
#include "engine/rules/hash.h"

namespace rensa::duel {

// The pairs that each seat gets, by hand number (1 is the first). All hands come from a common queue. Some rulesets
// give each seat its own queue from some hand on.
class PairQueues {
 public:
  explicit PairQueues(const GameSetup& setup);

  rules::Pair at(Seat seat, int hand) const {
    const bool own = first_own_hand_ != 0 && hand >= first_own_hand_;
    return (own ? own_[index_of(seat)] : common_).at(hand - 1);
  }
  // Must be called when a chain starts. After the first chain of either seat, pairs that neither seat has seen come
  // from the seat's own queue. `last_seen` is the last hand that either seat has seen or is about to see.
  void use_own_queues_after(int last_seen);

  void add_to(rules::Hash& hash) const;  // the part that changes during a game
  std::uint64_t hash_of_pairs() const;   // the part that does not change

 private:
  bool may_split_;
  int first_own_hand_ = 0;  // 0: not split yet
  rules::PairQueue common_;
  std::array<rules::PairQueue, 2> own_;
};

}  // namespace rensa::duel
