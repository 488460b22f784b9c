#pragma once

#include <cstddef>
#include <vector>

#include "server/league/format.h"

namespace rensa::league {

// So many encounters for each, with whoever has about as many points, as players become free: there are no rounds that
// all wait for. A pair's place is how many encounters its first player had before. With an odd number one player may
// have one encounter less in the end, which counts as a drawn one.
class SwissFormat final : public Format {
 public:
  // `authors`: by player, see pairing.h.
  SwissFormat(int stage, std::vector<std::size_t> players, const std::vector<int>& authors, int rounds, int pairs);

  std::vector<Pair> draw(const Tournament& tournament) override;
  bool is_over(const Tournament& tournament) override;
  std::vector<std::size_t> ranking(const Tournament& tournament) override;

 private:
  const std::vector<std::size_t> players_;
  const std::vector<int> authors_;
  const int rounds_;
  const int legs_;
};

}  // namespace rensa::league
