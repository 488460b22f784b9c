#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rensa::league {

// Who meets whom in a knock-out, before anybody has played: matches in an order in which each comes after those that it
// waits for.

enum class Source : std::uint8_t { seed, winner_of, loser_of };

struct Entry {
  Source source = Source::seed;
  std::size_t of = 0;  // a place among the players, 0 the first, or a match
  friend bool operator==(const Entry&, const Entry&) = default;
};

struct BracketMatch {
  std::array<Entry, 2> entries;
  int round = 0;  // who is out in a later one has come farther
  // Played only if the second player of the match before it has won that one: the last of a double knock-out, which
  // nobody leaves with one defeat.
  bool is_decider = false;
};

using Bracket = std::vector<BracketMatch>;

// The number of places is the least power of two that has room for all; those beyond their number are free lots. The
// first and the second can meet in the final only, and so on.
Bracket knock_out(std::size_t players, bool third_place);
Bracket double_knock_out(std::size_t players);

}  // namespace rensa::league
