#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <csignal>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "server/app/commands.h"
#include "server/app/operating_system.h"
#include "server/app/plan_lookup.h"
#include "server/app/server_core.h"
#include "server/app/shutdown_policy.h"
#include "server/http_api/api.h"
#include "server/live_tournaments/tournament_registry.h"
#include "server/pages/pages.h"
#include "server/static_files/site.h"
#include "server/storage/sqlite_store.h"

namespace rensa::app {

namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

constexpr auto kStoreRefreshInterval = 2s;
constexpr auto kShutdownCheckInterval = 50ms;
constexpr std::uint64_t kReservedFiles = 64;  // that are open besides connections

void log(const std::string& line) { std::cerr << storage::utc_now() + " " + line + "\n"; }

std::vector<std::string> split_words(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

// Allows a burst of twice the messages of a second.
net::MessageRate rate_of(int per_second) {
  return {.per_second = static_cast<double>(per_second), .burst = 2.0 * per_second};
}

net::SocketOptions socket_options(const Config& config) {
  net::SocketOptions options;
  options.bind_address = config.bind;
  options.worker_port = static_cast<std::uint16_t>(config.worker_port);
  options.worker_socket = config.worker_socket;
  options.web_port = static_cast<std::uint16_t>(config.web_port);
  if (!config.tls_key.empty()) options.tls = net::TlsFiles{config.tls_certificate, config.tls_key};
  options.access.origins = split_words(config.origins);
  options.access.hosts = split_words(config.host_names);
  options.limits.max_connections = static_cast<std::size_t>(config.max_connections);
  options.limits.max_connections_per_address = static_cast<std::size_t>(config.max_connections_per_address);
  options.limits.people.rate = rate_of(config.person_messages_per_second);
  options.limits.workers.rate = rate_of(config.worker_messages_per_second);
  options.echo = config.echo != 0;
  return options;
}

sessions::SessionServiceSettings session_settings(const Config& config) {
  sessions::SessionServiceSettings settings;
  match::MatchSettings& match = settings.lobby.match;
  match.grace = std::chrono::seconds(config.grace_seconds);
  match.clock.think_limit = std::chrono::seconds(config.think_seconds);
  match.clock.turn_bank = std::chrono::seconds(config.turn_bank_seconds);
  settings.lobby.max_matches = static_cast<std::size_t>(config.max_matches);
  settings.lobby.max_real_time_matches = static_cast<std::size_t>(config.max_real_time_matches);
  settings.lobby.max_real_time_share = config.max_real_time_percent / 100.0;
  settings.lobby.stall_threshold = 100ms;
  settings.guests_over_tcp = config.guest_workers != 0;
  settings.rate = rate_of(config.messages_per_second);
  settings.guests_matches = {.per_second = config.guest_matches_per_minute / 60.0,
                             .burst = static_cast<double>(config.guest_matches_per_minute)};
  return settings;
}

// The address for players that are started here: the Unix socket, which is cheaper, or the port of all workers. Empty
// if that port needs TLS, which they cannot speak.
std::string worker_address(const Config& config, std::uint16_t port) {
  if (!config.worker_socket.empty()) return "unix:" + std::filesystem::absolute(config.worker_socket).string();
  if (!config.tls_key.empty()) return "";
  const auto address = asio::ip::make_address(config.bind);
  std::string host = address.to_string();
  if (address.is_unspecified()) host = address.is_v6() ? "::1" : "127.0.0.1";
  return (address.is_v6() ? "[" + host + "]" : host).append(":").append(std::to_string(port));
}

live_tournaments::TournamentRegistryOptions tournaments_options(const Config& config, std::uint16_t worker_port) {
  return {.folder = std::filesystem::path(config.data) / "tournaments",
          .programs = find_programs(),
          .server = worker_address(config, worker_port),
          .starts_programs = config.exec_players != 0,
          .max_real_time_jobs = max_real_time_games(),
          .look_up = plan_name_lookup(),
          .draw_seed = random_seed};
}

static_files::FileSource web_files(const std::string& web_root) {
  if (web_root.empty()) return static_files::embedded_file_source();
  try {
    return static_files::folder_file_source(web_root);
  } catch (const std::exception& problem) {
    throw std::runtime_error(std::string("web_root: ") + problem.what());
  }
}

// Makes responses that take long on a thread of its own, one after the other, and replies on the thread of the
// io_context. Refuses a response when too many are waiting.
class BackgroundResponder {
 public:
  explicit BackgroundResponder(asio::io_context& io) : io_(io) {}
  ~BackgroundResponder() { finish(); }

  void respond(std::function<net::HttpResponse()> make, net::HttpReply reply) {
    constexpr int kMostWaiting = 32;
    if (waiting_ == kMostWaiting) {
      return reply(error_response(503, "the server has too many such requests: try again later"));
    }
    ++waiting_;
    asio::post(thread_, [this, make = std::move(make), reply = std::move(reply)]() mutable {
      asio::post(io_, [this, response = made_or_error(make), reply = std::move(reply)]() mutable {
        --waiting_;
        reply(std::move(response));
      });
    });
  }
  // Waits until all responses are made. No further call of respond() may follow.
  void finish() { thread_.join(); }

 private:
  static net::HttpResponse error_response(int status, const std::string& sentence) {
    net::HttpResponse response;
    response.status = status;
    response.body = R"({"error":")" + sentence + R"("})";
    return response;
  }
  static net::HttpResponse made_or_error(const std::function<net::HttpResponse()>& make) {
    try {
      return make();
    } catch (const std::exception&) {
      return error_response(500, "the server could not make this answer");
    }
  }

  asio::io_context& io_;
  asio::thread_pool thread_{1};
  int waiting_ = 0;  // used on the thread of the io_context only
};

// Lets the sessions learn which tokens other processes have made and revoked.
class StoreRefresh {
 public:
  explicit StoreRefresh(ServerCore& core) : core_(core), timer_(core.io) { wait(); }

 private:
  void wait() {
    timer_.expires_after(kStoreRefreshInterval);
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (error) return;
      core_.sessions.refresh_from_store();
      wait();
    });
  }

