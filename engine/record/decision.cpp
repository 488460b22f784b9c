#include "engine/record/decision.h"

#include "engine/record/head.h"
#include "engine/record/replay.h"

namespace rensa::record {

namespace {

class Nobody final : public duel::Observer {
 public:
  void before_step(const duel::Game&, const duel::Inputs&) override {}
  void after_step(const duel::Game&, const duel::Events&) override {}
};

std::optional<rules::Placement> taken_in(const duel::Record& record, duel::Seat seat, int hand) {
  for (const Hand& one : hands_of(record)) {
    if (one.seat == seat && one.number == hand) return one.placement;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Decision> decision_at(const duel::Record& record, duel::Seat seat, int clock) {
  std::optional<duel::View> last;
  Head head(record);
  Nobody nobody;
  for (int now = 0; now <= record.outcome.frame && (now <= clock || !last); ++now) {
    play_on(head, record, now, nobody);
    if (head.game.outcome()) break;
    duel::View view = duel::view(head.game, seat);
    // Who moves the pair by keys decides as long as it falls: the first moment counts.
    if (view.decision_due && (!last || last->own.hand != view.own.hand)) last = std::move(view);
  }
  if (!last) return std::nullopt;
  return Decision{.view = *last, .taken = taken_in(record, seat, last->own.hand)};
}

std::vector<Decision> decisions_of(const duel::Record& record, duel::Seat seat) {
  std::vector<Decision> decisions;
  Head head(record);
  Nobody nobody;
  for (int now = 0; now <= record.outcome.frame; ++now) {
    play_on(head, record, now, nobody);
    if (head.game.outcome()) break;
    duel::View view = duel::view(head.game, seat);
    if (!view.decision_due || (!decisions.empty() && decisions.back().view.own.hand == view.own.hand)) continue;
    decisions.push_back({.view = std::move(view), .taken = {}});
  }
  for (const Hand& hand : hands_of(record)) {
    if (hand.seat != seat) continue;
    for (Decision& decision : decisions) {
      if (decision.view.own.hand == hand.number) decision.taken = hand.placement;
    }
  }
  return decisions;
}

}  // namespace rensa::record
