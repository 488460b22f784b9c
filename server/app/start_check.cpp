#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "server/app/operating_system.h"
#include "server/app/private_server.h"
#include "server/app/server_core.h"
#include "server/base/temporary_folder.h"
#include "server/live_tournaments/last_line.h"
#include "server/processes/child_process.h"

namespace rensa::app {

namespace {

using live_tournaments::PlayerProcesses;
using live_tournaments::WorkerId;

// Lets programs connect, and gives them no matches.
struct ConnectingHost final : sessions::TournamentHost {
  std::optional<std::string> admit(const std::string& ticket, sessions::Entrance entrance) override {
    return programs ? programs->admit(ticket, entrance) : std::nullopt;
  }
  void arrived(const sessions::PlayerArrival& arrival) override {
    if (programs) programs->arrived(arrival);
  }
  void left(base::SessionId session) override {
    if (programs) programs->left(session);
  }
  void keep(match::FinishedGame, Kept) override {}

  std::unique_ptr<PlayerProcesses> programs;
};

// Returns the sentence about a program that has ended before it connected.
std::string why_not_connected(const tournament::PlayerEntry& player, const std::string& why_gone,
                              const std::string& last_line, const std::string& visible_files) {
  std::string text = player.name + " was started and did not connect: " + why_gone;
  if (!last_line.empty()) text += "; the last line of its output: " + last_line;
  if (!visible_files.empty()) {
    text += "; it ran isolated and saw only " + visible_files + " and the system: \"files\" of a plan names more";
  }
  return text;
}

// Wakes the loop of the server ten times a second.
class Ticks {
 public:
  explicit Ticks(boost::asio::io_context& io) : timer_(io) { wait(); }

 private:
  void wait() {
    timer_.expires_after(std::chrono::milliseconds(100));
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error) wait();
    });
  }

  boost::asio::steady_timer timer_;
};

}  // namespace

bool check_program_starts(const tournament::TournamentPlan& plan, const live_tournaments::PlayerPrograms& programs,
                          const std::optional<processes::Isolation>& isolation,
                          const std::function<bool()>& should_stop) {
  const base::TemporaryFolder folder;
  const std::filesystem::path socket = folder.path() / "socket";
  ServerCore core(private_core_options(socket));
  ConnectingHost host;
  core.sessions.set_tournament_host(host);
  core.wait_for_store();
  core.sockets.start(core.sessions, {});
  bool has_connected = false;
  std::optional<std::string> why_gone;
  host.programs = std::make_unique<PlayerProcesses>(
      plan,
      live_tournaments::PlayerProcessOptions{
          .programs = programs, .isolation = isolation, .server = "unix:" + socket.string(), .output_folder = {}},
      PlayerProcesses::Services{.cores = core.player_cores,
                                .start_program =
                                    [&core](const processes::ChildOptions& options, processes::ExitHandler on_exit) {
                                      return std::make_unique<processes::ChildProcess>(core.io, options,
                                                                                       std::move(on_exit));
                                    },
                                .draw_ticket = random_worker_ticket,
                                .open_socket =
                                    [&core](const std::string& ticket) {
                                      return core.open_program_socket(ticket, [](const base::LogLine&) {});
                                    },
                                .post_later = core.run_later()},
      PlayerProcesses::Listener{
          .ready = [&has_connected](WorkerId) { has_connected = true; },
          .gone = [&why_gone](WorkerId, const live_tournaments::Departure& departure) { why_gone = departure.why; },
          .free = [] {}});
  const Ticks ticks(core.io);
  for (std::size_t player = 0; player < plan.players.size(); ++player) {
    if (!std::holds_alternative<tournament::CommandPlayer>(plan.players[player].kind)) continue;
    has_connected = false;
    const WorkerId worker = host.programs->acquire(player);
    bool is_stopped = false;
    core.run_until([&] { return has_connected || why_gone || (is_stopped = should_stop()); });
    if (is_stopped) return false;
    if (why_gone) {
      throw std::runtime_error(why_not_connected(plan.players[player], *why_gone,
                                                 live_tournaments::last_line_of(host.programs->last_output(worker)),
                                                 host.programs->visible_files(player)));
    }
    host.programs->release_worker(worker, true);  // kills it
  }
  return true;
}

}  // namespace rensa::app
