#pragma once

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "server/app/frame_timer.h"
#include "server/app/operating_system.h"
#include "server/base/task_thread.h"
#include "server/base/utc_time.h"
#include "server/live_tournaments/tournament_registry.h"
#include "server/net/socket_server.h"
#include "server/processes/child_process.h"
#include "server/processes/core_allocator.h"
#include "server/processes/isolation.h"
#include "server/sessions/session_service.h"
#include "server/storage/folders/tournament_folders.h"
#include "server/storage/memory/memory_store.h"
#include "tests/e2e/wire.h"
#include "tests/server/storage/waiting_store.h"
#include "tests/server/tournament/plan/test_plan.h"
#include "tests/tools/paths.h"
#include "tests/tools/time_limit.h"

namespace rensa::live_tournaments::test {

inline net::SocketOptions sockets_in(const std::filesystem::path& folder, std::size_t max_connections) {
  net::SocketOptions options;
  options.worker_port = 0;
  options.web_port = 0;
  options.worker_socket = (folder / "socket").string();
  options.limits.max_connections = max_connections;
  options.limits.handshake_timeout = rensa::test::kTimeLimit;
  for (net::QueueLimits* queue : {&options.limits.people.queue, &options.limits.workers.queue}) {
    queue->max_over_soft = queue->max_age = rensa::test::kTimeLimit;
  }
  return options;
}

// Runs a function on the thread of the server after a delay.
using RunLater = std::function<void(std::chrono::milliseconds, std::function<void()>)>;
using MakeTournaments = std::function<std::unique_ptr<storage::Tournaments>(storage::Executor, RunLater)>;

inline MakeTournaments folders_in(const std::filesystem::path& folder) {
  return [folder](storage::Executor executor, const RunLater&) {
    return std::make_unique<storage::TournamentFolders>(folder / "tournaments", std::move(executor));
  };
}

// A server with tournaments in a folder. It runs on its own thread.
class Server {
 public:
  explicit Server(const std::filesystem::path& folder, bool starts_programs = true)
      : Server(folder, starts_programs, folders_in(folder)) {}
  // Isolates the programs that it starts. They see nothing of the tournaments in the folder. It has places for few
  // connections.
  Server(const std::filesystem::path& folder, const std::string& isolator)
      : Server(folder, true, folders_in(folder),
               processes::Isolation{.isolator = isolator,
                                    .hidden = {processes::path_without_links((folder / "tournaments").string())}},
               20) {}
  Server(const std::filesystem::path& folder, bool starts_programs, const MakeTournaments& make_tournaments,
         const std::optional<processes::Isolation>& isolation = std::nullopt, std::size_t max_connections = 4'096)
      : sockets_(io_, sockets_in(folder, max_connections)),
        tournament_store_(make_tournaments(executor(), run_later())),
        sessions_({}, {.connections = sockets_,
                       .store = store_,
                       .now = now,
                       .date = [] { return std::string("2026-01-02T03:04:05Z"); },
                       .post_later = [](std::chrono::milliseconds, const std::function<void()>&) {},
                       .post = [this](std::function<void()> what) { boost::asio::post(io_, std::move(what)); },
                       .run_in_background = [](const std::function<void()>& what) { what(); },
                       .log = [](const std::string&) {}}),
        tournaments_(
            std::in_place,
            TournamentRegistryOptions{
                .programs = {.supervisor = tests::program_path("rensa-keeper"), .worker = "", .bridge = ""},
                .server = "unix:" + (folder / "socket").string(),
                .starts_programs = starts_programs,
                .isolation = isolation,
                .look_up = tournament::test::any_player(),
                .draw_seed = [] { return std::uint64_t{4711}; }},
            HostServices{
                .store = *tournament_store_,
                .matches = sessions_.lobby().arranged_matches(),
                .overload = overload_,
                .cores = cores_,
                .start_program =
                    [this](const processes::ChildOptions& options, processes::ExitHandler on_exit) {
                      return std::make_unique<processes::ChildProcess>(io_, options, std::move(on_exit));
                    },
                .now = now,
                .wall_time = [this] { return wall_time_; },
                .post = executor(),
                .post_later = run_later(),
                .run_in_background = [this](std::function<void()> task) { background_.run(std::move(task)); },
                .draw_ticket = app::random_worker_ticket,
                .open_socket = [this, folder](const std::string& ticket) { return open_socket(folder, ticket); },
                .send = [this](base::SessionId session,
                               sessions::TournamentMessage message) { sessions_.send(session, std::move(message)); },
                .queued_bytes = [this](base::SessionId session) { return sessions_.queued_bytes(session); },
                .log = [this](const std::string& line) { log_.push_back(line); },
                .list_results =
                    [this](TournamentResults results) {
                      if (!results.games.empty()) results_to_list_.push_back(std::move(results));
                    }}),
        frame_timer_(io_, sessions_.lobby(), sockets_) {
    sessions_.set_tournament_host(*tournaments_);
    bool is_open = false;
    tournaments_->open_all([&is_open] { is_open = true; });
    while (!is_open) io_.run_one();
    sockets_.start(sessions_, {}, [this] { return frame_timer_.run_due_phases(); });
    thread_ = std::jthread([this] { io_.run(); });
  }
  ~Server() {
    io_.stop();
    thread_.join();
    tournaments_.reset();
    background_.finish();
    tournament_store_.reset();
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port(e2e::Speech speech) const {
    return speech == e2e::Speech::tcp ? sockets_.worker_port() : sockets_.web_port();
  }
  // Calls `act` with the tournaments on their thread and returns its result.
  template <typename Act>
  auto with(Act act) {
    // The other thread may still be in set_value() when this one goes on, so the promise belongs to it, too.
    const auto promise = std::make_shared<std::promise<decltype(act(*tournaments_))>>();
    auto future = promise->get_future();
    boost::asio::post(io_, [this, &act, promise] { promise->set_value(act(*tournaments_)); });
    return future.get();
  }
  // Waits until the tournament has begun, and returns its name.
  std::string start(const std::string& plan) { return std::get<std::string>(ask_to_start(plan)); }
  std::variant<std::string, Refusal> ask_to_start(const std::string& plan) {
    using Answer = std::variant<std::string, Refusal>;
    const auto promise = std::make_shared<std::promise<Answer>>();
    auto future = promise->get_future();
    boost::asio::post(io_, [this, &plan, promise] {
      tournaments_->start({.plan = plan, .jobs = 3}, [promise](const Answer& answer) { promise->set_value(answer); });
    });
    return future.get();
  }
  // Waits until the order has been carried out or refused.
  std::optional<Refusal> control(const std::string& name, const std::string& what) {
    const auto promise = std::make_shared<std::promise<std::optional<Refusal>>>();
    auto future = promise->get_future();
    boost::asio::post(io_, [this, &name, &what, promise] {
      tournaments_->control(name, what,
                            [promise](const std::optional<Refusal>& answer) { promise->set_value(answer); });
    });
    return future.get();
  }
  // Adds a moment at which more programs wanted the cores than they can serve.
  void add_overload() {
    with([this](TournamentRegistry&) { return overload_.add({.at = now(), .runnable = 100'000}), true; });
  }
  void set_wall_time(std::chrono::system_clock::time_point time) {
    with([this, time](TournamentRegistry&) { return wall_time_ = time, true; });
  }
  // The number of calls that have waited for a time. A tournament looks at its games in such calls, again and again.
  int later_call_count() const { return later_call_count_; }
  // The lines of the log so far.
  std::vector<std::string> log() {
    return with([this](TournamentRegistry&) { return log_; });
  }
  // The results so far that no match has given to the store.
  std::vector<TournamentResults> results_to_list() {
    return with([this](TournamentRegistry&) { return results_to_list_; });
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
  OpenSocket open_socket(const std::filesystem::path& folder, const std::string& ticket) {
    const std::string path = (folder / ("socket-" + std::to_string(++socket_count_))).string();
    return {.path = path, .owner = sockets_.open_program_socket(path, ticket)};
  }
  storage::Executor executor() {
    return [this](std::function<void()> call) { boost::asio::post(io_, std::move(call)); };
  }
  RunLater run_later() {
    return [this](std::chrono::milliseconds after, std::function<void()> call) {
      auto timer = std::make_shared<boost::asio::steady_timer>(io_, after);
      timer->async_wait([this, timer, call = std::move(call)](const boost::system::error_code& error) {
        if (error) return;
        call();
        ++later_call_count_;
      });
    };
  }

  int socket_count_ = 0;
  std::atomic<int> later_call_count_ = 0;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_ = boost::asio::make_work_guard(io_);
  std::vector<std::string> log_;                    // used on the thread of the server
  std::vector<TournamentResults> results_to_list_;  // the same
  std::chrono::system_clock::time_point wall_time_ = *base::parse_utc("2026-01-02T03:04:05Z");  // the same
  net::SocketServer sockets_;
  storage::MemoryStore store_{storage::MemoryStore::Saving::at_once, executor()};
  std::unique_ptr<storage::Tournaments> tournament_store_;
  base::TaskThread background_;
  sessions::SessionService sessions_;
  OverloadHistory overload_{64};
  processes::CoreAllocator cores_;
  std::optional<TournamentRegistry> tournaments_;
  app::FrameTimer frame_timer_;
  std::jthread thread_;
};

}  // namespace rensa::live_tournaments::test
