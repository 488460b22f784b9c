#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/base/ids.h"
#include "server/base/types.h"
#include "server/lobby/lobby_messages.h"
#include "server/lobby/lobby_settings.h"
#include "server/lobby/match_counts.h"
#include "server/lobby/match_load.h"
#include "server/lobby/player_matches.h"
#include "server/lobby/spectator_delivery.h"
#include "server/match/match.h"
#include "server/match/match_scheduler.h"

namespace rensa::lobby {

// Returns the match as lists have it.
ListedMatch listing_of(const match::Match& match);

// The running matches, from their start until their last game is saved, and the times at which each must run. It owns
// the matches and the scheduler. It tells PlayerMatches of the players, MatchLoad of the costs, and SpectatorDelivery
// of new updates. It refuses nothing: MatchAdmission decides which matches may begin, and PlayerRequests which player
// may do something.
class RunningMatches {
 public:
  // The parts that it uses. They outlive it.
  struct Parts {
    const LobbySettings& settings;
    base::IdSource& match_ids;
    LobbyOutput& output;
    MatchLoad& load;
    PlayerMatches& players;
    SpectatorDelivery& spectators;
  };

  explicit RunningMatches(const Parts& parts) : parts_(parts) {}
  RunningMatches(const RunningMatches&) = delete;
  RunningMatches& operator=(const RunningMatches&) = delete;

  // Starts a match that is charged to this payer. `created` has no number and no date yet. Preconditions: its players
  // are present, and there is a number.
  base::MatchId start(match::MatchCreated created, const std::string& payer, base::Time now);
  // Makes a match again from its events when the server starts. `played`: as in match::Match::interrupt(). Returns
  // false, and makes none, if this program plays the events otherwise than the program that wrote them.
  bool restore(std::span<const match::MatchEvent> events, base::Span played, base::Time now);
  // Call for a match for which LobbyOutput::is_new_match_waiting() has returned true. It begins now.
  void begin(base::MatchId match, base::Time now);

  // Returns null if there is no such match.
  const match::Match* find(base::MatchId match) const;
  // Returns null if there is no such match, or if it waits for begin().
  const match::Match* find_begun(base::MatchId match) const;
  std::size_t count() const { return entries_.size(); }
  // Returns the matches that have begun: at most so many, in the order of their numbers.
  std::vector<ListedMatch> listings(std::size_t max_count) const;
  const MatchCounts& counts() const { return counts_; }

  // Calls change(match) for a running match. After that, the match is removed if it is over, or else runs when it must.
  // Returns false if there is no such match.
  template <typename Change>
  bool change(base::MatchId match, Change change);
  // Gives a decision of this player to the match. Returns false if there is no such match.
  bool decide(base::PlayerId player, base::MatchId match, const match::SeatDecision& decision, base::Time now);
  // Call within change(), after a player that is present has taken a seat of the match.
  void note_taken_seat(match::Match& match, base::PlayerId player);
  void on_game_saved(base::MatchId match, int game, std::uint64_t record, base::Time now);
  void on_game_voided(base::MatchId match, int game, base::Time now);
  // Returns nullopt if there is no such match.
  std::optional<match::AbandonResult> abandon(base::MatchId match, base::Time now);
  void abandon_all(base::Time now);

  // Runs the real-time matches of a phase, 0 to base::kPhases - 1. Call once a frame for each phase.
  void run_phase(int phase, base::Time now);
  // Returns the time up to which all games in real time have been played.
  base::Time real_time_played_until() const { return phases_run_until_; }
  // Runs all other due matches. Call a few dozen times a second.
  void run_due(base::Time now);
  // Call before each request of a player: after a stall of the server, moves the time-outs of all matches.
  void skip_stall(base::Time now);

 private:
  struct Entry {
    std::unique_ptr<match::Match> match;
    match::MatchScheduler::Slot slot;
    MatchCharge charge;
    int listed_game = 0;                     // as the listings have it
    std::array<int, 2> paid_clocks{-1, -1};  // for each seat, the frame in which it last decided
    bool is_waiting = false;                 // until begin()
  };
  using Entries = std::unordered_map<base::MatchId, Entry>;

  // Adds the match to the scheduler and to all counts.
  void add(Entry& entry, std::size_t group);
  // Call after a match has changed: removes it if it is over, else notes when it must run again.
  void reschedule_or_remove(Entries::iterator entry);
  void remove(Entries::iterator entry);
  void run_due_of_group(std::size_t group, base::Time now);
  void attach(base::PlayerId player, base::MatchId match);
  void update_expected_share(Entry& entry);
  std::size_t real_time_seat_count(base::PlayerId player) const;

  const Parts parts_;
  Entries entries_;
  match::MatchScheduler scheduler_;
  base::Time phases_run_until_;
  std::optional<base::Time> last_active_at_;
  MatchCounts counts_;
};

template <typename Change>
bool RunningMatches::change(base::MatchId match, Change change) {
  const auto entry = entries_.find(match);
  if (entry == entries_.end()) return false;
  change(*entry->second.match);
  reschedule_or_remove(entry);
  return true;
}

}  // namespace rensa::lobby
