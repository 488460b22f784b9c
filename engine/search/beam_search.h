#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/evaluation/chain_attack.h"
#include "engine/evaluation/field_evaluator.h"
#include "engine/limits/search_limits.h"
#include "engine/rules/chain.h"
#include "engine/rules/pair.h"
#include "engine/rules/rng.h"
#include "engine/search/chain_tree.h"

namespace rensa::search {

// A beam search for the value of each placement of the current pair. It builds on the resulting fields, keeping the
// best ones, with the known pairs and then with random pairs. Each sequence of random pairs is a future. All placements
// are tried in the same futures. One future alone would make the search too optimistic, because it knows all pairs.
//
// A node is a field after a placement, also if it is reached twice. Futures that begin with the same pair share the
// nodes of this pair.

// In a race, the value of one garbage that is sent at once.
inline constexpr int kRaceGarbageValue = 1000;
inline constexpr int kMaxRaceGarbage = 1'000'000;

// Settings for positions where the first attack wins. The soonest chain that hurts counts then, not the greatest.
struct RaceSettings {
  int min_links = 3;           // of a chain that hurts
  int max_garbage = 60;        // more garbage does not count
  int attack_per_garbage = 1;  // in the unit of attacks
  int kept_permille = 850;     // the part of a chain's value that remains with each pair of waiting
  bool counts_fields = true;   // a line without such a chain has the value of its field; otherwise it has none
  friend bool operator==(const RaceSettings&, const RaceSettings&) = default;
};

// Garbage that is on its way to a side, as far as a search knows it.
struct GarbageToCome {
  int certain = 0;    // falls after the next hand, and after its chain
  int announced = 0;  // becomes certain later
  int total() const { return certain + announced; }
  friend bool operator==(const GarbageToCome&, const GarbageToCome&) = default;
};

// Garbage that is on its way to the own side. The search lets it fall, and chains cancel it before.
struct IncomingSettings {
  GarbageToCome garbage{};
  int hands = 1;                // number of hands that can fire before the announced garbage falls
  int attack_per_garbage = 70;  // in the unit of attacks
  int max_drop = 30;            // garbage that falls after one hand
  friend bool operator==(const IncomingSettings&, const IncomingSettings&) = default;
};

struct BeamSettings {
  int known_pair_width = 100;  // number of fields that are kept after each known pair
  int width = 24;              // number of fields that are kept after each random pair
  int depth = 12;              // number of pairs, with the known ones
  int futures = 6;
  // With few empty cells in rows 1..12, futures are short and differ most, so more of them are tried.
  int late_empty_cells = 24;
  int late_futures = 60;
  // The permille that a chain loses with each random pair of waiting. In a future all pairs are known, so without this
  // cost the search waits too long.
  int wait_cost_permille = 8;
  int target_score = 5'000;            // the search does not build on after a chain with this score
  std::optional<RaceSettings> race{};  // replaces wait_cost_permille and target_score
  std::optional<IncomingSettings> incoming{};
  int all_clear = 0;  // the points of a chain that leaves no cell; the next chain of the line has them
  friend bool operator==(const BeamSettings&, const BeamSettings&) = default;
};

// Returns the maximum number of fields that are evaluated with two known pairs.
constexpr std::int64_t max_nodes(const BeamSettings& settings) {
  const int futures = settings.futures > settings.late_futures ? settings.futures : settings.late_futures;
  const int drawn = settings.depth > 3 ? settings.depth - 3 : 0;
  const std::int64_t grown =
      rules::kPlacementCount + std::int64_t{futures} * (settings.known_pair_width + drawn * settings.width);
  return grown * rules::kPlacementCount;
}

// Scales both widths so that at most about `nodes` fields are evaluated. With 0, the settings stay the same.
BeamSettings scale_to_nodes(BeamSettings settings, int nodes);

// The value in points of a future in which every field is lost. No future has a smaller value.
inline constexpr int kLossValue = -20'000;

struct PlacementForecast {
  bool survives = false;     // the game goes on after the placement
  rules::ChainResult fired;  // the chain that the placement itself fires
  // The mean over all futures of the best result: the points of a chain with the target score, or else the value of a
  // field (field_evaluation.h). In a race chains count kRaceGarbageValue for each garbage. A chain that reaches the
  // target loses the points that cancel incoming garbage.
  int expected_value = 0;
};
using PlacementForecasts = std::array<PlacementForecast, rules::kPlacementCount>;

// Returns the number of hands that a side could play while a chain of its own runs.
constexpr int hands_during(int frames) { return frames / kFramesPerHand; }

// Keeps its buffers between calls, so that it rarely allocates. A result does not depend on earlier calls. Use it in
// one thread only.
class BeamSearch {
 public:
  BeamSearch(const BeamSettings& settings, const evaluation::SearchRules& rules);

  // Evaluates `placements` (bits by kPlacements), which must be a subset of droppable_placements(). Doubles get no
  // forecast in the second half of the placements. The seed determines the futures. Preconditions: the field is at
  // rest; there are one to kMaxVisiblePairs pairs.
  //
  // If the budget ends first, the mean is that of the futures so far. Without one, it is the value of the best field so
  // far. Placements that were not tried do not survive.
  PlacementForecasts evaluate(const rules::Field& field, std::span<const rules::Pair> known, std::uint32_t placements,
                              std::uint64_t seed, const evaluation::FieldEvaluator& evaluator,
                              limits::SearchBudget& budget);
  // The same, but goes on where the last call ended if that had equal arguments and the same evaluator. In parts, the
  // search has the same nodes and the same result as at once.
  PlacementForecasts resume(const rules::Field& field, std::span<const rules::Pair> known, std::uint32_t placements,
                            std::uint64_t seed, const evaluation::FieldEvaluator& evaluator,
                            limits::SearchBudget& budget);
  const BeamSettings& settings() const { return settings_; }

