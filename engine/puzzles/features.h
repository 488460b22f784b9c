#pragma once

#include "engine/puzzles/puzzle.h"
#include "engine/puzzles/solver.h"

namespace rensa::puzzles {

// Countable features of a puzzle, from which ratings by people are predicted (Takahashi and Ikeda, section 5.1).
//
// A sequence has one placement for each pair; a double turned upside down makes another sequence. Counts of sequences
// are scaled to puzzles of two pairs. Features that depend on the solution are means over the solutions.
struct Features {
  double puyos = 0;                  // F_p: in the field
  double solutions = 0;              // F_cor: sequences that meet the goal; one that needs fewer hands is counted once
  double firing_sequences = 0;       // F_pos: sequences in which cells vanish
  double falling_puyos = 0;          // F_fall: puyos that fall during the chain of the last hand, each counted once
  double colours = 0;                // F_col: colours with four or more puyos, including those of the pairs
  double used_colours = 0;           // F_used: colours that vanish
  double misleading_neighbours = 0;  // F_con: pairs of equal neighbours in the field that do not vanish in the same
                                     // link of the last hand's chain
};

// Precondition: the puzzle has a solution, and `solved` has all its solutions or the first ones.
Features features_of(const Puzzle& puzzle, const SolveResult& solved);

}  // namespace rensa::puzzles
