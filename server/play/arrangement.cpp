#include "server/play/arrangement.h"

#include "server/play/runner.h"

namespace rensa::play {

void Supervision::stepped(const duel::Game& game, const duel::Events& events) {
  feats_.after_step(game, events);
  const int most = game.ruleset().pacing == rules::Pacing::turns ? 1 : ClockSettings().refusals;
  for (const duel::Event& event : events) {
    if (event.kind != duel::EventKind::placement_refused || event.refusal == duel::Refusal::missing) continue;
    Side& side = sides_[duel::index_of(event.seat)];
    const int hand = game.hand(event.seat);
    side.refusals = side.refused_hand == hand ? side.refusals + 1 : 1;
    side.refused_hand = hand;
    if (side.refusals == most) ++side.refused;
  }
}

void Supervision::asked(duel::Seat seat, base::Time now) { sides_[duel::index_of(seat)].asked_at = now; }

void Supervision::decided(duel::Seat seat, base::Time now) {
  Side& side = sides_[duel::index_of(seat)];
  if (!side.asked_at) return;
  thinking_[duel::index_of(seat)].add((now - *side.asked_at) / std::chrono::microseconds(1));
  side.thought += now - *side.asked_at;
  side.asked_at.reset();
}

void Supervision::missed(duel::Seat seat) {
  Side& side = sides_[duel::index_of(seat)];
  ++side.missed;
  side.thought += arrangement_.patience.think;
  side.asked_at.reset();
}

void Supervision::skip(base::Span pause) {
  for (Side& side : sides_) {
    if (side.asked_at) *side.asked_at += std::chrono::duration_cast<base::Time::duration>(pause);
  }
}

std::optional<duel::Cause> Supervision::failure(const Side& side) const {
  const Patience& patience = arrangement_.patience;
  if (patience.missed > 0 && side.missed >= patience.missed) return duel::Cause::time;
  if (patience.whole_game > base::Span::zero() && side.thought >= patience.whole_game) return duel::Cause::time;
  if (patience.refused > 0 && side.refused >= patience.refused) return duel::Cause::illegal;
  return std::nullopt;
}

std::optional<duel::Outcome> Supervision::verdict(int clock) const {
  const auto first = failure(sides_[0]);
  const auto second = failure(sides_[1]);
  if (!first && !second) return std::nullopt;
  duel::Outcome outcome{.winner = std::nullopt, .cause = first ? *first : *second, .frame = clock};
  if (!first) outcome.winner = duel::Seat::one;
  if (!second) outcome.winner = duel::Seat::two;
  return outcome;
}

}  // namespace rensa::play
