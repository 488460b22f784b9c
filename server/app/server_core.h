#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <string>

#include "server/app/frame_timer.h"
#include "server/app/run_later.h"
#include "server/base/task_thread.h"
#include "server/live_tournaments/live_tournament.h"
#include "server/live_tournaments/overload_history.h"
#include "server/net/socket_server.h"
#include "server/processes/core_allocator.h"
#include "server/sessions/session_service.h"
#include "server/storage/store.h"

namespace rensa::app {

// Measures the load of the machine ten times a second.
class LoadSampler {
 public:
  LoadSampler(boost::asio::io_context& io, live_tournaments::OverloadHistory& overload);

 private:
  void wait();

  live_tournaments::OverloadHistory& overload_;
  boost::asio::steady_timer timer_;
};

struct ServerCoreOptions {
  net::SocketOptions sockets;
  sessions::SessionServiceSettings sessions;
  // Called once the sockets are open. The store must give its answers to the executor.
  std::function<std::unique_ptr<storage::Store>(storage::Executor, RunLater)> open_store;
  std::function<void(const std::string&)> log;
};

// The parts that every server has: connections, a store, sessions, and the timers that run matches. All of them run on
// the thread that calls io.run(). They are used from when sockets.start() is called.
struct ServerCore {
  explicit ServerCore(const ServerCoreOptions& options);
  ServerCore(const ServerCore&) = delete;
  ServerCore& operator=(const ServerCore&) = delete;

  // Runs the loop until the sessions have what they need of the store. Call it once, before the sockets are started.
  // Throws std::runtime_error if the store fails.
  void wait_for_store();
  // The services that tournaments on this server use.
  live_tournaments::HostServices host_services(std::function<void(const std::string&)> log);

  boost::asio::io_context io{1};
  net::SocketServer sockets;
  std::unique_ptr<storage::Store> store;
  base::TaskThread background;  // encodes finished games
  sessions::SessionService sessions;
  live_tournaments::OverloadHistory overload;
  processes::CoreAllocator player_cores;
  LoadSampler load_sampler;
  FrameTimer frame_timer;
};

}  // namespace rensa::app
