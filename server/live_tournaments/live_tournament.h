#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/duel/outcome.h"
#include "server/live_tournaments/journal_writer_thread.h"
#include "server/live_tournaments/overload_history.h"
#include "server/live_tournaments/player_processes.h"
#include "server/lobby/lobby.h"
#include "server/processes/core_allocator.h"
#include "server/sessions/tournament_host.h"
#include "server/tournament/journal/event.h"
#include "server/tournament/journal/journal_file.h"
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
  PlayerProcessOptions processes;  // includes the folder of the tournament
  int jobs = 1;                    // number of games at a time
};

// The services of the server that a live tournament needs.
struct HostServices {
  boost::asio::io_context& io;
  lobby::Lobby& lobby;
  const OverloadHistory& overload;
  processes::CoreAllocator& cores;  // for the processes of players
  std::function<base::Time()> now;
  std::function<std::string()> draw_ticket;
  std::function<void(base::SessionId, sessions::TournamentMessage)> send;
  // Bytes of messages to a session that were not sent yet. Only subscriptions need it.
  std::function<std::size_t(base::SessionId)> queued_bytes{};
  std::function<void(const std::string&)> log;
};

using sessions::RunState;

// A tournament that is played on this server. It starts matches between available players and writes the results to the
// journal. TournamentRun decides the next game; the match decides the result. Everything runs on the thread of the
// io_context, apart from writing to disk.
class LiveTournament {
 public:
  // `plan` has no late entries yet. The tournament goes on at once from the end of the journal in its folder. `changed`
  // is called after each result, and when the state changes. Throws std::runtime_error if the folder cannot be used.
  LiveTournament(const tournament::TournamentPlan& plan, const LiveTournamentOptions& options,
                 const HostServices& services, std::function<void()> changed);
  // Voids the running games.
  ~LiveTournament();
  LiveTournament(const LiveTournament&) = delete;
  LiveTournament& operator=(const LiveTournament&) = delete;

  // These functions do what sessions::TournamentHost says, for the workers of this tournament.
  std::optional<std::string> admit(const std::string& ticket) { return player_processes_.admit(ticket); }
  void arrived(const sessions::PlayerArrival& arrival);
  void left(base::SessionId session) {
    fail_on_exception([&] { player_processes_.left(session); });
  }
  bool has(base::MatchId match) const { return games_by_match_.contains(match); }
  void keep(match::FinishedGame finished, sessions::TournamentHost::Kept kept);

  void pause();  // running games go on
  void resume();
  // Ends the running games; they are void.
  void abort_games();
  // The player plays no further game, and its running games are void. `done` is called when this is on disk, or when
  // the tournament has failed. Precondition: the player is not benched.
  void withdraw(std::size_t player, const std::string& why, std::function<void()> done);

  // Adds a player. Pass its connected sessions to arrived() after this. `done` as in withdraw(). Precondition: that of
  // TournamentRun::add_late_entry().
  void join(const tournament::PlayerEntry& player, std::function<void()> done);

  RunState state() const { return state_; }
  const std::string& why_failed() const { return why_failed_; }
  // The plan, with all late entries.
  const tournament::TournamentPlan& plan() const { return run_.plan(); }
  const tournament::TournamentProgress& progress() const { return run_.progress(); }
  const std::filesystem::path& folder() const { return options_.processes.folder; }
  std::size_t games_running() const { return games_.size(); }
  // The names of remote players that have games to play and are not connected.
  std::vector<std::string> missing_remote_players() const;

  // The number of journal lines on disk, and the number of results in them. No others are published.
  struct SavedState {
    std::uint64_t events = 0;
    std::size_t games = 0;
  };
  const SavedState& saved() const { return saved_; }
  bool is_all_saved() const { return saved_.events == lines_written_; }
  // Writes all lines of the journal to disk soon. Normally the start of a game is written only together with its end.
  void save_soon();

 private:
  struct RunningGame {
    tournament::GameToPlay planned;
    tournament::GameSeeds seeds;
    std::array<WorkerId, 2> workers{};  // by seat
    std::optional<base::MatchId> match;
    base::Time since;  // the last time that it tried to begin
    bool is_ended = false;
    std::array<std::string, 2> why_gone{};            // by seat; empty: the worker is not gone
    std::string why_ended = "the host has ended it";  // the reason if the host ends the game
  };
  using RunningGames = std::map<tournament::GameId, RunningGame>;

  // Calls `done` when all lines so far are on disk.
  void sync_journal(std::function<void()> done);
  void sync_and_notify(std::function<void()> done);  // also calls changed_
  void start_games();
  bool can_play(const tournament::PlayerPair& pair) const;
  void start_game(const tournament::GameToPlay& planned);
  void try_start_match(RunningGame& game);
  match::Arrangement arrangement_of(const RunningGame& game) const;
  void explain_missing_offer(const sessions::PlayerArrival& arrival) const;
  void on_player_ready(WorkerId worker);
  void on_player_gone(WorkerId worker, const Departure& departure);
  RunningGame* find_game(WorkerId worker);
  void forfeit_unplayed_game(RunningGame& game, duel::Seat seat);
  void record_result(RunningGame& game, record::Record record, const match::PlayStatistics& statistics,
                     sessions::TournamentHost::Kept kept);
  void void_game(RunningGame& game, const std::string& why, const sessions::TournamentHost::Kept& kept);
  struct LastFailure {
    std::string why{};
    std::string last_output{};
  };
  void bench_if_failing(std::size_t player, const LastFailure& last);
  void dismiss_player(std::size_t player, const std::string& why);
  void abort_games(const std::function<bool(const RunningGame&)>& which, const std::string& why);
  void save_output(const RunningGame& game);
  void end_game(tournament::GameId game, std::array<bool, 2> failed);
  void fail(const std::string& why);
  // Calls `act`. If it throws an exception, this tournament fails, while the server goes on.
  template <typename Act>
  void fail_on_exception(Act act) {
    try {
      act();
    } catch (const std::exception& error) {
      fail(error.what());
    }
  }
  std::optional<std::string> overload_reason(const RunningGame& game) const;
  void start_games_unguarded();
  void schedule_retry();

  const LiveTournamentOptions options_;
  const HostServices services_;
  const std::function<void()> changed_;
  tournament::JournalFile journal_;
  SavedState saved_;
  std::uint64_t lines_written_;         // lines of the journal, including those that the writer thread has yet to write
  std::uint64_t lines_sync_requested_;  // lines that the writer thread was asked to sync
  std::unique_ptr<JournalWriterThread> journal_writer_;
  tournament::TournamentRun run_;
  FailureStreaks failure_streaks_;
  PlayerProcesses player_processes_;
  RunningGames games_;
  std::map<base::MatchId, tournament::GameId> games_by_match_;
  RunState state_ = RunState::running;
  std::string why_failed_;
  int voided_in_a_row_ = 0;
  bool is_starting_games_ = false;
  boost::asio::steady_timer timer_;
  // Posted calls hold a weak pointer to it, so they do nothing after the destructor.
  std::shared_ptr<LiveTournament*> self_;
};

}  // namespace rensa::live_tournaments
