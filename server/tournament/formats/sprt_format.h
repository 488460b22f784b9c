#pragma once

#include <cstddef>
#include <vector>

#include "server/tournament/formats/format.h"

namespace rensa::tournament {

// A sequential test between two players (sprt.h). It takes pairs in the order in which they were scheduled. Pairs after
// the deciding one do not count, so the answer does not depend on how many games are played at a time.
class SprtFormat final : public StageFormat {
 public:
  SprtFormat(int stage, std::vector<std::size_t> players, const SprtTerms& terms, int max_pairs);

  std::vector<PlayerPair> next_pairs(const TournamentProgress& progress) override;
  bool is_over(const TournamentProgress& progress) override;
  std::vector<std::size_t> ranking(const TournamentProgress& progress) override;
  std::size_t max_open_games() const override { return 0; }  // both players play in every game
  PairRange counted_pairs(const TournamentProgress& progress) override;

  // Returns the test after all pairs that count.
  const Sprt& test(const TournamentProgress& progress);

 private:
  bool needs_more_pairs(const TournamentProgress& progress);

  const std::vector<std::size_t> players_;
  const int max_pairs_;

  Sprt test_;
  std::size_t pairs_tested_ = 0;
};

}  // namespace rensa::tournament
