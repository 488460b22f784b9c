#pragma once

#include <array>
#include <compare>

#include "engine/players/choices.h"
#include "engine/players/player.h"
#include "engine/rules/rng.h"

namespace rensa::players {

// Chooses each possible placement with the same probability.
class Random final : public Player {
 public:
  explicit Random(const PlayerSetup& setup) : rng_(setup.seed) {}

  rules::Placement choose(const Position& position, const SearchLimits& limits) override;

 private:
  rules::Rng rng_;
};

// Fires the chain with the greatest score at once. Without one, it keeps the field flat. It looks at the current pair
// only, and loses only when every placement does. Its nodes are these placements.
class Greedy final : public Player {
 public:
  explicit Greedy(const PlayerSetup&) {}

  rules::Placement choose(const Position& position, const SearchLimits& limits) override;
  std::vector<Candidate> candidates(const Position& position, const SearchLimits& limits) override;

 private:
  // The result of a placement. The greatest is the best, and of equals the first.
  struct Result {
    bool survives = false;
    int score = 0;
    int flatness = 0;
    auto operator<=>(const Result&) const = default;
  };
  using Results = std::array<Result, rules::kPlacementCount>;

  // A placement that the limits leave out has the worst result.
  static Results results_of(const Position& position, std::uint32_t placements, const SearchLimits& limits);
  static std::size_t best_of(const Results& results, std::uint32_t placements);
};

}  // namespace rensa::players
