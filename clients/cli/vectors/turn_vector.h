#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rensa::cli {

// One turn as the reference's field machine played it, from the frame that raised D on: the lane must do the same from
// the given lock on. Reading the lines is turn_check.cpp's.
struct TurnVector {
  std::string field;  // 78 characters, rows 13..1: 0 empty, 1 garbage, 4 red, 5 blue, 6 yellow, 7 green
  std::string pair;   // axis, child
  int fixed_garbage = 0;
  std::vector<std::pair<int, std::string>> events;  // step, letters of WGPDAOE and dashes
  int lock_x = 0;
  int lock_y = 0;
  int lock_r = 0;
  int score = 0;
  std::vector<std::pair<int, int>> sent;  // step, garbage that reached the opponent
  int garbage_left = 0;
  bool dead = false;
  int end_step = 0;   // of the next D, or of the death
  std::string after;  // 84 characters, rows 14..1
};

// Where the lane does otherwise, as a sentence; nullopt: nowhere. The reference drew garbage columns from a generator
// of its own: where the count is not a multiple of six, one choice of columns must give the whole turn.
std::optional<std::string> difference(const TurnVector& expected);

}  // namespace rensa::cli
