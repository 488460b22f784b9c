#include "server/lobby/player_requests.h"

#include <utility>
#include <vector>

namespace rensa::lobby {

bool PlayerRequests::may_request(base::PlayerId player, base::Time now) {
  parts_.matches.skip_stall(now);
  if (parts_.presence.player(player).access == Access::full) return true;
  refuse(player, match::RefusalReason::not_yours, "this connection can only play in its tournament");
  return false;
}

void PlayerRequests::carry_out(RequestResult result, base::Time now) {
  send_all(std::move(result.messages), parts_.output);
  if (result.match) parts_.matches.start(std::move(result.match->created), result.match->payer, now);
}

void PlayerRequests::list(base::PlayerId player, base::Time now) {
  if (may_request(player, now)) parts_.output.send_snapshot(player);
}

void PlayerRequests::request_quick_match(base::PlayerId player, const MatchRequest& wanted, base::Time now) {
  if (may_request(player, now)) carry_out(parts_.matchmaking.request_quick_match(player, wanted, now), now);
}

void PlayerRequests::challenge(base::PlayerId player, const std::string& opponent, const MatchRequest& wanted,
                               base::Time now) {
  if (may_request(player, now)) carry_out(parts_.matchmaking.challenge(player, opponent, wanted, now), now);
}

void PlayerRequests::accept(base::PlayerId player, base::ChallengeId challenge, match::Subscription subscription,
                            base::Time now) {
  if (may_request(player, now)) carry_out(parts_.matchmaking.accept(player, challenge, subscription, now), now);
}

void PlayerRequests::decline(base::PlayerId player, base::ChallengeId challenge, base::Time now) {
  if (may_request(player, now)) carry_out(parts_.matchmaking.decline(player, challenge), now);
}

void PlayerRequests::invite(base::PlayerId player, const InvitationRequest& wanted, base::Time now) {
  if (may_request(player, now)) carry_out(parts_.matchmaking.invite(player, wanted, now), now);
}

void PlayerRequests::join(base::PlayerId player, const std::string& code, match::Subscription subscription,
                          base::Time now) {
  if (may_request(player, now)) carry_out(parts_.matchmaking.join(player, code, subscription, now), now);
}

void PlayerRequests::withdraw(base::PlayerId player, base::Time now) {
  parts_.matches.skip_stall(now);
  parts_.matchmaking.withdraw_requests(player);
}

void PlayerRequests::resign(base::PlayerId player, base::MatchId id, duel::Seat seat, base::Time now) {
  parts_.matches.skip_stall(now);
  const match::Match* match = find_or_refuse(player, id);
  if (match == nullptr) return;
  if (!match->has_seat(player, seat)) {
    return refuse(player, match::RefusalReason::not_yours, "only a player with this seat can leave the match");
  }
  parts_.matches.change(id, [&](match::Match& resigned) { resigned.resign(seat, now); });
}

void PlayerRequests::watch(base::PlayerId player, base::MatchId id, const match::WatchRequest& wanted, base::Time now) {
  if (!may_request(player, now)) return;
  const match::Match* match = find_or_refuse(player, id);
  if (match == nullptr) return;
  if (parts_.matches.find_begun(id) == nullptr) {
    return parts_.output.send(player, match::Refusal{.reason = match::RefusalReason::unknown_match,
                                                     .text = "this match has not begun yet",
                                                     .match = id});
  }
  if (match->has_seat(player, duel::Seat::one) || match->has_seat(player, duel::Seat::two)) {
    return refuse(player, match::RefusalReason::not_yours, "a player of this match cannot also watch it");
  }
  parts_.players.attach(player, id, [this](base::MatchId other) { return parts_.matches.find(other) != nullptr; });
  parts_.matches.change(id, [&](match::Match& watched) {
    watched.run(now);  // the game may have slept
    parts_.spectators.watch(watched, player, wanted, now);
  });
}

void PlayerRequests::unwatch(base::PlayerId player, base::MatchId id, base::Time now) {
  if (!may_request(player, now) || parts_.spectators.unwatch_ended(id, player)) return;
  const auto unwatch = [&](match::Match& match) { parts_.spectators.unwatch(match, player); };
  if (!parts_.matches.change(id, unwatch)) refuse_unknown_match(player, id);
}

void PlayerRequests::decide(base::PlayerId player, base::MatchId id, const match::SeatDecision& decision,
                            base::Time now) {
  parts_.matches.skip_stall(now);
  if (!parts_.matches.decide(player, id, decision, now)) refuse_unknown_match(player, id, decision.decision.id);
}

void PlayerRequests::resume(base::PlayerId player, base::MatchId id, const match::ResumeRequest& wanted,
                            base::Time now) {
  parts_.matches.skip_stall(now);
  const auto resume = [&](match::Match& match) {
    match.resume_seat(player, wanted, now);
    if (match.has_seat(player, wanted.seat)) parts_.matches.note_taken_seat(match, player);
  };
  if (!parts_.matches.change(id, resume)) refuse_unknown_match(player, id);
}

void PlayerRequests::report_round_trip(base::PlayerId player, int milliseconds, base::Time now) {
  parts_.matches.skip_stall(now);
  if (!parts_.players.may_forward_quality(player, now)) return;
  const std::vector<base::MatchId> matches = parts_.players.matches_of(player);
  for (const base::MatchId id : matches) {
    parts_.matches.change(id, [&](match::Match& match) { match.forward_connection_quality(player, milliseconds); });
  }
}

const match::Match* PlayerRequests::find_or_refuse(base::PlayerId player, base::MatchId id) {
  const match::Match* match = parts_.matches.find(id);
  if (match == nullptr) refuse_unknown_match(player, id);
  return match;
}

void PlayerRequests::refuse_unknown_match(base::PlayerId player, base::MatchId id, std::uint32_t decision) {
  parts_.output.send(player, match::Refusal{.reason = match::RefusalReason::unknown_match,
                                            .text = "there is no such match, or it is over",
                                            .match = id,
                                            .decision = decision});
}

void PlayerRequests::refuse(base::PlayerId player, match::RefusalReason reason, std::string text) {
  parts_.output.send(player, match::Refusal{.reason = reason, .text = std::move(text)});
}

}  // namespace rensa::lobby
