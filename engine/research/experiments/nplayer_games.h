#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/research/nplayer/random_game.h"

namespace rensa::experiments {

// Games of three players with different searches, as in document 001.

enum class Searcher : std::uint8_t { naive, max_n, paranoid, best_first, turn_considered };

struct SearcherLineup {
  std::array<Searcher, 3> players{};
  int depth = 2;  // of Max-N and Paranoid; best-first searches may expand as many positions as Max-N would
};

// The sums over the moves of a player.
struct SearchEffort {
  std::int64_t moves = 0;
  std::int64_t choices = 0;   // possible moves
  std::int64_t expanded = 0;  // expanded positions
  std::int64_t depth = 0;     // depths of the farthest evaluated positions

  SearchEffort& operator+=(const SearchEffort& other);
};

inline constexpr int kWinPoints = 6;  // shared by equal winners: 3 each for two, 2 each for three

// The arrays are in the order of the players, not of the seats.
struct LineupResult {
  std::array<int, 3> points{};  // with the sum kWinPoints
  std::array<SearchEffort, 3> efforts{};
  int plies = 0;
};

// The orders of the players' seats: six, or the three rotations if at least two players are naive.
std::vector<std::array<std::size_t, 3>> seat_orders_of(const SearcherLineup& lineup);

// Plays the games of a lineup in one thread, and keeps the memory of the searches between games.
class LineupRunner {
 public:
  LineupRunner();
  ~LineupRunner();

  // Plays one tree in all orders of the seats. The player with the greatest sum of values wins.
  LineupResult play_random(const SearcherLineup& lineup, const nplayer::MoveCountRule& move_count_rule,
                           std::uint64_t seed);
  // Plays the diamond game once for each order of the seats. Document 001 does not say in which respect its games
  // differ. Here the seed decides which of several equal moves a player takes.
  std::vector<LineupResult> play_diamond(const SearcherLineup& lineup, std::uint64_t seed);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rensa::experiments
