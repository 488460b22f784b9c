#pragma once

#include <cstdint>
#include <string>

#include "server/base/types.h"
#include "server/lobby/lobby_messages.h"
#include "server/lobby/matchmaking.h"
#include "server/lobby/player_matches.h"
#include "server/lobby/presence.h"
#include "server/lobby/running_matches.h"
#include "server/lobby/spectator_delivery.h"

namespace rensa::lobby {

// All requests of players that are present, one function for each message of a client. It checks that the player may
// ask for this, lets Matchmaking or the match decide, and then sends and starts all that follows. It owns nothing.
class PlayerRequests {
 public:
  // The parts that it uses. They outlive it.
  struct Parts {
    LobbyOutput& output;
    const Presence& presence;
    Matchmaking& matchmaking;
    RunningMatches& matches;
    PlayerMatches& players;
    SpectatorDelivery& spectators;
  };

  explicit PlayerRequests(const Parts& parts) : parts_(parts) {}

  // Precondition of all functions: the player is present.
  void list(base::PlayerId player, base::Time now);
  void request_quick_match(base::PlayerId player, const MatchRequest& wanted, base::Time now);
  void challenge(base::PlayerId player, const std::string& opponent, const MatchRequest& wanted, base::Time now);
  void accept(base::PlayerId player, base::ChallengeId challenge, match::Subscription subscription, base::Time now);
  void decline(base::PlayerId player, base::ChallengeId challenge, base::Time now);
  void invite(base::PlayerId player, const InvitationRequest& wanted, base::Time now);
  void join(base::PlayerId player, const std::string& code, match::Subscription subscription, base::Time now);
  // Withdraws all requests for quick matches, and the invitation.
  void withdraw(base::PlayerId player, base::Time now);

  void resign(base::PlayerId player, base::MatchId match, duel::Seat seat, base::Time now);
  void watch(base::PlayerId player, base::MatchId match, const match::WatchRequest& wanted, base::Time now);
  void unwatch(base::PlayerId player, base::MatchId match, base::Time now);
  void decide(base::PlayerId player, base::MatchId match, const match::SeatDecision& decision, base::Time now);
  void resume(base::PlayerId player, base::MatchId match, const match::ResumeRequest& wanted, base::Time now);
  void report_round_trip(base::PlayerId player, int milliseconds, base::Time now);

  // Until this time, hosts can take back the invitations that they had before the server was restarted.
  void expect_returning_hosts(base::Time until) { parts_.matchmaking.expect_returning_hosts(until); }

 private:
  // Call at the beginning of each request. Returns false if the player may only play arranged matches; it has then
  // been told so.
  bool may_request(base::PlayerId player, base::Time now);
  // Sends the messages and starts the match.
  void carry_out(RequestResult result, base::Time now);
  // Refuses the request if there is no such match.
  const match::Match* find_or_refuse(base::PlayerId player, base::MatchId id);
  // `decision`: the id of the refused decision; 0: another request was refused.
  void refuse_unknown_match(base::PlayerId player, base::MatchId id, std::uint32_t decision = 0);
  void refuse(base::PlayerId player, match::RefusalReason reason, std::string text);

  const Parts parts_;
};

}  // namespace rensa::lobby
