#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "server/storage/games.h"

namespace rensa::daily {

// The table of a period. It compares persons as duplicate bridge does: all had the same pairs against the same player,
// so only the order of their results counts.

// The result of one person, taken from the stored game.
struct Try {
  std::string person;  // as Secrets::person_of()
  std::string name;
  std::uint64_t record = 0;
  bool has_won = false;
  std::int64_t score = 0;
  int frames = 0;
  friend bool operator==(const Try&, const Try&) = default;
};

struct Standing {
  Try result;
  int place = 1;         // equal results share a place
  int match_points = 0;  // two for each person with a worse result, one for each with an equal one
  double share = 0;      // of the most match points that were possible, 0 to 1; 1 for a single person
  friend bool operator==(const Standing&, const Standing&) = default;
};

// Returns the tries of stored games, in which the person has the first seat. A person's first stored game counts. Games
// that were void count as none.
std::vector<Try> tries_of(std::span<const storage::GameRow> games);

// The best come first. A win is better than all losses, and then the higher score is better.
std::vector<Standing> standings_of(std::vector<Try> tries);

}  // namespace rensa::daily
