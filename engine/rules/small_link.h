#pragma once

#include <array>
#include <cstdint>

#include "engine/rules/score.h"

namespace rensa::rules {

// A link of fewer than eight cells is one group of one colour, and its size tells its bonus: a table by size, with
// nothing in it from eight cells on. Of 78 cells no chain has more than 19 links.
struct SmallLink {
  std::int8_t erased = 0;
  std::int8_t bonus = 0;
};

inline constexpr int kSmallLink = 8;
inline constexpr std::size_t kMaxLinks = 20;
inline constexpr std::array<SmallLink, 80> kSmallLinks = [] {
  std::array<SmallLink, 80> links{};
  for (std::int8_t size = 0; size < kSmallLink; ++size) {
    links[static_cast<std::size_t>(size)] = {size, static_cast<std::int8_t>(group_bonus(size))};
  }
  return links;
}();

}  // namespace rensa::rules
