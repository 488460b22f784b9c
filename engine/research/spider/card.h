#pragma once

#include <cstdint>

namespace rensa::spider {

// A card: its suit above four bits of rank, 1 (ace) to 13 (king). Two packs have eight cards of each rank.
using Card = std::uint8_t;

inline constexpr int kRanks = 13;
inline constexpr int kRuns = 8;  // from king to ace: all cards
inline constexpr int kCards = kRanks * kRuns;

inline constexpr Card kUnknown = 0;  // to who has not seen it

constexpr Card card_of(int suit, int rank) { return static_cast<Card>(suit << 4 | rank); }
constexpr int rank_of(Card card) { return card & 15; }
constexpr int suit_of(Card card) { return card >> 4; }

// Whether `upper` may lie on `lower`, and whether both then move as one.
constexpr bool fits(Card upper, Card lower) { return rank_of(upper) + 1 == rank_of(lower); }
constexpr bool joins(Card upper, Card lower) { return upper + 1 == lower; }
static_assert(!joins(card_of(0, 13), card_of(1, 1)), "after a king comes no ace of the next suit");

}  // namespace rensa::spider
