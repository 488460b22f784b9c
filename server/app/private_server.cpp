#include "server/app/private_server.h"

#include <memory>
#include <optional>
#include <stdexcept>

#include "server/app/operating_system.h"
#include "server/app/plan_lookup.h"
#include "server/app/server_core.h"
#include "server/app/socket_path.h"
#include "server/match/series.h"
#include "server/processes/program.h"
#include "server/storage/folders/tournament_folders.h"
#include "server/storage/memory/memory_store.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::app {

namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

// The host of the only tournament of a private server.
struct SingleTournamentHost final : sessions::TournamentHost {
  std::optional<std::string> admit(const std::string& ticket, sessions::Entrance entrance) override {
    return tournament ? tournament->admit(ticket, entrance) : std::nullopt;
  }
  void arrived(const sessions::PlayerArrival& arrival) override {
    if (tournament) tournament->arrived(arrival);
  }
  void left(base::SessionId session) override {
    if (tournament) tournament->left(session);
  }
  void keep(match::FinishedGame game, Kept kept) override {
    if (tournament) tournament->keep(std::move(game), std::move(kept));
  }

  std::unique_ptr<live_tournaments::LiveTournament> tournament;
};

net::SocketOptions socket_options(const fs::path& path) {
  net::SocketOptions options;
  options.worker_socket = path.string();
  options.limits.max_connections = 4'096;
  options.limits.max_connections_per_address = 4'096;
  return options;
}

sessions::SessionServiceSettings session_settings() {
  sessions::SessionServiceSettings settings;
  settings.guests_over_tcp = false;
  settings.lists_arranged_games = false;  // no client can ask for the list
  settings.lobby.stall_threshold = 100ms;
  return settings;
}

void refuse_remote_players(const tournament::TournamentPlan& plan) {
  for (const tournament::PlayerEntry& player : plan.players) {
    if (!std::holds_alternative<tournament::RemotePlayer>(player.kind)) continue;
    throw std::runtime_error(player.name + " cannot connect to this private server: use rensa-server");
  }
}

void check_isolation(const tournament::TournamentPlan& plan, const live_tournaments::PlayerPrograms& programs,
                     const processes::Isolation& isolation) {
  bool is_needed = false;
  for (const tournament::PlayerEntry& player : plan.players) {
    const auto* command = std::get_if<tournament::CommandPlayer>(&player.kind);
    if (command == nullptr) continue;
    is_needed = true;
    const std::string why = live_tournaments::why_not_visible(*command, isolation);
    if (!why.empty()) throw std::runtime_error(player.name + ": " + why);
  }
  const std::string why = is_needed ? processes::why_isolation_fails(programs.supervisor, isolation) : "";
  if (why.empty()) return;
  throw std::runtime_error(why + ". " + processes::kHowToIsolate +
                           ", or let programs read all that you can read with --exec-isolation none");
}

storage::OpenTournament open_tournament(ServerCore& core, storage::Tournaments& store, const std::string& name) {
  std::optional<storage::StoreResult<std::optional<storage::OpenTournament>>> answer;
  store.open_tournament(name, [&answer](const auto& opened) { answer = opened; });
  core.run_until([&answer] { return answer.has_value(); });
  if (!*answer) throw std::runtime_error(answer->error().message);
  if (!**answer) throw std::runtime_error("the folder of the tournament has been removed");
  return *std::move(**answer);
}

}  // namespace

ServerCoreOptions private_core_options(const fs::path& socket) {
  return {.sockets = socket_options(socket),
          .sessions = session_settings(),
          .open_store =
              [](storage::Executor executor, const RunLater&) {
                return std::make_unique<storage::MemoryStore>(storage::MemoryStore::Saving::at_once,
                                                              std::move(executor));
              },
          .log = [](const base::LogLine&) {}};
}

