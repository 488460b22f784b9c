#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "server/league/pair.h"

namespace rensa::league {

// How often two players have met.
class MeetingCounts {
 public:
  void add(const Pair& pair) { ++counts_[key_of(pair.first, pair.second)]; }
  void clear() { counts_.clear(); }
  int of(std::size_t one, std::size_t two) const {
    const auto count = counts_.find(key_of(one, two));
    return count == counts_.end() ? 0 : count->second;
  }

 private:
  static std::uint64_t key_of(std::size_t one, std::size_t two) {
    return one < two ? one << 32U | two : two << 32U | one;
  }

  std::unordered_map<std::uint64_t, int> counts_;
};

}  // namespace rensa::league
