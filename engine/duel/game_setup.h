#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/rules/pair_queue.h"
#include "engine/rules/ruleset.h"

namespace rensa::duel {

// One of the two players' places in a game. Neither is first in anything: with a common queue, exchanging the seats
// mirrors the game exactly.
enum class Seat : std::uint8_t { one, two };

inline constexpr std::array<Seat, 2> kSeats = {Seat::one, Seat::two};

constexpr Seat opponent_of(Seat seat) { return seat == Seat::one ? Seat::two : Seat::one; }
constexpr std::size_t index_of(Seat seat) { return static_cast<std::size_t>(seat); }

// The start of a game. Together with the inputs it determines the whole game.
struct GameSetup {
  rules::Ruleset ruleset;
  std::uint64_t seed = 0;
  std::optional<rules::PairQueue> queue;  // replaces the queue that the seed gives
  friend bool operator==(const GameSetup&, const GameSetup&) = default;
};

}  // namespace rensa::duel