 private:
  // By placement of the current pair.
  using Points = std::array<int, rules::kPlacementCount>;

  // The garbage that is still on its way in a line.
  struct Incoming {
    GarbageToCome garbage{};
    int chain_hands = 0;  // the number of hands that could have been played while the chains of the line ran
    friend bool operator==(const Incoming&, const Incoming&) = default;
  };

  struct Node {
    rules::Field field;
    std::uint32_t roots = 0;  // the placements of the current pair that lead to this field
    int move_value = 0;       // the value of the moves on the best way to the field
    int value = 0;            // of the moves and the field
    int clear_value = 0;      // the points of the all clears on the way, which `move_value` contains
    Incoming incoming{};
  };

  // The beam after the first random pair. It is the same in all futures that begin with this pair.
  struct FirstDraw {
    bool is_complete = false;
    std::vector<Node> nodes;  // until then, the fields that are being expanded
    Points fired{};           // the best chains that the pair fires
  };
  static constexpr std::size_t kPairKinds = std::size_t{rules::kMaxColours} * rules::kMaxColours;

  // Settings for one pair.
  struct Level {
    int width = 0;        // number of fields that are kept
    int permille = 1000;  // the part of a chain's points that counts
  };

  // The arguments of a search.
  struct Task {
    rules::Field field;
    std::array<rules::Pair, rules::kMaxVisiblePairs> pairs{};
    int known = 0;  // number of pairs
    std::uint32_t placements = 0;
    std::uint64_t seed = 0;
    const evaluation::FieldEvaluator* evaluator = nullptr;
    friend bool operator==(const Task&, const Task&) = default;
  };
  enum class Stage : std::uint8_t { current_pair, known_pairs, futures, complete };

  static Task task_of(const rules::Field& field, std::span<const rules::Pair> known, std::uint32_t placements,
                      std::uint64_t seed, const evaluation::FieldEvaluator& evaluator);
  Level level_of(int width, int hand) const;
  void begin(const Task& task);
  // Each of these returns false if the budget ends before its part of the search, and goes on there when it is called
  // again.
  bool run(limits::SearchBudget& budget);
  bool place_current_pair(limits::SearchBudget& budget);
  bool place_known_pairs(limits::SearchBudget& budget);
  bool play_futures(limits::SearchBudget& budget);
  bool play_future(limits::SearchBudget& budget);
  // Places the first random pair, or takes the result from an earlier future that began with it.
  bool place_first_draw(limits::SearchBudget& budget);
  // Replaces `nodes` by the best fields after the pair.
  bool expand(std::vector<Node>& nodes, rules::Pair pair, const Level& level, Points& fired,
              limits::SearchBudget& budget);
  PlacementForecasts forecasts() const;

  // Returns the points of a chain that cancels the garbage.
  int points_to_cancel(const GarbageToCome& garbage) const;
  bool reaches_target(const rules::ChainResult& chain) const;
  // Lets the chain of hand number `hand` (0: the current pair) cancel garbage, and then lets garbage fall on the field
  // if it is time.
  Incoming settle_garbage(Incoming before, const rules::ChainResult& chain, int hand, rules::Field& field) const;
  int value_of_clear(const rules::Field& field) const { return field.is_all_clear() ? settings_.all_clear : 0; }
  // Returns the value of a chain that reaches the target and starts in `placed`.
  int chain_value(const rules::ChainResult& chain, const rules::Field& placed, const Level& level) const;
  // Adds a child, whose value is that of its moves for now, or improves the equal one.
  void add(const Node& child);
  // Adds the values of their fields to the children of one node: all from `first` on.
  void evaluate_children(std::size_t first);
  void keep_best(std::vector<Node>& nodes, int width);
  // Raises the value of each placement to that of the best node after it.
  void update_best(const std::vector<Node>& nodes, Points& best) const;
  // Returns the value of a line before anything has been found for it.
  int least_value() const { return settings_.race && !settings_.race->counts_fields ? 0 : kLossValue; }
  int futures_of(const rules::Field& field) const;

  BeamSettings settings_;
  evaluation::SearchRules rules_;

  Task task_;
  Stage stage_ = Stage::complete;
  PlacementForecasts forecasts_;  // without expected values
  Points sure_{};                 // the results without a random pair
  int hand_ = 0;                  // number of pairs that have been placed, in this stage or this future
  int future_ = 0;                // number of futures that have been played
  std::array<std::int64_t, rules::kPlacementCount> sums_{};  // of the results of these futures
  // The future that is being played.
  bool is_playing_ = false;
  rules::Rng rng_{0};
  Points best_{};
  // The expansion that is being made.
  bool is_expanding_ = false;
  rules::Pair pair_;
  std::size_t parent_ = 0;     // the node whose placements come next
  std::uint32_t untried_ = 0;  // those of its placements that have not been tried

  std::vector<Node> known_nodes_;
  std::array<FirstDraw, kPairKinds> first_draws_;  // by the colours of the pair
  std::vector<Node> nodes_;
  std::vector<Node> children_;
  std::vector<std::uint64_t> order_;  // of children_: how much worse each is than any, and its index in the low half
  std::vector<std::uint32_t> slots_;  // hash table: the index of a field in children_ plus one, or 0
};

}  // namespace rensa::search
