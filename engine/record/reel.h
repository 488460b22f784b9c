#pragma once

#include <span>
#include <vector>

#include "engine/duel/record.h"
#include "engine/record/head.h"

namespace rensa::record {

// A record that is watched: it can be wound to any frame (or turn), and stands there exactly as the game did.
class Reel {
 public:
  struct Happening {
    int clock = 0;
    duel::Event event{};
  };

  // Plays it once. Precondition: it verifies.
  explicit Reel(duel::Record record);

  const duel::Record& record() const { return record_; }
  const duel::Game& game() const { return head_.game; }  // as it is after `game().clock()` frames
  int last() const { return record_.outcome.frame; }
  void wind_to(int clock);  // 0 .. last()
  // All that happened in the game, in its order.
  std::span<const Happening> happenings() const { return happenings_; }

 private:
  const duel::Record record_;
  std::vector<Head> kept_;  // by clock, the first at 0
  std::vector<Happening> happenings_;
  Head head_;
};

}  // namespace rensa::record
