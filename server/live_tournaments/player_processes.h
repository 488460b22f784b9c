#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/base/types.h"
#include "server/processes/child_process.h"
#include "server/processes/core_allocator.h"
#include "server/sessions/tournament_host.h"
#include "server/tournament/plan/plan.h"

namespace rensa::live_tournaments {

// The paths of the programs that start and connect players.
struct PlayerPrograms {
  std::string supervisor;  // starts and limits a process
  std::string worker;      // plays as a built-in player
  std::string bridge;      // connects a program that speaks the reference protocol
};

struct PlayerProcessOptions {
  PlayerPrograms programs;
  std::string server;            // the address that players connect to
  std::filesystem::path folder;  // of the tournament
  std::size_t max_idle = 2;      // idle processes that are kept for a later game
  std::chrono::milliseconds connect_timeout = std::chrono::seconds(10);
};

enum class WorkerId : std::uint64_t {};

// The reason why a worker stopped playing.
struct Departure {
  std::string why;
  duel::Cause cause = duel::Cause::crashed;  // the cause of the lost game
  bool is_host_fault = false;                // true: the game is void instead of lost
};

// The workers that play for the players of a tournament. A worker is a process that this class starts, or one of the
// games that a connected remote player offers to play at a time. After a game, it is used again.
class PlayerProcesses {
 public:
  struct Listener {
    std::function<void(WorkerId)> ready;                   // the worker is connected
    std::function<void(WorkerId, const Departure&)> gone;  // an acquired worker stopped playing
    std::function<void()> free;                            // another worker became available
  };

  // `plan` and `cores` must outlive this object. `draw_ticket` returns an unguessable text.
  PlayerProcesses(boost::asio::io_context& io, const tournament::TournamentPlan& plan,
                  const PlayerProcessOptions& options, processes::CoreAllocator& cores,
                  std::function<std::string()> draw_ticket, Listener listener);
  ~PlayerProcesses();
  PlayerProcesses(const PlayerProcesses&) = delete;
  PlayerProcesses& operator=(const PlayerProcesses&) = delete;

  // True if acquire() can return a worker for the player. It may still have to connect.
  bool is_available(std::size_t player) const;
  // Reserves a worker for one game. Precondition: is_available().
  WorkerId acquire(std::size_t player);
  // Call this after the game. A process that has failed is not used again.
  void release_worker(WorkerId worker, bool has_failed);
  // Returns the session of a worker; nullopt: the worker is not connected yet, or is gone.
  std::optional<base::SessionId> session(WorkerId worker) const;
  // Precondition: the worker is connected.
  match::Subscription subscription(WorkerId worker) const;
  bool is_process(WorkerId worker) const;
  // The output of the process since it was acquired.
  std::string output(WorkerId worker) const;
  std::string last_output(WorkerId worker) const;

  // Ends the idle workers of the player; the others end after their games.
  void dismiss(std::size_t player);
  void end_all();
  std::vector<base::SessionId> sessions_of(std::size_t player) const;

  // These functions do what sessions::TournamentHost says. arrived() also takes remote players.
  std::optional<std::string> admit(const std::string& ticket);
  void arrived(const sessions::PlayerArrival& arrival);
  void left(base::SessionId session);

 private:
  struct Worker {
    std::size_t player = 0;
    processes::CoreAllocator::Lease cores;
    std::unique_ptr<processes::ChildProcess> child;  // null for a remote player
    std::string ticket;
    std::optional<base::SessionId> session;
    match::Subscription subscription = match::Subscription::events;
    int admissions = 0;
    bool is_taken = false;
    bool is_leaving = false;
    bool has_lost_connection = false;
    std::chrono::steady_clock::time_point connect_deadline;
    std::chrono::steady_clock::time_point idle_since;
    std::filesystem::path log;
    std::uintmax_t log_offset = 0;
  };
  using Workers = std::map<WorkerId, Worker>;

  bool is_idle(const Worker& worker) const { return !worker.is_taken && !worker.is_leaving; }
  WorkerId start_process(std::size_t player);
  void on_exit(WorkerId worker, const processes::ExitReport& report);
  void end_process(Worker& worker);
  void end_surplus_idle_workers();
  void end_late_workers();
  processes::Command command_of(const Worker& worker) const;

  boost::asio::io_context& io_;
  const tournament::TournamentPlan& plan_;
  const PlayerProcessOptions options_;
  processes::CoreAllocator& cores_;
  const std::function<std::string()> draw_ticket_;
  const Listener listener_;
  Workers workers_;
  std::uint64_t last_worker_ = 0;
  std::uint64_t last_log_ = 0;
  boost::asio::steady_timer timer_;
};

}  // namespace rensa::live_tournaments
