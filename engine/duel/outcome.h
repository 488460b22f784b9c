#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/duel/game_setup.h"
#include "engine/rules/drop.h"
#include "engine/rules/field.h"

namespace rensa::duel {

// The reason why a game ended. The first three follow from the rules. The others are decided by the program that runs
// the game. Records, the wire (plus one) and kCauseNames use these numbers.
enum class Cause : std::uint8_t {
  choked,   // (3,12) was filled
  no_move,  // no placement was left
  limit,    // frames or turns ran out: a draw
  disconnected,
  time,
  illegal,
  crashed,
  resigned,
  voided,  // the server spoiled the game, which counts for neither player
};

// The names of all causes in their order, for people, JSON and databases.
inline constexpr std::array<std::string_view, 9> kCauseNames = {
    "choked", "no_move", "limit", "disconnected", "time", "illegal", "crashed", "resigned", "voided"};
inline constexpr int kCauseCount = static_cast<int>(kCauseNames.size());
static_assert(kCauseCount == static_cast<int>(Cause::voided) + 1);

constexpr std::string_view name_of(Cause cause) { return kCauseNames[static_cast<std::size_t>(cause)]; }

constexpr std::optional<Cause> cause_of_name(std::string_view name) {
  for (std::size_t i = 0; i < kCauseNames.size(); ++i) {
    if (kCauseNames[i] == name) return static_cast<Cause>(i);
  }
  return std::nullopt;
}

constexpr bool follows_from_rules(Cause cause) { return cause <= Cause::limit; }

// Returns true if a seat that has this field at the end of a turn has lost. Precondition: the field is at rest.
inline bool is_lost(const rules::Field& field, rules::Choke choke) {
  // There is always a placement while the spawn cell is free.
  if (!field.is_choked()) return false;
  return choke == rules::Choke::spawn_cell || rules::droppable_placements(field.heights()) == 0;
}

// The end of a game.
struct Outcome {
  std::optional<Seat> winner;  // none: a draw, or a voided game
  Cause cause = Cause::choked;
  int frame = 0;  // the last frame (or turn) that was played
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace rensa::duel
