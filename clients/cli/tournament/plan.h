#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/match/match.h"
#include "engine/players/entrant.h"
#include "engine/rules/parsed.h"
#include "server/league/schedule.h"

namespace rensa::cli {

// A tournament as people write it down:
//
//   {
//     "name": "spring cup",
//     "ruleset": "tsu-1",
//     "seed": 5,
//     "format": "round-robin",
//     "pairs": 10,
//     "players": ["greedy", {"name": "small", "player": "gaze:nodes=2000"}]
//   }
//
// "format" is "round-robin" or "gauntlet", in which the first of the players, or as many as "challengers" says, meet
// all others. Each pairing is played so many pairs of games, both seats once. All but the players may be left out.
enum class Format : std::uint8_t { round_robin, gauntlet };

struct TournamentPlan {
  std::string name = "tournament";
  rules::Ruleset ruleset;
  std::uint64_t seed = 1;
  Format format = Format::round_robin;
  int challengers = 1;  // of a gauntlet
  int pairs = 10;
  std::vector<players::Entrant> players;
};

// Strict: what is unknown, of the wrong kind or out of range is an error that names it. Files that it names are read.
rules::Parsed<TournamentPlan> plan_of_json(std::string_view text);

league::Schedule schedule_of(const TournamentPlan& plan);

// Two plans share it only if they lead to the same games.
std::uint64_t digest_of(const TournamentPlan& plan);

// A game of it, as a match of its own: a function of the plan, the pair and the leg.
MatchSetup match_of(const TournamentPlan& plan, const league::PlannedPair& players);
PlannedGame game_of(const TournamentPlan& plan, int pair, int leg);

}  // namespace rensa::cli
