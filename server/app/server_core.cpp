#include "server/app/server_core.h"

#include <boost/asio/post.hpp>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <utility>

#include "server/app/operating_system.h"

namespace rensa::app {

namespace {

namespace asio = boost::asio;

constexpr auto kSampleInterval = std::chrono::milliseconds(100);
// Of one process, which never needs another block. The number of a session says in decimal which start of the server it
// belongs to.
constexpr std::uint64_t kSessionIdBlock = 1'000'000'000;

base::Time steady_now() { return std::chrono::steady_clock::now(); }

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
          .date = storage::utc_now,
          .post_later = run_later_on(core.io),
          .run_in_background = [&thread = core.background](std::function<void()> task) { thread.run(std::move(task)); },
          .log = options.log};
}

}  // namespace

LoadSampler::LoadSampler(asio::io_context& io, live_tournaments::OverloadHistory& overload)
    : overload_(overload), timer_(io) {
  wait();
}

void LoadSampler::wait() {
  timer_.expires_after(kSampleInterval);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    const base::Time now = steady_now();
    overload_.add({.at = now, .delay = now - timer_.expiry(), .runnable = live_tournaments::count_runnable_threads()});
    wait();
  });
}

ServerCore::ServerCore(const ServerCoreOptions& options)
    : sockets(io, options.sockets),
      store(options.open_store([this](std::function<void()> answer) { asio::post(io, std::move(answer)); },
                               run_later_on(io))),
      sessions(options.sessions, dependencies(*this, options)),
      overload(core_count()),
      load_sampler(io, overload),
      frame_timer(io, sessions.lobby(), sockets) {}

void ServerCore::wait_for_store() {
  std::optional<storage::StoreResult<storage::IdBlock>> session_ids;
  store->reserve_ids(storage::IdKind::session, kSessionIdBlock,
                     [&](const storage::StoreResult<storage::IdBlock>& block) { session_ids = block; });
  while (!session_ids || (*session_ids && !sessions.is_ready())) {
    if (io.run_one() == 0) throw std::runtime_error("the server was stopped before it was ready");
  }
  if (!*session_ids) throw std::runtime_error(session_ids->error().message);
  sockets.number_connections_from(net::ConnectionId{(*session_ids)->first});
}

live_tournaments::HostServices ServerCore::host_services(std::function<void(const std::string&)> log) {
  return {.io = io,
          .lobby = sessions.lobby(),
          .overload = overload,
          .cores = player_cores,
          .now = steady_now,
          .draw_ticket = random_ticket,
          .send = [this](base::SessionId session,
                         sessions::TournamentMessage message) { sessions.send(session, std::move(message)); },
          .queued_bytes = [this](base::SessionId session) { return sessions.queued_bytes(session); },
          .log = std::move(log)};
}

}  // namespace rensa::app
