#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "proto/message.h"
#include "server/base/ids.h"
#include "server/base/time.h"
#include "server/live_tournaments/journal_page.h"

namespace rensa::live_tournaments {

// Who follows which tournaments, and what they have been told: every event from the one they wanted on, once and in
// order, and how the tournament stands. Nobody is told more while much waits to be read by it: what it hears next is
// remembered instead, and taken from the journal's file. When all this is done is elsewhere: see audience.h.
class Followers {
 public:
  struct Outlet {
    std::function<void(base::SessionId, const proto::ServerMessage&)> tell;
    std::function<std::size_t(base::SessionId)> queued_bytes;  // that it has been told and that have not left
    std::function<void(const std::string&)> log;
  };
  explicit Followers(Outlet outlet) : outlet_(std::move(outlet)) {}

  // Where the events of a tournament are, and how it stands. Those that `now` does not count are told to nobody.
  struct Standing {
    std::filesystem::path journal;
    proto::TournamentState now;
  };
  // Tells how it stands. From this event on, or what comes from now on; anew, if it is followed already. False: this
  // session follows as many as it may.
  bool add(base::SessionId session, const Standing& standing, std::optional<std::uint64_t> from, base::Time now);
  void remove(base::SessionId session, const std::string& tournament);
  void remove(base::SessionId session);
  // How a tournament stands by now; nothing, if nobody follows it.
  void heed(const proto::TournamentState& now);
  bool is_followed(const std::string& tournament) const { return sources_.contains(tournament); }
  bool empty() const { return followers_.empty(); }

  // Tells some of what is due, for about a millisecond, to each in its turn. `some`: more could be told at once.
  enum class Left : std::uint8_t { nothing, some };
  Left tell_some(base::Time now);

 private:
  struct Source {
    Standing standing;
    std::size_t followers = 0;
    // What was read last, for all who are as far as that.
    Place page_from;
    std::uint64_t page_end = 0;
    std::optional<Page> page;
  };
  using Key = std::pair<base::SessionId, std::string>;
  struct Follower {
    Source& source;
    Place place;  // of what it hears next
    proto::TournamentState told;
    base::Time told_at;
    bool is_lost = false;  // what it wants cannot be read
  };
  using All = std::map<Key, Follower>;

  struct Turn {
    std::size_t cost = 0;
    bool has_more = false;
  };
  Turn attend(base::SessionId session, Follower& follower, base::Time now);
  void tell_state(base::SessionId session, Follower& follower, base::Time now);
  std::size_t tell_events(base::SessionId session, Follower& follower);
  std::size_t turn_page(Source& source, const Place& place);
  All::iterator forget(All::iterator follower);
  std::size_t followed_by(base::SessionId session) const;

  const Outlet outlet_;
  std::map<std::string, Source> sources_;  // that are followed
  All followers_;
  Key last_;  // who had its turn
};

}  // namespace rensa::live_tournaments
