#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/rules/chain.h"

namespace rensa::cli {

// One function for each kind of vector. It returns the difference in a line, or nothing. It throws InputError if the
// line is not as its kind requires. Only vectors.cpp calls them.

struct CheckContext {
  std::span<const rules::ChainKernel> kernels;
  std::size_t line = 0;
  std::size_t placements = 0;  // checked so far
  // The number of placements that the reference accepts although they cannot be reached, or its own keys do not lead to
  // them.
  std::size_t missed = 0;
  std::vector<std::string> remarks;
};

using Difference = std::optional<std::string>;
using LineCheck = Difference (*)(const nlohmann::json& line, CheckContext& context);

Difference check_chain(const nlohmann::json& line, CheckContext& context);
Difference check_reach(const nlohmann::json& line, CheckContext& context);
Difference check_keys(const nlohmann::json& line, CheckContext& context);
Difference check_turn(const nlohmann::json& line, CheckContext& context);
Difference check_seq(const nlohmann::json& line, CheckContext& context);

// One turn as the reference played it, from the frame with the event D. From the given lock on, our side of a game must
// do the same.
struct TurnVector {
  std::string field;  // 78 characters, rows 13..1: 0 empty, 1 garbage, 4 red, 5 blue, 6 yellow, 7 green
  std::string pair;   // axis, child
  int fixed_garbage = 0;
  std::vector<std::pair<int, std::string>> events;  // the step, and letters of WGPDAOE with dashes
  int lock_x = 0;
  int lock_y = 0;
  int lock_r = 0;
  int score = 0;
  std::vector<std::pair<int, int>> sent;  // the step, and the garbage that reached the opponent
  int garbage_left = 0;
  bool dead = false;
  int end_step = 0;   // the step of the next D, or of the death
  std::string after;  // 84 characters, rows 14..1
};

// Returns the first difference as a sentence, or nothing. The reference drew the columns of garbage at random: if the
// amount is not a multiple of six, one choice of columns must give the whole turn.
std::optional<std::string> find_difference(const TurnVector& expected);

}  // namespace rensa::cli
