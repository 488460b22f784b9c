#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/duel/game.h"

namespace rensa::duel {

// One side of a game as a seat may see it.
struct SideView {
  rules::Field field;                                        // the opponent's without rows 13 and 14
  std::array<rules::Pair, rules::kMaxVisiblePairs> pairs{};  // current (empty before the first), next, and so on
  int pairs_shown = 0;                                       // the number of known pairs
  std::optional<movement::FallingPair> falling;  // the pair under control; of the opponent's only place and rotation
  WaitingGarbage waiting;
  std::int64_t score = 0;
  int link = 0;  // number of the running link; 0: no chain
  int hand = 0;
  Phase phase = Phase::opening;  // a turn game is always in control
  std::optional<Motion> motion;  // for a client that predicts its side; view_for_seat() leaves it out
  friend bool operator==(const SideView&, const SideView&) = default;
};

// A game as one seat may see it. A player cannot know anything that is not in here.
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

// Returns the number of pairs that a side of a game with frames shows when its decision comes due. The current pair and
// the next one are shown at once. Of more visible pairs, the last one is revealed some frames later.
constexpr int pairs_shown_at_decision(const rules::Ruleset& ruleset) {
  return ruleset.visible_pairs > 2 ? ruleset.visible_pairs - 1 : ruleset.visible_pairs;
}

// Returns true if the cells of the current pair are in the field, so that the next pair is to be placed. A dead side
// places none.
constexpr bool is_pair_in_field(Phase phase) { return phase >= Phase::falling && phase <= Phase::settling; }

// The view of a side without its pairs and its motion.
SideView side_view_of(const FrameSide& side);

// The placements that a seat's pair can reach (bits by kPlacements). Precondition: the side's decision is due.
std::uint32_t possible_placements(rules::Pacing pacing, const SideView& own);
inline std::uint32_t possible_placements(const View& view) { return possible_placements(view.pacing, view.own); }

View view_for_seat(const FrameGame& duel, Seat seat);
View view_for_seat(const TurnGame& duel, Seat seat);
View view_for_seat(const Game& game, Seat seat);

}  // namespace rensa::duel
