#pragma once

#include <optional>

#include "engine/duel/view.h"
#include "engine/rules/ruleset.h"

namespace rensa::players {

// Garbage on its way to a side.
struct IncomingGarbage {
  int fixed = 0;     // falls at the end of the side's turn, after its chain if it fires one
  int pending = 0;   // sent by the links so far of a chain that runs on the other side
  int expected = 0;  // that the rest of this chain sends, if no garbage is on its way to the other side
  int fixed_in = 0;  // the frames until this chain is over, and all of it is fixed; 0 without a chain

  int total() const { return fixed + pending + expected; }
  friend bool operator==(const IncomingGarbage&, const IncomingGarbage&) = default;
};

// All that a player is given for a decision: a value, which does not refer to the game that it comes from.
struct Position {
  rules::Ruleset ruleset;
  rules::Pacing pacing = rules::Pacing::frames;  // of the game: solo games pass by turns under any ruleset
  int clock = 0;                                 // frames or turns played
  bool decision_due = false;
  // Each side with its field, known pairs, score and phase. The opponent's is known as far as a seat may see it.
  duel::SideView own;
  duel::SideView opponent;
  // The garbage on its way to each side, and when it can fall. Both are computed from the sides.
  IncomingGarbage own_incoming;
  IncomingGarbage opponent_incoming;
  friend bool operator==(const Position&, const Position&) = default;

  // Returns the frames until a side has played out its running chain: then it can place its next pair.
  int own_free_in() const { return opponent_incoming.fixed_in; }
  int opponent_free_in() const { return own_incoming.fixed_in; }
};

// Returns the position in which the own side decides next, if its field and its pairs are known already: the last pair
// has locked, and no garbage falls before the next one. The own chain is played on and its garbage sent. Otherwise the
// opponent stands as now.
// Only games with frames that show three pairs or more show the pairs of a decision before it is due.
std::optional<Position> next_decision(const Position& now);

// Returns the position that a seat sees in a game under the ruleset.
Position position_of(const duel::View& view, const rules::Ruleset& ruleset);

}  // namespace rensa::players
