#include <algorithm>
#include <utility>

#include "server/play/hall.h"
#include "server/play/terms.h"

namespace rensa::play {

// The part of the hall in which players meet: quick matches, challenges, invitations, and who sees whom.

namespace {

constexpr std::size_t kMaxListedMatches = 200;
constexpr std::size_t kMaxListedPlayers = 1000;

proto::LobbyMatch listing_of(const Match& match) {
  return {match.id(), match.names(), match.terms(), match.game_number()};
}

}  // namespace

void Hall::take_challenges(base::SessionId session, const proto::Open& open) {
  Member& member = members_.at(session);
  if (member.presence == Presence::only_plays) return;
  member.open = open;
  member.open->matches = std::min(open.matches, static_cast<int>(settings_.max_matches_per_member));
}

std::string Hall::key_of(const proto::Terms& terms) {
  std::string key = terms.ruleset;
  for (const int part : {static_cast<int>(terms.clock), static_cast<int>(terms.charge), terms.charge_frames,
                         terms.games, terms.first_to}) {
    key += '/' + std::to_string(part);
  }
  return key;
}

std::optional<Beginning> Hall::beginning_of(base::SessionId session, const proto::Terms& terms) {
  if (draining_) {
    refuse(session, proto::ErrorCode::draining, "the server is about to stop: there are no new matches");
    return std::nullopt;
  }
  if (members_.at(session).matches.size() >= settings_.max_matches_per_member) {
    refuse(session, proto::ErrorCode::busy, "you play as many matches as one connection may");
    return std::nullopt;
  }
  auto why = why_unplayable(terms);
  Beginning beginning;
  if (!why && terms.queue_of != 0) {
    const auto precedent = outlet_.precedent(terms.queue_of);
    if (!precedent) {
      why = "queue_of: there is no record " + std::to_string(terms.queue_of);
    } else if (precedent->ruleset_digest != rules::digest(ruleset_of(terms))) {
      why = "queue_of: the game of this record was played by another ruleset than " + terms.ruleset;
    } else {
      beginning.seed = precedent->seed;
    }
  }
  if (why) {
    refuse(session, proto::ErrorCode::terms, *std::move(why));
    return std::nullopt;
  }
  if (!has_room(terms.clock == proto::Clock::real)) {
    ++tally_.matches_refused;
    refuse(session, proto::ErrorCode::busy, "as many matches are played as this server can take: try again later");
    return std::nullopt;
  }
  return beginning;
}

void Hall::wish(base::SessionId session, const proto::QuickMatch& wanted, base::Time now) {
  if (wanted.terms.queue_of != 0) {
    return refuse(session, proto::ErrorCode::terms, "queue_of: a quick match has a queue of its own");
  }
  const auto beginning = beginning_of(session, wanted.terms);
  if (!beginning) return;
  Member& member = members_.at(session);
  const std::string key = key_of(wanted.terms);
  if (const auto partner = take_wish(key, session)) {
    Member& host = members_.at(partner->session);
    --host.wishes;
    return start_match(wanted.terms, *beginning, {partner->session, host.name, partner->subscription},
                       {session, member.name, wanted.subscription}, now);
  }
  if (member.wishes == settings_.max_wishes_per_member) {
    return refuse(session, proto::ErrorCode::busy, "too many wishes for a match are open: wait for one to begin");
  }
  ++member.wishes;
  wishes_[key].push_back({session, wanted.subscription});
}

// The oldest one of somebody else.
std::optional<Hall::Wish> Hall::take_wish(const std::string& key, base::SessionId session) {
  const auto entry = wishes_.find(key);
  if (entry == wishes_.end()) return std::nullopt;
  std::vector<Wish>& waiting = entry->second;
  const auto other =
      std::find_if(waiting.begin(), waiting.end(), [&](const Wish& wish) { return wish.session != session; });
  if (other == waiting.end()) return std::nullopt;
  const Wish wish = *other;
  waiting.erase(other);
  if (waiting.empty()) wishes_.erase(entry);
  return wish;
}

void Hall::take_wishes_back(base::SessionId session) {
  Member& member = members_.at(session);
  if (member.wishes == 0) return;
  for (auto& [key, waiting] : wishes_) {
    std::erase_if(waiting, [session](const Wish& wish) { return wish.session == session; });
  }
  std::erase_if(wishes_, [](const auto& entry) { return entry.second.empty(); });
  member.wishes = 0;
}

int Hall::free_matches(base::SessionId session) const {
  const Member& member = members_.at(session);
  if (!member.open) return 0;
  return std::max(0, member.open->matches - static_cast<int>(seats_of(session)));
}

std::optional<base::SessionId> Hall::opponent_of(base::SessionId session, const std::string& name) const {
  std::optional<base::SessionId> found;
  const auto rank = [this](base::SessionId id) {
    return std::pair(members_.at(id).open ? 1 + free_matches(id) : 0, ~static_cast<std::uint64_t>(id));
  };
  for (const auto& [other, member] : members_) {
    if (other == session || member.name != name || member.presence != Presence::whole) continue;
    if (!found || rank(other) > rank(*found)) found = other;
  }
  return found;
}

std::optional<proto::ChallengeId> Hall::answered_by(base::SessionId session, const proto::Challenge& wanted) const {
  for (const auto& [id, open] : challenges_) {
    if (open.to != session || members_.at(open.from).name != wanted.opponent) continue;
    if (key_of(open.terms) == key_of(wanted.terms)) return id;
  }
  return std::nullopt;
}

std::optional<proto::ChallengeId> Hall::waiting(base::SessionId from, base::SessionId to) const {
  for (const auto& [id, open] : challenges_) {
    if (open.from == from && open.to == to) return id;
  }
  return std::nullopt;
}

void Hall::challenge(base::SessionId session, const proto::Challenge& wanted, base::Time now) {
  // Two who ask each other at the same moment want one match.
  if (const auto other = answered_by(session, wanted)) return accept(session, {*other, wanted.subscription}, now);
  const auto beginning = beginning_of(session, wanted.terms);
  if (!beginning) return;
  const auto opponent = opponent_of(session, wanted.opponent);
  if (!opponent) return refuse(session, proto::ErrorCode::unknown_player, "nobody of this name is here: see ListLobby");
  if (members_.at(*opponent).open) return begin_challenge(session, *opponent, wanted, *beginning, now);
  // Who asks again has not heard yet that it has asked, or wants something else.
  if (const auto earlier = waiting(session, *opponent)) {
    OpenChallenge& asked = challenges_.at(*earlier);
    if (asked.terms == wanted.terms) {
      asked.subscription = wanted.subscription;
      return outlet_.tell(session, proto::Challenged{*earlier, members_.at(session).name, wanted.terms});
    }
    end_challenge(*earlier, "withdrawn");
  }
  const auto open = std::count_if(challenges_.begin(), challenges_.end(),
                                  [session](const auto& entry) { return entry.second.from == session; });
  if (static_cast<std::size_t>(open) >= settings_.max_challenges_per_member) {
    return refuse(session, proto::ErrorCode::busy, "too many of your challenges are open: withdraw one");
  }
  const proto::ChallengeId id{++last_challenge_};
  challenges_[id] = {session, *opponent, wanted.terms, wanted.subscription};
  const proto::Challenged challenged{.challenge = id, .from = members_.at(session).name, .terms = wanted.terms};
  outlet_.tell(*opponent, challenged);
  outlet_.tell(session, challenged);  // with the number under which it can be withdrawn
}

// To the one who challenges it looks as if the other had accepted at once.
void Hall::begin_challenge(base::SessionId session, base::SessionId opponent, const proto::Challenge& wanted,
                           const Beginning& beginning, base::Time now) {
  const Member& other = members_.at(opponent);
  if (free_matches(opponent) == 0) {
    return refuse(session, proto::ErrorCode::busy, other.name + " plays as many matches as it takes: try again later");
  }
  const Member& member = members_.at(session);
  const proto::ChallengeId id{++last_challenge_};
  outlet_.tell(session, proto::Challenged{.challenge = id, .from = member.name, .terms = wanted.terms});
  outlet_.tell(session, proto::ChallengeEnded{.challenge = id, .why = "accepted"});
  start_match(wanted.terms, beginning, {session, member.name, wanted.subscription},
              {opponent, other.name, other.open->subscription}, now);
}

void Hall::accept(base::SessionId session, const proto::Accept& accepted, base::Time now) {
  const auto entry = challenges_.find(accepted.challenge);
  if (entry == challenges_.end() || entry->second.to != session) {
    return refuse(session, proto::ErrorCode::unknown_challenge, "this challenge is not open to you any more");
  }
  const OpenChallenge open = entry->second;
  const auto beginning = beginning_of(session, open.terms);
  if (!beginning) return;
  end_challenge(accepted.challenge, "accepted");
  start_match(open.terms, *beginning, {open.from, members_.at(open.from).name, open.subscription},
              {session, members_.at(session).name, accepted.subscription}, now);
}

// The code is as hard to guess as the token of a seat, and comes from where these come from.
void Hall::invite(base::SessionId session, const proto::Invite& wanted, base::Time now) {
  if (!beginning_of(session, wanted.terms)) return;
  invitations_.forget_lapsed(now);
  const auto earlier = reclaimed(wanted);
  withdraw_invitation(session);
  const std::string code = earlier ? *earlier : outlet_.draw_secret().nonce;
  invitations_.put(code, {session, wanted.terms, wanted.subscription, wanted.holder});
  members_.at(session).invitation = code;
  outlet_.tell(session, proto::Invited{.code = code});
}

// Friends are told the code, so it takes more than that to be the host. Its old connection may not have been missed
// yet.
std::optional<std::string> Hall::reclaimed(const proto::Invite& wanted) {
  const Invitation* own = invitations_.find(wanted.code);
  if (own == nullptr || own->holder.empty() || own->holder != wanted.holder) return std::nullopt;
  if (const auto host = members_.find(own->from); host != members_.end()) host->second.invitation.clear();
  return wanted.code;
}

void Hall::join(base::SessionId session, const proto::Join& wanted, base::Time now) {
  invitations_.forget_lapsed(now);
  const Invitation* found = invitations_.find(wanted.code);
  if (found == nullptr) {
    return refuse(session, proto::ErrorCode::unknown_challenge, "this invitation does not stand any more");
  }
  if (found->from == session) {
    return refuse(session, proto::ErrorCode::unknown_challenge,
                  "this invitation is your own: somebody else has to join");
  }
  if (invitations_.is_away(wanted.code)) {
    return refuse(session, proto::ErrorCode::away, "who invited is away for a moment: try again in a few seconds");
  }
  const Invitation open = *found;
  const auto beginning = beginning_of(session, open.terms);
  if (!beginning) return;
  withdraw_invitation(open.from);
  start_match(open.terms, *beginning, {open.from, members_.at(open.from).name, open.subscription},
              {session, members_.at(session).name, wanted.subscription}, now);
}

void Hall::withdraw_invitation(base::SessionId session) {
  std::string& code = members_.at(session).invitation;
  if (!code.empty()) invitations_.withdraw(code);
  code.clear();
}

void Hall::decline(base::SessionId session, const proto::Decline& declined) {
  const auto entry = challenges_.find(declined.challenge);
  const bool is_own = entry != challenges_.end() && entry->second.from == session;
  if (entry == challenges_.end() || (!is_own && entry->second.to != session)) {
    return refuse(session, proto::ErrorCode::unknown_challenge, "this challenge is not open any more");
  }
  end_challenge(declined.challenge, is_own ? "withdrawn" : "declined");
}

void Hall::end_challenges_of(base::SessionId session) {
  std::vector<proto::ChallengeId> ended;
  for (const auto& [id, open] : challenges_) {
    if (open.from == session || open.to == session) ended.push_back(id);
  }
  for (const proto::ChallengeId id : ended) end_challenge(id, "gone");
}

void Hall::end_challenge(proto::ChallengeId id, const std::string& why) {
  const auto entry = challenges_.find(id);
  for (const base::SessionId session : {entry->second.from, entry->second.to}) {
    outlet_.tell(session, proto::ChallengeEnded{.challenge = id, .why = why});
  }
  challenges_.erase(entry);
}

std::optional<proto::LobbyMatch> Hall::listed(proto::MatchId match) const {
  const auto playing = matches_.find(match);
  if (playing == matches_.end()) return std::nullopt;
  return listing_of(*playing->second.match);
}

proto::Lobby Hall::lobby() const {
  proto::Lobby lobby;
  for (const auto& [session, member] : members_) {
    if (lobby.players.size() == kMaxListedPlayers) break;
    lobby.players.push_back(member.name);
  }
  std::sort(lobby.players.begin(), lobby.players.end());
  std::map<std::string, int> open;  // sessions of one name add up
  for (const auto& [session, member] : members_) {
    if (open.size() == kMaxListedPlayers) break;
    if (member.open) open[member.name] += free_matches(session);
  }
  for (const auto& [name, free] : open) lobby.open.push_back({name, free});
  lobby.players.erase(std::unique(lobby.players.begin(), lobby.players.end()), lobby.players.end());
  for (const auto& [id, playing] : matches_) {
    if (lobby.matches.size() == kMaxListedMatches) break;
    lobby.matches.push_back(listing_of(*playing.match));
  }
  std::sort(lobby.matches.begin(), lobby.matches.end(),
            [](const proto::LobbyMatch& a, const proto::LobbyMatch& b) { return a.match < b.match; });
  return lobby;
}

}  // namespace rensa::play
