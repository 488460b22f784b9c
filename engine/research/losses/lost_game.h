#pragma once

#include <functional>
#include <optional>

#include "engine/players/position.h"
#include "engine/players/registry.h"
#include "engine/record/record.h"
#include "engine/research/losses/loss_cause.h"

namespace rensa::losses {

// A lost game, and the hand with which it was lost.
struct LostGame {
  duel::Seat loser = duel::Seat::one;
  int hands = 0;      // of the loser
  int lost_hand = 0;  // the last one from which a search still wins or survives; 1 is the first
  int lost_clock = 0;
  LossFacts facts;
  LossCause cause = LossCause::choked;
  friend bool operator==(const LostGame&, const LostGame&) = default;
};

// Returns true if a search from this position still wins or survives.
using HoldsGame = std::function<bool(const players::Position&)>;

// Returns the test by a player that compares placements: its best candidate is worth more than nothing. The values of
// lost positions are negative (players/champion.h). The player is made anew for each position.
HoldsGame holds_by_player(const players::Entrant& player);

// The number of decisions that are searched, from the last one back. If none of them holds, the first of them counts as
// the lost hand.
inline constexpr int kMaxSearchedHands = 40;

// Returns nothing for a draw, and for a game that the rules did not end. Precondition: the record verifies.
std::optional<LostGame> analyse_lost_game(const record::Record& record, const HoldsGame& holds);

}  // namespace rensa::losses
