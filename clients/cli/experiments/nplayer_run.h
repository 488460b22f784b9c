#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/research/experiments/nplayer_games.h"
#include "engine/research/nplayer/random_game.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

// The games of document 001, figure by figure: contests between players that search in different ways.

struct NplayerPlan {
  std::vector<int> figures;  // some of nplayer_figures(); empty: all
  int trees = 400;           // random games, each in all orders of the seats
  int rounds = 100;          // of the diamond game: each has a game for each order of the seats
  int max_depth = 7;         // of Max-N in random games; two less for contests that are not in a figure
  int max_diamond_depth = 4;
  std::uint64_t seed = 1;
  int jobs = 1;
};

// Returns the plan of `--quick`, which takes a quarter of a minute.
NplayerPlan quick_nplayer_plan();

// The part of the document that has the result of a contest.
enum class ResultSource : std::uint8_t { figure, text };

// One contest at one depth.
struct NplayerContest {
  int figure = 0;  // 7: only naive players, for the size of the diamond game
  ResultSource source = ResultSource::figure;
  experiments::SearcherLineup lineup;
  std::optional<nplayer::MoveCountRule> move_count_rule;  // nullopt: the diamond game
  std::vector<experiments::LineupResult> games;           // in the order of their seeds
};

using NplayerRun = std::vector<NplayerContest>;

// Returns the numbers of the figures that can be repeated.
const std::vector<int>& nplayer_figures();
// Plays the contests of the plan. The result does not depend on the number of jobs. Precondition: the figures of the
// plan are some of nplayer_figures().
NplayerRun run_nplayer(const NplayerPlan& plan);

std::string name_of(experiments::Searcher searcher);
std::string name_of(const nplayer::MoveCountRule& move_count_rule);  // "b = 3" or "B = 5"
std::string name_of_game(const NplayerContest& contest);             // the same, or "diamond"
// Returns the share of the games that a player won, with its 95 % interval.
tournament::Interval share_of(const NplayerContest& contest, std::size_t player);

// Means over all moves of a player.
struct NplayerEffort {
  double depth = 0;     // the moves that its search looks ahead
  double expanded = 0;  // the nodes of its search
  double choices = 0;   // the moves that it can choose from
};
NplayerEffort effort_of(const NplayerContest& contest, std::size_t player);

// Checks the claims of document 001 about its figures with our games.

enum class Verdict { yes, no, undecided };

struct NplayerClaim {
  std::string section;
  std::string text;
  tournament::Interval difference;  // of shares of wins, game by game; the claim is that it is positive
  Verdict verdict = Verdict::undecided;
};

// Checks all claims about the figures and depths that were played.
std::vector<NplayerClaim> claims_of(const NplayerRun& run);

std::string name_of(Verdict verdict);

}  // namespace rensa::cli
