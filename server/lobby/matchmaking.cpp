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

void Lobby::open_to_challenges(base::PlayerId player, const OpenOffer& open) {
  Player& state = players_.at(player);
  if (state.access == Access::arranged_matches_only) return;
  state.open = open;
  state.open->matches = std::min(open.matches, static_cast<int>(settings_.max_matches_per_player));
  ++snapshot_version_;
}

std::string Lobby::terms_key(const match::Terms& terms) {
  std::string key = terms.ruleset;
  for (const int part : {static_cast<int>(terms.clock), static_cast<int>(terms.charge), terms.charge_frames,
                         terms.games, terms.first_to, terms.spectator_delay_seconds.value_or(-1)}) {
    key += '/' + std::to_string(part);
  }
  return key;
}

std::optional<Lobby::NewMatch> Lobby::check_new_match(base::PlayerId player, std::optional<base::PlayerId> partner,
                                                      const match::Terms& terms, base::Time now) {
  if (is_draining()) {
    refuse(player, match::RefusalReason::draining, "the server is about to stop and starts no new matches");
    return std::nullopt;
  }
  if (players_.at(player).matches.size() >= settings_.max_matches_per_player) {
    refuse(player, match::RefusalReason::busy, "this connection plays as many matches as it may: wait until one ends");
    return std::nullopt;
  }
  auto why = match::why_unplayable(terms, settings_.match.own_rulesets);
  match::FirstGameSeed first_seed;
  if (!why && terms.queue_of != 0) {
    const auto queue_source = output_.queue_source(terms.queue_of);
    if (!queue_source) {
      why = "queue_of: there is no record " + std::to_string(terms.queue_of);
    } else if (queue_source->ruleset_digest != rules::digest(match::ruleset_of(terms, settings_.match.own_rulesets))) {
      why = "queue_of: the game of this record was not played by the ruleset " + terms.ruleset;
    } else {
      first_seed.seed = queue_source->seed;
    }
  }
  if (why) {
    refuse(player, match::RefusalReason::terms, *std::move(why));
    return std::nullopt;
  }
  if (const auto reason = output_.why_no_new_match()) {
    ++counts_.matches_refused;
    refuse(player, match::RefusalReason::busy, *reason + ": try again later");
    return std::nullopt;
  }
  std::vector<Payer> payers{payer_of(player)};
  if (partner) payers.push_back(payer_of(*partner));
  auto payer = choose_payer(terms.clock, payers, now);
  if (!payer) {
    ++counts_.matches_refused;
    refuse(player, match::RefusalReason::busy, "this server cannot take any more matches now: try again later");
    return std::nullopt;
  }
  return NewMatch{.first_seed = first_seed, .payer = *std::move(payer)};
}

void Lobby::list(base::PlayerId player, base::Time now) {
  if (may_request(player, now)) output_.send_snapshot(player);
}

void Lobby::withdraw_requests(base::PlayerId player, base::Time now) {
  skip_stall(now);
  withdraw_invitation(player);
  cancel_quick_matches(player);
}

void Lobby::request_quick_match(base::PlayerId player, const MatchRequest& wanted, base::Time now) {
  if (!may_request(player, now)) return;
  if (wanted.terms.queue_of != 0) {
    return refuse(player, match::RefusalReason::terms, "queue_of: a quick match cannot have the pairs of another game");
  }
  const std::string key = terms_key(wanted.terms);
  const auto checked = check_new_match(player, find_waiting_player(key, player), wanted.terms, now);
  if (!checked) return;
  Player& state = players_.at(player);
  if (const auto partner = take_waiting_request(key, player)) {
    Player& host = players_.at(partner->player);
    --host.open_requests;
    start_match(wanted.terms, *checked, {partner->player, host.name, partner->subscription},
                {player, state.name, wanted.subscription}, now);
    return;
  }
  if (state.open_requests == settings_.max_quick_matches_per_player) {
    return refuse(player, match::RefusalReason::busy, "you wait for too many quick matches: wait until one begins");
  }
  ++state.open_requests;
  quick_match_requests_[key].push_back({player, wanted.subscription});
}

