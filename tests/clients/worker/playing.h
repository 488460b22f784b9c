#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "clients/worker/play.h"
#include "engine/players/choices.h"
#include "tests/clients/session/fake_server.h"
#include "tests/tools/time_limit.h"

namespace rensa::worker::test {

using session::test::FakeMatch;
using session::test::FakePeer;
using session::test::FakeServer;
using std::chrono::milliseconds;

// The views and outcomes that the brains of a test have received. Brains run on several threads.
struct BrainLog {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<proto::MatchId, std::vector<int>> clocks;  // of the views, by match
  std::vector<duel::Outcome> outcomes;
  int brains = 0;
  bool is_held_up = false;  // brains wait in choose()

  std::vector<int> clocks_of(std::uint64_t match) {
    const std::lock_guard lock(mutex);
    return clocks[proto::MatchId{match}];
  }
  void wait_for_views(std::size_t count, std::uint64_t match) {
    std::unique_lock lock(mutex);
    EXPECT_TRUE(
        changed.wait_for(lock, rensa::test::kTimeLimit, [&] { return clocks[proto::MatchId{match}].size() >= count; }));
  }
  void hold_up(bool on) {
    const std::lock_guard lock(mutex);
    is_held_up = on;
    changed.notify_all();
  }
};

// Chooses a possible placement, and another one from time to time.
class TestBrain : public Brain {
 public:
  TestBrain(BrainLog& log, proto::MatchId match) : log_(log), match_(match) {}

  rules::Placement choose(const duel::View& view, const limits::StopFlag&) override {
    std::unique_lock lock(log_.mutex);
    log_.clocks[match_].push_back(view.clock);
    log_.changed.notify_all();
    log_.changed.wait(lock, [&] { return !log_.is_held_up; });
    const std::uint32_t possible = players::possible_placements(view);
    std::size_t index = static_cast<std::size_t>(view.clock) % rules::kPlacementCount;
    while ((possible >> index & 1U) == 0) index = (index + 1) % rules::kPlacementCount;
    return rules::kPlacements[index];
  }
  void ended(const duel::Outcome& outcome) override {
    const std::lock_guard lock(log_.mutex);
    log_.outcomes.push_back(outcome);
  }

 private:
  BrainLog& log_;
  proto::MatchId match_;
};

// A client that plays on a thread of its own, and the server that it connects to. It waits for as long as a test may,
// so that a test does not depend on the speed of the machine.
class Playing {
 public:
  Playing() : stop_(eventfd(0, EFD_CLOEXEC)) {
    options.server = server.address();
    options.token = "secret";
    options.matches = 1;
    options.backoff = {milliseconds(20), milliseconds(100)};
    options.patience = options.ping_after = options.farewell = rensa::test::kTimeLimit;
    options.stop_descriptor = stop_;
  }
  ~Playing() {
    stop();
    if (thread_.joinable()) thread_.join();
    close(stop_);
  }
  Playing(const Playing&) = delete;
  Playing& operator=(const Playing&) = delete;

  void begin() {
    begin([this](const GameInfo& game) {
      const std::lock_guard lock(log.mutex);
      ++log.brains;
      return std::make_unique<TestBrain>(log, game.match);
    });
  }
  void begin(const MakeBrain& make_brain) {
    thread_ = std::jthread([this, make_brain] { report_ = play(options, make_brain); });
  }
  // The connection of a client that has requested a match.
  FakePeer accept_request() {
    FakePeer peer = server.accept();
    peer.greet();
    peer.expect<proto::QuickMatch>();
    return peer;
  }
  FakePeer begin_and_accept_request() {
    begin();
    return accept_request();
  }
  void stop() { eventfd_write(stop_, 1); }
  const PlayReport& report() {
    if (thread_.joinable()) thread_.join();
    return report_;
  }

  FakeServer server;
  PlayOptions options;
  BrainLog log;

 private:
  int stop_;
  PlayReport report_;
  std::jthread thread_;
};

inline void begin(FakePeer& peer, FakeMatch& match) {
  peer.say(match.start());
  peer.say(match.game_start());
}

inline FakeMatch begin_match(FakePeer& peer, duel::Seat seat = duel::Seat::one, const proto::Terms& terms = {}) {
  FakeMatch match(5, seat, terms);
  begin(peer, match);
  return match;
}

inline void play_choices(FakePeer& peer, FakeMatch& match, int count) {
  for (int i = 0; i < count; ++i) {
    peer.say(match.next_choice());
    match.take(peer.expect<proto::Decide>());
  }
}

inline void finish(FakePeer& peer, FakeMatch& match) {
  peer.say(match.game_end(duel::Seat::one));
  peer.say(match.end());
}

}  // namespace rensa::worker::test
