#include "server/lobby/match_admission.h"

#include <utility>
#include <vector>

#include "server/lobby/seats.h"
#include "server/match/series.h"

namespace rensa::lobby {

namespace {

MatchPermit no_permit(match::RefusalReason reason, std::string text) {
  return {.refusal = match::Refusal{.reason = reason, .text = std::move(text)}};
}

}  // namespace

MatchPermit MatchAdmission::check_match(base::PlayerId player, std::optional<base::PlayerId> partner,
                                        const match::Terms& terms, base::Time now) {
  using match::RefusalReason;
  const auto& own_rulesets = parts_.settings.match.own_rulesets;
  if (is_draining_) return no_permit(RefusalReason::draining, "the server is about to stop and starts no new matches");
  if (parts_.players.matches_of(player).size() >= parts_.settings.max_matches_per_player) {
    return no_permit(RefusalReason::busy, "this connection plays as many matches as it may: wait until one ends");
  }
  if (auto why = match::why_unplayable(terms, own_rulesets)) return no_permit(RefusalReason::terms, *std::move(why));
  MatchPermit permit;
  if (terms.queue_of != 0) {
    const auto queue_source = parts_.output.queue_source(terms.queue_of);
    if (!queue_source) {
      return no_permit(RefusalReason::terms, "queue_of: there is no record " + std::to_string(terms.queue_of));
    }
    if (queue_source->ruleset_digest != rules::digest(match::ruleset_of(terms, own_rulesets))) {
      return no_permit(RefusalReason::terms,
                       "queue_of: the game of this record was not played by the ruleset " + terms.ruleset);
    }
    permit.first_seed.seed = queue_source->seed;
  }
  if (const auto reason = parts_.output.why_no_new_match()) {
    ++refused_count_;
    return no_permit(RefusalReason::busy, *reason + ": try again later");
  }
  std::vector<Payer> payers{parts_.presence.player(player).payer};
  if (partner) payers.push_back(parts_.presence.player(*partner).payer);
  auto payer = parts_.load.choose_payer(terms.clock, payers, now);
  if (!payer) {
    ++refused_count_;
    return no_permit(RefusalReason::busy, "this server cannot take any more matches now: try again later");
  }
  permit.payer = *std::move(payer);
  return permit;
}

std::size_t MatchAdmission::seat_count(base::PlayerId player) const {
  std::size_t seats = 0;
  for (const base::MatchId id : parts_.players.matches_of(player)) {
    if (const match::Match* match = parts_.matches.find(id)) seats += lobby::seat_count(*match, player);
  }
  return seats;
}

std::optional<std::string> MatchAdmission::check_arranged_match(match::Clock clock, base::Time now) {
  if (is_draining_) return std::nullopt;
  return parts_.load.choose_payer(clock, {Payer{.name = kPayerOfTournaments, .is_guest = false}}, now);
}

}  // namespace rensa::lobby
