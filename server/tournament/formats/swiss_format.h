#pragma once

#include <cstddef>
#include <vector>

#include "server/tournament/formats/format.h"

namespace rensa::tournament {

// A Swiss system without waiting for rounds: a player meets `rounds` opponents with about as many points, as players
// become free. The format_index of a pair is the number of encounters that its first player had before. With an odd
// number of players, one player may have one encounter less. It counts as a draw.
class SwissFormat final : public StageFormat {
 public:
  // `authors`: by player, see FreePlayer.
  SwissFormat(int stage, std::vector<std::size_t> players, const std::vector<int>& authors, int rounds, int pairs);

  std::vector<PlayerPair> next_pairs(const TournamentProgress& progress) override;
  bool is_over(const TournamentProgress& progress) override;
  std::vector<std::size_t> ranking(const TournamentProgress& progress) override;

 private:
  const std::vector<std::size_t> players_;
  const std::vector<int> authors_;
  const int rounds_;
  const int legs_;
};

}  // namespace rensa::tournament
