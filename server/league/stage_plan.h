#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "server/league/sprt.h"

namespace rensa::league {

enum class FormatKind : std::uint8_t {
  round_robin,       // all against all
  gauntlet,          // some against each of the others
  groups,            // all against all in each group
  swiss,             // whoever has about as many points, not twice
  knock_out,         // who loses is out
  double_knock_out,  // who loses twice is
  sprt,              // two players, until it is known who is the stronger
  ladder,            // whoever's ratings learn most from it, season by season
};

// A stage of a run: who goes on from the one before, and how it is played. Each format reads what is its own.
struct StagePlan {
  FormatKind format = FormatKind::round_robin;
  int take = 0;         // so many of the best of the stage before; 0: all
  int pairs = 10;       // of two games: of each pairing; of a meeting in a Swiss or on a ladder; at most, of a test
  int challengers = 1;  // of a gauntlet
  int groups = 2;       // so many
  int rounds = 5;       // Swiss: so often each player meets another; a ladder: in a season
  int seasons = 1;      // of a ladder; 0: without end
  int best_of = 3;      // games of a match in a knock-out
  bool third_place = false;  // who lost a semi-final plays for it
  SprtTerms sprt{};          // of a test
};

// The games of a stage of so many players, as long as nobody drops out and no tie has to be broken; nullopt: it has no
// end.
std::optional<std::size_t> most_games(const StagePlan& plan, std::size_t players);

// What is wrong with it, as a sentence; empty: it can be played.
std::string why_unplayable(const StagePlan& plan, std::size_t players);

}  // namespace rensa::league
