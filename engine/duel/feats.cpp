#include "engine/duel/feats.h"

#include <algorithm>

namespace rensa::duel {

void add(Feats& total, const Feats& game) {
  const std::int64_t longest = std::max(total.longest_chain, game.longest_chain);
  for (const Feat& feat : kFeats) total.*feat.count += game.*feat.count;
  total.longest_chain = longest;
}

void FeatCounter::after_step(const Game& game, const Events& events) {
  for (const Event& event : events) count(event, game.clock());
  for (const Seat seat : kSeats) feats_[index_of(seat)].score = game.score(seat);
}

void FeatCounter::count(const Event& event, int clock) {
  Feats& feats = feats_[index_of(event.seat)];
  int& control_since = control_since_[index_of(event.seat)];
  switch (event.kind) {
    case EventKind::controllable:
      control_since = clock;
      break;
    case EventKind::locked:
      ++feats.hands;
      feats.clock = clock;
      feats.control += clock - control_since;
      break;
    case EventKind::link_started:
      if (event.number == 1) ++feats.chains;
      ++feats.links;
      feats.longest_chain = std::max<std::int64_t>(feats.longest_chain, event.number);
      break;
    case EventKind::all_clear:
      ++feats.all_clears;
      break;
    case EventKind::garbage_sent:
      feats.garbage_sent += event.amount;
      feats.garbage_cancelled += event.cancelled;
      break;
    case EventKind::garbage_fell:
      feats.garbage_fell += event.amount;
      break;
    case EventKind::preparation_started:
    case EventKind::next_next_revealed:
    case EventKind::garbage_fixed:
    case EventKind::placement_accepted:
    case EventKind::placement_refused:
    case EventKind::died:
    case EventKind::game_over:
      break;
  }
}

}  // namespace rensa::duel
