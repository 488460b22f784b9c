#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "proto/message.h"

namespace rensa::proto {

// How clocks are written, for people and in JSON.
inline constexpr std::array<std::string_view, 3> kClockNames = {"real", "virtual", "turns"};

constexpr std::string_view name_of(Clock clock) { return kClockNames[static_cast<std::size_t>(clock)]; }

constexpr std::optional<Clock> clock_of(std::string_view name) {
  for (std::size_t i = 0; i < kClockNames.size(); ++i) {
    if (kClockNames[i] == name) return static_cast<Clock>(i);
  }
  return std::nullopt;
}

}  // namespace rensa::proto
