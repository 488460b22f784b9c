#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "engine/search/possible_chain.h"

namespace rensa::search {

// The best of some chains: those with the greater score, of equals those that need fewer puyos, then those added first.
// What does not fit is forgotten.
class PossibleChainList {
 public:
  static constexpr std::size_t kCapacity = 128;

  void clear() { size_ = 0; }
  void add(const PossibleChain& chain);
  // The best first.
  std::span<const PossibleChain> chains() const { return {chains_.data(), size_}; }

 private:
  std::array<PossibleChain, kCapacity> chains_;
  std::size_t size_ = 0;
};

}  // namespace rensa::search