void check_private_server(const tournament::TournamentPlan& plan, const live_tournaments::PlayerPrograms& programs,
                          const std::optional<processes::Isolation>& isolation) {
  refuse_remote_players(plan);
  if (const auto why = match::why_unplayable(plan.terms, {})) throw std::runtime_error(*why);
  check_programs(plan);
  std::vector<std::string> wanted{programs.supervisor};
  for (const tournament::PlayerEntry& player : plan.players) {
    const auto* command = std::get_if<tournament::CommandPlayer>(&player.kind);
    if (command == nullptr) wanted.push_back(programs.worker);
    if (command != nullptr && command->uses_reference_protocol) wanted.push_back(programs.bridge);
  }
  for (const std::string& program : wanted) {
    if (const std::string why = processes::why_not_runnable(program); !why.empty()) throw std::runtime_error(why);
  }
  if (isolation) check_isolation(plan, programs, *isolation);
}

bool play_on_private_server(const tournament::TournamentPlan& plan, const fs::path& folder,
                            const PrivateServerOptions& options) {
  using live_tournaments::RunState;
  refuse_remote_players(plan);
  raise_file_limit();
  fs::create_directories(folder);
  const SocketPath socket(fs::absolute(folder) / "socket");
  tournament::create_tournament_folder(plan, folder);
  ServerCore core(private_core_options(socket.path()));
  const fs::path whole = fs::canonical(folder);
  std::optional<processes::Isolation> isolation = options.isolation;
  if (isolation) isolation->hidden.push_back(whole.string());
  storage::TournamentFolders store(whole.parent_path(), core.executor());
  const BackgroundScope background(core);  // gives the last lines of the journal to the store
  const fs::path player_socket = options.player_socket.empty() ? socket.path() : options.player_socket;
  live_tournaments::HostServices services = core.host_services(store, options.log);
  if (!options.player_socket.empty()) services.open_socket = {};
  SingleTournamentHost host;
  core.sessions.set_tournament_host(host);
  const auto on_change = [&] {
    if (!host.tournament) return;
    options.on_progress(host.tournament->saved_progress());
    const RunState state = host.tournament->state();
    const bool has_storage_error = !host.tournament->storage_error().empty();
    if (state == RunState::over || state == RunState::failed || has_storage_error) core.io.stop();
  };
  core.wait_for_store();
  core.sockets.start(core.sessions, {});
  tournament::TournamentPlan begun = plan;
  begun.starts.reset();  // a local run begins at once
  const storage::OpenTournament opened = open_tournament(core, store, whole.filename().string());
  host.tournament = std::make_unique<live_tournaments::LiveTournament>(
      whole.filename().string(), begun, opened.journal,
      live_tournaments::LiveTournamentOptions{.processes = {.programs = options.programs,
                                                            .isolation = isolation,
                                                            .server = "unix:" + player_socket.string(),
                                                            .output_folder = opened.output_folder,
                                                            .outputs = opened.outputs,
                                                            .max_idle = 2 * static_cast<std::size_t>(options.jobs)},
                                              .jobs = options.jobs,
                                              .opening = options.opening},
      services, on_change);
  refuse_remote_players(host.tournament->plan());  // also players that have joined on another server
  asio::steady_timer timer(core.io);
  bool is_stopping = false;
  const std::function<void()> check_stop = [&] {
    if (options.should_stop() && !is_stopping) {
      is_stopping = true;
      host.tournament->pause();
      host.tournament->halt();
    }
    // The tournament may also have paused by itself.
    const bool is_halted = is_stopping || host.tournament->state() == RunState::paused;
    if (is_halted && host.tournament->games_running() == 0) return core.io.stop();
    timer.expires_after(100ms);
    timer.async_wait([&](const boost::system::error_code& error) {
      if (!error) check_stop();
    });
  };
  check_stop();
  core.io.run();
  const RunState state = host.tournament->state();
  const std::string why = host.tournament->why_failed();
  const std::string storage_error = host.tournament->storage_error();
  host.tournament.reset();
  if (!storage_error.empty()) throw std::runtime_error(storage_error);
  if (state == RunState::failed) throw std::runtime_error(why);
  if (state == RunState::paused && !is_stopping) {
    throw std::runtime_error("too many games in a row were void: the messages before this one say why");
  }
  return state == RunState::over;
}

}  // namespace rensa::app
