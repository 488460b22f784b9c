#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "server/league/stage_plan.h"
#include "server/league/tournament.h"

namespace rensa::league {

// How one stage is played: what it draws follows from what has happened, and from nothing else. A format may keep what
// it has seen of a run, so it belongs to one.
class Format {
 public:
  virtual ~Format() = default;

  // To be drawn now, in this order. None: for now, or at all. Asked when a game is wanted and none is open.
  virtual std::vector<Pair> draw(const Tournament& tournament) = 0;
  // Nothing will be drawn any more, and all that was is decided.
  virtual bool is_over(const Tournament& tournament) = 0;
  // All of its players, the best so far first.
  virtual std::vector<std::size_t> ranking(const Tournament& tournament) = 0;
  // While so many games are open and cannot be played, since players are away, it still draws more.
  virtual std::size_t draws_ahead() const { return 1'000; }
  // The pairs whose games count: all but those that were drawn before it was known that they are not needed.
  virtual PairRange counted(const Tournament& tournament);

 protected:
  explicit Format(int stage) : stage_(stage) {}
  int stage() const { return stage_; }
  static bool all_are_decided(const Tournament& tournament) {
    return tournament.pairs_decided() == tournament.pairs().size();
  }

 private:
  int stage_;
};

// Of stage number `stage`, which these players begin. `authors`: of all players, see pairing.h.
std::unique_ptr<Format> make_format(const StagePlan& plan, int stage, const std::vector<std::size_t>& players,
                                    const std::vector<int>& authors);

}  // namespace rensa::league
