#include "tests/e2e/tournaments/guest.h"

#include <chrono>
#include <memory>
#include <optional>
#include <sys/eventfd.h>
#include <unistd.h>

#include "tests/server/live_tournaments/connected_player.h"
#include "tests/tools/time_limit.h"

namespace rensa::e2e {

namespace {

using namespace std::chrono_literals;
using live_tournaments::test::ShortGames;

class SlowGames final : public ShortGames {
 public:
  SlowGames(rules::Cell colour, Thoughts& thoughts) : ShortGames(colour, std::nullopt), thoughts_(thoughts) {}

  rules::Placement choose(const duel::View& view, const limits::StopFlag& stop) override {
    std::this_thread::sleep_for(2ms);
    for (int limit = thoughts_.limit; thoughts_.choices >= limit; limit = thoughts_.limit) {
      ++thoughts_.held;
      thoughts_.limit.wait(limit);
      --thoughts_.held;
    }
    ++thoughts_.choices;
    return ShortGames::choose(view, stop);
  }

 private:
  Thoughts& thoughts_;
};

}  // namespace

Guest::Guest(const CupServer& cup, const std::string& name, rules::Cell colour, int limit)
    : stop_(eventfd(0, EFD_CLOEXEC)) {
  thoughts_.limit = limit;
  constexpr int kSlots = 3;
  options_.server = "unix:" + cup.socket();
  options_.token = cup.token_of(name);
  options_.features = {"arranged:" + std::to_string(kSlots)};
  options_.source = session::MatchSource::host;
  options_.slots = kSlots;
  options_.backoff = {.base = 1ms, .most = 20ms};
  options_.patience = options_.ping_after = options_.farewell = test::kTimeLimit;
  options_.stop_descriptor = stop_;
  options_.match_ended = [this](const session::MatchReport& report) {
    const std::lock_guard lock(mutex_);
    (report.is_lost ? lost_ : ended_).insert(report.seat.match);
  };
  thread_ = std::jthread([this, colour] {
    worker::play(options_, [this, colour](const auto&) { return std::make_unique<SlowGames>(colour, thoughts_); });
  });
}

Guest::~Guest() {
  limit_to(kNoLimit);
  eventfd_write(stop_, 1);
  thread_ = {};
  close(stop_);
}

void Guest::limit_to(int choices) {
  thoughts_.limit = choices;
  thoughts_.limit.notify_all();
}

std::set<proto::MatchId> Guest::ended() {
  const std::lock_guard lock(mutex_);
  return ended_;
}

std::set<proto::MatchId> Guest::lost() {
  const std::lock_guard lock(mutex_);
  return lost_;
}

}  // namespace rensa::e2e
