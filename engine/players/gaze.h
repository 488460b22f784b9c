#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/players/counter_attack.h"
#include "engine/players/exchange/exchange_game.h"
#include "engine/players/placement_options.h"
#include "engine/players/player.h"
#include "engine/players/potential.h"
#include "engine/players/race.h"
#include "engine/search/chain_tree.h"

namespace rensa::players {

// Builds by the field evaluation of the mayah AI (document 004), and looks at both sides. Beam searches find the
// longest chain that can be built and the soonest attack that hurts the opponent. The exchange of the chains that both
// sides can fire decides when to fire (search/exchange.h). The final choice is in placement_options.h. If an incoming
// attack hurts, only the answer to it counts (counter_attack.h). A duel in turns is a race (race.h).
class Gaze final : public Player {
 public:
  // Returns the default maximum number of fields that it evaluates for a hand.
  static constexpr std::int64_t max_nodes() {
    return search::max_nodes({}) + search::max_nodes({.futures = kAttackFutures, .late_futures = kLateAttackFutures});
  }

  explicit Gaze(const PlayerSetup& setup) : Gaze(setup, Exchanges::by_garbage) {}

  rules::Placement choose(const Position& position, const SearchLimits& limits) override;
  std::vector<Candidate> candidates(const Position& position, const SearchLimits& limits) override;
  bool ponder(const Position& expected, const SearchLimits& limits) override;
  std::string remark() const override;

 private:
  // The search for the exchange of chains after a placement.
  enum class Exchanges : std::uint8_t {
    by_garbage,  // exact, for the most garbage (search/exchange.h)
    best_first,  // turn-considered Best-First Max-N, which first of all avoids being buried (exchange_game.h)
  };
  Gaze(const PlayerSetup& setup, Exchanges exchanges);
  friend Gaze best_first(const PlayerSetup& setup);

  // Fewer futures than for building, because this search is an addition.
  static constexpr int kAttackFutures = 3;
  static constexpr int kLateAttackFutures = 6;

  // The options to choose from, or a placement that was chosen without comparing options.
  struct Analysis {
    std::optional<rules::Placement> settled;
    std::uint32_t placements = 0;
    PlacementOptions options{};
    DuelSituation situation{};

    std::size_t best_of(std::uint32_t among) const { return choose_option(options, among, situation); }
  };
  enum class Intent : std::uint8_t { none, race, answer, fire, build };
  struct Remark {
    Intent intent = Intent::none;
    int links = 0;
    int points = 0;
  };

  static search::BeamSettings soonest_attack_settings(int nodes);
  // All that the exchanges after the placements of a position depend on. It stays as it is while only time passes.
  struct ExchangeQuestion {
    std::uint32_t placements = 0;
    int garbage_rate = 0;
    rules::Field own;
    std::vector<rules::Pair> own_pairs;
    int own_incoming = 0;
    int opponent_free_in = 0;
    rules::Field theirs;  // after their running chain
    std::vector<rules::Pair> their_pairs;
    int their_incoming = 0;
    int garbage_to_bury_them = 0;
    friend bool operator==(const ExchangeQuestion&, const ExchangeQuestion&) = default;
  };
  static ExchangeQuestion exchange_question(const Position& position, std::uint32_t placements);
  // The exchanges after the placements of one position.
  struct FoundExchanges {
    ExchangeQuestion question;
    std::uint32_t left = 0;  // the placements whose exchange has not been searched to the end
    std::array<search::ExchangeResult, rules::kPlacementCount> outcomes{};
    std::array<int, rules::kPlacementCount> garbage_to_lose{};
  };

  // If the budget ends first, the options have what has been found for all of them: exchanges count only together.
  Analysis analyse(const Position& position, limits::SearchBudget& budget);
  rules::Placement choose_in_race(const Position& position, limits::SearchBudget& budget);
  void find_soonest_attacks(const Position& position, std::uint32_t placements, PlacementOptions& options,
                            limits::SearchBudget& budget);
  search::ExchangeResult exchange(const search::ExchangeSide& own, const search::ExchangeSide& theirs,
                                  const search::ExchangeSettings& settings, const std::array<int, 2>& to_bury,
                                  limits::SearchBudget& budget);
  void find_exchanges(const Position& position, std::uint32_t placements, PlacementOptions& options,
                      limits::SearchBudget& budget);
  // Searches the exchange of the found question after one placement.
  void search_exchange(const rules::Ruleset& ruleset, std::size_t index, const rules::ChainResult& fired,
                       const search::ChainTree& their_tree, limits::SearchBudget& budget);

  BuildingSearch building_;
  search::ChainTreeFinder chain_trees_;
  Exchanges exchanges_;
  FoundExchanges found_exchanges_;  // of the last question
  BestFirstExchange best_first_exchange_;
  Race race_;                            // used in turn games
  RememberedPotentials own_potentials_;  // used in turn games
  search::BeamSearch soonest_attack_;    // used in frame games, for the soonest attack that hurts
  CounterAttack counter_attack_;
  std::shared_ptr<const evaluation::FieldEvaluator> evaluator_;
  std::uint64_t seed_;
  Remark remark_;  // about the last choice
};

// Returns the same player with turn-considered Best-First Max-N for the exchanges (document 001).
Gaze best_first(const PlayerSetup& setup);

}  // namespace rensa::players
