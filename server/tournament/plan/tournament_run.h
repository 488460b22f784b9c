#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/tournament/formats/corrections.h"
#include "server/tournament/formats/stage_sequence.h"
#include "server/tournament/journal/event.h"
#include "server/tournament/journal/progress.h"
#include "server/tournament/plan/plan.h"

namespace rensa::tournament {

// Late entries are players that join during a tournament. The journal keeps them in the JSON form of a plan, so plan
// and journal together define the tournament.

// Reads one of the `players` of a plan from JSON.
rules::Parsed<PlayerEntry> parse_player(std::string_view text, const NameLookup& look_up);

// Returns the player as JSON for the event PlayerJoined: all fields that a plan has, and BuiltInPlayer::stands_for.
std::string entry_json(const PlayerEntry& player);

// Adds the late entries among the events to the plan. Throws std::runtime_error if a plan cannot have such players.
TournamentPlan with_late_entries(TournamentPlan plan, const std::vector<Event>& past);

// Returns the progress of a tournament that began with this number of players. Throws std::runtime_error if the events
// contradict each other.
TournamentProgress progress_after(const std::vector<Event>& events, std::size_t players);

// A sentence that says why no player can join now; empty if players can join.
std::string why_joining_is_closed(const TournamentPlan& plan, const TournamentProgress& progress);

// Creates the folder, with its plan file. Throws std::runtime_error if that fails.
void create_tournament_folder(const TournamentPlan& plan, const std::filesystem::path& folder);

// A tournament that is being played. It starts from the events of its journal and passes each new event to a sink,
// which appends it to the journal.
class TournamentRun {
 public:
  using EventSink = std::function<void(const Event&)>;

  // `plan` has no late entries yet. Games that were running at the end of `past` were interrupted: they are the next
  // games to be started. Throws std::runtime_error if the past events contradict each other.
  TournamentRun(const TournamentPlan& plan, const std::vector<Event>& past, EventSink event_sink);
  // The same, but these games go on. Precondition: they were running at the end of `past`.
  TournamentRun(const TournamentPlan& plan, const std::vector<Event>& past, const std::set<GameId>& continued,
                EventSink event_sink);

  // Starts the next game for which `can_play` returns true, and schedules more pairs if needed. nullopt: no game can be
  // started now. An interrupted game begins anew in the same attempt, so its start is no event.
  std::optional<GameToPlay> start_next_game(const std::function<bool(const PlayerPair&)>& can_play);
  // The games that were interrupted by the end of the program and have not been started again.
  const std::set<GameId>& interrupted_games() const { return interrupted_games_; }
  // Adds a result. The record of the game must be on disk before the journal is.
  void end_game(const GameEnded& ended);
  void void_game(const GameId& game, const std::string& why);
  // Returns the event that annuls the result of a game, or a sentence that says why it cannot be annulled now.
  CorrectionOrRefusal<GameAnnulled> annulment(const GameId& game, const std::string& why) {
    return tournament::annul_game(progress_, stages_, game, why);
  }
  // Precondition: annulment() has made this event just now.
  void annul_game(const GameAnnulled& annulled) { apply(annulled); }
  void bench(const PlayerBenched& benched);
  // Returns the event by which a benched player takes part again, or a sentence that says why it cannot.
  CorrectionOrRefusal<PlayerReturned> return_of(std::size_t player) {
    return return_player(progress_, stages_, player);
  }
  // Precondition: return_of() has made this event just now.
  void take_back(const PlayerReturned& returned) { apply(returned); }
  // Returns the event that disqualifies a player, or a sentence that says why that is not possible.
  CorrectionOrRefusal<PlayerDisqualified> disqualification(std::size_t player, const std::string& why) {
    return disqualify_player(progress_, stages_, player, why);
  }
  // Precondition: disqualification() has made this event just now.
  void disqualify(const PlayerDisqualified& disqualified);
  // Precondition: why_joining_is_closed() and why_unplayable() return nothing.
  void add_late_entry(const PlayerEntry& player);
  void send_message(const MessageSent& message) { apply(message); }
  bool is_over() { return stages_.is_over(progress_); }
  // As StageSequence::is_kept_open().
  bool is_kept_open() { return stages_.is_kept_open(progress_); }
  // Ends a tournament that is kept open: it waits for no withdrawn player any more.
  void close();
  // The plan, with all late entries. The reference stays valid as long as this object lives.
  const TournamentPlan& plan() const { return plan_; }
  const TournamentProgress& progress() const { return progress_; }
  StageSequence& stages() { return stages_; }

 private:
  void apply(const Event& event);
  bool can_begin_again(std::size_t player) const;
  void void_unplayable_games();
  std::optional<GameToPlay> start_interrupted_game(const std::function<bool(const PlayerPair&)>& can_play);

  const EventSink event_sink_;
  TournamentPlan plan_;
  TournamentProgress progress_;
  StageSequence stages_;
  std::set<GameId> interrupted_games_;
};

class SharedSummary;  // summary.h

// A tournament at one moment, for reading only.
struct TournamentSnapshot {
  TournamentPlan plan;  // with all late entries
  TournamentProgress progress;
  StageSequence stages;
  // Null, or the summary that several snapshots of the same moment share.
  std::shared_ptr<SharedSummary> shared_summary = nullptr;
};
// Returns a sentence that says that no tournament has begun in the folder; nullopt if one has.
std::optional<std::string> why_not_begun(const std::filesystem::path& folder);
// Throws std::runtime_error if the journal cannot be read or belongs to another plan.
TournamentSnapshot read_snapshot(const TournamentPlan& plan, const std::filesystem::path& folder);

}  // namespace rensa::tournament
