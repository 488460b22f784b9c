#include "server/app/server_core.h"

#include <boost/asio/post.hpp>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "server/app/operating_system.h"
#include "server/base/atomic_file.h"
#include "server/base/utc_time.h"
#include "server/processes/child_process.h"

namespace rensa::app {

namespace {

namespace asio = boost::asio;

constexpr auto kSampleInterval = std::chrono::milliseconds(100);
// The path of a socket has at most 107 bytes, and its name here at most 20.
constexpr std::size_t kLongestSocketFolder = 80;
// So large that the number of a session says in decimal which start of the server it belongs to.
constexpr std::uint64_t kSessionIdBlock = 1'000'000'000;

// Returns true if there is a folder of this user, and no link to one.
bool is_own_folder(const std::filesystem::path& folder) {
  struct stat found{};
  return lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == geteuid();
}

void make_folder_of_sockets(const std::filesystem::path& folder) {
  if (std::filesystem::is_symlink(folder)) std::filesystem::remove(folder);
  base::make_private_folder(folder);
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
}

// An earlier process that was killed may have left its sockets, which have numbers as names. Other files are kept.
void remove_old_sockets(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> old;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool is_number = name.find_first_not_of("0123456789") == std::string::npos;
    if (is_number && entry.is_socket()) old.push_back(entry.path());
  }
  for (const std::filesystem::path& socket : old) std::filesystem::remove(socket);
}

base::Time steady_now() { return std::chrono::steady_clock::now(); }

ClockReading read_clocks() { return {.now = steady_now(), .cpu_time = thread_cpu_time()}; }

RunLater run_later_on(asio::io_context& io) {
  return [&io](std::chrono::milliseconds after, std::function<void()> task) {
    auto timer = std::make_shared<asio::steady_timer>(io, after);
    timer->async_wait([timer, task = std::move(task)](const boost::system::error_code& error) {
      if (!error) task();
    });
  };
}

sessions::Dependencies dependencies(ServerCore& core, const ServerCoreOptions& options) {
  return {.connections = core.sockets,
          .store = *core.store,
          .now = steady_now,
          .date = base::utc_now,
          .post_later = run_later_on(core.io),
          .post = [&core](std::function<void()> task) { asio::post(core.io, std::move(task)); },
          .run_in_background = [&thread = core.background](std::function<void()> task) { thread.run(std::move(task)); },
          .log = options.log};
}

}  // namespace

double cpu_share(const ClockReading& from, const ClockReading& to) {
  return std::chrono::duration<double>(to.cpu_time - from.cpu_time) / (to.now - from.now);
}

LoadSampler::LoadSampler(asio::io_context& io, const net::SocketServer& sockets, lobby::MatchLoad& load,
                         live_tournaments::OverloadHistory& overload)
    : sockets_(sockets), load_(load), overload_(overload), timer_(io), last_sample_(read_clocks()) {
  wait();
}

void LoadSampler::wait() {
  timer_.expires_after(kSampleInterval);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    const ClockReading sample = read_clocks();
    const base::Span lag = sample.now - timer_.expiry();
    load_.record_loop_load(
        {.lag = lag, .input_age = sockets_.longest_input_wait(), .cpu_share = cpu_share(last_sample_, sample)});
    last_sample_ = sample;
    overload_.add({.at = sample.now, .delay = lag, .runnable = count_runnable_threads()});
    wait();
  });
}

ServerCore::ServerCore(const ServerCoreOptions& options)
    : sockets(io, options.sockets),
      store(options.open_store(executor(), run_later_on(io))),
      session_ids(*store, storage::IdKind::session, kSessionIdBlock,
                  [this, log = options.log](const storage::StoreError& problem) {
                    log(base::LogLine("store_failed").text("why", problem.message));
                    store_error = problem;
                  }),
      sessions(options.sessions, dependencies(*this, options)),
      overload(core_count()),
      load_sampler(io, sockets, sessions.lobby().load(), overload),
      frame_timer(io, sessions.lobby(), sockets),
      program_sockets_(options.program_sockets) {
  sockets.number_connections_by(session_ids);
}

storage::Executor ServerCore::executor() {
  return [this](std::function<void()> answer) { asio::post(io, std::move(answer)); };
}

RunLater ServerCore::run_later() { return run_later_on(io); }

void ServerCore::run_until(const std::function<bool()>& is_done) {
  while (!is_done()) {
    if (io.run_one() == 0) throw std::runtime_error("the server was stopped before it was ready");
  }
}

void ServerCore::wait_for_store() {
  run_until([this] {
    if (store_error) throw std::runtime_error(store_error->message);
    return !session_ids.is_empty() && sessions.is_ready();
  });
}

void ServerCore::refresh_from_store() {
  session_ids.refill();
  sessions.refresh_from_store();
}

// Makes the folder when it is first needed, and again if somebody has removed it.
const std::filesystem::path& ServerCore::folder_of_program_sockets() {
  if (has_program_sockets_ && is_own_folder(program_sockets_)) return program_sockets_;
  const bool is_temporary =
      temporary_folder_ || program_sockets_.empty() || program_sockets_.string().size() > kLongestSocketFolder;
  if (is_temporary) {
    program_sockets_ = temporary_folder_.emplace().path();
  } else {
    make_folder_of_sockets(program_sockets_);
    if (!has_program_sockets_) remove_old_sockets(program_sockets_);
  }
  has_program_sockets_ = true;
  return program_sockets_;
}

live_tournaments::OpenSocket ServerCore::open_program_socket(const std::string& ticket,
                                                             const std::function<void(const base::LogLine&)>& log) {
  live_tournaments::OpenSocket socket;
  try {
    socket.path = (folder_of_program_sockets() / std::to_string(++last_program_socket_)).string();
    const auto opened = sockets.open_program_socket(socket.path, ticket);
    socket.owner = opened;
    socket.why_unreachable = [path = socket.path, weak = std::weak_ptr(opened)]() -> std::string {
      const auto own = weak.lock();
      if (own && own->lacks_resources) return "the server had no file descriptor or memory for its connection";
      std::error_code ignored;
      const bool is_there = std::filesystem::is_socket(path, ignored);
      return is_there ? "" : "the socket that the server had opened for it was removed";
    };
  } catch (const std::exception& problem) {
    log(base::LogLine("program_socket_failed").text("why", problem.what()));
    if (socket.path.empty()) socket.path = "/nonexistent";
  }
  return socket;
}

live_tournaments::HostServices ServerCore::host_services(storage::Tournaments& tournaments,
                                                         std::function<void(const base::LogLine&)> log) {
  return {.store = tournaments,
          .matches = sessions.lobby().arranged_matches(),
          .overload = overload,
          .cores = player_cores,
          .start_program =
              [this](const processes::ChildOptions& options, processes::ExitHandler on_exit) {
                return std::make_unique<processes::ChildProcess>(io, options, std::move(on_exit));
              },
          .now = steady_now,
          .post = executor(),
          .post_later = run_later_on(io),
          .run_in_background = [this](std::function<void()> task) { background.run(std::move(task)); },
          .draw_ticket = random_worker_ticket,
          .open_socket = [this, log](const std::string& ticket) { return open_program_socket(ticket, log); },
          .send = [this](base::SessionId session,
                         sessions::TournamentMessage message) { sessions.send(session, std::move(message)); },
          .queued_bytes = [this](base::SessionId session) { return sessions.queued_bytes(session); },
          .log = std::move(log),
          .outlives_server = [this](base::MatchId match) { return sessions.does_match_survive(match); }};
}

}  // namespace rensa::app
