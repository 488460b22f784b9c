#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace rensa::duel {

// Which of the two sides. Neither is first in anything: with a common queue a game mirrors exactly when the seats are
// exchanged.
enum class Seat : std::uint8_t { one, two };

inline constexpr std::array<Seat, 2> kSeats = {Seat::one, Seat::two};

constexpr Seat opponent_of(Seat seat) { return seat == Seat::one ? Seat::two : Seat::one; }
constexpr std::size_t index_of(Seat seat) { return static_cast<std::size_t>(seat); }

}  // namespace rensa::duel
