#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/duel/seat.h"
#include "engine/rules/movement.h"
#include "engine/rules/pair.h"
#include "engine/rules/route.h"

namespace rensa::duel {

// What a seat wants from a frame (or a turn) on.
//
// A placement is driven by the server: it plans the keys from where the pair is in that frame and replaces whatever was
// going on, in mid-air too. Keys are held from that frame on until the next input. A pair without any input falls.
struct Input {
  enum class Kind : std::uint8_t { none, placement, keys };

  Kind kind = Kind::none;
  rules::Keys keys = rules::Keys::none;  // kind == keys
  rules::Placement placement;            // kind == placement

  static constexpr Input place(rules::Placement placement) {
    return {.kind = Kind::placement, .keys = rules::Keys::none, .placement = placement};
  }
  static constexpr Input hold(rules::Keys keys) { return {.kind = Kind::keys, .keys = keys, .placement = {}}; }
  friend bool operator==(const Input&, const Input&) = default;
};

// An input as six bits: the index in kPlacements, or the keys behind a marker. nullopt: an input that does nothing,
// because there is none or it names none of the placements. Keys that do not exist are left out.
inline constexpr unsigned kPackedKeys = 0x20;
std::optional<std::uint8_t> packed(const Input& input);
std::optional<Input> unpacked_input(std::uint8_t byte);

using Inputs = std::array<Input, 2>;  // by index_of(seat)

// The ways that were found for the placements of a frame, by index_of(seat): none where there was none or nothing
// asked.
using Routes = std::array<std::optional<rules::Route>, 2>;

}  // namespace rensa::duel
