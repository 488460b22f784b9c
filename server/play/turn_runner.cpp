#include "server/play/turn_runner.h"

#include <algorithm>
#include <utility>

namespace rensa::play {

TurnRunner::TurnRunner(const ClockSettings& settings, Play& play) : play_(play) {
  const int limit = play.game().ruleset().turn_milliseconds;
  is_limited_ = limit > 0;
  turn_time_ = limit > 0 ? base::Span(std::chrono::milliseconds(limit)) : settings.think_limit;
  for (Side& side : sides_) side.bank = limit > 0 ? settings.turn_bank : base::Span::zero();
}

void TurnRunner::run(base::Time now, Watcher& watcher) {
  while (!play_.game().outcome()) {
    const int turn = play_.game().clock() + 1;
    if (asked_turn_ != turn) {
      ask(now, watcher);
      asked_turn_ = turn;
    }
    for (const duel::Seat seat : duel::kSeats) {
      Side& side = sides_[duel::index_of(seat)];
      if (!side.waits || now < deadline_of(side)) continue;
      answered(side, now);
      watcher.missed(seat);
    }
    if (sides_[0].waits || sides_[1].waits) return;

    duel::Inputs inputs{};
    for (const duel::Seat seat : duel::kSeats) {
      Side& side = sides_[duel::index_of(seat)];
      inputs[duel::index_of(seat)] = std::exchange(side.input, {});
      if (side.id) watcher.decided(seat, *side.id, turn);
      side.id.reset();
    }
    watcher.stepped(play_.step(inputs));
  }
}

void TurnRunner::ask(base::Time now, Watcher& watcher) {
  turn_began_ = now;
  for (const duel::Seat seat : duel::kSeats) {
    sides_[duel::index_of(seat)].waits = true;
    watcher.asks(seat);
  }
}

void TurnRunner::answered(Side& side, base::Time now) {
  side.waits = false;
  const base::Span over = now - turn_began_ - turn_time_;
  side.bank -= std::clamp(over, base::Span::zero(), side.bank);
}

Ruling TurnRunner::decide(duel::Seat seat, const Decision& decision, base::Time now) {
  Side& side = sides_[duel::index_of(seat)];
  const int clock = play_.game().clock();
  if (decision.clock > clock) return Ruling::ahead;
  if (decision.clock < clock || !side.waits) return Ruling::late;
  answered(side, now);
  side.input = decision.input;
  side.id = decision.id;
  return Ruling::counts;
}

base::Time TurnRunner::wake_at() const {
  base::Time wake = base::Time::max();
  for (const Side& side : sides_) {
    if (side.waits) wake = std::min(wake, deadline_of(side));
  }
  return wake;
}

void TurnRunner::skip(base::Span pause) { turn_began_ += std::chrono::duration_cast<base::Time::duration>(pause); }

}  // namespace rensa::play
