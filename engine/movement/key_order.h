#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/movement/movement.h"

namespace rensa::movement {

// The keys worth trying in a frame, those of a tidy player first: towards the placement, turn and step as early as
// possible, and nothing that is not needed. Not for other folders.
class KeyOrder {
 public:
  constexpr KeyOrder() {
    for (std::size_t turn = 0; turn < kTurns.size(); ++turn) {
      for (std::size_t arrow = 0; arrow < kArrows.size(); ++arrow) fill(turn, arrow);
    }
  }

  // Where the order for this pair is, for keys().
  static std::uint8_t index(const FallingPair& pair, rules::Placement placement) {
    const unsigned turns = (static_cast<unsigned>(placement.r) - static_cast<unsigned>(pair.r)) & 3U;
    const unsigned turn = pair.turn_lock > 0 ? kLocked : turns == 0 ? kThere : turns == 3 ? kTurnB : kTurnA;
    const int dx = placement.x - pair.x;
    const unsigned arrow = pair.arrow_lock > 0 ? kLocked : dx == 0 ? kThere : dx > 0 ? kRight : kLeft;
    return static_cast<std::uint8_t>(turn * kArrows.size() + arrow);
  }
  std::span<const Keys> keys(std::uint8_t index) const { return {keys_[index].data(), size_[index]}; }

 private:
  static constexpr unsigned kLocked = 0;
  static constexpr unsigned kThere = 1;
  static constexpr unsigned kTurnA = 2;
  static constexpr unsigned kTurnB = 3;
  static constexpr unsigned kRight = 2;
  static constexpr unsigned kLeft = 3;

  struct Choice {
    std::array<Keys, 4> keys{};
    std::size_t size = 0;
  };
  static constexpr std::array<Choice, 4> kTurns = {
      Choice{{Keys::none}, 1},
      Choice{{Keys::none, Keys::turn_b, Keys::turn_a}, 3},
      Choice{{Keys::turn_a, Keys::none, Keys::turn_b}, 3},
      Choice{{Keys::turn_b, Keys::none, Keys::turn_a}, 3},
  };
  static constexpr std::array<Choice, 4> kArrows = {
      Choice{{Keys::none}, 1},
      Choice{{Keys::down, Keys::none, Keys::right, Keys::left}, 4},
      Choice{{Keys::right, Keys::down, Keys::none, Keys::left}, 4},
      Choice{{Keys::left, Keys::down, Keys::none, Keys::right}, 4},
  };

  constexpr void fill(std::size_t turn, std::size_t arrow) {
    const std::size_t index = turn * kArrows.size() + arrow;
    for (std::size_t i = 0; i < kTurns[turn].size; ++i) {
      for (std::size_t j = 0; j < kArrows[arrow].size; ++j) {
        keys_[index][size_[index]++] = kTurns[turn].keys[i] | kArrows[arrow].keys[j];
      }
    }
  }

  std::array<std::array<Keys, 12>, kTurns.size() * kArrows.size()> keys_{};
  std::array<std::uint8_t, kTurns.size() * kArrows.size()> size_{};
};

inline constexpr KeyOrder kKeyOrder;

}  // namespace rensa::movement
