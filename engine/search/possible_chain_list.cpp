#include "engine/search/possible_chain_list.h"

#include <algorithm>
#include <numeric>

namespace rensa::search {

void PossibleChainList::add(const PossibleChain& chain) {
  const auto puyos = [](const PossibleChain& one) { return std::accumulate(one.needed.begin(), one.needed.end(), 0); };
  const auto is_better = [&puyos](const PossibleChain& one, const PossibleChain& other) {
    return one.score != other.score ? one.score > other.score : puyos(one) < puyos(other);
  };
  if (size_ == kCapacity && !is_better(chain, chains_[size_ - 1])) return;
  auto* const end = chains_.data() + size_;
  auto* const place = std::upper_bound(chains_.data(), end, chain, is_better);
  if (size_ < kCapacity) ++size_;
  std::move_backward(place, chains_.data() + size_ - 1, chains_.data() + size_);
  *place = chain;
}

}  // namespace rensa::search
