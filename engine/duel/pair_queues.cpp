#include "engine/duel/pair_queues.h"

#include "engine/duel/state_hash.h"
#include "engine/rules/rng.h"

namespace rensa::duel {

namespace {

constexpr std::uint64_t kOwnQueueStream = 0x7175'6575'65;  // of seat one; seat two has the next number

rules::PairQueue own_queue(const GameSetup& setup, Seat seat) {
  rules::Rng rng(setup.seed, kOwnQueueStream + index_of(seat));
  return rules::PairQueue::from_seed(rng.next_wide(), setup.ruleset.colours);
}

}  // namespace

PairQueues::PairQueues(const GameSetup& setup)
    : may_split_(setup.ruleset.queue == rules::QueueSharing::common_until_clear),
      common_(setup.queue ? *setup.queue : rules::PairQueue::from_seed(setup.seed, setup.ruleset.colours)) {
  if (!may_split_) return;
  for (const Seat seat : kSeats) own_[index_of(seat)] = own_queue(setup, seat);
}

void PairQueues::use_own_queues_after(int last_seen) {
  if (may_split_ && first_own_hand_ == 0) first_own_hand_ = last_seen + 1;
}

void PairQueues::add_to(rules::Hash& hash) const { hash.add(static_cast<std::uint64_t>(first_own_hand_)); }

std::uint64_t PairQueues::hash_of_pairs() const {
  rules::Hash hash;
  for (const rules::PairQueue* queue : {&common_, &own_[0], &own_[1]}) {
    for (const rules::Pair pair : queue->pairs()) {
      hash.add(code_of(pair.axis) << 8 | code_of(pair.child));
    }
  }
  return hash.value();
}

}  // namespace rensa::duel
