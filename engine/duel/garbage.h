#pragma once

#include <array>
#include <cstdint>

#include "engine/rules/cell.h"
#include "engine/rules/field.h"
#include "engine/rules/rng.h"
#include "engine/rules/ruleset.h"

namespace rensa::duel {

// Garbage that waits above a seat. A running chain may still add to the pending part. The fixed part falls at the end
// of a turn.
struct WaitingGarbage {
  int pending = 0;
  int fixed = 0;
  int total() const { return pending + fixed; }
  friend bool operator==(const WaitingGarbage&, const WaitingGarbage&) = default;
};

// The upper limit of every garbage count. It keeps the sums of absurdly long games in range.
inline constexpr int kMaxWaitingGarbage = 1'000'000'000;

// An attack first cancels the garbage that waits for its sender, pending before fixed. Returns the rest of the attack.
int cancel_garbage(WaitingGarbage& own, int attack);
void add_pending_garbage(WaitingGarbage& opponent, int attack);
// Makes all pending garbage fixed and returns its amount.
int fix_pending_garbage(WaitingGarbage& waiting);

// Garbage on its way into the field, by column 1..6.
using GarbageColumns = std::array<std::uint8_t, rules::kColumns + 1>;

// Gives every column count / 6, and the rest to the first columns of a shuffled order. Draws from the generator only if
// there is a rest.
GarbageColumns spread_garbage(int count, rules::Rng& rng);
int count_garbage(const GarbageColumns& columns);
// Moves one garbage cell of each column into row 13 where that is empty.
void enter_garbage_row(rules::Field& field, GarbageColumns& columns);

// Makes the generator of a seat's garbage columns. Both seats have equal generators, so that exchanging the seats
// mirrors a game.
rules::Rng make_garbage_rng(std::uint64_t seed);

// Converts the points that were not converted yet into garbage at this frame's rate. The rest stays for the next link.
int attack_from_points(const rules::Ruleset& ruleset, int frame, std::int64_t score, std::int64_t& converted);

// The attack of one link by the formula of the literature: 3N(N-1) + sum of i(c_i - 4) for a chain of N links, where
// link i erases c_i coloured cells. The part of link i is 6(i-1) + i(c_i - 4).
constexpr int literature_attack(int link, int erased) { return 6 * (link - 1) + link * (erased - 4); }

}  // namespace rensa::duel
