#include "engine/research/spider/pack.h"

#include <cassert>
#include <utility>

#include "engine/rules/rng.h"

namespace rensa::spider {

Table shuffled(std::uint64_t seed, int suits) {
  assert(suits == 1 || suits == 2 || suits == 4);
  std::array<Card, kCards> cards{};
  for (int i = 0; i < kCards; ++i) cards[static_cast<std::size_t>(i)] = card_of(i / kRanks % suits, i % kRanks + 1);
  rules::Rng rng(seed);
  for (std::size_t i = kCards - 1; i > 0; --i) {
    std::swap(cards[i], cards[rng.below(static_cast<std::uint32_t>(i + 1))]);
  }
  return Table(cards);
}

}  // namespace rensa::spider
