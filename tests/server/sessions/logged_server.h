#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>

#include "server/base/temporary_folder.h"
#include "server/sessions/live_match_log.h"
#include "tests/server/log/log_disk.h"
#include "tests/server/sessions/in_memory_server.h"
#include "tests/tools/posted_tasks.h"

namespace rensa::sessions::test {

// A server in memory whose log of running matches is on a disk of the test. Its writes are answered when the test runs
// the loop.
class ServerWithDisk {
 public:
  // `prepare` is called before the matches are made again.
  explicit ServerWithDisk(
      log::test::LogDisk& log_disk,
      const std::function<void(tests::InMemoryServer&)>& prepare = [](tests::InMemoryServer&) {},
      const SessionServiceSettings& settings = {})
      : server(settings), disk(log_disk) {
    server.now += std::chrono::hours(1);
    log.emplace(LiveMatchLog::Parts{
        .data = folder_.path(),
        .sessions = server.service,
        .games = server.store.contract(),
        .own_rulesets = {},
        .now = [this] { return server.now; },
        .post = loop.executor(),
        .post_later = [this](std::chrono::milliseconds, std::function<void()> what) { next_flush_ = std::move(what); },
        .log = [this](const std::string& line) { server.lines.push_back(line); },
        .open_file = [this](const std::filesystem::path&) { return disk.open(); }});
    prepare(server);
    bool is_answered = false;
    log->restore([&](const std::optional<storage::StoreError>&) { is_answered = true; });
    server.run_posted();
    loop.run_until([&] { return is_answered; });
    server.run_posted();
    run_until_written();
  }

  // Begins a match, and returns the connections of its players once they have been told of it.
  std::array<net::ConnectionId, 2> begin_match(const proto::QuickMatch& request = {}) {
    const std::array players{server.enter("one"), server.enter("two")};
    for (const net::ConnectionId player : players) server.say(player, request);
    loop.run_until([&] { return server.last<proto::MatchStart>(players[1]).has_value(); });
    run_until_written();
    return players;
  }
  void run_until_written() {
    loop.run_until([this] { return !log->is_writing(); });
  }
  // Writes the events that wait.
  void flush() {
    next_flush_();
    run_until_written();
  }
  // Begins to write them.
  void begin_flush() { next_flush_(); }
  // A player of an earlier server comes back.
  net::ConnectionId resume(const proto::MatchStart& start) {
    const net::ConnectionId back = server.enter("back");
    server.say(back, proto::Resume{.match = start.match, .seat = *start.seat, .token = start.token});
    return back;
  }
  void pass_frames(int frames) {
    for (int frame = 0; frame < frames; ++frame) {
      server.now += base::kFrame;
      for (int phase = 0; phase < base::kPhases; ++phase) server.service.lobby().matches().run_phase(phase, server.now);
    }
  }

  tests::PostedTasks loop;
  tests::InMemoryServer server;
  log::test::LogDisk& disk;
  std::optional<LiveMatchLog> log;

 private:
  const base::TemporaryFolder folder_;
  std::function<void()> next_flush_;
};

}  // namespace rensa::sessions::test
