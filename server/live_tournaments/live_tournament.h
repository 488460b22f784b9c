#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/duel/outcome.h"
#include "server/base/lifetime.h"
#include "server/base/log_line.h"
#include "server/live_tournaments/delayed_count.h"
#include "server/live_tournaments/journal_writer.h"
#include "server/live_tournaments/overload_history.h"
#include "server/live_tournaments/player_processes.h"
#include "server/live_tournaments/restored_games.h"
#include "server/lobby/arranged_matches.h"
#include "server/processes/core_allocator.h"
#include "server/processes/running_program.h"
#include "server/sessions/tournament_host.h"
#include "server/storage/tournaments.h"
#include "server/tournament/journal/event.h"
#include "server/tournament/plan/game_seeds.h"
#include "server/tournament/plan/plan.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::live_tournaments {

// Returns true if a game was lost by a failure of the program, not by its play.
constexpr bool is_failure(duel::Cause cause) {
  return cause == duel::Cause::crashed || cause == duel::Cause::time || cause == duel::Cause::illegal ||
         cause == duel::Cause::disconnected;
}

// Counts for each player the games in a row that it lost by failures.
class FailureStreaks {
 public:
  // `bench_after`: the limit; 0: no limit.
  FailureStreaks(std::size_t players, int bench_after) : in_a_row_(players), bench_after_(bench_after) {}

  void add_player() { in_a_row_.push_back(0); }
  // Ends the row of a player, because one of its games was annulled or it has returned.
  void forget(std::size_t player) { in_a_row_[player] = 0; }
  // Counts a finished game of these two players.
  void count(std::size_t first, std::size_t second, const tournament::GameEnded& ended) {
    const std::array players{first, second};
    for (const tournament::PairSide side : {0, 1}) {
      const std::size_t player = players[static_cast<std::size_t>(side)];
      const bool has_failed = is_failure(ended.cause) && ended.winner != side;
      in_a_row_[player] = has_failed ? in_a_row_[player] + 1 : 0;
    }
  }
  bool is_over_limit(std::size_t player) const { return bench_after_ > 0 && in_a_row_[player] >= bench_after_; }

 private:
  std::vector<int> in_a_row_;
  int bench_after_;
};

struct LiveTournamentOptions {
  PlayerProcessOptions processes;
  int jobs = 1;  // number of games at a time
  // The matches with the name of this tournament that were made again after a restart of the server.
  std::vector<match::RestoredArrangedMatch> restored{};
  std::shared_ptr<const match::Opening> opening{};  // of every game; null: they begin anew
  // Returns true if the session follows the tournament, so that it gets all its events in their order.
  std::function<bool(base::SessionId)> is_following = [](base::SessionId) { return false; };
};

// Results of a tournament whose records and lines of the journal are on disk.
struct TournamentResults {
  std::string tournament;
  match::Clock clock = match::Clock::real;
  std::vector<std::string> games;  // their names
  bool are_new = false;            // the store of games lists none of them
};

// The services of the server that a live tournament needs.
struct HostServices {
  storage::Tournaments& store;
  lobby::ArrangedMatches& matches;
  const OverloadHistory& overload;
  processes::CoreAllocator& cores;  // for the processes of players
  processes::StartProgram start_program;
  std::function<base::Time()> now;
  std::function<std::chrono::system_clock::time_point()> wall_time = std::chrono::system_clock::now;
  // Runs a call on the thread of the event loop: soon, or after a delay.
  std::function<void(std::function<void()>)> post;
  std::function<void(std::chrono::milliseconds, std::function<void()>)> post_later;
  std::function<void(std::function<void()>)> run_in_background;  // runs one function after another
  std::function<std::string()> draw_ticket;
  OpenProgramSocket open_socket{};  // as that of PlayerProcesses::Services
  std::function<void(base::SessionId, sessions::TournamentMessage)> send;
  // Bytes of messages to a session that were not sent yet. Only subscriptions need it.
  std::function<std::size_t(base::SessionId)> queued_bytes{};
  std::function<void(const base::LogLine&)> log;
  // Returns true if the match goes on when the server is started again.
  std::function<bool(base::MatchId)> outlives_server = [](base::MatchId) { return false; };
  // Lists those of the results that the store of games does not list. The results of all other games are listed by the
  // part that saves the games of matches.
  std::function<void(TournamentResults)> list_results = [](const TournamentResults&) {};
};

using sessions::RunState;