std::optional<base::PlayerId> Lobby::find_waiting_player(const std::string& key, base::PlayerId player) const {
  const auto entry = quick_match_requests_.find(key);
  if (entry == quick_match_requests_.end()) return std::nullopt;
  for (const QuickMatchRequest& request : entry->second) {
    if (request.player != player) return request.player;
  }
  return std::nullopt;
}

// Takes the oldest request of another player.
std::optional<Lobby::QuickMatchRequest> Lobby::take_waiting_request(const std::string& key, base::PlayerId player) {
  const auto entry = quick_match_requests_.find(key);
  if (entry == quick_match_requests_.end()) return std::nullopt;
  std::vector<QuickMatchRequest>& requests = entry->second;
  const auto other = std::find_if(requests.begin(), requests.end(),
                                  [&](const QuickMatchRequest& request) { return request.player != player; });
  if (other == requests.end()) return std::nullopt;
  const QuickMatchRequest request = *other;
  requests.erase(other);
  if (requests.empty()) quick_match_requests_.erase(entry);
  return request;
}

void Lobby::cancel_quick_matches(base::PlayerId player) {
  Player& state = players_.at(player);
  if (state.open_requests == 0) return;
  for (auto& [key, requests] : quick_match_requests_) {
    std::erase_if(requests, [player](const QuickMatchRequest& request) { return request.player == player; });
  }
  std::erase_if(quick_match_requests_, [](const auto& entry) { return entry.second.empty(); });
  state.open_requests = 0;
}

int Lobby::free_match_slots(base::PlayerId player) const {
  const Player& state = players_.at(player);
  if (!state.open) return 0;
  return std::max(0, state.open->matches - static_cast<int>(seat_count(player)));
}

std::optional<base::PlayerId> Lobby::find_opponent(base::PlayerId player, const std::string& name) const {
  std::optional<base::PlayerId> found;
  const auto rank = [this](base::PlayerId id) {
    const Player& state = players_.at(id);
    return std::pair(state.open ? 1 + free_match_slots(id) : 0, ~state.entered);
  };
  for (const auto& [other, state] : players_) {
    if (other == player || state.name != name || state.access != Access::full) continue;
    if (!found || rank(other) > rank(*found)) found = other;
  }
  return found;
}

std::optional<base::ChallengeId> Lobby::find_mutual_challenge(base::PlayerId player, const std::string& opponent,
                                                              const match::Terms& terms) const {
  for (const auto& [id, open] : challenges_) {
    if (open.to != player || players_.at(open.from).name != opponent) continue;
    if (terms_key(open.terms) == terms_key(terms)) return id;
  }
  return std::nullopt;
}

std::optional<base::ChallengeId> Lobby::find_challenge(base::PlayerId from, base::PlayerId to) const {
  for (const auto& [id, open] : challenges_) {
    if (open.from == from && open.to == to) return id;
  }
  return std::nullopt;
}

void Lobby::challenge(base::PlayerId player, const std::string& name, const MatchRequest& wanted, base::Time now) {
  if (!may_request(player, now)) return;
  // Two players that challenge each other want one match.
  if (const auto other = find_mutual_challenge(player, name, wanted.terms)) {
    return accept_challenge(player, *other, wanted.subscription, now);
  }
  const auto checked = check_new_match(player, std::nullopt, wanted.terms, now);
  if (!checked) return;
  const auto opponent = find_opponent(player, name);
  if (!opponent) return refuse(player, match::RefusalReason::unknown_player, "no player with this name is connected");
  if (players_.at(*opponent).open) return start_open_challenge(player, *opponent, wanted, *checked, now);
  // A repeated challenge has the same terms, if the client missed the answer, or replaces the earlier one.
  if (const auto earlier = find_challenge(player, *opponent)) {
    OpenChallenge& asked = challenges_.at(*earlier);
    if (asked.terms == wanted.terms) {
      asked.subscription = wanted.subscription;
      return output_.send(player, Challenged{*earlier, players_.at(player).name, wanted.terms});
    }
    end_challenge(*earlier, "withdrawn");
  }
  const auto open = std::count_if(challenges_.begin(), challenges_.end(),
                                  [player](const auto& entry) { return entry.second.from == player; });
  if (static_cast<std::size_t>(open) >= settings_.max_challenges_per_player) {
    return refuse(player, match::RefusalReason::busy, "too many of your challenges are open: withdraw one");
  }
  if (!make_room_for_challenge(player, *opponent)) {
    return refuse(player, match::RefusalReason::busy, name + " has too many open challenges: try again later");
  }
  const base::ChallengeId id{++last_challenge_};
  challenges_[id] = {player, *opponent, wanted.terms, wanted.subscription};
  const Challenged challenged{.challenge = id, .from = players_.at(player).name, .terms = wanted.terms};
  output_.send(*opponent, challenged);
  output_.send(player, challenged);  // so that it knows the id with which it can withdraw the challenge
}