  ServerCore& core_;
  asio::steady_timer timer_;
};

// Stops the server at the first signal: no new matches begin, running matches get time to end, and everything that has
// ended is saved and reported. A second signal stops it at once.
class GracefulShutdown {
 public:
  GracefulShutdown(ServerCore& core, live_tournaments::TournamentRegistry& tournaments, std::chrono::seconds drain_time)
      : core_(core),
        tournaments_(tournaments),
        drain_time_(drain_time),
        signals_(core.io, SIGINT, SIGTERM),
        timer_(core.io) {
    signals_.async_wait([this](const boost::system::error_code& error, int) {
      if (!error) drain();
    });
  }

 private:
  void drain() {
    lobby::Lobby& lobby = core_.sessions.lobby();
    log("event=draining matches=" + std::to_string(lobby.match_count()));
    signals_.async_wait([this](const boost::system::error_code& error, int) {
      if (!error) core_.io.stop();
    });
    tournaments_.drain();
    lobby.drain(static_cast<int>(drain_time_.count()));
    policy_.emplace(std::chrono::steady_clock::now() + drain_time_);
    check_progress();
  }

  void check_progress() {
    const base::Time now = std::chrono::steady_clock::now();
    lobby::Lobby& lobby = core_.sessions.lobby();
    const UnfinishedWork left{.matches = lobby.match_count(),
                              .unsaved_games = core_.sessions.unsaved_game_count(),
                              .has_spectator_updates = lobby.has_spectator_updates()};
    switch (policy_->step(left, now)) {
      case ShutdownPolicy::Step::stop:
        return close_connections();
      case ShutdownPolicy::Step::abandon_matches:
        lobby.abandon_all(now);
        break;
      case ShutdownPolicy::Step::wait:
        break;
    }
    timer_.expires_after(kShutdownCheckInterval);
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error) check_progress();
    });
  }

  // Messages that were sent before get some time to arrive.
  void close_connections() {
    core_.sockets.stop_accepting();
    core_.sockets.close_all(net::CloseReason::server_stops);
    timer_.expires_after(200ms);
    timer_.async_wait([this](const boost::system::error_code&) { core_.io.stop(); });
  }

  ServerCore& core_;
  live_tournaments::TournamentRegistry& tournaments_;
  std::chrono::seconds drain_time_;
  asio::signal_set signals_;
  asio::steady_timer timer_;
  std::optional<ShutdownPolicy> policy_;  // set once the shutdown has begun
};

