#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/base/lifetime.h"
#include "server/base/types.h"
#include "server/processes/core_allocator.h"
#include "server/processes/isolation.h"
#include "server/processes/running_program.h"
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
  std::optional<processes::Isolation> isolation{};  // of programs that the plan names; nullopt: they are not isolated
  std::string server;         // the address for processes that have no socket of their own; a Unix socket, if they are
                              // isolated
  std::string output_folder;  // for the output of the processes; empty: none
  std::uint64_t outputs = 0;  // the number of files in this folder
  std::size_t max_idle = 2;   // idle processes that are kept for a later game
  std::chrono::milliseconds connect_timeout = std::chrono::seconds(30);  // the machine may be busy
  // A process that has closed its connection may end by itself for this time, before it is asked to end.
  std::chrono::milliseconds last_words_grace = std::chrono::seconds(4);
};

// A Unix socket of the server at which only one ticket is admitted.
struct OpenSocket {
  std::string path;
  std::shared_ptr<const void> owner;  // the socket is closed when this is destroyed
  // Returns a sentence that says why the server has kept the process from connecting; empty: no reason is known.
  std::function<std::string()> why_unreachable{};
};
// Opens a socket for the process with this ticket. If that fails, nothing listens at the path, and there is no owner.
using OpenProgramSocket = std::function<OpenSocket(const std::string& ticket)>;

// Returns a sentence that says why this program cannot be started in isolation; empty: no reason is known.
std::string why_not_visible(const tournament::CommandPlayer& program, const processes::Isolation& isolation);

enum class WorkerId : std::uint64_t {};

// The reason why a worker stopped playing.
struct Departure {
  std::string why;
  duel::Cause cause = duel::Cause::crashed;  // the cause of the lost game
  bool is_host_fault = false;                // true: the game is void instead of lost
  bool was_late = false;                     // true: it did not connect in time, for which an overload is an excuse
};

// The workers that play for the players of a tournament. A worker is a process that this class starts, or one of the
// games that a connected remote player offers to play at a time. After a game, it is used again.
class PlayerProcesses {
 public:
  struct Listener {
    std::function<void(WorkerId)> ready;                   // the worker is connected
    std::function<void(WorkerId, const Departure&)> gone;  // an acquired worker stopped playing
    std::function<void()> free;                            // another worker became available, or a process has ended
  };

  struct Services {
    processes::CoreAllocator& cores;
    processes::StartProgram start_program;
    std::function<std::string()> draw_ticket;  // returns an unguessable text
    OpenProgramSocket open_socket{};           // empty: all processes connect to PlayerProcessOptions::server
    // Runs a call on the thread of the event loop after a delay.
    std::function<void(std::chrono::milliseconds, std::function<void()>)> post_later;
  };

  // `plan` and the services must outlive this object.
  PlayerProcesses(const tournament::TournamentPlan& plan, const PlayerProcessOptions& options, Services services,
                  Listener listener);
  ~PlayerProcesses();
  PlayerProcesses(const PlayerProcesses&) = delete;
  PlayerProcesses& operator=(const PlayerProcesses&) = delete;

  // True if acquire() can return a worker for the player. It may still have to connect.
  bool is_available(std::size_t player) const;
  // Reserves a worker for one game. Precondition: is_available().
  WorkerId acquire(std::size_t player);
  // Reserves a worker of a remote player for a game that has begun. The player is not connected, and is given its game
  // when it comes back.
  WorkerId expect(std::size_t player);
  // Call this after the game. A process that has failed is not used again.
  void release_worker(WorkerId worker, bool has_failed);
  // Returns the session of a worker; nullopt: the worker is not connected yet, or is gone.
  std::optional<base::SessionId> session(WorkerId worker) const;
  // Precondition of these two: the worker is connected.
  base::PlayerId player_id(WorkerId worker) const { return workers_.at(worker).id; }
  match::Subscription subscription(WorkerId worker) const;
  // Returns true if the worker has come back with another session during its game, and has had time to resume it.
  bool has_had_time_to_resume(WorkerId worker) const;
  bool is_process(WorkerId worker) const;
  // Returns the output of the process since it was acquired, or since the last call.
  std::string take_output(WorkerId worker);
  std::string last_output(WorkerId worker) const;
  // Returns the names of the files with the output of a player's processes, such as "logs/mine-*.log"; empty: none.
  std::string output_files_of(std::size_t player) const;

  // Returns the files and folders that the isolated program of a player sees besides those of the system, with commas
  // between them; empty: it is not isolated, or sees none.
  std::string visible_files(std::size_t player);

  // dismiss() ends the idle workers of the player; the others end after their games. A process that has not failed is
  // asked to end, and has some time for that; `free` is called when it is gone.
  void dismiss(std::size_t player);
  void end_idle_workers(std::size_t player);
  void end_all();
  // Returns true while a process runs, even one that was asked to end.
  bool has_processes() const;
  std::vector<base::SessionId> sessions_of(std::size_t player) const;

  // These functions do what sessions::TournamentHost says. arrived() also takes remote players.
  std::optional<std::string> admit(const std::string& ticket, sessions::Entrance entrance);
  void arrived(const sessions::PlayerArrival& arrival);
  void left(base::SessionId session);
  void withdrew_offer(base::SessionId session);  // has no effect on processes

 private:
  struct Worker {
    std::size_t player = 0;
    processes::CoreAllocator::Lease cores;
    std::unique_ptr<processes::RunningProgram> child;  // null for a remote player
    std::string ticket;
    OpenSocket socket;  // its own; the path is empty if it has none
    std::optional<base::SessionId> session;
    base::PlayerId id;  // of the session
    match::Subscription subscription = match::Subscription::events;
    int admissions = 0;
    bool is_taken = false;
    bool is_leaving = false;
    bool is_ending = false;   // its process was asked to end
    bool has_exited = false;  // its process
    bool has_lost_connection = false;
    std::optional<std::chrono::steady_clock::time_point> back_since;  // with another session during its game
    std::chrono::steady_clock::time_point connect_deadline;
    std::chrono::steady_clock::time_point idle_since;
  };
  using Workers = std::map<WorkerId, Worker>;

  bool is_idle(const Worker& worker) const { return !worker.is_taken && !worker.is_leaving; }
  WorkerId start_process(std::size_t player);
  void on_exit(WorkerId worker, const processes::ExitReport& report);
  void end_process(Worker& worker);
  void end_process_later(WorkerId worker);
  static void kill_process(Worker& worker);
  void end_surplus_idle_workers();
  void end_late_workers();
  processes::Command command_of(const Worker& worker);
  bool has_own_socket(std::size_t player) const;
  std::string why_unreachable(const Worker& worker) const;
  void set_words(const tournament::CommandPlayer& program, std::size_t player, processes::Command& command);
  processes::Sandbox sandbox_of(const tournament::CommandPlayer& program, std::size_t player);
  const processes::VisibleFiles& files_of(std::size_t player);

  const tournament::TournamentPlan& plan_;
  const PlayerProcessOptions options_;
  const Services services_;
  const Listener listener_;
  Workers workers_;
  std::vector<processes::VisibleFiles> files_;  // of isolated programs, by player; shorter than the list of players
                                                // until they are needed
  std::uint64_t last_worker_ = 0;
  std::uint64_t last_output_file_;
  base::Lifetime lifetime_;
};

}  // namespace rensa::live_tournaments
