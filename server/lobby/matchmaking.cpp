#include <algorithm>
#include <utility>

#include "server/lobby/lobby.h"
#include "server/match/series.h"

namespace rensa::lobby {

// The part of the lobby that brings players together: quick matches, challenges, invitations and the snapshot.

namespace {

constexpr std::size_t kMaxListedMatches = 200;
constexpr std::size_t kMaxListedPlayers = 1000;

ListedMatch listing_of(const match::Match& match) {
  return {match.id(), match.names(), match.terms(), match.game_number()};
}

}  // namespace

void Lobby::open_to_challenges(base::SessionId session, const OpenOffer& open) {
  Player& player = players_.at(session);
  if (player.access == Access::arranged_matches_only) return;
  player.open = open;
  player.open->matches = std::min(open.matches, static_cast<int>(settings_.max_matches_per_session));
}

std::string Lobby::terms_key(const match::Terms& terms) {
  std::string key = terms.ruleset;
  for (const int part : {static_cast<int>(terms.clock), static_cast<int>(terms.charge), terms.charge_frames,
                         terms.games, terms.first_to}) {
    key += '/' + std::to_string(part);
  }
  return key;
}

std::optional<match::FirstGameSeed> Lobby::check_new_match(base::SessionId session, const match::Terms& terms) {
  if (is_draining_) {
    refuse(session, match::RefusalReason::draining, "the server is about to stop and starts no new matches");
    return std::nullopt;
  }
  if (players_.at(session).matches.size() >= settings_.max_matches_per_session) {
    refuse(session, match::RefusalReason::busy, "this connection plays as many matches as it may: wait until one ends");
    return std::nullopt;
  }
  auto why = match::why_unplayable(terms);
  match::FirstGameSeed first_seed;
  if (!why && terms.queue_of != 0) {
    const auto queue_source = output_.queue_source(terms.queue_of);
    if (!queue_source) {
      why = "queue_of: there is no record " + std::to_string(terms.queue_of);
    } else if (queue_source->ruleset_digest != rules::digest(match::ruleset_of(terms))) {
      why = "queue_of: the game of this record was not played by the ruleset " + terms.ruleset;
    } else {
      first_seed.seed = queue_source->seed;
    }
  }
  if (why) {
    refuse(session, match::RefusalReason::terms, *std::move(why));
    return std::nullopt;
  }
  if (!has_room(terms.clock == match::Clock::real)) {
    ++counts_.matches_refused;
    refuse(session, match::RefusalReason::busy, "this server cannot take any more matches now: try again later");
    return std::nullopt;
  }
  return first_seed;
}

void Lobby::list(base::SessionId session, base::Time now) {
  if (may_request(session, now)) output_.send(session, snapshot());
}

void Lobby::withdraw_requests(base::SessionId session, base::Time now) {
  skip_stall(now);
  withdraw_invitation(session);
  cancel_quick_matches(session);
}

void Lobby::request_quick_match(base::SessionId session, const MatchRequest& wanted, base::Time now) {
  if (!may_request(session, now)) return;
  if (wanted.terms.queue_of != 0) {
    return refuse(session, match::RefusalReason::terms,
                  "queue_of: a quick match cannot have the pairs of another game");
  }
  const auto first_seed = check_new_match(session, wanted.terms);
  if (!first_seed) return;
  Player& player = players_.at(session);
  const std::string key = terms_key(wanted.terms);
  if (const auto partner = take_waiting_request(key, session)) {
    Player& host = players_.at(partner->session);
    --host.open_requests;
    return start_match(wanted.terms, *first_seed, {partner->session, host.name, partner->subscription},
                       {session, player.name, wanted.subscription}, now);
  }
  if (player.open_requests == settings_.max_quick_matches_per_session) {
    return refuse(session, match::RefusalReason::busy, "you wait for too many quick matches: wait until one begins");
  }
  ++player.open_requests;
  quick_match_requests_[key].push_back({session, wanted.subscription});
}

// Takes the oldest request of another session.
std::optional<Lobby::QuickMatchRequest> Lobby::take_waiting_request(const std::string& key, base::SessionId session) {
  const auto entry = quick_match_requests_.find(key);
  if (entry == quick_match_requests_.end()) return std::nullopt;
  std::vector<QuickMatchRequest>& requests = entry->second;
  const auto other = std::find_if(requests.begin(), requests.end(),
                                  [&](const QuickMatchRequest& request) { return request.session != session; });
  if (other == requests.end()) return std::nullopt;
  const QuickMatchRequest request = *other;
  requests.erase(other);
  if (requests.empty()) quick_match_requests_.erase(entry);
  return request;
}

void Lobby::cancel_quick_matches(base::SessionId session) {
  Player& player = players_.at(session);
  if (player.open_requests == 0) return;
  for (auto& [key, requests] : quick_match_requests_) {
    std::erase_if(requests, [session](const QuickMatchRequest& request) { return request.session == session; });
  }
  std::erase_if(quick_match_requests_, [](const auto& entry) { return entry.second.empty(); });
  player.open_requests = 0;
}

int Lobby::free_match_slots(base::SessionId session) const {
  const Player& player = players_.at(session);
  if (!player.open) return 0;
  return std::max(0, player.open->matches - static_cast<int>(seat_count(session)));
}

std::optional<base::SessionId> Lobby::find_opponent(base::SessionId session, const std::string& name) const {
  std::optional<base::SessionId> found;
  const auto rank = [this](base::SessionId id) {
    return std::pair(players_.at(id).open ? 1 + free_match_slots(id) : 0, ~static_cast<std::uint64_t>(id));
  };
  for (const auto& [other, player] : players_) {
    if (other == session || player.name != name || player.access != Access::full) continue;
    if (!found || rank(other) > rank(*found)) found = other;
  }
  return found;
}

std::optional<base::ChallengeId> Lobby::find_mutual_challenge(base::SessionId session, const std::string& opponent,
                                                              const match::Terms& terms) const {
  for (const auto& [id, open] : challenges_) {
    if (open.to != session || players_.at(open.from).name != opponent) continue;
    if (terms_key(open.terms) == terms_key(terms)) return id;
  }
  return std::nullopt;
}

std::optional<base::ChallengeId> Lobby::find_challenge(base::SessionId from, base::SessionId to) const {
  for (const auto& [id, open] : challenges_) {
    if (open.from == from && open.to == to) return id;
  }
  return std::nullopt;
}

void Lobby::challenge(base::SessionId session, const std::string& name, const MatchRequest& wanted, base::Time now) {
  if (!may_request(session, now)) return;
  // Two players that challenge each other want one match.
  if (const auto other = find_mutual_challenge(session, name, wanted.terms)) {
    return accept_challenge(session, *other, wanted.subscription, now);
  }
  const auto first_seed = check_new_match(session, wanted.terms);
  if (!first_seed) return;
  const auto opponent = find_opponent(session, name);
  if (!opponent) return refuse(session, match::RefusalReason::unknown_player, "no player with this name is connected");
  if (players_.at(*opponent).open) return start_open_challenge(session, *opponent, wanted, *first_seed, now);
  // A repeated challenge has the same terms, if the client missed the answer, or replaces the earlier one.
  if (const auto earlier = find_challenge(session, *opponent)) {
    OpenChallenge& asked = challenges_.at(*earlier);
    if (asked.terms == wanted.terms) {
      asked.subscription = wanted.subscription;
      return output_.send(session, Challenged{*earlier, players_.at(session).name, wanted.terms});
    }
    end_challenge(*earlier, "withdrawn");
  }
  const auto open = std::count_if(challenges_.begin(), challenges_.end(),
                                  [session](const auto& entry) { return entry.second.from == session; });
  if (static_cast<std::size_t>(open) >= settings_.max_challenges_per_session) {
    return refuse(session, match::RefusalReason::busy, "too many of your challenges are open: withdraw one");
  }
  const base::ChallengeId id{++last_challenge_};
  challenges_[id] = {session, *opponent, wanted.terms, wanted.subscription};
  const Challenged challenged{.challenge = id, .from = players_.at(session).name, .terms = wanted.terms};
  output_.send(*opponent, challenged);
  output_.send(session, challenged);  // so that it knows the id with which it can withdraw the challenge
}

// The challenger is sent the same messages as if the opponent had accepted at once.
void Lobby::start_open_challenge(base::SessionId session, base::SessionId opponent, const MatchRequest& wanted,
                                 const match::FirstGameSeed& first_seed, base::Time now) {
  const Player& other = players_.at(opponent);
  if (free_match_slots(opponent) == 0) {
    return refuse(session, match::RefusalReason::busy, other.name + " accepts no more matches now: try again later");
  }
  const Player& player = players_.at(session);
  const base::ChallengeId id{++last_challenge_};
  output_.send(session, Challenged{.challenge = id, .from = player.name, .terms = wanted.terms});
  output_.send(session, ChallengeEnded{.challenge = id, .why = "accepted"});
  start_match(wanted.terms, first_seed, {session, player.name, wanted.subscription},
              {opponent, other.name, other.open->subscription}, now);
}

void Lobby::accept(base::SessionId session, base::ChallengeId challenge, match::Subscription subscription,
                   base::Time now) {
  if (may_request(session, now)) accept_challenge(session, challenge, subscription, now);
}

void Lobby::accept_challenge(base::SessionId session, base::ChallengeId challenge, match::Subscription subscription,
                             base::Time now) {
  const auto entry = challenges_.find(challenge);
  if (entry == challenges_.end() || entry->second.to != session) {
    return refuse(session, match::RefusalReason::unknown_challenge, "there is no such open challenge to you");
  }
  const OpenChallenge open = entry->second;
  const auto first_seed = check_new_match(session, open.terms);
  if (!first_seed) return;
  end_challenge(challenge, "accepted");
  start_match(open.terms, *first_seed, {open.from, players_.at(open.from).name, open.subscription},
              {session, players_.at(session).name, subscription}, now);
}

// The code must be as hard to guess as the token of a seat, so it is made in the same way.
void Lobby::invite(base::SessionId session, const InvitationRequest& wanted, base::Time now) {
  if (!may_request(session, now)) return;
  if (!check_new_match(session, wanted.terms)) return;
  invitations_.remove_expired(now);
  const auto earlier = reclaim_invitation(wanted);
  withdraw_invitation(session);
  const std::string code = earlier ? *earlier : output_.draw_secret_seed().nonce;
  invitations_.put(code, {session, wanted.terms, wanted.subscription, wanted.client_id});
  players_.at(session).invitation = code;
  output_.send(session, Invited{.code = code});
}

// The code is known to guests, so only the client id proves to be the host. The loss of the host's old connection may
// not have been noticed yet.
std::optional<std::string> Lobby::reclaim_invitation(const InvitationRequest& wanted) {
  const Invitation* own = invitations_.find(wanted.code);
  if (own == nullptr || own->client_id.empty() || own->client_id != wanted.client_id) return std::nullopt;
  if (const auto host = players_.find(own->from); host != players_.end()) host->second.invitation.clear();
  return wanted.code;
}

void Lobby::join(base::SessionId session, const std::string& code, match::Subscription subscription, base::Time now) {
  if (!may_request(session, now)) return;
  invitations_.remove_expired(now);
  const Invitation* found = invitations_.find(code);
  if (found == nullptr) {
    return refuse(session, match::RefusalReason::unknown_challenge, "this invitation is not valid any more");
  }
  if (found->from == session) {
    return refuse(session, match::RefusalReason::unknown_challenge,
                  "this is your own invitation: another player has to join");
  }
  if (invitations_.is_hostless(code)) {
    return refuse(session, match::RefusalReason::away, "the host has lost the connection: try again in a few seconds");
  }
  const Invitation open = *found;
  const auto first_seed = check_new_match(session, open.terms);
  if (!first_seed) return;
  withdraw_invitation(open.from);
  start_match(open.terms, *first_seed, {open.from, players_.at(open.from).name, open.subscription},
              {session, players_.at(session).name, subscription}, now);
}

void Lobby::withdraw_invitation(base::SessionId session) {
  std::string& code = players_.at(session).invitation;
  if (!code.empty()) invitations_.remove(code);
  code.clear();
}

void Lobby::decline(base::SessionId session, base::ChallengeId challenge, base::Time now) {
  if (!may_request(session, now)) return;
  const auto entry = challenges_.find(challenge);
  const bool is_own = entry != challenges_.end() && entry->second.from == session;
  if (entry == challenges_.end() || (!is_own && entry->second.to != session)) {
    return refuse(session, match::RefusalReason::unknown_challenge, "there is no such open challenge of yours");
  }
  end_challenge(challenge, is_own ? "withdrawn" : "declined");
}

void Lobby::end_challenges_of(base::SessionId session) {
  std::vector<base::ChallengeId> ended;
  for (const auto& [id, open] : challenges_) {
    if (open.from == session || open.to == session) ended.push_back(id);
  }
  for (const base::ChallengeId id : ended) end_challenge(id, "gone");
}

void Lobby::end_challenge(base::ChallengeId id, const std::string& why) {
  const auto entry = challenges_.find(id);
  for (const base::SessionId session : {entry->second.from, entry->second.to}) {
    output_.send(session, ChallengeEnded{.challenge = id, .why = why});
  }
  challenges_.erase(entry);
}

std::optional<ListedMatch> Lobby::match_listing(base::MatchId match) const {
  const auto running = matches_.find(match);
  if (running == matches_.end()) return std::nullopt;
  return listing_of(*running->second.match);
}

Snapshot Lobby::snapshot() const {
  Snapshot lobby;
  for (const auto& [session, player] : players_) {
    if (lobby.players.size() == kMaxListedPlayers) break;
    lobby.players.push_back(player.name);
  }
  std::sort(lobby.players.begin(), lobby.players.end());
  std::map<std::string, int> open;  // the sessions of one name are added up
  for (const auto& [session, player] : players_) {
    if (open.size() == kMaxListedPlayers) break;
    if (player.open) open[player.name] += free_match_slots(session);
  }
  for (const auto& [name, free] : open) lobby.open.push_back({name, free});
  lobby.players.erase(std::unique(lobby.players.begin(), lobby.players.end()), lobby.players.end());
  for (const auto& [id, running] : matches_) {
    if (lobby.matches.size() == kMaxListedMatches) break;
    lobby.matches.push_back(listing_of(*running.match));
  }
  std::sort(lobby.matches.begin(), lobby.matches.end(),
            [](const ListedMatch& a, const ListedMatch& b) { return a.match < b.match; });
  return lobby;
}

}  // namespace rensa::lobby
