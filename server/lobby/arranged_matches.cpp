#include "server/lobby/arranged_matches.h"

#include <utility>

namespace rensa::lobby {

std::optional<base::MatchId> ArrangedMatches::start(const match::Arrangement& arrangement, base::Time now) {
  const auto& [one, two] = arrangement.players;
  if (!presence_.contains(one.id) || !presence_.contains(two.id)) return std::nullopt;
  const auto payer = admission_.check_arranged_match(arrangement.terms.clock, now);
  if (!payer) return std::nullopt;
  match::MatchCreated created;
  created.terms = arrangement.terms;
  created.arranged = arrangement.game;
  created.seats[0].player = one;
  created.seats[1].player = two;
  return matches_.start(std::move(created), *payer, now);
}

std::optional<match::RestoredArrangedMatch> ArrangedMatches::restored(base::MatchId match) const {
  const match::Match* restored = matches_.find(match);
  if (restored == nullptr) return std::nullopt;
  const match::ArrangedGame* game = restored->arranged_game();
  if (game == nullptr || !game->name) return std::nullopt;
  return match::RestoredArrangedMatch{
      .match = match, .game = *game, .players = restored->names(), .has_ended = restored->is_saving()};
}

void ArrangedMatches::return_lost_seat(base::MatchId id, duel::Seat seat, const match::MatchPlayer& player,
                                       base::Time now) {
  if (!presence_.contains(player.id)) return;
  matches_.change(id, [&](match::Match& match) {
    match.return_lost_seat(seat, player.id, player.subscription, now);
    if (match.has_seat(player.id, seat)) matches_.note_taken_seat(match, player.id);
  });
}

bool ArrangedMatches::forfeit(base::MatchId id, duel::Seat seat, duel::Cause cause, base::Time now) {
  return matches_.change(id, [&](match::Match& match) { match.forfeit(seat, cause, now); });
}

std::optional<match::AbandonResult> ArrangedMatches::abandon(base::MatchId match, base::Time now) {
  return matches_.abandon(match, now);
}

}  // namespace rensa::lobby
