#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "server/live_tournaments/player_processes.h"
#include "server/processes/isolation.h"
#include "server/tournament/journal/progress.h"
#include "server/tournament/plan/plan.h"

namespace rensa::app {

struct ServerCoreOptions;

struct PrivateServerOptions {
  int jobs = 1;
  std::function<bool()> should_stop;                                       // called ten times a second; true: stop
  std::function<void(const tournament::TournamentProgress&)> on_progress;  // after each game that counts
  std::function<void(const std::string&)> log;
  live_tournaments::PlayerPrograms programs;
  // The isolation of the programs that the plan names. The folder of the run is hidden from them, too. nullopt: they
  // run without isolation.
  std::optional<processes::Isolation> isolation{};
  // The Unix socket to which all players connect: something that forwards to `socket` in the folder of the run. Empty:
  // they connect to sockets of the server.
  std::filesystem::path player_socket{};
  std::shared_ptr<const match::Opening> opening{};  // of every game; null: they begin anew
};

// Throws std::runtime_error with a sentence if a private server cannot play this plan: the ruleset is not published, or
// one of its players or of our own programs cannot be started from here, or not in isolation. A program may still
// vanish during the run; it then loses its games.
void check_private_server(const tournament::TournamentPlan& plan, const live_tournaments::PlayerPrograms& programs,
                          const std::optional<processes::Isolation>& isolation);

// Starts each program that the plan names once, as a run would, and waits until it has connected. Throws
// std::runtime_error with a sentence about the first program that ends before, or does not connect in time. Returns
// false if it was stopped. `should_stop`: as that of PrivateServerOptions.
bool check_program_starts(const tournament::TournamentPlan& plan, const live_tournaments::PlayerPrograms& programs,
                          const std::optional<processes::Isolation>& isolation,
                          const std::function<bool()>& should_stop);

// The parts of a server that listens only on this Unix socket, and stores nothing.
ServerCoreOptions private_core_options(const std::filesystem::path& socket);

// Plays the rest of a run of programs, on a server that only they can reach. Returns false if the run
// was stopped before its end. Throws std::runtime_error if the folder cannot be used or written to.
bool play_on_private_server(const tournament::TournamentPlan& plan, const std::filesystem::path& folder,
                            const PrivateServerOptions& options);

}  // namespace rensa::app
