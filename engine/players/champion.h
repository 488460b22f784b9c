#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/players/gaze.h"
#include "engine/players/opponent_answers.h"
#include "engine/players/opponent_building.h"
#include "engine/players/player.h"
#include "engine/search/beam_search.h"

namespace rensa::players {

// The facts about one placement from which the champion chooses.
struct ChampionOption {
  bool survives = false;
  rules::ChainResult fired{};  // the chain that the placement fires
  int expected_points = 0;     // from building on, with the garbage that falls meanwhile
  int soonest_attack = 0;      // the points of the soonest attack that hurts, less the cost of waiting
  int sent = 0;                // the garbage of the fired chain that waits for the opponent
  int answer = 0;              // the garbage that the opponent is expected to fire back in time
  int harm = 0;                // the points that the opponent loses by the attack if it cannot answer with more
  int garbage_to_lose = 0;     // that ends the game after the placement
};
using ChampionOptions = std::array<ChampionOption, rules::kPlacementCount>;

struct ChampionSituation {
  int incoming = 0;        // garbage on its way to the own side
  int garbage_rate = 70;   // points for one garbage
  int garbage_to_win = 0;  // that ends the game for the opponent
};

// Returns the garbage of an attack that the opponent is not expected to answer. It is negative if the answer is
// greater.
int garbage_that_lands(const ChampionOption& option);

// Returns the value in points of an option that survives. Without an attack it is what can be built. An attack counts
// by the points that the opponent loses by the garbage that it cannot answer. A victory counts only if this garbage
// buries the opponent.
std::int64_t champion_value(const ChampionOption& option, const ChampionSituation& situation);

// Returns the garbage on its way to the own side. The rest of a running chain first cancels what waits for the
// opponent.
search::GarbageToCome garbage_to_come(const Position& position);

// Builds as gaze does, and judges attacks by a search of what the opponent can still build and fire before they fall
// (opponent_answers.h). Its own building search knows the garbage that is on its way. It lets that garbage fall, or
// cancels it, whichever leaves more. In duels by turns, or with attacks by the formula of the literature, it plays as
// gaze.
class Champion final : public Player {
 public:
  // Returns the default maximum number of fields that it evaluates for a hand.
  static constexpr std::int64_t max_nodes() {
    return Gaze::max_nodes() + OpponentAnswers::max_nodes() + OpponentBuilding::max_nodes();
  }

  explicit Champion(const PlayerSetup& setup);

  rules::Placement choose(const Position& position, const SearchLimits& limits) override;
  std::vector<Candidate> candidates(const Position& position, const SearchLimits& limits) override;
  bool ponder(const Position& expected, const SearchLimits& limits) override;
  std::string remark() const override;

 private:
  static constexpr int kAttackFutures = 3;
  static constexpr int kLateAttackFutures = 6;

  struct Analysis {
    std::uint32_t placements = 0;
    ChampionOptions options{};
    ChampionSituation situation{};

    std::int64_t value(std::size_t index) const { return champion_value(options[index], situation); }
    std::size_t best_of(std::uint32_t among) const;
  };
  enum class Intent : std::uint8_t { none, other, build, take, harass, fire, answer };
  struct Remark {
    Intent intent = Intent::none;
    int links = 0;
    int garbage = 0;
    int points = 0;
    int answer = 0;  // garbage that the opponent is expected to fire back
  };

  static bool plays_as_gaze(const Position& position);
  static search::BeamSettings soonest_attack_settings(int nodes);
  Analysis analyse(const Position& position, limits::SearchBudget& budget);
  void find_buildings(const Position& position, Analysis& analysis, limits::SearchBudget& budget);
  void find_soonest_attacks(const Position& position, Analysis& analysis, limits::SearchBudget& budget);
  void find_attacks(const Position& position, Analysis& analysis, limits::SearchBudget& budget);
  // Returns false if the budget ends before the attack has been judged.
  bool judge_attack(const Position& position, std::size_t index, const ChampionSituation& situation,
                    ChampionOption& option, limits::SearchBudget& budget);
  static Remark remark_about(const ChampionOption& option, const ChampionSituation& situation);

  Gaze gaze_;
  search::BeamSettings building_settings_;  // without incoming garbage
  std::optional<search::BeamSearch> building_;
  search::BeamSearch soonest_attack_;
  OpponentAnswers answers_;
  OpponentBuilding opponent_building_;
  evaluation::SearchRules rules_;
  std::shared_ptr<const evaluation::FieldEvaluator> evaluator_;
  std::uint64_t seed_;
  Remark remark_;  // about the last choice
};

}  // namespace rensa::players
