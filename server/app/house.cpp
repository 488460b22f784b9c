#include "server/app/house.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <stdexcept>
#include <thread>

#include "server/sessions/front.h"
#include "server/live_tournaments/hosted_run.h"
#include "server/net/socket_server.h"
#include "server/storage/memory_store.h"
#include "server/app/date.h"
#include "server/app/lookout.h"
#include "server/app/machine.h"
#include "server/app/pulse.h"
#include "server/app/ticket.h"

namespace rensa::app {

namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

// Where the socket is: in the run's folder, unless its path is too long for one.
class Doorway {
 public:
  explicit Doorway(const fs::path& folder) : path_(fs::absolute(folder) / "socket") {
    constexpr std::size_t kLongest = 100;
    if (path_.string().size() <= kLongest) return;
    std::string name = (fs::temp_directory_path() / "rensa-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error(name + ": cannot be made");
    own_folder_ = name;
    path_ = own_folder_ / "socket";
  }
  // The socket itself goes with who listens there, and may be another's.
  ~Doorway() {
    std::error_code ignored;
    if (!own_folder_.empty()) fs::remove(own_folder_, ignored);
  }
  Doorway(const Doorway&) = delete;
  Doorway& operator=(const Doorway&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  fs::path own_folder_;
};

// The one run of the house.
class OnlyRun final : public sessions::Host {
 public:
  void begin(std::unique_ptr<live_tournaments::HostedRun> run) { run_ = std::move(run); }
  live_tournaments::HostedRun* run() { return run_.get(); }
  void end() { run_.reset(); }

  std::optional<std::string> admit(const std::string& ticket) override {
    return run_ ? run_->admit(ticket) : std::nullopt;
  }
  void arrived(const sessions::Arrival& arrival) override {
    if (run_) run_->arrived(arrival);
  }
  void left(base::SessionId session) override {
    if (run_) run_->left(session);
  }
  void keep(play::FinishedGame game, std::function<void()> done) override {
    if (run_) run_->keep(std::move(game), std::move(done));
  }

 private:
  std::unique_ptr<live_tournaments::HostedRun> run_;
};

net::SocketOptions only_a_socket(const fs::path& path) {
  net::SocketOptions options;
  options.worker_socket = path.string();
  options.limits.max_connections = 4'096;
  options.limits.max_connections_per_address = 4'096;
  return options;
}

sessions::FrontSettings settings_of_house() {
  sessions::FrontSettings settings;
  settings.guests_over_tcp = false;
  settings.hall.longest_silence = 100ms;
  return settings;
}

void refuse_guests(const contest::Plan& plan) {
  for (const contest::Player& player : plan.players) {
    if (!std::holds_alternative<contest::Guest>(player.who)) continue;
    throw std::runtime_error(player.name + " is a guest, and nobody can come here: hold it on a server");
  }
}

}  // namespace

bool play_in_house(const contest::Plan& plan, const fs::path& folder, const HouseOptions& options) {
  refuse_guests(plan);
  allow_many_files();
  fs::create_directories(folder);
  const Doorway doorway(folder);
  asio::io_context io{1};
  net::SocketServer sockets(io, only_a_socket(doorway.path()));
  storage::MemoryStore store(storage::MemoryStore::Saving::at_once);
  const auto now = [] { return std::chrono::steady_clock::now(); };
  sessions::Front front(settings_of_house(), {.connections = sockets,
                                           .store = store,
                                           .now = now,
                                           .date = date_now,
                                           .post = [&io](std::function<void()> what) { asio::post(io, what); },
                                           .post_later = [](std::chrono::milliseconds, const std::function<void()>&) {},
                                           .log = [](const std::string&) {}});
  processes::Cores cores_of_players;
  OnlyRun host;
  front.set_host(host);
  live_tournaments::Strain strain(cores());
  const Lookout lookout(io, strain);
  const Pulse pulse(io, front.hall(), sockets);
  bool is_stopping = false;
  const auto look = [&] {
    if (host.run() == nullptr) return;
    options.tell(host.run()->tournament());
    if (host.run()->state() == live_tournaments::RunState::over || host.run()->state() == live_tournaments::RunState::failed) io.stop();
  };
  sockets.start(front, {});
  host.begin(std::make_unique<live_tournaments::HostedRun>(
      plan,
      live_tournaments::HostedRunOptions{.company = {.programs = options.programs,
                                         .server = "unix:" + doorway.path().string(),
                                         .folder = folder,
                                         .most_idle = 2 * static_cast<std::size_t>(options.jobs)},
                             .jobs = options.jobs},
      live_tournaments::Venue{.io = io,
                  .hall = front.hall(),
                  .strain = strain,
                  .cores = cores_of_players,
                  .now = now,
                  .draw_ticket = draw_ticket,
                  .tell = [&front](base::SessionId session,
                                   const proto::ServerMessage& message) { front.tell(session, message); },
                  .log = options.log},
      look));
  refuse_guests(host.run()->plan());  // who has joined on a server
  asio::steady_timer timer(io);
  const std::function<void()> watch = [&] {
    if (options.stop() && !is_stopping) {
      is_stopping = true;
      host.run()->pause();
      host.run()->break_off();
    }
    const bool is_halted = is_stopping || host.run()->state() == live_tournaments::RunState::paused;  // or it has halted itself
    if (is_halted && host.run()->games_running() == 0) return io.stop();
    timer.expires_after(100ms);
    timer.async_wait([&](const boost::system::error_code& error) {
      if (!error) watch();
    });
  };
  watch();
  io.run();
  const live_tournaments::RunState state = host.run()->state();
  const std::string why = host.run()->why_failed();
  host.end();
  if (state == live_tournaments::RunState::failed) throw std::runtime_error(why);
  if (state == live_tournaments::RunState::paused && !is_stopping) {
    throw std::runtime_error("too many games in a row were void: see what was said about them");
  }
  return state == live_tournaments::RunState::over;
}

}  // namespace rensa::app
