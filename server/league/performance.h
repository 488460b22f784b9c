#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "engine/duel/feats.h"
#include "engine/rules/ruleset.h"
#include "server/league/interval.h"
#include "server/league/ratio.h"
#include "server/league/schedule.h"

namespace rensa::league {

// How players play, whoever wins: what they do in their games, on the average and at most.

enum class Measure : std::uint8_t {
  longest_chain,  // a game, as all without a word of their own
  chains,
  links_a_chain,
  garbage_sent,
  garbage_cancelled,
  garbage_fell,
  all_clears,
  score,
  hands,
  frames_a_hand,   // chains and falling garbage included
  control_a_hand,  // frames in which it could be moved
  hands_a_second,
};
inline constexpr std::size_t kMeasures = 12;

std::string_view name_of(Measure measure);
// Those that tell something under such a ruleset: hands have no speed where both take turns.
std::span<const Measure> measures_of(rules::Pacing pacing);

// Of games of one player. They are taken for independent: of games that repeat each other, as with the same queue, the
// intervals are too narrow. The same whatever order they come in.
class Performance {
 public:
  void add(const duel::Feats& game);
  void add(const Performance& other);

  std::int64_t games() const { return games_; }
  const duel::Feats& total() const { return total_; }  // with the longest chain of all
  std::optional<double> value(Measure measure) const;  // nullopt: no games, or no chains in them, or no hands
  // Of 95 %, never below 0. nullopt: fewer than two games say anything.
  std::optional<Interval> interval(Measure measure) const;

  friend bool operator==(const Performance&, const Performance&) = default;

 private:
  std::int64_t games_ = 0;
  duel::Feats total_;
  std::array<Ratio, kMeasures> ratios_;
};

// Of all players, by number, against each of the others.
class PerformanceTable {
 public:
  // A game that is over; what both did, by place in the pair.
  void add(const PlannedPair& players, const std::array<duel::Feats, 2>& feats);

  // What a player does against another, and against all.
  const Performance& against(std::size_t player, std::size_t opponent) const;
  Performance of(std::size_t player) const;

 private:
  std::map<std::pair<std::size_t, std::size_t>, Performance> rows_;  // by player and opponent
};

}  // namespace rensa::league
