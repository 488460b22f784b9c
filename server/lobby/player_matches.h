#pragma once

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "server/base/types.h"
#include "server/match/match_scheduler.h"

namespace rensa::lobby {

// The matches in which each player plays or which it watches, by their numbers, and the phases of its next matches in
// real time. It owns this data alone; RunningMatches owns the matches. A match that was watched may be over.
class PlayerMatches {
 public:
  bool is_in_match(base::PlayerId player) const { return !matches_of(player).empty(); }
  const std::vector<base::MatchId>& matches_of(base::PlayerId player) const;

  // Adds the match to those of the player, and forgets the ones for which is_running(match) returns false.
  // Precondition of all functions below: the player is present.
  template <typename IsRunning>
  void attach(base::PlayerId player, base::MatchId match, IsRunning is_running);
  // Does nothing if the player has left.
  void detach(base::PlayerId player, base::MatchId match);
  // Chooses the phase of a match in real time. All updates for a connection in one phase leave in one write, so matches
  // of one connection share phases. They do not all share one phase, or the last matches of that phase would be late.
  std::size_t choose_phase(base::PlayerId one, base::PlayerId two, const match::MatchScheduler& scheduler);
  // Returns false if the quality of the player's connection was forwarded a moment ago. Otherwise, it is forwarded now.
  bool may_forward_quality(base::PlayerId player, base::Time now);
  // From now on the matches of the guest are those of its earlier player.
  void replace(base::PlayerId guest, base::PlayerId earlier);
  // Call when the player leaves. Returns its matches.
  std::vector<base::MatchId> remove(base::PlayerId player);

 private:
  struct Entry {
    std::vector<base::MatchId> matches;
    base::Time quality_sent_at{};  // the last time that its connection quality was forwarded
    // The phase for its next matches in real time, and how many more of them go there.
    std::size_t phase = 0;
    std::size_t free_phase_places = 0;
  };

  std::unordered_map<base::PlayerId, Entry> entries_;  // only of players that are present
};

template <typename IsRunning>
void PlayerMatches::attach(base::PlayerId player, base::MatchId match, IsRunning is_running) {
  std::vector<base::MatchId>& matches = entries_[player].matches;
  std::erase_if(matches, [&](base::MatchId id) { return !is_running(id); });
  if (std::ranges::find(matches, match) == matches.end()) matches.push_back(match);
}

}  // namespace rensa::lobby
