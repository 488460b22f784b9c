#include "engine/research/losses/lost_game.h"

#include <algorithm>
#include <vector>

#include "engine/duel/outcome.h"
#include "engine/players/player.h"
#include "engine/record/game_history.h"

namespace rensa::losses {

HoldsGame holds_by_player(const players::Entrant& player) {
  return [player](const players::Position& position) {
    const auto fresh = player.make(position.ruleset, static_cast<std::uint64_t>(position.own.hand));
    const std::vector<players::Candidate> candidates = fresh->candidates(position, {});
    return std::any_of(candidates.begin(), candidates.end(),
                       [](const players::Candidate& candidate) { return candidate.worth.value_or(0) > 0; });
  };
}

std::optional<LostGame> analyse_lost_game(const record::Record& record, const HoldsGame& holds) {
  const duel::Outcome& outcome = record.outcome;
  if (!outcome.winner || !duel::follows_from_rules(outcome.cause)) return std::nullopt;
  LostGame game;
  game.loser = duel::opponent_of(*outcome.winner);
  const std::vector<record::Decision> decisions = record::decisions_of(record, game.loser);
  if (decisions.empty()) return std::nullopt;
  game.hands = decisions.back().view.own.hand;
  std::size_t lost = decisions.size() - 1;
  const std::size_t first = decisions.size() - std::min<std::size_t>(decisions.size(), kMaxSearchedHands);
  while (lost > first && !holds(players::position_of(decisions[lost].view, record.setup.ruleset))) --lost;
  game.lost_hand = decisions[lost].view.own.hand;
  game.lost_clock = decisions[lost].view.clock;
  game.facts = loss_facts(record::hand_results_of(record), game.loser, game.lost_clock);
  game.cause = cause_of(game.facts);
  return game;
}

}  // namespace rensa::losses
