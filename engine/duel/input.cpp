#include "engine/duel/input.h"

namespace rensa::duel {

std::optional<std::uint8_t> pack_input(const Input& input) {
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

std::optional<Input> unpack_input(std::uint8_t byte) {
  if ((byte & kPackedKeys) == 0) {
    if (byte >= rules::kPlacementCount) return std::nullopt;
    return Input::place(rules::kPlacements[byte]);
  }
  const unsigned keys = byte ^ kPackedKeys;
  if (keys > movement::kAllKeys) return std::nullopt;
  return Input::hold(static_cast<movement::Keys>(keys));
}

}  // namespace rensa::duel
