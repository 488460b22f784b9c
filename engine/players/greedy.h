#pragma once

#include <array>
#include <compare>

#include "engine/players/choices.h"
#include "engine/players/player.h"

namespace rensa::players {

// Fires the chain that scores most at once; where there is none, keeps the field flat. Looks at the current pair only,
// and kills itself only when every choice does.
class Greedy final : public Player {
 public:
  explicit Greedy(const PlayerSetup& setup) : choke_(setup.ruleset.choke) {}

  rules::Placement choose(const duel::View& view) override;
  std::vector<Candidate> candidates(const duel::View& view) override;

 private:
  // What a placement leads to: the greater the better, of equals the first.
  struct Result {
    bool lives = false;
    int score = 0;
    int flatness = 0;
    auto operator<=>(const Result&) const = default;
  };
  using Results = std::array<Result, rules::kPlacementCount>;

  static std::uint32_t worth_looking_at(const Choices& choices, rules::Pair pair);
  Results results_of(const rules::Field& field, rules::Pair pair, std::uint32_t placements) const;
  static std::size_t best_of(const Results& results, std::uint32_t placements);

  rules::Choke choke_;
};

// How uneven a field is: the sum of the squared differences between neighbouring columns.
int roughness(const rules::Heights& heights);

}  // namespace rensa::players
