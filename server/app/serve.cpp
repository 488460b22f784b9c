#include "server/app/serve.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <thread>

#include "server/http_api/api.h"
#include "server/sessions/front.h"
#include "server/live_tournaments/tournaments.h"
#include "server/net/socket_server.h"
#include "server/pages/pages.h"
#include "server/static_files/embedded.h"
#include "server/static_files/folder.h"
#include "server/static_files/site.h"
#include "server/storage/sqlite_store.h"
#include "server/app/clerk.h"
#include "server/app/date.h"
#include "server/app/look_up.h"
#include "server/app/lookout.h"
#include "server/app/machine.h"
#include "server/app/parting.h"
#include "server/app/programs.h"
#include "server/app/pulse.h"
#include "server/app/ticket.h"

namespace rensa::app {

namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

constexpr auto kPatrol = 2s;
constexpr auto kStopTick = 50ms;
constexpr std::uint64_t kOtherFiles = 64;  // besides connections

void log(const std::string& line) { std::cerr << date_now() + " " + line + "\n"; }

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

// Twice as many at once as in a second.
net::MessageRate rate_of(int per_second) {
  return {.per_second = static_cast<double>(per_second), .burst = 2.0 * per_second};
}

net::SocketOptions socket_options(const app::Config& config) {
  net::SocketOptions options;
  options.bind_address = config.bind;
  options.worker_port = static_cast<std::uint16_t>(config.worker_port);
  options.worker_socket = config.worker_socket;
  options.web_port = static_cast<std::uint16_t>(config.web_port);
  if (!config.tls_key.empty()) options.tls = net::TlsFiles{config.tls_certificate, config.tls_key};
  options.access.origins = words_of(config.origins);
  options.access.hosts = words_of(config.hosts);
  options.limits.max_connections = static_cast<std::size_t>(config.max_connections);
  options.limits.max_connections_per_address = static_cast<std::size_t>(config.max_connections_per_address);
  options.limits.people.rate = rate_of(config.person_messages_per_second);
  options.limits.workers.rate = rate_of(config.worker_messages_per_second);
  options.echo = config.echo != 0;
  return options;
}

sessions::FrontSettings front_settings(const app::Config& config) {
  sessions::FrontSettings settings;
  play::MatchSettings& match = settings.hall.match;
  match.grace = std::chrono::seconds(config.grace_seconds);
  match.clock.think_limit = std::chrono::seconds(config.think_seconds);
  match.clock.turn_bank = std::chrono::seconds(config.turn_bank_seconds);
  settings.hall.max_matches = static_cast<std::size_t>(config.max_matches);
  settings.hall.max_real_matches = static_cast<std::size_t>(config.max_real_matches);
  settings.hall.max_real_share = config.max_real_percent / 100.0;
  settings.hall.longest_silence = 100ms;
  settings.guests_over_tcp = config.guests_over_tcp != 0;
  settings.rate = rate_of(config.messages_per_second);
  settings.guests_matches = {.per_second = config.guest_matches_per_minute / 60.0,
                             .burst = static_cast<double>(config.guest_matches_per_minute)};
  return settings;
}

// Where players connect that are started here: by the socket, which is cheaper, or as others do. Empty: over TLS they
// cannot.
std::string address_of_workers(const app::Config& config, std::uint16_t port) {
  if (!config.worker_socket.empty()) return "unix:" + std::filesystem::absolute(config.worker_socket).string();
  if (!config.tls_key.empty()) return "";
  const auto address = asio::ip::make_address(config.bind);
  std::string host = address.to_string();
  if (address.is_unspecified()) host = address.is_v6() ? "::1" : "127.0.0.1";
  return (address.is_v6() ? "[" + host + "]" : host).append(":").append(std::to_string(port));
}

live_tournaments::TournamentsOptions tournaments_options(const app::Config& config, std::uint16_t worker_port) {
  return {.folder = std::filesystem::path(config.data) / "tournaments",
          .programs = find_programs(),
          .server = address_of_workers(config, worker_port),
          .starts_programs = config.exec_players != 0,
          .most_real_jobs = games_in_real_time(),
          .look_up = look_up(),
          .draw_seed = draw_seed};
}

static_files::Files files_of_page(const std::string& web_root) {
  if (web_root.empty()) return static_files::embedded_assets();
  try {
    return static_files::assets_in(web_root);
  } catch (const std::exception& problem) {
    throw std::runtime_error(std::string("web_root: ") + problem.what());
  }
}

// Whose token is revoked while the server runs, by another process.
class Patrol {
 public:
  Patrol(asio::io_context& io, sessions::Front& front) : front_(front), timer_(io) { wait(); }

 private:
  void wait() {
    timer_.expires_after(kPatrol);
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (error) return;
      front_.show_out_revoked();
      wait();
    });
  }

  sessions::Front& front_;
  asio::steady_timer timer_;
};

// The end: no new matches, time for those that run, and nothing finished is lost or left unsaid.
class Stop {
 public:
  Stop(asio::io_context& io, sessions::Front& front, live_tournaments::Tournaments& tournaments, net::SocketServer& sockets,
       std::chrono::seconds patience)
      : io_(io),
        front_(front),
        tournaments_(tournaments),
        sockets_(sockets),
        patience_(patience),
        signals_(io, SIGINT, SIGTERM),
        timer_(io) {
    signals_.async_wait([this](const boost::system::error_code& error, int) {
      if (!error) drain();
    });
  }

