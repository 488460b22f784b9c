#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "engine/duel/outcome.h"

namespace rensa::duel {

// How causes are written, for people and in JSON.
inline constexpr std::array<std::string_view, kCauses> kCauseNames = {
    "choked", "no_move", "limit", "disconnected", "time", "illegal", "crashed", "resigned", "voided"};

constexpr std::string_view name_of(Cause cause) { return kCauseNames[static_cast<std::size_t>(cause)]; }

constexpr std::optional<Cause> cause_of(std::string_view name) {
  for (std::size_t i = 0; i < kCauseNames.size(); ++i) {
    if (kCauseNames[i] == name) return static_cast<Cause>(i);
  }
  return std::nullopt;
}

}  // namespace rensa::duel