// A tournament that is played on this server. It starts matches between available players and gives the results to its
// store. TournamentRun decides the next game; the match decides the result. All calls are on the thread of the event
// loop.
//
// While the store fails, the tournament is paused: running games go on, but no game starts. Their results wait in
// memory and are announced once the store has them. When the store works again, the tournament goes on by itself.
class LiveTournament {
 public:
  // `plan` has no late entries yet. The tournament goes on at once from the end of its journal. `changed` is called
  // after each result, and when the state changes. Throws std::runtime_error if the journal is damaged or belongs to
  // another plan. The store outlives the tournament and all that it still does in the background.
  LiveTournament(const std::string& name, const tournament::TournamentPlan& plan, const std::string& journal,
                 const LiveTournamentOptions& options, const HostServices& services, std::function<void()> changed);
  // Ends the running games as halt() does.
  ~LiveTournament();
  LiveTournament(const LiveTournament&) = delete;
  LiveTournament& operator=(const LiveTournament&) = delete;

  // These functions do what sessions::TournamentHost says, for the workers of this tournament.
  std::optional<std::string> admit(const std::string& ticket, sessions::Entrance entrance) {
    return player_processes_.admit(ticket, entrance);
  }
  void arrived(const sessions::PlayerArrival& arrival);
  void left(base::SessionId session) {
    listeners_.erase(session);
    fail_on_exception([&] { player_processes_.left(session); });
  }
  void withdrew_offer(base::SessionId session) {
    fail_on_exception([&] { player_processes_.withdrew_offer(session); });
  }
  bool has(base::MatchId match) const { return games_by_match_.contains(match) || restored_.finished.contains(match); }
  void keep(match::FinishedGame finished, sessions::TournamentHost::Kept kept);

  void pause();  // running games go on
  // Leaves the running games to the next server: the games with matches in the log go on there. The others end
  // without a trace in the journal, and are played again in the same attempt. From now on no game begins, and none is
  // lost by a program that ends, because the server is about to close its connection.
  void halt();
  void resume();
  // Ends the running games; they are void. So are those that were interrupted and wait to be played again. `done` as in
  // withdraw().
  void stop(std::function<void()> done);
  // The player plays no further game, and its running games are void. `done` is called when this is on disk, or when
  // the tournament has failed. Precondition: the player is not benched.
  void withdraw(const tournament::PlayerBenched& withdrawn, std::function<void()> done);
  // The withdrawn players for whom the tournament stays open, although no game can be played without them now.
  const std::vector<std::string>& awaited_returns() const { return awaited_returns_; }
  // Ends a tournament that is kept open for withdrawn players. `done` as in withdraw().
  void close(std::function<void()> done);
  // The digest of the plan without late entries. It tells two tournaments with the same name apart, one of which was
  // deleted.
  std::uint64_t plan_digest() const { return plan_digest_; }
  // Returns true if no game of the tournament has begun yet.
  bool has_no_game() const;

  // Lets a benched player take part again. Pass its connected sessions to arrived() after this. `done` as in
  // withdraw(). Precondition: return_of() has made this event just now.
  void take_back(const tournament::PlayerReturned& returned, std::function<void()> done);
  tournament::CorrectionOrRefusal<tournament::PlayerReturned> return_of(std::size_t player) {
    return decide([&] { return run_.return_of(player); });
  }

  // Disqualifies a player and voids its running games. `done` as in withdraw(). Also possible after the end.
  // Precondition: disqualification() has made this event just now.
  void disqualify(const tournament::PlayerDisqualified& disqualified, std::function<void()> done);
  tournament::CorrectionOrRefusal<tournament::PlayerDisqualified> disqualification(std::size_t player,
                                                                                   const std::string& why) {
    return decide([&] { return run_.disqualification(player, why); });
  }

  // Annuls the result of a game, which is then played again. Running games that the annulment has made void are ended.
  // `done` as in withdraw(). Precondition: TournamentRun::annulment() has made this event just now.
  void annul(const tournament::GameAnnulled& annulled, std::function<void()> done);

  // Adds a player. Pass its connected sessions to arrived() after this. `done` as in withdraw(). Precondition: that of
  // TournamentRun::add_late_entry().
  void join(const tournament::PlayerEntry& player, std::function<void()> done);

  // Sends a message of the organiser to all. `done` as in withdraw().
  void send_message(const std::string& text, std::function<void()> done);

