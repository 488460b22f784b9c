#include "engine/search/firing.h"

#include <algorithm>
#include <array>

#include "engine/duel/attack.h"
#include "engine/rules/chain.h"
#include "engine/rules/link.h"

namespace rensa::search {

namespace {

constexpr int kHighestTrigger = 11;                             // row of its first puyo
constexpr std::array<int, 4> kPercentLeft = {100, 85, 70, 50};  // of an attack that waits for so many puyos

bool is_beside(const rules::Field& field, int x, int y, rules::Cell colour) {
  const auto holds = [&](int column, int row) {
    return column >= 1 && column <= rules::kColumns && row >= 1 && field.at(column, row) == colour;
  };
  return holds(x, y - 1) || holds(x - 1, y) || holds(x + 1, y);
}

}  // namespace

int literature_attack_of(rules::Field field) {
  int attack = 0;
  for (int number = 1;; ++number) {
    const rules::Link link = rules::erase_groups(field);
    if (link.erased == 0) return attack;
    attack += duel::literature_attack(number, link.erased);
    rules::settle(field);
  }
}

Firing hoped_for(const rules::Field& field, const FiringTerms& terms) {
  Firing best;
  const rules::Heights heights = field.heights();
  const rules::ChainPath& chains = rules::fastest_chain_path();
  for (int x = 1; x <= rules::kColumns; ++x) {
    const int first = heights[static_cast<std::size_t>(x)] + 1;
    if (first > kHighestTrigger) continue;
    for (int c = 0; c < terms.colours; ++c) {
      const rules::Cell colour = rules::kColours[static_cast<std::size_t>(c)];
      if (!is_beside(field, x, first, colour)) continue;
      rules::Field placed = field;
      for (std::size_t puyos = 1; puyos < kPercentLeft.size(); ++puyos) {
        const int y = first + static_cast<int>(puyos) - 1;
        if (y > rules::kSpawnRow) break;
        placed.put(x, y, colour);
        rules::Field after;
        const rules::ChainResult chain = chains.simulate(placed, after);
        if (chain.links == 0) continue;
        // More links are a greater attack by the literature's formula, nearly always: it is not worked out for fewer.
        const bool by_score = terms.formula == rules::AttackFormula::score;
        if (!by_score && chain.links < best.links) break;
        const int attack = by_score ? chain.score : literature_attack_of(placed);
        best = std::max(best, Firing{.attack = attack * kPercentLeft[puyos] / 100,
                                     .links = chain.links,
                                     .hand = static_cast<int>(puyos)});
        break;
      }
    }
  }
  return best;
}

}  // namespace rensa::search