http_api::ResourceUsage machine_usage(const net::SocketServer& sockets) {
  const net::NetworkCounts& counts = sockets.counts();
  return {.connections_open = counts.open_tcp + counts.open_unix_socket + counts.open_websocket + counts.open_http,
          .connections_refused = counts.refused_full + counts.refused_address + counts.refused_host +
                                 counts.refused_origin + counts.refused_subprotocol,
          .bytes_in = counts.message_bytes_in,
          .bytes_out = counts.message_bytes_out + counts.http_bytes_out,
          .cpu_seconds = cpu_seconds(),
          .resident_bytes = resident_bytes()};
}

}  // namespace

int serve(const Config& config) {
  return serve(config, [](std::unique_ptr<storage::Store> store, const RunLater&) { return store; });
}

int serve(const Config& config, const WrapStore& wrap_store) {
  const std::uint64_t files = raise_file_limit();
  if (files < static_cast<std::uint64_t>(config.max_connections) + kReservedFiles) {
    log("event=few_files allowed=" + std::to_string(files) +
        " max_connections=" + std::to_string(config.max_connections) +
        " text=\"more connections than that are not accepted: raise ulimit -n\"");
  }
  const auto open_store = [&](storage::Executor executor, RunLater later) {
    return wrap_store(
        std::make_unique<storage::SqliteStore>(
            storage::SqliteOptions{
                .file = config.data + "/rensa.db", .use = storage::SqliteOptions::Use::server, .limits = {}},
            std::move(executor)),
        std::move(later));
  };
  ServerCore core(
      {.sockets = socket_options(config), .sessions = session_settings(config), .open_store = open_store, .log = log});
  live_tournaments::TournamentRegistry tournaments(tournaments_options(config, core.sockets.worker_port()),
                                                   core.host_services(log));
  core.sessions.set_tournament_host(tournaments);
  BackgroundResponder responder(core.io);
  const auto run_in_background = [&responder](std::function<net::HttpResponse()> make, net::HttpReply reply) {
    responder.respond(std::move(make), std::move(reply));
  };
  const auto usage = [&core] { return machine_usage(core.sockets); };
  http_api::Api api(core.sessions, *core.store, tournaments, usage, run_in_background);
  pages::Pages pages(tournaments, run_in_background);
  const static_files::Site site(web_files(config.web_root));
  StoreRefresh store_refresh(core);
  GracefulShutdown shutdown(core, tournaments, std::chrono::seconds(config.drain_seconds));
  core.wait_for_store();
  tournaments.open_all();
  core.sockets.start(
      core.sessions,
      [&api, &pages, &site](const net::HttpRequest& request, const net::HttpReply& reply) {
        if (!api.answer(request, reply) && !pages.answer(request, reply)) reply(site.answer(request));
      },
      [&core] { core.frame_timer.run_due_phases(); });

  const std::string scheme = config.tls_key.empty() ? "http://" : "https://";
  std::cout << "rensa-server: " << scheme << config.bind << ":" << core.sockets.web_port() << "/  workers on "
            << config.bind << ":" << core.sockets.worker_port()
            << (config.worker_socket.empty() ? "" : " and " + config.worker_socket) << std::endl;
  core.io.run();
  responder.finish();        // a response may be reading the store
  core.background.finish();  // encodes the last games and gives them to the store
  core.store.reset();        // finishes its writes before the log says that the server has stopped
  log("event=stopped");
  return 0;
}

}  // namespace rensa::app
