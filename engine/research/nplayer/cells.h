#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace rensa::nplayer {

// A set of cells of a board with at most 128.
struct Cells {
  std::array<std::uint64_t, 2> words{};

  static constexpr std::uint64_t bit(std::size_t cell) { return std::uint64_t{1} << (cell & 63); }
  constexpr bool has(std::size_t cell) const { return (words[cell >> 6] & bit(cell)) != 0; }
  constexpr void add(std::size_t cell) { words[cell >> 6] |= bit(cell); }
  constexpr void remove(std::size_t cell) { words[cell >> 6] &= ~bit(cell); }
  constexpr int count() const { return std::popcount(words[0]) + std::popcount(words[1]); }

  // In the order of their numbers.
  template <typename Visit>
  constexpr void for_each(Visit visit) const {
    for (std::size_t half = 0; half < words.size(); ++half) {
      for (std::uint64_t left = words[half]; left != 0; left &= left - 1) {
        visit(64 * half + static_cast<std::size_t>(std::countr_zero(left)));
      }
    }
  }

  friend constexpr Cells operator|(const Cells& a, const Cells& b) {
    return {{a.words[0] | b.words[0], a.words[1] | b.words[1]}};
  }
  friend constexpr Cells operator-(const Cells& a, const Cells& b) {
    return {{a.words[0] & ~b.words[0], a.words[1] & ~b.words[1]}};
  }
  friend constexpr bool operator==(const Cells&, const Cells&) = default;
};

}  // namespace rensa::nplayer
