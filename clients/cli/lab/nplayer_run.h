#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/research/experiments/nplayer_games.h"
#include "engine/research/nplayer/random_game.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

// The games of document 001, figure by figure.

struct NplayerPlan {
  std::vector<int> figures;  // 2 to 6 and 8 to 12; none: all
  int trees = 400;           // random games, each in all orders of the seats
  int rounds = 100;          // of the diamond game: a game for each order of the seats
  int most_depth = 7;        // of Max-N in random games; two less where only the text speaks of them
  int most_diamond_depth = 4;
  std::uint64_t seed = 1;
  int jobs = 1;
};

// The same in a quarter of a minute.
NplayerPlan quick_nplayer_plan();

// Whether a contest is drawn, or only the text speaks of it.
enum class Shown : std::uint8_t { in_figure, in_text };

// One contest at one depth.
struct NplayerCell {
  int figure = 0;  // 7: only naive players, for the size of the diamond game
  Shown shown = Shown::in_figure;
  experiments::SearcherLineup contest;
  std::optional<nplayer::Branching> branching;   // nullopt: the diamond game
  std::vector<experiments::LineupResult> games;  // in the order of their seeds, whatever the number of jobs
};

using NplayerRun = std::vector<NplayerCell>;

// The figures that there are. The other numbers of the document belong to no experiment.
const std::vector<int>& nplayer_figures();
// Precondition: the figures are some of these.
NplayerRun run_nplayer(const NplayerPlan& plan);

std::string name_of(experiments::Searcher searcher);
std::string name_of(const nplayer::Branching& branching);  // "b = 3" or "B = 5"
std::string name_of_game(const NplayerCell& cell);         // that, or "diamond"
// The share of the wins, 95 %.
tournament::Interval share_of(const NplayerCell& cell, std::size_t player);

// Means over all moves of a player.
struct NplayerEffort {
  double depth = 0;  // moves that it reads
  double expanded = 0;
  double choices = 0;
};
NplayerEffort effort_of(const NplayerCell& cell, std::size_t player);

}  // namespace rensa::cli
