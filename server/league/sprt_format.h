#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "server/league/format.h"

namespace rensa::league {

// A test which of two players is the stronger (sprt.h), over pairs in the order in which they were drawn: pairs that
// were drawn beyond the one that settled it do not count, so that the answer does not depend on how many games are
// played at a time.
class SprtFormat final : public Format {
 public:
  SprtFormat(int stage, std::vector<std::size_t> players, const SprtTerms& terms, int most_pairs);

  std::vector<Pair> draw(const Tournament& tournament) override;
  bool is_over(const Tournament& tournament) override;
  std::vector<std::size_t> ranking(const Tournament& tournament) override;
  std::size_t draws_ahead() const override { return 0; }  // both play in all of them
  PairRange counted(const Tournament& tournament) override;

  // The test over the pairs that count.
  const Sprt& test(const Tournament& tournament);

 private:
  bool can_go_on(const Tournament& tournament);

  const std::vector<std::size_t> players_;
  const int most_pairs_;

  Sprt test_;
  std::size_t tested_ = 0;  // pairs
};

}  // namespace rensa::league
