#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "clients/cli/match/match.h"
#include "engine/rules/hash.h"

namespace rensa::cli {

// The sums over the games of a match, which are added in the order of the games. So the same match gives the same
// totals, however many threads played it.
class MatchTotals {
 public:
  struct Entrant {
    std::int64_t wins = 0;
    duel::GameStatistics statistics;
  };

  void add(const PlannedGame& plan, const players::GameResult& result);

  std::int64_t games() const { return games_; }
  std::int64_t draws() const { return games_ - entrants_[0].wins - entrants_[1].wins; }
  const Entrant& entrant(int index) const { return entrants_[static_cast<std::size_t>(index)]; }
  std::int64_t frames() const { return frames_; }  // or turns
  std::int64_t ended_by(duel::Cause cause) const { return causes_[static_cast<std::size_t>(cause)]; }
  std::uint64_t digest() const { return digest_.value(); }  // over the last states of all games

  // Only for swapped matches: the number of pairs in which the first entrant got 0, 1/2, 1, 3/2 and 2 points, and the
  // number of pairs whose second game did not mirror the first (MatchSetup::expects_mirrored_pairs()).
  const std::array<std::int64_t, 5>& pairs() const { return pairs_; }
  std::int64_t pairs_not_mirrored() const { return pairs_not_mirrored_; }

 private:
  void add_pair(const players::GameResult& second, int half_points);

  std::int64_t games_ = 0;
  std::int64_t frames_ = 0;
  std::array<Entrant, 2> entrants_{};
  std::array<std::int64_t, duel::kCauseCount> causes_{};
  rules::Hash digest_;
  std::array<std::int64_t, 5> pairs_{};
  std::int64_t pairs_not_mirrored_ = 0;
  std::optional<players::GameResult> first_of_pair_;
  int half_points_of_first_ = 0;
};

// Returns the index of the entrant that won the game, or nothing after a draw.
std::optional<int> winning_entrant(const PlannedGame& plan, const duel::Outcome& outcome);

}  // namespace rensa::cli