  // The name under which the store keeps it.
  const std::string& name() const { return name_; }
  RunState state() const {
    if (state_ != RunState::running) return state_;
    if (!storage_error().empty()) return RunState::paused;
    return is_before_start() ? RunState::waiting : RunState::running;
  }
  // The state that players and readers are told: the tournament is over only when the events up to its end are on disk.
  RunState announced_state() const {
    return state() == RunState::over && !is_end_saved_ && !is_all_saved() ? RunState::running : state();
  }
  const std::string& why_failed() const { return why_failed_; }
  // The error of its store while it is paused for it, also if its files are lost; empty: the store works.
  const std::string& storage_error() const { return why_files_lost_.empty() ? storage_error_ : why_files_lost_; }
  // Says why the files of the tournament are lost; empty: they are there. While they are lost, no game starts.
  void set_why_files_lost(const std::string& why);
  // The number of times that the store has failed.
  std::uint64_t failed_saves() const { return failed_saves_; }
  // The plan, with all late entries.
  const tournament::TournamentPlan& plan() const { return run_.plan(); }
  const tournament::TournamentProgress& progress() const { return run_.progress(); }
  // Returns the event that annuls the result of a game, or a sentence that says why it cannot be annulled now.
  tournament::CorrectionOrRefusal<tournament::GameAnnulled> annulment(const tournament::GameId& game,
                                                                      const std::string& why) {
    return decide([&] { return run_.annulment(game, why); });
  }
  // The progress as it is on disk. Events that are not on disk yet are not published: a server that is killed
  // loses them.
  const tournament::TournamentProgress& saved_progress() const { return saved_progress_; }
  // Copies the tournament as it is on disk, for pages and reports that are made on other threads. Snapshots between two
  // saved events share their summary.
  tournament::TournamentSnapshot snapshot() const;
  std::size_t games_running() const { return games_.size(); }
  // Returns the running games that can be watched: their match has begun. Others wait for their players.
  struct GameInMatch {
    tournament::GameId game;
    base::MatchId match{};
    std::array<std::size_t, 2> players{};  // as in the pair
  };
  std::vector<GameInMatch> games_in_matches() const;
  // The names of remote players that have games to play and are not connected.
  std::vector<std::string> missing_remote_players() const;

  std::uint64_t lines_saved() const { return lines_saved_; }  // of the journal
  bool is_all_saved() const { return lines_saved_ == lines_written_; }
  // Returns the lines that may be told to people who watch: those on disk, but as late as spectators see the games.
  std::uint64_t lines_for_spectators() const { return lines_for_spectators_.at(services_.now()); }
  // Returns the saved lines up to the last one that can change the standings.
  std::uint64_t standings_line() const { return standings_line_; }
  // Returns the results that the journal had when it was opened, without those whose matches were made again: their
  // games are given to keep() once more. The second call returns none.
  TournamentResults take_earlier_results() { return {name_, plan().terms.clock, std::exchange(earlier_results_, {})}; }
  // Writes all lines of the journal to disk soon. Only the starts of games that can go on after a restart are written
  // at once; those of the others are written together with their ends.
  void save_soon();
  // Calls `done` when all lines so far are on disk, or when the tournament has failed.
  void save(std::function<void()> done) { sync_journal(std::move(done)); }
  // Writes the start of a game. Calls `done` when it is on disk, or has taken so long that the game begins without.
  void save_start(std::function<void()> done);

  // The answer is the lines of the journal on disk from number `from` on: at most `most`, without their newlines.
  void read_lines(std::uint64_t from, std::uint64_t most, storage::Completion<std::vector<std::string>> done) const;
  // The answer is nullopt if there is no such game.
  void read_record(const tournament::GameId& game,
                   storage::Completion<std::optional<std::vector<std::uint8_t>>> done) const;

 private:
  struct RunningGame {
    tournament::GameToPlay planned;
    tournament::GameSeeds seeds;
    std::array<WorkerId, 2> workers{};  // by seat
    std::optional<base::MatchId> match;
    base::Time since;  // the last time that it tried to begin
    bool is_ended = false;
    bool is_left_to_next_server = false;
    bool had_ended_before_restart = false;
    std::array<std::string, 2> why_gone{};            // by seat; empty: the worker is not gone
    std::string why_ended = "the host has ended it";  // the reason if the host ends the game
  };
  using RunningGames = std::map<tournament::GameId, RunningGame>;

