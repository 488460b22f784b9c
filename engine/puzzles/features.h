#pragma once

#include "engine/puzzles/puzzle.h"
#include "engine/puzzles/solver.h"

namespace rensa::puzzles {

// What can be counted in a puzzle and may tell how people find it (Takahashi and Ikeda, section 5.1). Sequences are of
// one placement for each pair, a double upside down counting as another; those of other than two pairs are counted as
// if there were as many as of two, by their share. What depends on the way is the mean over the solutions.
struct Features {
  double puyos = 0;       // F_p: in the field
  double solutions = 0;   // F_cor: ways to meet the goal, one in fewer hands counted once
  double firing = 0;      // F_pos: sequences in which something vanishes
  double falling = 0;     // F_fall: puyos that fall while the last hand's chain runs, each counted once
  double colours = 0;     // F_col: colours of which there are four or more, pairs included
  double used = 0;        // F_used: colours that vanish
  double misleading = 0;  // F_con: neighbours alike in the field of which one vanishes in the last hand's chain and the
                          // other not with it
};

// Precondition: the puzzle can be solved; `solved` are all its solutions, or the first of them.
Features features_of(const Puzzle& puzzle, const Solved& solved);

}  // namespace rensa::puzzles
