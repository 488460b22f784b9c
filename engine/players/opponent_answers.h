#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "engine/players/exchange/seen_pairs.h"
#include "engine/players/player.h"
#include "engine/search/beam_search.h"

namespace rensa::players {

// Expects what the opponent sends back before an attack falls on it. It goes on building while a chain runs, so a beam
// search over its field looks for the best chain that it can fire within some hands, with the pairs that are seen and
// then with random ones.
class OpponentAnswers {
 public:
  // More hands count as so many.
  static constexpr int kMaxHands = 16;
  static constexpr int kFutures = 6;

  // Returns the default maximum number of fields that it evaluates for the attacks of a hand.
  static constexpr std::int64_t max_nodes() { return 2 * kFutures * search::max_nodes(kBeam); }

  explicit OpponentAnswers(const PlayerSetup& setup);

  // Returns the attack of the best chain in garbage, as the mean over some futures. `hands` is the number of hands that
  // can fire, with the one that the opponent may be playing now. If the budget ends first, returns nothing.
  std::optional<int> garbage_within(const Position& position, int hands, limits::SearchBudget& budget);

 private:
  static constexpr search::BeamSettings kBeam{
      .known_pair_width = 60, .depth = kMaxHands, .futures = 1, .late_futures = 1};

  // All that the answers depend on.
  struct Question {
    rules::Field field;
    SeenPairs pairs;
    int garbage_rate = 0;
    std::uint64_t seed = 0;
    friend bool operator==(const Question&, const Question&) = default;
  };

  // The answers within some hands in the futures that have been searched.
  struct Found {
    int sum = 0;  // of their garbage
    int futures = 0;
  };

  search::BeamSettings settings_for(int hands, int garbage_rate) const;
  Question question_of(const Position& position) const;
  // Searches one future, and returns the attack of its best chain in garbage.
  std::optional<int> garbage_in_future(int future, int hands, limits::SearchBudget& budget);

  int nodes_;
  evaluation::SearchRules rules_;
  std::shared_ptr<const evaluation::FieldEvaluator> evaluator_;
  std::uint64_t seed_;
  Question question_;                         // the last one
  std::array<Found, kMaxHands + 1> found_{};  // its answers, by hands
  std::optional<search::BeamSearch> beam_;    // with the settings for the last number of hands
};

// Returns the field on which a side answers: that after its running chain and after the garbage that is certain to
// fall. The columns of single garbage are not known yet.
rules::Field field_for_answers(const duel::SideView& side, const rules::Ruleset& ruleset);

// Returns the number of hands of the opponent that can fire before a chain falls on it. The chain starts with the
// current pair of the own side and runs for so many frames.
int hands_to_answer(int chain_frames, int opponent_free_in);

}  // namespace rensa::players
