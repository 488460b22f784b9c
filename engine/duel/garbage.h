#pragma once

#include <array>
#include <cstdint>

#include "engine/rules/field.h"
#include "engine/rules/geometry.h"
#include "engine/rules/rng.h"

namespace rensa::duel {

// Garbage that waits above a seat: pending may still be added to by a running chain, fixed falls at the end of a turn.
struct WaitingGarbage {
  int pending = 0;
  int fixed = 0;
  int total() const { return pending + fixed; }
  friend bool operator==(const WaitingGarbage&, const WaitingGarbage&) = default;
};

// No count grows beyond this: it keeps the sums of absurdly long games in range.
inline constexpr int kMostWaitingGarbage = 1'000'000'000;

// An attack first cancels what waits for its sender, pending before fixed; returns what is left of the attack.
int offset(WaitingGarbage& own, int attack);
void land(WaitingGarbage& opponent, int attack);
// All pending garbage becomes fixed; how much that was.
int fix_pending(WaitingGarbage& waiting);

// Garbage on its way into the field, by column 1..6.
using GarbageColumns = std::array<std::uint8_t, rules::kColumns + 1>;

// Every column gets count / 6; the rest goes to the first columns of a shuffled order. Draws only when there is a rest.
GarbageColumns spread_garbage(int count, rules::Rng& rng);
int garbage_left(const GarbageColumns& columns);
// One of each column still owed some enters row 13 where that is empty.
void let_garbage_enter(rules::Field& field, GarbageColumns& columns);

// The generator of a seat's columns: one for each seat, and the same for both, so that exchanging seats mirrors a game.
rules::Rng garbage_rng(std::uint64_t seed);

}  // namespace rensa::duel
