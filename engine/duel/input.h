#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/duel/game_setup.h"
#include "engine/movement/movement.h"
#include "engine/movement/route.h"
#include "engine/rules/pair.h"

namespace rensa::duel {

// The input of a seat from a frame (or a turn) on.
//
// For a placement, the game plans the keys from the position of the pair in that frame. The placement replaces any
// earlier input, in mid-air too. Keys are held from that frame on until the next input. A pair without any input falls.
struct Input {
  enum class Kind : std::uint8_t { none, placement, keys };

  Kind kind = Kind::none;
  movement::Keys keys = movement::Keys::none;  // kind == keys
  rules::Placement placement;                  // kind == placement

  static constexpr Input place(rules::Placement placement) {
    return {.kind = Kind::placement, .keys = movement::Keys::none, .placement = placement};
  }
  static constexpr Input hold(movement::Keys keys) { return {.kind = Kind::keys, .keys = keys, .placement = {}}; }
  friend bool operator==(const Input&, const Input&) = default;
};

// Packs an input into six bits: the index in kPlacements, or kPackedKeys and the keys. Returns nothing for an input
// without effect: none, or a placement that does not exist. Leaves out keys that do not exist.
inline constexpr unsigned kPackedKeys = 0x20;
constexpr std::optional<std::uint8_t> pack_input(const Input& input) {
  switch (input.kind) {
    case Input::Kind::none:
      return std::nullopt;
    case Input::Kind::placement: {
      const std::size_t index = rules::index_of(input.placement);
      if (index == rules::kPlacementCount) return std::nullopt;
      return static_cast<std::uint8_t>(index);
    }
    case Input::Kind::keys:
      return static_cast<std::uint8_t>(kPackedKeys | (static_cast<unsigned>(input.keys) & movement::kAllKeys));
  }
  return std::nullopt;
}

constexpr std::optional<Input> unpack_input(std::uint8_t byte) {
  if ((byte & kPackedKeys) == 0) {
    if (byte >= rules::kPlacementCount) return std::nullopt;
    return Input::place(rules::kPlacements[byte]);
  }
  const unsigned keys = byte ^ kPackedKeys;
  if (keys > movement::kAllKeys) return std::nullopt;
  return Input::hold(static_cast<movement::Keys>(keys));
}

using Inputs = std::array<Input, 2>;  // by index_of(seat)

// The routes of the placements of a frame, by index_of(seat). A seat has none if it gave no placement, or if its
// placement cannot be reached.
using RoutesBySeat = std::array<std::optional<movement::Route>, 2>;

}  // namespace rensa::duel
