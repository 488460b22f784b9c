#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/tournament/statistics/sprt.h"

namespace rensa::tournament {

enum class FormatKind : std::uint8_t {
  round_robin,       // every player against every other
  gauntlet,          // challengers against each of the others
  groups,            // a round robin in each group
  swiss,             // opponents with about as many points, not twice the same
  knock_out,         // a player is out after one defeat
  double_knock_out,  // a player is out after two defeats
  sprt,              // a sequential test of two players' strengths
  ladder,            // seasons of the games that tell most about the ratings
};

// A stage of a tournament: its players and its format. Each format uses only its own fields.
struct StagePlan {
  FormatKind format = FormatKind::round_robin;
  int take = 0;              // the number of players taken from the stage before; 0: all
  int pairs = 10;            // pairs of games per meeting of two players; of a test the maximum
  int challengers = 1;       // of a gauntlet
  int groups = 2;            // number of groups
  int rounds = 5;            // encounters of each player in a Swiss, or in a season of a ladder
  int seasons = 1;           // of a ladder; 0: without end
  int best_of = 3;           // games of a match in a knock-out
  bool third_place = false;  // the losers of the semi-finals play for it
  SprtTerms sprt{};          // of a test
};

// The number of players in the stage, given the number in the stage before.
std::size_t player_count_of_stage(const StagePlan& plan, std::size_t players_before);

// The number of games of a stage if no player drops out and no tie needs more games. nullopt: the stage has no end.
std::optional<std::size_t> max_games(const StagePlan& plan, std::size_t players);

// A sentence that says why the stage cannot be played; empty if it can.
std::string why_unplayable(const StagePlan& plan, std::size_t players);

// The number of games of all stages, counted in the same way. nullopt: there is no end.
std::optional<std::size_t> max_games(const std::vector<StagePlan>& plans, std::size_t players);

// A sentence that says why the stages cannot be played by so many players; empty if they can.
std::string why_unplayable(const std::vector<StagePlan>& plans, std::size_t players);

}  // namespace rensa::tournament
