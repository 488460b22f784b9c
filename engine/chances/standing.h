#pragma once

#include <array>
#include <cstdint>

#include "engine/duel/view.h"
#include "engine/rules/ruleset.h"
#include "engine/search/possible_chains.h"

namespace rensa::chances {

// A moment of a game with frames, as spectators see it.
struct Moment {
  int clock = 0;
  std::array<duel::SideView, 2> sides;  // by seat; motion may be unknown
};

// What one side has, counted in garbage unless a member says otherwise. A running chain counts as played to its end.
struct Standing {
  bool is_dead = false;
  int on_its_way = 0;   // to this side, after all that the attacks on their way cancel
  int to_bury = 0;      // the garbage that ends the game for this side
  int ready = 0;        // the greatest attack of the next two known pairs
  int soon = 0;         // the greatest attack for which at most kSoonPuyos puyos are missing
  int possible = 0;     // the greatest attack that the field promises
  int busy_frames = 0;  // until its running chain is over
  int coloured_cells = 0;
  int garbage_cells = 0;
};

inline constexpr int kSoonPuyos = 4;

// Computes the standings of both sides. It keeps its buffers between calls; use it in one thread only.
class StandingCounter {
 public:
  // Precondition: can_estimate() of the ruleset (chance_to_win.h).
  std::array<Standing, 2> count(const Moment& moment, const rules::Ruleset& ruleset);

 private:
  void add_possible_chains(const rules::Field& field, int bonus, int rate, Standing& standing);

  search::PossibleChainFinder finder_;
};

}  // namespace rensa::chances
