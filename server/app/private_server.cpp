#include "server/app/private_server.h"

#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "server/app/operating_system.h"
#include "server/app/server_core.h"
#include "server/storage/memory_store.h"

namespace rensa::app {

namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

// The path of the server's socket: in the folder of the run, or in a temporary folder if that path would be too long.
class SocketPath {
 public:
  explicit SocketPath(const fs::path& folder) : path_(fs::absolute(folder) / "socket") {
    constexpr std::size_t kLongest = 100;
    if (path_.string().size() <= kLongest) return;
    std::string name = (fs::temp_directory_path() / "rensa-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error(name + ": cannot be made");
    own_folder_ = name;
    path_ = own_folder_ / "socket";
  }
  // The listener removes the socket itself, which may belong to another process by now.
  ~SocketPath() {
    std::error_code ignored;
    if (!own_folder_.empty()) fs::remove(own_folder_, ignored);
  }
  SocketPath(const SocketPath&) = delete;
  SocketPath& operator=(const SocketPath&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  fs::path own_folder_;
};

// The host of the only tournament of a private server.
class SingleTournamentHost final : public sessions::TournamentHost {
 public:
  void begin(std::unique_ptr<live_tournaments::LiveTournament> tournament) { tournament_ = std::move(tournament); }
  live_tournaments::LiveTournament* tournament() { return tournament_.get(); }
  void end() { tournament_.reset(); }

  std::optional<std::string> admit(const std::string& ticket) override {
    return tournament_ ? tournament_->admit(ticket) : std::nullopt;
  }
  void arrived(const sessions::PlayerArrival& arrival) override {
    if (tournament_) tournament_->arrived(arrival);
  }
  void left(base::SessionId session) override {
    if (tournament_) tournament_->left(session);
  }
  void keep(match::FinishedGame game, Kept kept) override {
    if (tournament_) tournament_->keep(std::move(game), std::move(kept));
  }

 private:
  std::unique_ptr<live_tournaments::LiveTournament> tournament_;
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

}  // namespace

bool play_on_private_server(const tournament::TournamentPlan& plan, const fs::path& folder,
                            const PrivateServerOptions& options) {
  using live_tournaments::RunState;
  refuse_remote_players(plan);
  raise_file_limit();
  fs::create_directories(folder);
  const SocketPath socket(folder);
  ServerCore core({.sockets = socket_options(socket.path()),
                   .sessions = session_settings(),
                   .open_store =
                       [](storage::Executor executor, const RunLater&) {
                         return std::make_unique<storage::MemoryStore>(storage::MemoryStore::Saving::at_once,
                                                                       std::move(executor));
                       },
                   .log = [](const std::string&) {}});
  SingleTournamentHost host;
  core.sessions.set_tournament_host(host);
  const auto on_change = [&] {
    if (host.tournament() == nullptr) return;
    options.on_progress(host.tournament()->progress());
    const RunState state = host.tournament()->state();
    if (state == RunState::over || state == RunState::failed) core.io.stop();
  };
  core.wait_for_store();
  core.sockets.start(core.sessions, {});
  host.begin(std::make_unique<live_tournaments::LiveTournament>(
      plan,
      live_tournaments::LiveTournamentOptions{.processes = {.programs = options.programs,
                                                            .server = "unix:" + socket.path().string(),
                                                            .folder = folder,
                                                            .max_idle = 2 * static_cast<std::size_t>(options.jobs)},
                                              .jobs = options.jobs},
      core.host_services(options.log), on_change));
  refuse_remote_players(host.tournament()->plan());  // also players that have joined on another server
  asio::steady_timer timer(core.io);
  bool is_stopping = false;
  const std::function<void()> check_stop = [&] {
    if (options.should_stop() && !is_stopping) {
      is_stopping = true;
      host.tournament()->pause();
      host.tournament()->abort_games();
    }
    // The tournament may also have paused by itself.
    const bool is_halted = is_stopping || host.tournament()->state() == RunState::paused;
    if (is_halted && host.tournament()->games_running() == 0) return core.io.stop();
    timer.expires_after(100ms);
    timer.async_wait([&](const boost::system::error_code& error) {
      if (!error) check_stop();
    });
  };
  check_stop();
  core.io.run();
  const RunState state = host.tournament()->state();
  const std::string why = host.tournament()->why_failed();
  host.end();
  if (state == RunState::failed) throw std::runtime_error(why);
  if (state == RunState::paused && !is_stopping) {
    throw std::runtime_error("too many games in a row were void: the messages before this one say why");
  }
  return state == RunState::over;
}

}  // namespace rensa::app