bool Lobby::make_room_for_challenge(base::PlayerId player, base::PlayerId opponent) {
  struct Challenger {
    std::size_t challenges = 0;
    base::ChallengeId newest{};
  };
  std::map<std::string, Challenger> challengers;  // by their payers
  std::size_t total = 0;
  for (const auto& [id, open] : challenges_) {
    if (open.to != opponent) continue;
    Challenger& challenger = challengers[players_.at(open.from).payer.name];
    ++challenger.challenges;
    challenger.newest = id;
    ++total;
  }
  if (total < settings_.max_challenges_to_player) return true;
  const Challenger& most =
      std::ranges::max_element(challengers, {}, [](const auto& entry) { return entry.second.challenges; })->second;
  if (challengers[players_.at(player).payer.name].challenges + 1 >= most.challenges) return false;
  end_challenge(most.newest, "crowded_out");
  return true;
}

// The challenger is sent the same messages as if the opponent had accepted at once.
void Lobby::start_open_challenge(base::PlayerId player, base::PlayerId opponent, const MatchRequest& wanted,
                                 const NewMatch& checked, base::Time now) {
  const Player& other = players_.at(opponent);
  if (free_match_slots(opponent) == 0) {
    return refuse(player, match::RefusalReason::busy, other.name + " accepts no more matches now: try again later");
  }
  const Player& state = players_.at(player);
  const base::ChallengeId id{++last_challenge_};
  output_.send(player, Challenged{.challenge = id, .from = state.name, .terms = wanted.terms});
  output_.send(player, ChallengeEnded{.challenge = id, .why = "accepted"});
  start_match(wanted.terms, checked, {player, state.name, wanted.subscription},
              {opponent, other.name, other.open->subscription}, now);
}

void Lobby::accept(base::PlayerId player, base::ChallengeId challenge, match::Subscription subscription,
                   base::Time now) {
  if (may_request(player, now)) accept_challenge(player, challenge, subscription, now);
}

void Lobby::accept_challenge(base::PlayerId player, base::ChallengeId challenge, match::Subscription subscription,
                             base::Time now) {
  const auto entry = challenges_.find(challenge);
  if (entry == challenges_.end() || entry->second.to != player) {
    return refuse(player, match::RefusalReason::unknown_challenge, "there is no such open challenge to you");
  }
  const OpenChallenge open = entry->second;
  const auto checked = check_new_match(player, open.from, open.terms, now);
  if (!checked) return;
  end_challenge(challenge, "accepted");
  start_match(open.terms, *checked, {open.from, players_.at(open.from).name, open.subscription},
              {player, players_.at(player).name, subscription}, now);
}

void Lobby::invite(base::PlayerId player, const InvitationRequest& wanted, base::Time now) {
  if (!may_request(player, now)) return;
  if (!check_new_match(player, std::nullopt, wanted.terms, now)) return;
  invitations_.remove_expired(now);
  const auto earlier = reclaim_invitation(wanted, now);
  withdraw_invitation(player);
  const std::string code = earlier ? *earlier : output_.draw_invitation_code(wanted.client_id);
  invitations_.put(code, {player, wanted.terms, wanted.subscription, wanted.client_id});
  players_.at(player).invitation = code;
  output_.send(player, Invited{.code = code});
}

// The code is known to guests, so only the client id proves to be the host. The loss of the host's old connection may
// not have been noticed yet.
std::optional<std::string> Lobby::reclaim_invitation(const InvitationRequest& wanted, base::Time now) {
  const Invitation* own = invitations_.find(wanted.code);
  if (own == nullptr && now < returning_hosts_until_ && output_.is_invitation_code_of(wanted.code, wanted.client_id)) {
    return wanted.code;
  }
  if (own == nullptr || own->client_id.empty() || own->client_id != wanted.client_id) return std::nullopt;
  const auto host = players_.find(own->from);
  if (host != players_.end() && host->second.invitation == wanted.code) host->second.invitation.clear();
  return wanted.code;
}

