#pragma once

#include <compare>
#include <cstdint>

#include "engine/rules/field.h"

namespace rensa::search {

enum class Standing : std::uint8_t { choked, contradicted, matches, built };

// What a field promises: the greater the better.
struct Promise {
  Standing standing = Standing::choked;
  std::int64_t value = 0;
  int lowness = 0;
  auto operator<=>(const Promise&) const = default;
};

// Minus the sum of the squares of the heights.
inline int lowness_of(const rules::Heights& heights) {
  int sum = 0;
  for (const int height : heights) sum -= height * height;
  return sum;
}

}  // namespace rensa::search
