#pragma once

#include <atomic>
#include <limits>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "clients/worker/play.h"
#include "engine/rules/cell.h"
#include "tests/e2e/tournaments/cup_server.h"

namespace rensa::e2e {

inline constexpr int kNoLimit = std::numeric_limits<int>::max();

// The thoughts of the players of a guest. After so many choices they think until the limit is another one.
struct Thoughts {
  std::atomic<int> choices = 0;
  std::atomic<int> limit = kNoLimit;
  std::atomic<int> held = 0;  // the number of players that think so
};

// A guest on a thread of its own, which plays in the tournament until the end of this object. It takes a moment for
// each choice, so that the server can be stopped meanwhile, and comes back after that.
class Guest {
 public:
  Guest(const CupServer& cup, const std::string& name, rules::Cell colour, int limit = kNoLimit);
  ~Guest();
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

  // The number of placements that it has chosen.
  int choices() const { return thoughts_.choices; }
  // After so many choices its players think until the limit is another one. So their games do not end.
  void limit_to(int choices);
  bool is_held() const { return thoughts_.held > 0; }
  // The matches of which it has heard the end, and those that were gone when it came back.
  std::set<proto::MatchId> ended();
  std::set<proto::MatchId> lost();

 private:
  const int stop_;
  Thoughts thoughts_;
  std::mutex mutex_;
  std::set<proto::MatchId> ended_;
  std::set<proto::MatchId> lost_;
  worker::PlayOptions options_;
  std::jthread thread_;
};

}  // namespace rensa::e2e