void Lobby::join(base::PlayerId player, const std::string& code, match::Subscription subscription, base::Time now) {
  if (!may_request(player, now)) return;
  invitations_.remove_expired(now);
  const Invitation* found = invitations_.find(code);
  constexpr const char* kHostIsAway = "the host has lost the connection: try again in a few seconds";
  if (found == nullptr && now < returning_hosts_until_) {
    return refuse(player, match::RefusalReason::away, kHostIsAway);
  }
  if (found == nullptr) {
    return refuse(player, match::RefusalReason::unknown_challenge, "this invitation is not valid any more");
  }
  if (found->from == player) {
    return refuse(player, match::RefusalReason::unknown_challenge,
                  "this is your own invitation: another player has to join");
  }
  if (invitations_.is_hostless(code)) {
    return refuse(player, match::RefusalReason::away, kHostIsAway);
  }
  const Invitation open = *found;
  auto checked = check_new_match(player, open.from, open.terms, now);
  if (!checked) return;
  checked->is_invited = true;
  withdraw_invitation(open.from);
  start_match(open.terms, *checked, {open.from, players_.at(open.from).name, open.subscription},
              {player, players_.at(player).name, subscription}, now);
}

void Lobby::withdraw_invitation(base::PlayerId player) {
  std::string& code = players_.at(player).invitation;
  if (!code.empty()) invitations_.remove(code);
  code.clear();
}

void Lobby::decline(base::PlayerId player, base::ChallengeId challenge, base::Time now) {
  if (!may_request(player, now)) return;
  const auto entry = challenges_.find(challenge);
  const bool is_own = entry != challenges_.end() && entry->second.from == player;
  if (entry == challenges_.end() || (!is_own && entry->second.to != player)) {
    return refuse(player, match::RefusalReason::unknown_challenge, "there is no such open challenge of yours");
  }
  end_challenge(challenge, is_own ? "withdrawn" : "declined");
}

void Lobby::end_challenges_of(base::PlayerId player) {
  std::vector<base::ChallengeId> ended;
  for (const auto& [id, open] : challenges_) {
    if (open.from == player || open.to == player) ended.push_back(id);
  }
  for (const base::ChallengeId id : ended) end_challenge(id, "gone");
}

void Lobby::end_challenge(base::ChallengeId id, const std::string& why) {
  const auto entry = challenges_.find(id);
  for (const base::PlayerId player : {entry->second.from, entry->second.to}) {
    output_.send(player, ChallengeEnded{.challenge = id, .why = why});
  }
  challenges_.erase(entry);
}

std::optional<ListedMatch> Lobby::match_listing(base::MatchId match) const {
  const auto running = matches_.find(match);
  if (running == matches_.end() || running->second.is_waiting) return std::nullopt;
  return listing_of(*running->second.match);
}

Snapshot Lobby::snapshot() const {
  Snapshot lobby;
  for (const auto& [player, state] : players_) {
    if (lobby.players.size() == kMaxListedPlayers) break;
    lobby.players.push_back(state.name);
  }
  std::sort(lobby.players.begin(), lobby.players.end());
  std::map<std::string, int> open;  // the players of one name are added up
  for (const auto& [player, state] : players_) {
    if (open.size() == kMaxListedPlayers) break;
    if (state.open) open[state.name] += free_match_slots(player);
  }
  for (const auto& [name, free] : open) lobby.open.push_back({name, free});
  lobby.players.erase(std::unique(lobby.players.begin(), lobby.players.end()), lobby.players.end());
  for (const auto& [id, running] : matches_) {
    if (lobby.matches.size() == kMaxListedMatches) break;
    if (running.is_waiting) continue;
    lobby.matches.push_back(listing_of(*running.match));
  }
  std::sort(lobby.matches.begin(), lobby.matches.end(),
            [](const ListedMatch& a, const ListedMatch& b) { return a.match < b.match; });
  return lobby;
}

}  // namespace rensa::lobby
