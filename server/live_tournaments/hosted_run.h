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

#include "server/contest/journal_file.h"
#include "server/contest/open_run.h"
#include "server/contest/plan.h"
#include "server/contest/seeds.h"
#include "server/processes/cores.h"
#include "server/sessions/host.h"
#include "server/live_tournaments/company.h"
#include "server/live_tournaments/failures.h"
#include "server/live_tournaments/scribe.h"
#include "server/live_tournaments/strain.h"
#include "server/play/hall.h"

namespace rensa::live_tournaments {

struct HostedRunOptions {
  CompanyOptions company;  // with the run's folder
  int jobs = 1;            // games at a time
};

// What a run needs of the server that it is played on.
struct Venue {
  boost::asio::io_context& io;
  play::Hall& hall;
  const Strain& strain;
  processes::Cores& cores;  // for programs
  std::function<base::Time()> now;
  std::function<std::string()> draw_ticket;
  std::function<void(base::SessionId, const proto::ServerMessage&)> tell;
  // That a session has been told and that have not left yet: for who is told of tournaments.
  std::function<std::size_t(base::SessionId)> queued_bytes{};
  std::function<void(const std::string&)> log;
};

enum class RunState : std::uint8_t { running, paused, over, failed };

// A tournament that is played on this server: it brings players and games together, and takes down what comes of it.
// What is decided how is elsewhere: what is played next in `contest`, who has lost a game in `play`. All on the thread
// of the io_context.
class HostedRun {
 public:
  // The plan is that of the folder, before anybody has joined. Goes on where the folder's journal ends, at once.
  // `changed` is called after each result that counts, and when the state changes. Throws std::runtime_error where the
  // folder cannot be used.
  HostedRun(const contest::Plan& plan, const HostedRunOptions& options, const Venue& venue,
            std::function<void()> changed);
  // What is being played is void.
  ~HostedRun();
  HostedRun(const HostedRun&) = delete;
  HostedRun& operator=(const HostedRun&) = delete;

  // As in front::Host.
  std::optional<std::string> admit(const std::string& ticket) { return company_.admit(ticket); }
  void arrived(const sessions::Arrival& arrival);
  void left(base::SessionId session) {
    guard([&] { company_.left(session); });
  }
  bool has(proto::MatchId match) const { return by_match_.contains(match); }
  void keep(play::FinishedGame game, std::function<void()> done);

  void pause();  // what is being played goes on
  void resume();
  // Ends what is being played: it is void.
  void break_off();
  // The player takes no further part, and what it is playing is void. `done` is called when that is on disk, or when
  // the run has failed. Precondition: it is not benched.
  void withdraw(std::size_t player, const std::string& why, std::function<void()> done);

  // One more player, who is here if its sessions arrive after this. `done` as above. Precondition: as of
  // contest::OpenRun::join.
  void join(const contest::Player& player, std::function<void()> done);

  RunState state() const { return state_; }
  const std::string& why_failed() const { return why_failed_; }
  // With all who have joined.
  const contest::Plan& plan() const { return run_.plan(); }
  const league::Tournament& tournament() const { return run_.tournament(); }
  const std::filesystem::path& folder() const { return options_.company.folder; }
  std::size_t games_running() const { return games_.size(); }
  // Guests who have games to play and are not here.
  std::vector<std::string> awaited() const;

  // What is on disk, so that anybody may hear of it: the lines of the journal before this one, and the results in them.
  struct Kept {
    std::uint64_t events = 0;
    std::size_t games = 0;
  };
  const Kept& kept() const { return kept_; }
  bool is_all_kept() const { return kept_.events == written_; }
  // That a game has begun need not be on disk before it ends. With this it soon is.
  void keep_soon();

 private:
  struct Running {
    league::GameToPlay game;
    contest::GameChance chance;
    std::array<WorkerId, 2> workers{};  // by seat
    std::optional<proto::MatchId> match;
    base::Time since;
    bool is_ended = false;
    std::array<std::string, 2> why_gone{};            // by seat; empty: it is not
    std::string why_ended = "the host has ended it";  // if the host does
  };
  using Games = std::map<league::GameId, Running>;

  void sync(std::function<void()> done);
  void pump();
  bool can_play(const league::Pair& pair) const;
  void begin(const league::GameToPlay& game);
  void try_arrange(Running& running);
  play::Arrangement arrangement_of(const Running& running) const;
  void is_ready(WorkerId worker);
  void is_gone(WorkerId worker, const Departure& departure);
  Running* game_of(WorkerId worker);
  void forfeit_unplayed(Running& running, duel::Seat seat);
  void settle(Running& running, const duel::Record& record, const play::Conduct& conduct, std::function<void()> done);
  void void_game(Running& running, const std::string& why, const std::function<void()>& done);
  struct Failure {
    std::string why{};
    std::string last_words{};
  };
  void bench_who_failed(std::size_t player, const Failure& last);
  void send_home(std::size_t player, const std::string& why);
  void break_off(const std::function<bool(const Running&)>& which, const std::string& why);
  void keep_output(const Running& running);
  void release(league::GameId game, std::array<bool, 2> failed);
  void fail(const std::string& why);
  // What the event loop calls: an error is this run's end, and not the server's.
  template <typename Act>
  void guard(Act act) {
    try {
      act();
    } catch (const std::exception& error) {
      fail(error.what());
    }
  }
  std::optional<std::string> excuse(const Running& running) const;
  void pump_unguarded();
  void look_again();

  const HostedRunOptions options_;
  const Venue venue_;
  const std::function<void()> changed_;
  contest::JournalFile journal_;
  Kept kept_;
  std::uint64_t written_;  // lines that the journal has, or that the scribe was given
  std::uint64_t asked_;    // so many of them are asked to be on disk
  std::unique_ptr<Scribe> scribe_;
  contest::OpenRun run_;
  Failures failures_;
  Company company_;
  Games games_;
  std::map<proto::MatchId, league::GameId> by_match_;
  RunState state_ = RunState::running;
  std::string why_failed_;
  int voided_in_a_row_ = 0;
  bool is_pumping_ = false;
  boost::asio::steady_timer timer_;
  // What was posted to this and comes when it is gone finds nothing.
  std::shared_ptr<HostedRun*> self_;
};

}  // namespace rensa::live_tournaments