  // Calls `done` when all lines so far are on disk.
  void sync_journal(std::function<void()> done);
  void sync_and_notify(std::function<void()> done);  // also calls changed_
  void set_saved(std::uint64_t lines);
  base::Span spectator_delay() const;
  void start_games();
  bool can_play(const tournament::PlayerPair& pair) const;
  void start_game(const tournament::GameToPlay& planned);
  void continue_game(const tournament::GameId& id, const RestoredGames::Running& running);
  RunningGame& add_game(const tournament::GameToPlay& planned);
  void try_start_match(RunningGame& game);
  void return_lost_seats(const RunningGame& game);
  match::MatchPlayer match_player_of(const RunningGame& game, duel::Seat seat) const;
  match::Arrangement arrangement_of(const RunningGame& game) const;
  void tell_newest_messages(const sessions::PlayerArrival& arrival);
  void keep_message(std::uint64_t line, const tournament::MessageSent& message);
  void explain_missing_offer(const sessions::PlayerArrival& arrival) const;
  void on_player_ready(WorkerId worker);
  void on_player_gone(WorkerId worker, const Departure& departure);
  RunningGame* find_game(WorkerId worker);
  void forfeit_unplayed_game(RunningGame& game, duel::Seat seat);
  void record_result(RunningGame& game, record::Record record, const match::PlayStatistics& statistics,
                     sessions::TournamentHost::Kept kept);
  void void_game(RunningGame& game, const std::string& why, const sessions::TournamentHost::Kept& kept);
  void end_without_result(RunningGame& game, const sessions::TournamentHost::Kept& kept);
  struct LastFailure {
    std::string why{};
    std::string last_output{};
  };
  void bench_if_failing(std::size_t player, const LastFailure& last);
  void dismiss_player(std::size_t player, const std::string& why);
  void write_void(const tournament::GameId& game, const std::string& why);
  void void_games_of(std::size_t player, const std::string& why);
  void abort_games();
  // Ends the running games that the journal has as void.
  void end_void_games(const std::string& why);
  // Returns true if an annulment has made the game void while it was running. The journal does not need its end.
  bool is_void_already(const RunningGame& game) const { return !run_.progress().is_running(game.planned.id); }
  std::array<std::string, 2> take_outputs(const RunningGame& game);
  void end_game(tournament::GameId game, std::array<bool, 2> failed);
  void fail(const std::string& why);
  void on_storage_error(const storage::StoreError& error);
  void on_storage_recovery();
  // Calls `act`. If it throws an exception, this tournament fails, while the server goes on.
  template <typename Act>
  void fail_on_exception(Act act) {
    try {
      act();
    } catch (const std::exception& error) {
      fail(error.what());
    }
  }
  // Returns the decision. If it throws an exception, this tournament fails, and the exception's text is the refusal.
  template <typename Decide>
  auto decide(Decide decision) -> decltype(decision()) {
    try {
      return decision();
    } catch (const std::exception& error) {
      fail(error.what());
      return std::string(error.what());
    }
  }
  std::optional<std::string> overload_reason(const RunningGame& game) const;
  void start_games_unguarded();
  void find_awaited_returns();
  void schedule_retry();
  bool is_before_start() const {
    return plan().starts && std::chrono::floor<std::chrono::seconds>(services_.wall_time()) < *plan().starts;
  }

  // Starts from this journal.
  LiveTournament(const std::string& name, const tournament::TournamentPlan& plan, const std::string& text,
                 const tournament::ParsedJournal& journal, const LiveTournamentOptions& options,
                 const HostServices& services, std::function<void()> changed);

  const std::string name_;
  const LiveTournamentOptions options_;
  const HostServices services_;
  const std::function<void()> changed_;
  const std::uint64_t plan_digest_;
  std::uint64_t lines_saved_;
  std::uint64_t lines_written_;         // lines of the journal, including those that are not saved yet
  std::uint64_t lines_sync_requested_;  // lines that the journal writer was asked to sync
  JournalWriter journal_writer_;
  tournament::TournamentProgress saved_progress_;
  std::uint64_t standings_line_ = 0;
  DelayedCount lines_for_spectators_;
  std::deque<tournament::Event> unsaved_events_;
  std::shared_ptr<tournament::SharedSummary> saved_summary_;
  const RestoredGames restored_;
  std::vector<std::string> earlier_results_;
  tournament::TournamentRun run_;
  FailureStreaks failure_streaks_;
  PlayerProcesses player_processes_;
  RunningGames games_;
  std::map<base::MatchId, tournament::GameId> games_by_match_;
  std::set<base::SessionId> listeners_;                    // the players that want the messages of the organisers
  std::deque<sessions::TournamentEvent> newest_messages_;  // on disk, the newest last; for players that come
  RunState state_ = RunState::running;
  bool was_before_start_ = false;  // when its games were last looked at
  bool is_end_saved_ = false;      // all events up to the end of the tournament are on disk
  std::string why_failed_;
  std::string storage_error_;
  std::string why_files_lost_;
  std::uint64_t failed_saves_ = 0;
  std::vector<std::string> awaited_returns_;
  int voided_in_a_row_ = 0;
  bool is_starting_games_ = false;
  bool is_halted_ = false;
  base::Lifetime lifetime_;
};

}  // namespace rensa::live_tournaments
