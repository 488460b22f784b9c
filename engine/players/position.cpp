#include "engine/players/position.h"

#include <algorithm>
#include <span>

#include "engine/duel/garbage.h"
#include "engine/players/exchange/side_facts.h"

namespace rensa::players {

namespace {

// A game in turns plays every chain within its turn, and a side that has had no pair has no chain.
IncomingGarbage incoming_garbage(const duel::SideView& to, const duel::SideView& from, const duel::View& view,
                                 const rules::Ruleset& ruleset) {
  IncomingGarbage incoming{.fixed = to.waiting.fixed, .pending = to.waiting.pending};
  if (view.pacing == rules::Pacing::turns || from.hand == 0) return incoming;
  const evaluation::RunningChain chain = running_chain_of(from, ruleset.attack);
  incoming.expected = chain.attack / rules::attack_per_garbage(ruleset, view.clock);
  incoming.fixed_in = chain.frames;
  return incoming;
}

}  // namespace

Position position_of(const duel::View& view, const rules::Ruleset& ruleset) {
  return {.ruleset = ruleset,
          .pacing = view.pacing,
          .clock = view.clock,
          .decision_due = view.decision_due,
          .own = view.own,
          .opponent = view.opponent,
          .own_incoming = incoming_garbage(view.own, view.opponent, view, ruleset),
          .opponent_incoming = incoming_garbage(view.opponent, view.own, view, ruleset)};
}

std::optional<Position> next_decision(const Position& now) {
  const duel::SideView& own = now.own;
  const bool is_announced = own.phase == duel::Phase::preparation;
  const bool has_locked = own.phase >= duel::Phase::falling && own.phase <= duel::Phase::collapsing;
  if (now.pacing == rules::Pacing::turns || !(is_announced || has_locked)) return std::nullopt;
  const std::span<const rules::Pair> pairs = pairs_to_come(own);
  const auto shown = static_cast<std::size_t>(duel::pairs_shown_at_decision(now.ruleset));
  if (pairs.size() < shown) return std::nullopt;
  const evaluation::RunningChain chain = running_chain_of(own, now.ruleset.attack);
  Position next = now;
  next.decision_due = true;
  next.clock += chain.frames;
  next.own.field = chain.after;
  next.own.pairs = {};
  std::copy_n(pairs.begin(), shown, next.own.pairs.begin());
  next.own.pairs_shown = static_cast<int>(shown);
  next.own.falling = movement::FallingPair{};
  next.own.link = 0;
  if (has_locked) ++next.own.hand;
  next.own.phase = duel::Phase::control;
  const int sent = duel::cancel_garbage(next.own.waiting, now.opponent_incoming.expected);
  const bool opponent_ends_first = now.own_incoming.fixed_in > 0 && now.own_incoming.fixed_in <= chain.frames;
  const int pending = next.own.waiting.pending + now.own_incoming.expected;
  if (has_locked && (next.own.waiting.fixed > 0 || (opponent_ends_first && pending > 0))) return std::nullopt;
  duel::add_pending_garbage(next.opponent.waiting, sent);
  duel::fix_pending_garbage(next.opponent.waiting);
  next.own_incoming.fixed = next.own.waiting.fixed;
  next.own_incoming.pending = next.own.waiting.pending;
  next.opponent_incoming = {.fixed = next.opponent.waiting.fixed};
  return next;
}

}  // namespace rensa::players
