#include "engine/players/position.h"

#include "engine/players/side_facts.h"

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

}  // namespace rensa::players
