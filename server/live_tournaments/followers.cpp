#include "server/live_tournaments/followers.h"

#include <iterator>

namespace rensa::live_tournaments {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostFollowed = 64;       // by a session
constexpr base::Span kBetweenStates = 250ms;    // of a tournament, to one follower
constexpr std::size_t kMostQueued = 16 * 1024;  // and a page: then a slow reader is still within what connections bear

// What things cost, in looks at a follower for whom there is nothing.
constexpr std::size_t kLook = 1;
constexpr std::size_t kTold = 16;
constexpr std::size_t kRead = 16;
constexpr std::size_t kSearched = 256;
constexpr std::size_t kMostAtOnce = 1'024;

}  // namespace

bool Followers::add(base::SessionId session, const Standing& standing, std::optional<std::uint64_t> from,
                    base::Time now) {
  const std::string& tournament = standing.now.tournament;
  const Key key{session, tournament};
  if (!followers_.contains(key) && followed_by(session) >= kMostFollowed) return false;
  remove(session, tournament);
  Source& source = sources_[tournament];
  source.standing = standing;
  ++source.followers;
  Follower& follower = followers_
                           .emplace(key, Follower{.source = source,
                                                  .place = {.number = from.value_or(standing.now.events)},
                                                  .told = {},
                                                  .told_at = now})
                           .first->second;
  tell_state(session, follower, now);
  return true;
}

void Followers::heed(const proto::TournamentState& now) {
  const auto source = sources_.find(now.tournament);
  if (source != sources_.end()) source->second.standing.now = now;
}

void Followers::remove(base::SessionId session, const std::string& tournament) {
  const auto follower = followers_.find({session, tournament});
  if (follower != followers_.end()) forget(follower);
}

void Followers::remove(base::SessionId session) {
  auto follower = followers_.lower_bound({session, ""});
  while (follower != followers_.end() && follower->first.first == session) follower = forget(follower);
}

Followers::All::iterator Followers::forget(All::iterator follower) {
  if (--follower->second.source.followers == 0) sources_.erase(follower->first.second);
  return followers_.erase(follower);
}

std::size_t Followers::followed_by(base::SessionId session) const {
  std::size_t count = 0;
  for (auto it = followers_.lower_bound({session, ""}); it != followers_.end() && it->first.first == session; ++it) {
    ++count;
  }
  return count;
}

Followers::Left Followers::tell_some(base::Time now) {
  bool has_more = false;
  std::size_t spent = 0;
  auto follower = followers_.upper_bound(last_);
  for (std::size_t turns = followers_.size(); turns > 0; --turns) {
    if (spent >= kMostAtOnce) return Left::some;
    if (follower == followers_.end()) follower = followers_.begin();
    last_ = follower->first;
    const Turn turn = attend(last_.first, follower->second, now);
    spent += turn.cost;
    has_more = has_more || turn.has_more;
    follower = follower->second.is_lost ? forget(follower) : std::next(follower);
  }
  return has_more ? Left::some : Left::nothing;
}

Followers::Turn Followers::attend(base::SessionId session, Follower& follower, base::Time now) {
  const proto::TournamentState& state = follower.source.standing.now;
  const bool is_changed = follower.told != state && now - follower.told_at >= kBetweenStates;
  const bool is_behind = follower.place.number < state.events;
  if ((!is_changed && !is_behind) || outlet_.queued_bytes(session) > kMostQueued) return {.cost = kLook};
  std::size_t cost = kLook;
  if (is_changed) {
    tell_state(session, follower, now);
    cost += kTold;
  }
  if (is_behind) cost += tell_events(session, follower);
  return {.cost = cost, .has_more = !follower.is_lost && follower.place.number < state.events};
}

void Followers::tell_state(base::SessionId session, Follower& follower, base::Time now) {
  follower.told = follower.source.standing.now;
  follower.told_at = now;
  outlet_.tell(session, follower.told);
}

std::size_t Followers::tell_events(base::SessionId session, Follower& follower) {
  Source& source = follower.source;
  const std::string& tournament = source.standing.now.tournament;
  const std::size_t cost = turn_page(source, follower.place);
  if (!source.page) {
    follower.is_lost = true;
    outlet_.log("event=journal_not_read tournament=\"" + tournament + "\"");
    std::string text = "the events of ";
    text.append(tournament).append(" cannot be read: follow it again later");
    outlet_.tell(session,
                 proto::Error{.code = proto::ErrorCode::busy, .text = std::move(text), .match = std::nullopt, .id = 0});
    return cost;
  }
  for (const std::string& line : source.page->lines) {
    outlet_.tell(session,
                 proto::TournamentEvent{.tournament = tournament, .number = follower.place.number, .event = line});
    ++follower.place.number;
  }
  follower.place = source.page->next;
  return cost + kTold * source.page->lines.size();
}

// The page that begins there is the source's then.
std::size_t Followers::turn_page(Source& source, const Place& place) {
  const std::uint64_t end = source.standing.now.events;
  if (source.page && source.page_from.number == place.number && source.page_end == end) return 0;
  source.page = read_page(source.standing.journal, place, end);
  source.page_from = place;
  source.page_end = end;
  return place.offset ? kRead : kSearched;
}

}  // namespace rensa::live_tournaments
