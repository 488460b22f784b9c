#include "engine/search/hope.h"

#include <algorithm>
#include <array>

#include "engine/rules/chain.h"

namespace rensa::search {

namespace {

constexpr int kHighestTrigger = 11;  // row of its first puyo
constexpr int kMostPuyos = 3;

// Whether a stack of puyos from `y` on upwards would stand beside one of their colour, or on one.
bool has_neighbours(rules::Board same, int x, int y) {
  const unsigned rows = ((1U << kMostPuyos) - 1U) << y;
  return same.has(x, y - 1) || ((unsigned{same.column(x - 1)} | same.column(x + 1)) & rows) != 0;
}

}  // namespace

Hope hope_of(const rules::Field& field, int colours) {
  Hope best;
  const rules::Heights heights = field.heights();
  const rules::ChainPath& chains = rules::fastest_chain_path();
  std::array<rules::Board, rules::kMaxColours> boards{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(colours); ++i) {
    boards[i] = field.board(rules::kColours[i]) & rules::kVisibleCells;
  }
  for (int x = 1; x <= rules::kColumns; ++x) {
    const int first = heights[static_cast<std::size_t>(x)] + 1;
    if (first > kHighestTrigger) continue;
    for (std::size_t i = 0; i < static_cast<std::size_t>(colours); ++i) {
      if (!has_neighbours(boards[i], x, first)) continue;
      rules::Field placed = field;
      const int most = std::min(kMostPuyos, rules::kSpawnRow + 1 - first);
      for (int puyos = 1; puyos <= most; ++puyos) {
        placed.put(x, first + puyos - 1, rules::kColours[i]);
        rules::Field after;
        const Hope hope{.links = chains.simulate(placed, after).links, .puyos = puyos};
        if (hope.links == 0) continue;
        if (hope.value() > best.value()) best = hope;
        break;
      }
    }
  }
  return best;
}

}  // namespace rensa::search
