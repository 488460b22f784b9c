#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "server/app/frame_timer.h"
#include "server/app/run_later.h"
#include "server/base/log_line.h"
#include "server/base/task_thread.h"
#include "server/base/temporary_folder.h"
#include "server/live_tournaments/live_tournament.h"
#include "server/live_tournaments/overload_history.h"
#include "server/net/socket_server.h"
#include "server/processes/core_allocator.h"
#include "server/sessions/session_service.h"
#include "server/storage/id_reserve.h"
#include "server/storage/store.h"
#include "server/storage/tournaments.h"

namespace rensa::app {

// The clocks at one moment.
struct ClockReading {
  base::Time now;
  base::Span cpu_time{};  // that the thread of the loop has used
};

// Returns the share of one core that the thread of the loop has used between two moments.
double cpu_share(const ClockReading& from, const ClockReading& to);

// Measures the load of the event loop and of the machine ten times a second.
class LoadSampler {
 public:
  LoadSampler(boost::asio::io_context& io, const net::SocketServer& sockets, lobby::MatchLoad& load,
              live_tournaments::OverloadHistory& overload);

 private:
  void wait();

  const net::SocketServer& sockets_;
  lobby::MatchLoad& load_;
  live_tournaments::OverloadHistory& overload_;
  boost::asio::steady_timer timer_;
  ClockReading last_sample_;
};

struct ServerCoreOptions {
  net::SocketOptions sockets;
  sessions::SessionServiceSettings sessions;
  // Called once the sockets are open. The store must give its answers to the executor.
  std::function<std::unique_ptr<storage::Store>(storage::Executor, RunLater)> open_store;
  std::function<void(const base::LogLine&)> log;
  // For the sockets of programs that the server starts, each of which has its own. Empty: a temporary folder.
  std::filesystem::path program_sockets{};
};

// The parts that every server has: connections, a store, sessions, and the timers that run matches. All of them run on
// the thread that calls io.run(). They are used from when sockets.start() is called.
struct ServerCore {
  explicit ServerCore(const ServerCoreOptions& options);
  ServerCore(const ServerCore&) = delete;
  ServerCore& operator=(const ServerCore&) = delete;

  // Gives answers of a store to the thread of the loop.
  storage::Executor executor();
  // Runs functions later on the thread of the loop.
  RunLater run_later();
  // Runs the loop until the condition is true. Throws std::runtime_error if the loop is stopped before.
  void run_until(const std::function<bool()>& is_done);
  // Runs the loop until the sessions have what they need of the store. Call it once, before the sockets are started.
  // Throws std::runtime_error if the store fails.
  void wait_for_store();
  // As SessionService::refresh_from_store().
  void refresh_from_store();
  // Opens a socket at which only this ticket is admitted. Logs why if that fails, and then nothing listens there.
  live_tournaments::OpenSocket open_program_socket(const std::string& ticket,
                                                   const std::function<void(const base::LogLine&)>& log);
  // The services that tournaments on this server use.
  live_tournaments::HostServices host_services(storage::Tournaments& tournaments,
                                               std::function<void(const base::LogLine&)> log);

  boost::asio::io_context io{1};
  net::SocketServer sockets;  // opened before the store, so that a port in use leaves no new store behind
  std::unique_ptr<storage::Store> store;
  std::optional<storage::StoreError> store_error;  // of the last failure to reserve numbers of sessions
  storage::IdReserve session_ids;
  sessions::SessionService sessions;
  // Encodes and decodes records, and encodes lines of journals. Its last tasks still use the sessions.
  base::TaskThread background;
  live_tournaments::OverloadHistory overload;
  processes::CoreAllocator player_cores;
  LoadSampler load_sampler;
  FrameTimer frame_timer;

 private:
  const std::filesystem::path& folder_of_program_sockets();

  std::filesystem::path program_sockets_;
  std::optional<base::TemporaryFolder> temporary_folder_;
  bool has_program_sockets_ = false;  // the folder is there
  std::uint64_t last_program_socket_ = 0;
};

// At its end, all tasks that the background has been given are finished. The objects that they use have to live until
// then.
class BackgroundScope {
 public:
  explicit BackgroundScope(ServerCore& core) : core_(core) {}
  ~BackgroundScope() { core_.background.finish(); }
  BackgroundScope(const BackgroundScope&) = delete;
  BackgroundScope& operator=(const BackgroundScope&) = delete;

 private:
  ServerCore& core_;
};

}  // namespace rensa::app
