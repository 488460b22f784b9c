#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/duel/game.h"
#include "engine/duel/view.h"
#include "engine/movement/reach_memo.h"

namespace rensa::python {

// The memory of the arrays in which games are seen. The first ones have an entry for each seat of each game, the last
// ones an entry for each game. The arrays of numpy in duel_vector_class.cpp own the memory.
struct DuelArrays {
  std::uint8_t* own;         // 84 cells
  std::uint8_t* opponent;    // 84 cells, of which the opponent's rows 13 and 14 are hidden
  std::uint8_t* pairs;       // `visible_pairs` of two cells; empty ones are not known
  std::int32_t* garbage;     // two numbers: garbage that waits for the seat, and for its opponent
  std::int64_t* scores;      // two numbers: of the seat, and of its opponent
  std::int8_t* action_mask;  // 22 placements: 1 if the pair can reach it; all are 0 if no decision is due
  bool* is_due;
  float* rewards;  // in the step that ends a game: 1 for the winner, -1 for the loser

  bool* terminations;  // the game has ended in this step, by the rules
  bool* truncations;   // the game has ended in this step, at the limit of its length
  std::int32_t* clocks;

  int visible_pairs;
};

// Writes a game to the arrays. Returns the placements that the pair of each seat can reach, by index_of(seat).
std::array<std::uint32_t, 2> write_game(const duel::Game& game, std::size_t index, const DuelArrays& arrays,
                                        movement::ReachMemo& reach);

}  // namespace rensa::python
