#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/research/nplayer/random_game.h"

namespace rensa::experiments {

// Games of three players that search in different ways, as in document 001.

enum class Searcher : std::uint8_t { naive, max_n, paranoid, best_first, turn_considered };

struct Contest {
  std::array<Searcher, 3> players{};
  int depth = 2;  // of Max-N and Paranoid; the others go as deep as they can with the positions that Max-N would expand
};

// What a player has done in its moves.
struct Effort {
  std::int64_t moves = 0;
  std::int64_t choices = 0;   // moves that there were, all together
  std::int64_t expanded = 0;  // positions
  std::int64_t depth = 0;     // of the farthest position that was valued, all together

  Effort& operator+=(const Effort& other);
};

inline constexpr int kWin = 6;  // shared where several are best: 3 each of two, 2 each of three

// By player, not by seat.
struct ContestGame {
  std::array<int, 3> points{};  // together kWin
  std::array<Effort, 3> efforts{};
  int plies = 0;
};

// Seats of players: three where two of them are naive, who are the one after the other and the one before it; else six.
std::vector<std::array<std::size_t, 3>> orders_of(const Contest& contest);

// Keeps what searches need between games. For one thread.
class ContestTable {
 public:
  ContestTable();
  ~ContestTable();

  // The same tree in all orders of the seats; who has the greatest sum wins.
  ContestGame play_random(const Contest& contest, const nplayer::Branching& branching, std::uint64_t seed);
  // The diamond game: one game for each order of the seats. Document 001 does not say what differs between its games;
  // here it is, drawn from the seed, which of equal moves players take.
  std::vector<ContestGame> play_diamond(const Contest& contest, std::uint64_t seed);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rensa::experiments
