#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/base/types.h"
#include "server/lobby/invitations.h"
#include "server/lobby/lobby_messages.h"
#include "server/lobby/lobby_settings.h"
#include "server/lobby/presence.h"
#include "server/lobby/quick_matches.h"
#include "server/match/match_event.h"
#include "server/match/terms.h"

namespace rensa::lobby {

// A match that a player wants to play.
struct MatchRequest {
  match::Terms terms;
  match::Subscription subscription = match::Subscription::events;
};

struct InvitationRequest {
  match::Terms terms;
  match::Subscription subscription = match::Subscription::events;
  std::string code;       // of an earlier invitation by this client; empty: none
  std::string client_id;  // as in match::ResumeRequest
};

// The answer to the question if a match may begin.
struct MatchPermit {
  std::optional<match::Refusal> refusal{};  // nullopt: the match may begin
  match::FirstGameSeed first_seed{};
  std::string payer{};
};

// The questions of matchmaking about running matches and the server's limits.
class MatchCheck {
 public:
  virtual ~MatchCheck() = default;
  // Returns a permit for a match of this player that begins now. `partner`: the opponent, if it has asked for this
  // match, too.
  virtual MatchPermit check_match(base::PlayerId player, std::optional<base::PlayerId> partner,
                                  const match::Terms& terms, base::Time now) = 0;
  // Returns how many seats of running matches the player has.
  virtual std::size_t seat_count(base::PlayerId player) const = 0;
};

// A match that has been agreed on and may begin: the first argument of RunningMatches::start(), and its payer.
struct AgreedMatch {
  match::MatchCreated created;
  std::string payer;
};

// All that follows from a request.
struct RequestResult {
  std::vector<AddressedMessage> messages{};  // in the order in which they are sent
  std::optional<AgreedMatch> match{};        // begins after the messages have been sent
};

// Brings players together by quick matches, challenges and invitations. It owns the requests that wait. It decides and
// does nothing else: it returns the messages and the match that follow from a request, and Lobby or PlayerRequests
// sends and starts them. It reads the names, payers and offers of players in Presence.
class Matchmaking {
 public:
  // All parts outlive it.
  Matchmaking(const LobbySettings& settings, const Presence& presence, MatchCheck& check, InvitationCodeSource& codes);

  // Precondition of all functions with a player: the player is present.
  RequestResult request_quick_match(base::PlayerId player, const MatchRequest& wanted, base::Time now);
  RequestResult challenge(base::PlayerId player, const std::string& opponent, const MatchRequest& wanted,
                          base::Time now);
  RequestResult accept(base::PlayerId player, base::ChallengeId challenge, match::Subscription subscription,
                       base::Time now);
  RequestResult decline(base::PlayerId player, base::ChallengeId challenge);
  RequestResult invite(base::PlayerId player, const InvitationRequest& wanted, base::Time now);
  RequestResult join(base::PlayerId player, const std::string& code, match::Subscription subscription, base::Time now);
  // Withdraws all requests for quick matches, and the invitation.
  void withdraw_requests(base::PlayerId player);
  // Call before the player leaves. Ends its requests; its invitation stays for a while. Returns the messages that
  // follow.
  std::vector<AddressedMessage> leave(base::PlayerId player, base::Time now);

  // Returns true if the player waits for a quick match, has an invitation, or takes part in an open challenge.
  bool has_requests(base::PlayerId player) const;
  // Returns how many more challenges a player takes that is open to challenges; 0 for all others.
  int free_match_slots(base::PlayerId player) const;
  // Returns the number of different terms for which quick matches are requested.
  std::size_t waiting_terms_count() const { return quick_matches_.terms_count(); }

  // Until this time, hosts can take back the invitations that they had before the server was restarted. A player that
  // joins one before its host is told that the host is away.
  void expect_returning_hosts(base::Time until) { returning_hosts_until_ = until; }
  // Call regularly, so that invitations without a host do not stay in memory.
  void remove_expired(base::Time now) { invitations_.remove_expired(now); }
  // Removes all quick matches and invitations that wait. Challenges stay, and can be declined.
  void drain();

 private:
  struct OpenChallenge {
    base::PlayerId from{};
    base::PlayerId to{};
    match::Terms terms;
    match::Subscription subscription;
  };
  // Of the players with this name, returns the open one with the most free matches, or else one that must be asked.
  std::optional<base::PlayerId> find_opponent(base::PlayerId player, const std::string& name) const;
  // Returns a waiting challenge to the player from this opponent, for the same terms apart from `queue_of`.
  std::optional<base::ChallengeId> find_mutual_challenge(base::PlayerId player, const std::string& opponent,
                                                         const match::Terms& terms) const;
  std::optional<base::ChallengeId> find_challenge(base::PlayerId from, base::PlayerId to) const;
  RequestResult challenge_open_player(base::PlayerId player, base::PlayerId opponent, const MatchRequest& wanted,
                                      const MatchPermit& permit);
  // Returns false if the opponent has as many open challenges as it may have, and the player's payer has its part of
  // them. A payer that has more than its part loses its newest one.
  bool make_room_for_challenge(base::PlayerId player, base::PlayerId opponent, std::vector<AddressedMessage>& messages);
  void end_challenge(base::ChallengeId id, const std::string& why, std::vector<AddressedMessage>& messages);
  // Returns the code of the host's earlier invitation, and takes it from the old player; nullopt if there is none.
  std::optional<std::string> reclaim_invitation(const InvitationRequest& wanted, base::Time now);
  void withdraw_invitation(base::PlayerId player);
  match::MatchPlayer match_player(base::PlayerId player, match::Subscription subscription) const;

  const LobbySettings& settings_;
  const Presence& presence_;
  MatchCheck& check_;
  InvitationCodeSource& code_source_;
  std::uint64_t last_challenge_ = 0;
  base::Time returning_hosts_until_{};  // hosts take back the invitations of an earlier process
  QuickMatches quick_matches_;
  std::map<base::ChallengeId, OpenChallenge> challenges_;
  Invitations invitations_;
  std::unordered_map<base::PlayerId, std::string> codes_by_host_;  // of the invitations
};

}  // namespace rensa::lobby
