#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "server/tournament/journal/progress.h"
#include "server/tournament/plan/summary.h"

namespace rensa::pages {

// The games of a tournament that are worth telling. Only games that count, and whose records are public, are chosen. Of
// equal games, the earlier one is chosen.

struct StoryGame {
  std::string game;  // its id in the API
  std::size_t winner = 0;
  std::size_t loser = 0;
};

struct TournamentStory {
  struct LongestChain {
    std::string game;
    std::size_t player = 0;
    std::size_t opponent = 0;
    std::int64_t links = 0;
  };
  // The game in which the loser had nearly as many points as the winner, or more. Both have sent or cancelled garbage.
  struct ClosestGame {
    StoryGame game;
    std::int64_t winner_score = 0;
    std::int64_t loser_score = 0;
  };
  // The game whose winner stands furthest below its opponent in the standings, at least two places.
  struct Upset {
    StoryGame game;
    std::size_t winner_place = 0;  // counted from 1
    std::size_t loser_place = 0;
  };

  std::optional<StoryGame> last_win;  // of the first player of the standings
  bool is_last_win_final = false;     // it was a game of the final of a knock-out
  std::optional<LongestChain> longest_chain;
  std::optional<ClosestGame> closest_game;
  std::optional<Upset> upset;
};

TournamentStory story_of(const tournament::TournamentProgress& progress,
                         const std::vector<tournament::PlayerStanding>& standings);

}  // namespace rensa::pages
