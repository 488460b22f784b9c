#include "server/match/arrangement.h"

namespace rensa::match {

PlayStatistics ArrangedMatchMonitor::play_statistics() const {
  PlayStatistics play{.statistics = statistics_.statistics(), .thinking = thinking_};
  for (std::size_t i = 0; i < players_.size(); ++i) {
    play.decisions[i] = {.refused = players_[i].refusals, .late = players_[i].missed};
  }
  return play;
}

void ArrangedMatchMonitor::on_events(const duel::Game& game, const duel::Events& events) {
  statistics_.after_step(game, events);
  const int max_refusals = game.ruleset().pacing == rules::Pacing::turns ? 1 : max_refusals_;
  for (const duel::Event& event : events) {
    if (event.kind != duel::EventKind::placement_refused || event.refusal == duel::Refusal::missing) continue;
    PlayerCounts& player = players_[duel::index_of(event.seat)];
    ++player.refusals;
    const int hand = game.hand(event.seat);
    player.refusals_of_hand = player.refused_hand == hand ? player.refusals_of_hand + 1 : 1;
    player.refused_hand = hand;
    if (player.refusals_of_hand == max_refusals) ++player.refused;
  }
}

void ArrangedMatchMonitor::on_question(duel::Seat seat, base::Time now) {
  players_[duel::index_of(seat)].asked_at = now;
}

void ArrangedMatchMonitor::on_answer(duel::Seat seat, base::Time now) {
  PlayerCounts& player = players_[duel::index_of(seat)];
  if (!player.asked_at) return;
  thinking_[duel::index_of(seat)].add((now - *player.asked_at) / std::chrono::microseconds(1));
  player.thinking_time += now - *player.asked_at;
  player.asked_at.reset();
}

void ArrangedMatchMonitor::on_missed_answer(duel::Seat seat, int hand, base::Time now) {
  PlayerCounts& player = players_[duel::index_of(seat)];
  const base::Span waited = player.asked_at ? base::Span(now - *player.asked_at) : base::Span::zero();
  // A client that is asked in each frame does not wait again for a program that has stopped answering. All frames of a
  // pair together then count as one answer.
  if (waited >= arranged_.limits.think || player.missed_hand != hand) ++player.missed;
  player.missed_hand = hand;
  player.thinking_time += waited;
  player.asked_at.reset();
}

void ArrangedMatchMonitor::skip_pause(base::Span pause) {
  for (PlayerCounts& player : players_) {
    if (player.asked_at) *player.asked_at += std::chrono::duration_cast<base::Time::duration>(pause);
  }
}

std::optional<duel::Cause> ArrangedMatchMonitor::failure_of(const PlayerCounts& player) const {
  const PlayerLimits& limits = arranged_.limits;
  if (limits.max_missed > 0 && player.missed >= limits.max_missed) return duel::Cause::time;
  if (limits.whole_game > base::Span::zero() && player.thinking_time >= limits.whole_game) return duel::Cause::time;
  if (limits.max_refused > 0 && player.refused >= limits.max_refused) return duel::Cause::illegal;
  return std::nullopt;
}

std::optional<duel::Outcome> ArrangedMatchMonitor::outcome_by_failure(int clock) const {
  const auto first = failure_of(players_[0]);
  const auto second = failure_of(players_[1]);
  if (!first && !second) return std::nullopt;
  duel::Outcome outcome{.winner = std::nullopt, .cause = first ? *first : *second, .frame = clock};
  if (!first) outcome.winner = duel::Seat::one;
  if (!second) outcome.winner = duel::Seat::two;
  return outcome;
}

}  // namespace rensa::match
