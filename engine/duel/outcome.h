#pragma once

#include <cstdint>
#include <optional>

#include "engine/duel/seat.h"

namespace rensa::duel {

// Why a game ended. The first three follow from the rules; the others are decided outside, by whoever runs the game.
enum class Cause : std::uint8_t {
  choked,   // (3,12) was filled
  no_move,  // no placement was left
  limit,    // frames or turns ran out: a draw
  disconnected,
  time,
  illegal,
  crashed,
  resigned,
  voided,  // spoiled by the server: counts for nobody
};

inline constexpr int kCauses = 9;

constexpr bool follows_from_rules(Cause cause) { return cause <= Cause::limit; }

// The end of a game as data.
struct Outcome {
  std::optional<Seat> winner;  // none: a draw, or void
  Cause cause = Cause::choked;
  int frame = 0;  // or turn: the last one that was played
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace rensa::duel
