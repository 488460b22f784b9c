#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/league/format.h"

namespace rensa::league {

struct CupPlan {
  std::vector<StagePlan> stages;
  std::vector<int> authors;  // by player, those who join among them, see pairing.h
  // Of this share of the pairs of two games both have one queue; which ones, the seed decides.
  double audit_share = 0;
  std::uint64_t seed = 0;
};

// A run's stages, one after the other: who has done well in one goes on to the next. What is to be done follows from
// what has happened, so that a run goes on from its journal alone.
class Cup {
 public:
  explicit Cup(CupPlan plan) : plan_(std::move(plan)) {}

  // A stage that begins now, or pairs that are drawn now: to be taken down and applied in this order. To be asked when
  // a game is wanted and none is open, until one is, or until nothing comes: for now, or at all.
  std::vector<Event> due(const Tournament& tournament);
  // Whether due() may be asked although games are open, for those that can be played are others.
  bool draws_ahead(const Tournament& tournament);
  bool is_over(const Tournament& tournament);
  // Of those that have begun, the format of each.
  Format& format(const Tournament& tournament, std::size_t stage);
  // All players: those of the last stage as they stand there, then those who were left behind, the last stage first.
  std::vector<std::size_t> ranking(const Tournament& tournament);

 private:
  void heed(const Tournament& tournament);
  bool is_audited(std::size_t pair) const;

  CupPlan plan_;
  std::vector<std::unique_ptr<Format>> formats_;  // of the stages that have begun
};

// The games of all stages, as long as nobody drops out and no tie has to be broken; nullopt: there is no end.
std::optional<std::size_t> most_games(const std::vector<StagePlan>& plans, std::size_t players);

// What is wrong with such stages for so many players, as a sentence; empty: they can be played.
std::string why_unplayable(const std::vector<StagePlan>& plans, std::size_t players);

}  // namespace rensa::league