 private:
  void drain() {
    log("event=draining matches=" + std::to_string(front_.hall().match_count()));
    signals_.async_wait([this](const boost::system::error_code& error, int) {
      if (!error) io_.stop();
    });
    tournaments_.drain();
    front_.hall().drain(static_cast<int>(patience_.count()));
    parting_.emplace(std::chrono::steady_clock::now() + patience_);
    watch();
  }

  void watch() {
    const base::Time now = std::chrono::steady_clock::now();
    play::Hall& hall = front_.hall();
    const Unfinished left{.matches = hall.match_count(), .unsaved = front_.unsaved(), .has_crowds = hall.has_crowds()};
    switch (parting_->step(left, now)) {
      case Parting::Step::leave:
        return leave();
      case Parting::Step::abandon:
        hall.abandon_all(now);
        break;
      case Parting::Step::wait:
        break;
    }
    timer_.expires_after(kStopTick);
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error) watch();
    });
  }

  // What has been said shall arrive.
  void leave() {
    sockets_.stop_accepting();
    sockets_.close_all(net::CloseReason::server_stops);
    timer_.expires_after(200ms);
    timer_.async_wait([this](const boost::system::error_code&) { io_.stop(); });
  }

  asio::io_context& io_;
  sessions::Front& front_;
  live_tournaments::Tournaments& tournaments_;
  net::SocketServer& sockets_;
  std::chrono::seconds patience_;
  asio::signal_set signals_;
  asio::steady_timer timer_;
  std::optional<Parting> parting_;  // once it has begun
};

}  // namespace

int serve(const app::Config& config) {
  const std::uint64_t files = allow_many_files();
  if (files < static_cast<std::uint64_t>(config.max_connections) + kOtherFiles) {
    log("event=few_files allowed=" + std::to_string(files) +
        " max_connections=" + std::to_string(config.max_connections) +
        " text=\"more connections than that are not accepted: raise ulimit -n\"");
  }
  asio::io_context io{1};
  net::SocketServer sockets(io, socket_options(config));
  auto store = std::make_unique<storage::SqliteStore>(
      storage::SqliteOptions{.file = config.data + "/rensa.db", .use = storage::SqliteOptions::Use::server, .limits = {}});

  const auto post_later = [&io](std::chrono::milliseconds after, std::function<void()> what) {
    auto timer = std::make_shared<asio::steady_timer>(io, after);
    timer->async_wait([timer, what = std::move(what)](const boost::system::error_code& error) {
      if (!error) what();
    });
  };
  sessions::Front front(front_settings(config), {.connections = sockets,
                                              .store = *store,
                                              .now = [] { return std::chrono::steady_clock::now(); },
                                              .date = date_now,
                                              .post = [&io](std::function<void()> what) { asio::post(io, what); },
                                              .post_later = post_later,
                                              .log = log});
  live_tournaments::Strain strain(cores());
  processes::Cores cores_of_players;
  const Lookout lookout(io, strain);
  live_tournaments::Tournaments tournaments(
      tournaments_options(config, sockets.worker_port()),
      {.io = io,
       .hall = front.hall(),
       .strain = strain,
       .cores = cores_of_players,
       .now = [] { return std::chrono::steady_clock::now(); },
       .draw_ticket = draw_ticket,
       .tell = [&front](base::SessionId session, const proto::ServerMessage& message) { front.tell(session, message); },
       .queued_bytes = [&front](base::SessionId session) { return front.queued_bytes(session); },
       .log = log});
  front.set_host(tournaments);
  Clerk clerk(io);
  const auto machine = [&sockets] {
    const net::Counts& counts = sockets.counts();
    return http_api::Machine{
        .connections_open = counts.open_tcp + counts.open_unix_socket + counts.open_websocket + counts.open_http,
        .connections_refused = counts.refused_full + counts.refused_address + counts.refused_host +
                               counts.refused_origin + counts.refused_subprotocol,
        .bytes_in = counts.message_bytes_in,
        .bytes_out = counts.message_bytes_out + counts.http_bytes_out,
        .cpu_seconds = cpu_seconds(),
        .resident_bytes = resident_bytes()};
  };
  const auto elsewhere = [&clerk](std::function<net::HttpResponse()> make, net::HttpReply reply) {
    clerk.take(std::move(make), std::move(reply));
  };
  http_api::Api api(front, *store, tournaments, machine, elsewhere);
  pages::Pages pages(tournaments, elsewhere);
  const static_files::Site site(files_of_page(config.web_root));
  Pulse pulse(io, front.hall(), sockets);
  Patrol patrol(io, front);
  Stop stop(io, front, tournaments, sockets, std::chrono::seconds(config.drain_seconds));
  tournaments.open_all();
  sockets.start(
      front,
      [&api, &pages, &site](const net::HttpRequest& request, const net::HttpReply& reply) {
        if (!api.answer(request, reply) && !pages.answer(request, reply)) reply(site.answer(request));
      },
      [&pulse] { pulse.keep_time(); });

  const std::string scheme = config.tls_key.empty() ? "http://" : "https://";
  std::cout << "rensa-server: " << scheme << config.bind << ":" << sockets.web_port() << "/  workers on " << config.bind
            << ":" << sockets.worker_port() << (config.worker_socket.empty() ? "" : " and " + config.worker_socket)
            << std::endl;
  io.run();
  clerk.finish();  // it may be reading the store
  store.reset();   // finishes what it has, while there is somebody to tell
  log("event=stopped");
  return 0;
}

}  // namespace rensa::app
