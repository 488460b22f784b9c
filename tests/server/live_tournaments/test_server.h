#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <filesystem>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "server/app/frame_timer.h"
#include "server/app/operating_system.h"
#include "server/live_tournaments/tournament_registry.h"
#include "server/net/socket_server.h"
#include "server/processes/core_allocator.h"
#include "server/sessions/session_service.h"
#include "server/storage/memory_store.h"
#include "tests/e2e/wire.h"
#include "tests/server/storage/waiting_store.h"
#include "tests/server/tournament/plan/test_plan.h"
#include "tests/tools/time_limit.h"

namespace rensa::live_tournaments::test {

inline net::SocketOptions sockets_in(const std::filesystem::path& folder) {
  net::SocketOptions options;
  options.worker_port = 0;
  options.web_port = 0;
  options.worker_socket = (folder / "socket").string();
  options.limits.handshake_timeout = rensa::test::kTimeLimit;
  for (net::QueueLimits* queue : {&options.limits.people.queue, &options.limits.workers.queue}) {
    queue->max_over_soft = queue->max_age = rensa::test::kTimeLimit;
  }
  return options;
}

// A server with tournaments in a folder. It runs on its own thread.
class Server {
 public:
  explicit Server(const std::filesystem::path& folder, bool starts_programs = true)
      : sockets_(io_, sockets_in(folder)),
        sessions_({}, {.connections = sockets_,
                       .store = store_,
                       .now = now,
                       .date = [] { return std::string("2026-01-02T03:04:05Z"); },
                       .post_later = [](std::chrono::milliseconds, const std::function<void()>&) {},
                       .run_in_background = [](const std::function<void()>& what) { what(); },
                       .log = [](const std::string&) {}}),
        tournaments_(
            {.folder = folder / "tournaments",
             .programs = {.supervisor = RENSA_KEEPER, .worker = "", .bridge = ""},
             .server = "unix:" + (folder / "socket").string(),
             .starts_programs = starts_programs,
             .look_up = tournament::test::any_player(),
             .draw_seed = app::random_seed},
            {.io = io_,
             .lobby = sessions_.lobby(),
             .overload = overload_,
             .cores = cores_,
             .now = now,
             .draw_ticket = app::random_ticket,
             .send = [this](base::SessionId session,
                            sessions::TournamentMessage message) { sessions_.send(session, std::move(message)); },
             .queued_bytes = [this](base::SessionId session) { return sessions_.queued_bytes(session); },
             .log = [this](const std::string& line) { log_.push_back(line); }}),
        frame_timer_(io_, sessions_.lobby(), sockets_) {
    sessions_.set_tournament_host(tournaments_);
    tournaments_.open_all();
    sockets_.start(sessions_, {}, [this] { frame_timer_.run_due_phases(); });
    thread_ = std::jthread([this] { io_.run(); });
  }
  ~Server() {
    io_.stop();
    thread_.join();
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port(e2e::Speech speech) const {
    return speech == e2e::Speech::tcp ? sockets_.worker_port() : sockets_.web_port();
  }
  // Calls `act` with the tournaments on their thread and returns its result.
  template <typename Act>
  auto with(Act act) {
    std::promise<decltype(act(tournaments_))> promise;
    boost::asio::post(io_, [&] { promise.set_value(act(tournaments_)); });
    return promise.get_future().get();
  }
  std::string start(const std::string& plan) {
    return with([&](TournamentRegistry& all) { return std::get<std::string>(all.start({.plan = plan, .jobs = 3})); });
  }
  // The lines of the log so far.
  std::vector<std::string> log() {
    return with([this](TournamentRegistry&) { return log_; });
  }
  // The games that the store lists.
  std::vector<storage::GameRow> listed_games(const storage::GamesQuery& query) {
    return storage::test::WaitingStore(store_).games(query);
  }
  std::string token_of(const std::string& name) {
    return storage::test::WaitingStore(store_).create_token(name, storage::Role::worker);
  }

 private:
  static base::Time now() { return std::chrono::steady_clock::now(); }

  boost::asio::io_context io_{1};
  std::vector<std::string> log_;  // used on the thread of the server
  net::SocketServer sockets_;
  storage::MemoryStore store_{storage::MemoryStore::Saving::at_once,
                              [this](std::function<void()> answer) { boost::asio::post(io_, std::move(answer)); }};
  sessions::SessionService sessions_;
  OverloadHistory overload_{64};
  processes::CoreAllocator cores_;
  TournamentRegistry tournaments_;
  app::FrameTimer frame_timer_;
  std::jthread thread_;
};

}  // namespace rensa::live_tournaments::test
