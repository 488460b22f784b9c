#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "engine/players/exchange/seen_pairs.h"
#include "engine/players/player.h"
#include "engine/search/beam_search.h"

namespace rensa::players {

// Expects what an attack costs the opponent that it cannot answer with more: the points of the chain that it builds
// later. Its field is searched with and without the attack, in the same futures. It cancels or takes the garbage,
// whichever leaves it more.
class OpponentBuilding {
 public:
  // Attacks are rounded down to these numbers of garbage, and greater ones to the last, because each is a search.
  static constexpr std::array kAttacks = {3, 6, 12, 18, 24, 30, 36, 48, 60};

  explicit OpponentBuilding(const PlayerSetup& setup);

  // Returns the default maximum number of fields that it evaluates for the attacks of a hand.
  static constexpr std::int64_t max_nodes() { return 3 * search::max_nodes(kBeam); }

  // Returns the points that the opponent loses by the attack if it can fire in so many hands before the garbage falls.
  // If the budget ends first, returns nothing.
  std::optional<int> points_lost(const Position& position, int garbage, int hands, limits::SearchBudget& budget);

 private:
  static constexpr search::BeamSettings kBeam{
      .known_pair_width = 40, .width = 20, .futures = 3, .late_empty_cells = 24, .late_futures = 8};
  static constexpr int kMaxHands = 8;

  // All that the opponent's building depends on.
  struct Question {
    rules::Field field;
    SeenPairs pairs;
    int garbage_rate = 0;
    int max_drop = 0;
    std::uint64_t seed = 0;
    friend bool operator==(const Question&, const Question&) = default;
  };

  Question question_of(const Position& position) const;
  std::optional<int> points_under(int garbage, int hands, limits::SearchBudget& budget);

  search::BeamSettings settings_;
  evaluation::SearchRules rules_;
  std::shared_ptr<const evaluation::FieldEvaluator> evaluator_;
  std::uint64_t seed_;
  Question question_;                         // the last one
  std::map<std::pair<int, int>, int> found_;  // its points, by garbage and hands
  std::optional<search::BeamSearch> beam_;    // with the settings for the last attack
};

}  // namespace rensa::players
