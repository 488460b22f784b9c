#pragma once

#include <algorithm>
#include <array>

namespace rensa::rules {

// The score tables of the arcade rules. A link is worth 10 x erased x clamp(sum of the three bonuses, 1, 999).

inline constexpr std::array<int, 20> kChainBonus = {0,   0,   8,   16,  32,  64,  96,  128, 160, 192,
                                                    224, 256, 288, 320, 352, 384, 416, 448, 480, 512};
inline constexpr std::array<int, 6> kColourBonus = {0, 0, 3, 6, 12, 24};
inline constexpr std::array<int, 12> kGroupBonus = {0, 0, 0, 0, 0, 2, 3, 4, 5, 6, 7, 10};

inline constexpr int kMinBonus = 1;
inline constexpr int kMaxBonus = 999;

inline constexpr int kAllClearPoints = 2100;

constexpr int chain_bonus(int link) {
  return kChainBonus[static_cast<std::size_t>(std::min<int>(link, kChainBonus.size() - 1))];
}
constexpr int colour_bonus(int colours) { return kColourBonus[static_cast<std::size_t>(colours)]; }
constexpr int group_bonus(int size) {
  return kGroupBonus[static_cast<std::size_t>(std::min<int>(size, kGroupBonus.size() - 1))];
}

}  // namespace rensa::rules
