#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "engine/duel/game_statistics.h"
#include "engine/rules/ruleset.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::tournament {

// A ratio of two sums over games, for example links per chain. It is the ratio of the sums, not the mean of the ratios
// of single games. The sums are integers, so the order of the games does not change even the last digit.
class Ratio {
 public:
  // Adds a game, which must be independent of the others. A game with a denominator of 0 is ignored.
  void add(std::int64_t numerator, std::int64_t denominator);
  void add(const Ratio& other);

  std::optional<double> value() const;  // nullopt: the denominator is 0
  // Returns the 95 % interval by the normal distribution, cut off at 0. nullopt: fewer than two games were counted.
  std::optional<Interval> interval() const;

  friend bool operator==(const Ratio&, const Ratio&) = default;

 private:
  __extension__ using Int128 = __int128;  // 64 bits are too few for the squares of long games

  std::int64_t game_count_ = 0;
  std::int64_t numerator_sum_ = 0;
  std::int64_t denominator_sum_ = 0;
  Int128 numerator_square_sum_ = 0;
  Int128 product_sum_ = 0;
  Int128 denominator_square_sum_ = 0;
};

// Measures of how players play, apart from winning: averages over their games.

enum class Measure : std::uint8_t {
  longest_chain,  // per game, as all measures without "per" in their names
  chains,
  links_per_chain,
  garbage_sent,
  garbage_cancelled,
  garbage_fell,
  all_clears,
  score,
  hands,
  frames_per_hand,          // including the frames of chains and falling garbage
  control_frames_per_hand,  // frames in which the player could move the pair
  hands_per_second,
};
inline constexpr std::size_t kMeasures = 12;

std::string_view name_of(Measure measure);
// Returns the measures that have a meaning with this pacing: a game in turns has no speed.
std::span<const Measure> measures_for(rules::Pacing pacing);

// The measures of the games of one player. The games are assumed to be independent: if games repeat each other, as with
// the same queue, the intervals are too narrow. The order of the games does not matter.
class Performance {
 public:
  void add(const duel::GameStatistics& game);
  void add(const Performance& other);

  std::int64_t games() const { return game_count_; }
  const duel::GameStatistics& total() const { return total_; }  // the longest chain is the maximum over all games
  std::optional<double> value(Measure measure) const;           // nullopt: no games, or a denominator of 0
  // The 95 % interval, never below 0. nullopt: fewer than two games were counted.
  std::optional<Interval> interval(Measure measure) const;

  friend bool operator==(const Performance&, const Performance&) = default;

 private:
  std::int64_t game_count_ = 0;
  duel::GameStatistics total_;
  std::array<Ratio, kMeasures> ratios_;
};

// The performance of all players, by player number, against each opponent.
class PerformanceTable {
 public:
  // Adds a finished game. `statistics` has the order of `players`.
  void add(const std::array<std::size_t, 2>& players, const std::array<duel::GameStatistics, 2>& statistics);

  const Performance& against(std::size_t player, std::size_t opponent) const;
  Performance of(std::size_t player) const;  // against all opponents together

 private:
  std::map<std::pair<std::size_t, std::size_t>, Performance> rows_;  // key: player and opponent
};

}  // namespace rensa::tournament
