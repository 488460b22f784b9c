#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/duel/game.h"

namespace rensa::duel {

// What one seat may see, as plain data, and nothing more: what is not in here a player cannot know.

struct SideView {
  rules::Field field;                         // the opponent's without rows 13 and 14
  std::array<rules::Pair, 3> pairs{};         // current (empty before the first), next, next-next
  int pairs_shown = 0;                        // how many of these are known
  std::optional<rules::FallingPair> falling;  // under control; the opponent's shows place and rotation only
  WaitingGarbage waiting;
  std::int64_t score = 0;
  int link = 0;  // of the running chain
  int hand = 0;
  Phase phase = Phase::opening;  // a turn game is always in control
  std::optional<Motion> motion;  // for who plays it on; view() leaves it out, as most need none
  friend bool operator==(const SideView&, const SideView&) = default;
};

struct View {
  Seat seat = Seat::one;
  rules::Pacing pacing = rules::Pacing::frames;
  int clock = 0;  // frames or turns played
  bool decision_due = false;
  SideView own;
  SideView opponent;
  std::optional<Outcome> outcome;
  friend bool operator==(const View&, const View&) = default;
};

inline std::span<const rules::Pair> known_pairs(const SideView& side) {
  return std::span(side.pairs).first(static_cast<std::size_t>(side.pairs_shown));
}

View view(const Duel& duel, Seat seat);
View view(const TurnDuel& duel, Seat seat);
View view(const Game& game, Seat seat);

}  // namespace rensa::duel
