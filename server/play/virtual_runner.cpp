#include "server/play/virtual_runner.h"

#include <algorithm>

namespace rensa::play {

VirtualRunner::VirtualRunner(const proto::Terms& terms, const ClockSettings& settings, Play& play)
    : terms_(terms), settings_(settings), play_(play) {}

void VirtualRunner::run(base::Time now, Watcher& watcher) {
  while (!play_.game().outcome() && !asks_or_waits(now, watcher)) play_on(watcher);
}

bool VirtualRunner::must_ask(duel::Seat seat) const {
  const Side& side = sides_[duel::index_of(seat)];
  const duel::Game& game = play_.game();
  if (audience_.seats[duel::index_of(seat)]) return side.answered_clock != game.clock();
  return game.decision_due(seat) && side.answered_hand != game.hand(seat);
}

// Whether an answer is still missing. Who has thought for too long is taken to have passed.
bool VirtualRunner::asks_or_waits(base::Time now, Watcher& watcher) {
  bool waits = false;
  for (const duel::Seat seat : duel::kSeats) {
    Side& side = sides_[duel::index_of(seat)];
    if (!side.waits && must_ask(seat)) {
      side.waits = true;
      side.asked_at = now;
      side.asked_clock = play_.game().clock();
      watcher.asks(seat);
    }
    if (side.waits && now - side.asked_at >= settings_.think_limit) {
      pass(seat);
      watcher.missed(seat);
    }
    waits = waits || side.waits;
  }
  return waits;
}

void VirtualRunner::pass(duel::Seat seat) {
  Side& side = sides_[duel::index_of(seat)];
  side.waits = false;
  side.answered_clock = play_.game().clock();
  side.answered_hand = play_.game().hand(seat);
}

int VirtualRunner::charged_frames(const Side& side, base::Time now) const {
  switch (terms_.charge) {
    case proto::Charge::none:
      return 0;
    case proto::Charge::fixed:
      return terms_.charge_frames;
    case proto::Charge::measured:
      // Also of who passed first and thinks on while the opponent does.
      if (side.asked_clock != play_.game().clock()) return 0;
      return static_cast<int>(std::max(now - side.asked_at, base::Time::duration::zero()) / base::kFrame);
  }
  return 0;
}

Ruling VirtualRunner::decide(duel::Seat seat, const Decision& decision, base::Time now) {
  Side& side = sides_[duel::index_of(seat)];
  const int clock = play_.game().clock();
  if (decision.clock > clock) return Ruling::ahead;
  if (side.waits && decision.clock != clock) return Ruling::late;
  const int charge = charged_frames(side, now);
  if (side.waits) pass(seat);
  if (decision.input.kind != duel::Input::Kind::none)
    side.scheduled = {clock + 1 + charge, decision.id, decision.input};
  return Ruling::counts;
}

// Up to the next event or the next decision that takes effect.
void VirtualRunner::play_on(Watcher& watcher) {
  const int clock = play_.game().clock();
  duel::Inputs inputs{};
  int last = duel::kNoFrameLimit;
  bool any = audience_.wants_every_frame();
  for (const duel::Seat seat : duel::kSeats) {
    Side& side = sides_[duel::index_of(seat)];
    if (!side.scheduled) continue;
    if (side.scheduled->clock > clock + 1) {
      last = std::min(last, side.scheduled->clock - 1);
      continue;
    }
    inputs[duel::index_of(seat)] = side.scheduled->input;
    watcher.decided(seat, side.scheduled->id, clock + 1);
    side.scheduled.reset();
    any = true;
  }
  const duel::Events events = any ? play_.step(inputs) : play_.advance(last);
  heed_refusals(events);
  watcher.stepped(events);
}

// A pair whose decision was refused needs another one; after a few it falls as it is.
void VirtualRunner::heed_refusals(const duel::Events& events) {
  for (const duel::Event& event : events) {
    if (event.kind != duel::EventKind::placement_refused) continue;
    Side& side = sides_[duel::index_of(event.seat)];
    const int hand = play_.game().hand(event.seat);
    side.refusals = side.refused_hand == hand ? side.refusals + 1 : 1;
    side.refused_hand = hand;
    if (side.refusals < settings_.refusals) side.answered_hand = 0;
  }
}

base::Time VirtualRunner::wake_at() const {
  base::Time wake = base::Time::max();
  for (const Side& side : sides_) {
    if (side.waits) wake = std::min<base::Time>(wake, side.asked_at + settings_.think_limit);
  }
  return wake;
}

void VirtualRunner::skip(base::Span pause) {
  for (Side& side : sides_) side.asked_at += std::chrono::duration_cast<base::Time::duration>(pause);
}

}  // namespace rensa::play
