#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "server/league/bracket.h"
#include "server/league/format.h"

namespace rensa::league {

// A knock-out: pairs are matches of a bracket, drawn as soon as it is known who plays them. A pair's place is the
// number of its match.
class BracketFormat final : public Format {
 public:
  BracketFormat(int stage, std::vector<std::size_t> players, Bracket bracket, int best_of);

  std::vector<Pair> draw(const Tournament& tournament) override;
  bool is_over(const Tournament& tournament) override;
  // By the round in which they were out.
  std::vector<std::size_t> ranking(const Tournament& tournament) override;

 private:
  // Who comes somewhere: not known yet, nobody, or a player.
  struct Comer {
    bool is_known = false;
    std::optional<std::size_t> player;
  };
  struct Met {
    std::array<Comer, 2> players;
    Comer winner;
    Comer loser;
    bool is_played = false;  // a pair of it was drawn
  };

  // Each match as far as it is known.
  std::vector<Met> follow(const Tournament& tournament) const;
  void settle(Met& met, const Tournament& tournament) const;
  // The one who was placed higher first.
  std::pair<std::size_t, std::size_t> by_place(std::size_t one, std::size_t two) const;

  const std::vector<std::size_t> players_;
  const Bracket bracket_;
  const int best_of_;
};

}  // namespace rensa::league
