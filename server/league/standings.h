#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/duel/outcome.h"
#include "server/league/interval.h"
#include "server/league/results.h"
#include "server/league/sample.h"

namespace rensa::league {

struct Standing {
  std::size_t player = 0;
  GameCounts games;
  // Of all players that wins connect it with, whose mean is 0 (bradley_terry.h), with its own interval; nullopt: it has
  // won all or lost all, or nothing connects it.
  std::optional<Interval> elo;
  std::size_t component = 0;  // the same number: the same scale; less: above, where wins lead from it at all
  std::array<std::int64_t, duel::kCauses> lost_by{};

  double points() const { return static_cast<double>(games.wins) + static_cast<double>(games.draws) / 2; }
};

// Of more players nobody is given an Elo: it takes as many steps as their number to the third power.
inline constexpr std::size_t kMostFitted = 1'000;

// By strength, the best first: by component, then Elo, then points, then number.
std::vector<Standing> standings_of(const Results& results, std::size_t players);

}  // namespace rensa::league
