#pragma once

#include <memory>
#include <unordered_map>

#include "server/base/types.h"
#include "server/match/match.h"
#include "server/match/match_output.h"
#include "server/match/spectators.h"

namespace rensa::lobby {

// Delivers the updates of matches to their spectators, when there is time for it. It owns the spectators of each match
// and all updates that they have not been sent, also those that a delay keeps from them. A match only has a pointer to
// its group. The group of a match that is over stays until its spectators have been sent the end.
class SpectatorDelivery {
 public:
  // The output outlives it.
  explicit SpectatorDelivery(match::MatchOutput& output) : output_(output) {}
  SpectatorDelivery(const SpectatorDelivery&) = delete;
  SpectatorDelivery& operator=(const SpectatorDelivery&) = delete;

  // Adds a spectator to a running match, which has been played up to now. One that watches it already begins anew.
  void watch(match::Match& match, base::PlayerId player, const match::WatchRequest& wanted, base::Time now);
  // Does nothing if the player does not watch the match.
  void unwatch(match::Match& match, base::PlayerId player);
  // Does nothing and returns false unless the match is over and a delay keeps its end from spectators.
  bool unwatch_ended(base::MatchId match, base::PlayerId player);
  // Removes the player from all matches that are over.
  void leave_ended_matches(base::PlayerId player);
  // Call when other players have the seats of a match, since the delay depends on them.
  void update_delay(const match::Match& match);
  // Call after the match has told its spectators something.
  void queue_updates(const match::Match& match);
  // Call in every frame of a match with spectators, so that a delayed game moves smoothly.
  void release_frame(const match::Match& match, base::Time now);
  // Queues all that has waited for long enough, also of matches that are over.
  void release_delayed(base::Time now);
  // Queues all that waits. Call it when nothing can be told to a player any more.
  void release_all();
  // Call when a match is over, before it is destroyed.
  void end_match(base::MatchId match) { groups_.erase(match); }

  // Spectators are sent their updates a slice with each call.
  bool has_updates() const { return !broadcaster_.is_empty(); }
  void send_some_updates() { broadcaster_.send_some(output_); }
  // Returns true if a delay keeps something from spectators.
  bool has_delayed_updates() const { return !delayed_groups_.empty(); }

 private:
  // The spectators of a running match.
  struct WatchedMatch {
    std::shared_ptr<match::SpectatorGroup> spectators;
    const match::Match* match = nullptr;
  };

  static match::SpectatorDelay delay_of(const match::Match& match);
  void queue_updates(const WatchedMatch& watched);
  // Calls release(group, match) for each delayed group; the match is null if it is over.
  template <typename Release>
  void release_groups(Release release);

  match::MatchOutput& output_;
  std::unordered_map<base::MatchId, WatchedMatch> groups_;
  // The groups that wait for a delay, also of matches that are over.
  std::unordered_map<base::MatchId, std::shared_ptr<match::SpectatorGroup>> delayed_groups_;
  match::SpectatorBroadcaster broadcaster_;
};

}  // namespace rensa::lobby
