#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "clients/cli/match/match.h"
#include "engine/rules/hash.h"

namespace rensa::cli {

// What the games of a match add up to, by entrant. A fold in the order of the games: the same match gives the same
// tally, however it was run.
class Tally {
 public:
  struct Entrant {
    std::int64_t wins = 0;
    duel::Feats feats;
  };

  void add(const PlannedGame& plan, const players::GameResult& result);

  std::int64_t games() const { return games_; }
  std::int64_t draws() const { return games_ - entrants_[0].wins - entrants_[1].wins; }
  const Entrant& entrant(int index) const { return entrants_[static_cast<std::size_t>(index)]; }
  std::int64_t frames() const { return frames_; }  // or turns
  std::int64_t ended_by(duel::Cause cause) const { return causes_[static_cast<std::size_t>(cause)]; }
  std::uint64_t digest() const { return digest_.value(); }  // over the last states of all games

  // Of swapped matches: how many pairs came to 0, 1/2, 1, 3/2, 2 points for the first entrant, and in how many the
  // second game was not the first one mirrored: see MatchSetup::has_mirrors().
  const std::array<std::int64_t, 5>& pairs() const { return pairs_; }
  std::int64_t unmirrored() const { return unmirrored_; }

 private:
  void add_pair(const players::GameResult& second, int half_points);

  std::int64_t games_ = 0;
  std::int64_t frames_ = 0;
  std::array<Entrant, 2> entrants_{};
  std::array<std::int64_t, duel::kCauses> causes_{};
  rules::Hash digest_;
  std::array<std::int64_t, 5> pairs_{};
  std::int64_t unmirrored_ = 0;
  std::optional<players::GameResult> first_of_pair_;
  int half_points_of_first_ = 0;
};

// A winner named by seat in the game as it was planned; nullopt: nobody.
std::optional<int> winner_of(const PlannedGame& plan, const duel::Outcome& outcome);

}  // namespace rensa::cli
