#include "server/lobby/matchmaking.h"

#include <algorithm>
#include <utility>

namespace rensa::lobby {

namespace {

using match::RefusalReason;

RequestResult refused(base::PlayerId player, match::Refusal refusal) {
  RequestResult result;
  result.messages.push_back({player, std::move(refusal)});
  return result;
}

RequestResult refused(base::PlayerId player, RefusalReason reason, std::string text) {
  return refused(player, match::Refusal{.reason = reason, .text = std::move(text)});
}

AgreedMatch agreed_match(const match::Terms& terms, const MatchPermit& permit, match::MatchPlayer one,
                         match::MatchPlayer two) {
  match::MatchCreated created;
  created.terms = terms;
  created.first_seed = permit.first_seed;
  created.seats[0].player = std::move(one);
  created.seats[1].player = std::move(two);
  return {.created = std::move(created), .payer = permit.payer};
}

}  // namespace

Matchmaking::Matchmaking(const LobbySettings& settings, const Presence& presence, MatchCheck& check,
                         InvitationCodeSource& codes)
    : settings_(settings),
      presence_(presence),
      check_(check),
      code_source_(codes),
      invitations_(settings.max_hostless_invitations) {}

match::MatchPlayer Matchmaking::match_player(base::PlayerId player, match::Subscription subscription) const {
  return {player, presence_.name_of(player), subscription};
}

bool Matchmaking::has_requests(base::PlayerId player) const {
  const bool is_challenging = std::ranges::any_of(
      challenges_, [player](const auto& entry) { return entry.second.from == player || entry.second.to == player; });
  return is_challenging || quick_matches_.count_of(player) > 0 || codes_by_host_.contains(player);
}

void Matchmaking::withdraw_requests(base::PlayerId player) {
  withdraw_invitation(player);
  quick_matches_.cancel(player);
}

std::vector<AddressedMessage> Matchmaking::leave(base::PlayerId player, base::Time now) {
  quick_matches_.cancel(player);
  if (const auto code = codes_by_host_.extract(player)) {
    invitations_.keep_without_host(code.mapped(), presence_.player(player).payer.name, now + settings_.match.grace);
  }
  std::vector<base::ChallengeId> ended;
  for (const auto& [id, open] : challenges_) {
    if (open.from == player || open.to == player) ended.push_back(id);
  }
  std::vector<AddressedMessage> messages;
  for (const base::ChallengeId id : ended) end_challenge(id, "gone", messages);
  return messages;
}

void Matchmaking::drain() {
  quick_matches_.clear();
  invitations_.clear();
  codes_by_host_.clear();
}

RequestResult Matchmaking::request_quick_match(base::PlayerId player, const MatchRequest& wanted, base::Time now) {
  if (wanted.terms.queue_of != 0) {
    return refused(player, RefusalReason::terms, "queue_of: a quick match cannot have the pairs of another game");
  }
  const std::string key = terms_key(wanted.terms);
  MatchPermit permit = check_.check_match(player, quick_matches_.find_partner(key, player), wanted.terms, now);
  if (permit.refusal) return refused(player, *std::move(permit.refusal));
  if (const auto partner = quick_matches_.take_partner(key, player)) {
    return {.match = agreed_match(wanted.terms, permit, match_player(partner->player, partner->subscription),
                                  match_player(player, wanted.subscription))};
  }
  if (quick_matches_.count_of(player) == settings_.max_quick_matches_per_player) {
    return refused(player, RefusalReason::busy, "you wait for too many quick matches: wait until one begins");
  }
  quick_matches_.add(key, {.player = player, .subscription = wanted.subscription});
  return {};
}

int Matchmaking::free_match_slots(base::PlayerId player) const {
  const std::optional<OpenOffer>& offer = presence_.player(player).offer;
  if (!offer) return 0;
  return std::max(0, offer->matches - static_cast<int>(check_.seat_count(player)));
}

std::optional<base::PlayerId> Matchmaking::find_opponent(base::PlayerId player, const std::string& name) const {
  std::optional<base::PlayerId> found;
  const auto rank = [this](base::PlayerId id) {
    const PresentPlayer& state = presence_.player(id);
    return std::pair(state.offer ? 1 + free_match_slots(id) : 0, ~state.entered);
  };
  for (const auto& [other, state] : presence_.players()) {
    if (other == player || state.name != name || state.access != Access::full) continue;
    if (!found || rank(other) > rank(*found)) found = other;
  }
  return found;
}

std::optional<base::ChallengeId> Matchmaking::find_mutual_challenge(base::PlayerId player, const std::string& opponent,
                                                                    const match::Terms& terms) const {
  for (const auto& [id, open] : challenges_) {
    if (open.to != player || presence_.name_of(open.from) != opponent) continue;
    if (terms_key(open.terms) == terms_key(terms)) return id;
  }
  return std::nullopt;
}

std::optional<base::ChallengeId> Matchmaking::find_challenge(base::PlayerId from, base::PlayerId to) const {
  for (const auto& [id, open] : challenges_) {
    if (open.from == from && open.to == to) return id;
  }
  return std::nullopt;
}

RequestResult Matchmaking::challenge(base::PlayerId player, const std::string& name, const MatchRequest& wanted,
                                     base::Time now) {
  // Two players that challenge each other want one match.
  if (const auto other = find_mutual_challenge(player, name, wanted.terms)) {
    return accept(player, *other, wanted.subscription, now);
  }
  MatchPermit permit = check_.check_match(player, std::nullopt, wanted.terms, now);
  if (permit.refusal) return refused(player, *std::move(permit.refusal));
  const auto opponent = find_opponent(player, name);
  if (!opponent) return refused(player, RefusalReason::unknown_player, "no player with this name is connected");
  if (presence_.player(*opponent).offer) return challenge_open_player(player, *opponent, wanted, permit);
  RequestResult result;
  // A repeated challenge has the same terms, if the client missed the answer, or replaces the earlier one.
  if (const auto earlier = find_challenge(player, *opponent)) {
    OpenChallenge& asked = challenges_.at(*earlier);
    if (asked.terms == wanted.terms) {
      asked.subscription = wanted.subscription;
      result.messages.push_back({player, Challenged{*earlier, presence_.name_of(player), wanted.terms}});
      return result;
    }
    end_challenge(*earlier, "withdrawn", result.messages);
  }
  const auto refuse = [&](std::string text) {
    result.messages.push_back({player, match::Refusal{.reason = RefusalReason::busy, .text = std::move(text)}});
    return std::move(result);
  };
  const auto open =
      std::ranges::count_if(challenges_, [player](const auto& entry) { return entry.second.from == player; });
  if (static_cast<std::size_t>(open) >= settings_.max_challenges_per_player) {
    return refuse("too many of your challenges are open: withdraw one");
  }
  if (!make_room_for_challenge(player, *opponent, result.messages)) {
    return refuse(name + " has too many open challenges: try again later");
  }
  const base::ChallengeId id{++last_challenge_};
  challenges_[id] = {player, *opponent, wanted.terms, wanted.subscription};
  const Challenged challenged{.challenge = id, .from = presence_.name_of(player), .terms = wanted.terms};
  result.messages.push_back({*opponent, challenged});
  result.messages.push_back({player, challenged});  // so that it knows the id with which it can withdraw the challenge
  return result;
}

bool Matchmaking::make_room_for_challenge(base::PlayerId player, base::PlayerId opponent,
                                          std::vector<AddressedMessage>& messages) {
  struct Challenger {
    std::size_t challenges = 0;
    base::ChallengeId newest{};
  };
  std::map<std::string, Challenger> challengers;  // by their payers
  std::size_t total = 0;
  for (const auto& [id, open] : challenges_) {
    if (open.to != opponent) continue;
    Challenger& challenger = challengers[presence_.player(open.from).payer.name];
    ++challenger.challenges;
    challenger.newest = id;
    ++total;
  }
  if (total < settings_.max_challenges_to_player) return true;
  const Challenger& most =
      std::ranges::max_element(challengers, {}, [](const auto& entry) { return entry.second.challenges; })->second;
  if (challengers[presence_.player(player).payer.name].challenges + 1 >= most.challenges) return false;
  end_challenge(most.newest, "crowded_out", messages);
  return true;
}

// The challenger is sent the same messages as if the opponent had accepted at once.
RequestResult Matchmaking::challenge_open_player(base::PlayerId player, base::PlayerId opponent,
                                                 const MatchRequest& wanted, const MatchPermit& permit) {
  const PresentPlayer& other = presence_.player(opponent);
  if (free_match_slots(opponent) == 0) {
    return refused(player, RefusalReason::busy, other.name + " accepts no more matches now: try again later");
  }
  const base::ChallengeId id{++last_challenge_};
  RequestResult result;
  result.messages.push_back(
      {player, Challenged{.challenge = id, .from = presence_.name_of(player), .terms = wanted.terms}});
  result.messages.push_back({player, ChallengeEnded{.challenge = id, .why = "accepted"}});
  result.match = agreed_match(wanted.terms, permit, match_player(player, wanted.subscription),
                              match_player(opponent, other.offer->subscription));
  return result;
}

RequestResult Matchmaking::accept(base::PlayerId player, base::ChallengeId challenge, match::Subscription subscription,
                                  base::Time now) {
  const auto entry = challenges_.find(challenge);
  if (entry == challenges_.end() || entry->second.to != player) {
    return refused(player, RefusalReason::unknown_challenge, "there is no such open challenge to you");
  }
  const OpenChallenge open = entry->second;
  MatchPermit permit = check_.check_match(player, open.from, open.terms, now);
  if (permit.refusal) return refused(player, *std::move(permit.refusal));
  RequestResult result;
  end_challenge(challenge, "accepted", result.messages);
  result.match =
      agreed_match(open.terms, permit, match_player(open.from, open.subscription), match_player(player, subscription));
  return result;
}

RequestResult Matchmaking::decline(base::PlayerId player, base::ChallengeId challenge) {
  const auto entry = challenges_.find(challenge);
  const bool is_own = entry != challenges_.end() && entry->second.from == player;
  if (entry == challenges_.end() || (!is_own && entry->second.to != player)) {
    return refused(player, RefusalReason::unknown_challenge, "there is no such open challenge of yours");
  }
  RequestResult result;
  end_challenge(challenge, is_own ? "withdrawn" : "declined", result.messages);
  return result;
}

void Matchmaking::end_challenge(base::ChallengeId id, const std::string& why, std::vector<AddressedMessage>& messages) {
  const auto entry = challenges_.find(id);
  for (const base::PlayerId player : {entry->second.from, entry->second.to}) {
    messages.push_back({player, ChallengeEnded{.challenge = id, .why = why}});
  }
  challenges_.erase(entry);
}

RequestResult Matchmaking::invite(base::PlayerId player, const InvitationRequest& wanted, base::Time now) {
  MatchPermit permit = check_.check_match(player, std::nullopt, wanted.terms, now);
  if (permit.refusal) return refused(player, *std::move(permit.refusal));
  invitations_.remove_expired(now);
  const auto earlier = reclaim_invitation(wanted, now);
  withdraw_invitation(player);
  const std::string code = earlier ? *earlier : code_source_.draw_invitation_code(wanted.client_id);
  invitations_.put(code, {player, wanted.terms, wanted.subscription, wanted.client_id});
  codes_by_host_[player] = code;
  RequestResult result;
  result.messages.push_back({player, Invited{.code = code}});
  return result;
}

// The code is known to guests, so only the client id proves to be the host. The loss of the host's old connection may
// not have been noticed yet.
std::optional<std::string> Matchmaking::reclaim_invitation(const InvitationRequest& wanted, base::Time now) {
  const Invitation* own = invitations_.find(wanted.code);
  if (own == nullptr && now < returning_hosts_until_ &&
      code_source_.is_invitation_code_of(wanted.code, wanted.client_id)) {
    return wanted.code;
  }
  if (own == nullptr || own->client_id.empty() || own->client_id != wanted.client_id) return std::nullopt;
  const auto host = codes_by_host_.find(own->from);
  if (host != codes_by_host_.end() && host->second == wanted.code) codes_by_host_.erase(host);
  return wanted.code;
}

RequestResult Matchmaking::join(base::PlayerId player, const std::string& code, match::Subscription subscription,
                                base::Time now) {
  invitations_.remove_expired(now);
  const Invitation* found = invitations_.find(code);
  constexpr const char* kHostIsAway = "the host has lost the connection: try again in a few seconds";
  if (found == nullptr && now < returning_hosts_until_) return refused(player, RefusalReason::away, kHostIsAway);
  if (found == nullptr) {
    return refused(player, RefusalReason::unknown_challenge, "this invitation is not valid any more");
  }
  if (found->from == player) {
    return refused(player, RefusalReason::unknown_challenge, "this is your own invitation: another player has to join");
  }
  if (invitations_.is_hostless(code)) return refused(player, RefusalReason::away, kHostIsAway);
  const Invitation open = *found;
  MatchPermit permit = check_.check_match(player, open.from, open.terms, now);
  if (permit.refusal) return refused(player, *std::move(permit.refusal));
  withdraw_invitation(open.from);
  RequestResult result;
  result.match =
      agreed_match(open.terms, permit, match_player(open.from, open.subscription), match_player(player, subscription));
  result.match->created.is_invited = true;
  return result;
}

void Matchmaking::withdraw_invitation(base::PlayerId player) {
  if (const auto code = codes_by_host_.extract(player)) invitations_.remove(code.mapped());
}

}  // namespace rensa::lobby
